/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsPreferencesAccount:
 *
 * Server address and key, the field names, the pattern of video pages, and
 * forgetting the key.
 */
#define TRS_TYPE_PREFERENCES_ACCOUNT (trs_preferences_account_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesAccount, trs_preferences_account, TRS, PREFERENCES_ACCOUNT, AdwPreferencesPage)

void trs_preferences_account_set_session (TrsPreferencesAccount *self,
                                          TrsSession            *session);
