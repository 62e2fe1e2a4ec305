/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Characters as the search compares them, which is as FTS5's `unicode61 remove_diacritics 2` does. */

/* The character is not part of a word. */
#define TRS_SEARCH_SEPARATOR 0
/* The character belongs to the one before it and is ignored. */
#define TRS_SEARCH_MARK 1
/* Flag of characters of scripts that are written without spaces between words. */
#define TRS_SEARCH_UNSEGMENTED (1u << 31)

guint32   trs_search_fold            (gunichar     character);
gboolean  trs_search_has_unsegmented (const char  *text,
                                      gsize        length);
gunichar  trs_search_decode          (const char  *text,
                                      const char  *end,
                                      gsize       *length);

/* A 64-bit set names the terms of a query. */
#define TRS_SEARCH_MAX_TERMS 64

/**
 * TrsSearchQuery:
 * @terms: private
 * @unsegmented: whether it has a word of an unsegmented script, which no index knows
 *
 * What somebody looks for: terms, all of which must occur. A term is a word or
 * some words that follow each other. Never changes, may be read from any thread.
 */
typedef struct
{
  GPtrArray *terms;
  gboolean unsegmented;
} TrsSearchQuery;

/**
 * TrsSearchMatch:
 * @start: where it begins, in bytes
 * @length: in bytes, of the longest term that matches there
 * @terms: which terms match there, a bit each
 */
typedef struct
{
  gsize start;
  gsize length;
  guint64 terms;
} TrsSearchMatch;

TrsSearchQuery *trs_search_query_new          (const char           *input);
TrsSearchQuery *trs_search_query_new_words    (const char           *words);
void            trs_search_query_free         (TrsSearchQuery       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSearchQuery, trs_search_query_free)

guint64         trs_search_query_get_terms    (const TrsSearchQuery *self);
char           *trs_search_query_to_fts       (const TrsSearchQuery *self);

GArray         *trs_search_query_find         (const TrsSearchQuery *self,
                                               const char           *text,
                                               gsize                 length);
guint64         trs_search_query_find_terms   (const TrsSearchQuery *self,
                                               const char           *text,
                                               gsize                 length);
