/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The first line is what was typed, the rest is a text, which may be damaged. */
#include <sqlite3.h>
#include <string.h>

#include "trs-fuzz.h"
#include "trs-search-results.h"

static sqlite3 *
get_index (void)
{
  static sqlite3 *db;

  if (db == NULL)
    {
      sqlite3_open (":memory:", &db);
      sqlite3_exec (db,
                    "CREATE VIRTUAL TABLE words USING fts5 (word, "
                    "tokenize = \"unicode61 remove_diacritics 2 categories 'L* M* N* Co'\");"
                    "INSERT INTO words VALUES ('some words to look through');",
                    NULL, NULL, NULL);
    }
  return db;
}

/* Whatever was typed, the index understands what it is asked. */
static void
ask_index (const TrsSearchQuery *query)
{
  g_autofree char *match = trs_search_query_to_fts (query);
  sqlite3_stmt *statement = NULL;

  if (trs_search_query_get_terms (query) == 0)
    return;

  g_assert (sqlite3_prepare_v2 (get_index (), "SELECT rowid FROM words WHERE words MATCH ?1", -1, &statement, NULL) ==
            SQLITE_OK);
  sqlite3_bind_text (statement, 1, match, -1, SQLITE_STATIC);
  while (sqlite3_step (statement) == SQLITE_ROW)
    continue;
  g_assert (sqlite3_finalize (statement) == SQLITE_OK);
}

static void
look_at_passage (const TrsSearchPassage *passage)
{
  gsize length = strlen (passage->excerpt);
  gsize end = passage->offset;

  g_assert (passage->excerpt[0] != '\0');
  g_assert (g_utf8_validate (passage->excerpt, -1, NULL));
  for (guint i = 0; i < passage->ranges->len; i++)
    {
      const TrsSearchRange *range = &g_array_index (passage->ranges, TrsSearchRange, i);

      g_assert (range->length > 0);
      g_assert (range->start >= end);
      end = range->start + range->length;
      g_assert (end <= passage->offset + length);
    }
}

static void
look_through (const TrsSearchQuery *query,
              const char           *text,
              gsize                 length)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, length);
  guint64 found = trs_search_query_find_terms (query, text, length);

  for (TrsSplitRule rule = TRS_SPLIT_FIRST; rule <= TRS_SPLIT_CRLF; rule++)
    {
      guint n_places;
      g_autoptr (GPtrArray) passages = trs_search_find_passages (query, bytes, rule, 2, &n_places);

      g_assert ((found != 0) == (n_places > 0));
      g_assert ((found != 0) == (passages->len > 0));
      g_assert (passages->len <= 2);
      for (guint i = 0; i < passages->len; i++)
        look_at_passage (g_ptr_array_index (passages, i));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  const char *line_end = size > 0 ? memchr (data, '\n', size) : NULL;
  gsize line = line_end != NULL ? (gsize) (line_end - (const char *) data) : size;
  g_autofree char *typed = g_utf8_make_valid ((const char *) data, (gssize) line);
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (typed);
  g_autoptr (GArray) ranges = NULL;

  ask_index (query);
  if (line_end == NULL)
    return 0;

  look_through (query, line_end + 1, size - line - 1);
  ranges = trs_search_find_ranges (query, line_end + 1, size - line - 1);
  for (guint i = 1; i < ranges->len; i++)
    {
      const TrsSearchRange *before = &g_array_index (ranges, TrsSearchRange, i - 1);

      g_assert (g_array_index (ranges, TrsSearchRange, i).start >= before->start + before->length);
    }
  return 0;
}
