/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fake-computer.h"

struct _TrsFakeComputer
{
  GObject parent_instance;

  gboolean saving;
  gboolean metered;
};

enum
{
  PROP_SAVING = 1,
  PROP_AVAILABLE,
  PROP_CONNECTIVITY,
  PROP_METERED,
};

static gboolean
initialize (GInitable     *initable,
            GCancellable  *cancellable,
            GError       **error)
{
  return TRUE;
}

static void
initable_init (GInitableIface *iface)
{
  iface->init = initialize;
}

static void
interface_init (gpointer iface)
{
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsFakeComputer, trs_fake_computer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, initable_init)
                               G_IMPLEMENT_INTERFACE (G_TYPE_POWER_PROFILE_MONITOR, interface_init)
                               G_IMPLEMENT_INTERFACE (G_TYPE_NETWORK_MONITOR, interface_init))

static void
trs_fake_computer_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  TrsFakeComputer *self = TRS_FAKE_COMPUTER (object);

  if (id == PROP_CONNECTIVITY)
    g_value_set_enum (value, G_NETWORK_CONNECTIVITY_FULL);
  else
    g_value_set_boolean (value, id == PROP_SAVING ? self->saving : id == PROP_METERED ? self->metered : TRUE);
}

static void
trs_fake_computer_class_init (TrsFakeComputerClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = trs_fake_computer_get_property;
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_SAVING, "power-saver-enabled");
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_AVAILABLE, "network-available");
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_CONNECTIVITY, "connectivity");
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_METERED, "network-metered");
}

static void
trs_fake_computer_init (TrsFakeComputer *self)
{
}

TrsFakeComputer *
trs_fake_computer_new (void)
{
  return g_object_new (TRS_TYPE_FAKE_COMPUTER, NULL);
}

void
trs_fake_computer_set (TrsFakeComputer *self,
                       gboolean         saving,
                       gboolean         metered)
{
  self->saving = saving;
  self->metered = metered;
  g_object_notify (G_OBJECT (self), "power-saver-enabled");
  g_object_notify (G_OBJECT (self), "network-metered");
}
