/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

/**
 * TrsProgressState:
 * @TRS_PROGRESS_NONE: there is no project
 * @TRS_PROGRESS_WORKING: the service works, and is asked from time to time
 * @TRS_PROGRESS_STOPPED: it is no longer asked; it may still be working
 * @TRS_PROGRESS_LOST: the service does not know it any more
 * @TRS_PROGRESS_FAILED: the pipeline of the service failed
 * @TRS_PROGRESS_NOT_KNOWN: a submission of which it is not known whether it was accepted
 * @TRS_PROGRESS_ODD: a state that the interface does not name
 * @TRS_PROGRESS_READY: the text is there, and will be shown in a moment
 *
 * The states of the progress page.
 */
typedef enum
{
  TRS_PROGRESS_NONE,
  TRS_PROGRESS_WORKING,
  TRS_PROGRESS_STOPPED,
  TRS_PROGRESS_LOST,
  TRS_PROGRESS_FAILED,
  TRS_PROGRESS_NOT_KNOWN,
  TRS_PROGRESS_ODD,
  TRS_PROGRESS_READY,
} TrsProgressState;

TrsProgressState  trs_progress_state_of        (TrsProject *project);
gboolean          trs_progress_is_halted       (TrsProject *project);
int               trs_progress_strings_percent (TrsProject *project);
char             *trs_progress_strings_facts   (TrsProject *project,
                                                gint64      now);
char             *trs_progress_strings_checked (TrsProject *project,
                                                gint64      now);

/* closures of trs-progress-page.ui */
char             *trs_progress_string          (gpointer    widget,
                                                TrsProject *project,
                                                const char *name);
gboolean          trs_progress_is              (gpointer    widget,
                                                TrsProject *project,
                                                const char *names);
