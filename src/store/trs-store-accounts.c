/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-accounts.h"

#include "trs-store-find-account.h"
#include "trs-store-private.h"
#include "trs-store-schema.h"

static gpointer
open_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  gint64 account =
      trs_store_find_account (db, args->id, (const char * const *) args->ids, args->now, error);

  return account != 0 ? g_memdup2 (&account, sizeof account) : NULL;
}

/**
 * trs_store_open_account_async:
 * @self: a store
 * @address: normalised server address, or another name for the service
 * @ids: (nullable): ids of the first page of the list, which tell the user;
 *   %NULL when the service has not been asked: the shelf used last
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds the shelf of an account, or makes one; one that is there is found even
 * where nothing can be written; one that cannot be written is made in memory,
 * see %TRS_STORE_MEMORY. The key is the only identity that the service
 * knows, so two users of one address are told apart by their projects. That it
 * is used now is for trs_store_prefer_shelf_async() to say.
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
  TrsStoreArgs *args = trs_store_args_new (0, address);

  args->ids = g_strdupv ((GStrv) ids);
  args->now = now;
  trs_store_call_with_args (self, trs_store_open_account_async, open_job, args, g_free,
                            TRS_STORE_ANYWAY, cancellable, callback, user_data);
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
  g_autofree gint64 *account = trs_store_call_finish (self, result, error);

  return account != NULL ? *account : 0;
}

static gpointer
clear_job (sqlite3  *db,
           GTask    *task,
           GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);

  return GINT_TO_POINTER (trs_sql_run_for (db, "DELETE FROM account WHERE account = ?1", args->account, error) &&
                          trs_sql_exec (db, TRS_STORE_SCHEMA_TIDY, error));
}

/**
 * trs_store_clear_account_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes everything of an account from this computer. The service keeps its own.
 */
void
trs_store_clear_account_async (TrsStore            *self,
                               gint64               account,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_clear_account_async, clear_job, trs_store_args_new (account, NULL), NULL,
                            TRS_STORE_DURABLE | TRS_STORE_SHRINK, cancellable, callback, user_data);
}

/**
 * trs_store_clear_account_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if nothing of it is left
 */
gboolean
trs_store_clear_account_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  return trs_store_call_finish (self, result, error) != NULL;
}
