/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poll-entry.h"

#include "trs-poll-schedule.h"

/**
 * trs_poll_entry_new:
 * @project: a project that is not final, or pending
 * @now: the time at which the service was asked, or is being asked, about it
 *
 * The schedule counts from the submission as this computer's clock saw it;
 * of projects from elsewhere only the service knows, whose clock may be ahead.
 *
 * Returns: (transfer full): an entry
 */
TrsPollEntry *
trs_poll_entry_new (TrsProject *project,
                    gint64      now)
{
  TrsPollEntry *self = g_new0 (TrsPollEntry, 1);
  gint64 submitted_at = trs_project_get_submitted_at (project);
  gint64 created_at = trs_project_get_created_at (project);

  self->project = g_object_ref (project);
  self->started_at = submitted_at != 0 ? submitted_at : created_at != 0 ? created_at : now;
  self->started_at = MIN (self->started_at, now);
  self->asked_at = now;
  self->seen_at = now;
  self->state = trs_project_get_state (project);
  self->active = TRUE;

  return self;
}

/**
 * trs_poll_entry_free:
 * @self: (transfer full): an entry
 */
void
trs_poll_entry_free (TrsPollEntry *self)
{
  g_object_unref (self->project);
  g_free (self);
}

/**
 * trs_poll_entry_schedule:
 * @self: an entry that was answered, or not
 * @now: the time
 *
 * Sets when it is due again.
 *
 * Returns: %FALSE if the schedule has just ended
 */
gboolean
trs_poll_entry_schedule (TrsPollEntry *self,
                         gint64    now)
{
  gint64 latest = now + G_TIME_SPAN_MINUTE;

  self->out = FALSE;
  if (!self->active)
    return TRUE;

  /* The clock of this computer may have been set back. */
  self->asked_at = MIN (self->asked_at, now);
  self->due = trs_poll_schedule_get_next (self->started_at, self->asked_at);
  if (self->due == 0)
    {
      self->active = FALSE;
      return FALSE;
    }

  self->due = CLAMP (self->due, MAX (self->asked_at + TRS_POLL_MIN_GAP, now), latest);
  return TRUE;
}

/**
 * trs_poll_entry_show:
 * @self: an entry
 * @open: whether requests may leave
 * @offline: whether the service cannot be reached
 * @not_before: no check before this
 *
 * Tells the project how it is watched, and when it is checked next.
 */
void
trs_poll_entry_show (TrsPollEntry *self,
                     gboolean  open,
                     gboolean  offline,
                     gint64    not_before)
{
  TrsProjectWatch watch = TRS_PROJECT_WATCH_CHECKING;
  gint64 next = MAX (self->due, not_before);

  if (self->active && !open)
    watch = TRS_PROJECT_WATCH_NEEDS_KEY;
  else if (self->active && offline)
    watch = TRS_PROJECT_WATCH_OFFLINE;
  else if (self->gone)
    watch = TRS_PROJECT_WATCH_NOT_FOUND;
  else if (!self->active)
    watch = TRS_PROJECT_WATCH_STOPPED;
  else if (self->no_word)
    watch = TRS_PROJECT_WATCH_NO_WORD;

  trs_project_set_watch (self->project, watch);
  trs_project_set_checked (self->project, trs_project_get_checked_at (self->project),
                           self->active && open ? next : 0);
}
