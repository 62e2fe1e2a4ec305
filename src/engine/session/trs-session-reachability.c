/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-poll-schedule.h"
#include "trs-server-address.h"

/* After so long without trouble the backoff begins with its shortest time again. */
#define CALM (5 * G_TIME_SPAN_MINUTE)

/* The service can be reached again, or perhaps can. */
static void
try_again (TrsSession *self)
{
  if (self->stopped)
    return;

  trs_poller_try_now (self->poller);
  trs_download_queue_look (self->downloads);
  if (self->state == TRS_SESSION_READY && trs_history_get_error (self->history) != NULL)
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
}

/* Retries with backoff: the user need not find out that the service is back. */

static void plan_retry (TrsSession *self);

static void
retry_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  /* The client notifies whether it worked. */
  plan_retry (self);
}

static void
retry_cb (gpointer user_data)
{
  TrsSession *self = user_data;

  if (trs_poller_is_waiting (self->poller))
    plan_retry (self);
  else
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_CHECK, NULL, retry_answered_cb, g_object_ref (self));
}

static void
plan_retry (TrsSession *self)
{
  gint64 now = trs_clock_get_time (self->clock);
  gint64 backoff;

  if (self->stopped || !trs_api_client_is_open (self->client) || trs_api_client_get_offline_since (self->client) == 0)
    {
      trs_clock_clear_timeout (self->clock, &self->retry_timer);
      return;
    }
  if (self->retry_timer != 0)
    return;

  /* A service that answers to one request in two is no reason to begin anew each time. */
  if (now - self->retried_at > CALM)
    self->retries = 0;
  self->retried_at = now;
  backoff = trs_poll_schedule_get_backoff (++self->retries, -1);
  trs_clock_set_timeout (self->clock, &self->retry_timer, (guint) (backoff / G_TIME_SPAN_MILLISECOND), retry_cb, self);
}

/* The network monitor is needed only while the service cannot be reached, to try earlier and to say why. */

static void
network_settled_cb (gpointer user_data)
{
  TrsSession *self = user_data;

  if (trs_api_client_get_offline_since (self->client) != 0)
    try_again (self);
}

/* Debounced: a network comes up in several steps, and some monitors emit a change as soon as they are connected to. */
static void
network_changed_cb (GNetworkMonitor *monitor,
                    gboolean         available,
                    gpointer         user_data)
{
  TrsSession *self = user_data;

  if (trs_api_client_get_offline_since (self->client) == 0)
    return;

  /* What is said of it depends on whether there is a network. */
  trs_session_changed (self, "offline-since");
  if (available && !self->stopped && self->network_timer == 0)
    trs_clock_set_timeout (self->clock, &self->network_timer, TRS_POLL_MIN_GAP / G_TIME_SPAN_MILLISECOND,
                           network_settled_cb, self);
}

static void
watch_network (TrsSession *self)
{
  if (self->monitor != NULL || self->stopped)
    return;

  self->monitor = g_object_ref (g_network_monitor_get_default ());
  g_signal_connect_object (self->monitor, "network-changed", G_CALLBACK (network_changed_cb), self, 0);
}

static void
client_offline_changed_cb (TrsSession *self)
{
  if (trs_api_client_get_offline_since (self->client) == 0)
    try_again (self);
  else
    watch_network (self);
  plan_retry (self);
  trs_session_changed (self, "offline-since");
}

static void
client_accepted_cb (TrsSession *self)
{
  trs_session_changed (self, "accepted-at");
}

void
trs_session_watch_service (TrsSession *self)
{
  trs_session_connect_to (self->client, "notify::offline-since", G_CALLBACK (client_offline_changed_cb), self);
  trs_session_connect_to (self->client, "accepted", G_CALLBACK (client_accepted_cb), self);
}

gint64
trs_session_get_offline_since (TrsSession *self)
{
  return trs_api_client_get_offline_since (self->client);
}

gint64
trs_session_get_accepted_at (TrsSession *self)
{
  return trs_api_client_get_accepted_at (self->client);
}

/**
 * trs_session_get_without_network:
 * @self: a session
 *
 * Only for labels, because the monitor is often wrong: nothing is refused for it. A service on this computer needs no
 * network.
 *
 * Returns: %TRUE if the service cannot be reached, and there is no network
 */
gboolean
trs_session_get_without_network (TrsSession *self)
{
  return trs_api_client_get_offline_since (self->client) != 0 && self->monitor != NULL &&
         !g_network_monitor_get_network_available (self->monitor) &&
         !trs_server_address_is_loopback (trs_api_client_get_address (self->client));
}
