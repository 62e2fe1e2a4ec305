/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poll-entry.h"

#include "trs-poll-schedule.h"

/**
 * trs_poll_entry_new:
 * @project: a project that is not final, or pending
 * @now: the boot time
 * @time: the wall-clock time
 *
 * The schedule counts from the submission as this computer's clock saw it;
 * of projects from elsewhere only the service knows, whose clock may be ahead.
 *
 * Returns: (transfer full): an entry about which the service is asked just now
 */
TrsPollEntry *
trs_poll_entry_new (TrsProject *project,
                    gint64      now,
                    gint64      time)
{
  TrsPollEntry *self = g_new0 (TrsPollEntry, 1);
  gint64 submitted_at = trs_project_get_data (project)->submitted_at;
  gint64 created_at = trs_project_get_data (project)->created_at;
  gint64 started_at = submitted_at != 0 ? submitted_at : created_at != 0 ? created_at : time;

  self->project = g_object_ref (project);
  self->started_at = now - MAX (time - started_at, 0);
  self->asked_at = now;
  self->seen_at = time;
  self->state = trs_project_get_state (project);
  self->active = TRUE;

  return self;
}

void
trs_poll_entry_free (TrsPollEntry *self)
{
  g_object_unref (self->project);
  g_free (self);
}

/**
 * trs_poll_entry_schedule:
 * @self: an entry that was answered, or not
 * @now: the boot time
 *
 * Sets when it is due again.
 *
 * Returns: %FALSE if the schedule has just ended
 */
gboolean
trs_poll_entry_schedule (TrsPollEntry *self,
                         gint64        now)
{
  self->out = FALSE;
  if (!self->active)
    return TRUE;

  self->due = trs_poll_schedule_get_next (self->started_at, self->asked_at);
  self->active = self->due != 0;
  self->due = MAX (self->due, MAX (self->asked_at + TRS_POLL_MIN_GAP, now));
  return self->active;
}

/**
 * trs_poll_entry_get_watch:
 * @self: an entry
 * @open: whether requests may leave
 * @offline: whether the service cannot be reached
 *
 * Returns: how its project is watched
 */
TrsProjectWatch
trs_poll_entry_get_watch (const TrsPollEntry *self,
                          gboolean            open,
                          gboolean            offline)
{
  if (self->active && !open)
    return TRS_PROJECT_WATCH_NEEDS_KEY;
  if (self->active && offline)
    return TRS_PROJECT_WATCH_OFFLINE;
  if (self->gone)
    return TRS_PROJECT_WATCH_NOT_FOUND;
  if (!self->active)
    return TRS_PROJECT_WATCH_STOPPED;
  return self->no_word ? TRS_PROJECT_WATCH_NO_WORD : TRS_PROJECT_WATCH_CHECKING;
}
