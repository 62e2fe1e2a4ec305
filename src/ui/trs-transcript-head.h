/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-project.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/**
 * TrsTranscriptHead:
 *
 * Title and facts over a transcript; they do not scroll, so that the source is
 * in sight when something is quoted. Properties: `project`, `transcript`,
 * `compact`.
 */
#define TRS_TYPE_TRANSCRIPT_HEAD (trs_transcript_head_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptHead, trs_transcript_head, TRS, TRANSCRIPT_HEAD, AdwBin)

G_END_DECLS
