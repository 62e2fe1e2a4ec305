/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-list-reader.h"
#include "trs-poller.h"

/* Forward declaration, so that ui/ can use this without the headers of api/. */
typedef struct _TrsApiClient TrsApiClient;

/**
 * TrsReachability:
 *
 * Whether the service answers. While it does not, it is asked again with
 * backoff, and as soon as the network changes; while it does, there is no
 * timer.
 *
 * Properties, all read-only: `offline-since` and `accepted-at`, in
 * microseconds since the epoch, 0 for never; `without-network`.
 *
 * Signal `retry`: the service answers again, or perhaps would, because the
 * network has changed. What failed is worth another attempt.
 */
#define TRS_TYPE_REACHABILITY (trs_reachability_get_type ())
G_DECLARE_FINAL_TYPE (TrsReachability, trs_reachability, TRS, REACHABILITY, GObject)

TrsReachability *trs_reachability_new                 (TrsApiClient    *client,
                                                       TrsListReader   *reader,
                                                       TrsPoller       *poller,
                                                       TrsClock        *clock);
gint64           trs_reachability_get_offline_since   (TrsReachability *self);
gint64           trs_reachability_get_accepted_at     (TrsReachability *self);
gboolean         trs_reachability_get_without_network (TrsReachability *self);
void             trs_reachability_stop                (TrsReachability *self);
