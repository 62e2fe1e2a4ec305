/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-store-texts.h"
#include "trs-task.h"

/**
 * trs_archive_set_keep_texts:
 * @self: an archive
 * @keep_texts: whether transcripts are kept from now on; what is here stays
 */
void
trs_archive_set_keep_texts (TrsArchive *self,
                            gboolean    keep_texts)
{
  self->keep_texts = keep_texts;
}

static void
text_saved_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  trs_store_save_text_finish (TRS_STORE (source), result, &error);
  trs_archive_set_error (g_task_get_source_object (task), error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * trs_archive_keep_text_async:
 * @self: an archive
 * @project: a project of the account
 * @transcript: its text as received
 * @address: the service it came from
 * @callback: (nullable): called when it is kept
 * @user_data: (closure): for @callback
 *
 * Keeps a transcript. One that is kept already is never replaced; another
 * answer is kept beside it.
 */
void
trs_archive_keep_text_async (TrsArchive          *self,
                             TrsProject          *project,
                             TrsTranscript       *transcript,
                             const char          *address,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_keep_text_async);
  if (self->account == 0 || !self->keep_texts)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "No transcripts are kept");
      return;
    }

  trs_archive_keep_project (self, project);
  trs_archive_flush (self);
  trs_store_save_text_async (self->store, self->account, trs_project_get_id (project), transcript,
                             address != NULL ? address : "", trs_clock_get_time (self->clock), NULL,
                             text_saved_cb, g_object_ref (task));
}

/**
 * trs_archive_keep_text_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error; %G_IO_ERROR_NOT_SUPPORTED if no
 *   transcripts are to be kept
 *
 * Returns: %TRUE if the transcript is kept
 */
gboolean
trs_archive_keep_text_finish (TrsArchive    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

typedef struct
{
  gint64 account;
  guint limit;
  TrsStoreCoverage coverage;
} Wanted;

static void
wanted_clear (Wanted *wanted)
{
}

TRS_DEFINE_TASK_STATE (Wanted, wanted)

static void
wanted_listed_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GStrv ids = trs_store_list_without_text_finish (TRS_STORE (source), result, &error);

  if (ids != NULL)
    g_task_return_pointer (task, ids, (GDestroyNotify) g_strfreev);
  else
    g_task_return_error (task, error);
}

static void
wanted_counted_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Wanted *wanted = wanted_get (task);
  GError *error = NULL;

  if (trs_store_read_coverage_finish (TRS_STORE (source), result, &wanted->coverage, &error))
    trs_store_list_without_text_async (TRS_STORE (source), wanted->account, wanted->limit,
                                       g_task_get_cancellable (task), wanted_listed_cb, g_object_ref (task));
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_list_wanted_async:
 * @self: an archive
 * @limit: how many at most
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks for finished projects whose transcript is not here.
 */
void
trs_archive_list_wanted_async (TrsArchive          *self,
                               guint                limit,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Wanted *wanted = wanted_attach (task);

  g_task_set_source_tag (task, trs_archive_list_wanted_async);
  if (trs_archive_is_in_memory (self))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "All of them would fill the memory");
      return;
    }

  wanted->account = self->account;
  wanted->limit = limit;
  trs_archive_flush (self);
  trs_store_read_coverage_async (self->store, self->account, cancellable, wanted_counted_cb, g_object_ref (task));
}

/**
 * trs_archive_list_wanted_finish:
 * @self: an archive
 * @result: what the callback got
 * @coverage: (out): how many there are in all, and how many of them are here
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): ids of projects, newest first
 */
GStrv
trs_archive_list_wanted_finish (TrsArchive        *self,
                                GAsyncResult      *result,
                                TrsStoreCoverage  *coverage,
                                GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  *coverage = wanted_get (G_TASK (result))->coverage;
  return g_task_propagate_pointer (G_TASK (result), error);
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
