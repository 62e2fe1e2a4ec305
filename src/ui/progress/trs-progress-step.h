/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-project.h"

#define TRS_PROGRESS_N_STEPS 3u

/**
 * TrsProgressStepState:
 * @TRS_PROGRESS_STEP_DONE: the step is complete
 * @TRS_PROGRESS_STEP_NOW: the service is working on the step
 * @TRS_PROGRESS_STEP_NEXT: still to come
 * @TRS_PROGRESS_STEP_HALTED: the last step known; the project is no longer checked
 * @TRS_PROGRESS_STEP_FAILED: an attempt that failed
 */
typedef enum
{
  TRS_PROGRESS_STEP_DONE,
  TRS_PROGRESS_STEP_NOW,
  TRS_PROGRESS_STEP_NEXT,
  TRS_PROGRESS_STEP_HALTED,
  TRS_PROGRESS_STEP_FAILED,
} TrsProgressStepState;

/**
 * TrsProgressStep:
 *
 * A row for one of the steps of a transcription.
 */
#define TRS_TYPE_PROGRESS_STEP (trs_progress_step_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressStep, trs_progress_step, TRS, PROGRESS_STEP, GtkListBoxRow)

GtkWidget *trs_progress_step_new       (guint                 number);
void       trs_progress_step_show      (TrsProgressStep      *self,
                                        TrsProject           *project,
                                        const char           *time_left);

void       trs_progress_step_show_disc (GtkImage             *disc,
                                        TrsProgressStepState  state);
