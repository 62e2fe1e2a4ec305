/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-time-left.h"

#include "trs-i18n.h"
#include "trs-strings.h"

/* Progress and time that have to be seen before an estimate is shown: percent, microseconds. */
#define PERCENT_MIN 2
#define TIME_MIN (5 * G_TIME_SPAN_SECOND)

/* After so long without a look the computer has slept, or the program was not running. */
#define GAP (60 * G_TIME_SPAN_SECOND)

/**
 * trs_time_left_clear:
 * @self: an estimate
 *
 * Forgets what was seen: something else is transcribed now, or the same in another state.
 */
void
trs_time_left_clear (TrsTimeLeft *self)
{
  *self = (TrsTimeLeft) { 0 };
}

/**
 * trs_time_left_push:
 * @self: an estimate
 * @percent: how far it is; below 0 if that is not known
 * @now: when that was seen, in microseconds
 */
void
trs_time_left_push (TrsTimeLeft *self,
                    int          percent,
                    gint64       now)
{
  if (percent < 0)
    {
      trs_time_left_clear (self);
      return;
    }
  if (self->begun_at == 0 || percent < self->last || now - self->seen_at > GAP || now < self->seen_at)
    *self = (TrsTimeLeft) { now, now, now, percent, percent };
  if (percent > self->last)
    self->changed_at = now;
  self->seen_at = now;
  self->last = percent;
}

/**
 * trs_time_left_estimate:
 * @self: an estimate
 *
 * Returns: seconds from the last look to the end, or -1 if not enough was seen
 */
gint64
trs_time_left_estimate (const TrsTimeLeft *self)
{
  gint64 taken = self->changed_at - self->begun_at;
  gint64 left;

  if (self->last - self->first < PERCENT_MIN || taken < TIME_MIN)
    return -1;

  /* What the last whole percent took since is over already. */
  left = taken * (100 - self->last) / (self->last - self->first) - (self->seen_at - self->changed_at);
  return MAX (left, 0) / G_USEC_PER_SEC;
}

/**
 * trs_time_left_dup_text:
 * @self: an estimate
 *
 * Returns: (transfer full) (nullable): "about 12 min left"; rounded up, so that it does not promise too much
 */
char *
trs_time_left_dup_text (const TrsTimeLeft *self)
{
  gint64 seconds = trs_time_left_estimate (self);
  g_autofree char *length = NULL;

  if (seconds < 0)
    return NULL;
  if (seconds < 60)
    return g_strdup (_("less than a minute left"));

  length = trs_strings_duration ((seconds + 59) / 60 * 60);
  /* Translators: %s is a length of time: "about 12 min left". */
  return g_strdup_printf (_("about %s left"), length);
}
