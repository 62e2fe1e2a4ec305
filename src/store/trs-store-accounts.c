/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-accounts.h"

#include "trs-store-private.h"
#include "trs-store-rows.h"

static gpointer
open_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  gint64 account = trs_store_find_account (db, args->text, args->ids, args->now, error);

  return account != 0 ? g_memdup2 (&account, sizeof account) : NULL;
}

/**
 * trs_store_open_account_async:
 * @self: a store
 * @address: normalised server address, or another name for the service
 * @ids: (nullable): ids of the first page of the list, which tell the user;
 *   %NULL when the service has not been asked: the account used last
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds an account, or makes one; one that is there is found even where
 * nothing can be written; one that cannot be written is made in memory, see
 * %TRS_STORE_MEMORY. The key is the only identity that the service knows, so
 * two users of one address are told apart by their projects. That it is used
 * now is for trs_store_use_account_async() to say.
 */
void
trs_store_open_account_async (TrsStore            *self,
                              const char          *address,
                              const char * const  *ids,
                              gint64               now,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  const TrsStoreArgs args = { .text = address, .ids = ids, .now = now };

  trs_store_call_with_args (self, open_job, &args, g_free, TRS_STORE_ANYWAY, cancellable,
                            callback, user_data);
}

/**
 * trs_store_open_account_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: the account, never 0; 0 with @error set on failure
 */
gint64
trs_store_open_account_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_autofree gint64 *account = trs_store_pointer_finish (self, result, error);

  return account != NULL ? *account : 0;
}

static gpointer
use_job (sqlite3  *db,
         GTask    *task,
         GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);

  return GINT_TO_POINTER (trs_sql_execute (db, error,
                                           "UPDATE account SET "
                                           "used_at = max (?2, (SELECT max (used_at) + 1 FROM account)) "
                                           "WHERE account = ?1",
                                           "xx", args->account, args->now));
}

/**
 * trs_store_use_account_async:
 * @self: a store
 * @account: an account
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Makes an account the one that was used last, so that
 * trs_store_open_account_async() opens it where several have its address.
 */
void
trs_store_use_account_async (TrsStore            *self,
                             gint64               account,
                             gint64               now,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account, .now = now };

  trs_store_call_with_args (self, use_job, &args, NULL, TRS_STORE_PLAIN, cancellable,
                            callback, user_data);
}

static gpointer
list_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  g_autoptr (GPtrArray) accounts = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_known_account_free);
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

  while (trs_sql_step (statement, &row, error) && row)
    {
      TrsKnownAccount *account = g_new0 (TrsKnownAccount, 1);

      account->id = sqlite3_column_int64 (statement, 0);
      account->name = trs_sql_column_text (statement, 1);
      account->used_at = sqlite3_column_int64 (statement, 2);
      account->n_projects = (guint) sqlite3_column_int64 (statement, 3);
      account->n_texts = (guint) sqlite3_column_int64 (statement, 4);
      account->n_own = (guint) sqlite3_column_int64 (statement, 5);
      account->n_undecided = (guint) sqlite3_column_int64 (statement, 6);
      account->newest = trs_sql_column_text (statement, 7);
      account->newest_id = trs_sql_column_id (statement, 8);
      g_ptr_array_add (accounts, account);
    }

  return row ? NULL : g_steal_pointer (&accounts);
}

/**
 * trs_store_list_accounts_async:
 * @self: a store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the accounts of which something is kept, the one used last first.
 * Finish with trs_store_pointer_finish(): (element-type TrsKnownAccount): a
 * #GPtrArray.
 */
void
trs_store_list_accounts_async (TrsStore            *self,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  trs_store_call (self, list_job, NULL, NULL, (GDestroyNotify) g_ptr_array_unref,
                  TRS_STORE_PLAIN, cancellable, callback, user_data);
}
