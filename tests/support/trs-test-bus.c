/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-bus.h"

#define BUS_NAME "org.freedesktop.DBus"
#define BUS_PATH "/org/freedesktop/DBus"

/**
 * trs_test_bus_connect:
 * @address: address of a bus, as that of #GTestDBus
 *
 * Returns: (transfer full): a connection of its own, so that the program speaks to it over the bus
 */
GDBusConnection *
trs_test_bus_connect (const char *address)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *bus = g_dbus_connection_new_for_address_sync (address,
                                                                 G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                                 NULL, NULL, &error);

  g_assert_no_error (error);
  return bus;
}

/**
 * trs_test_bus_own:
 * @bus: a connection
 * @name: a name that it gets, at once
 */
void
trs_test_bus_own (GDBusConnection *bus,
                  const char      *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (bus, BUS_NAME, BUS_PATH, BUS_NAME, "RequestName", g_variant_new ("(su)", name, 0),
                                   NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (reply);
}

/**
 * trs_test_bus_offer:
 * @address: address of a bus
 * @name: the name of a service, as that of a portal
 * @path: its only object
 * @interfaces: introspection data of all of its interfaces
 * @calls: what it does, without user data
 *
 * Puts a service on the bus.
 *
 * Returns: (transfer full): its connection, with the end of which it is gone
 */
GDBusConnection *
trs_test_bus_offer (const char                 *address,
                    const char                 *name,
                    const char                 *path,
                    const char                 *interfaces,
                    const GDBusInterfaceVTable *calls)
{
  GDBusConnection *bus = trs_test_bus_connect (address);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interfaces, &error);

  g_assert_no_error (error);
  for (guint i = 0; node->interfaces[i] != NULL; i++)
    {
      g_dbus_connection_register_object (bus, path, node->interfaces[i], calls, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  trs_test_bus_own (bus, name);
  return bus;
}

/**
 * trs_test_bus_wait:
 * @bus: the connection of the program
 *
 * Returns when what was asked over it before has its answer, because the bus
 * answers in order, and when nothing is left to do with that.
 */
void
trs_test_bus_wait (GDBusConnection *bus)
{
  g_autoptr (GVariant) reply = g_dbus_connection_call_sync (bus, BUS_NAME, BUS_PATH, BUS_NAME, "GetId", NULL, NULL,
                                                            G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);

  g_assert_nonnull (reply);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}
