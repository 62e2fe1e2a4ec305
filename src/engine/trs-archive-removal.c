/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-removal.h"

#include "trs-archive-private.h"
#include "trs-store-removal.h"

static void
project_removed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsArchive *self = g_task_get_source_object (task);
  GError *error = NULL;
  TrsStoreRemoval removal = trs_store_remove_project_finish (TRS_STORE (source), result, &error);

  if (removal == TRS_STORE_REMOVAL_FAILED)
    {
      g_task_return_error (task, error);
      return;
    }

  /* What was to be written of it would bring it back. */
  if (removal == TRS_STORE_REMOVAL_GONE)
    {
      g_hash_table_remove (self->changed, g_task_get_task_data (task));
      g_hash_table_remove (self->unsaved, trs_project_get_id (g_task_get_task_data (task)));
    }
  g_task_return_int (task, (gssize) removal);
}

/**
 * trs_archive_remove_project_async:
 * @self: an archive
 * @project: a project of the account
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes what is kept of @project beside its row in the list.
 */
void
trs_archive_remove_project_async (TrsArchive          *self,
                                  TrsProject          *project,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_remove_project_async);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  /* What is on its way there comes before the removal, not after it. */
  trs_archive_flush (self);
  trs_store_remove_project_async (self->store, self->account, trs_project_get_id (project), NULL, project_removed_cb,
                                  g_steal_pointer (&task));
}

/**
 * trs_archive_remove_project_finish:
 * @self: an archive
 * @result: what the callback got
 * @gone: (out): whether the service did not list it either, so that its row goes as well
 * @error: return location for an error
 *
 * Returns: %TRUE if it is removed
 */
gboolean
trs_archive_remove_project_finish (TrsArchive    *self,
                                   GAsyncResult  *result,
                                   gboolean      *gone,
                                   GError       **error)
{
  gssize removal;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  removal = g_task_propagate_int (G_TASK (result), error);
  *gone = removal == TRS_STORE_REMOVAL_GONE;
  return removal > TRS_STORE_REMOVAL_FAILED;
}

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_store_removal_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_put_back_async:
 * @self: an archive
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Puts back what trs_archive_remove_project_async() removed last. Finish with
 * trs_archive_removal_finish().
 */
void
trs_archive_put_back_async (TrsArchive          *self,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_put_back_async);
  /* What came since stays, so it has to be there. */
  trs_archive_flush (self);
  trs_store_put_back_async (self->store, NULL, removed_cb, g_steal_pointer (&task));
}

/**
 * trs_archive_empty_async:
 * @self: an archive
 * @shelf: a shelf that is not open; 0 for none
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes everything that is kept on a shelf. Finish with
 * trs_archive_removal_finish().
 */
void
trs_archive_empty_async (TrsArchive          *self,
                         gint64               shelf,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_empty_async);
  if (shelf == 0)
    g_task_return_boolean (task, TRUE);
  else
    trs_store_empty_account_async (self->store, shelf, NULL, removed_cb, g_steal_pointer (&task));
}

/**
 * trs_archive_drop_texts_async:
 * @self: an archive
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts that the service can give again. Finish
 * with trs_archive_removal_finish().
 */
void
trs_archive_drop_texts_async (TrsArchive          *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_drop_texts_async);
  trs_store_drop_texts_async (self->store, NULL, removed_cb, g_steal_pointer (&task));
}

/**
 * trs_archive_removal_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is gone, or back
 */
gboolean
trs_archive_removal_finish (TrsArchive    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
