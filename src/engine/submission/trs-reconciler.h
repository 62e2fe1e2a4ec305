/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"
#include "trs-submission.h"
#include "trs-webhook-receiver.h"

/* Forward declaration, so that ui/ can use this without the headers of other layers. */
typedef struct _TrsPoller TrsPoller;
typedef struct _TrsStore TrsStore;

/**
 * TrsReconciler:
 *
 * The submissions whose outcome is unknown. Each is listed in the history as a
 * pending project and is looked for after each page of the list: a project
 * that was not there before, with the same video, and that is not another
 * submission of ours, can only be it (trs_store_submissions_find_candidates_async()). Ids
 * decide, never clocks. Where there are several, they become
 * #TrsProject:candidates of the pending one.
 *
 * Signals: `matched` (#TrsProject pending, #TrsProject found); `undecided` (#TrsSubmission) before one is listed or
 * looked for, which whoever returns %TRUE does instead.
 */
#define TRS_TYPE_RECONCILER (trs_reconciler_get_type ())
G_DECLARE_FINAL_TYPE (TrsReconciler, trs_reconciler, TRS, RECONCILER, GObject)

TrsReconciler *trs_reconciler_new (TrsStore           *store,
                                   TrsProjects        *projects,
                                   TrsHistory         *history,
                                   TrsPoller          *poller,
                                   TrsWebhookReceiver *receiver,
                                   TrsClock           *clock);

void        trs_reconciler_set_account (TrsReconciler        *self,
                                        gint64                account);
void        trs_reconciler_look_again  (TrsReconciler        *self);
void        trs_reconciler_set_sending (TrsReconciler        *self,
                                        const char           *local_id);
TrsProject *trs_reconciler_add         (TrsReconciler        *self,
                                        TrsSubmission        *submission);
void        trs_reconciler_set_matched (TrsReconciler        *self,
                                        const char           *local_id,
                                        const char           *id);
void        trs_reconciler_close       (TrsReconciler        *self,
                                        const char           *local_id,
                                        TrsSubmissionOutcome  outcome);
void        trs_reconciler_match       (TrsReconciler        *self,
                                        TrsProject           *pending,
                                        TrsProject           *project);
void        trs_reconciler_dismiss     (TrsReconciler        *self,
                                        TrsProject           *pending);
void        trs_reconciler_resume      (TrsReconciler        *self,
                                        const char           *id);
void        trs_reconciler_clear       (TrsReconciler        *self);
