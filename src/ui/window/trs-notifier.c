/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notifier.h"

#include "trs-i18n.h"
#include "trs-project-strings.h"

#define SANDBOX_MARK "/.flatpak-info"
#define STARTED_BY_BUS "org.freedesktop.Notifications"

static const char *const daemons[] = { "org.gtk.Notifications", STARTED_BY_BUS };

struct _TrsNotifier
{
  GObject parent_instance;

  /* Not owned: the application owns its notifier. */
  GApplication *application;
  TrsHistory *history;
  /* projects that this run has sent a notification about */
  GHashTable *notified;
};

G_DEFINE_FINAL_TYPE (TrsNotifier, trs_notifier, G_TYPE_OBJECT)

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

static void
withdraw (TrsNotifier *self,
          const char  *id)
{
  if (g_application_get_dbus_connection (self->application) != NULL)
    g_application_withdraw_notification (self->application, id);
}

/* Opened, read elsewhere, or removed from this computer. */
static void
project_changed_cb (TrsProject *project,
                    gboolean    unsaved,
                    gpointer    user_data)
{
  if (!trs_project_get_data (project)->unread)
    trs_notifier_withdraw (user_data, project);
}

static gboolean
is_gone (gpointer key,
         gpointer value,
         gpointer user_data)
{
  TrsNotifier *self = user_data;

  if (trs_history_peek (self->history, trs_project_get_id (key)) == key)
    return FALSE;

  g_signal_handlers_disconnect_by_func (key, project_changed_cb, self);
  withdraw (self, trs_project_get_id (key));
  return TRUE;
}

static void
history_changed_cb (TrsNotifier *self)
{
  g_hash_table_foreach_remove (self->notified, is_gone, self);
}

static void
trs_notifier_dispose (GObject *object)
{
  TrsNotifier *self = TRS_NOTIFIER (object);

  g_clear_pointer (&self->notified, g_hash_table_unref);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (trs_notifier_parent_class)->dispose (object);
}

static void
trs_notifier_class_init (TrsNotifierClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_notifier_dispose;
}

static void
trs_notifier_init (TrsNotifier *self)
{
  self->notified = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
}

/**
 * trs_notifier_new:
 * @application: the program, which outlives the notifier
 * @history: what its window lists
 *
 * Returns: (transfer full): a notifier
 */
TrsNotifier *
trs_notifier_new (GApplication *application,
                  TrsHistory   *history)
{
  TrsNotifier *self = g_object_new (TRS_TYPE_NOTIFIER, NULL);

  self->application = application;
  self->history = g_object_ref (history);
  g_signal_connect_object (history, "changed", G_CALLBACK (history_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "removed", G_CALLBACK (history_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_notifier_notify:
 * @self: a notifier
 * @project: a project that has finished or failed
 *
 * Sends a notification, which opens the video.
 */
void
trs_notifier_notify (TrsNotifier *self,
                     TrsProject  *project)
{
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *title = trs_project_strings_title (project);
  const char *id = trs_project_get_id (project);

  notification = g_notification_new (trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR
                                       ? _("Transcription Failed")
                                       : _("Transcript Ready"));
  g_notification_set_body (notification, title);
  g_notification_set_default_action_and_target (notification, "app.open-project", "s", id);
  trs_notification_send (self->application, id, notification);

  if (g_hash_table_add (self->notified, g_object_ref (project)))
    g_signal_connect_object (project, "changed", G_CALLBACK (project_changed_cb), self, 0);
}

/**
 * trs_notifier_withdraw:
 * @self: a notifier
 * @project: a project that is not unread any more
 *
 * Withdraws the notification about it, also that of an earlier run of the
 * program.
 */
void
trs_notifier_withdraw (TrsNotifier *self,
                       TrsProject  *project)
{
  withdraw (self, trs_project_get_id (project));
  g_signal_handlers_disconnect_by_func (project, project_changed_cb, self);
  g_hash_table_remove (self->notified, project);
}
