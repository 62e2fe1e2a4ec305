/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"

#include <string.h>

#include "trs-search-query.h"
#include "trs-store-worker.h"

/* Parents before children, as foreign keys demand. */
static const struct
{
  const char *name;
  const char *from_the_end;
  int since; /* version of the schema */
} tables[] = {
  { "account", " ORDER BY account DESC", 1 },
  { "submission", " ORDER BY local_id DESC", 1 },
  { "project", " ORDER BY row DESC", 1 },
  { "text", " ORDER BY text DESC", 1 },
  { "variant", " ORDER BY text DESC, flags DESC", 1 },
  { "annotation", " ORDER BY annotation DESC", 9 },
};

/* Reads the whole file. */
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

  trs_sql_set_damaged (error, row ? (const char *) sqlite3_column_text (statement, 0) : "quick_check");
  return FALSE;
}

static gboolean
finds_text (sqlite3     *db,
            gint64       text,
            const char  *words,
            gint64      *found,
            GError     **error)
{
  /* The last word may be cut off. */
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
          trs_sql_set_damaged (error, "the index does not know a text");
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

      /* An older file has to be migrated by the worker first. */
      sound = trs_store_schema_read_version (db, NULL) == TRS_STORE_SCHEMA_VERSION &&
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

/* A text that does not match its checksums is downloaded again. */
static gboolean
is_whole_text (sqlite3 *source,
               gint64   text)
{
  g_autoptr (TrsTranscript) transcript = trs_store_take_text (
      trs_sql_query (source, NULL, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", "x", text), NULL);

  return transcript != NULL;
}

/* Skips a row that violates a constraint: its parent was damaged, or it was copied already. */
static gboolean
copy_row (sqlite3_stmt  *from,
          sqlite3_stmt  *to,
          gboolean       is_text,
          GError       **error)
{
  if (is_text && !is_whole_text (sqlite3_db_handle (from), sqlite3_column_int64 (from, 0)))
    return TRUE;

  if (trs_sql_copy_row (from, to, error))
    return TRUE;
  if (sqlite3_errcode (sqlite3_db_handle (to)) != SQLITE_CONSTRAINT)
    return FALSE;

  g_clear_error (error);
  return TRUE;
}

/* Copies the columns that both have: an older schema has fewer of them, and may have others. Sets @whole to FALSE if
 * the end was not reached. Returns FALSE if nothing can be written. */
static gboolean
copy_table (sqlite3     *source,
            sqlite3     *db,
            const char  *name,
            const char  *order,
            gboolean    *whole,
            GError     **error)
{
  g_autofree char *all_sql = g_strconcat ("SELECT * FROM ", name, NULL);
  g_autoptr (sqlite3_stmt) all = trs_sql_query (source, NULL, all_sql, "");
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *select = NULL;
  g_autofree char *insert = NULL;
  g_autoptr (sqlite3_stmt) from = NULL;
  g_autoptr (sqlite3_stmt) to = NULL;
  gboolean row = TRUE;

  for (int i = 0; i < sqlite3_column_count (all); i++)
    {
      const char *column = sqlite3_column_name (all, i);
      const char *separator = columns->len > 0 ? ", " : "";

      if (sqlite3_table_column_metadata (db, NULL, name, column, NULL, NULL, NULL, NULL, NULL) != SQLITE_OK)
        continue;
      g_string_append_printf (columns, "%s%s", separator, column);
      g_string_append_printf (values, "%s?", separator);
    }

  /* Without a column that can be read there is no such query. */
  select = g_strdup_printf ("SELECT %s FROM %s%s", columns->str, name, order);
  insert = g_strdup_printf ("INSERT OR IGNORE INTO %s (%s) VALUES (%s)", name, columns->str, values->str);
  from = trs_sql_query (source, NULL, select, "");
  *whole = FALSE;
  if (from == NULL)
    return TRUE;
  to = trs_sql_query (db, error, insert, "");
  if (to == NULL)
    return FALSE;

  while (trs_sql_step (from, &row, NULL) && row)
    if (!copy_row (from, to, g_str_equal (name, "text"), error))
      return FALSE;

  *whole = !row;
  return TRUE;
}

/* Rows behind a damaged page are read from the other end. */
static gboolean
copy_tables (sqlite3  *source,
             int       version,
             sqlite3  *db,
             gboolean *whole,
             GError  **error)
{
  *whole = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      gboolean to_the_end = FALSE;

      if (version < tables[i].since)
        continue;
      if (!copy_table (source, db, tables[i].name, "", &to_the_end, error))
        return FALSE;
      if (to_the_end)
        continue;
      *whole = FALSE;
      if (!copy_table (source, db, tables[i].name, tables[i].from_the_end, &to_the_end, error))
        return FALSE;
    }
  return TRUE;
}

/* The service may still have what could not be read: forget how far the list was read. */
static gboolean
copy_all (sqlite3  *source,
          int       version,
          sqlite3  *db,
          gboolean *whole,
          GError  **error)
{
  return trs_sql_exec (db, "PRAGMA synchronous = FULL; BEGIN IMMEDIATE", error) &&
         copy_tables (source, version, db, whole, error) &&
         trs_sql_exec (db,
                       "UPDATE OR IGNORE project SET id = packed_id (id) WHERE typeof (id) = 'text';"
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

/**
 * trs_store_salvage:
 * @damaged: the file that cannot be used; it stays as it is
 * @path: where the new one will be
 * @aside: where the damaged one will be moved; the new one remembers that it
 *   has to be told, unless the old one was only too old and could be read as a whole
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
  sqlite3 *source = NULL;
  sqlite3 *db = NULL;
  gboolean written = TRUE;
  gboolean whole = FALSE;
  int version = 0;

  trs_store_file_remove (path);
  db = trs_store_file_open (path, error);
  if (db == NULL)
    return FALSE;

  /* SQLite reads nothing of a file that is shorter than it was, unless it is told that this is known. */
  if (sqlite3_open_v2 (damaged, &source, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
      trs_sql_exec (source, "PRAGMA writable_schema = ON", NULL))
    version = trs_store_schema_read_version (source, NULL);
  if (version >= 1 && version <= TRS_STORE_SCHEMA_VERSION)
    written = copy_all (source, version, db, &whole, error);
  if (written && (!whole || version >= TRS_STORE_SCHEMA_OLDEST))
    written = note_damage (db, aside, error);

  sqlite3_close_v2 (source);
  sqlite3_close_v2 (db);
  if (!written)
    trs_store_file_remove (path);
  return written;
}
