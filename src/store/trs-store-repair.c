/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"

#include <string.h>

#include "trs-search-query.h"
#include "trs-store-error.h"
#include "trs-store-text-rows.h"

/* Damaged pages that refer to each other make SQLite read more rows than the file has room for, without end. Limits
 * are the fewest bytes that a row takes in a page, and how many VM instructions are allowed for each byte of the
 * file, many times what an intact file needs. */
#define MIN_ROW_BYTES 4
#define STEPS_PER_BYTE 64
#define STEPS_AT_ONCE 1000

/* Lower bound of the length limit, so that no value of a small file is cut off. */
#define MIN_LIMIT (1024 * 1024)

/* A damaged file that is being salvaged. */
typedef struct
{
  sqlite3 *db;
  gint64 bytes;      /* of the file and its log */
  gint64 steps_left; /* for the table that is being read */
} Damaged;

/* Runs `PRAGMA quick_check`, which reads the whole file. */
static gboolean
quick_check (sqlite3  *db,
             GError  **error)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (db, error, "PRAGMA quick_check(1)", "");
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  if (row && g_strcmp0 ((const char *) sqlite3_column_text (statement, 0), "ok") == 0)
    return TRUE;

  trs_store_error_set_damaged (error, row ? (const char *) sqlite3_column_text (statement, 0) : "quick_check");
  return FALSE;
}

static gboolean
finds_text (sqlite3     *db,
            gint64       text,
            const char  *words,
            gint64      *found,
            GError     **error)
{
  /* The last word may be cut off, so it is left out. */
  g_autofree char *whole = g_strndup (words, (gsize) (MAX (strrchr (words, ' '), words) - words));
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (whole);
  g_autofree char *match = trs_search_query_to_fts (query);

  *found = trs_search_query_get_terms (query) == 0;
  return *found || trs_sql_read_number (db, found, error,
                                        "SELECT 1 FROM text_index WHERE text_index MATCH ?1 AND rowid = ?2", "sx",
                                        match, text);
}

/* A damaged index may return nothing instead of an error: look up the first words of the newest and the oldest text. */
static gboolean
check_index (sqlite3  *db,
             GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT text, substr (bare, 1, 80) FROM text WHERE text IN "
                     "((SELECT min (text) FROM text WHERE NOT superseded AND NOT unspaced),"
                     " (SELECT max (text) FROM text WHERE NOT superseded AND NOT unspaced))",
                     "");
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    {
      gint64 found = 0;

      if (!finds_text (db, sqlite3_column_int64 (statement, 0), (const char *) sqlite3_column_text (statement, 1),
                       &found, error))
        return FALSE;
      if (!found)
        {
          trs_store_error_set_damaged (error, "the index does not know a text");
          return FALSE;
        }
    }
  return !row;
}

/**
 * trs_store_check_database:
 * @db: a connection
 * @error: return location for an error
 *
 * Looks for damage that queries do not report.
 *
 * Returns: %TRUE if there is none
 */
gboolean
trs_store_check_database (sqlite3  *db,
                          GError  **error)
{
  return quick_check (db, error) && check_index (db, error);
}

static void
interrupt_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  sqlite3_interrupt (user_data);
}

/**
 * trs_store_check_file:
 * @path: a file, which may be in use
 * @cancellable: to give up
 *
 * As trs_store_check_database(), on a connection of its own.
 *
 * Returns: %TRUE if the file is sound; %FALSE also if it cannot be read as it is
 */
gboolean
trs_store_check_file (const char   *path,
                      GCancellable *cancellable)
{
  sqlite3 *db = NULL;
  gboolean sound = FALSE;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
    {
      gulong handler = g_cancellable_connect (cancellable, G_CALLBACK (interrupt_cb), db, NULL);

      /* The worker has to migrate an older file before it can be checked. */
      sound = trs_store_schema_read_version (db, NULL) == trs_store_schema_get_newest () &&
              trs_store_check_database (db, NULL);
      g_cancellable_disconnect (cancellable, handler);
    }
  sqlite3_close_v2 (db);
  return sound;
}

/**
 * trs_store_repair_indexes:
 * @db: a connection, outside a transaction
 * @error: return location for an error
 *
 * Damage is often in the largest part of the file, the full-text index, which
 * can be rebuilt from the texts.
 *
 * Returns: %TRUE if the file is sound now
 */
gboolean
trs_store_repair_indexes (sqlite3  *db,
                          GError  **error)
{
  return trs_sql_exec (db, "BEGIN IMMEDIATE", error) &&
         trs_sql_end_transaction (db, trs_store_schema_rebuild_index (db, error) && quick_check (db, error), error);
}

/* Skips texts that do not match their checksums; they are downloaded again. */
static gboolean
is_whole_text (sqlite3 *source,
               gint64   text)
{
  g_autoptr (TrsTranscript) transcript = trs_store_take_text (
      trs_sql_query (source, NULL, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", "x", text), NULL);

  return transcript != NULL;
}

/* Copies a note even if some characters are damaged, but makes it valid UTF-8, as its readers expect. */
static void
bind_valid (sqlite3_stmt *from,
            sqlite3_stmt *to)
{
  for (int i = 0; i < sqlite3_column_count (from); i++)
    {
      const char *text;
      gssize length;

      if (sqlite3_column_type (from, i) != SQLITE_TEXT)
        continue;
      text = (const char *) sqlite3_column_text (from, i);
      length = sqlite3_column_bytes (from, i);
      if (text != NULL && !g_utf8_validate (text, length, NULL))
        sqlite3_bind_text (to, i + 1, g_utf8_make_valid (text, length), -1, g_free);
    }
}

/* Copies a row unless the table rejects it: because its parent was damaged, because it was copied already, or
 * because one of its numbers is invalid. */
static gboolean
copy_row (sqlite3_stmt  *from,
          sqlite3_stmt  *to,
          gboolean       is_text,
          GError       **error)
{
  int code;

  if (is_text && !is_whole_text (sqlite3_db_handle (from), sqlite3_column_int64 (from, 0)))
    return TRUE;

  for (int i = 0; i < sqlite3_column_count (from); i++)
    sqlite3_bind_value (to, i + 1, sqlite3_column_value (from, i));
  bind_valid (from, to);
  if (trs_sql_run (to, error))
    return TRUE;
  code = sqlite3_errcode (sqlite3_db_handle (to)) & 0xff;
  if (code != SQLITE_CONSTRAINT && code != SQLITE_MISMATCH && code != SQLITE_TOOBIG)
    return FALSE;

  g_clear_error (error);
  return TRUE;
}

/* Returns: the fewest bytes that a row takes in a page */
static gint64
measure_row (sqlite3_stmt *row)
{
  gint64 bytes = MIN_ROW_BYTES;

  for (int i = 0; i < sqlite3_column_count (row); i++)
    {
      int type = sqlite3_column_type (row, i);

      if (type == SQLITE_TEXT || type == SQLITE_BLOB)
        bytes += sqlite3_column_bytes (row, i);
    }
  return bytes;
}

/* Copies the columns that both tables have; an older schema may have fewer, and others. Sets @whole to FALSE unless
 * the end of the table was reached. Returns: FALSE if nothing can be written */
static gboolean
copy_table (Damaged     *damaged,
            sqlite3     *db,
            const char  *name,
            const char  *order,
            gboolean    *whole,
            GError     **error)
{
  g_autofree char *all_sql = g_strconcat ("SELECT * FROM ", name, NULL);
  g_autoptr (sqlite3_stmt) all = trs_sql_query (damaged->db, NULL, all_sql, "");
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *select = NULL;
  g_autofree char *insert = NULL;
  g_autoptr (sqlite3_stmt) from = NULL;
  g_autoptr (sqlite3_stmt) to = NULL;
  gint64 bytes_left = damaged->bytes;
  gboolean row = TRUE;

  damaged->steps_left = MIN_LIMIT + damaged->bytes * STEPS_PER_BYTE;
  for (int i = 0; i < sqlite3_column_count (all); i++)
    {
      const char *column = sqlite3_column_name (all, i);
      const char *separator = columns->len > 0 ? ", " : "";

      if (sqlite3_table_column_metadata (db, NULL, name, column, NULL, NULL, NULL, NULL, NULL) != SQLITE_OK)
        continue;
      g_string_append_printf (columns, "%s%s", separator, column);
      g_string_append_printf (values, "%s?", separator);
    }

  /* Fails if none of the columns can be read. */
  select = g_strdup_printf ("SELECT %s FROM %s%s", columns->str, name, order);
  insert = g_strdup_printf ("INSERT OR IGNORE INTO %s (%s) VALUES (%s)", name, columns->str, values->str);
  from = trs_sql_query (damaged->db, NULL, select, "");
  *whole = FALSE;
  if (from == NULL)
    return TRUE;
  to = trs_sql_query (db, error, insert, "");
  if (to == NULL)
    return FALSE;

  while (bytes_left >= 0 && trs_sql_step (from, &row, NULL) && row)
    {
      bytes_left -= measure_row (from);
      if (!copy_row (from, to, g_str_equal (name, "text"), error))
        return FALSE;
    }

  *whole = !row;
  return TRUE;
}

/* Each table is also read backwards, to find rows behind a damaged page. */
static gboolean
copy_tables (Damaged  *damaged,
             int       version,
             sqlite3  *db,
             gboolean *whole,
             GError  **error)
{
  guint n_tables;
  const TrsStoreTable *tables = trs_store_schema_get_tables (&n_tables);

  *whole = TRUE;
  for (guint i = 0; i < n_tables; i++)
    {
      gboolean to_the_end = FALSE;

      if (version < tables[i].since || tables[i].from_the_end == NULL)
        continue;
      if (!copy_table (damaged, db, tables[i].name, "", &to_the_end, error))
        return FALSE;
      if (to_the_end)
        continue;
      *whole = FALSE;
      if (!copy_table (damaged, db, tables[i].name, tables[i].from_the_end, &to_the_end, error))
        return FALSE;
    }
  return TRUE;
}

/* Copies all tables and marks the list as unread, because the service may still have projects that could not be
 * copied. */
static gboolean
copy_all (Damaged  *damaged,
          int       version,
          sqlite3  *db,
          gboolean *whole,
          GError  **error)
{
  return trs_sql_exec (db, "PRAGMA synchronous = FULL; BEGIN IMMEDIATE", error) &&
         copy_tables (damaged, version, db, whole, error) &&
         trs_sql_exec (db,
                       "DELETE FROM text WHERE NOT aligned AND "
                       "  (SELECT count (*) FROM variant WHERE variant.text = text.text AND flags IN (1, 2, 3)) < 3;"
                       TRS_STORE_SCHEMA_JOIN_TWINS
                       TRS_STORE_SCHEMA_FILL_ORDER
                       "UPDATE account SET " TRS_STORE_SCHEMA_FORGET_LISTING ","
                       "  walk = max (walk, 1, (SELECT coalesce (max (listed), 0) FROM project));"
                       "COMMIT; PRAGMA wal_checkpoint (TRUNCATE);",
                       error);
}

static gboolean
note_damage (sqlite3     *db,
             const char  *aside,
             GError     **error)
{
  g_autofree char *name = g_path_get_basename (aside);

  return trs_sql_exec (db, "PRAGMA synchronous = FULL", error) &&
         trs_sql_execute (db, error, "INSERT OR REPLACE INTO todo (what, value) VALUES ('damage', ?1)", "s", name);
}

static int
step_cb (gpointer user_data)
{
  Damaged *damaged = user_data;

  damaged->steps_left -= STEPS_AT_ONCE;
  return damaged->steps_left < 0;
}

/* Opens the file with limits, because its schema may be damaged, too: a view may never end, and a value may claim to
 * be longer than the file. */
static gboolean
open_damaged (Damaged    *damaged,
              const char *path)
{
  damaged->bytes = trs_store_file_measure (path);
  damaged->steps_left = MIN_LIMIT;
  if (sqlite3_open_v2 (path, &damaged->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    return FALSE;

  sqlite3_db_config (damaged->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (damaged->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_limit (damaged->db, SQLITE_LIMIT_LENGTH, (int) CLAMP (damaged->bytes, MIN_LIMIT, G_MAXINT32));
  sqlite3_progress_handler (damaged->db, STEPS_AT_ONCE, step_cb, damaged);
  /* SQLite refuses a file that has become shorter, unless writable_schema is on. */
  return trs_sql_exec (damaged->db, "PRAGMA writable_schema = ON", NULL);
}

/**
 * trs_store_salvage:
 * @damaged: the file that cannot be used; it stays as it is
 * @path: where the new one will be
 * @aside: where the damaged one will be moved; the new one remembers to
 *   inform the user, unless the old one was only too old and could be read as a whole
 * @error: return location for an error
 *
 * Copies what can be read of a damaged file, or of one that is too old, into a
 * new one. Notes, titles of the user and pending submissions are nowhere else.
 *
 * Returns: %FALSE with @error set if the new file could not be written; there
 *   is none then
 */
gboolean
trs_store_salvage (const char  *damaged,
                   const char  *path,
                   const char  *aside,
                   GError     **error)
{
  Damaged source = { NULL };
  sqlite3 *db = NULL;
  gboolean written = TRUE;
  gboolean whole = FALSE;
  int version = 0;

  trs_store_file_remove (path);
  db = trs_store_file_open (path, error);
  if (db == NULL)
    return FALSE;

  if (open_damaged (&source, damaged))
    version = trs_store_schema_read_version (source.db, NULL);
  if (version >= 1 && version <= trs_store_schema_get_newest ())
    written = copy_all (&source, version, db, &whole, error);
  if (written && (!whole || version >= TRS_STORE_SCHEMA_OLDEST))
    written = note_damage (db, aside, error);

  sqlite3_close_v2 (source.db);
  sqlite3_close_v2 (db);
  if (!written)
    trs_store_file_remove (path);
  return written;
}
