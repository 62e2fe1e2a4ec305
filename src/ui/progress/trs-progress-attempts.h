/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

G_BEGIN_DECLS

/**
 * TrsProgressAttempts:
 *
 * All projects of the video of a failed one, with their dates, costs and
 * outcomes. Rows of other projects activate `win.open-project` with the id.
 */
#define TRS_TYPE_PROGRESS_ATTEMPTS (trs_progress_attempts_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressAttempts, trs_progress_attempts, TRS, PROGRESS_ATTEMPTS, TrsPage)

G_END_DECLS
