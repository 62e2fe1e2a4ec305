/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store-projects.h"
#include "trs-submission.h"

G_BEGIN_DECLS

/* The journal on disk. What has been written down here survives a power cut. */

void trs_store_write_intent_async      (TrsStore             *self,
                                        gint64                account,
                                        TrsSubmission        *submission,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
void trs_store_write_outcome_async     (TrsStore             *self,
                                        const char           *local_id,
                                        TrsSubmissionOutcome  outcome,
                                        const char           *project_id,
                                        gint64                now,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
void trs_store_accept_submission_async (TrsStore             *self,
                                        gint64                account,
                                        const char           *local_id,
                                        const TrsProjectData *project,
                                        gint64                now,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
void trs_store_list_undecided_async    (TrsStore             *self,
                                        gint64                account,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
void trs_store_find_candidates_async   (TrsStore             *self,
                                        const char           *local_id,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);

G_END_DECLS
