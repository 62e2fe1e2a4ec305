/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsDamagedFiles:
 *
 * The damaged files that were moved aside, each of which can be deleted; hidden
 * while there is none.
 */
#define TRS_TYPE_DAMAGED_FILES (trs_damaged_files_get_type ())
G_DECLARE_FINAL_TYPE (TrsDamagedFiles, trs_damaged_files, TRS, DAMAGED_FILES, AdwPreferencesGroup)

void trs_damaged_files_set_session (TrsDamagedFiles *self,
                                    TrsSession      *session);
