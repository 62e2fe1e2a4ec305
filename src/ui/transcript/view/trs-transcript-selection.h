/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

G_BEGIN_DECLS

/* Where the caret stands in a transcript, and what is selected of it. */

gboolean        trs_transcript_selection_get            (TrsTranscriptBuffer *buffer,
                                                         TrsTextPosition     *start,
                                                         TrsTextPosition     *end);
char           *trs_transcript_selection_render         (TrsTranscriptBuffer *buffer,
                                                         TrsTextFlags         flags);
TrsTextPosition trs_transcript_selection_get_caret      (TrsTranscriptBuffer *buffer);
gboolean        trs_transcript_selection_get_caret_time (TrsTranscriptBuffer *buffer,
                                                         gint64              *start);
void            trs_transcript_selection_rescue_caret   (TrsTranscriptBuffer *buffer);

G_END_DECLS
