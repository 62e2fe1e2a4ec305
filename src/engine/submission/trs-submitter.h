/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-list-reader.h"
#include "trs-local-intake.h"
#include "trs-reconciler.h"

/* Forward declaration, so that ui/ can use this without the headers of api/. */
typedef struct _TrsApiClient TrsApiClient;

/**
 * TrsSubmitter:
 *
 * Sends submissions one after another, each at most once. An intent is
 * written down before its request leaves, and would survive a loss of power.
 * It also finds videos that would be paid for twice: before anything that costs
 * leaves, the list of the account has been read to its end at some time, and its
 * newest page less than ten seconds ago.
 */
#define TRS_TYPE_SUBMITTER (trs_submitter_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitter, trs_submitter, TRS, SUBMITTER, GObject)

TrsSubmitter *trs_submitter_new (TrsStore           *store,
                                 TrsProjects        *projects,
                                 TrsHistory         *history,
                                 TrsListReader      *reader,
                                 TrsApiClient       *client,
                                 TrsPoller          *poller,
                                 TrsWebhookReceiver *receiver,
                                 TrsReconciler      *reconciler,
                                 TrsClock           *clock);

void       trs_submitter_set_account       (TrsSubmitter         *self,
                                            gint64                account);
void       trs_submitter_set_intake        (TrsSubmitter         *self,
                                            TrsLocalIntake       *intake);
void       trs_submitter_stop              (TrsSubmitter         *self);
gboolean   trs_submitter_get_checking      (TrsSubmitter         *self);
void       trs_submitter_run_async         (TrsSubmitter         *self,
                                            GListModel           *submissions,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean   trs_submitter_run_finish        (TrsSubmitter         *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void       trs_submitter_find_known_async  (TrsSubmitter         *self,
                                            const char * const   *video_ids,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GPtrArray *trs_submitter_find_known_finish (TrsSubmitter         *self,
                                            GAsyncResult         *result,
                                            GError              **error);
gboolean   trs_submitter_is_duplicate_of   (TrsProject           *project);

TrsSubmissionOutcome trs_submitter_judge (const GError *error,
                                          gboolean     *holds);
