/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotation-editor.h"
#include "trs-page.h"
#include "trs-transcript-view.h"

/**
 * TrsEditTools:
 *
 * What the user can do with speakers on the page of a transcript, and how any
 * edit is taken back: the actions `edits.*`. `edits.offer`, with what was done
 * as its parameter, says so in a toast that offers to undo it.
 */
#define TRS_TYPE_EDIT_TOOLS (trs_edit_tools_get_type ())
G_DECLARE_FINAL_TYPE (TrsEditTools, trs_edit_tools, TRS, EDIT_TOOLS, GObject)

TrsEditTools *trs_edit_tools_new        (TrsPage             *page,
                                         TrsTranscriptView   *view,
                                         GMenu               *section);
void          trs_edit_tools_set_editor (TrsEditTools        *self,
                                         TrsAnnotationEditor *editor);
void          trs_edit_tools_fill_menu  (TrsEditTools        *self,
                                         GMenu               *menu);
