/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-search.h"

#include "trs-store-private.h"
#include "trs-store-rows.h"
#include "trs-text-prefixes.h"
#include "trs-transcript.h"

/* How many steps of SQLite's machine between two looks at the cancellable: a
 * row of a scan takes some twenty. */
#define STEPS_BETWEEN_LOOKS 200

/* The number of the row, and what the columns say. */
#define SELECT_ABOUT "SELECT project.row, project.title, project.local_title, project.video_id, project.note "
#define SELECT_TEXT "SELECT project.row, text.bare, prefixes, aligned, split "

enum
{
  COLUMN_TITLE = 1,
  COLUMN_LOCAL_TITLE,
  COLUMN_VIDEO_ID,
  COLUMN_NOTE,
};

enum
{
  COLUMN_BARE = 1,
  COLUMN_PREFIXES,
  COLUMN_ALIGNED,
  COLUMN_SPLIT,
};

/* Three ways to find a project: by what is written about it, by a text that is in the index, and by one that is not. */
enum
{
  ABOUT,
  INDEXED,
  SCANNED,
  N_CURSORS,
};

/* Each of them newest first. What is not in the index is looked through, up to @last_words. */
static const struct
{
  const char *sql;
  int last_words;
} sources[N_CURSORS] = {
  [ABOUT] = {
    SELECT_ABOUT "FROM project WHERE account = ?1 AND row < ?2 ORDER BY row DESC",
    COLUMN_NOTE,
  },
  [INDEXED] = {
    SELECT_TEXT "FROM text_index CROSS JOIN project ON project.row = text_index.rowid "
                "CROSS JOIN text ON text.text = project.row "
                "WHERE text_index MATCH ?3 AND text_index.rowid < ?2 AND account = ?1 AND NOT hidden "
                "ORDER BY text_index.rowid DESC",
    0,
  },
  [SCANNED] = {
    SELECT_TEXT "FROM text INDEXED BY text_unspaced CROSS JOIN project ON project.row = text.text "
                "WHERE unspaced AND NOT superseded AND text.text < ?2 AND account = ?1 AND NOT hidden "
                "ORDER BY text.text DESC",
    COLUMN_BARE,
  },
};

typedef struct
{
  sqlite3_stmt *statement; /* NULL after its end */
  gint64 row;              /* on which it stands; G_MININT64 after the last */
  int last_words;
} Cursor;

typedef struct
{
  TrsSearchQuery *query;
  TrsStoreRows rows;
  Cursor cursors[N_CURSORS];
} Search;

static void
search_clear (Search *self)
{
  trs_search_query_free (self->query);
  trs_store_rows_clear (&self->rows);
  for (guint i = 0; i < N_CURSORS; i++)
    sqlite3_finalize (self->cursors[i].statement);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
has_all_terms (const Cursor         *self,
               const TrsSearchQuery *query)
{
  guint64 all = trs_search_query_get_terms (query);
  guint64 found = 0;

  for (int i = 1; i <= self->last_words && found != all; i++)
    {
      const char *text = (const char *) sqlite3_column_text (self->statement, i);

      if (text != NULL)
        found |= trs_search_query_find_terms (query, text, (gsize) sqlite3_column_bytes (self->statement, i));
    }

  return found == all;
}

/* Goes on to the next older row that matches. */
static gboolean
cursor_step (Cursor                *self,
             const TrsSearchQuery  *query,
             GError               **error)
{
  gboolean row = FALSE;

  self->row = G_MININT64;
  while (self->statement != NULL)
    {
      if (!trs_sql_step (self->statement, &row, error))
        return FALSE;
      if (!row)
        g_clear_pointer (&self->statement, sqlite3_finalize);
      else if (self->last_words == 0 || has_all_terms (self, query))
        {
          self->row = sqlite3_column_int64 (self->statement, 0);
          return TRUE;
        }
    }

  return TRUE;
}

/* What the prefix of a passage says. */
static void
read_prefix (TrsSearchPassage *passage,
             GBytes           *prefixes)
{
  TrsParagraph paragraph = { NULL, };
  gsize length = 0;
  const char *prefix = trs_text_prefixes_get (prefixes, passage->paragraph, &length);

  if (prefix != NULL && trs_transcript_read_prefix (prefix, length, &paragraph))
    {
      passage->time = paragraph.start;
      passage->speaker = paragraph.speaker;
    }
}

static void
read_passages (const TrsSearchQuery *query,
               TrsSearchHit         *hit,
               sqlite3_stmt         *statement)
{
  /* Valid until the cursor goes on. */
  g_autoptr (GBytes) bare =
      g_bytes_new_static (sqlite3_column_text (statement, COLUMN_BARE),
                          (gsize) sqlite3_column_bytes (statement, COLUMN_BARE));
  g_autoptr (GBytes) prefixes =
      g_bytes_new_static (sqlite3_column_blob (statement, COLUMN_PREFIXES),
                          (gsize) sqlite3_column_bytes (statement, COLUMN_PREFIXES));
  TrsSplitRule split = sqlite3_column_int (statement, COLUMN_ALIGNED) != 0
                           ? (TrsSplitRule) sqlite3_column_int (statement, COLUMN_SPLIT)
                           : trs_split_detect (bare);
  guint n_places = 0;

  hit->passages = trs_search_find_passages (query, bare, split, TRS_SEARCH_MAX_PASSAGES, &n_places);
  for (guint i = 0; i < hit->passages->len; i++)
    read_prefix (g_ptr_array_index (hit->passages, i), prefixes);

  hit->n_more = n_places > hit->passages->len ? n_places - hit->passages->len : 0;
  hit->many = n_places == TRS_SEARCH_MAX_COUNT;
  hit->fields |= TRS_SEARCH_HIT_TEXT;
}

static void
read_about (const TrsSearchQuery *query,
            TrsSearchHit         *hit,
            sqlite3_stmt         *statement)
{
  for (int i = COLUMN_TITLE; i <= COLUMN_NOTE; i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, i);
      gsize length = (gsize) sqlite3_column_bytes (statement, i);

      if (text != NULL && trs_search_query_find_terms (query, text, length) != 0)
        hit->fields |= TRS_SEARCH_HIT_TITLE << (i - COLUMN_TITLE);
    }
}

/* The project in a row, and where in it something was found. */
static TrsSearchHit *
read_hit (Search  *self,
          gint64   row,
          GError **error)
{
  g_autoptr (TrsSearchHit) hit = g_new0 (TrsSearchHit, 1);

  hit->row = row;
  if (self->cursors[ABOUT].row == row)
    read_about (self->query, hit, self->cursors[ABOUT].statement);
  if (self->cursors[INDEXED].row == row)
    read_passages (self->query, hit, self->cursors[INDEXED].statement);
  else if (self->cursors[SCANNED].row == row)
    read_passages (self->query, hit, self->cursors[SCANNED].statement);
  else
    hit->passages = g_ptr_array_new ();

  return trs_store_rows_get (&self->rows, row, &hit->project, error) ? g_steal_pointer (&hit) : NULL;
}

static gboolean
join_cursors (Search            *self,
              guint              limit,
              TrsSearchResults  *results,
              GError           **error)
{
  for (;;)
    {
      gint64 row = G_MININT64;
      TrsSearchHit *hit;

      for (guint i = 0; i < N_CURSORS; i++)
        row = MAX (row, self->cursors[i].row);
      results->more = row != G_MININT64;
      if (!results->more || results->hits->len == limit)
        return TRUE;

      hit = read_hit (self, row, error);
      if (hit == NULL)
        return FALSE;
      g_ptr_array_add (results->hits, hit);
      for (guint i = 0; i < N_CURSORS; i++)
        if (self->cursors[i].row == row && !cursor_step (&self->cursors[i], self->query, error))
          return FALSE;
    }
}

static gboolean
search (Search              *self,
        sqlite3             *db,
        const TrsStoreArgs  *args,
        TrsSearchResults    *results,
        GError             **error)
{
  g_autofree char *match = trs_search_query_to_fts (self->query);

  if (!trs_store_rows_init (&self->rows, db, args->account, error))
    return FALSE;

  for (guint i = 0; i < N_CURSORS; i++)
    {
      Cursor *cursor = &self->cursors[i];

      cursor->row = G_MININT64;
      cursor->last_words = sources[i].last_words;
      if (i == INDEXED && trs_search_query_get_unspaced (self->query))
        continue;

      cursor->statement = trs_sql_query (db, error, sources[i].sql, i == INDEXED ? "xxs" : "xx", args->account,
                                         args->number > 0 ? args->number : G_MAXINT64, match);
      if (cursor->statement == NULL || !cursor_step (cursor, self->query, error))
        return FALSE;
    }
  return join_cursors (self, args->limit, results, error);
}

static int
look_at_cancellable_cb (gpointer user_data)
{
  return g_cancellable_is_cancelled (user_data);
}

static gpointer
search_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (TrsSearchResults) results = g_new0 (TrsSearchResults, 1);
  g_auto (Search) self = { .query = trs_search_query_new (args->text) };
  GCancellable *cancellable = g_task_get_cancellable (task);
  gboolean found;

  results->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_hit_free);
  if (trs_search_query_get_terms (self.query) == 0)
    return g_steal_pointer (&results);

  if (cancellable != NULL)
    sqlite3_progress_handler (db, STEPS_BETWEEN_LOOKS, look_at_cancellable_cb, cancellable);
  found = search (&self, db, args, results, error);
  sqlite3_progress_handler (db, 0, NULL, NULL);
  return found ? g_steal_pointer (&results) : NULL;
}

/**
 * trs_store_search_async:
 * @self: a store
 * @account: an account
 * @query: what was typed, see trs_search_query_new(); any text is safe
 * @limit: how many projects at most
 * @before_row: only projects older than this row, to go on; 0 to begin with the newest
 * @cancellable: (nullable): to give up, also while the search is running
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds projects by title, title on this computer, identifier of the video and
 * note, and by the words of their transcripts, newest first. Finish with
 * trs_store_pointer_finish(): #TrsSearchResults.
 */
void
trs_store_search_async (TrsStore            *self,
                        gint64               account,
                        const char          *query,
                        guint                limit,
                        gint64               before_row,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account, .text = query, .limit = limit, .number = before_row };

  trs_store_call_with_args (self, search_job, &args, (GDestroyNotify) trs_search_results_free,
                            TRS_STORE_BACKGROUND, cancellable, callback, user_data);
}
