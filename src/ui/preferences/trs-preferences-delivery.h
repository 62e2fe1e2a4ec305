/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsPreferencesDelivery:
 *
 * Where the service sends copies of finished transcripts.
 */
#define TRS_TYPE_PREFERENCES_DELIVERY (trs_preferences_delivery_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesDelivery, trs_preferences_delivery, TRS, PREFERENCES_DELIVERY, AdwPreferencesPage)

void trs_preferences_delivery_set_account (TrsPreferencesDelivery *self,
                                           TrsAccount             *account);
