/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsNameDialog:
 *
 * Asks what something is called on this computer, and closes when there is an
 * answer. Signal: `named` (the name as entered, which may be empty).
 */
#define TRS_TYPE_NAME_DIALOG (trs_name_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsNameDialog, trs_name_dialog, TRS, NAME_DIALOG, AdwWindow)

TrsNameDialog *trs_name_dialog_new (const char *title,
                                    const char *label,
                                    const char *description,
                                    const char *verb,
                                    const char *name);
