/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsProgressStep:
 *
 * A row of the steps of the progress page. Property `number`: which one, from 1 to 3.
 */
#define TRS_TYPE_PROGRESS_STEP (trs_progress_step_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressStep, trs_progress_step, TRS, PROGRESS_STEP, GtkListBoxRow)

void trs_progress_step_show (TrsProgressStep *self,
                             TrsProject      *project);

G_END_DECLS
