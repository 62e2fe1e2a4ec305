/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-index.h"

#include <string.h>

#include "trs-search-fold.h"
#include "trs-store-schema.h"

#define ABOUT "title, local_title, video_id, note"
#define N_ABOUT 4

static gboolean
has_unspaced (sqlite3_stmt *statement)
{
  for (int i = 1; i <= N_ABOUT; i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, i);

      if (text != NULL && trs_search_has_unspaced (text, (gsize) sqlite3_column_bytes (statement, i)))
        return TRUE;
    }

  return FALSE;
}

static gboolean
index_project (sqlite3_stmt  *project,
               sqlite3_stmt  *indexed,
               sqlite3_stmt  *unspaced,
               GError       **error)
{
  sqlite3_stmt *target = has_unspaced (project) ? unspaced : indexed;
  int n = sqlite3_bind_parameter_count (target);

  for (int i = 0; i < n; i++)
    sqlite3_bind_value (target, i + 1, sqlite3_column_value (project, i));
  return trs_sql_run (target, error);
}

/**
 * trs_store_index_expect:
 * @db: a connection
 * @error: return location for an error
 *
 * Notes that projects are there which the index does not know.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_index_expect (sqlite3  *db,
                        GError  **error)
{
  return trs_sql_exec (db, "INSERT OR IGNORE INTO project_unindexed (row) VALUES (0)", error);
}

/* Puts each of the new ones in the place of the note that there are some. */
static gboolean
name_new_projects (sqlite3  *db,
                   GError  **error)
{
  if (!trs_sql_exec (db, "DELETE FROM project_unindexed WHERE row = 0", error))
    return FALSE;
  if (sqlite3_changes (db) == 0)
    return TRUE;

  return trs_sql_exec (db,
                       "INSERT OR IGNORE INTO project_unindexed (row) SELECT row FROM project "
                       "WHERE NOT EXISTS (SELECT 1 FROM project_index_docsize WHERE id = project.row) "
                       "AND NOT EXISTS (SELECT 1 FROM project_unspaced WHERE row = project.row)",
                       error);
}

/**
 * trs_store_index_projects:
 * @db: a connection
 * @error: return location for an error
 *
 * Indexes what is written about projects, as far as it is new.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_index_projects (sqlite3  *db,
                          GError  **error)
{
  g_autoptr (sqlite3_stmt) project = NULL;
  g_autoptr (sqlite3_stmt) indexed = NULL;
  g_autoptr (sqlite3_stmt) unspaced = NULL;
  gboolean row = FALSE;

  if (!name_new_projects (db, error))
    return FALSE;
  project = trs_sql_prepare (db,
                             "SELECT project.row, " ABOUT " FROM project_unindexed CROSS JOIN project USING (row) "
                             "ORDER BY project_unindexed.row",
                             error);
  if (project == NULL || !trs_sql_step (project, &row, error))
    return FALSE;
  if (!row)
    return TRUE;

  indexed = trs_sql_prepare (db, "INSERT INTO project_index (rowid, " ABOUT ") VALUES (?1, ?2, ?3, ?4, ?5)", error);
  if (indexed == NULL)
    return FALSE;
  unspaced = trs_sql_prepare (db, "INSERT OR IGNORE INTO project_unspaced (row) VALUES (?1)", error);
  if (unspaced == NULL)
    return FALSE;

  while (row)
    if (!index_project (project, indexed, unspaced, error) || !trs_sql_step (project, &row, error))
      return FALSE;

  return trs_sql_exec (db, "DELETE FROM project_unindexed", error);
}

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
 * Makes the indexes anew from what is kept.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_index_rebuild (sqlite3  *db,
                         GError  **error)
{
  return trs_store_schema_renew_indexes (db, error) &&
         trs_sql_exec (db,
                       "INSERT INTO text_index (rowid, bare)"
                       "  SELECT text, bare FROM text WHERE NOT superseded AND NOT unspaced;"
                       "INSERT INTO project_unindexed (row) VALUES (0);",
                       error);
}
