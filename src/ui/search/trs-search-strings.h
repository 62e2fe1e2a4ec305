/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

/**
 * TrsSearchFacts:
 * @n_passages: passages of all transcripts that are counted
 * @many: whether some were not counted
 * @n_texts: transcripts in which something was found
 * @n_titles: titles in which something was found
 * @n_notes: notes
 * @n_ids: videos of which nothing but the identifier was found
 * @more: whether older projects match, too
 * @n_kept: transcripts that were searched
 * @n_finished: all transcripts that are known
 * @complete: whether the list was read to its end
 * @highlights: whether the passages are highlights
 * @with_words: whether there are words that are looked for, and not all highlights
 * @show: the kind of projects that is shown
 * @n_hidden: results that are not shown, because they are of another kind
 *
 * The facts from which the summary of a search is made.
 */
typedef struct
{
  guint n_passages;
  gboolean many;
  guint n_texts;
  guint n_titles;
  guint n_notes;
  guint n_ids;
  gboolean more;
  guint n_kept;
  guint n_finished;
  gboolean complete;
  gboolean highlights;
  gboolean with_words;
  TrsProjectShow show;
  guint n_hidden;
} TrsSearchFacts;

/* All strings are (transfer full). */
char     *trs_search_strings_heading     (const char           *query,
                                          gboolean              highlights);
char     *trs_search_strings_summary     (const TrsSearchFacts *facts);
char     *trs_search_strings_show        (const TrsSearchFacts *facts);
char     *trs_search_strings_coverage    (const TrsSearchFacts *facts);
char     *trs_search_strings_nothing     (const TrsSearchFacts *facts);
char     *trs_search_strings_hidden      (const TrsSearchFacts *facts);
char     *trs_search_strings_footer      (const TrsSearchFacts *facts);
char     *trs_search_strings_count       (TrsSearchResult      *result);
gboolean  trs_search_strings_is_original (TrsSearchResult      *result);
char     *trs_search_strings_row         (TrsSearchResult      *result);
char     *trs_search_strings_facts       (TrsSearchResult      *result);
char     *trs_search_strings_rest        (TrsSearchResult      *result);
