/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session-accounts.h"

G_BEGIN_DECLS

/**
 * TrsAccountNameDialog:
 *
 * Asks what an account is called on this computer. Empty means: as its server.
 */
#define TRS_TYPE_ACCOUNT_NAME_DIALOG (trs_account_name_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccountNameDialog, trs_account_name_dialog, TRS, ACCOUNT_NAME_DIALOG, AdwWindow)

TrsAccountNameDialog *trs_account_name_dialog_new (TrsSession            *session,
                                                   const TrsKnownAccount *account);

G_END_DECLS
