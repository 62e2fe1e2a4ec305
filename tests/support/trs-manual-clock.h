/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

G_BEGIN_DECLS

/**
 * TrsManualClock:
 *
 * A clock that stands still until a test moves it. Its timeouts fire only in
 * trs_manual_clock_advance(), in the order of their times.
 */
#define TRS_TYPE_MANUAL_CLOCK (trs_manual_clock_get_type ())
G_DECLARE_FINAL_TYPE (TrsManualClock, trs_manual_clock, TRS, MANUAL_CLOCK, TrsClock)

TrsManualClock *trs_manual_clock_new           (gint64          start);
void            trs_manual_clock_set_settle    (TrsManualClock *self,
                                                GSourceFunc     settle,
                                                gpointer        user_data);
void            trs_manual_clock_advance       (TrsManualClock *self,
                                                gint64          milliseconds);
void            trs_manual_clock_suspend       (TrsManualClock *self,
                                                gint64          milliseconds);
void            trs_manual_clock_set           (TrsManualClock *self,
                                                gint64          milliseconds);
guint           trs_manual_clock_get_n_waiting (TrsManualClock *self);

G_END_DECLS
