/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

G_BEGIN_DECLS

#define TRS_TYPE_SYSTEM_CLOCK (trs_system_clock_get_type ())
G_DECLARE_FINAL_TYPE (TrsSystemClock, trs_system_clock, TRS, SYSTEM_CLOCK, GObject)

TrsClock *trs_system_clock_new     (void);

G_END_DECLS
