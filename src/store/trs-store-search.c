/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-search.h"

#include "trs-store-private.h"
#include "trs-store-rows.h"
#include "trs-store-stream.h"
#include "trs-text-prefixes.h"
#include "trs-transcript-align.h"

/* How many steps of SQLite's machine between two looks at the cancellable: a
 * row of a scan takes some twenty. */
#define STEPS_BETWEEN_LOOKS 200

/* While somebody types, the newest texts are looked through again and again: those of a page of hits stay in memory. */
#define CACHE_OF_SEARCH "PRAGMA cache_size = -8000"

typedef struct
{
  gint64 account;
  TrsSearchQuery *query;
  guint limit;
  gint64 before_row;
} SearchState;

static void
search_state_free (SearchState *state)
{
  trs_search_query_free (state->query);
  g_free (state);
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
read_passages (SearchState  *state,
               TrsSearchHit *hit,
               sqlite3_stmt *statement)
{
  /* Valid until the stream goes on. */
  g_autoptr (GBytes) bare =
      g_bytes_new_static (sqlite3_column_text (statement, TRS_STORE_STREAM_BARE),
                          (gsize) sqlite3_column_bytes (statement, TRS_STORE_STREAM_BARE));
  g_autoptr (GBytes) prefixes =
      g_bytes_new_static (sqlite3_column_blob (statement, TRS_STORE_STREAM_PREFIXES),
                          (gsize) sqlite3_column_bytes (statement, TRS_STORE_STREAM_PREFIXES));
  TrsSplitRule split = sqlite3_column_int (statement, TRS_STORE_STREAM_ALIGNED) != 0
                           ? (TrsSplitRule) sqlite3_column_int (statement, TRS_STORE_STREAM_SPLIT)
                           : trs_split_detect (bare);
  guint n_places = 0;

  hit->passages = trs_search_find_passages (state->query, bare, split, TRS_SEARCH_MAX_PASSAGES, &n_places);
  for (guint i = 0; i < hit->passages->len; i++)
    read_prefix (g_ptr_array_index (hit->passages, i), prefixes);

  hit->n_more = n_places > hit->passages->len ? n_places - hit->passages->len : 0;
  hit->many = n_places == TRS_SEARCH_MAX_COUNT;
  hit->fields |= TRS_SEARCH_HIT_TEXT;
}

static void
read_about (SearchState  *state,
            TrsSearchHit *hit,
            sqlite3_stmt *statement)
{
  for (int i = TRS_STORE_STREAM_TITLE; i <= TRS_STORE_STREAM_NOTE; i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, i);
      gsize length = (gsize) sqlite3_column_bytes (statement, i);

      if (text != NULL && trs_search_query_find_terms (state->query, text, length) != 0)
        hit->fields |= TRS_SEARCH_HIT_TITLE << (i - TRS_STORE_STREAM_TITLE);
    }
}

/* @about and @text are the rows in which a project was found, %NULL where it was not. */
static TrsSearchHit *
read_hit (SearchState  *state,
          gint64        row,
          sqlite3_stmt *about,
          sqlite3_stmt *text)
{
  TrsSearchHit *hit = g_new0 (TrsSearchHit, 1);

  hit->row = row;
  if (about != NULL)
    read_about (state, hit, about);
  if (text != NULL)
    read_passages (state, hit, text);
  else
    hit->passages = g_ptr_array_new ();

  return hit;
}

static gboolean
read_project (TrsStoreRows  *rows,
              TrsSearchHit  *hit,
              GError       **error)
{
  TrsStoreRow row;

  if (!trs_store_rows_get (rows, hit->row, &row, error))
    return FALSE;

  hit->project = row.data;
  return TRUE;
}

/* Both come newest first, so that they only have to be joined. */
static gboolean
join_streams (SearchState       *state,
              TrsStoreRows      *rows,
              TrsStoreStream    *projects,
              TrsStoreStream    *texts,
              TrsSearchResults  *results,
              GError           **error)
{
  for (;;)
    {
      gint64 project_row = trs_store_stream_get_row (projects);
      gint64 text_row = trs_store_stream_get_row (texts);
      gint64 row = MAX (project_row, text_row);
      TrsSearchHit *hit;

      results->more = row != G_MININT64;
      if (!results->more || results->hits->len == state->limit)
        return TRUE;

      hit = read_hit (state, row, project_row == row ? trs_store_stream_get_statement (projects) : NULL,
                      text_row == row ? trs_store_stream_get_statement (texts) : NULL);
      g_ptr_array_add (results->hits, hit);
      if (!read_project (rows, hit, error) ||
          (project_row == row && !trs_store_stream_step (projects, error)) ||
          (text_row == row && !trs_store_stream_step (texts, error)))
        return FALSE;
    }
}

static gboolean
search (SearchState       *state,
        sqlite3           *db,
        TrsSearchResults  *results,
        GError           **error)
{
  g_autoptr (TrsStoreStream) projects = NULL;
  g_autoptr (TrsStoreStream) texts = NULL;
  g_auto (TrsStoreRows) rows = { NULL, };

  if (!trs_sql_exec (db, CACHE_OF_SEARCH, error) || !trs_store_rows_init (&rows, db, state->account, error))
    return FALSE;

  projects = trs_store_stream_new_projects (db, state->account, state->query, state->before_row, error);
  if (projects == NULL)
    return FALSE;
  texts = trs_store_stream_new_texts (db, state->account, state->query, state->before_row, error);
  if (texts == NULL)
    return FALSE;

  return join_streams (state, &rows, projects, texts, results, error);
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
  SearchState *state = g_task_get_task_data (task);
  TrsSearchResults *results = g_new0 (TrsSearchResults, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);
  gboolean found = TRUE;

  results->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_hit_free);
  if (trs_search_query_get_terms (state->query) != 0)
    {
      if (cancellable != NULL)
        sqlite3_progress_handler (db, STEPS_BETWEEN_LOOKS, look_at_cancellable_cb, cancellable);
      found = search (state, db, results, error);
      sqlite3_progress_handler (db, 0, NULL, NULL);
    }

  if (found)
    return results;

  trs_search_results_free (results);
  return NULL;
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
 * note, and by the words of their transcripts, newest first.
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
  SearchState *state = g_new0 (SearchState, 1);

  state->account = account;
  state->query = trs_search_query_new (query);
  state->limit = limit;
  state->before_row = before_row > 0 ? before_row : G_MAXINT64;
  trs_store_call (self, trs_store_search_async, search_job, state, (GDestroyNotify) search_state_free,
                  (GDestroyNotify) trs_search_results_free, TRS_STORE_QUIET | TRS_STORE_BACKGROUND, cancellable,
                  callback, user_data);
}

/**
 * trs_store_search_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what was found; %NULL with @error set
 */
TrsSearchResults *
trs_store_search_finish (TrsStore      *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
end_search_job (sqlite3  *db,
                GTask    *task,
                GError  **error)
{
  return GINT_TO_POINTER (trs_sql_exec (db, TRS_STORE_CACHE, error));
}

/**
 * trs_store_end_search:
 * @self: a store
 *
 * Gives back the memory that is used while something is looked for.
 */
void
trs_store_end_search (TrsStore *self)
{
  trs_store_call (self, trs_store_end_search, end_search_job, NULL, NULL, NULL,
                  TRS_STORE_QUIET | TRS_STORE_BACKGROUND, NULL, NULL, NULL);
}
