/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsProgressStep:
 *
 * A row of the steps of the progress page.
 */
#define TRS_TYPE_PROGRESS_STEP (trs_progress_step_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressStep, trs_progress_step, TRS, PROGRESS_STEP, GtkListBoxRow)

void trs_progress_step_show (TrsProgressStep *self,
                             guint            number,
                             TrsProject      *project);

G_END_DECLS
