/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

#define TRS_TYPE_PREFERENCES (trs_preferences_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferences, trs_preferences, TRS, PREFERENCES, AdwWindow)

TrsPreferences *trs_preferences_new (TrsSession *session,
                                     GSettings  *settings);
