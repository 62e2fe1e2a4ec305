/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"
#include "trs-submission.h"

G_BEGIN_DECLS

/* The journal on disk. What has been written down here survives a power cut. */

void       trs_store_write_intent_async    (TrsStore             *self,
                                            gint64                account,
                                            TrsSubmission        *submission,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
void       trs_store_write_outcome_async   (TrsStore             *self,
                                            const char           *local_id,
                                            TrsSubmissionOutcome  outcome,
                                            const char           *project_id,
                                            gint64                now,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean   trs_store_write_finish          (TrsStore             *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void       trs_store_list_undecided_async  (TrsStore             *self,
                                            gint64                account,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GPtrArray *trs_store_list_undecided_finish (TrsStore             *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void       trs_store_list_claimed_async    (TrsStore             *self,
                                            gint64                account,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GStrv      trs_store_list_claimed_finish   (TrsStore             *self,
                                            GAsyncResult         *result,
                                            GError              **error);

G_END_DECLS
