/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-search-rows.h"

#include <string.h>

#include "trs-store-rows.h"

/* The columns of a project in which words are found, in the order of TrsSearchHitFields. */
#define N_FIELDS 4

/* Whether the values together contain all terms. */
static void
has_words_cb (sqlite3_context  *context,
              int               n_values,
              sqlite3_value   **values)
{
  const TrsSearchQuery *query = sqlite3_user_data (context);
  guint64 all = trs_search_query_get_terms (query);
  guint64 found = 0;

  for (int i = 0; i < n_values && found != all; i++)
    {
      const char *text = (const char *) sqlite3_value_text (values[i]);

      if (text != NULL)
        found |= trs_search_query_find_terms (query, text, (gsize) sqlite3_value_bytes (values[i]));
    }

  sqlite3_result_int (context, found == all);
}

/**
 * trs_store_search_define:
 * @db: a connection
 * @query: (transfer full): what is looked for; lives until the next call with this connection
 * @error: return location for an error
 *
 * Defines the function `has_words` of SQL, which says whether its arguments together contain all terms.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_search_define (sqlite3         *db,
                         TrsSearchQuery  *query,
                         GError         **error)
{
  return sqlite3_create_function_v2 (db, "has_words", -1, SQLITE_UTF8, query, has_words_cb, NULL, NULL,
                                     (void (*) (void *)) trs_search_query_free) == SQLITE_OK ||
         trs_sql_fail (db, error);
}

/**
 * trs_store_search_read_fields:
 * @statement: a row with the columns title, local_title, video_id and note, one after another
 * @first: the first of them
 * @query: what is looked for
 *
 * Returns: those that have a term
 */
TrsSearchHitFields
trs_store_search_read_fields (sqlite3_stmt         *statement,
                              int                   first,
                              const TrsSearchQuery *query)
{
  TrsSearchHitFields fields = 0;

  for (int i = 0; i < N_FIELDS; i++)
    {
      const char *text = (const char *) sqlite3_column_text (statement, first + i);
      gsize length = (gsize) sqlite3_column_bytes (statement, first + i);

      if (text != NULL && trs_search_query_find_terms (query, text, length) != 0)
        fields |= TRS_SEARCH_HIT_TITLE << i;
    }
  return fields;
}

/**
 * trs_store_search_match_mark:
 * @query: what is looked for
 * @document: (nullable): the text that the highlight stands in
 * @annotation: a highlight
 * @placed: (nullable): the highlight at its place in @document
 *
 * Returns: (transfer full) (nullable): the highlighted words; %NULL if they and the note do not have all terms
 */
TrsSearchPassage *
trs_store_search_match_mark (const TrsSearchQuery     *query,
                             TrsDocument              *document,
                             const TrsAnnotation      *annotation,
                             const TrsPlacedHighlight *placed)
{
  const char *words = annotation->words != NULL ? annotation->words : "";
  const char *note = annotation->text != NULL ? annotation->text : "";
  guint64 found = trs_search_query_find_terms (query, words, strlen (words)) |
                  trs_search_query_find_terms (query, note, strlen (note));
  TrsSearchPassage *passage;

  if (found != trs_search_query_get_terms (query))
    return NULL;

  passage = g_new0 (TrsSearchPassage, 1);
  passage->highlight = 1 + annotation->number;
  passage->note = g_strdup (annotation->text);
  passage->excerpt = g_strdup (words);
  passage->ranges = trs_search_find_ranges (query, words, strlen (words));
  passage->time = -1;
  passage->lost = placed == NULL;
  if (placed != NULL)
    {
      GArray *ranges = passage->ranges;

      passage->paragraph = placed->start.paragraph;
      passage->offset = placed->start.byte;
      passage->time =
          trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, passage->paragraph)
              ->start;
      passage->speaker = trs_document_get_speaker (document, passage->paragraph);
      passage->name = g_strdup (trs_document_get_name (document, passage->speaker));
      for (guint i = 0; i < ranges->len; i++)
        g_array_index (ranges, TrsSearchRange, i).start += passage->offset;
    }
  return passage;
}

/**
 * trs_store_search_read_projects:
 * @db: a connection
 * @hits: (element-type TrsSearchHit): hits with their rows
 * @error: return location for an error
 *
 * Reads the projects of hits; one without passages gets none.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_search_read_projects (sqlite3    *db,
                                GPtrArray  *hits,
                                GError    **error)
{
  g_autofree gint64 *rows = g_new (gint64, hits->len);
  g_autoptr (GPtrArray) projects = NULL;

  for (guint i = 0; i < hits->len; i++)
    rows[i] = ((TrsSearchHit *) g_ptr_array_index (hits, i))->row;
  projects = trs_store_read_numbers (db, rows, hits->len, error);
  if (projects == NULL)
    return FALSE;

  for (guint i = hits->len; i > 0; i--)
    {
      TrsSearchHit *hit = g_ptr_array_index (hits, i - 1);

      hit->project = g_ptr_array_steal_index (projects, i - 1);
      if (hit->passages == NULL)
        hit->passages = g_ptr_array_new ();
    }
  return TRUE;
}
