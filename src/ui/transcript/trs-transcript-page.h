/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export.h"
#include "trs-page.h"

/**
 * TrsTranscriptPage:
 *
 * The page of a finished project. Beside the properties of #TrsPage, of which
 * `compact` is below 560 px: `settings` (set once), `transcript` (loaded by
 * itself when `project` is set).
 */
#define TRS_TYPE_TRANSCRIPT_PAGE (trs_transcript_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptPage, trs_transcript_page, TRS, TRANSCRIPT_PAGE, TrsPage)

void trs_transcript_page_add_panes  (TrsTranscriptPage *self,
                                     GPtrArray         *panes);
void trs_transcript_page_find       (TrsTranscriptPage *self,
                                     const char        *query,
                                     TrsTextPosition    place);
void trs_transcript_page_go_to      (TrsTranscriptPage *self,
                                     TrsTextPosition    place);
void trs_transcript_page_go_to_time (TrsTranscriptPage *self,
                                     gint64             time);
