/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

static void
test_polled_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_session_test_async:
 * @self: a session
 * @cancellable: (nullable): to give up
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Sees whether the service answers and accepts the key (`GET /api/list`). An
 * answer of less than three seconds ago counts.
 */
void
trs_session_test_async (TrsSession          *self,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_test_async);
  trs_list_reader_check_async (self->reader, FALSE, cancellable, test_polled_cb, task);
}

/**
 * trs_session_test_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the service answers and accepts the key
 */
gboolean
trs_session_test_finish (TrsSession    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
submit_ran_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_submitter_run_finish (TRS_SUBMITTER (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_session_submit_async:
 * @self: a session
 * @submissions: #TrsSubmission objects, which tell what becomes of them
 * @cancellable: (nullable): to send no more of them; what is out goes on to its outcome
 * @callback: called when each has its outcome
 * @user_data: (closure): for @callback
 *
 * Sends those that were not accepted yet, one after another
 * (`POST /api/transcribeVideo`). Each leaves at most once. Those behind one
 * that ran out of credit, could not be sent, or whose outcome is unknown, are
 * held back; they can be submitted again. One whose outcome is unknown cannot:
 * it stands in the history as a pending project.
 */
void
trs_session_submit_async (TrsSession          *self,
                          GListModel          *submissions,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (G_IS_LIST_MODEL (submissions));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_submit_async);
  trs_submitter_run_async (self->submitter, submissions, cancellable, submit_ran_cb, task);
}

/**
 * trs_session_submit_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for %G_IO_ERROR_CANCELLED
 *
 * Returns: %TRUE if each has its outcome, whatever it is
 */
gboolean
trs_session_submit_finish (TrsSession    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_session_set_current:
 * @self: a session
 * @project: (nullable): the project on the screen
 *
 * It is asked about in detail while it is under way, once if it is not watched
 * any more, and its transcript stays in memory.
 */
void
trs_session_set_current (TrsSession *self,
                         TrsProject *project)
{
  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (project == NULL || TRS_IS_PROJECT (project));

  if (self->stopped)
    return;

  trs_transcripts_keep (self->transcripts, project);
  trs_poller_set_current (self->poller, project);
}

/**
 * trs_session_check_now:
 * @self: a session
 * @project: a project
 *
 * Asks the service about it now: for its detail, or for the list if it is pending.
 *
 * Returns: %FALSE if nothing is asked, see trs_session_get_check_allowed_at()
 */
gboolean
trs_session_check_now (TrsSession *self,
                       TrsProject *project)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (TRS_IS_PROJECT (project), FALSE);

  return !self->stopped && trs_poller_check_now (self->poller, project);
}

/**
 * trs_session_get_check_allowed_at:
 * @self: a session
 * @project: a project
 *
 * The service is never asked about a project twice within three seconds, and
 * not before the time it named itself.
 *
 * Returns: from when on trs_session_check_now() asks, in microseconds since
 *   the epoch; 0 for now
 */
gint64
trs_session_get_check_allowed_at (TrsSession *self,
                                  TrsProject *project)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), 0);
  g_return_val_if_fail (TRS_IS_PROJECT (project), 0);

  return trs_poller_get_check_allowed_at (self->poller, project);
}

/**
 * trs_session_stop_watching:
 * @self: a session
 * @project: a project
 *
 * Stops checking. The service goes on with it; nobody can cancel that.
 */
void
trs_session_stop_watching (TrsSession *self,
                           TrsProject *project)
{
  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  trs_poller_dismiss (self->poller, project);
  trs_callbacks_forget_project (self->callbacks, project);
}

static void
load_got_transcript_cb (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsTranscript *transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (transcript != NULL)
    g_task_return_pointer (task, transcript, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_session_load_transcript_async:
 * @self: a session
 * @project: a project that is done
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when there is a transcript
 * @user_data: (closure): for @callback
 *
 * Fetches the transcript (`GET /api/detail/{id}`, two texts, four if they do
 * not align), or takes it from memory without a request. The language and the
 * title that come with it go into @project.
 */
void
trs_session_load_transcript_async (TrsSession          *self,
                                   TrsProject          *project,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_load_transcript_async);
  trs_transcripts_load_async (self->transcripts, project, cancellable, load_got_transcript_cb, task);
}

/**
 * trs_session_load_transcript_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error: %TRS_ERROR_FAILED if the service says
 *   that the project is not done, which the project then tells as well; all
 *   others are those of a request
 *
 * Returns: (transfer full) (nullable): the transcript
 */
TrsTranscript *
trs_session_load_transcript_finish (TrsSession    *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
