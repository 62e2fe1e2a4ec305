/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notification.h"

#define SANDBOX_MARK "/.flatpak-info"
#define STARTED_BY_BUS "org.freedesktop.Notifications"

static const char *const daemons[] = { "org.gtk.Notifications", STARTED_BY_BUS };

typedef struct
{
  GApplication *application;
  char *id;
  GNotification *notification;
  guint n_asked;
} Message;

static void
message_free (Message *message)
{
  g_object_unref (message->application);
  g_object_unref (message->notification);
  g_free (message->id);
  g_free (message);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Message, message_free)

static void
send_message (Message *message)
{
  g_application_send_notification (message->application, message->id, message->notification);
}

static void
daemon_started_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (Message) message = user_data;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);

  if (reply != NULL)
    send_message (message);
}

static void
call_bus (GDBusConnection     *bus,
          const char          *method,
          GVariant            *parameters,
          GAsyncReadyCallback  callback,
          Message             *message)
{
  g_dbus_connection_call (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
                          parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, callback, message);
}

static void look_for_next (GDBusConnection *bus,
                           Message         *message);

static void
looked_for_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (Message) message = user_data;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  gboolean has_owner = FALSE;

  if (reply != NULL && g_variant_is_of_type (reply, G_VARIANT_TYPE ("(b)")))
    g_variant_get (reply, "(b)", &has_owner);
  if (has_owner)
    send_message (message);
  else
    look_for_next (G_DBUS_CONNECTION (source), g_steal_pointer (&message));
}

/* First the daemons that run: one may run that the bus cannot start. */
static void
look_for_next (GDBusConnection *bus,
               Message         *message)
{
  if (message->n_asked < G_N_ELEMENTS (daemons))
    call_bus (bus, "NameHasOwner", g_variant_new ("(s)", daemons[message->n_asked++]), looked_for_cb, message);
  else
    call_bus (bus, "StartServiceByName", g_variant_new ("(su)", STARTED_BY_BUS, 0), daemon_started_cb, message);
}

/**
 * trs_notification_send:
 * @application: the program
 * @id: a later notification with the same one replaces it
 * @notification: the notification
 *
 * Sends a notification if there is a daemon that shows it: without a bus or a
 * daemon GLib would print a warning each time. In a sandbox the portal is
 * always there, and the bus cannot be asked for others.
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

  message = g_new0 (Message, 1);
  message->application = g_object_ref (application);
  message->id = g_strdup (id);
  message->notification = g_object_ref (notification);
  if (g_file_test (SANDBOX_MARK, G_FILE_TEST_EXISTS))
    {
      send_message (message);
      message_free (message);
      return;
    }

  look_for_next (bus, message);
}

/**
 * trs_notification_withdraw:
 * @application: the program
 * @id: of a notification that may still be shown
 *
 * Withdraws a notification.
 */
void
trs_notification_withdraw (GApplication *application,
                           const char   *id)
{
  if (g_application_get_dbus_connection (application) != NULL)
    g_application_withdraw_notification (application, id);
}
