/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* How characters are seen by the search: as FTS5's `unicode61 remove_diacritics 2` sees them. */

/* No part of a word. */
#define TRS_SEARCH_SEPARATOR 0
/* Belongs to the character before it and makes no difference. */
#define TRS_SEARCH_MARK 1
/* Set beside a character of a script that is written without spaces between words. */
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
