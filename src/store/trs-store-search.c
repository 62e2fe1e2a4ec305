/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-search.h"

#include "trs-sql-id.h"
#include "trs-store-index.h"
#include "trs-store-private.h"
#include "trs-store-schema.h"
#include "trs-task.h"
#include "trs-text-prefixes.h"
#include "trs-transcript-align.h"

/* How many steps of SQLite's machine between two looks at the cancellable: a
 * row of a scan takes some twenty. */
#define STEPS_BETWEEN_LOOKS 200

typedef struct
{
  gint64 account;
  TrsSearchQuery *query;
  guint limit;
  gint64 before_row;
} SearchState;

static void
search_state_clear (SearchState *state)
{
  trs_search_query_free (state->query);
}

TRS_DEFINE_TASK_STATE (SearchState, search_state)

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

static gboolean
read_passages (SearchState   *state,
               TrsSearchHit  *hit,
               sqlite3_stmt  *statement,
               GError       **error)
{
  g_autoptr (GBytes) bare = NULL;
  g_autoptr (GBytes) prefixes = NULL;
  TrsSplitRule split;
  guint n_places = 0;
  gboolean row = FALSE;

  sqlite3_bind_int64 (statement, 1, hit->row);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  if (row)
    {
      /* Valid until the statement is reset. */
      bare = g_bytes_new_static (sqlite3_column_blob (statement, 0), (gsize) sqlite3_column_bytes (statement, 0));
      prefixes = g_bytes_new_static (sqlite3_column_blob (statement, 1), (gsize) sqlite3_column_bytes (statement, 1));
      split = sqlite3_column_int (statement, 2) != 0 ? (TrsSplitRule) sqlite3_column_int (statement, 3)
                                                     : trs_split_detect (bare);
      hit->passages = trs_search_find_passages (state->query, bare, split, TRS_SEARCH_MAX_PASSAGES, &n_places);
      for (guint i = 0; i < hit->passages->len; i++)
        read_prefix (g_ptr_array_index (hit->passages, i), prefixes);

      hit->n_more = n_places > hit->passages->len ? n_places - hit->passages->len : 0;
      hit->many = n_places == TRS_SEARCH_MAX_COUNT;
      hit->fields |= TRS_SEARCH_HIT_TEXT;
    }

  sqlite3_reset (statement);
  return TRUE;
}

static gboolean
read_about (SearchState   *state,
            TrsSearchHit  *hit,
            gboolean       about,
            sqlite3_stmt  *statement,
            GError       **error)
{
  gboolean row = FALSE;

  sqlite3_bind_int64 (statement, 1, hit->row);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  if (row)
    {
      hit->project_id = trs_sql_column_id (statement, 0);
      for (int i = 1; about && i <= 4; i++)
        {
          const char *text = (const char *) sqlite3_column_text (statement, i);
          gsize length = (gsize) sqlite3_column_bytes (statement, i);

          if (text != NULL && trs_search_query_find_terms (state->query, text, length) != 0)
            hit->fields |= TRS_SEARCH_HIT_TITLE << (i - 1);
        }
    }

  sqlite3_reset (statement);
  return TRUE;
}

static TrsSearchHit *
read_hit (SearchState   *state,
          gint64         row,
          gboolean       about,
          gboolean       text,
          sqlite3_stmt  *projects,
          sqlite3_stmt  *texts,
          GError       **error)
{
  TrsSearchHit *hit = g_new0 (TrsSearchHit, 1);

  hit->row = row;
  if (read_about (state, hit, about, projects, error) && (!text || read_passages (state, hit, texts, error)))
    {
      if (hit->passages == NULL)
        hit->passages = g_ptr_array_new ();
      return hit;
    }

  trs_search_hit_free (hit);
  return NULL;
}

/* Both come newest first, so that they only have to be joined. */
static gboolean
join_streams (SearchState       *state,
              sqlite3           *db,
              TrsStoreStream    *projects,
              TrsStoreStream    *texts,
              TrsSearchResults  *results,
              GError           **error)
{
  g_autoptr (sqlite3_stmt) about =
      trs_sql_prepare (db, "SELECT id, title, local_title, video_id, note FROM project WHERE row = ?1", error);
  g_autoptr (sqlite3_stmt) bodies = NULL;

  if (about == NULL)
    return FALSE;
  bodies = trs_sql_prepare (db, "SELECT bare, prefixes, aligned, split FROM text WHERE text = ?1", error);
  if (bodies == NULL)
    return FALSE;

  for (;;)
    {
      gint64 project_row = trs_store_stream_get_row (projects);
      gint64 text_row = trs_store_stream_get_row (texts);
      gint64 row = MAX (project_row, text_row);
      TrsSearchHit *hit;

      results->more = row != G_MININT64;
      if (!results->more || results->hits->len == state->limit)
        return TRUE;

      hit = read_hit (state, row, project_row == row, text_row == row, about, bodies, error);
      if (hit == NULL)
        return FALSE;
      g_ptr_array_add (results->hits, hit);

      if ((project_row == row && !trs_store_stream_step (projects, error)) ||
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

  if (!trs_store_index_projects (db, error))
    return FALSE;

  projects = trs_store_stream_new_projects (db, state->account, state->query, state->before_row, error);
  if (projects == NULL)
    return FALSE;
  texts = trs_store_stream_new_texts (db, state->account, state->query, state->before_row, error);
  if (texts == NULL)
    return FALSE;

  return join_streams (state, db, projects, texts, results, error);
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
  SearchState *state = search_state_get (task);
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
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  SearchState *state = search_state_attach (task);

  g_task_set_source_tag (task, trs_store_search_async);
  state->account = account;
  state->query = trs_search_query_new (query);
  state->limit = limit;
  state->before_row = before_row > 0 ? before_row : G_MAXINT64;
  trs_store_push_quiet (self, task, search_job, (GDestroyNotify) trs_search_results_free);
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
index_job (sqlite3  *db,
           GTask    *task,
           GError  **error)
{
  return GINT_TO_POINTER (trs_store_schema_make_lookups (db, error) && trs_store_index_projects (db, error));
}

/**
 * trs_store_index_async:
 * @self: a store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Prepares the search for what has been kept since, and makes the indexes that
 * a new file does not have; for when a long list has been read and nothing else
 * is to be done. Whoever looks first does it otherwise.
 */
void
trs_store_index_async (TrsStore            *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_index_async);
  trs_store_push_quiet (self, task, index_job, NULL);
}

/**
 * trs_store_index_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if everything can be found
 */
gboolean
trs_store_index_finish (TrsStore      *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}

static gpointer
make_lookups_job (sqlite3  *db,
                  GTask    *task,
                  GError  **error)
{
  return GINT_TO_POINTER (trs_store_schema_make_lookups (db, error));
}

/**
 * trs_store_push_lookups:
 * @self: a store
 *
 * Appends the making of the indexes that a new file does not have, for whoever
 * is going to look more than once. Where it fails, on a full disk for instance,
 * the looking takes longer and finds the same.
 */
void
trs_store_push_lookups (TrsStore *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);

  g_task_set_source_tag (task, trs_store_push_lookups);
  trs_store_push_quiet (self, task, make_lookups_job, NULL);
}
