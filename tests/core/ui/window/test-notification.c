/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notification.h"
#include "trs-test-bus.h"
#include "trs-test-utils.h"

static GApplication *application;

static void
send (void)
{
  g_autoptr (GNotification) notification = g_notification_new ("Transcript Ready");

  trs_notification_send (application, "one", notification);
}

/* A warning of GLib ends the test. */
static void
test_nobody_shows_it (void)
{
  send ();
  for (guint i = 0; i < 4; i++)
    trs_test_bus_wait (g_application_get_dbus_connection (application));
}

static void
called_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  *(gboolean *) user_data = g_str_equal (method, "Notify");
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", 1));
}

static const GDBusInterfaceVTable calls = { .method_call = called_cb };

static void
test_daemon_shows_it (void)
{
  GDBusConnection *bus = g_application_get_dbus_connection (application);
  g_autoptr (GError) error = NULL;
  gboolean shown = FALSE;
  guint id;
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (
      "<node><interface name='org.freedesktop.Notifications'><method name='Notify'>"
      "<arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>"
      "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>"
      "<arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/>"
      "</method></interface></node>", &error);

  g_assert_no_error (error);
  id = g_dbus_connection_register_object (bus, "/org/freedesktop/Notifications", info->interfaces[0], &calls, &shown,
                                          NULL, &error);
  g_assert_no_error (error);
  trs_test_bus_own (bus, "org.freedesktop.Notifications");

  send ();
  trs_test_wait_until (shown);
  g_dbus_connection_unregister_object (bus, id);
}

/* One bus for all: the connection to it belongs to the whole process. */
int
main (int   argc,
      char *argv[])
{
  GTestDBus *bus;
  g_autoptr (GError) error = NULL;

  trs_test_init (&argc, &argv);
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  application = g_application_new ("org.example.Notifying", G_APPLICATION_DEFAULT_FLAGS);
  g_assert_true (g_application_register (application, NULL, &error));
  g_assert_no_error (error);
  g_dbus_connection_set_exit_on_close (g_application_get_dbus_connection (application), FALSE);

  g_test_add_func ("/notification/nobody-shows-it", test_nobody_shows_it);
  g_test_add_func ("/notification/daemon-shows-it", test_daemon_shows_it);
  /* The application stays, as in main.c: GLib 2.74 frees a notification that is still shown twice with it. So does its
   * bus, which ends with this process. */
  return g_test_run ();
}
