/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-note-row.h"
#include "trs-page.h"

G_BEGIN_DECLS

/**
 * TrsTranscriptHead:
 *
 * Title and facts over a transcript; they do not scroll, so that the source is
 * in sight when something is quoted. Properties: `session`, `project`,
 * `transcript`, `compact`.
 */
#define TRS_TYPE_TRANSCRIPT_HEAD (trs_transcript_head_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptHead, trs_transcript_head, TRS, TRANSCRIPT_HEAD, TrsPage)

TrsNoteRow *trs_transcript_head_get_note_row (TrsTranscriptHead *self);

G_END_DECLS
