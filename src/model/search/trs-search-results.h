/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-display-text.h"
#include "trs-project-data.h"
#include "trs-search-query.h"
#include "trs-transcript-split.h"

/* Paragraphs with a match are not counted beyond this number. */
#define TRS_SEARCH_MAX_COUNT 25

/**
 * TrsSearchPassage:
 * @paragraph: number of the paragraph, from 0, as in #TrsTranscript
 * @time: its beginning in milliseconds, -1 if unknown
 * @speaker: number of the speaker, as the user has it; 0 if unknown
 * @name: (nullable): the name that the user gave the speaker
 * @excerpt: part of its words, around what was looked for
 * @offset: where in the paragraph @excerpt begins, in bytes; not 0 if words were cut off
 * @cut: whether words were cut off at the end
 * @ranges: (element-type TrsSearchRange): what was looked for, in order, not
 *   overlapping, each inside @excerpt; counted from the beginning of the paragraph
 * @highlight: 1 and the #TrsHighlightColour of a highlight of the user; 0 for words that were found
 * @note: (nullable): the note on the highlight
 * @lost: of a highlight, whether its words are not in the text any more: then it has no place
 *
 * A place in a transcript.
 */
typedef struct
{
  guint paragraph;
  gint64 time;
  guint speaker;
  char *name;
  char *excerpt;
  gsize offset;
  gboolean cut;
  GArray *ranges;
  guint highlight;
  char *note;
  gboolean lost;
} TrsSearchPassage;

/**
 * TrsSearchPlace:
 * @paragraph: number of the paragraph, from 0
 * @words: (not nullable): its words, not terminated; points into the text
 * @length: in bytes
 * @terms: which terms stand in it, a bit each
 *
 * A paragraph in which something that is looked for was found.
 */
typedef struct
{
  guint paragraph;
  const char *words;
  gsize length;
  guint64 terms;
} TrsSearchPlace;

TrsSearchPassage *trs_search_passage_new_whole (const TrsSearchQuery *query,
                                                guint                 paragraph,
                                                const char           *words,
                                                gsize                 length);
void              trs_search_passage_free      (TrsSearchPassage     *self);

guint             trs_search_passage_get_last  (const TrsSearchPassage *self);

GArray           *trs_search_find_ranges       (const TrsSearchQuery *query,
                                                const char           *text,
                                                gsize                 length);
GArray           *trs_search_find_places       (const TrsSearchQuery *query,
                                                GBytes               *text,
                                                TrsSplitRule          rule);
void              trs_search_choose_places     (GArray               *places,
                                                guint                 max_places);
GPtrArray        *trs_search_find_passages     (const TrsSearchQuery *query,
                                                GBytes               *text,
                                                TrsSplitRule          rule,
                                                guint                 max_passages,
                                                guint                *n_places);

#define TRS_SEARCH_MAX_PASSAGES 2

/**
 * TrsSearchHitFields:
 * @TRS_SEARCH_HIT_TITLE: the title that the service gave
 * @TRS_SEARCH_HIT_LOCAL_TITLE: the title on this computer
 * @TRS_SEARCH_HIT_VIDEO_ID: the identifier of the video
 * @TRS_SEARCH_HIT_NOTE: the note
 * @TRS_SEARCH_HIT_TEXT: the transcript
 *
 * Where something was found.
 */
typedef enum
{
  TRS_SEARCH_HIT_TITLE = 1 << 0,
  TRS_SEARCH_HIT_LOCAL_TITLE = 1 << 1,
  TRS_SEARCH_HIT_VIDEO_ID = 1 << 2,
  TRS_SEARCH_HIT_NOTE = 1 << 3,
  TRS_SEARCH_HIT_TEXT = 1 << 4,
} TrsSearchHitFields;

/**
 * TrsSearchHit:
 * @project: the project
 * @row: its place in the order of the store; newer ones are greater
 * @fields: where something was found
 * @passages: (element-type TrsSearchPassage): places in the transcript, in
 *   their order, at most %TRS_SEARCH_MAX_PASSAGES where a window asks
 * @context: (nullable) (element-type TrsSearchPassage): whole paragraphs
 *   around @passages that were asked for, in their order; those that are
 *   passages themselves are left out
 * @n_more: in how many more paragraphs of the transcript it stands
 * @many: whether there are even more, which were not counted
 *
 * A project in which all that is looked for was found: either in what is
 * written about it, or in its transcript.
 */
typedef struct
{
  TrsProjectData *project;
  gint64 row;
  TrsSearchHitFields fields;
  GPtrArray *passages;
  GPtrArray *context;
  guint n_more;
  gboolean many;
} TrsSearchHit;

/**
 * TrsSearchResults:
 * @hits: (element-type TrsSearchHit): newest first
 * @more: whether older projects match, too, or may; go on before the row of the last hit
 * @last_at: of what goes on at a place of the list: the key by date of the last project that was looked at
 * @last_row: likewise its row
 */
typedef struct
{
  GPtrArray *hits;
  gboolean more;
  gint64 last_at;
  gint64 last_row;
} TrsSearchResults;

void trs_search_hit_free     (TrsSearchHit     *self);
void trs_search_results_free (TrsSearchResults *self);
GPtrArray *trs_search_hit_list_around (const TrsSearchHit     *self,
                                       const TrsSearchPassage *passage,
                                       guint                   n_before,
                                       guint                   n_after);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSearchHit, trs_search_hit_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSearchResults, trs_search_results_free)
