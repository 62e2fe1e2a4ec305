/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-known-account.h"

/* Texts about an account that is known on this computer. All results are (transfer full), without markup. */

char *trs_account_strings_address     (const TrsKnownAccount *account);
char *trs_account_strings_title       (const TrsKnownAccount *account);
char *trs_account_strings_short       (const TrsKnownAccount *account);
char *trs_account_strings_full_title  (const TrsKnownAccount *account);
char *trs_account_strings_description (const TrsKnownAccount *account);
