/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-background.h"

#include "trs-i18n.h"
#include "trs-message-dialog.h"
#include "trs-portal.h"

/* Once nothing is under way, what became ready is still downloaded and announced: how often it is looked whether that
 * is done, in milliseconds, and how many times at most. */
#define CHECK_INTERVAL 2000
#define MAX_CHECKS 15

struct _TrsBackground
{
  GObject parent_instance;

  GtkApplication *application; /* owns this object */
  TrsSession *session;
  GSettings *settings;
  gboolean sandboxed;
  GCancellable *cancellable; /* for the request for it */

  gboolean holding;
  guint timer;
  guint n_checks;
};

G_DEFINE_FINAL_TYPE (TrsBackground, trs_background, G_TYPE_OBJECT)

static void
set_holding (TrsBackground *self,
             gboolean       holding)
{
  if (self->holding == holding)
    return;

  self->holding = holding;
  if (holding)
    g_application_hold (G_APPLICATION (self->application));
  else
    g_application_release (G_APPLICATION (self->application));
}

static void check_later (TrsBackground *self);

static void
check_downloads_cb (gpointer user_data)
{
  TrsBackground *self = user_data;

  if (++self->n_checks < MAX_CHECKS && trs_download_queue_get_busy (trs_session_get_downloads (self->session)))
    check_later (self);
  else
    set_holding (self, FALSE);
}

static void
check_later (TrsBackground *self)
{
  trs_clock_set_timeout (trs_session_get_clock (self->session), &self->timer, CHECK_INTERVAL, check_downloads_cb, self);
}

static void
tell_desktop (TrsBackground *self,
              guint          n)
{
  GDBusConnection *bus = g_application_get_dbus_connection (G_APPLICATION (self->application));
  g_autofree char *message = NULL;

  if (!self->sandboxed || bus == NULL)
    return;
  /* Translators: the desktop shows it while the window is closed. %'u is a number. */
  message = g_strdup_printf (ngettext ("%'u transcription under way", "%'u transcriptions under way", n), n);
  trs_portal_set_background_status (bus, message);
}

/* How many recordings commands have left is not known. */
static guint
count_under_way (TrsBackground *self)
{
  TrsLocalAccount *local = trs_session_get_local (self->session);
  guint n = trs_poller_get_n_active (trs_session_get_poller (self->session));

  return n == 0 && local != NULL && trs_local_runner_get_busy (trs_local_account_get_runner (local)) ? 1 : n;
}

static void
update (TrsBackground *self)
{
  guint n = count_under_way (self);
  gboolean wanted = gtk_application_get_windows (self->application) == NULL &&
                    g_settings_get_boolean (self->settings, "background-checks");

  if (wanted && n == 0 && self->timer != 0)
    return;

  trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->timer);
  self->n_checks = 0;
  if (!wanted)
    set_holding (self, FALSE);
  else if (n > 0)
    {
      set_holding (self, TRUE);
      tell_desktop (self, n);
    }
  else if (self->holding)
    check_later (self);
}

/* Returns: (transfer none) (nullable): the dialog or window with the keyboard, or else the window of the program */
static GtkWindow *
find_active_window (TrsBackground *self)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (gtk_window_is_active (window))
        return window;
    }
  return gtk_application_get_active_window (self->application);
}

static void
say_refused (TrsBackground *self)
{
  GtkWindow *window = find_active_window (self);

  if (window != NULL)
    gtk_window_present (GTK_WINDOW (trs_message_dialog_new (
        /* Translators: title of a message. */
        window, _("Not Allowed to Run in the Background"),
        _("The system refused it. It may be possible to allow it in the settings of the desktop, under Apps."))));
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsBackground) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean allowed = trs_portal_request_background_finish (result, &error);

  /* Where nobody can be asked, nobody minds. */
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("The desktop cannot be asked for the background: %s", error->message);
  if (allowed || error != NULL || self->application == NULL)
    return;

  g_settings_set_boolean (self->settings, "background-checks", FALSE);
  say_refused (self);
}

static void
setting_changed_cb (TrsBackground *self)
{
  GDBusConnection *bus = g_application_get_dbus_connection (G_APPLICATION (self->application));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->sandboxed && bus != NULL && g_settings_get_boolean (self->settings, "background-checks"))
    {
      self->cancellable = g_cancellable_new ();
      trs_portal_request_background_async (bus,
                                           /* Translators: the desktop may show it when it asks the user whether
                                            * Transcripts, which is this program, may run in the background. */
                                           _("Transcripts checks what is under way after its window is closed."),
                                           self->cancellable, answered_cb, g_object_ref (self));
    }
  update (self);
}

static void
trs_background_dispose (GObject *object)
{
  TrsBackground *self = TRS_BACKGROUND (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->session != NULL)
    trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->timer);
  if (self->application != NULL)
    set_holding (self, FALSE);
  self->application = NULL;
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_background_parent_class)->dispose (object);
}

static void
trs_background_class_init (TrsBackgroundClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_background_dispose;
}

static void
trs_background_init (TrsBackground *self)
{
}

/**
 * trs_background_new:
 * @application: the program, which owns this and disposes of it when it ends
 * @session: what may be under way
 * @settings: the settings of the program
 * @sandboxed: whether the desktop has a say in what runs without a window
 *
 * Returns: (transfer full): what keeps the program running
 */
TrsBackground *
trs_background_new (GtkApplication *application,
                    TrsSession     *session,
                    GSettings      *settings,
                    gboolean        sandboxed)
{
  TrsBackground *self = g_object_new (TRS_TYPE_BACKGROUND, NULL);

  self->application = application;
  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->sandboxed = sandboxed;
  g_signal_connect_object (application, "window-added", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (application, "window-removed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_poller (session), "notify::n-active", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  if (trs_session_get_local (session) != NULL)
    g_signal_connect_object (trs_local_account_get_runner (trs_session_get_local (session)), "notify::busy",
                             G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::background-checks", G_CALLBACK (setting_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
