/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

G_BEGIN_DECLS

/**
 * TrsTranscriptClipboard:
 *
 * How the selection of a view leaves it: as the primary selection and by drag
 * and drop, always as the text of the plain text renderer, never as the text of
 * the buffer, in which times and tabs stand.
 */
#define TRS_TYPE_TRANSCRIPT_CLIPBOARD (trs_transcript_clipboard_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptClipboard, trs_transcript_clipboard, TRS, TRANSCRIPT_CLIPBOARD, GdkContentProvider)

TrsTranscriptClipboard *trs_transcript_clipboard_attach    (GtkTextView            *view);

void                    trs_transcript_clipboard_set_flags (TrsTranscriptClipboard *self,
                                                            TrsTextFlags            flags);
char                   *trs_transcript_clipboard_render    (TrsTranscriptClipboard *self);
void                    trs_transcript_clipboard_update    (TrsTranscriptClipboard *self);
void                    trs_transcript_clipboard_withdraw  (TrsTranscriptClipboard *self);

G_END_DECLS
