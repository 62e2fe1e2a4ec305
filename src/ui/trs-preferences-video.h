/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-account.h"

G_BEGIN_DECLS

/**
 * TrsPreferencesVideo:
 *
 * The pattern of the address of a video page, with an example.
 */
#define TRS_TYPE_PREFERENCES_VIDEO (trs_preferences_video_get_type ())
G_DECLARE_FINAL_TYPE (TrsPreferencesVideo, trs_preferences_video, TRS, PREFERENCES_VIDEO, AdwPreferencesGroup)

void trs_preferences_video_set_account (TrsPreferencesVideo *self,
                                        TrsAccount          *account);

G_END_DECLS
