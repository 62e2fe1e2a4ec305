/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-store-texts.h"

static void
transcript_saved_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (TrsArchive) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_store_save_text_finish (TRS_STORE (source), result, &error);
  trs_archive_set_error (self, error);
}

/**
 * trs_archive_keep_transcript:
 * @self: an archive
 * @project: a project of the account
 * @transcript: its text as received
 * @address: the service it came from
 *
 * Keeps a transcript. One that is kept already is never replaced; another
 * answer is kept beside it.
 */
void
trs_archive_keep_transcript (TrsArchive    *self,
                             TrsProject    *project,
                             TrsTranscript *transcript,
                             const char    *address)
{
  if (self->account == 0)
    return;

  trs_archive_keep_project (self, project);
  trs_archive_flush (self);
  trs_store_save_text_async (self->store, self->account, trs_project_get_id (project), transcript,
                             address != NULL ? address : "", trs_clock_get_time (self->clock), NULL,
                             transcript_saved_cb, g_object_ref (self));
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsTranscript *transcript = trs_store_load_text_finish (TRS_STORE (source), result, &error);

  if (transcript != NULL)
    g_task_return_pointer (task, transcript, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_find_async:
 * @self: an archive
 * @project: a project of the account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks for the transcript of a project on this computer.
 */
void
trs_archive_find_async (TrsArchive          *self,
                        TrsProject          *project,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_archive_find_async);
  if (self->account == 0)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "Nothing is kept on this computer");
  else
    trs_store_load_text_async (self->store, self->account, trs_project_get_id (project), cancellable, found_cb,
                               g_steal_pointer (&task));
}

/**
 * trs_archive_find_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the transcript; %NULL with
 *   %G_IO_ERROR_NOT_FOUND if it is not here
 */
TrsTranscript *
trs_archive_find_finish (TrsArchive    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
