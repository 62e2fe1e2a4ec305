/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-thrift.h"

struct _TrsThrift
{
  GObject parent_instance;

  GPowerProfileMonitor *power; /* (nullable) */
  GNetworkMonitor *network;    /* (nullable): %NULL before anything is watched */
  TrsThriftReason reason;
  gboolean saving_power;
};

enum
{
  PROP_0,
  PROP_REASON,
  PROP_SAVING_POWER,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_ENUM_TYPE (TrsThriftReason, trs_thrift_reason,
                    G_DEFINE_ENUM_VALUE (TRS_THRIFT_NONE, "none"),
                    G_DEFINE_ENUM_VALUE (TRS_THRIFT_POWER, "power"),
                    G_DEFINE_ENUM_VALUE (TRS_THRIFT_NETWORK, "network"))

G_DEFINE_FINAL_TYPE (TrsThrift, trs_thrift, G_TYPE_OBJECT)

static void
update (TrsThrift *self)
{
  gboolean saving_power = self->power != NULL && g_power_profile_monitor_get_power_saver_enabled (self->power);
  TrsThriftReason reason = saving_power ? TRS_THRIFT_POWER : TRS_THRIFT_NONE;

  if (g_network_monitor_get_network_metered (self->network))
    reason = TRS_THRIFT_NETWORK;

  g_object_freeze_notify (G_OBJECT (self));
  if (saving_power != self->saving_power)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SAVING_POWER]);
  if (reason != self->reason)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_REASON]);
  self->saving_power = saving_power;
  self->reason = reason;
  g_object_thaw_notify (G_OBJECT (self));
}

static void
trs_thrift_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  if (id == PROP_REASON)
    g_value_set_enum (value, TRS_THRIFT (object)->reason);
  else if (id == PROP_SAVING_POWER)
    g_value_set_boolean (value, TRS_THRIFT (object)->saving_power);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_thrift_dispose (GObject *object)
{
  TrsThrift *self = TRS_THRIFT (object);

  g_clear_object (&self->power);
  g_clear_object (&self->network);

  G_OBJECT_CLASS (trs_thrift_parent_class)->dispose (object);
}

static void
trs_thrift_class_init (TrsThriftClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_thrift_dispose;
  G_OBJECT_CLASS (klass)->get_property = trs_thrift_get_property;

  props[PROP_REASON] = g_param_spec_enum ("reason", NULL, NULL, TRS_TYPE_THRIFT_REASON, TRS_THRIFT_NONE,
                                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_SAVING_POWER] =
      g_param_spec_boolean ("saving-power", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
trs_thrift_init (TrsThrift *self)
{
}

/**
 * trs_thrift_new:
 *
 * Returns: (transfer full): one that knows no reason before trs_thrift_start() or trs_thrift_watch()
 */
TrsThrift *
trs_thrift_new (void)
{
  return g_object_new (TRS_TYPE_THRIFT, NULL);
}

/* GLib makes one of each for the whole program: once they are there, asking for them does not wait. */
static void
find_monitors (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  G_GNUC_UNUSED g_autoptr (GPowerProfileMonitor) power = g_power_profile_monitor_dup_default ();

  g_network_monitor_get_default ();
  g_task_return_boolean (task, TRUE);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GPowerProfileMonitor) power = g_power_profile_monitor_dup_default ();

  trs_thrift_watch (TRS_THRIFT (source), power, g_network_monitor_get_default ());
}

/**
 * trs_thrift_start:
 * @self: what watches the computer
 *
 * Watches this computer, unless it was told of another one. Who knows about its network and power is found on a
 * worker, because the services of the system are waited for.
 */
void
trs_thrift_start (TrsThrift *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->network != NULL)
    return;

  task = g_task_new (self, NULL, found_cb, NULL);
  g_task_set_source_tag (task, trs_thrift_start);
  g_task_run_in_thread (task, find_monitors);
}

/**
 * trs_thrift_watch:
 * @self: one that watches nothing
 * @power: (nullable): who knows whether power is to be saved
 * @network: who knows whether the network is metered
 */
void
trs_thrift_watch (TrsThrift            *self,
                  GPowerProfileMonitor *power,
                  GNetworkMonitor      *network)
{
  if (g_set_object (&self->power, power) && power != NULL)
    g_signal_connect_object (power, "notify::power-saver-enabled", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  if (g_set_object (&self->network, network))
    g_signal_connect_object (network, "notify::network-metered", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * trs_thrift_get_reason:
 * @self: what watches the computer
 *
 * Returns: why what nobody has asked for is to wait
 */
TrsThriftReason
trs_thrift_get_reason (TrsThrift *self)
{
  return self->reason;
}

/**
 * trs_thrift_get_saving_power:
 * @self: what watches the computer
 *
 * Returns: whether the user wants to save power
 */
gboolean
trs_thrift_get_saving_power (TrsThrift *self)
{
  return self->saving_power;
}
