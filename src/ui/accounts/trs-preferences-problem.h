/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsPreferencesProblem:
 *
 * A row that stands below an entry row and says what is wrong with it, with a
 * button for the help where that explains it; hidden while nothing is.
 */
#define TRS_TYPE_PREFERENCES_PROBLEM (trs_preferences_problem_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesProblem, trs_preferences_problem, TRS, PREFERENCES_PROBLEM, AdwPreferencesRow)

void trs_preferences_problem_show    (TrsPreferencesProblem *self,
                                      GtkWidget             *entry,
                                      const GError          *error);
void trs_preferences_problem_show_at (AdwEntryRow           *entry,
                                      const GError          *error);
void trs_preferences_problem_clear   (TrsPreferencesProblem *self);
