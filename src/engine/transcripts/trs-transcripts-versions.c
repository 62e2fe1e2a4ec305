/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcripts.h"

#include "trs-store-texts.h"
#include "trs-task.h"

/* All texts that the service ever gave for a project, and the choice between them. */

typedef struct
{
  TrsProject *project;
  gboolean empty_text;
} VersionState;

static void
version_state_clear (VersionState *state)
{
  g_clear_object (&state->project);
}

TRS_DEFINE_TASK_STATE (VersionState, version_state)

static GTask *
begin (TrsTranscripts          *self,
       TrsProject          *project,
       gpointer             source_tag,
       GCancellable        *cancellable,
       GAsyncReadyCallback  callback,
       gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  VersionState *state = version_state_attach (task);

  g_task_set_source_tag (task, source_tag);
  state->project = g_object_ref (project);
  state->empty_text = trs_project_get_empty_text (project);
  return task;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *versions = trs_store_pointer_finish (TRS_STORE (source), result, &error);

  if (versions != NULL)
    g_task_return_pointer (task, versions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_list_versions_async:
 * @self: transcripts
 * @project: a project
 * @cancellable: (nullable): to give up
 * @callback: called when they are listed
 * @user_data: (closure): for @callback
 *
 * Lists the texts of a project that are kept on this computer: when each was
 * received, from where, and its checksums. Nothing is asked of the service.
 */
void
trs_transcripts_list_versions_async (TrsTranscripts          *self,
                                     TrsProject          *project,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  TrsLibrary *library = trs_transcripts_get_library (self);
  GTask *task;

  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  task = begin (self, project, trs_transcripts_list_versions_async, cancellable, callback, user_data);
  trs_store_list_versions_async (trs_library_get_store (library), trs_library_get_account (library),
                                 trs_project_get_id (project), cancellable, listed_cb, task);
}

/**
 * trs_transcripts_list_versions_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error; %G_IO_ERROR_NOT_FOUND if nothing is kept here at all
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): the texts, newest first
 */
GPtrArray *
trs_transcripts_list_versions_finish (TrsTranscripts    *self,
                                      GAsyncResult  *result,
                                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsTranscript *transcript = trs_store_pointer_finish (TRS_STORE (source), result, &error);

  if (transcript != NULL)
    g_task_return_pointer (task, transcript, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_load_version_async:
 * @self: transcripts
 * @project: a project
 * @number: one of its texts, see #TrsTextVersion
 * @cancellable: (nullable): to give up
 * @callback: called when it is read
 * @user_data: (closure): for @callback
 *
 * Reads a text from this computer, as it was received.
 */
void
trs_transcripts_load_version_async (TrsTranscripts          *self,
                                    TrsProject          *project,
                                    gint64               number,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  TrsLibrary *library = trs_transcripts_get_library (self);
  GTask *task;

  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  task = begin (self, project, trs_transcripts_load_version_async, cancellable, callback, user_data);
  trs_store_load_text_async (trs_library_get_store (library), trs_library_get_account (library),
                             trs_project_get_id (project), number, cancellable, loaded_cb, task);
}

/**
 * trs_transcripts_load_version_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text
 */
TrsTranscript *
trs_transcripts_load_version_finish (TrsTranscripts    *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
chosen_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsTranscripts *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_store_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  trs_transcripts_forget (self, version_state_get (task)->project);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_transcripts_choose_version_async:
 * @self: transcripts
 * @project: a project
 * @number: one of its texts, see #TrsTextVersion
 * @callback: called when it is chosen
 * @user_data: (closure): for @callback
 *
 * Reads, searches and exports this text from now on. The others stay on this
 * computer, and can be chosen as well.
 */
void
trs_transcripts_choose_version_async (TrsTranscripts          *self,
                                      TrsProject          *project,
                                      gint64               number,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  TrsLibrary *library = trs_transcripts_get_library (self);
  GTask *task;

  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  task = begin (self, project, trs_transcripts_choose_version_async, NULL, callback, user_data);
  trs_store_choose_version_async (trs_library_get_store (library), trs_library_get_account (library),
                                  trs_project_get_id (project), number, NULL, chosen_cb, task);
}

/**
 * trs_transcripts_choose_version_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the next trs_transcripts_load_async() gives this text
 */
gboolean
trs_transcripts_choose_version_finish (TrsTranscripts    *self,
                                       GAsyncResult  *result,
                                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsLibrary *library = trs_transcripts_get_library (TRS_TRANSCRIPTS (source));
  VersionState *state = version_state_get (task);
  GError *error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (transcript == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  /* What came is not what is read. */
  trs_project_set_empty_text (state->project, state->empty_text);
  trs_store_list_versions_async (trs_library_get_store (library), trs_library_get_account (library),
                                 trs_project_get_id (state->project), NULL, listed_cb, g_steal_pointer (&task));
}

/**
 * trs_transcripts_fetch_again_async:
 * @self: transcripts
 * @project: a project whose text is on this computer
 * @callback: called when the service has answered
 * @user_data: (closure): for @callback
 *
 * Asks the service for the text once more. What is read stays as it is; a
 * text that differs is kept beside it. Finish with
 * trs_transcripts_list_versions_finish(), which then tells of it.
 */
void
trs_transcripts_fetch_again_async (TrsTranscripts          *self,
                                   TrsProject          *project,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_return_if_fail (TRS_IS_TRANSCRIPTS (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  trs_transcripts_fetch_async (self, project, fetched_cb,
                               begin (self, project, trs_transcripts_fetch_again_async, NULL, callback, user_data));
}
