/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/* Pure: when to ask the service again. All times in microseconds. "Polling
 * guidance" of the interface. */

#define TRS_POLL_MIN_GAP (3 * G_TIME_SPAN_SECOND)
#define TRS_POLL_END (12 * G_TIME_SPAN_MINUTE)

gint64 trs_poll_schedule_get_interval     (gint64 age);
gint64 trs_poll_schedule_get_next         (gint64 started_at,
                                           gint64 asked_at);
gint64 trs_poll_schedule_get_next_patient (gint64 started_at,
                                           gint64 asked_at);
gint64 trs_poll_schedule_get_backoff      (guint  failures,
                                           gint   retry_after);
