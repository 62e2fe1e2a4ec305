/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-stream.h"

/* What is looked through. */
typedef struct
{
  const char *indexed; /* NULL: all of it is looked through */
  const char *scanned; /* where the index has nothing: the columns named below are looked through */
  int first_words;
  int last_words;
} Source;

/* What matches, newest first, from the index and from what is not in it. */
struct _TrsStoreStream
{
  const Source *source;
  const TrsSearchQuery *query;
  sqlite3_stmt *indexed; /* NULL after its end */
  sqlite3_stmt *scanned; /* likewise */
  gint64 indexed_row;
  gint64 scanned_row;
};

/* The number of the row, and what the columns of the header say. */
#define SELECT_ABOUT "SELECT project.row, id, project.title, project.local_title, project.video_id, project.note "
#define SELECT_TEXT "SELECT project.row, id, text.bare, prefixes, aligned, split "

static const Source projects = {
  NULL,
  SELECT_ABOUT "FROM project WHERE row < ?2 AND account = ?1 ORDER BY row DESC",
  TRS_STORE_STREAM_TITLE,
  TRS_STORE_STREAM_NOTE,
}, texts = {
  SELECT_TEXT "FROM text_index CROSS JOIN project ON project.row = text_index.rowid "
              "CROSS JOIN text ON text.text = project.row "
              "WHERE text_index MATCH ?3 AND text_index.rowid < ?2 AND account = ?1 AND NOT hidden "
              "ORDER BY text_index.rowid DESC",
  SELECT_TEXT "FROM text INDEXED BY text_unspaced CROSS JOIN project ON project.row = text.text "
              "WHERE unspaced AND NOT superseded AND text.text < ?2 AND account = ?1 AND NOT hidden "
              "ORDER BY text.text DESC",
  TRS_STORE_STREAM_BARE,
  TRS_STORE_STREAM_BARE,
};

static gboolean
columns_match (TrsStoreStream *self,
               sqlite3_stmt   *statement)
{
  guint64 all = trs_search_query_get_terms (self->query);
  guint64 found = 0;

  for (int i = self->source->first_words; i <= self->source->last_words && found != all; i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, i);

      if (text != NULL)
        found |= trs_search_query_find_terms (self->query, text, (gsize) sqlite3_column_bytes (statement, i));
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
      else if (!look || columns_match (self, *statement))
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
 * trs_store_stream_get_statement:
 * @self: a stream that stands on a row
 *
 * Returns: (transfer none): where the columns of the row can be read, until the
 *   stream goes on
 */
sqlite3_stmt *
trs_store_stream_get_statement (TrsStoreStream *self)
{
  return self->indexed_row >= self->scanned_row ? self->indexed : self->scanned;
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
stream_new (const Source          *source,
            sqlite3               *db,
            gint64                 account,
            const TrsSearchQuery  *query,
            gint64                 before_row,
            GError               **error)
{
  g_autoptr (TrsStoreStream) self = g_new0 (TrsStoreStream, 1);
  g_autofree char *match = trs_search_query_to_fts (query);

  self->source = source;
  self->query = query;
  if (source->indexed != NULL && !trs_search_query_get_unspaced (query) &&
      !open_statement (db, source->indexed, match, account, before_row, &self->indexed, error))
    return NULL;
  if (!open_statement (db, source->scanned, NULL, account, before_row, &self->scanned, error))
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
 * Finds projects by what is written about them.
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
  return stream_new (&projects, db, account, query, before_row, error);
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
  return stream_new (&texts, db, account, query, before_row, error);
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
