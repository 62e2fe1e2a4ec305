/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsSpendingDialog:
 *
 * What was spent, month by month and project by project, from what this
 * computer knows: it needs neither the network nor the key.
 */
#define TRS_TYPE_SPENDING_DIALOG (trs_spending_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpendingDialog, trs_spending_dialog, TRS, SPENDING_DIALOG, AdwWindow)

TrsSpendingDialog *trs_spending_dialog_new (TrsSession *session);
