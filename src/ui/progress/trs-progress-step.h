/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsProgressStep:
 *
 * A row of the steps of the progress page. Properties: `number`, which one,
 * from 1 to 3; `project`, set again whenever something of it has changed.
 */
#define TRS_TYPE_PROGRESS_STEP (trs_progress_step_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressStep, trs_progress_step, TRS, PROGRESS_STEP, GtkListBoxRow)

G_END_DECLS
