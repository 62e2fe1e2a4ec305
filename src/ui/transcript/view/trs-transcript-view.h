/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

/**
 * TrsTranscriptView:
 *
 * A transcript laid out for reading, in one read-only text view. Properties:
 * `show-timecodes`, `show-speakers`, `exact-times`, `compact` (no gutter, small
 * margins), `text-scale`, `line-spacing`, `serif`. A change of any of them keeps
 * the place and the selection. `video-id` and `link-pattern`, the address
 * pattern of its page, make the times in copied HTML links, if both are set.
 *
 * What is copied, dragged or selected is the text of the plain text renderer,
 * not the text of the buffer; a target that takes HTML gets the same words.
 *
 * Signals: `time-activated` (x, y in the view) when the user asks where a time
 * leads; `speaker-activated` (likewise) when a name was clicked; `menu-requested`
 * (likewise) for the context menu. All are about the paragraph of the caret.
 * `selection-changed` when caret or selection moved.
 */
#define TRS_TYPE_TRANSCRIPT_VIEW (trs_transcript_view_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptView, trs_transcript_view, TRS, TRANSCRIPT_VIEW, GtkTextView)

TrsDocument         *trs_transcript_view_get_document   (TrsTranscriptView *self);
TrsTranscriptBuffer *trs_transcript_view_get_buffer     (TrsTranscriptView *self);
void                 trs_transcript_view_set_has_video  (TrsTranscriptView *self,
                                                         gboolean           has_video);
void                 trs_transcript_view_set_title      (TrsTranscriptView *self,
                                                         const char        *title);
void                 trs_transcript_view_set_document   (TrsTranscriptView *self,
                                                         TrsDocument       *document);
TrsTextFlags         trs_transcript_view_get_flags      (TrsTranscriptView *self);
gboolean             trs_transcript_view_get_exact_times (TrsTranscriptView *self);
void                 trs_transcript_view_go_to          (TrsTranscriptView *self,
                                                         TrsTextPosition    position);
void                 trs_transcript_view_scroll_to      (TrsTranscriptView *self,
                                                         TrsTextPosition    position);
TrsTextPosition      trs_transcript_view_get_top        (TrsTranscriptView *self);
void                 trs_transcript_view_set_top        (TrsTranscriptView *self,
                                                         TrsTextPosition    position);
void                 trs_transcript_view_copy_highlight (TrsTranscriptView *self,
                                                         TrsTextPosition    start,
                                                         TrsTextPosition    end);
void                 trs_transcript_view_copy_lost      (TrsTranscriptView *self,
                                                         const char        *words);
char                *trs_transcript_view_render         (TrsTranscriptView *self);
char                *trs_transcript_view_render_html    (TrsTranscriptView *self);
