/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

G_BEGIN_DECLS

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

TrsProgressState   trs_progress_state_of               (TrsProject *project);
int                trs_progress_strings_percent        (TrsProject *project);
char              *trs_progress_strings_facts          (TrsProject *project,
                                                        gint64      now);

/* The closures of trs-progress-page.ui. They do not use the widget; the project may be %NULL. Strings are
 * (transfer full), %NULL where there is nothing to say, and no markup. */
gboolean           trs_progress_is_stopped             (gpointer    widget,
                                                        TrsProject *project);
gboolean           trs_progress_is_failed              (gpointer    widget,
                                                        TrsProject *project);
gboolean           trs_progress_is_not_known           (gpointer    widget,
                                                        TrsProject *project);
gboolean           trs_progress_shows_steps            (gpointer    widget,
                                                        TrsProject *project);
gboolean           trs_progress_shows_facts            (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_heading        (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_icon           (gpointer    widget,
                                                        TrsProject *project);
char             **trs_progress_strings_icon_classes   (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_paragraph      (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_said           (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_price          (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_checked        (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_next_check     (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_submitted      (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_last_checked   (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_sent           (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_asked_language (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_cost           (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_cost_reason    (gpointer    widget,
                                                        TrsProject *project);
char              *trs_progress_strings_note           (gpointer    widget,
                                                        TrsProject *project);

G_END_DECLS
