/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export.h"
#include "trs-transcript-tags.h"

/**
 * TrsTranscriptBuffer:
 *
 * The text of one transcript in a text view: the first screen at once, the
 * rest in slices of a few milliseconds. Signals: `loaded` when all is there;
 * `selection-changed` when caret or selection moved.
 *
 * Over the words of each speaker stands a name line, `TIME \t NAME "  " TIME`,
 * then for each paragraph `TIME \t WORDS`. Tags decide which of the times are
 * shown. A paragraph takes several lines where it has line ends or is very
 * long; a line may begin with a direction mark.
 */
#define TRS_TYPE_TRANSCRIPT_BUFFER (trs_transcript_buffer_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptBuffer, trs_transcript_buffer, TRS, TRANSCRIPT_BUFFER, GtkTextBuffer)

TrsTranscriptBuffer *trs_transcript_buffer_new            (GtkTextTagTable     *tags,
                                                           TrsDocument         *document,
                                                           TrsTextFlags         flags,
                                                           gboolean             exact_times);
void                 trs_transcript_buffer_set_document   (TrsTranscriptBuffer *self,
                                                           TrsDocument         *document,
                                                           const GtkTextIter   *from,
                                                           const GtkTextIter   *to);

TrsTextPosition      trs_transcript_buffer_to_position    (TrsTranscriptBuffer *self,
                                                           const GtkTextIter   *iter);
void                 trs_transcript_buffer_get_iter       (TrsTranscriptBuffer *self,
                                                           TrsTextPosition      position,
                                                           GtkTextIter         *iter);
void                 trs_transcript_buffer_get_range      (TrsTranscriptBuffer *self,
                                                           TrsTextPosition      start,
                                                           TrsTextPosition      end,
                                                           GtkTextIter         *from,
                                                           GtkTextIter         *to);
gboolean             trs_transcript_buffer_get_selection  (TrsTranscriptBuffer *self,
                                                           TrsTextPosition     *start,
                                                           TrsTextPosition     *end);
TrsTextPosition      trs_transcript_buffer_get_caret      (TrsTranscriptBuffer *self);
gint64               trs_transcript_buffer_get_caret_time (TrsTranscriptBuffer *self);

TrsDocument         *trs_transcript_buffer_get_document   (TrsTranscriptBuffer *self);
const TrsParagraph  *trs_transcript_buffer_get_paragraph  (TrsTranscriptBuffer *self,
                                                           guint                number);
gboolean             trs_transcript_buffer_find_name      (TrsTranscriptBuffer *self,
                                                           const GtkTextIter   *words,
                                                           GtkTextIter         *name);
gboolean             trs_transcript_buffer_is_hidden      (const GtkTextIter   *iter);
void                 trs_transcript_buffer_rescue_caret   (TrsTranscriptBuffer *self);

void                 trs_transcript_buffer_drop           (TrsTranscriptBuffer *self);
