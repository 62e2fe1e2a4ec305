/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poller-private.h"

static void
move (gint64 *time,
      gint64  span)
{
  if (*time != 0)
    *time = MAX (*time + span, 0);
}

static void
entry_move (TrsPollEntry *entry,
            gint64    span)
{
  move (&entry->started_at, span);
  move (&entry->asked_at, span);
  move (&entry->seen_at, span);
  move (&entry->due, span);
}

/**
 * trs_poller_get_time:
 * @self: a poller
 *
 * Notices that the clock of this computer was set: what was planned by it is
 * then as far away as it was, and what has begun is as old as it was. A sleep
 * is time that has passed.
 *
 * Returns: the time, in microseconds since the epoch
 */
gint64
trs_poller_get_time (TrsPoller *self)
{
  gint64 now = trs_clock_get_time (self->clock);
  gint64 setting = trs_clock_get_setting (self->clock);
  gint64 span = setting - self->setting;
  GHashTableIter iter;
  TrsPollEntry *entry;

  /* A time server moves it by small steps all the time. */
  if (ABS (span) < G_TIME_SPAN_SECOND)
    return now;

  self->setting = setting;
  move (&self->not_before, span);
  move (&self->limited_until, span);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    entry_move (entry, span);
  trs_poller_show_all (self);

  return now;
}
