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

void trs_preferences_account_set_session  (TrsPreferencesAccount  *self,
                                           TrsSession             *session);

/**
 * TrsPreferencesDelivery:
 *
 * Where the service sends copies of finished transcripts.
 */
#define TRS_TYPE_PREFERENCES_DELIVERY (trs_preferences_delivery_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesDelivery, trs_preferences_delivery, TRS, PREFERENCES_DELIVERY, AdwPreferencesPage)

void trs_preferences_delivery_set_account (TrsPreferencesDelivery *self,
                                           TrsAccount             *account);

/**
 * TrsPreferencesReading:
 *
 * How transcripts are shown, and whether they are saved.
 */
#define TRS_TYPE_PREFERENCES_READING (trs_preferences_reading_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesReading, trs_preferences_reading, TRS, PREFERENCES_READING, AdwPreferencesPage)

void trs_preferences_reading_set_session  (TrsPreferencesReading  *self,
                                           TrsSession             *session,
                                           GSettings              *settings);
