/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsProgressSteps:
 *
 * The three steps from a video to its text.
 */
#define TRS_TYPE_PROGRESS_STEPS (trs_progress_steps_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressSteps, trs_progress_steps, TRS, PROGRESS_STEPS, AdwBin)

void trs_progress_steps_show (TrsProgressSteps *self,
                              TrsProject       *project);

G_END_DECLS
