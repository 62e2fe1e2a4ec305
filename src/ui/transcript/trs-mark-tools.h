/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotation-editor.h"
#include "trs-page.h"
#include "trs-transcript-view.h"

/**
 * TrsMarkTools:
 *
 * What the user can do with highlights and checks on the page of a transcript:
 * the actions `marks.*`, and the tooltips of highlights. They act on the
 * selection, or else on the highlight at the caret.
 */
#define TRS_TYPE_MARK_TOOLS (trs_mark_tools_get_type ())
G_DECLARE_FINAL_TYPE (TrsMarkTools, trs_mark_tools, TRS, MARK_TOOLS, GObject)

TrsMarkTools *trs_mark_tools_new            (TrsPage             *page,
                                             TrsTranscriptView   *view);
void          trs_mark_tools_set_settings   (TrsMarkTools        *self,
                                             GSettings           *settings);
void          trs_mark_tools_set_editor     (TrsMarkTools        *self,
                                             TrsAnnotationEditor *editor);
void          trs_mark_tools_toggle_checked (TrsMarkTools        *self,
                                             guint                paragraph);
