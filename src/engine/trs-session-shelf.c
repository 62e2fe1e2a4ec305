/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-shelf.h"

#include "trs-archive-removal.h"
#include "trs-records.h"
#include "trs-session-private.h"

/* So many of the newest projects tell whose shelf it is. */
#define N_NEWEST 100

/**
 * trs_session_get_store_error:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why nothing can be kept on this computer
 */
const GError *
trs_session_get_store_error (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return trs_archive_get_error (self->archive);
}

/**
 * trs_session_get_moved_aside:
 * @self: a session
 *
 * Returns: (nullable): where the damaged file is in whose place a new one was
 *   begun; %NULL if there was no damage, or if it was dismissed
 */
const char *
trs_session_get_moved_aside (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->moved_aside;
}

/**
 * trs_session_dismiss_moved_aside:
 * @self: a session
 *
 * The user has been told of the damage.
 */
void
trs_session_dismiss_moved_aside (TrsSession *self)
{
  g_return_if_fail (TRS_IS_SESSION (self));

  if (self->moved_aside == NULL)
    return;
  g_clear_pointer (&self->moved_aside, g_free);
  g_object_notify (G_OBJECT (self), "moved-aside");
}

/* Without the key nobody can say which of several users it is: the one before then. */
static GPtrArray *
dup_newest (TrsSession *self)
{
  GPtrArray *newest;
  g_auto (GStrv) ids = NULL;

  if (self->state != TRS_SESSION_READY)
    return NULL;

  newest = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);
  ids = trs_history_dup_newest_ids (self->history, N_NEWEST);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      TrsProjectRecord *record = g_new0 (TrsProjectRecord, 1);

      record->id = g_strdup (ids[i]);
      g_ptr_array_add (newest, record);
    }
  return newest;
}

static void
keep_text_again (const char    *id,
                 TrsTranscript *transcript,
                 gpointer       user_data)
{
  TrsSession *self = user_data;
  TrsProject *project = trs_history_find_by_id (self->history, id);

  if (project != NULL)
    trs_archive_keep_text_async (self->archive, project, transcript, trs_link_get_address (self->link), NULL, NULL);
}

/* What has been read meanwhile is still in memory; what is kept already is not kept twice. */
static void
keep_again (TrsSession *self)
{
  trs_archive_keep_again (self->archive);
  trs_transcripts_foreach (self->transcripts, keep_text_again, self);
}

static void
retry_opened_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (!trs_archive_open_finish (TRS_ARCHIVE (source), result) || self->stopped)
    return;

  keep_again (self);
  if (self->state == TRS_SESSION_READY)
    trs_session_use_account (self);
}

/**
 * trs_session_retry_keeping:
 * @self: a session
 *
 * Tries once more to keep what could not be kept.
 */
void
trs_session_retry_keeping (TrsSession *self)
{
  g_autoptr (GPtrArray) newest = NULL;

  g_return_if_fail (TRS_IS_SESSION (self));

  if (self->stopped || !trs_account_is_configured (self->account))
    return;

  if (trs_archive_is_open (self->archive))
    {
      keep_again (self);
      return;
    }

  newest = dup_newest (self);
  self->restore_intents = TRUE;
  trs_archive_open_async (self->archive, trs_session_get_account_name (self), newest, retry_opened_cb,
                          g_object_ref (self));
}

static void
project_removed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  TrsProject *project = g_task_get_task_data (task);
  GError *error = NULL;
  gboolean gone = FALSE;

  if (!trs_archive_remove_project_finish (TRS_ARCHIVE (source), result, &gone, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  /* What came in between is not to stay either. */
  trs_transcripts_forget (self->transcripts, project);
  trs_project_set_unread (project, FALSE);
  trs_project_set_local_title (project, NULL);
  trs_project_set_note (project, NULL);
  if (gone)
    trs_history_remove (self->history, project);
  trs_text_fetcher_look (self->fetcher);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_session_remove_project_async:
 * @self: a session
 * @project: a project that is finished
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes text, note, own title and marks of @project from this computer. It
 * stays in the history as long as the service lists it, and its text can be
 * fetched again by loading it; it is not fetched by itself.
 */
void
trs_session_remove_project_async (TrsSession          *self,
                                  TrsProject          *project,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_get_pending (project));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_remove_project_async);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  trs_transcripts_forget (self->transcripts, project);
  trs_archive_remove_project_async (self->archive, project, project_removed_cb, task);
}

/**
 * trs_session_remove_project_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error; then all is as it was
 *
 * Returns: %TRUE if it is removed
 */
gboolean
trs_session_remove_project_finish (TrsSession    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
