/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-store-versions.h"

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *versions = trs_store_list_versions_finish (TRS_STORE (source), result, &error);

  if (versions != NULL)
    g_task_return_pointer (task, versions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_list_versions_async:
 * @self: an archive
 * @project: a project of the account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the texts that were received for a project. What is being kept of it
 * just now is among them.
 */
void
trs_archive_list_versions_async (TrsArchive          *self,
                                 TrsProject          *project,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_archive_list_versions_async);
  trs_store_list_versions_async (self->store, self->account, trs_project_get_id (project), cancellable, listed_cb,
                                 task);
}

/**
 * trs_archive_list_versions_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): the texts, newest first
 */
GPtrArray *
trs_archive_list_versions_finish (TrsArchive    *self,
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
  TrsTranscript *transcript = trs_store_load_version_finish (TRS_STORE (source), result, &error);

  if (transcript != NULL)
    g_task_return_pointer (task, transcript, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_load_version_async:
 * @self: an archive
 * @project: a project of the account
 * @number: one of its texts
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads a text as it was received.
 */
void
trs_archive_load_version_async (TrsArchive          *self,
                                TrsProject          *project,
                                gint64               number,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_archive_load_version_async);
  trs_store_load_version_async (self->store, self->account, trs_project_get_id (project), number, cancellable,
                                loaded_cb, task);
}

/**
 * trs_archive_load_version_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text
 */
TrsTranscript *
trs_archive_load_version_finish (TrsArchive    *self,
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
  GError *error = NULL;

  if (trs_store_choose_version_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_choose_version_async:
 * @self: an archive
 * @project: a project of the account
 * @number: one of its texts
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Shows this text from now on. The others are kept.
 */
void
trs_archive_choose_version_async (TrsArchive          *self,
                                  TrsProject          *project,
                                  gint64               number,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_choose_version_async);
  trs_store_choose_version_async (self->store, self->account, trs_project_get_id (project), number, NULL, chosen_cb,
                                  task);
}

/**
 * trs_archive_choose_version_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the text is the one that is shown now
 */
gboolean
trs_archive_choose_version_finish (TrsArchive    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
