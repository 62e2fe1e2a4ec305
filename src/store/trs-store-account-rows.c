/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-account-rows.h"

#include "trs-sql-value.h"

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

/**
 * trs_store_read_draft:
 * @db: a connection
 * @account: an account
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what was entered for it and not sent; %NULL with @error set
 */
TrsDraft *
trs_store_read_draft (sqlite3  *db,
                      gint64    account,
                      GError  **error)
{
  g_autoptr (sqlite3_stmt) rows =
      trs_sql_query (db, error,
                     "SELECT draft_lines, draft_language, refused.key, refused.value FROM account "
                     "LEFT JOIN json_each (iif (json_valid (draft_refused), draft_refused, '{}')) AS refused "
                     "WHERE account = ?1",
                     "x", account);
  g_autoptr (TrsDraft) draft = NULL;
  gboolean more = TRUE;

  while (trs_sql_step (rows, &more, error) && more)
    {
      if (draft == NULL)
        draft = trs_draft_new ((const char *) sqlite3_column_text (rows, 0),
                               (const char *) sqlite3_column_text (rows, 1));
      if (sqlite3_column_type (rows, 2) == SQLITE_TEXT && sqlite3_column_type (rows, 3) == SQLITE_TEXT)
        g_hash_table_insert (draft->refused, trs_sql_column_text (rows, 2), trs_sql_column_text (rows, 3));
    }
  if (more)
    return NULL;
  return draft != NULL ? g_steal_pointer (&draft) : trs_draft_new (NULL, NULL);
}

/* The videos ?4 and the reasons ?5, arrays of JSON, as an object */
#define REFUSED                                                                                            \
  "(SELECT json_group_object (video.value, reason.value) "                                                 \
  " FROM json_each (?4) AS video JOIN json_each (?5) AS reason ON reason.key = video.key)"

static gboolean
execute_draft (sqlite3         *db,
               const char      *sql,
               gint64           account,
               const TrsDraft  *draft,
               GError         **error)
{
  g_autoptr (GPtrArray) videos = g_ptr_array_new ();
  g_autoptr (GPtrArray) reasons = g_ptr_array_new ();
  g_autofree char *videos_json = NULL;
  g_autofree char *reasons_json = NULL;
  GHashTableIter iter;
  gpointer video_id, reason;

  g_hash_table_iter_init (&iter, draft->refused);
  while (g_hash_table_iter_next (&iter, &video_id, &reason))
    {
      g_ptr_array_add (videos, video_id);
      g_ptr_array_add (reasons, reason);
    }
  g_ptr_array_add (videos, NULL);
  g_ptr_array_add (reasons, NULL);
  videos_json = trs_sql_dup_json ((const char * const *) videos->pdata);
  reasons_json = trs_sql_dup_json ((const char * const *) reasons->pdata);
  return trs_sql_execute (db, error, sql, "xssss", account, draft->lines, draft->language, videos_json, reasons_json);
}

/**
 * trs_store_write_draft:
 * @db: a connection
 * @account: an account; nothing is written if it is not there
 * @draft: its draft from now on
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_write_draft (sqlite3         *db,
                       gint64           account,
                       const TrsDraft  *draft,
                       GError         **error)
{
  return execute_draft (db,
                        "UPDATE account SET draft_lines = nullif (?2, ''), draft_language = ?3, "
                        "draft_refused = nullif (" REFUSED ", '{}') WHERE account = ?1",
                        account, draft, error);
}

/**
 * trs_store_add_draft:
 * @db: a connection
 * @account: an account; nothing is written if it is not there
 * @draft: what is added to its draft, unless it is there already
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_add_draft (sqlite3         *db,
                     gint64           account,
                     const TrsDraft  *draft,
                     GError         **error)
{
  return execute_draft (db,
                        "UPDATE account SET draft_lines = CASE WHEN draft_lines IS NULL THEN ?2 "
                        "WHEN instr (draft_lines, ?2) THEN draft_lines "
                        "ELSE rtrim (draft_lines, char (10)) || char (10) || ?2 END, "
                        "draft_language = coalesce (draft_language, ?3), "
                        "draft_refused = nullif (json_patch (iif (json_valid (draft_refused), draft_refused, '{}'), "
                        REFUSED "), '{}') WHERE account = ?1 AND ?2 <> ''",
                        account, draft, error);
}
