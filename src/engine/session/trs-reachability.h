/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

G_BEGIN_DECLS

/* Forward declarations, so that ui/ can use this without the headers of api/. */
typedef struct _TrsApiClient TrsApiClient;
typedef struct _TrsListReader TrsListReader;
typedef struct _TrsPoller TrsPoller;

/**
 * TrsReachability:
 *
 * Whether the service answers. While it does not, it is tried again with
 * backoff, and as soon as the network changes; while it does, there is no
 * timer.
 *
 * Properties, read-only and notifying, in microseconds since the epoch, 0 for
 * never: `offline-since` (also notified when the network of this computer comes
 * or goes meanwhile), `accepted-at` (when the service accepted the key last).
 * Signal `try-again`: the service can be reached again, or perhaps can.
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

G_END_DECLS
