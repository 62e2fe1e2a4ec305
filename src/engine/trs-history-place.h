/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"

G_BEGIN_DECLS

/**
 * TrsHistoryPlace:
 *
 * A place in a list of projects. Another filter puts other projects into the
 * places there are, because a list takes all widgets down for rows that go,
 * and makes them anew for rows that come. Property `project`, notified when
 * the place is told that it has another one: places out of sight may wait.
 */
#define TRS_TYPE_HISTORY_PLACE (trs_history_place_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryPlace, trs_history_place, TRS, HISTORY_PLACE, GObject)

TrsHistoryPlace *trs_history_place_new         (TrsHistory      *history,
                                                guint32          handle);

void             trs_history_place_put         (TrsHistoryPlace *self,
                                                guint32          handle);
gboolean         trs_history_place_is_told     (TrsHistoryPlace *self);
void             trs_history_place_tell        (TrsHistoryPlace *self);

TrsProject      *trs_history_place_get_project (TrsHistoryPlace *self);

G_END_DECLS
