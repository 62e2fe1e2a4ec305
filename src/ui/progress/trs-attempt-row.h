/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-project.h"

/**
 * TrsAttemptRow:
 *
 * An attempt at a video: when it was made, and what became of it.
 */
#define TRS_TYPE_ATTEMPT_ROW (trs_attempt_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsAttemptRow, trs_attempt_row, TRS, ATTEMPT_ROW, AdwActionRow)

GtkWidget *trs_attempt_row_new (TrsProject *attempt,
                                gboolean    leads_there);
