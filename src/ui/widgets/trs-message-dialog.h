/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsMessageDialog:
 *
 * Asks before something that cannot be undone, or shows an error. Signal
 * `response` (name of the answer) after it was closed by an answer. The buttons
 * have the action `message.answer`, with that name as its target.
 */
#define TRS_TYPE_MESSAGE_DIALOG (trs_message_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsMessageDialog, trs_message_dialog, TRS, MESSAGE_DIALOG, AdwWindow)

TrsMessageDialog *trs_message_dialog_new             (GtkWindow        *parent,
                                                      const char       *heading,
                                                      const char       *body);
TrsMessageDialog *trs_message_dialog_new_for_error   (GtkWindow        *parent,
                                                      const GError     *error,
                                                      const char       *doing);
void              trs_message_dialog_set_close_label (TrsMessageDialog *self,
                                                      const char       *label);
GtkWidget        *trs_message_dialog_add_answer      (TrsMessageDialog *self,
                                                      const char       *name,
                                                      const char       *label,
                                                      const char       *style);
