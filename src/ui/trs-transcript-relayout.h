/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-tags.h"

G_BEGIN_DECLS

/**
 * TrsTranscriptRelayout:
 * @view: the view whose lines are laid out anew; %NULL when there are none
 * @adjustment: (nullable): what scrolls it
 * @tags: its tags
 * @stale: a flag for each stretch of lines that is laid out as it was before
 * @n_stale: how many of them are set
 * @rest_id: source of the step that goes on
 *
 * What is on the screen is laid out anew at once, the rest in slices: to tell
 * all lines of a long text at once takes several times as long as to lay out
 * those that can be seen.
 */
typedef struct
{
  GtkTextView *view;
  GtkAdjustment *adjustment;
  TrsTranscriptTags *tags;
  GByteArray *stale;
  guint n_stale;
  guint rest_id;
} TrsTranscriptRelayout;

void trs_transcript_relayout_start (TrsTranscriptRelayout *self,
                                    GtkTextView           *view,
                                    TrsTranscriptTags     *tags);
void trs_transcript_relayout_stop  (TrsTranscriptRelayout *self);

G_END_DECLS
