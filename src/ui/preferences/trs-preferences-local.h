/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsPreferencesLocal:
 *
 * What recognises speech in the recordings of *On This Computer*.
 */
#define TRS_TYPE_PREFERENCES_LOCAL (trs_preferences_local_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesLocal, trs_preferences_local, TRS, PREFERENCES_LOCAL, AdwPreferencesPage)

void trs_preferences_local_set_session (TrsPreferencesLocal *self,
                                        TrsSession          *session,
                                        GSettings           *settings);
