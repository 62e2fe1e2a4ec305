/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-pause.h"

struct _TrsLocalPause
{
  GObject parent_instance;

  TrsThrift *thrift;
  TrsLocalService *services[2]; /* the same one, as two parts of the program hold it */
  gboolean overridden;          /* the user resumed the jobs while power is saved; until that ends */
  gboolean paused;
};

enum
{
  PROP_0,
  PROP_PAUSED,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsLocalPause, trs_local_pause, G_TYPE_OBJECT)

static void
tell_services (TrsLocalPause *self,
               gboolean       paused)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->services); i++)
    trs_local_service_set_paused (self->services[i], paused);
}

static void
update (TrsLocalPause *self)
{
  gboolean saving = trs_thrift_get_saving_power (self->thrift);
  gboolean paused;

  self->overridden = self->overridden && saving;
  paused = saving && !self->overridden;
  tell_services (self, paused);
  if (self->paused == paused)
    return;

  self->paused = paused;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PAUSED]);
}

static void
trs_local_pause_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  if (id == PROP_PAUSED)
    g_value_set_boolean (value, TRS_LOCAL_PAUSE (object)->paused);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_local_pause_dispose (GObject *object)
{
  TrsLocalPause *self = TRS_LOCAL_PAUSE (object);

  g_clear_object (&self->thrift);
  for (guint i = 0; i < G_N_ELEMENTS (self->services); i++)
    g_clear_object (&self->services[i]);

  G_OBJECT_CLASS (trs_local_pause_parent_class)->dispose (object);
}

static void
trs_local_pause_class_init (TrsLocalPauseClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_local_pause_dispose;
  G_OBJECT_CLASS (klass)->get_property = trs_local_pause_get_property;

  props[PROP_PAUSED] = g_param_spec_boolean ("paused", NULL, NULL, FALSE,
                                             G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
}

static void
trs_local_pause_init (TrsLocalPause *self)
{
}

/**
 * trs_local_pause_new:
 * @thrift: whether power is to be saved
 * @of_account: the service, as it is held while On This Computer is in use
 * @of_runner: the same service, as #TrsLocalRunner holds it
 *
 * Returns: (transfer full): what lets it rest
 */
TrsLocalPause *
trs_local_pause_new (TrsThrift       *thrift,
                     TrsLocalService *of_account,
                     TrsLocalService *of_runner)
{
  TrsLocalPause *self = g_object_new (TRS_TYPE_LOCAL_PAUSE, NULL);

  self->thrift = g_object_ref (thrift);
  self->services[0] = g_object_ref (of_account);
  self->services[1] = g_object_ref (of_runner);
  g_signal_connect_object (thrift, "notify::saving-power", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}

/**
 * trs_local_pause_get_paused:
 * @self: what lets it rest
 *
 * Returns: whether nothing is transcribed on this computer for now
 */
gboolean
trs_local_pause_get_paused (TrsLocalPause *self)
{
  return self->paused;
}

/**
 * trs_local_pause_go_on:
 * @self: what lets it rest
 *
 * Transcribes although power is to be saved.
 */
void
trs_local_pause_go_on (TrsLocalPause *self)
{
  self->overridden = TRUE;
  update (self);
}

/**
 * trs_local_pause_end:
 * @self: what lets it rest
 *
 * This program has no say any more. Another one may still need the service, and is not to wait for ever.
 */
void
trs_local_pause_end (TrsLocalPause *self)
{
  g_signal_handlers_disconnect_by_data (self->thrift, self);
  if (self->paused)
    tell_services (self, FALSE);
}
