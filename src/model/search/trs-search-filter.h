/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsSearchFilter:
 * @query: (not nullable): what was typed, see trs_search_query_new()
 * @highlights: whether to look only for highlights, in their words and notes; all of them if @query has no word
 * @speaker: (nullable): words of the name of those who speak, as the user sees it
 * @since: only videos from this time on, in microseconds since the epoch
 * @language: (nullable): only transcripts in this language, see trs_language_tag_matches()
 * @max_passages: how many passages of a video at most, those with the most terms; 0 for all
 * @context: how many paragraphs around each passage
 *
 * What is looked for by somebody who wants every passage, not only the best ones.
 */
typedef struct
{
  char *query;
  gboolean highlights;
  char *speaker;
  gint64 since;
  char *language;
  guint max_passages;
  guint context;
} TrsSearchFilter;

TrsSearchFilter *trs_search_filter_new  (const char            *query);
TrsSearchFilter *trs_search_filter_copy (const TrsSearchFilter *self);
void             trs_search_filter_free (TrsSearchFilter       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSearchFilter, trs_search_filter_free)
