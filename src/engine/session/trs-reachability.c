/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-reachability.h"

#include <gio/gio.h>

#include "trs-api-client.h"
#include "trs-poll-schedule.h"
#include "trs-server-address.h"

/* Time without trouble after which the backoff starts again from its shortest interval. */
#define CALM (5 * G_TIME_SPAN_MINUTE)

struct _TrsReachability
{
  GObject parent_instance;

  TrsApiClient *client;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsClock *clock;

  GNetworkMonitor *monitor; /* (nullable): only watched once the service could not be reached */
  guint network_timer;
  guint retry_timer;
  guint retries;
  gint64 retried_at;
  gboolean stopped;
};

enum
{
  PROP_OFFLINE_SINCE = 1,
  PROP_ACCEPTED_AT,
  PROP_WITHOUT_NETWORK,
  N_PROPS
};

enum
{
  RETRY,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsReachability, trs_reachability, G_TYPE_OBJECT)

static void schedule_retry (TrsReachability *self);

static void
notify (TrsReachability *self,
        guint            prop)
{
  if (!self->stopped)
    g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

static void
emit_retry (TrsReachability *self)
{
  if (!self->stopped)
    g_signal_emit (self, signals[RETRY], 0);
}

/* Retries with a backoff, so that the user need not try whether the service is back. */

static void
retry_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsReachability) self = user_data;

  /* If the request succeeded, the client notifies that. */
  schedule_retry (self);
}

static void
retry_cb (gpointer user_data)
{
  TrsReachability *self = user_data;

  if (trs_poller_is_waiting (self->poller))
    schedule_retry (self);
  else
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_CHECK, NULL, retry_answered_cb, g_object_ref (self));
}

static void
schedule_retry (TrsReachability *self)
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

  /* If the service answers only every other request, the backoff must not restart each time. */
  if (now - self->retried_at > CALM)
    self->retries = 0;
  self->retried_at = now;
  backoff = trs_poll_schedule_get_backoff (++self->retries, -1);
  trs_clock_set_timeout (self->clock, &self->retry_timer, (guint) (backoff / G_TIME_SPAN_MILLISECOND), retry_cb, self);
}

/* The network monitor is used only while the service is unreachable: to retry earlier, and to tell the user why. */

static void
network_settled_cb (gpointer user_data)
{
  TrsReachability *self = user_data;

  if (trs_api_client_get_offline_since (self->client) != 0)
    emit_retry (self);
}

/* Changes are debounced: a network comes up in several steps, and some monitors emit a change as soon as they are
 * connected. */
static void
network_changed_cb (GNetworkMonitor *monitor,
                    gboolean         available,
                    gpointer         user_data)
{
  TrsReachability *self = user_data;

  if (trs_api_client_get_offline_since (self->client) == 0)
    return;

  notify (self, PROP_WITHOUT_NETWORK);
  if (available && !self->stopped && self->network_timer == 0)
    trs_clock_set_timeout (self->clock, &self->network_timer, TRS_POLL_MIN_GAP / G_TIME_SPAN_MILLISECOND,
                           network_settled_cb, self);
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
    emit_retry (self);
  else
    watch_network (self);
  schedule_retry (self);
  g_object_freeze_notify (G_OBJECT (self));
  notify (self, PROP_OFFLINE_SINCE);
  notify (self, PROP_WITHOUT_NETWORK);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
client_accepted_cb (TrsReachability *self)
{
  notify (self, PROP_ACCEPTED_AT);
}

static void
trs_reachability_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsReachability *self = TRS_REACHABILITY (object);

  switch (property_id)
    {
    case PROP_OFFLINE_SINCE:
      g_value_set_int64 (value, trs_reachability_get_offline_since (self));
      break;
    case PROP_ACCEPTED_AT:
      g_value_set_int64 (value, trs_reachability_get_accepted_at (self));
      break;
    case PROP_WITHOUT_NETWORK:
      g_value_set_boolean (value, trs_reachability_get_without_network (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_reachability_dispose (GObject *object)
{
  TrsReachability *self = TRS_REACHABILITY (object);

  if (self->clock != NULL)
    trs_reachability_stop (self);

  g_clear_object (&self->monitor);
  g_clear_object (&self->client);
  g_clear_object (&self->reader);
  g_clear_object (&self->poller);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_reachability_parent_class)->dispose (object);
}

static void
trs_reachability_class_init (TrsReachabilityClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = trs_reachability_get_property;
  object_class->dispose = trs_reachability_dispose;

  props[PROP_OFFLINE_SINCE] = g_param_spec_int64 ("offline-since", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_ACCEPTED_AT] = g_param_spec_int64 ("accepted-at", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_WITHOUT_NETWORK] = g_param_spec_boolean ("without-network", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[RETRY] = g_signal_new ("retry", TRS_TYPE_REACHABILITY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 0);
}

static void
trs_reachability_init (TrsReachability *self)
{
}

/**
 * trs_reachability_new:
 * @client: the client whose answers are watched
 * @reader: asks the service again
 * @poller: while it waits for an answer itself, nothing else is asked
 * @clock: the time
 *
 * Returns: (transfer full): a new object
 */
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
  g_signal_connect_object (client, "notify::offline-since", G_CALLBACK (client_offline_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "accepted", G_CALLBACK (client_accepted_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_reachability_get_offline_since:
 * @self: a #TrsReachability
 *
 * Returns: since when the service does not answer, in microseconds since the
 *   epoch; 0 while it does
 */
gint64
trs_reachability_get_offline_since (TrsReachability *self)
{
  return trs_api_client_get_offline_since (self->client);
}

/**
 * trs_reachability_get_accepted_at:
 * @self: a #TrsReachability
 *
 * Returns: when the service last accepted the key, in microseconds since the
 *   epoch; 0 for never
 */
gint64
trs_reachability_get_accepted_at (TrsReachability *self)
{
  return trs_api_client_get_accepted_at (self->client);
}

/**
 * trs_reachability_get_without_network:
 * @self: a #TrsReachability
 *
 * Only for labels, because the monitor is often wrong: nothing is refused for
 * it. A service on this computer needs no network.
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

/**
 * trs_reachability_stop:
 * @self: a #TrsReachability
 *
 * Ends the timers. Nothing is notified or emitted any more.
 */
void
trs_reachability_stop (TrsReachability *self)
{
  self->stopped = TRUE;
  trs_clock_clear_timeout (self->clock, &self->retry_timer);
  trs_clock_clear_timeout (self->clock, &self->network_timer);
}
