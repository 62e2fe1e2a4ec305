/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What concerns the account, the list, and new transcriptions. */
#include "trs-window-private.h"

#include "trs-accounts-dialog.h"
#include "trs-collect-highlights-dialog.h"
#include "trs-connect-form.h"
#include "trs-download-queue.h"
#include "trs-error-sink.h"
#include "trs-export-highlights-dialog.h"
#include "trs-export-many-dialog.h"
#include "trs-i18n.h"
#include "trs-list-reader.h"
#include "trs-message-dialog.h"
#include "trs-quote-sheet-save.h"
#include "trs-session.h"
#include "trs-spending-dialog.h"
#include "trs-strings.h"
#include "trs-text-provider.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

static void
refreshed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Reading the list"));
}

static void
try_again (TrsWindow *self)
{
  trs_list_reader_read_async (trs_session_get_reader (self->session), TRS_LIST_READ_REFRESH, self->cancellable,
                              refreshed_cb, g_object_ref (self));
}

static void
check_now (TrsWindow *self)
{
  TrsProject *project = self->project;

  if (project != NULL &&
      (trs_project_is_pending (project) || !trs_project_state_is_final (trs_project_get_state (project))))
    trs_poller_check_now (trs_session_get_poller (self->session), project);
  else
    try_again (self);
}

/* What the line below the list tells of. What has come stays. */
static void
stop (TrsWindow *self)
{
  trs_list_reader_cancel (trs_session_get_reader (self->session));
  trs_download_queue_stop_all (trs_session_get_downloads (self->session));
}

static void
toast_downloaded (TrsWindow *self)
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
    /* Translators: both %s are numbers; the service does not give the other transcripts. */
    title = g_strdup_printf (_("%s of %s transcripts are saved; the service has no more"), n_kept, n_wanted);
  trs_window_toast (self, title, NULL, NULL, NULL);
}

static void
downloaded_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (trs_download_queue_fetch_all_finish (TRS_DOWNLOAD_QUEUE (source), result, &error))
    toast_downloaded (self);
  else
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Downloading transcripts"));
}

/* The line below the list tells how far it is. */
static void
download (TrsWindow *self)
{
  TrsDownloadQueue *downloads = trs_session_get_downloads (self->session);

  if (!trs_download_queue_get_downloading (downloads))
    trs_download_queue_fetch_all_async (downloads, self->cancellable, downloaded_cb, g_object_ref (self));
}

static void
keep_cb (TrsMessageDialog *dialog,
         const char       *answer,
         TrsWindow        *self)
{
  g_settings_set_boolean (self->settings, "keep-transcripts", TRUE);
  download (self);
}

static void
download_all (TrsWindow *self)
{
  TrsMessageDialog *dialog;

  if (trs_download_queue_get_enabled (trs_session_get_downloads (self->session)))
    {
      download (self);
      return;
    }

  dialog = trs_message_dialog_new (GTK_WINDOW (self), _("Save Transcripts on This Computer?"),
                                   _("Saving is off in Preferences. Turn it on to download all transcripts."));
  trs_message_dialog_add_answer (dialog, "keep", _("_Turn On and Download"), "suggested-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (keep_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Highlights of many transcripts. */

static void
rendered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_auto (GStrv) texts = trs_quote_sheet_render_all_finish (result, NULL);
  g_autoptr (GdkContentProvider) provider = NULL;

  if (texts == NULL || g_cancellable_is_cancelled (self->cancellable))
    return;

  provider = trs_text_provider_new (texts[TRS_QUOTATION_PLAIN], texts[TRS_QUOTATION_MARKDOWN],
                                    texts[TRS_QUOTATION_HTML]);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), provider);
  trs_window_toast (self, _("Highlights copied"), NULL, NULL, NULL);
}

/* Notes stay: those leave by the dialog, where they can be chosen. */
static void
copy_collected (TrsWindow *self,
                GPtrArray *sources)
{
  const TrsQuoteSheetOptions options = { .exact_times = g_settings_get_boolean (self->settings, "exact-times") };

  trs_quote_sheet_render_all_async (sources, &options, self->cancellable, rendered_cb, g_object_ref (self));
}

static void
export_collected (TrsWindow *self,
                  GPtrArray *sources)
{
  trs_dialog_present (GTK_WINDOW (self), trs_export_highlights_dialog_new (sources, self->settings));
}

/* It is not gone before what it waits for has come. */
static gboolean
collecting_closed_cb (TrsWindow *self)
{
  g_clear_weak_pointer (&self->collecting);
  return GDK_EVENT_PROPAGATE;
}

/* Returns: (nullable): a dialog that collects highlights; %NULL while another one does */
static TrsCollectHighlightsDialog *
collect (TrsWindow *self,
         gboolean   copy)
{
  TrsCollectHighlightsDialog *dialog;

  if (self->collecting != NULL)
    return NULL;

  dialog = trs_collect_highlights_dialog_new (self->session);
  g_set_weak_pointer (&self->collecting, GTK_WIDGET (dialog));
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  g_signal_connect_object (dialog, "close-request", G_CALLBACK (collecting_closed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "collected", G_CALLBACK (copy ? copy_collected : export_collected), self,
                           G_CONNECT_SWAPPED);
  return dialog;
}

static void
collect_found (TrsWindow *self,
               gboolean   copy)
{
  TrsCollectHighlightsDialog *dialog = trs_window_is_searching (self) ? collect (self, copy) : NULL;

  if (dialog != NULL)
    trs_collect_highlights_dialog_run_found (dialog);
}

static void
copy_found_highlights (TrsWindow *self)
{
  collect_found (self, TRUE);
}

static void
export_found_highlights (TrsWindow *self)
{
  collect_found (self, FALSE);
}

static void
highlights_wanted_cb (TrsWindow *self,
                      GArray    *rows,
                      gboolean   copy)
{
  TrsCollectHighlightsDialog *dialog = collect (self, copy);

  if (dialog != NULL)
    trs_collect_highlights_dialog_run (dialog, rows);
}

static void
export_many (TrsWindow *self)
{
  TrsExportManyDialog *dialog = trs_export_many_dialog_new (self->session, self->settings);

  g_signal_connect_object (dialog, "highlights-wanted", G_CALLBACK (highlights_wanted_cb), self, G_CONNECT_SWAPPED);
  trs_dialog_present (GTK_WINDOW (self), dialog);
}

static void
enter_key (TrsWindow *self)
{
  TrsConnectForm *form = trs_connect_form_new_in_dialog (self->session, TRS_CONNECT_FORM_KEY);

  trs_dialog_present (GTK_WINDOW (self), gtk_widget_get_root (GTK_WIDGET (form)));
}

static void
show_accounts (TrsWindow *self)
{
  trs_session_dismiss_left_account (self->session);
  trs_dialog_present (GTK_WINDOW (self), trs_accounts_dialog_new (self->session));
}

static void
show_spending (TrsWindow *self)
{
  trs_dialog_present (GTK_WINDOW (self), trs_spending_dialog_new (self->session));
}

static void
show_folder_cb (TrsMessageDialog *dialog,
                const char       *answer,
                gpointer          user_data)
{
  TrsWindow *self = user_data;
  g_autoptr (GFile) file = g_file_new_for_path (gtk_widget_get_name (GTK_WIDGET (dialog)));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = g_file_get_uri (folder);

  trs_ui_compat_open_uri (GTK_WINDOW (self), uri);
}

static void
show_damage (TrsWindow  *self,
             const char *path)
{
  TrsMessageDialog *dialog;
  /* Translators: %s is the path of a file. */
  g_autofree char *body =
      g_strdup_printf (_("Transcripts saved what it could read, and downloads the rest again. Notes and titles of "
                         "yours that could not be read are only in the damaged file:\n\n%s"),
                       path);

  dialog = trs_message_dialog_new (GTK_WINDOW (self), _("The File With Your Transcripts Was Damaged"), body);
  gtk_widget_set_name (GTK_WIDGET (dialog), path);
  trs_message_dialog_set_close_label (dialog, _("_Close"));
  trs_message_dialog_add_answer (dialog, "show", _("_Show Folder"), NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (show_folder_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  trs_session_dismiss_moved_aside (self->session);
}

static void
show_store_details (TrsWindow *self)
{
  const char *moved_aside = trs_session_get_moved_aside (self->session);
  const GError *error = trs_library_get_error (trs_session_get_library (self->session));

  if (moved_aside != NULL)
    show_damage (self, moved_aside);
  else if (error != NULL)
    trs_error_sink_throw (GTK_WIDGET (self), error, NULL);
}

static TrsSubmitDialog *
ensure_submit_dialog (TrsWindow *self)
{
  if (self->submit_dialog != NULL)
    return self->submit_dialog;

  g_set_weak_pointer (&self->submit_dialog, trs_submit_dialog_new (self->session, self->settings));
  gtk_window_set_transient_for (GTK_WINDOW (self->submit_dialog), GTK_WINDOW (self));
  g_signal_connect_object (self->submit_dialog, "open-project", G_CALLBACK (trs_window_open_project), self,
                           G_CONNECT_SWAPPED);
  trs_window_take_links (GTK_WIDGET (self->submit_dialog), self);
  return self->submit_dialog;
}

/**
 * trs_window_compose:
 * @self: a window
 * @lines: (nullable): links or identifiers to begin with, one a line
 *
 * Opens the dialog for a new transcription. Before there is an account, the
 * lines wait until there is one.
 */
void
trs_window_compose (TrsWindow  *self,
                    const char *lines)
{
  if (!trs_account_is_configured (trs_session_get_account (self->session)))
    {
      g_autofree char *earlier = self->waiting_lines;

      self->waiting_lines = g_strconcat (earlier != NULL ? earlier : "", lines, NULL);
      return;
    }

  ensure_submit_dialog (self);
  if (lines != NULL)
    trs_submit_dialog_fill (self->submit_dialog, lines, NULL, FALSE);
  gtk_window_present (GTK_WINDOW (self->submit_dialog));
}

/* Takes the video and the language tag, empty to let the service detect it. Nothing is submitted before the user says
 * so in the dialog. */
static void
compose_again (TrsWindow *self,
               GVariant  *parameter)
{
  TrsSubmitDialog *dialog = ensure_submit_dialog (self);
  const char *video_id, *language;

  g_variant_get (parameter, "(&s&s)", &video_id, &language);
  trs_submit_dialog_fill (dialog, video_id, *language != '\0' ? language : NULL, TRUE);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
toast (TrsWindow *self,
       GVariant  *parameter)
{
  trs_window_toast (self, g_variant_get_string (parameter, NULL), NULL, NULL, NULL);
}

/* The parameter is what was added to the transcript that is open, empty if that cannot be undone any more. */
static void
edited (TrsWindow *self,
        GVariant  *parameter)
{
  const char *words = g_variant_get_string (parameter, NULL);

  if (*words != '\0')
    trs_window_toast_undo (self, words, "win.undo-edit", NULL, NULL);
  else
    trs_window_withdraw_undo (self, "win.undo-edit");
}

/* Its page may be under that of the search. */
static void
undo_edit (TrsWindow *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, "transcript");

  if (page != NULL)
    gtk_widget_activate_action (page, "edits.undo-offered", NULL);
}

/* Without a browser the link can still be taken elsewhere. */
static void
link_not_opened (TrsWindow *self,
                 GVariant  *parameter)
{
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    trs_window_toast (self, _("The link can’t be opened"), _("Copy Link"), "win.copy-link", parameter);
}

static void
copy_link (TrsWindow *self,
           GVariant  *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), g_variant_get_string (parameter, NULL));
  trs_window_toast (self, _("Link copied"), NULL, NULL, NULL);
}

static void
unlock (TrsWindow *self)
{
  trs_session_retry_keyring (self->session);
}

static void
got_it (TrsWindow *self)
{
  trs_session_dismiss_key_error (self->session);
}

static void
save_settings (TrsWindow *self)
{
  trs_session_save_settings (self->session);
}

static void
keep_again (TrsWindow *self)
{
  trs_session_retry_keeping (self->session);
}

/**
 * trs_window_install_actions:
 * @widget_class: the class of the window
 *
 * Installs the actions that concern the account, the list, and new
 * transcriptions.
 */
void
trs_window_install_actions (GtkWidgetClass *widget_class)
{
  trs_widget_class_install_action (widget_class, "win.try-again", NULL, G_CALLBACK (try_again));
  trs_widget_class_install_action (widget_class, "win.check-now", NULL, G_CALLBACK (check_now));
  trs_widget_class_install_action (widget_class, "win.download-all", NULL, G_CALLBACK (download_all));
  trs_widget_class_install_action (widget_class, "win.export-many", NULL, G_CALLBACK (export_many));
  trs_widget_class_install_action (widget_class, "win.copy-found-highlights", NULL, G_CALLBACK (copy_found_highlights));
  trs_widget_class_install_action (widget_class, "win.export-found-highlights", NULL,
                                   G_CALLBACK (export_found_highlights));
  trs_widget_class_install_action (widget_class, "win.stop", NULL, G_CALLBACK (stop));
  trs_widget_class_install_action (widget_class, "win.enter-key", NULL, G_CALLBACK (enter_key));
  trs_widget_class_install_action (widget_class, "win.unlock", NULL, G_CALLBACK (unlock));
  trs_widget_class_install_action (widget_class, "win.got-it", NULL, G_CALLBACK (got_it));
  trs_widget_class_install_action (widget_class, "win.accounts", NULL, G_CALLBACK (show_accounts));
  trs_widget_class_install_action (widget_class, "win.spending", NULL, G_CALLBACK (show_spending));
  trs_widget_class_install_action (widget_class, "win.keep-again", NULL, G_CALLBACK (keep_again));
  trs_widget_class_install_action (widget_class, "win.save-settings", NULL, G_CALLBACK (save_settings));
  trs_widget_class_install_action (widget_class, "win.store-details", NULL, G_CALLBACK (show_store_details));
  trs_widget_class_install_action (widget_class, "win.new-transcription-for", "(ss)", G_CALLBACK (compose_again));
  trs_widget_class_install_action (widget_class, "win.toast", "s", G_CALLBACK (toast));
  trs_widget_class_install_action (widget_class, "win.edited", "s", G_CALLBACK (edited));
  trs_widget_class_install_action (widget_class, "win.undo-edit", NULL, G_CALLBACK (undo_edit));
  trs_widget_class_install_action (widget_class, "win.link-not-opened", "s", G_CALLBACK (link_not_opened));
  trs_widget_class_install_action (widget_class, "win.copy-link", "s", G_CALLBACK (copy_link));
}

/**
 * trs_window_update_actions:
 * @self: a window
 *
 * Enables the actions that make sense in the state of the session and of the
 * window.
 */
void
trs_window_update_actions (TrsWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TrsSessionState state = trs_session_get_state (self->session);
  gboolean ready = state == TRS_SESSION_READY;
  gboolean connected = state != TRS_SESSION_NO_ACCOUNT && state != TRS_SESSION_STARTING;
  gboolean on_page = trs_window_is_on_page (self);

  gtk_widget_action_set_enabled (widget, "win.try-again", ready);
  gtk_widget_action_set_enabled (widget, "win.check-now", ready);
  gtk_widget_action_set_enabled (widget, "win.download-all", ready);
  gtk_widget_action_set_enabled (widget, "win.enter-key", connected);
  gtk_widget_action_set_enabled (widget, "win.export-many", connected);
  gtk_widget_action_set_enabled (widget, "win.copy-found-highlights", connected);
  gtk_widget_action_set_enabled (widget, "win.export-found-highlights", connected);
  gtk_widget_action_set_enabled (widget, "win.spending", connected);
  gtk_widget_action_set_enabled (widget, "win.unlock", state == TRS_SESSION_KEY_LOCKED);
  gtk_widget_action_set_enabled (widget, "win.back", on_page || (!self->folded && connected));
  gtk_widget_action_set_enabled (widget, "win.escape", on_page || trs_window_is_searching (self));
  gtk_widget_action_set_enabled (widget, "win.remove-from-computer", trs_window_can_remove (self->project));
}
