/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsStepState:
 * @TRS_STEP_DONE: it is behind us
 * @TRS_STEP_NOW: the service is at it
 * @TRS_STEP_NEXT: it is still to come
 * @TRS_STEP_HALTED: it was the last that was seen, and nobody looks any more
 */
typedef enum
{
  TRS_STEP_DONE,
  TRS_STEP_NOW,
  TRS_STEP_NEXT,
  TRS_STEP_HALTED,
} TrsStepState;

/**
 * TrsProgressStep:
 *
 * A row of the steps of the progress page.
 */
#define TRS_TYPE_PROGRESS_STEP (trs_progress_step_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressStep, trs_progress_step, TRS, PROGRESS_STEP, GtkListBoxRow)

void trs_progress_step_set (TrsProgressStep *self,
                            guint            number,
                            guint            n_steps,
                            TrsStepState     state,
                            const char      *title,
                            const char      *subtitle);
void trs_progress_step_set_percent
                           (TrsProgressStep *self,
                            int              percent);

G_END_DECLS
