/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-passages.h"

#include <string.h>

#include "trs-document.h"
#include "trs-language-tag.h"
#include "trs-search-query.h"
#include "trs-store-annotation-rows.h"
#include "trs-store-job.h"
#include "trs-store-search-rows.h"
#include "trs-store-text-rows.h"
#include "trs-strings.h"

/* Texts that are read for one page. Where a filter drops most of them, what was found appears nevertheless, and other
 * jobs get their turn. */
#define MAX_TEXTS 400

typedef struct
{
  gint64 account;
  TrsSearchFilter *filter;
  guint limit;
  gint64 before_at;
  gint64 before_row;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  trs_search_filter_free (reading->filter);
  g_free (reading);
}

/* In the order of the list, from a place in it. The words of the index are looked up once, and then the index of the
 * list is followed until there are enough: no text is read that is not shown, and nothing is sorted. Where something
 * about the project has all terms, the index is not asked for the text, too: that is seen in the text. */
#define PLACE_IN_LIST                                                                                      \
  "account = ?1 AND (sort_at, project.row) < (?2, ?3) AND sort_at >= ?4 "

#define LANGUAGE                                                                                           \
  "coalesce ((SELECT nullif (text.language, '') FROM text WHERE text.text = project.row), "                \
  "project.language, requested_language)"

static const char find_words[] =
  "WITH found AS MATERIALIZED (SELECT rowid FROM text_index WHERE text_index MATCH ?5), "
  "listed AS (SELECT project.row, sort_at, title, local_title, video_id, note, " LANGUAGE " AS spoken, "
  "  NOT hidden AS has_text, ?6 AND has_words (title, local_title, video_id, note) AS in_fields "
  "  FROM project INDEXED BY project_list WHERE " PLACE_IN_LIST ") "
  "SELECT * FROM listed WHERE in_fields OR (has_text AND (row IN found OR "
  "  ifnull ((SELECT has_words (bare) FROM text INDEXED BY text_unspaced "
  "    WHERE text.text = row AND unspaced AND NOT superseded), 0))) ORDER BY sort_at DESC, row DESC";

static const char find_marks[] =
  "SELECT project.row, sort_at, NULL, NULL, NULL, NULL, " LANGUAGE ", TRUE, FALSE "
  "FROM project INDEXED BY project_list WHERE " PLACE_IN_LIST "AND NOT hidden "
  "AND EXISTS (SELECT 1 FROM annotation WHERE annotation.project = project.row AND kind = ?5) "
  "ORDER BY sort_at DESC, project.row DESC";

enum
{
  COLUMN_ROW,
  COLUMN_SORT_AT,
  COLUMN_TITLE,
  COLUMN_LOCAL_TITLE,
  COLUMN_VIDEO_ID,
  COLUMN_NOTE,
  COLUMN_LANGUAGE,
  COLUMN_HAS_TEXT,
  COLUMN_IN_FIELDS,
};

static const char find_text[] =
  "SELECT bare, prefixes, aligned, split, EXISTS (SELECT 1 FROM annotation WHERE project = text.text) "
  "FROM text WHERE text.text = ?1";

enum
{
  COLUMN_BARE,
  COLUMN_PREFIXES,
  COLUMN_ALIGNED,
  COLUMN_SPLIT,
  COLUMN_ANNOTATED,
};

/* One run of the job. @names: (nullable): of the speakers that are wanted. @text: reads one text after another. */
typedef struct
{
  sqlite3 *db;
  const TrsSearchFilter *filter;
  const TrsSearchQuery *query;
  TrsSearchQuery *names;
  sqlite3_stmt *text;
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->names, trs_search_query_free);
  sqlite3_finalize (run->text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

typedef struct
{
  const char *words;
  gsize length;
  gint64 time;
  guint speaker;
} Paragraph;

/* A text that is looked through. @bare: valid until the next one. @document: (nullable): where the user has added
 * something. @wanted: of each paragraph, whether it is wanted as context. */
typedef struct
{
  GBytes *bare;
  TrsSplitRule split;
  GArray *paragraphs;
  TrsAnnotations *annotations;
  TrsDocument *document;
  guint8 *wanted;
} Text;

enum
{
  CONTEXT_AROUND = 1 << 0,
  CONTEXT_SHOWN = 1 << 1, /* with the passage itself */
};

static void
text_clear (Text *text)
{
  g_clear_pointer (&text->bare, g_bytes_unref);
  g_clear_pointer (&text->paragraphs, g_array_unref);
  g_clear_pointer (&text->annotations, g_ptr_array_unref);
  g_clear_object (&text->document);
  g_clear_pointer (&text->wanted, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Text, text_clear)

static void
read_paragraphs (Text         *text,
                 sqlite3_stmt *statement)
{
  g_autoptr (GBytes) prefixes =
      g_bytes_new_static (sqlite3_column_blob (statement, COLUMN_PREFIXES),
                          (gsize) sqlite3_column_bytes (statement, COLUMN_PREFIXES));
  Paragraph paragraph = { NULL, };
  TrsSplitter splitter;
  gsize place = 0;

  trs_splitter_init (&splitter, text->bare, text->split);
  while (trs_splitter_step (&splitter, &paragraph.words, &paragraph.length))
    {
      TrsParagraph said = { .start = -1 };
      gsize length = 0;
      const char *prefix = trs_store_next_prefix (prefixes, &place, &length);

      if (prefix != NULL && !trs_transcript_read_prefix (prefix, length, &said))
        said = (TrsParagraph) { .start = -1 };
      paragraph.time = said.start;
      paragraph.speaker = said.speaker;
      g_array_append_val (text->paragraphs, paragraph);
    }
}

/* What the user has added is placed as the page places it. A text that cannot be read as it was received has its words
 * and no annotations. */
static gboolean
read_annotations (Run     *run,
                  gint64   row,
                  Text    *text,
                  GError **error)
{
  g_autoptr (TrsTranscript) transcript = trs_store_take_text (
      trs_sql_query (run->db, NULL, "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text WHERE text = ?1", "x", row), NULL);

  text->annotations = trs_store_list_annotations (run->db, row, error);
  if (text->annotations == NULL)
    return FALSE;
  if (transcript != NULL)
    text->document = trs_document_new (transcript, text->annotations);
  return TRUE;
}

/* The text is empty if there is none. */
static gboolean
read_text (Run     *run,
           gint64   row,
           Text    *text,
           GError **error)
{
  gboolean found = FALSE;

  text->paragraphs = g_array_new (FALSE, FALSE, sizeof (Paragraph));
  sqlite3_reset (run->text);
  trs_sql_bind (run->text, 1, "x", row);
  if (!trs_sql_step (run->text, &found, error))
    return FALSE;
  if (!found)
    text->bare = g_bytes_new_static ("", 0);
  else
    {
      text->bare = g_bytes_new_static (sqlite3_column_text (run->text, COLUMN_BARE),
                                       (gsize) sqlite3_column_bytes (run->text, COLUMN_BARE));
      text->split = sqlite3_column_int (run->text, COLUMN_ALIGNED) != 0
                        ? (TrsSplitRule) sqlite3_column_int (run->text, COLUMN_SPLIT)
                        : trs_split_detect (text->bare);
      read_paragraphs (text, run->text);
    }
  text->wanted = g_new0 (guint8, text->paragraphs->len + 1);
  return !(run->filter->highlights || (found && sqlite3_column_int (run->text, COLUMN_ANNOTATED) != 0)) ||
         read_annotations (run, row, text, error);
}

static guint
get_speaker (const Text *text,
             guint       paragraph)
{
  if (text->document != NULL &&
      paragraph < trs_transcript_get_n_paragraphs (trs_document_get_transcript (text->document), TRS_TEXT_ALL))
    return trs_document_get_speaker (text->document, paragraph);
  return paragraph < text->paragraphs->len ? g_array_index (text->paragraphs, Paragraph, paragraph).speaker : 0;
}

static gboolean
is_wanted_name (const Run  *run,
                const char *name)
{
  /* A name may have no word in it. */
  return g_str_equal (name, run->filter->speaker) ||
         trs_search_query_find_terms (run->names, name, strlen (name)) != 0;
}

/* @name: (nullable): what the user calls the speaker, who is otherwise seen by the label of the service, or by the same
 *   in the language of the user */
static gboolean
is_wanted_speaker (const Run  *run,
                   guint       speaker,
                   const char *name)
{
  g_autofree char *shown = NULL;
  char label[32];

  if (run->names == NULL)
    return TRUE;
  if (speaker == 0)
    return FALSE;

  if (name != NULL)
    return is_wanted_name (run, name);

  g_snprintf (label, sizeof label, "Speaker %u", speaker);
  shown = trs_strings_speaker (NULL, speaker);
  return is_wanted_name (run, label) || is_wanted_name (run, shown);
}

/* Leaves the places where a wanted speaker speaks.
 *
 * Returns: whether all terms are in them */
static gboolean
filter_places (const Run  *run,
               const Text *text,
               GArray     *places)
{
  guint64 terms = 0;
  guint n = 0;

  for (guint i = 0; i < places->len; i++)
    {
      const TrsSearchPlace *place = &g_array_index (places, TrsSearchPlace, i);
      guint speaker = get_speaker (text, place->paragraph);

      if (!is_wanted_speaker (run, speaker,
                              text->document != NULL ? trs_document_get_name (text->document, speaker) : NULL))
        continue;
      terms |= place->terms;
      g_array_index (places, TrsSearchPlace, n++) = *place;
    }
  g_array_set_size (places, n);
  return terms == trs_search_query_get_terms (run->query);
}

static TrsSearchPassage *
make_passage (const Run  *run,
              const Text *text,
              guint       index)
{
  const Paragraph *paragraph = &g_array_index (text->paragraphs, Paragraph, index);
  TrsSearchPassage *passage = trs_search_passage_new_whole (run->query, index, paragraph->words, paragraph->length);

  passage->time = paragraph->time;
  passage->speaker = get_speaker (text, index);
  if (text->document != NULL)
    passage->name = g_strdup (trs_document_get_name (text->document, passage->speaker));
  return passage;
}

/* Paragraphs from @first to @last are shown; those around them are wanted. */
static void
want_context (const Run *run,
              Text      *text,
              guint      first,
              guint      last)
{
  guint n = text->paragraphs->len;
  guint from = first - MIN (first, run->filter->context);
  guint to = run->filter->context < n && last < n - run->filter->context ? last + run->filter->context + 1 : n;

  for (guint i = from; i < to; i++)
    text->wanted[i] |= i >= first && i <= last ? CONTEXT_SHOWN : CONTEXT_AROUND;
}

static void
add_context (const Run    *run,
             const Text   *text,
             TrsSearchHit *hit)
{
  if (run->filter->context == 0)
    return;

  /* A highlight is not the whole of its paragraph, which may stand around another one. */
  hit->context = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_passage_free);
  for (guint i = 0; i < text->paragraphs->len; i++)
    if (run->filter->highlights ? (text->wanted[i] & CONTEXT_AROUND) != 0 : text->wanted[i] == CONTEXT_AROUND)
      g_ptr_array_add (hit->context, make_passage (run, text, i));
}

static guint
get_max_passages (const Run *run)
{
  return run->filter->max_passages > 0 ? run->filter->max_passages : G_MAXUINT;
}

static void
find_passages (const Run    *run,
               Text         *text,
               TrsSearchHit *hit)
{
  g_autoptr (GArray) places = trs_search_find_places (run->query, text->bare, text->split);
  guint n_places;

  if (!filter_places (run, text, places))
    return;

  n_places = places->len;
  trs_search_choose_places (places, get_max_passages (run));
  hit->n_more = n_places - places->len;
  for (guint i = 0; i < places->len; i++)
    {
      guint index = g_array_index (places, TrsSearchPlace, i).paragraph;

      g_ptr_array_add (hit->passages, make_passage (run, text, index));
      want_context (run, text, index, index);
    }
}

/* @placed: (nullable): the highlight at its place */
static void
add_mark (const Run                *run,
          Text                     *text,
          TrsSearchHit             *hit,
          const TrsAnnotation      *annotation,
          const TrsPlacedHighlight *placed)
{
  TrsSearchPassage *passage = trs_store_search_match_mark (run->query, text->document, annotation, placed);

  if (passage == NULL)
    return;
  if (!is_wanted_speaker (run, passage->speaker, passage->name) || hit->passages->len >= get_max_passages (run))
    {
      hit->n_more += hit->passages->len >= get_max_passages (run);
      trs_search_passage_free (passage);
      return;
    }

  g_ptr_array_add (hit->passages, passage);
  if (placed != NULL)
    want_context (run, text, placed->start.paragraph, placed->end.paragraph);
}

static void
find_highlights (const Run    *run,
                 Text         *text,
                 TrsSearchHit *hit)
{
  GArray *highlights = text->document != NULL ? trs_document_get_highlights (text->document) : NULL;
  GPtrArray *lost = text->document != NULL ? trs_document_get_lost (text->document) : text->annotations;

  for (guint i = 0; highlights != NULL && i < highlights->len; i++)
    {
      const TrsPlacedHighlight *highlight = &g_array_index (highlights, TrsPlacedHighlight, i);

      add_mark (run, text, hit, highlight->annotation, highlight);
    }
  /* Without a text, because it was removed or cannot be read, all highlights are listed as lost. */
  for (guint i = 0; i < lost->len; i++)
    {
      const TrsAnnotation *annotation = g_ptr_array_index (lost, i);

      if (annotation->kind == TRS_ANNOTATION_HIGHLIGHT)
        add_mark (run, text, hit, annotation, NULL);
    }
}

static gboolean
read_passages (Run           *run,
               TrsSearchHit  *hit,
               GError       **error)
{
  g_auto (Text) text = { NULL, };

  hit->passages = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_passage_free);
  if (!read_text (run, hit->row, &text, error))
    return FALSE;

  if (run->filter->highlights)
    find_highlights (run, &text, hit);
  else
    find_passages (run, &text, hit);
  add_context (run, &text, hit);
  if (hit->passages->len > 0)
    hit->fields |= TRS_SEARCH_HIT_TEXT;
  return TRUE;
}

static gboolean
is_wanted_language (const Run    *run,
                    sqlite3_stmt *statement)
{
  return run->filter->language == NULL ||
         trs_language_tag_matches ((const char *) sqlite3_column_text (statement, COLUMN_LANGUAGE),
                                   run->filter->language);
}

static gboolean
read_hits (Run               *run,
           sqlite3_stmt      *statement,
           guint              limit,
           TrsSearchResults  *results,
           GError           **error)
{
  gboolean row = TRUE;
  guint n_texts = 0;

  while (trs_sql_step (statement, &row, error) && row)
    {
      g_autoptr (TrsSearchHit) hit = NULL;

      results->more = results->hits->len == limit || n_texts == MAX_TEXTS;
      if (results->more)
        return TRUE;
      results->last_at = sqlite3_column_int64 (statement, COLUMN_SORT_AT);
      results->last_row = sqlite3_column_int64 (statement, COLUMN_ROW);
      if (!is_wanted_language (run, statement))
        continue;

      hit = g_new0 (TrsSearchHit, 1);
      hit->row = results->last_row;
      if (sqlite3_column_int (statement, COLUMN_IN_FIELDS) != 0)
        hit->fields = trs_store_search_read_fields (statement, COLUMN_TITLE, run->query);
      if (sqlite3_column_int (statement, COLUMN_HAS_TEXT) != 0)
        {
          n_texts++;
          if (!read_passages (run, hit, error))
            return FALSE;
        }
      if (hit->fields != 0)
        g_ptr_array_add (results->hits, g_steal_pointer (&hit));
    }
  return !row;
}

static gpointer
read_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  const Reading *reading = data;
  const TrsSearchFilter *filter = reading->filter;
  sqlite3 *db = context->db;
  TrsSearchQuery *query = trs_search_query_new (filter->query);
  g_autofree char *match = query->unsegmented ? g_strdup ("\"\"") : trs_search_query_to_fts (query);
  g_auto (Run) run = { .db = db, .filter = filter, .query = query };
  g_autoptr (TrsSearchResults) results = g_new0 (TrsSearchResults, 1);
  g_autoptr (sqlite3_stmt) statement = NULL;

  results->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_hit_free);
  if (!trs_store_search_define (db, query, error))
    return NULL;
  if (trs_search_query_get_terms (query) == 0 && !filter->highlights)
    return g_steal_pointer (&results);

  if (filter->speaker != NULL)
    run.names = trs_search_query_new_words (filter->speaker);
  run.text = trs_sql_query (db, error, find_text, "");
  if (run.text == NULL)
    return NULL;
  if (filter->highlights)
    statement = trs_sql_query (db, error, find_marks, "xxxxi", reading->account, reading->before_at,
                               reading->before_row, filter->since, TRS_ANNOTATION_HIGHLIGHT);
  else
    statement = trs_sql_query (db, error, find_words, "xxxxsi", reading->account, reading->before_at,
                               reading->before_row, filter->since, match, filter->speaker == NULL);
  if (!read_hits (&run, statement, reading->limit, results, error) ||
      !trs_store_search_read_projects (db, results->hits, error))
    return NULL;
  return g_steal_pointer (&results);
}

/**
 * trs_store_passages_read_async:
 * @self: a store
 * @account: an account
 * @filter: what is looked for
 * @limit: how many projects at most
 * @before_at: only projects that stand below this place of the list, its key by date; %G_MAXINT64 to begin at the top
 * @before_row: likewise its row
 * @cancellable: (nullable): to give up, also while it runs
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds projects of an account, as trs_store_search_projects_async() or trs_store_search_highlights_async(), in the
 * order of the list. Passages are whole paragraphs, in the order of the text, or highlighted words. All words are
 * looked for in what the speakers say that @filter names, and not in titles then. Where few texts pass the filter,
 * there are fewer projects than @limit, and #TrsSearchResults.more says that there may be others. A background job.
 */
void
trs_store_passages_read_async (TrsStore              *self,
                               gint64                 account,
                               const TrsSearchFilter *filter,
                               guint                  limit,
                               gint64                 before_at,
                               gint64                 before_row,
                               GCancellable          *cancellable,
                               GAsyncReadyCallback    callback,
                               gpointer               user_data)
{
  static const TrsStoreJob job = {
    .run = read_run,
    .free_result = (GDestroyNotify) trs_search_results_free,
    .flags = TRS_STORE_BACKGROUND,
  };
  Reading *reading = g_new0 (Reading, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  reading->account = account;
  reading->filter = trs_search_filter_copy (filter);
  reading->limit = limit;
  reading->before_at = before_at;
  reading->before_row = before_row;
  g_task_set_source_tag (task, trs_store_passages_read_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, reading, reading_free);
}

/**
 * trs_store_passages_read_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what was found, newest first; %NULL with @error set
 */
TrsSearchResults *
trs_store_passages_read_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_passages_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The language of a transcript that is not here may not be known; then it may be the one that is wanted. Texts are
 * looked up in an index, because each row of their table has a page of its own; projects are scanned, as for
 * trs_store_texts_read_coverage_async(). */
static gpointer
count_absent_run (TrsStoreContext  *context,
                  gconstpointer     data,
                  GError          **error)
{
  const Reading *reading = data;
  const char *language = reading->filter->language;
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (
      context->db, error,
      "SELECT coalesce (project.language, requested_language) FROM project NOT INDEXED "
      "WHERE account = ?1 AND sort_at >= ?2 AND state = ?3 AND NOT hidden AND NOT missing "
      "AND NOT EXISTS (SELECT 1 FROM text WHERE text.project = project.row AND superseded = 0)",
      "xxi", reading->account, reading->filter->since, TRS_PROJECT_STATE_DONE);
  gboolean row = TRUE;
  gint64 n = 0;

  while (trs_sql_step (statement, &row, error) && row)
    if (language == NULL || sqlite3_column_type (statement, 0) == SQLITE_NULL ||
        trs_language_tag_matches ((const char *) sqlite3_column_text (statement, 0), language))
      n++;
  return row ? NULL : g_memdup2 (&n, sizeof n);
}

/**
 * trs_store_passages_count_absent_async:
 * @self: a store
 * @account: an account
 * @filter: what is looked for
 * @cancellable: (nullable): to give up, also while it runs
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Counts the finished transcripts in which @filter might find something if they were here; those that can be
 * downloaded, neither hidden nor missing. A background job.
 */
void
trs_store_passages_count_absent_async (TrsStore              *self,
                                       gint64                 account,
                                       const TrsSearchFilter *filter,
                                       GCancellable          *cancellable,
                                       GAsyncReadyCallback    callback,
                                       gpointer               user_data)
{
  static const TrsStoreJob job = {
    .run = count_absent_run,
    .free_result = g_free,
    .flags = TRS_STORE_BACKGROUND,
  };
  Reading *reading = g_new0 (Reading, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  reading->account = account;
  reading->filter = trs_search_filter_copy (filter);
  g_task_set_source_tag (task, trs_store_passages_count_absent_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, reading, reading_free);
}

/**
 * trs_store_passages_count_absent_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: how many; -1 with @error set
 */
gint64
trs_store_passages_count_absent_finish (TrsStore      *self,
                                        GAsyncResult  *result,
                                        GError       **error)
{
  g_autofree gint64 *n = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), -1);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_passages_count_absent_async), -1);

  n = g_task_propagate_pointer (G_TASK (result), error);
  return n != NULL ? *n : -1;
}
