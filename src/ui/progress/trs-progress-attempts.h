/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-history.h"

G_BEGIN_DECLS

/**
 * TrsProgressAttempts:
 *
 * All projects of one video, with their dates, costs and outcomes. Rows of
 * other projects activate `win.open-project` with the id.
 */
#define TRS_TYPE_PROGRESS_ATTEMPTS (trs_progress_attempts_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressAttempts, trs_progress_attempts, TRS, PROGRESS_ATTEMPTS, AdwBin)

void trs_progress_attempts_show (TrsProgressAttempts *self,
                                 TrsHistory          *history,
                                 TrsProject          *project);

G_END_DECLS
