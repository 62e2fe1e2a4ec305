/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotation-editor.h"
#include "trs-transcript-view.h"

#include <adwaita.h>

/**
 * TrsMarksDialog:
 *
 * The marks of a transcript: what is activated is gone to in the text; Delete
 * removes a mark, and Ctrl+Z brings it back.
 */
#define TRS_TYPE_MARKS_DIALOG (trs_marks_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsMarksDialog, trs_marks_dialog, TRS, MARKS_DIALOG, AdwWindow)

GtkWindow *trs_marks_dialog_new (TrsTranscriptView   *view,
                                 TrsAnnotationEditor *editor);
