/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-index.h"

#include <string.h>

#include "trs-search-fold.h"
#include "trs-store-schema.h"

#define ABOUT "title, local_title, video_id, note"
#define N_ABOUT 4

/* What matches, newest first, from the index and from what is not in it. */
struct _TrsStoreStream
{
  const TrsSearchQuery *query;
  sqlite3_stmt *indexed; /* NULL after its end */
  sqlite3_stmt *scanned; /* likewise; its columns from 1 on are looked through */
  gint64 indexed_row;
  gint64 scanned_row;
};

static gboolean
columns_match (const TrsSearchQuery *query,
               sqlite3_stmt         *statement)
{
  guint64 all = trs_search_query_get_terms (query);
  guint64 found = 0;

  for (int i = 1; i < sqlite3_column_count (statement) && found != all; i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, i);

      if (text != NULL)
        found |= trs_search_query_find_terms (query, text, (gsize) sqlite3_column_bytes (statement, i));
    }

  return found == all;
}

static gboolean
step_statement (TrsStoreStream  *self,
                sqlite3_stmt   **statement,
                gint64          *number,
                gboolean         look,
                GError         **error)
{
  gboolean row = TRUE;

  *number = G_MININT64;
  while (*statement != NULL)
    {
      if (!trs_sql_step (*statement, &row, error))
        return FALSE;
      if (!row)
        g_clear_pointer (statement, sqlite3_finalize);
      else if (!look || columns_match (self->query, *statement))
        {
          *number = sqlite3_column_int64 (*statement, 0);
          return TRUE;
        }
    }

  return TRUE;
}

/**
 * trs_store_stream_get_row:
 * @self: a stream
 *
 * Returns: the row it stands on, %G_MININT64 after the last
 */
gint64
trs_store_stream_get_row (TrsStoreStream *self)
{
  return MAX (self->indexed_row, self->scanned_row);
}

/**
 * trs_store_stream_step:
 * @self: a stream that stands on a row
 * @error: return location for an error
 *
 * Goes on to the next older row that matches.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_stream_step (TrsStoreStream  *self,
                       GError         **error)
{
  if (self->indexed_row >= self->scanned_row)
    return step_statement (self, &self->indexed, &self->indexed_row, FALSE, error);

  return step_statement (self, &self->scanned, &self->scanned_row, TRUE, error);
}

static gboolean
open_statement (sqlite3       *db,
                const char    *sql,
                const char    *match,
                gint64         account,
                gint64         before_row,
                sqlite3_stmt **statement,
                GError       **error)
{
  *statement = trs_sql_prepare (db, sql, error);
  if (*statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (*statement, 1, account);
  sqlite3_bind_int64 (*statement, 2, before_row);
  if (match != NULL)
    trs_sql_bind_text (*statement, 3, match);
  return TRUE;
}

static TrsStoreStream *
stream_new (sqlite3               *db,
            gint64                 account,
            const TrsSearchQuery  *query,
            gint64                 before_row,
            const char            *sql_indexed,
            const char            *sql_scanned,
            GError               **error)
{
  g_autoptr (TrsStoreStream) self = g_new0 (TrsStoreStream, 1);
  g_autofree char *match = trs_search_query_to_fts (query);

  self->query = query;
  if (!trs_search_query_get_unspaced (query) &&
      !open_statement (db, sql_indexed, match, account, before_row, &self->indexed, error))
    return NULL;
  if (!open_statement (db, sql_scanned, NULL, account, before_row, &self->scanned, error))
    return NULL;
  if (!step_statement (self, &self->indexed, &self->indexed_row, FALSE, error) ||
      !step_statement (self, &self->scanned, &self->scanned_row, TRUE, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * trs_store_stream_new_projects:
 * @db: a connection
 * @account: an account
 * @query: what is looked for, with terms; must outlive the stream
 * @before_row: only older rows than this
 * @error: return location for an error
 *
 * Finds projects by what is written about them. All of them have to be indexed,
 * see trs_store_index_projects().
 *
 * Returns: (transfer full) (nullable): a stream on its first row
 */
TrsStoreStream *
trs_store_stream_new_projects (sqlite3               *db,
                               gint64                 account,
                               const TrsSearchQuery  *query,
                               gint64                 before_row,
                               GError               **error)
{
  return stream_new (db, account, query, before_row,
                     "SELECT rowid FROM project_index WHERE project_index MATCH ?3 AND rowid < ?2 "
                     "AND EXISTS (SELECT 1 FROM project "
                     "  WHERE row = project_index.rowid AND account = ?1) "
                     "ORDER BY rowid DESC",
                     "SELECT project.row, " ABOUT " FROM project_unspaced CROSS JOIN project USING (row) "
                     "WHERE project_unspaced.row < ?2 AND account = ?1 "
                     "ORDER BY project_unspaced.row DESC",
                     error);
}

/**
 * trs_store_stream_new_texts:
 * @db: a connection
 * @account: an account
 * @query: what is looked for, with terms; must outlive the stream
 * @before_row: only older rows than this
 * @error: return location for an error
 *
 * Finds projects by their transcript.
 *
 * Returns: (transfer full) (nullable): a stream on its first row
 */
TrsStoreStream *
trs_store_stream_new_texts (sqlite3               *db,
                            gint64                 account,
                            const TrsSearchQuery  *query,
                            gint64                 before_row,
                            GError               **error)
{
  return stream_new (db, account, query, before_row,
                     "SELECT rowid FROM text_index WHERE text_index MATCH ?3 AND rowid < ?2 "
                     "AND EXISTS (SELECT 1 FROM project WHERE row = text_index.rowid AND account = ?1 AND NOT hidden) "
                     "ORDER BY rowid DESC",
                     "SELECT text, bare FROM text INDEXED BY text_unspaced "
                     "WHERE unspaced AND NOT superseded AND text < ?2 "
                     "AND EXISTS (SELECT 1 FROM project WHERE row = text AND account = ?1 AND NOT hidden) "
                     "ORDER BY text DESC",
                     error);
}

/**
 * trs_store_stream_free:
 * @self: (transfer full): a stream
 */
void
trs_store_stream_free (TrsStoreStream *self)
{
  sqlite3_finalize (self->indexed);
  sqlite3_finalize (self->scanned);
  g_free (self);
}

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
