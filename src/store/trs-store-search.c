/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-search.h"

#include "trs-document.h"
#include "trs-search-query.h"
#include "trs-store-annotation-rows.h"
#include "trs-store-job.h"
#include "trs-store-search-rows.h"
#include "trs-store-text-rows.h"

typedef struct
{
  gint64 account;
  char *query;
  guint limit;
  gint64 before_row;
} Search;

static Search *
search_new (gint64      account,
            const char *query,
            guint       limit,
            gint64      before_row)
{
  Search *search = g_new0 (Search, 1);

  search->account = account;
  search->query = g_strdup (query);
  search->limit = limit;
  search->before_row = before_row > 0 ? before_row : G_MAXINT64;
  return search;
}

static void
search_free (gpointer data)
{
  Search *search = data;

  g_free (search->query);
  g_free (search);
}

/* Finds projects in three ways: by their title, note and so on; by the index of texts; and by scanning texts in
 * scripts without spaces. Each query returns the newest first, so SQLite can merge them and stop at the limit. Only
 * texts of the account are searched. */
static const char find_rows[] =
  "SELECT row, title, local_title, video_id, note, NULL, NULL, 0, 0 FROM project NOT INDEXED "
  "WHERE account = ?1 AND row < ?2 AND has_words (title, local_title, video_id, note) "
  "UNION ALL "
  "SELECT text_index.rowid, NULL, NULL, NULL, NULL, text.bare, prefixes, aligned, split "
  "FROM text_index CROSS JOIN project ON project.row = text_index.rowid CROSS JOIN text ON text.text = project.row "
  "WHERE text_index MATCH ?3 AND text_index.rowid < ?2 AND account = ?1 AND NOT hidden "
  "UNION ALL "
  "SELECT text.text, NULL, NULL, NULL, NULL, text.bare, prefixes, aligned, split "
  "FROM text INDEXED BY text_unspaced CROSS JOIN project ON project.row = text.text "
  "WHERE unspaced AND NOT superseded AND text.text < ?2 AND has_words (iif (account = ?1 AND NOT hidden, bare, NULL)) "
  "ORDER BY 1 DESC";

enum
{
  COLUMN_ROW,
  COLUMN_TITLE,
  COLUMN_LOCAL_TITLE,
  COLUMN_VIDEO_ID,
  COLUMN_NOTE,
  COLUMN_BARE,
  COLUMN_PREFIXES,
  COLUMN_ALIGNED,
  COLUMN_SPLIT,
};

/* Finds the speaker of a passage as TrsDocument does. If the user gave the paragraph to another speaker, it is
 * recognised by its words. */
static const char find_speaker[] =
  "WITH given (label) AS (SELECT ifnull ((SELECT number FROM annotation WHERE project = ?1 AND kind = 3 "
  "  AND NOT version AND from_paragraph = ?2 AND substr (CAST (words AS BLOB), ?5 + 1, length (CAST (?4 AS BLOB))) = "
  "  CAST (?4 AS BLOB)), ?3)), "
  "merged (label) AS (SELECT ifnull ((SELECT other FROM annotation WHERE project = ?1 AND kind = 2 AND NOT version "
  "  AND number = given.label), given.label) FROM given) "
  "SELECT label, (SELECT text FROM annotation WHERE project = ?1 AND kind = 1 AND NOT version AND number = label) "
  "FROM merged";

static void
read_speaker (sqlite3_stmt     *hits,
              TrsSearchPassage *passage)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (sqlite3_db_handle (hits), NULL, find_speaker, "xxxsx", sqlite3_column_int64 (hits, COLUMN_ROW),
                     (gint64) passage->paragraph, (gint64) passage->speaker, passage->excerpt,
                     (gint64) passage->offset);

  if (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    {
      passage->speaker = (guint) sqlite3_column_int64 (statement, 0);
      passage->name = trs_sql_column_text (statement, 1);
    }
}

static void
read_passages (const TrsSearchQuery *query,
               TrsSearchHit         *hit,
               sqlite3_stmt         *statement)
{
  /* The pointer is valid until the next row. */
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
    {
      TrsSearchPassage *passage = g_ptr_array_index (hit->passages, i);
      TrsParagraph paragraph = { NULL, };
      gsize length = 0;
      const char *prefix = trs_store_find_prefix (prefixes, passage->paragraph, &length);

      if (prefix == NULL || !trs_transcript_read_prefix (prefix, length, &paragraph))
        continue;
      passage->time = paragraph.start;
      passage->speaker = paragraph.speaker;
      read_speaker (statement, passage);
    }

  hit->n_more = n_places > hit->passages->len ? n_places - hit->passages->len : 0;
  hit->many = n_places == TRS_SEARCH_MAX_COUNT;
  hit->fields |= TRS_SEARCH_HIT_TEXT;
}

static gboolean
read_hits (sqlite3_stmt          *statement,
           const TrsSearchQuery  *query,
           guint                  limit,
           TrsSearchResults      *results,
           GError               **error)
{
  TrsSearchHit *hit = NULL;
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    {
      gint64 number = sqlite3_column_int64 (statement, COLUMN_ROW);

      if (hit == NULL || hit->row != number)
        {
          results->more = results->hits->len == limit;
          if (results->more)
            return TRUE;
          hit = g_new0 (TrsSearchHit, 1);
          hit->row = number;
          g_ptr_array_add (results->hits, hit);
        }
      if (sqlite3_column_type (statement, COLUMN_BARE) == SQLITE_NULL)
        hit->fields |= trs_store_search_read_fields (statement, COLUMN_TITLE, query);
      else
        read_passages (query, hit, statement);
    }
  return !row;
}

static gpointer
projects_run (TrsStoreContext  *context,
              gconstpointer     data,
              GError          **error)
{
  const Search *search = data;
  sqlite3 *db = context->db;
  g_autoptr (TrsSearchResults) results = g_new0 (TrsSearchResults, 1);
  TrsSearchQuery *query = trs_search_query_new (search->query);
  /* The index cannot answer queries with words of scripts without spaces. */
  g_autofree char *match = query->unsegmented ? g_strdup ("\"\"") : trs_search_query_to_fts (query);
  g_autoptr (sqlite3_stmt) statement = NULL;

  results->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_hit_free);
  if (!trs_store_search_define (db, query, error))
    return NULL;
  if (trs_search_query_get_terms (query) == 0)
    return g_steal_pointer (&results);

  statement = trs_sql_query (db, error, find_rows, "xxs", search->account, search->before_row, match);
  if (!read_hits (statement, query, search->limit, results, error) ||
      !trs_store_search_read_projects (db, results->hits, error))
    return NULL;
  return g_steal_pointer (&results);
}

/**
 * trs_store_search_projects_async:
 * @self: a store
 * @account: an account
 * @query: what was typed, see trs_search_query_new(); any text is safe
 * @limit: how many projects at most
 * @before_row: only projects older than this row; 0 to begin with the newest
 * @cancellable: (nullable): to give up, also while it runs
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds projects of an account by title, title of the user, identifier of the video and note, and by the words of
 * their transcripts. A background job.
 */
void
trs_store_search_projects_async (TrsStore            *self,
                                 gint64               account,
                                 const char          *query,
                                 guint                limit,
                                 gint64               before_row,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = projects_run,
    .free_result = (GDestroyNotify) trs_search_results_free,
    .flags = TRS_STORE_BACKGROUND,
  };
  Search *search = search_new (account, query, limit, before_row);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_search_projects_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, search, search_free);
}

/**
 * trs_store_search_projects_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what was found, newest first; %NULL with @error set
 */
TrsSearchResults *
trs_store_search_projects_finish (TrsStore      *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_search_projects_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static const char find_highlighted[] =
  "SELECT " TRS_STORE_TEXT_COLUMNS ", project.row FROM project LEFT JOIN text ON text.text = project.row "
  "WHERE account = ?1 AND project.row < ?2 AND NOT hidden "
  "AND EXISTS (SELECT 1 FROM annotation WHERE annotation.project = project.row AND kind = ?3) "
  "ORDER BY project.row DESC";

#define COLUMN_HIGHLIGHTED_ROW TRS_STORE_N_TEXT_COLUMNS

static void
add_highlight (const TrsSearchQuery     *query,
               TrsSearchHit             *hit,
               TrsDocument              *document,
               const TrsAnnotation      *annotation,
               const TrsPlacedHighlight *highlight)
{
  TrsSearchPassage *passage = trs_store_search_match_mark (query, document, annotation, highlight);

  if (passage != NULL)
    g_ptr_array_add (hit->passages, passage);
}

static gboolean
read_highlights (sqlite3              *db,
                 sqlite3_stmt         *statement,
                 const TrsSearchQuery *query,
                 TrsSearchHit         *hit,
                 GError              **error)
{
  g_autoptr (TrsTranscript) transcript = trs_store_read_text (statement, NULL);
  g_autoptr (TrsDocument) document = NULL;
  GPtrArray *lost;
  g_autoptr (TrsAnnotations) annotations = trs_store_list_annotations (db, hit->row, error);

  if (annotations == NULL)
    return FALSE;
  document = transcript != NULL ? trs_document_new (transcript, annotations) : NULL;
  for (guint i = 0; document != NULL && i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);

      add_highlight (query, hit, document, highlight->annotation, highlight);
    }

  /* Without a text, because it was removed or cannot be read, all highlights are listed as lost. */
  lost = document != NULL ? trs_document_get_lost (document) : annotations;
  for (guint i = 0; i < lost->len; i++)
    {
      const TrsAnnotation *annotation = g_ptr_array_index (lost, i);

      if (annotation->kind == TRS_ANNOTATION_HIGHLIGHT)
        add_highlight (query, hit, NULL, annotation, NULL);
    }
  return TRUE;
}

static gpointer
highlights_run (TrsStoreContext  *context,
                gconstpointer     data,
                GError          **error)
{
  const Search *search = data;
  sqlite3 *db = context->db;
  g_autoptr (TrsSearchResults) results = g_new0 (TrsSearchResults, 1);
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (search->query);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, find_highlighted, "xxi", search->account, search->before_row, TRS_ANNOTATION_HIGHLIGHT);
  gboolean row = TRUE;

  results->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_hit_free);
  while (trs_sql_step (statement, &row, error) && row)
    {
      g_autoptr (TrsSearchHit) hit = g_new0 (TrsSearchHit, 1);

      hit->row = sqlite3_column_int64 (statement, COLUMN_HIGHLIGHTED_ROW);
      hit->fields = TRS_SEARCH_HIT_TEXT;
      hit->passages = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_passage_free);
      if (!read_highlights (db, statement, query, hit, error))
        return NULL;
      if (hit->passages->len == 0)
        continue;
      results->more = results->hits->len == search->limit;
      if (results->more)
        break;
      g_ptr_array_add (results->hits, g_steal_pointer (&hit));
    }
  if ((row && !results->more) || !trs_store_search_read_projects (db, results->hits, error))
    return NULL;
  return g_steal_pointer (&results);
}

/**
 * trs_store_search_highlights_async:
 * @self: a store
 * @account: an account
 * @query: what was typed, see trs_search_query_new(); any text is safe
 * @limit: how many projects at most
 * @before_row: only projects older than this row; 0 to begin with the newest
 * @cancellable: (nullable): to give up, also while it runs
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds the highlights in the saved transcripts of an account: all of them, or those with all words of @query in their
 * words and notes. The passages are the highlights of a project, in their order, and last those whose words are not in
 * its text any more, without a time. A background job.
 */
void
trs_store_search_highlights_async (TrsStore            *self,
                                   gint64               account,
                                   const char          *query,
                                   guint                limit,
                                   gint64               before_row,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = highlights_run,
    .free_result = (GDestroyNotify) trs_search_results_free,
    .flags = TRS_STORE_BACKGROUND,
  };
  Search *search = search_new (account, query, limit, before_row);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_search_highlights_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, search, search_free);
}

/**
 * trs_store_search_highlights_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what was found, newest first; %NULL with @error set
 */
TrsSearchResults *
trs_store_search_highlights_finish (TrsStore      *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_search_highlights_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
