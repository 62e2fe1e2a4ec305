/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notification.h"

#define DAEMON "org.freedesktop.Notifications"

static void
no_daemon_cb (GDBusConnection *bus,
              const char      *name,
              gpointer         notification)
{
  g_bus_unwatch_name (GPOINTER_TO_UINT (g_object_get_data (notification, "watch")));
}

static void
daemon_appeared_cb (GDBusConnection *bus,
                    const char      *name,
                    const char      *owner,
                    gpointer         notification)
{
  g_application_send_notification (g_object_get_data (notification, "application"),
                                   g_object_get_data (notification, "id"), notification);
  no_daemon_cb (bus, name, notification);
}

/**
 * trs_notification_send:
 * @application: the program
 * @id: a later notification with the same one replaces it
 * @notification: the notification
 *
 * Sends a notification if there is a daemon that shows it, which is started if
 * the bus can: without one GLib would print a warning. In a sandbox the portal
 * is always there, and the bus cannot be asked for others.
 */
void
trs_notification_send (GApplication  *application,
                       const char    *id,
                       GNotification *notification)
{
  GDBusConnection *bus = g_application_get_dbus_connection (application);
  guint watch;

  if (bus == NULL)
    return;
  if (g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS))
    {
      g_application_send_notification (application, id, notification);
      return;
    }

  g_object_set_data_full (G_OBJECT (notification), "application", g_object_ref (application), g_object_unref);
  g_object_set_data_full (G_OBJECT (notification), "id", g_strdup (id), g_free);
  watch = g_bus_watch_name_on_connection (bus, DAEMON, G_BUS_NAME_WATCHER_FLAGS_AUTO_START, daemon_appeared_cb,
                                          no_daemon_cb, g_object_ref (notification), g_object_unref);
  g_object_set_data (G_OBJECT (notification), "watch", GUINT_TO_POINTER (watch));
}
