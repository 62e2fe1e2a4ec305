/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

G_BEGIN_DECLS

/**
 * TrsTranscriptPlace:
 *
 * The scroll position of a view of a #TrsTranscriptBuffer: keeps it over changes
 * of the layout, and scrolls to places of the transcript.
 */
typedef struct _TrsTranscriptPlace TrsTranscriptPlace;

TrsTranscriptPlace *trs_transcript_place_attach     (GtkTextView        *view);

void                trs_transcript_place_hold       (TrsTranscriptPlace *self);
void                trs_transcript_place_limit      (TrsTranscriptPlace *self);
void                trs_transcript_place_restore    (TrsTranscriptPlace *self);
void                trs_transcript_place_release    (TrsTranscriptPlace *self);
void                trs_transcript_place_allocated  (TrsTranscriptPlace *self);
void                trs_transcript_place_scroll_to  (TrsTranscriptPlace *self,
                                                     TrsTextPosition     position);
void                trs_transcript_place_show_caret (TrsTranscriptPlace *self);

G_END_DECLS
