/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-reachability.h"

#include "trs-api-client.h"
#include "trs-list-reader.h"
#include "trs-poll-schedule.h"
#include "trs-poller.h"
#include "trs-server-address.h"

/* After so long without trouble the backoff begins with its shortest time again. */
#define CALM (5 * G_TIME_SPAN_MINUTE)

struct _TrsReachability
{
  GObject parent_instance;

  TrsApiClient *client;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsClock *clock;
  GNetworkMonitor *monitor;
  guint network_timer;
  guint retry_timer;
  guint retries;
  gint64 retried_at;
  gboolean stopped;
};

enum
{
  PROP_0,
  PROP_OFFLINE_SINCE,
  PROP_ACCEPTED_AT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];
static guint try_again_signal;

G_DEFINE_FINAL_TYPE (TrsReachability, trs_reachability, G_TYPE_OBJECT)

static void
trs_reachability_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsReachability *self = TRS_REACHABILITY (object);

  g_value_set_int64 (value, prop_id == PROP_OFFLINE_SINCE ? trs_reachability_get_offline_since (self)
                                                          : trs_reachability_get_accepted_at (self));
}

static void
trs_reachability_finalize (GObject *object)
{
  TrsReachability *self = TRS_REACHABILITY (object);

  trs_reachability_stop (self);
  g_clear_object (&self->monitor);
  g_clear_object (&self->client);
  g_clear_object (&self->reader);
  g_clear_object (&self->poller);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_reachability_parent_class)->finalize (object);
}

static void
trs_reachability_class_init (TrsReachabilityClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_reachability_get_property;
  object_class->finalize = trs_reachability_finalize;

  props[PROP_OFFLINE_SINCE] = g_param_spec_int64 ("offline-since", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_ACCEPTED_AT] = g_param_spec_int64 ("accepted-at", NULL, NULL, 0, G_MAXINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  try_again_signal = g_signal_new ("try-again", TRS_TYPE_REACHABILITY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
trs_reachability_init (TrsReachability *self)
{
}

static void
try_again (TrsReachability *self)
{
  if (!self->stopped)
    g_signal_emit (self, try_again_signal, 0);
}

/* Retries with backoff: the user need not find out that the service is back. */

static void plan_retry (TrsReachability *self);

static void
retry_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsReachability) self = user_data;

  /* The client notifies whether it worked. */
  trs_list_reader_read_finish (TRS_LIST_READER (source), result, NULL);
  plan_retry (self);
}

static gboolean
retry_cb (gpointer user_data)
{
  TrsReachability *self = user_data;

  self->retry_timer = 0;
  if (trs_poller_is_waiting (self->poller))
    plan_retry (self);
  else
    trs_list_reader_check_async (self->reader, FALSE, NULL, retry_answered_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
plan_retry (TrsReachability *self)
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
  self->retry_timer = trs_clock_add_timeout (self->clock, (guint) (backoff / G_TIME_SPAN_MILLISECOND), retry_cb, self,
                                             NULL);
}

/* The network monitor is needed only while the service cannot be reached, to try earlier and to say why. */

static gboolean
network_settled_cb (gpointer user_data)
{
  TrsReachability *self = user_data;

  self->network_timer = 0;
  if (trs_api_client_get_offline_since (self->client) != 0)
    try_again (self);
  return G_SOURCE_REMOVE;
}

/* Debounced: a network comes up in several steps, and some monitors emit a change as soon as they are connected to. */
static void
network_changed_cb (GNetworkMonitor *monitor,
                    gboolean         available,
                    gpointer         user_data)
{
  TrsReachability *self = user_data;

  if (trs_api_client_get_offline_since (self->client) == 0)
    return;

  /* What is said of it depends on whether there is a network. */
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OFFLINE_SINCE]);
  if (available && !self->stopped && self->network_timer == 0)
    self->network_timer = trs_clock_add_timeout (self->clock, TRS_POLL_MIN_GAP / G_TIME_SPAN_MILLISECOND,
                                                 network_settled_cb, self, NULL);
}

static void
watch_network (TrsReachability *self)
{
  if (self->monitor != NULL || self->stopped)
    return;

  self->monitor = g_object_ref (g_network_monitor_get_default ());
  g_signal_connect_object (self->monitor, "network-changed", G_CALLBACK (network_changed_cb), self, 0);
}

static void
client_offline_changed_cb (TrsReachability *self)
{
  if (trs_api_client_get_offline_since (self->client) == 0)
    try_again (self);
  else
    watch_network (self);
  plan_retry (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_OFFLINE_SINCE]);
}

static void
client_accepted_cb (TrsReachability *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ACCEPTED_AT]);
}

TrsReachability *
trs_reachability_new (TrsApiClient  *client,
                      TrsListReader *reader,
                      TrsPoller     *poller,
                      TrsClock      *clock)
{
  TrsReachability *self = g_object_new (TRS_TYPE_REACHABILITY, NULL);

  self->client = g_object_ref (client);
  self->reader = g_object_ref (reader);
  self->poller = g_object_ref (poller);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (client, "offline-changed", G_CALLBACK (client_offline_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "accepted", G_CALLBACK (client_accepted_cb), self, G_CONNECT_SWAPPED);
  return self;
}

gint64
trs_reachability_get_offline_since (TrsReachability *self)
{
  return trs_api_client_get_offline_since (self->client);
}

gint64
trs_reachability_get_accepted_at (TrsReachability *self)
{
  return trs_api_client_get_accepted_at (self->client);
}

/**
 * trs_reachability_get_without_network:
 * @self: the reachability
 *
 * Only for labels, because the monitor is often wrong: nothing is refused for it. A service on this computer needs no
 * network.
 *
 * Returns: %TRUE if the service cannot be reached, and there is no network
 */
gboolean
trs_reachability_get_without_network (TrsReachability *self)
{
  return trs_api_client_get_offline_since (self->client) != 0 && self->monitor != NULL &&
         !g_network_monitor_get_network_available (self->monitor) &&
         !trs_server_address_is_loopback (trs_api_client_get_address (self->client));
}

/* At the end of the program. */
void
trs_reachability_stop (TrsReachability *self)
{
  self->stopped = TRUE;
  trs_clock_clear_timeout (self->clock, &self->retry_timer);
  trs_clock_clear_timeout (self->clock, &self->network_timer);
}
