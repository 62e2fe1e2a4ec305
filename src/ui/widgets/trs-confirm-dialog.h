/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TrsConfirmDialog:
 *
 * Asks before something that cannot be undone. Signal `response` (name of the
 * answer) after it was closed by an answer.
 */
#define TRS_TYPE_CONFIRM_DIALOG (trs_confirm_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsConfirmDialog, trs_confirm_dialog, TRS, CONFIRM_DIALOG, AdwWindow)

TrsConfirmDialog *trs_confirm_dialog_new        (GtkWindow        *parent,
                                                 const char       *heading,
                                                 const char       *body);
void              trs_confirm_dialog_set_close  (TrsConfirmDialog *self,
                                                 const char       *label);
void              trs_confirm_dialog_add_answer (TrsConfirmDialog *self,
                                                 const char       *name,
                                                 const char       *label,
                                                 const char       *style);

G_END_DECLS
