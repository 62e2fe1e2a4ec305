/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

/**
 * TrsTranscriptSelection:
 *
 * How what is selected in a text view leaves it, as the primary selection, by
 * drag and drop, and rendered: always as the text of the plain text renderer,
 * never as the text of the buffer, in which times and tabs stand. It is itself
 * what provides the primary selection, and renders that when somebody asks.
 */
#define TRS_TYPE_TRANSCRIPT_SELECTION (trs_transcript_selection_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptSelection, trs_transcript_selection, TRS, TRANSCRIPT_SELECTION, GdkContentProvider)

TrsTranscriptSelection *trs_transcript_selection_new         (GtkTextView            *view);
void                    trs_transcript_selection_set_buffer  (TrsTranscriptSelection *self,
                                                              TrsTranscriptBuffer    *buffer);
void                    trs_transcript_selection_set_flags   (TrsTranscriptSelection *self,
                                                              TrsTextFlags            flags);
void                    trs_transcript_selection_set_title   (TrsTranscriptSelection *self,
                                                              const char             *title);
void                    trs_transcript_selection_set_link    (TrsTranscriptSelection *self,
                                                              const char             *video_id,
                                                              const char             *pattern);

void                    trs_transcript_selection_update      (TrsTranscriptSelection *self);
void                    trs_transcript_selection_withdraw    (TrsTranscriptSelection *self);
char                   *trs_transcript_selection_render      (TrsTranscriptSelection *self);
char                   *trs_transcript_selection_render_html (TrsTranscriptSelection *self);
char                   *trs_transcript_selection_render_words (TrsTranscriptSelection *self,
                                                               TrsTextPosition         start,
                                                               TrsTextPosition         end,
                                                               gboolean                html);
