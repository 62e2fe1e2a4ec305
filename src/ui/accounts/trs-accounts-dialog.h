/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsAccountsDialog:
 *
 * The accounts that are known on this computer: choosing one uses it. Adds
 * and removes accounts.
 */
#define TRS_TYPE_ACCOUNTS_DIALOG (trs_accounts_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccountsDialog, trs_accounts_dialog, TRS, ACCOUNTS_DIALOG, AdwWindow)

TrsAccountsDialog *trs_accounts_dialog_new (TrsSession *session);
