/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-accounts.h"

#include "trs-sql-id.h"
#include "trs-store-private.h"

/* Numbers of accounts that are only in memory: none of them is ever one of the file, so that nothing that was asked for
 * before a merge is written to the wrong account after it. */
#define FIRST_IN_MEMORY (G_GINT64_CONSTANT (1) << 40)

/* The shelf of the address on which one of the projects stands: the same user. */
static gboolean
find_by_projects (sqlite3    *db,
                  const TrsStoreArgs *args,
                  gint64     *account,
                  GError    **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT account FROM project JOIN account USING (account) WHERE address = ?1 AND id = ?2",
                       error);

  if (statement == NULL)
    return FALSE;

  for (guint i = 0; args->ids != NULL && args->ids[i] != NULL && *account == 0; i++)
    {
      gboolean row = FALSE;

      trs_sql_bind_text (statement, 1, args->id);
      trs_sql_bind_id (statement, 2, args->ids[i]);
      if (!trs_sql_step (statement, &row, error))
        return FALSE;
      if (row)
        *account = sqlite3_column_int64 (statement, 0);
      sqlite3_reset (statement);
    }

  return TRUE;
}

/* Without projects to go by: the shelf used last at the start of the program,
 * an empty one for a user who has no project yet. One on which a submission
 * waits for its project is not empty: it may be of someone else. */
static gboolean
find_by_use (sqlite3    *db,
             const TrsStoreArgs *args,
             gint64     *account,
             GError    **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT account FROM account WHERE address = ?1 "
                       "AND (?2 OR (NOT EXISTS (SELECT 1 FROM project WHERE project.account = account.account) "
                       "AND NOT EXISTS (SELECT 1 FROM submission WHERE submission.account = account.account "
                       "AND decided_at = 0))) "
                       "ORDER BY used_at DESC LIMIT 1",
                       error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;

  trs_sql_bind_text (statement, 1, args->id);
  sqlite3_bind_int (statement, 2, args->ids == NULL);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (row)
    *account = sqlite3_column_int64 (statement, 0);
  return TRUE;
}

static gboolean
create (sqlite3    *db,
        const TrsStoreArgs *args,
        gint64     *account,
        GError    **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "INSERT INTO account (account, address, created_at, used_at) "
                       "SELECT max (coalesce (max (account), 0) + 1, ?3), ?1, ?2, ?2 FROM account",
                       error);

  if (statement == NULL)
    return FALSE;

  trs_sql_bind_text (statement, 1, args->id);
  sqlite3_bind_int64 (statement, 2, args->now);
  sqlite3_bind_int64 (statement, 3, *sqlite3_db_filename (db, "main") == '\0' ? FIRST_IN_MEMORY : 1);
  if (!trs_sql_run (statement, error))
    return FALSE;

  *account = sqlite3_last_insert_rowid (db);
  return TRUE;
}

/**
 * trs_store_find_account:
 * @db: a connection
 * @address: normalised server address, or another name for the service
 * @ids: (nullable): see trs_store_open_account_async()
 * @now: microseconds since the epoch
 * @error: return location for an error
 *
 * Finds the shelf of an account, or makes one.
 *
 * Returns: the account; 0 with @error set
 */
gint64
trs_store_find_account (sqlite3             *db,
                        const char          *address,
                        const char * const  *ids,
                        gint64               now,
                        GError             **error)
{
  const TrsStoreArgs args = { .id = (char *) address, .ids = (GStrv) ids, .now = now };
  gint64 account = 0;

  if (!find_by_projects (db, &args, &account, error) ||
      (account == 0 && !find_by_use (db, &args, &account, error)) ||
      (account == 0 && !create (db, &args, &account, error)))
    return 0;

  return account;
}

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
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, "DELETE FROM account WHERE account = ?1", error);

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, ((const TrsStoreArgs *) g_task_get_task_data (task))->account);
  /* The words of an index are gone for good, and the space is free, after this. */
  return GINT_TO_POINTER (trs_sql_run (statement, error) &&
                          trs_sql_exec (db,
                                        "INSERT INTO text_index (text_index) VALUES ('optimize');"
                                        "PRAGMA incremental_vacuum;",
                                        error));
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
