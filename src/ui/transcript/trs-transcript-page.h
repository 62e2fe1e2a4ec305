/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-text.h"
#include "trs-page.h"

G_BEGIN_DECLS

/**
 * TrsTranscriptPage:
 *
 * The page of a finished project. Properties: `session`, `settings`,
 * `project`, `folded` (it stands alone in the window), `back` (shows the back
 * button), `compact` (below 560 px).
 */
#define TRS_TYPE_TRANSCRIPT_PAGE (trs_transcript_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptPage, trs_transcript_page, TRS, TRANSCRIPT_PAGE, TrsPage)

void trs_transcript_page_set_transcript (TrsTranscriptPage *self,
                                         TrsTranscript     *transcript);
void trs_transcript_page_find           (TrsTranscriptPage *self,
                                         const char        *query,
                                         TrsTextPosition    place);

G_END_DECLS
