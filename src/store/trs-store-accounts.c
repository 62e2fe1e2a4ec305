/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-store-rows.h"
#include "trs-store.h"

static gpointer
open_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
{
  gint64 account = trs_store_find_account (db, args->address, args->ids, args->now, error);

  return account != 0 ? g_memdup2 (&account, sizeof account) : NULL;
}

const TrsStoreJob trs_store_open_account = { open_job, g_free, TRS_STORE_ANYWAY };

/* Returns: the account, never 0; 0 with @error set on failure. */
gint64
trs_store_open_account_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_autofree gint64 *account = trs_store_run_finish (self, result, error);

  return account != NULL ? *account : 0;
}

static gpointer
use_job (sqlite3       *db,
         TrsStoreArgs  *args,
         GError       **error)
{
  return GINT_TO_POINTER (trs_sql_execute (db, error,
                                           "UPDATE account SET "
                                           "used_at = max (?2, (SELECT max (used_at) + 1 FROM account)) "
                                           "WHERE account = ?1",
                                           "xx", args->account, args->now));
}

const TrsStoreJob trs_store_use_account = { use_job, NULL, TRS_STORE_PLAIN };

static gpointer
list_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
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
                       "(SELECT plain_id (id) FROM project AS newest "
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
      account->newest_id = trs_sql_column_text (statement, 8);
      g_ptr_array_add (accounts, account);
    }

  return row ? NULL : g_steal_pointer (&accounts);
}

const TrsStoreJob trs_store_list_accounts = { list_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };
