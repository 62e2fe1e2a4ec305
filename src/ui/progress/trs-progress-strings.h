/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsProgressFace:
 * @TRS_PROGRESS_WORKING: the service works, and is asked from time to time
 * @TRS_PROGRESS_STOPPED: it is no longer asked; it may still be working
 * @TRS_PROGRESS_LOST: the service does not know it any more
 * @TRS_PROGRESS_FAILED: the pipeline of the service failed
 * @TRS_PROGRESS_NOT_KNOWN: a submission of which it is not known whether it was accepted
 * @TRS_PROGRESS_ODD: a state that the interface does not name
 * @TRS_PROGRESS_READY: the text is there, and will be shown in a moment
 *
 * The faces of the progress page.
 */
typedef enum
{
  TRS_PROGRESS_WORKING,
  TRS_PROGRESS_STOPPED,
  TRS_PROGRESS_LOST,
  TRS_PROGRESS_FAILED,
  TRS_PROGRESS_NOT_KNOWN,
  TRS_PROGRESS_ODD,
  TRS_PROGRESS_READY,
} TrsProgressFace;

TrsProgressFace  trs_progress_face_of            (TrsProject *project);

/* What the page says; results are (transfer full), %NULL where nothing is to be said, and no markup. */
char            *trs_progress_strings_language     (TrsProject *project);
char            *trs_progress_strings_facts        (TrsProject *project,
                                                    gint64      now);
char            *trs_progress_strings_heading      (TrsProject *project);
const char      *trs_progress_strings_icon         (TrsProject *project);
const char      *trs_progress_strings_style        (TrsProject *project);
char            *trs_progress_strings_paragraph    (TrsProject *project);
char            *trs_progress_strings_said         (TrsProject *project);
char            *trs_progress_strings_note         (TrsProject *project);
char            *trs_progress_strings_price        (TrsProject *project);

/* The rows with the facts. */
int              trs_progress_strings_percent      (TrsProject *project);
char            *trs_progress_strings_checked      (TrsProject *project);
char            *trs_progress_strings_next_check   (TrsProject *project);
char            *trs_progress_strings_cost         (TrsProject *project);
char            *trs_progress_strings_cost_reason  (TrsProject *project);

G_END_DECLS
