/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-actions.h"

#include "trs-accounts-dialog.h"
#include "trs-connect-form.h"
#include "trs-download-queue.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-list-reader.h"
#include "trs-message-dialog.h"
#include "trs-project-strings.h"
#include "trs-spending-dialog.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

struct _TrsAccountActions
{
  GObject parent_instance;

  GtkApplicationWindow *window; /* weak: the window owns this object, and its action map the actions */
  TrsReadingPane *pane;         /* weak pointer */
  TrsToastQueue *toasts;
  TrsSession *session;
  GSettings *settings;

  GFile *damaged;            /* (nullable): the damaged file that was moved aside, while a dialog reports it */
  GCancellable *cancellable; /* cancelled when the window is gone */
};

G_DEFINE_FINAL_TYPE (TrsAccountActions, trs_account_actions, G_TYPE_OBJECT)

/* Once the window is closed, nothing is to be said in it. */
static gboolean
is_window_gone (TrsAccountActions *self)
{
  return self->window == NULL || !gtk_widget_get_realized (GTK_WIDGET (self->window));
}

static void
throw_error (TrsAccountActions *self,
             const GError      *error,
             const char        *doing)
{
  if (!is_window_gone (self))
    trs_error_sink_throw (GTK_WIDGET (self->window), error, doing);
}

static void
refreshed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsAccountActions) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error))
    throw_error (self, error, _("Reading the list"));
}

static void
try_again (TrsAccountActions *self)
{
  trs_list_reader_read_async (trs_session_get_reader (self->session), TRS_LIST_READ_REFRESH, self->cancellable,
                              refreshed_cb, g_object_ref (self));
}

/* Of the project that is open, or of the list if there is nothing more to hear of it. */
static void
check_now (TrsAccountActions *self)
{
  TrsProject *project = trs_reading_pane_get_project (self->pane);

  if (project != NULL &&
      (trs_project_is_pending (project) || !trs_project_state_is_final (trs_project_get_state (project))))
    trs_poller_check_now (trs_session_get_poller (self->session), project);
  else
    try_again (self);
}

/* The action in the footer of the list. Transcripts that were downloaded are kept. */
static void
stop_loading (TrsAccountActions *self)
{
  trs_list_reader_cancel (trs_session_get_reader (self->session));
  trs_download_queue_stop_all (trs_session_get_downloads (self->session));
}

static void
toast_downloaded (TrsAccountActions *self)
{
  guint wanted = trs_download_queue_get_wanted (trs_session_get_downloads (self->session));
  guint kept = trs_download_queue_get_kept (trs_session_get_downloads (self->session));
  g_autofree char *n_wanted = trs_strings_number (wanted);
  g_autofree char *n_kept = trs_strings_number (kept);
  g_autofree char *title = NULL;

  if (wanted == 0)
    title = g_strdup (_("No transcripts to download"));
  else if (kept >= wanted)
    /* Translators: %s is a number. */
    title = g_strdup_printf (ngettext ("%s transcript is saved", "All %s transcripts are saved", wanted), n_wanted);
  else
    /* Translators: both %s are numbers, of which the second decides the plural form; the service does not give the
     * other transcripts. */
    title = g_strdup_printf (ngettext ("%s of %s transcript is saved; the service has no more",
                                       "%s of %s transcripts are saved; the service has no more", wanted),
                             n_kept, n_wanted);
  trs_toast_queue_add (self->toasts, title, NULL, NULL, NULL);
}

static void
downloaded_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (TrsAccountActions) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_download_queue_fetch_finish (TRS_DOWNLOAD_QUEUE (source), result, &error))
    /* Translators: what failed, as the title of an error. */
    throw_error (self, error, _("Downloading transcripts"));
  else if (!is_window_gone (self))
    toast_downloaded (self);
}

/* Progress is shown in the footer of the list. */
static void
download (TrsAccountActions *self)
{
  TrsDownloadQueue *downloads = trs_session_get_downloads (self->session);

  if (!trs_download_queue_get_downloading (downloads))
    trs_download_queue_fetch_async (downloads, 0, 0, self->cancellable, downloaded_cb, g_object_ref (self));
}

static void
keep_cb (TrsAccountActions *self)
{
  g_settings_set_boolean (self->settings, "keep-transcripts", TRUE);
  download (self);
}

static void
download_all (TrsAccountActions *self)
{
  TrsMessageDialog *dialog;

  if (trs_download_queue_get_enabled (trs_session_get_downloads (self->session)))
    {
      download (self);
      return;
    }

  dialog = trs_message_dialog_new (GTK_WINDOW (self->window), _("Save Transcripts on This Computer?"),
                                   _("Saving is off in Preferences. Turn it on to download all transcripts."));
  trs_message_dialog_add_answer (dialog, "keep", _("_Turn On and Download"), "suggested-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (keep_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
enter_key (TrsAccountActions *self)
{
  TrsConnectForm *form = trs_connect_form_new_in_dialog (self->session, TRS_CONNECT_FORM_KEY);

  trs_dialog_present (GTK_WINDOW (self->window), gtk_widget_get_root (GTK_WIDGET (form)));
}

static void
show_accounts (TrsAccountActions *self)
{
  trs_account_list_set_left (trs_session_get_accounts (self->session), 0);
  trs_dialog_present (GTK_WINDOW (self->window), trs_accounts_dialog_new (self->session));
}

static void
show_spending (TrsAccountActions *self)
{
  trs_dialog_present (GTK_WINDOW (self->window), trs_spending_dialog_new (self->session));
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsAccountActions) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree TrsLoss *back = trs_storage_restore_copy_finish (TRS_STORAGE (source), result, &error);
  g_autofree char *what = back != NULL ? trs_project_strings_loss (back) : NULL;
  g_autofree char *title = NULL;

  if (is_window_gone (self))
    return;
  if (back == NULL)
    {
      /* Translators: what failed, as the title of an error. */
      throw_error (self, error, _("Restoring notes and highlights"));
      return;
    }

  /* Translators: %s is what is back, "1 note · 3 highlights". */
  title = what != NULL ? g_strdup_printf (_("Restored: %s"), what) : g_strdup (_("There was nothing to restore"));
  trs_toast_queue_add (self->toasts, title, NULL, NULL, NULL);
}

static void
damage_answered (TrsAccountActions *self,
                 const char        *answer)
{
  if (g_str_equal (answer, "restore"))
    {
      trs_storage_restore_copy_async (trs_session_get_storage (self->session), g_file_peek_path (self->damaged),
                                      restored_cb, g_object_ref (self));
    }
  else
    {
      g_autoptr (GFile) folder = g_file_get_parent (self->damaged);
      g_autofree char *uri = g_file_get_uri (folder);

      trs_ui_compat_open_uri (GTK_WINDOW (self->window), uri);
    }
}

/* @copied_at: when what the user had added was copied; 0 if it was not */
static char *
dup_damage_body (const char *path,
                 gint64      copied_at)
{
  g_autofree char *time = copied_at != 0 ? trs_strings_date_time (copied_at) : NULL;

  if (time != NULL)
    /* Translators: the first %s is a date and a time, the second the path of a file; “Transcripts” is the name of the
     * program. */
    return g_strdup_printf (_("Transcripts saved what it could read, and downloads the rest again. Notes, titles, "
                              "names and highlights that could not be read can be restored from the copy of %s."
                              "\n\n%s"),
                            time, path);
  /* Translators: %s is the path of a file; “Transcripts” is the name of the program. */
  return g_strdup_printf (_("Transcripts saved what it could read, and downloads the rest again. Notes and titles of "
                            "yours that could not be read are only in the damaged file:\n\n%s"), path);
}

static void
show_damage (TrsAccountActions *self,
             const char        *path)
{
  gint64 copied_at = trs_storage_get_copied_at (trs_session_get_storage (self->session), path);
  g_autofree char *body = dup_damage_body (path, copied_at);
  TrsMessageDialog *dialog;

  g_clear_object (&self->damaged);
  self->damaged = g_file_new_for_path (path);
  dialog = trs_message_dialog_new (GTK_WINDOW (self->window), _("The File With Your Transcripts Was Damaged"), body);
  trs_message_dialog_set_close_label (dialog, _("_Close"));
  /* Translators: button: shows the folder in which a damaged file lies. */
  trs_message_dialog_add_answer (dialog, "show", _("_Show Folder"), NULL);
  if (copied_at != 0)
    /* Translators: button: brings back notes and highlights from a copy. */
    trs_message_dialog_add_answer (dialog, "restore", _("_Restore"), "suggested-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (damage_answered), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  trs_storage_dismiss_moved_aside (trs_session_get_storage (self->session));
}

static void
show_store_details (TrsAccountActions *self)
{
  const char *moved_aside = trs_storage_get_moved_aside (trs_session_get_storage (self->session));
  const GError *error = trs_library_get_error (trs_session_get_library (self->session));

  if (moved_aside != NULL)
    show_damage (self, moved_aside);
  else if (error != NULL)
    throw_error (self, error, NULL);
}

static void
retry_keyring (TrsAccountActions *self)
{
  trs_session_retry_keyring (self->session);
}

static void
dismiss_key_error (TrsAccountActions *self)
{
  trs_session_dismiss_key_error (self->session);
}

static void
save_settings (TrsAccountActions *self)
{
  trs_account_save_again (trs_session_get_account (self->session));
}

static void
retry_keeping (TrsAccountActions *self)
{
  trs_session_retry_keeping (self->session);
}

/* When an action makes sense. */
typedef enum
{
  ALWAYS,
  WITH_ACCOUNT, /* whose projects can be read, with or without its key */
  WITH_KEY,
  WHILE_LOCKED,
} When;

static const struct
{
  const char *name;
  void (*func) (TrsAccountActions *self);
  When when;
} actions[] = {
  { "try-again", try_again, WITH_KEY },
  { "check-now", check_now, WITH_KEY },
  { "download-all", download_all, WITH_KEY },
  { "stop", stop_loading, ALWAYS },
  { "enter-key", enter_key, WITH_ACCOUNT },
  { "unlock", retry_keyring, WHILE_LOCKED },
  { "got-it", dismiss_key_error, ALWAYS },
  { "accounts", show_accounts, ALWAYS },
  { "spending", show_spending, WITH_ACCOUNT },
  { "keep-again", retry_keeping, ALWAYS },
  { "save-settings", save_settings, ALWAYS },
  { "store-details", show_store_details, ALWAYS },
};

static gboolean
makes_sense (When            when,
             TrsSessionState state)
{
  switch (when)
    {
    case WITH_ACCOUNT:
      return state != TRS_SESSION_NO_ACCOUNT && state != TRS_SESSION_STARTING;
    case WITH_KEY:
      return state == TRS_SESSION_READY;
    case WHILE_LOCKED:
      return state == TRS_SESSION_KEY_LOCKED;
    case ALWAYS:
      break;
    }
  return TRUE;
}

static void
update_enabled (TrsAccountActions *self)
{
  TrsSessionState state = trs_session_get_state (self->session);

  if (self->window == NULL)
    return;

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->window), actions[i].name);

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), makes_sense (actions[i].when, state));
    }
}

/* Connected by object, as the action may outlive @self */
static void
add_actions (TrsAccountActions *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (actions[i].name, NULL);

      g_signal_connect_object (action, "activate", G_CALLBACK (actions[i].func), self, G_CONNECT_SWAPPED);
      g_action_map_add_action (G_ACTION_MAP (self->window), G_ACTION (action));
    }
}

/* Cancel: pending operations hold a reference to this object. */
static void
window_unrealized_cb (TrsAccountActions *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
trs_account_actions_dispose (GObject *object)
{
  TrsAccountActions *self = TRS_ACCOUNT_ACTIONS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_weak_pointer (&self->window);
  g_clear_weak_pointer (&self->pane);
  g_clear_object (&self->toasts);
  g_clear_object (&self->settings);
  g_clear_object (&self->damaged);

  G_OBJECT_CLASS (trs_account_actions_parent_class)->dispose (object);
}

static void
trs_account_actions_finalize (GObject *object)
{
  TrsAccountActions *self = TRS_ACCOUNT_ACTIONS (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (trs_account_actions_parent_class)->finalize (object);
}

static void
trs_account_actions_class_init (TrsAccountActionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_account_actions_dispose;
  object_class->finalize = trs_account_actions_finalize;
}

static void
trs_account_actions_init (TrsAccountActions *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_account_actions_new:
 * @window: the window that owns this; the actions are added to its map
 * @session: the session
 * @settings: the settings of the program
 * @pane: shows the project that is open
 * @toasts: the toasts of @window
 *
 * Returns: (transfer full): the actions
 */
TrsAccountActions *
trs_account_actions_new (GtkApplicationWindow *window,
                         TrsSession           *session,
                         GSettings            *settings,
                         TrsReadingPane       *pane,
                         TrsToastQueue        *toasts)
{
  TrsAccountActions *self = g_object_new (TRS_TYPE_ACCOUNT_ACTIONS, NULL);

  g_set_weak_pointer (&self->window, window);
  g_set_weak_pointer (&self->pane, pane);
  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->toasts = g_object_ref (toasts);
  add_actions (self);
  g_signal_connect_object (window, "unrealize", G_CALLBACK (window_unrealized_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update_enabled), self, G_CONNECT_SWAPPED);
  update_enabled (self);
  return self;
}
