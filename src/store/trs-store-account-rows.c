/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-account-rows.h"

#include <string.h>

#include "trs-sql-value.h"

/* Accounts in memory have numbers that no account in a file has. So jobs that were queued before a merge cannot
 * write to the wrong account after it. */
#define FIRST_IN_MEMORY (G_GINT64_CONSTANT (1) << 40)

/* Of the fingerprint of a key. */
#define SALT_BYTES 16
#define MARK_BYTES 4

/* The ways to find an account, each a query over the user. */
#define OF_USER "WITH user (address, ids, number, has_key) AS (VALUES (?1, ?2, ?3, ?4)) SELECT "
#define IS_EMPTY "NOT EXISTS (SELECT 1 FROM project WHERE project.account = account.account)"
#define IS_DECIDED "NOT EXISTS (SELECT 1 FROM submission WHERE submission.account = account.account AND decided_at = 0)"

/* The account that has one of the projects belongs to the same user. */
#define HAS_PROJECT                                                                                                  \
  OF_USER "account.account FROM user CROSS JOIN json_each (ids) CROSS JOIN account USING (address) "                   \
  "CROSS JOIN project WHERE project.account = account.account AND project.id = packed_id (value) LIMIT 1"

#define HAS_NUMBER OF_USER "account FROM user JOIN account USING (address) WHERE account = number"

/* Without projects, as when the program starts, it is the account used last. */
#define LAST_USED OF_USER "account FROM user JOIN account USING (address) ORDER BY used_at DESC LIMIT 1"

/* For a user of whom no project is known here, it is an account without projects. An undecided submission may belong
 * to another user, and an account with a fingerprint belongs to that of another key. */
#define UNUSED                                                                                                       \
  OF_USER "account FROM user JOIN account USING (address) WHERE " IS_EMPTY " AND " IS_DECIDED                          \
  " AND (NOT has_key OR key_mark IS NULL) ORDER BY used_at DESC LIMIT 1"

/* A key that lists nothing and is new here is that of the only account without a fingerprint that lists nothing
 * either: until schema 13 none had one. */
#define ONLY_EMPTY                                                                                                   \
  OF_USER "iif (count(*) = 1, max (account), 0) FROM user JOIN account USING (address) "                               \
  "WHERE " IS_EMPTY " AND key_mark IS NULL"

/* HMAC-SHA256 of the key under the salt, cut to what is enough to know the key again and too few to confirm a guess. */
static void
make_mark (gconstpointer  salt,
           const char    *key,
           guint8         mark[MARK_BYTES])
{
  g_autoptr (GHmac) hmac = g_hmac_new (G_CHECKSUM_SHA256, salt, SALT_BYTES);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_hmac_update (hmac, (const guchar *) key, (gssize) strlen (key));
  g_hmac_get_digest (hmac, digest, &length);
  memcpy (mark, digest, MARK_BYTES);
}

/* @row: account, key_salt, key_mark; in a damaged or foreign file these may be anything */
static gboolean
has_key (sqlite3_stmt *row,
         const char   *key)
{
  gconstpointer salt = sqlite3_column_blob (row, 1);
  gconstpointer mark = sqlite3_column_blob (row, 2);
  guint8 made[MARK_BYTES];

  if (sqlite3_column_bytes (row, 1) != SALT_BYTES || sqlite3_column_bytes (row, 2) != MARK_BYTES)
    return FALSE;

  make_mark (salt, key, made);
  return memcmp (mark, made, MARK_BYTES) == 0;
}

/**
 * trs_store_find_key:
 * @db: a connection
 * @address: normalised server address
 * @key: a key that may have been proved before
 * @account: (out): the account that has its fingerprint, 0 if none has
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_find_key (sqlite3     *db,
                    const char  *address,
                    const char  *key,
                    gint64      *account,
                    GError     **error)
{
  g_autoptr (sqlite3_stmt) accounts =
      trs_sql_query (db, error,
                     "SELECT account, key_salt, key_mark FROM account WHERE address = ?1 ORDER BY used_at DESC",
                     "s", address);
  gboolean more = TRUE;

  *account = 0;
  while (*account == 0 && trs_sql_step (accounts, &more, error) && more)
    if (has_key (accounts, key))
      *account = sqlite3_column_int64 (accounts, 0);
  return *account != 0 || !more;
}

/* The random salt is made by SQLite, whose generator is seeded by the kernel. */
static GBytes *
make_salt (sqlite3  *db,
           GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, "SELECT randomblob (" G_STRINGIFY (SALT_BYTES) ")", "");
  gboolean row = FALSE;

  return trs_sql_step (statement, &row, error) && row ? trs_sql_column_bytes (statement, 0) : NULL;
}

/**
 * trs_store_write_key:
 * @db: a connection
 * @account: an account
 * @key: the key that was proved to be that of its user
 * @error: return location for an error
 *
 * Writes the fingerprint of the key, unless it is there.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_write_key (sqlite3     *db,
                     gint64       account,
                     const char  *key,
                     GError     **error)
{
  g_autoptr (sqlite3_stmt) known =
      trs_sql_query (db, error, "SELECT account, key_salt, key_mark FROM account WHERE account = ?1", "x", account);
  g_autoptr (GBytes) salt = NULL;
  g_autoptr (GBytes) mark = NULL;
  guint8 made[MARK_BYTES];
  gboolean row = FALSE;

  if (!trs_sql_step (known, &row, error))
    return FALSE;
  if (row && has_key (known, key))
    return TRUE;

  salt = make_salt (db, error);
  if (salt == NULL)
    return FALSE;
  make_mark (g_bytes_get_data (salt, NULL), key, made);
  mark = g_bytes_new (made, sizeof made);
  return trs_sql_execute (db, error, "UPDATE account SET (key_salt, key_mark) = (?2, ?3) WHERE account = ?1", "xyy",
                          account, salt, mark);
}

/* The first of the ways to find the account that finds one. @account: (out): 0 if none does */
static gboolean
find_account (sqlite3             *db,
              const TrsStoreUser  *user,
              gint64              *account,
              GError             **error)
{
  /* A service of this home alone, whose name is no address, has one user. */
  const char *ids = g_uri_peek_scheme (user->address) != NULL ? user->ids : NULL;
  gboolean lists_nothing = g_strcmp0 (ids, "[]") == 0;
  const char *const ways[] = {
    ids != NULL ? HAS_PROJECT : NULL,
    user->account != 0 ? HAS_NUMBER : NULL,
    ids == NULL && user->account == 0 ? LAST_USED : NULL,
    user->key != NULL && lists_nothing ? ONLY_EMPTY : UNUSED,
  };

  *account = 0;
  if (user->key != NULL && !trs_store_find_key (db, user->address, user->key, account, error))
    return FALSE;
  for (guint i = 0; *account == 0 && i < G_N_ELEMENTS (ways); i++)
    if (ways[i] != NULL &&
        !trs_sql_read_number (db, account, error, ways[i], "ssxi", user->address, ids, user->account,
                              user->key != NULL))
      return FALSE;
  return TRUE;
}

/**
 * trs_store_find_account:
 * @db: a connection, in a transaction
 * @user: whose account
 * @now: microseconds since the epoch
 * @error: return location for an error
 *
 * Finds the account of a user, or makes one. The same key is the same user, whatever its list shows.
 *
 * Returns: the account; 0 with @error set
 */
gint64
trs_store_find_account (sqlite3             *db,
                        const TrsStoreUser  *user,
                        gint64               now,
                        GError             **error)
{
  gboolean in_memory = *sqlite3_db_filename (db, "main") == '\0';
  gint64 account;

  if (!find_account (db, user, &account, error))
    return 0;
  if (account != 0)
    return account;

  return trs_sql_execute (db, error,
                          "INSERT INTO account (account, address, created_at, used_at) "
                          "SELECT max (coalesce (max (account), 0) + 1, ?3), ?1, ?2, ?2 FROM account",
                          "sxx", user->address, now, in_memory ? FIRST_IN_MEMORY : (gint64) 1)
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
