/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-find-account.h"

/* Numbers of accounts that are only in memory: none of them is ever one of the file, so that nothing that was asked for
 * before a merge is written to the wrong account after it. */
#define FIRST_IN_MEMORY (G_GINT64_CONSTANT (1) << 40)

/* The shelf of the address on which one of the projects stands: the same user. */
static gboolean
find_by_projects (sqlite3             *db,
                  const char          *address,
                  const char * const  *ids,
                  gint64              *account,
                  GError             **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT account FROM project JOIN account USING (account) WHERE address = ?1 AND id = ?2",
                       error);

  if (statement == NULL)
    return FALSE;

  for (guint i = 0; ids != NULL && ids[i] != NULL && *account == 0; i++)
    {
      gboolean row = FALSE;

      trs_sql_bind_text (statement, 1, address);
      trs_sql_bind_id (statement, 2, ids[i]);
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
find_by_use (sqlite3     *db,
             const char  *address,
             gboolean     any,
             gint64      *account,
             GError     **error)
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

  trs_sql_bind_text (statement, 1, address);
  sqlite3_bind_int (statement, 2, any);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (row)
    *account = sqlite3_column_int64 (statement, 0);
  return TRUE;
}

static gboolean
create (sqlite3     *db,
        const char  *address,
        gint64       now,
        gint64      *account,
        GError     **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "INSERT INTO account (account, address, created_at, used_at) "
                       "SELECT max (coalesce (max (account), 0) + 1, ?3), ?1, ?2, ?2 FROM account",
                       error);

  if (statement == NULL)
    return FALSE;

  trs_sql_bind_text (statement, 1, address);
  sqlite3_bind_int64 (statement, 2, now);
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
 * @ids: (nullable): ids of the first page of the list, which tell the user;
 *   %NULL for the shelf used last
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
  gint64 account = 0;

  if (!find_by_projects (db, address, ids, &account, error) ||
      (account == 0 && !find_by_use (db, address, ids == NULL, &account, error)) ||
      (account == 0 && !create (db, address, now, &account, error)))
    return 0;

  return account;
}
