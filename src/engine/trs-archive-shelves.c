/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-shelves.h"

#include "trs-archive-private.h"
#include "trs-store-accounts.h"
#include "trs-store-coverage.h"
#include "trs-store-shelves.h"

/**
 * trs_archive_get_shelf:
 * @self: an archive
 *
 * Returns: the shelf that is open; 0 if none is
 */
gint64
trs_archive_get_shelf (TrsArchive *self)
{
  return self->account;
}

/**
 * trs_archive_get_kept_shelf:
 * @self: an archive
 *
 * Returns: the shelf that is open and will be there at the next start; 0 if
 *   none is
 */
gint64
trs_archive_get_kept_shelf (TrsArchive *self)
{
  return trs_archive_is_in_memory (self) ? 0 : self->account;
}

/**
 * trs_archive_prefer_shelf:
 * @self: an archive
 * @shelf: a shelf
 *
 * Lets trs_archive_open_async() open it where several have its address.
 */
void
trs_archive_prefer_shelf (TrsArchive *self,
                          gint64      shelf)
{
  trs_store_prefer_shelf_async (self->store, shelf, trs_clock_get_time (self->clock), NULL, NULL, NULL);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *shelves = trs_store_list_shelves_finish (TRS_STORE (source), result, &error);

  if (shelves != NULL)
    g_task_return_pointer (task, shelves, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_list_shelves_async:
 * @self: an archive
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the accounts of which something is kept.
 */
void
trs_archive_list_shelves_async (TrsArchive          *self,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_list_shelves_async);
  trs_archive_flush (self);
  trs_store_list_shelves_async (self->store, NULL, listed_cb, g_steal_pointer (&task));
}

/**
 * trs_archive_list_shelves_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsStoreShelf): the shelves, the one used last first
 */
GPtrArray *
trs_archive_list_shelves_finish (TrsArchive    *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
cleared_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_store_clear_account_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_clear_shelf_async:
 * @self: an archive
 * @shelf: a shelf that is not open; 0 for none
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes a shelf with everything on it.
 */
void
trs_archive_clear_shelf_async (TrsArchive          *self,
                               gint64               shelf,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_clear_shelf_async);
  if (shelf == 0)
    g_task_return_boolean (task, TRUE);
  else
    trs_store_clear_account_async (self->store, shelf, NULL, cleared_cb, g_steal_pointer (&task));
}

/**
 * trs_archive_clear_shelf_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if nothing of it is left
 */
gboolean
trs_archive_clear_shelf_finish (TrsArchive    *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStoreCoverage coverage;
  GError *error = NULL;

  if (trs_store_read_coverage_finish (TRS_STORE (source), result, &coverage, &error))
    g_task_return_int (task, (gssize) coverage.disk_bytes);
  else
    g_task_return_error (task, error);
}

/**
 * trs_archive_measure_async:
 * @self: an archive
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Measures the space that everything takes which is kept here.
 */
void
trs_archive_measure_async (TrsArchive          *self,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_archive_measure_async);
  trs_store_read_coverage_async (self->store, self->account, NULL, measured_cb, g_steal_pointer (&task));
}

/**
 * trs_archive_measure_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: the size of the files in bytes; -1 with @error set
 */
gint64
trs_archive_measure_finish (TrsArchive    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), -1);

  return g_task_propagate_int (G_TASK (result), error);
}
