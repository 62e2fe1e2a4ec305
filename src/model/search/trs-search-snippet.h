/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-query.h"
#include "trs-search-range.h"
#include "trs-transcript-split.h"

G_BEGIN_DECLS

/* Beyond this, paragraphs with a match are not counted any more. */
#define TRS_SEARCH_MAX_COUNT 25

/**
 * TrsSearchPassage:
 * @paragraph: number of the paragraph, from 0, as in #TrsTranscript
 * @time: its beginning in milliseconds, -1 if not told
 * @speaker: number of the speaker, 0 if not told
 * @excerpt: part of its words, around what was looked for
 * @offset: where in the paragraph @excerpt begins, in bytes; not 0 if words were cut off
 * @cut: whether words were cut off at the end
 * @ranges: (element-type TrsSearchRange): what was looked for, in order, not
 *   overlapping, each inside @excerpt; counted from the beginning of the paragraph
 *
 * A place in a transcript.
 */
typedef struct
{
  guint paragraph;
  gint64 time;
  guint speaker;
  char *excerpt;
  gsize offset;
  gboolean cut;
  GArray *ranges;
} TrsSearchPassage;

void       trs_search_passage_free  (TrsSearchPassage     *self);

GArray    *trs_search_find_ranges   (const TrsSearchQuery *query,
                                     const char           *text,
                                     gsize                 length);
GPtrArray *trs_search_find_passages (const TrsSearchQuery *query,
                                     GBytes               *text,
                                     TrsSplitRule          rule,
                                     guint                 max_passages,
                                     guint                *n_places);

G_END_DECLS
