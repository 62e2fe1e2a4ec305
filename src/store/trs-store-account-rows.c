/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-account-rows.h"

/* Accounts in memory have numbers that no account in a file has. So jobs that were queued before a merge cannot
 * write to the wrong account after it. */
#define FIRST_IN_MEMORY (G_GINT64_CONSTANT (1) << 40)

/* The account that has one of the projects belongs to the same user. Without project ids, as when the program
 * starts, it is the account used last. For a user who has no projects yet, it is an empty account: one without
 * projects and without undecided submissions, which may belong to someone else. */
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
 *   an array of JSON; %NULL for the account used last. A service of this home
 *   alone, whose name is no address, has one user, whatever @ids say.
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
  gboolean on_server = g_uri_peek_scheme (address) != NULL;
  gint64 account;

  if (!trs_sql_read_number (db, &account, error, FIND, "ss", address, on_server ? ids : NULL))
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
