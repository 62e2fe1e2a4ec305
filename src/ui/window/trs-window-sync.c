/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-confirm-dialog.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-list-reader.h"
#include "trs-download-queue.h"
#include "trs-strings.h"

static void
say_what_is_here (TrsWindow *self)
{
  guint wanted = trs_download_queue_get_wanted (trs_session_get_downloads (self->session));
  guint kept = trs_download_queue_get_kept (trs_session_get_downloads (self->session));
  g_autofree char *wanted_words = trs_strings_number (wanted);
  g_autofree char *kept_words = trs_strings_number (kept);
  g_autofree char *words = NULL;

  if (wanted == 0)
    words = g_strdup (_("No transcripts to download"));
  else if (kept >= wanted)
    /* Translators: %s is a number. */
    words = g_strdup_printf (ngettext ("%s transcript is saved", "All %s transcripts are saved",
                                       wanted),
                             wanted_words);
  else
    /* Translators: both %s are numbers; the service does not give the other transcripts. */
    words = g_strdup_printf (_("%s of %s transcripts are saved; the service has no more"), kept_words,
                             wanted_words);
  trs_window_say (self, words, NULL, NULL, NULL);
}

static void
downloaded_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (trs_download_queue_fetch_all_finish (TRS_DOWNLOAD_QUEUE (source), result, &error))
    say_what_is_here (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Downloading transcripts"));
}

static void
download_all (TrsWindow *self)
{
  if (!trs_download_queue_get_downloading (trs_session_get_downloads (self->session)))
    trs_download_queue_fetch_all_async (trs_session_get_downloads (self->session), self->cancellable, downloaded_cb,
                                      g_object_ref (self));
}

static void
keep_cb (TrsConfirmDialog *dialog,
         const char       *answer,
         TrsWindow        *self)
{
  g_settings_set_boolean (self->settings, "keep-transcripts", TRUE);
  download_all (self);
}

static void
ask_whether_to_keep (TrsWindow *self)
{
  TrsConfirmDialog *dialog = trs_confirm_dialog_new (
      GTK_WINDOW (self), _("Save Transcripts on This Computer?"),
      _("Saving is off in Preferences. Turn it on to download all transcripts."));

  trs_confirm_dialog_add_answer (dialog, "keep", _("_Turn On and Download"), "suggested-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (keep_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * trs_window_download_all:
 * @self: a window
 *
 * Fetches all transcripts that are not on this computer, and tells the result.
 * The line below the list tells how far it is. If none are to be kept, the
 * user is asked first.
 */
void
trs_window_download_all (TrsWindow *self)
{
  if (trs_download_queue_get_enabled (trs_session_get_downloads (self->session)))
    download_all (self);
  else
    ask_whether_to_keep (self);
}

/**
 * trs_window_stop:
 * @self: a window
 *
 * Ends what the line below the list tells of. What has come stays.
 */
void
trs_window_stop (TrsWindow *self)
{
  trs_list_reader_cancel (trs_session_get_list_reader (self->session));
  trs_download_queue_stop_all (trs_session_get_downloads (self->session));
}
