/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poller-private.h"

static void
move_back (gint64 *time,
           gint64  span)
{
  if (*time != 0)
    *time = MAX (*time - span, 0);
}

static void
watch_move_back (TrsWatch *watch,
                 gint64    span)
{
  move_back (&watch->started_at, span);
  move_back (&watch->asked_at, span);
  move_back (&watch->seen_at, span);
  move_back (&watch->due, span);
}

/**
 * trs_poller_get_time:
 * @self: a poller
 *
 * Notices that the clock of this computer was set back: what was planned by
 * it is then as far away as it was, and not by hours further.
 *
 * Returns: the time, in microseconds since the epoch
 */
gint64
trs_poller_get_time (TrsPoller *self)
{
  gint64 now = trs_clock_get_time (self->clock);
  gint64 span = self->seen_time - now;
  GHashTableIter iter;
  TrsWatch *watch;

  self->seen_time = now;
  if (span <= 0)
    return now;

  move_back (&self->not_before, span);
  move_back (&self->limited_until, span);
  g_hash_table_iter_init (&iter, self->watches);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &watch))
    watch_move_back (watch, span);
  trs_poller_show_all (self);

  return now;
}
