/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotation-editor.h"
#include "trs-page.h"
#include "trs-transcript-view.h"

/**
 * TrsHighlightTools:
 *
 * What the user can do with highlights and checks on the page of a transcript:
 * the actions `highlights.*`, and the tooltips of highlights. They act on the
 * selection, or else on the highlight at the caret.
 */
#define TRS_TYPE_HIGHLIGHT_TOOLS (trs_highlight_tools_get_type ())
G_DECLARE_FINAL_TYPE (TrsHighlightTools, trs_highlight_tools, TRS, HIGHLIGHT_TOOLS, GObject)

TrsHighlightTools *trs_highlight_tools_new            (TrsPage             *page,
                                                       TrsTranscriptView   *view);
void               trs_highlight_tools_set_settings   (TrsHighlightTools   *self,
                                                       GSettings           *settings);
void               trs_highlight_tools_set_editor     (TrsHighlightTools   *self,
                                                       TrsAnnotationEditor *editor);
void               trs_highlight_tools_toggle_checked (TrsHighlightTools   *self,
                                                       guint                paragraph);
