/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-notifier.h"

#include "trs-i18n.h"
#include "trs-notification.h"
#include "trs-project-strings.h"

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

/* Opened, read elsewhere, or removed from this computer. */
static void
unread_changed_cb (TrsProject *project,
                   GParamSpec *pspec,
                   gpointer    user_data)
{
  if (!trs_project_get_unread (project))
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

  g_signal_handlers_disconnect_by_func (key, unread_changed_cb, self);
  trs_notification_withdraw (self->application, trs_project_get_id (key));
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

  g_hash_table_remove_all (self->notified);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (trs_notifier_parent_class)->dispose (object);
}

static void
trs_notifier_finalize (GObject *object)
{
  g_hash_table_unref (TRS_NOTIFIER (object)->notified);

  G_OBJECT_CLASS (trs_notifier_parent_class)->finalize (object);
}

static void
trs_notifier_class_init (TrsNotifierClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_notifier_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_notifier_finalize;
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
  g_autofree char *title = NULL;
  const char *id;

  g_return_if_fail (TRS_IS_NOTIFIER (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  title = trs_project_strings_title (project);
  id = trs_project_get_id (project);
  notification = g_notification_new (trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR
                                       ? _("Transcription Failed")
                                       : _("Transcript Ready"));
  g_notification_set_body (notification, title);
  g_notification_set_default_action_and_target (notification, "app.open-project", "s", id);
  trs_notification_send (self->application, id, notification);

  if (g_hash_table_add (self->notified, g_object_ref (project)))
    g_signal_connect_object (project, "notify::unread", G_CALLBACK (unread_changed_cb), self, 0);
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
  g_return_if_fail (TRS_IS_NOTIFIER (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  trs_notification_withdraw (self->application, trs_project_get_id (project));
  g_signal_handlers_disconnect_by_func (project, unread_changed_cb, self);
  g_hash_table_remove (self->notified, project);
}
