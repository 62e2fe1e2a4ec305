/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsPreferencesReading:
 *
 * How transcripts are shown, and whether they are saved.
 */
#define TRS_TYPE_PREFERENCES_READING (trs_preferences_reading_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesReading, trs_preferences_reading, TRS, PREFERENCES_READING, AdwPreferencesPage)

void trs_preferences_reading_set_session (TrsPreferencesReading *self,
                                          TrsSession            *session,
                                          GSettings             *settings);
void trs_preferences_reading_say_sandbox (TrsPreferencesReading *self);
