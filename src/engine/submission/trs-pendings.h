/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-callbacks.h"
#include "trs-history.h"
#include "trs-submission.h"

G_BEGIN_DECLS

/* Told of by name alone, so that ui/ can use this without knowing what sends and keeps. */
typedef struct _TrsPoller TrsPoller;
typedef struct _TrsStore TrsStore;

/**
 * TrsPendings:
 *
 * The submissions whose outcome is unknown. Each stands in the history as a
 * pending project and is looked for after each page of the list: a project
 * that was not there before, with the same video, and that is not another
 * submission of ours, can only be it (trs_store_find_candidates_async()). Ids
 * decide, never clocks. Where there are several, they become
 * #TrsProject:candidates of the pending one.
 *
 * Signal: `adopted` (#TrsProject pending, #TrsProject found).
 */
#define TRS_TYPE_PENDINGS (trs_pendings_get_type ())
G_DECLARE_FINAL_TYPE (TrsPendings, trs_pendings, TRS, PENDINGS, GObject)

TrsPendings *trs_pendings_new         (TrsStore             *store,
                                       TrsHistory           *history,
                                       TrsPoller            *poller,
                                       TrsCallbacks         *callbacks,
                                       TrsClock             *clock);

void         trs_pendings_set_account (TrsPendings          *self,
                                       gint64                account);
void         trs_pendings_set_sending (TrsPendings          *self,
                                       const char           *local_id);
TrsProject  *trs_pendings_add         (TrsPendings          *self,
                                       TrsSubmission        *submission);
void         trs_pendings_claim       (TrsPendings          *self,
                                       const char           *local_id,
                                       const char           *id);
void         trs_pendings_close       (TrsPendings          *self,
                                       const char           *local_id,
                                       TrsSubmissionOutcome  outcome);
void         trs_pendings_adopt       (TrsPendings          *self,
                                       TrsProject           *pending,
                                       TrsProject           *project);
void         trs_pendings_dismiss     (TrsPendings          *self,
                                       TrsProject           *pending);
void         trs_pendings_take_up     (TrsPendings          *self,
                                       const char           *id);
void         trs_pendings_clear       (TrsPendings          *self);

G_END_DECLS
