/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsCollectHighlightsDialog:
 *
 * Collects those of many transcripts that have highlights. It shows itself when
 * that takes long, to say how far it is and to be cancelled, and when there is
 * something to say at the end: that there are no highlights, or what could not
 * be read and why.
 *
 * Signal `collected` (a #GPtrArray of #TrsExportSource, not to be changed any
 * more): there are highlights, and the user goes on. At the end the dialog is
 * destroyed, whatever has become of it.
 */
#define TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG (trs_collect_highlights_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsCollectHighlightsDialog, trs_collect_highlights_dialog, TRS, COLLECT_HIGHLIGHTS_DIALOG,
                      AdwWindow)

TrsCollectHighlightsDialog *trs_collect_highlights_dialog_new       (TrsSession                 *session);

void                        trs_collect_highlights_dialog_run       (TrsCollectHighlightsDialog *self,
                                                                     GArray                     *rows);
void                        trs_collect_highlights_dialog_run_found (TrsCollectHighlightsDialog *self);
