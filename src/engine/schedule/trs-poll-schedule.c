/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poll-schedule.h"

#define BACKOFF_FIRST (5 * G_TIME_SPAN_SECOND)
#define BACKOFF_CAP (2 * G_TIME_SPAN_MINUTE)
#define RETRY_AFTER_CAP (60 * 60)

static const struct
{
  gint64 until;
  gint64 interval;
} steps[] = {
  { 30 * G_TIME_SPAN_SECOND, 5 * G_TIME_SPAN_SECOND },
  { 2 * G_TIME_SPAN_MINUTE, 10 * G_TIME_SPAN_SECOND },
  { 6 * G_TIME_SPAN_MINUTE, 30 * G_TIME_SPAN_SECOND },
  { TRS_POLL_END, 60 * G_TIME_SPAN_SECOND },
};

/**
 * trs_poll_schedule_get_interval:
 * @age: how long ago the project was submitted
 *
 * Returns: how long to wait before asking again, or 0 if there is no more asking
 */
gint64
trs_poll_schedule_get_interval (gint64 age)
{
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      if (age < steps[i].until)
        return steps[i].interval;
    }

  return 0;
}

/**
 * trs_poll_schedule_get_next:
 * @started_at: when the project was submitted
 * @asked_at: when the service was asked about it last
 *
 * Counts from the submission, so that neither a restart nor a suspend changes
 * the schedule: what was missed is missed, and one check makes up for it.
 *
 * Returns: when to ask again, or 0 if there is no more asking
 */
gint64
trs_poll_schedule_get_next (gint64 started_at,
                            gint64 asked_at)
{
  gint64 interval = trs_poll_schedule_get_interval (asked_at - started_at);
  gint64 next = asked_at + interval;

  return interval > 0 && next <= started_at + TRS_POLL_END ? next : 0;
}

/**
 * trs_poll_schedule_get_next_patient:
 * @started_at: when the project was submitted
 * @asked_at: when the service was asked about it last
 *
 * As trs_poll_schedule_get_next(), for a user who waits beyond the end of the
 * schedule: from then on every minute.
 *
 * Returns: when to ask again
 */
gint64
trs_poll_schedule_get_next_patient (gint64 started_at,
                                    gint64 asked_at)
{
  gint64 next = trs_poll_schedule_get_next (started_at, asked_at);

  return next != 0 ? next : asked_at + steps[G_N_ELEMENTS (steps) - 1].interval;
}

/**
 * trs_poll_schedule_get_backoff:
 * @failures: how many times in a row the service failed, at least 1
 * @retry_after: the seconds it asked to wait, or -1
 *
 * Returns: how long to leave the service alone
 */
gint64
trs_poll_schedule_get_backoff (guint failures,
                               gint  retry_after)
{
  guint doublings = CLAMP (failures, 1, 8) - 1;
  gint64 backoff = MIN (BACKOFF_FIRST << doublings, BACKOFF_CAP);

  if (retry_after < 0)
    return backoff;
  return MAX (MIN (retry_after, RETRY_AFTER_CAP) * G_TIME_SPAN_SECOND, TRS_POLL_MIN_GAP);
}
