/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-name-dialog.h"
#include "trs-page.h"

/**
 * TrsNoteRow:
 *
 * What the user noted about a project: a line below its title, there only if
 * there is a note, and the popover in which it is written. Every letter goes
 * into the project at once, so that nothing waits for a button.
 *
 * It gives the page the actions `notes.note` and `notes.title`.
 *
 * Properties: `project`, `session`.
 */
#define TRS_TYPE_NOTE_ROW (trs_note_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsNoteRow, trs_note_row, TRS, NOTE_ROW, TrsPage)

void           trs_note_row_edit    (TrsNoteRow *self);
void           trs_note_row_attach  (TrsNoteRow *self,
                                     GtkWidget  *page);

TrsNameDialog *trs_title_dialog_new (TrsSession *session,
                                     TrsProject *project);
