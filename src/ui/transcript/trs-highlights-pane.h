/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-annotation-editor.h"
#include "trs-transcript-view.h"

/**
 * TrsHighlightsPane:
 *
 * The highlights of a transcript beside its text. The text goes to the one that
 * is chosen, and the one at the caret is chosen.
 */
#define TRS_TYPE_HIGHLIGHTS_PANE (trs_highlights_pane_get_type ())
G_DECLARE_FINAL_TYPE (TrsHighlightsPane, trs_highlights_pane, TRS, HIGHLIGHTS_PANE, AdwBin)

void trs_highlights_pane_set_view   (TrsHighlightsPane   *self,
                                     TrsTranscriptView   *view);
void trs_highlights_pane_set_editor (TrsHighlightsPane   *self,
                                     TrsAnnotationEditor *editor);
void trs_highlights_pane_step       (TrsHighlightsPane   *self,
                                     int                  step);
