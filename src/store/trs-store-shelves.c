/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-shelves.h"

#include "trs-store-private.h"
#include "trs-store-rows.h"

/**
 * trs_store_shelf_free:
 * @shelf: (transfer full): what is here of an account
 */
void
trs_store_shelf_free (TrsStoreShelf *shelf)
{
  g_free (shelf->address);
  g_free (shelf->newest);
  g_free (shelf->newest_id);
  g_free (shelf);
}

static gpointer
list_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  g_autoptr (GPtrArray) shelves = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_store_shelf_free);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT account.account, account.address, used_at, count (project.row), count (text.text), "
                       "count (CASE WHEN note <> '' OR coalesce (local_title, '') <> '' THEN 1 END), "
                       "(SELECT count(*) FROM submission "
                       " WHERE submission.account = account.account AND decided_at = 0), "
                       "(SELECT " TRS_STORE_SHOWN_TITLE " FROM project AS newest "
                       " WHERE newest.account = account.account AND NOT newest.hidden "
                       " ORDER BY newest.sort_at DESC, newest.row DESC LIMIT 1), "
                       "(SELECT id FROM project AS newest "
                       " WHERE newest.account = account.account AND NOT newest.missing "
                       " ORDER BY newest.sort_at DESC, newest.row DESC LIMIT 1) "
                       "FROM account LEFT JOIN project USING (account) LEFT JOIN text ON text.text = project.row "
                       "GROUP BY account.account ORDER BY used_at DESC, account.account DESC",
                       error);
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  while (trs_sql_step (statement, &row, error) && row)
    {
      TrsStoreShelf *shelf = g_new0 (TrsStoreShelf, 1);

      shelf->account = sqlite3_column_int64 (statement, 0);
      shelf->address = trs_sql_column_text (statement, 1);
      shelf->used_at = sqlite3_column_int64 (statement, 2);
      shelf->n_projects = (guint) sqlite3_column_int64 (statement, 3);
      shelf->n_texts = (guint) sqlite3_column_int64 (statement, 4);
      shelf->n_own = (guint) sqlite3_column_int64 (statement, 5);
      shelf->n_undecided = (guint) sqlite3_column_int64 (statement, 6);
      shelf->newest = trs_sql_column_text (statement, 7);
      shelf->newest_id = trs_sql_column_id (statement, 8);
      g_ptr_array_add (shelves, shelf);
    }

  return row ? NULL : g_steal_pointer (&shelves);
}

/**
 * trs_store_list_shelves_async:
 * @self: a store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the accounts of which something is kept, the one used last first.
 */
void
trs_store_list_shelves_async (TrsStore            *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_list_shelves_async, list_job, trs_store_args_new (0, NULL),
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_list_shelves_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsStoreShelf): the shelves; %NULL with @error set
 */
GPtrArray *
trs_store_list_shelves_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  return trs_store_call_finish (self, result, error);
}

static gpointer
prefer_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db,
                           "UPDATE account SET used_at = max (?2, (SELECT max (used_at) + 1 FROM account)) "
                           "WHERE account = ?1",
                           args->account, error);

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 2, args->now);
  return GINT_TO_POINTER (trs_sql_run (statement, error));
}

/**
 * trs_store_prefer_shelf_async:
 * @self: a store
 * @account: an account
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Makes a shelf the one that was used last, so that
 * trs_store_open_account_async() opens it where several have its address.
 */
void
trs_store_prefer_shelf_async (TrsStore            *self,
                              gint64               account,
                              gint64               now,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  TrsStoreArgs *args = trs_store_args_new (account, NULL);

  args->now = now;
  trs_store_call_with_args (self, trs_store_prefer_shelf_async, prefer_job, args, NULL,
                            TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_prefer_shelf_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_prefer_shelf_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  return trs_store_call_finish (self, result, error) != NULL;
}
