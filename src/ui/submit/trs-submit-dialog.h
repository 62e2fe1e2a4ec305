/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsSubmitDialog:
 *
 * Signals: `open-project` (#TrsProject) when the user follows a pointed-out
 * project or the first accepted one is to be shown.
 */
#define TRS_TYPE_SUBMIT_DIALOG (trs_submit_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitDialog, trs_submit_dialog, TRS, SUBMIT_DIALOG, AdwWindow)

TrsSubmitDialog *trs_submit_dialog_new      (TrsSession      *session,
                                             GSettings       *settings);
void             trs_submit_dialog_fill     (TrsSubmitDialog *self,
                                             const char      *lines,
                                             const char      *language,
                                             gboolean         submit_again);
