/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session-accounts.h"

G_BEGIN_DECLS

/**
 * TrsAccountRow:
 *
 * An account that is known on this computer, with buttons that name and remove
 * it.
 */
#define TRS_TYPE_ACCOUNT_ROW (trs_account_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccountRow, trs_account_row, TRS, ACCOUNT_ROW, AdwActionRow)

GtkWidget             *trs_account_row_new         (const TrsKnownAccount *account,
                                                    guint                  number);
const TrsKnownAccount *trs_account_row_get_account (TrsAccountRow         *self);
void                   trs_account_row_focus_name  (TrsAccountRow         *self);
char                  *trs_account_row_address     (const TrsKnownAccount *account);
char                  *trs_account_row_title       (const TrsKnownAccount *account);
char                  *trs_account_row_full_title  (const TrsKnownAccount *account);
char                  *trs_account_row_description (const TrsKnownAccount *account);

G_END_DECLS
