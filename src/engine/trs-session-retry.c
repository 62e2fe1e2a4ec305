/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-poll-schedule.h"

/* After so long without trouble the waiting begins with its shortest time again. */
#define CALM (5 * G_TIME_SPAN_MINUTE)

static void
retry_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  /* Whether it worked is told by the client. */
  trs_list_reader_read_finish (TRS_LIST_READER (source), result, NULL);
  trs_session_plan_retry (self);
}

static gboolean
retry_cb (gpointer user_data)
{
  TrsSession *self = user_data;

  self->retry_timer = 0;
  if (trs_poller_is_waiting (self->poller))
    trs_session_plan_retry (self);
  else
    trs_list_reader_check_async (self->reader, FALSE, NULL, retry_answered_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/**
 * trs_session_plan_retry:
 * @self: a session
 *
 * While the service cannot be reached it is tried again and again, ever more
 * seldom, although nothing is under way that would be asked about: the user
 * is told that it is back, and not asked to find out. Once it is, or nothing
 * may be asked, the timer is gone.
 */
void
trs_session_plan_retry (TrsSession *self)
{
  gint64 now = trs_clock_get_time (self->clock);
  gint64 backoff;

  if (self->stopped || self->state != TRS_SESSION_READY || trs_api_client_get_offline_since (self->client) == 0)
    {
      trs_session_cancel_retry (self);
      return;
    }
  if (self->retry_timer != 0)
    return;

  /* A service that answers to one request in two is no reason to begin anew each time. */
  if (now - self->retried_at > CALM)
    self->retries = 0;
  self->retried_at = now;
  backoff = trs_poll_schedule_get_backoff (++self->retries, -1);
  self->retry_timer = trs_clock_add_timeout (self->clock, (guint) (backoff / G_TIME_SPAN_MILLISECOND), retry_cb, self,
                                             NULL);
}

/**
 * trs_session_cancel_retry:
 * @self: a session
 *
 * Tries no more, for now.
 */
void
trs_session_cancel_retry (TrsSession *self)
{
  if (self->retry_timer != 0)
    trs_clock_remove_timeout (self->clock, self->retry_timer);
  self->retry_timer = 0;
}
