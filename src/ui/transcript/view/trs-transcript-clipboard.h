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
typedef struct _TrsTranscriptClipboard TrsTranscriptClipboard;

TrsTranscriptClipboard *trs_transcript_clipboard_attach    (GtkTextView            *view);

void                    trs_transcript_clipboard_set_flags (TrsTranscriptClipboard *self,
                                                            TrsTextFlags            flags);
char                   *trs_transcript_clipboard_render    (TrsTranscriptClipboard *self);
void                    trs_transcript_clipboard_update    (TrsTranscriptClipboard *self);
void                    trs_transcript_clipboard_withdraw  (TrsTranscriptClipboard *self);

G_END_DECLS
