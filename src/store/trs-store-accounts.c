/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-store.h"

/* Accounts in memory have numbers that none in the file has, so that nothing that was asked for before a merge is
 * written to the wrong account after it. */
#define FIRST_IN_MEMORY (G_GINT64_CONSTANT (1) << 40)

/* The account that has one of the projects belongs to the same user. Without projects to go by: the account used last
 * at the start of the program, an empty one for a user who has no project yet. One with a submission that waits for
 * its project is not empty: it may be of someone else. */
#define FIND                                                                                                         \
  "SELECT coalesce ("                                                                                                \
  "(SELECT account.account FROM json_each (?2) CROSS JOIN account CROSS JOIN project "                               \
  " WHERE address = ?1 AND project.account = account.account AND project.id = packed_id (value) LIMIT 1), "          \
  "(SELECT account FROM account WHERE address = ?1 "                                                                 \
  " AND (?2 IS NULL OR (NOT EXISTS (SELECT 1 FROM project WHERE project.account = account.account) "                 \
  "  AND NOT EXISTS (SELECT 1 FROM submission WHERE submission.account = account.account AND decided_at = 0))) "     \
  " ORDER BY used_at DESC LIMIT 1))"

/**
 * trs_store_find_account:
 * @db: a connection
 * @address: normalised server address, or another name for the service
 * @ids: (nullable): ids of the first page of the list, which tell the user, as
 *   an array of JSON; %NULL for the account used last
 * @now: microseconds since the epoch
 * @error: return location for an error
 *
 * Finds an account, or makes one.
 *
 * Returns: the account; 0 with @error set
 */
gint64
trs_store_find_account (sqlite3     *db,
                        const char  *address,
                        const char  *ids,
                        gint64       now,
                        GError     **error)
{
  gboolean in_memory = *sqlite3_db_filename (db, "main") == '\0';
  gint64 account;

  if (!trs_sql_read_number (db, &account, error, FIND, "ss", address, ids))
    return 0;
  if (account != 0)
    return account;

  return trs_sql_execute (db, error,
                          "INSERT INTO account (account, address, created_at, used_at) "
                          "SELECT max (coalesce (max (account), 0) + 1, ?3), ?1, ?2, ?2 FROM account",
                          "sxx", address, now, in_memory ? FIRST_IN_MEMORY : (gint64) 1)
             ? sqlite3_last_insert_rowid (db)
             : 0;
}

static gpointer
open_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
{
  g_autofree char *ids = trs_sql_dup_json (args->ids);
  gint64 account = trs_store_find_account (db, args->address, ids, args->now, error);

  return account != 0 ? g_memdup2 (&account, sizeof account) : NULL;
}

const TrsStoreOldJob trs_store_open_account = { open_job, g_free, TRS_STORE_FALLBACK_TO_MEMORY };

/* Returns: the account, never 0; 0 with @error set on failure. */
gint64
trs_store_open_account_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_autofree gint64 *account = trs_store_run_finish (self, result, error);

  return account != NULL ? *account : 0;
}

const TrsStoreOldJob trs_store_use_account = {
  .sql = "UPDATE account SET used_at = max (:now, (SELECT max (used_at) + 1 FROM account)) WHERE account = :account",
};

static gpointer
read_delivery_job (sqlite3       *db,
                   TrsStoreArgs  *args,
                   GError       **error)
{
  gint64 delivery;

  args->quiet = TRUE;
  if (!trs_sql_read_number (db, &delivery, error,
                            "SELECT coalesce ((SELECT delivery FROM account WHERE account = ?1), -1)", "x",
                            args->account))
    return NULL;
  return g_memdup2 (&delivery, sizeof delivery);
}

/* The modes are in the order of what they disclose; what follows them is as good as the first. */
static gpointer
ensure_delivery_job (sqlite3       *db,
                     TrsStoreArgs  *args,
                     GError       **error)
{
  return trs_sql_execute (db, error,
                          "UPDATE account SET delivery = ?2 WHERE account = ?1 "
                          "AND (delivery < 0 OR delivery % 3 > ?2 % 3)",
                          "xx", args->account, args->number)
             ? read_delivery_job (db, args, error)
             : NULL;
}

static gpointer
write_delivery_job (sqlite3       *db,
                    TrsStoreArgs  *args,
                    GError       **error)
{
  return trs_sql_execute (db, error, "UPDATE account SET delivery = ?2 WHERE account = ?1", "xx", args->account,
                          args->number)
             ? read_delivery_job (db, args, error)
             : NULL;
}

const TrsStoreOldJob trs_store_read_delivery = { read_delivery_job, g_free, TRS_STORE_PLAIN };
const TrsStoreOldJob trs_store_ensure_delivery = { ensure_delivery_job, g_free, TRS_STORE_DURABLE };
const TrsStoreOldJob trs_store_write_delivery = { write_delivery_job, g_free, TRS_STORE_DURABLE };

/**
 * trs_store_delivery_finish:
 * @self: a store
 * @result: of a job about the delivery of an account
 * @delivery: (out): what its row says: a mode, 3, or -1; untouched on failure
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_delivery_finish (TrsStore      *self,
                           GAsyncResult  *result,
                           int           *delivery,
                           GError       **error)
{
  g_autofree gint64 *number = trs_store_run_finish (self, result, error);

  if (number != NULL)
    *delivery = (int) CLAMP (*number, -1, 3);
  return number != NULL;
}

static gpointer
read_account (sqlite3_stmt *statement)
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
  return account;
}

const TrsStoreOldJob trs_store_list_accounts = {
  .sql = "SELECT account.account, account.address, used_at, count (project.row), count (text.text), "
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
  .read = read_account,
  .free_result = (GDestroyNotify) trs_known_account_free,
};
