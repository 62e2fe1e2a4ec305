/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TrsErrorDialog:
 *
 * An error in words, with advice and at most one action.
 */
#define TRS_TYPE_ERROR_DIALOG (trs_error_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsErrorDialog, trs_error_dialog, TRS, ERROR_DIALOG, AdwWindow)

TrsErrorDialog *trs_error_dialog_new (GtkWindow    *parent,
                                      const GError *error,
                                      const char   *doing);

G_END_DECLS
