/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

G_BEGIN_DECLS

/**
 * FastClock:
 *
 * A clock that begins with the one on the wall and runs many times faster, for
 * a program that has only moments to live.
 */
#define TYPE_FAST_CLOCK (fast_clock_get_type ())
G_DECLARE_FINAL_TYPE (FastClock, fast_clock, FAST, CLOCK, TrsClock)

TrsClock *fast_clock_new (guint speed);

G_END_DECLS
