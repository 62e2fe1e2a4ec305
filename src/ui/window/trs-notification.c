/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notification.h"

#define DAEMON "org.freedesktop.Notifications"

typedef struct
{
  GApplication *application;
  char *id;
  GNotification *notification;
  guint watch;
} Message;

static void
message_free (gpointer data)
{
  Message *message = data;

  g_object_unref (message->application);
  g_object_unref (message->notification);
  g_free (message->id);
  g_free (message);
}

static void
daemon_appeared_cb (GDBusConnection *bus,
                    const char      *name,
                    const char      *owner,
                    gpointer         user_data)
{
  Message *message = user_data;

  g_application_send_notification (message->application, message->id, message->notification);
  g_bus_unwatch_name (message->watch);
}

static void
no_daemon_cb (GDBusConnection *bus,
              const char      *name,
              gpointer         user_data)
{
  g_bus_unwatch_name (((Message *) user_data)->watch);
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
  Message *message;

  if (bus == NULL)
    return;
  if (g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS))
    {
      g_application_send_notification (application, id, notification);
      return;
    }

  message = g_new0 (Message, 1);
  message->application = g_object_ref (application);
  message->id = g_strdup (id);
  message->notification = g_object_ref (notification);
  message->watch = g_bus_watch_name_on_connection (bus, DAEMON, G_BUS_NAME_WATCHER_FLAGS_AUTO_START,
                                                   daemon_appeared_cb, no_daemon_cb, message, message_free);
}
