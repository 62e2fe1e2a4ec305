/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-account.h"

G_BEGIN_DECLS

/**
 * TrsPreferencesFields:
 *
 * The names of the two fields that carry the video, closed by default.
 */
#define TRS_TYPE_PREFERENCES_FIELDS (trs_preferences_fields_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesFields, trs_preferences_fields, TRS, PREFERENCES_FIELDS, AdwExpanderRow)

void trs_preferences_fields_set_account (TrsPreferencesFields *self,
                                         TrsAccount           *account);

G_END_DECLS
