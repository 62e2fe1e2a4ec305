/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-index.h"

#include <string.h>

#include "trs-store-schema.h"

static gboolean
finds_text (sqlite3     *db,
            gint64       text,
            const char  *words,
            gboolean    *found,
            GError     **error)
{
  /* What comes after the last blank may be half a word. */
  g_autofree char *whole = g_strndup (words, (gsize) (MAX (strrchr (words, ' '), words) - words));
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (whole);
  g_autofree char *match = trs_search_query_to_fts (query);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "SELECT 1 FROM text_index WHERE text_index MATCH ?1 AND rowid = ?2", error);

  if (statement == NULL)
    return FALSE;

  *found = trs_search_query_get_terms (query) == 0;
  if (*found)
    return TRUE;

  trs_sql_bind_text (statement, 1, match);
  sqlite3_bind_int64 (statement, 2, text);
  return trs_sql_step (statement, found, error);
}

/**
 * trs_store_index_check:
 * @db: a connection
 * @error: return location for an error
 *
 * Some damage makes an index silent instead of wrong. So it is asked for the
 * first words of the newest and of the oldest text.
 *
 * Returns: %TRUE if it knows them
 */
gboolean
trs_store_index_check (sqlite3  *db,
                       GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT text, substr (bare, 1, 80) FROM text WHERE text IN "
                       "((SELECT min (text) FROM text WHERE NOT superseded AND NOT unspaced),"
                       " (SELECT max (text) FROM text WHERE NOT superseded AND NOT unspaced))",
                       error);
  gboolean row = FALSE;

  if (statement == NULL)
    return FALSE;

  for (;;)
    {
      gboolean found = FALSE;

      if (!trs_sql_step (statement, &row, error))
        return FALSE;
      if (!row)
        return TRUE;
      if (!finds_text (db, sqlite3_column_int64 (statement, 0), (const char *) sqlite3_column_text (statement, 1),
                       &found, error))
        return FALSE;
      if (!found)
        {
          trs_sql_set_damaged (error, "the index does not know a text");
          return FALSE;
        }
    }
}

/**
 * trs_store_index_rebuild:
 * @db: a connection
 * @error: return location for an error
 *
 * Makes the index anew from what is kept.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_index_rebuild (sqlite3  *db,
                         GError  **error)
{
  return trs_store_schema_renew_index (db, error) &&
         trs_sql_exec (db,
                       "INSERT INTO text_index (rowid, bare)"
                       "  SELECT text, bare FROM text WHERE NOT superseded AND NOT unspaced",
                       error);
}
