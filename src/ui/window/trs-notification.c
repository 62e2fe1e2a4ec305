/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notification.h"

#include "trs-install-paths.h"

#define DAEMON "org.freedesktop.Notifications"

/* A notification to be sent when the notification daemon has appeared on the bus. */
typedef struct
{
  GApplication *application;
  char *id;
  GNotification *notification;
  guint watch;
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_application_release (waiting->application);
  g_object_unref (waiting->application);
  g_free (waiting->id);
  g_object_unref (waiting->notification);
  g_free (waiting);
}

static void
no_daemon_cb (GDBusConnection *bus,
              const char      *name,
              gpointer         user_data)
{
  Waiting *waiting = user_data;

  g_bus_unwatch_name (waiting->watch);
}

static void
daemon_appeared_cb (GDBusConnection *bus,
                    const char      *name,
                    const char      *owner,
                    gpointer         user_data)
{
  Waiting *waiting = user_data;

  g_application_send_notification (waiting->application, waiting->id, waiting->notification);
  g_bus_unwatch_name (waiting->watch);
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
  Waiting *waiting;

  if (bus == NULL)
    return;
  if (g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS))
    {
      g_application_send_notification (application, id, notification);
      return;
    }

  waiting = g_new0 (Waiting, 1);
  waiting->application = g_object_ref (application);
  g_application_hold (application);
  waiting->id = g_strdup (id);
  waiting->notification = g_object_ref (notification);
  waiting->watch =
      g_bus_watch_name_on_connection (bus, DAEMON, G_BUS_NAME_WATCHER_FLAGS_AUTO_START, daemon_appeared_cb,
                                      no_daemon_cb, waiting, waiting_free);
}
