/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every dialog, for tests that look at all of them. */
#include "trs-tour.h"

#include "trs-about-compat.h"
#include "trs-accounts-dialog.h"
#include "trs-collect-highlights-dialog.h"
#include "trs-connect-form.h"
#include "trs-display-test.h"
#include "trs-export-dialog.h"
#include "trs-export-highlights-dialog.h"
#include "trs-export-many-dialog.h"
#include "trs-help-window.h"
#include "trs-message-dialog.h"
#include "trs-note-row.h"
#include "trs-preferences.h"
#include "trs-speakers-dialog.h"
#include "trs-spending-dialog.h"
#include "trs-submit-dialog.h"
#include "trs-test-transcripts.h"
#include "trs-transcript-page.h"

TrsProject *
trs_tour_get_project (TrsTour *self,
                      guint    number)
{
  return trs_session_rig_project (self->rig, number);
}

/**
 * trs_tour_begin:
 * @self: a tour without a window
 * @configured: whether there is an account, whose list is trs_session_rig_sample_list()
 * @width: of the window, in pixels
 * @height: of the window, in pixels
 *
 * Opens the window, and waits until it has the list.
 */
void
trs_tour_begin (TrsTour  *self,
                gboolean  configured,
                int       width,
                int       height)
{
  self->rig = trs_session_rig_new_waiting (configured);
  g_settings_set_int (self->rig->settings, "window-width", width);
  g_settings_set_int (self->rig->settings, "window-height", height);
  self->window = trs_window_new (NULL, self->rig->session, self->rig->settings);
  trs_display_test_show (GTK_WINDOW (self->window));
  if (configured)
    {
      g_autofree char *entries = trs_session_rig_sample_list ();

      trs_session_rig_list (self->rig, entries);
    }
  trs_session_rig_start (self->rig);
  if (configured)
    trs_test_wait_until (trs_history_get_complete (trs_session_get_history (self->rig->session)));
}

/**
 * trs_tour_end:
 * @self: a tour
 *
 * Closes the window. The document stays.
 */
void
trs_tour_end (TrsTour *self)
{
  trs_display_test_destroy (self->window);
  trs_session_rig_free (self->rig);
}

/**
 * trs_tour_set_up:
 * @self: a fixture of g_test_add()
 * @data: not used
 *
 * Opens a window of 1366 × 768 with an account, and makes the document: the
 * council, without annotations.
 */
void
trs_tour_set_up (TrsTour       *self,
                 gconstpointer  data)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");

  self->document = trs_test_document_new (transcript);
  trs_tour_begin (self, TRUE, 1366, 768);
}

/**
 * trs_tour_tear_down:
 * @self: a fixture of g_test_add()
 * @data: not used
 */
void
trs_tour_tear_down (TrsTour       *self,
                    gconstpointer  data)
{
  trs_tour_end (self);
  g_object_unref (self->document);
}

/**
 * trs_tour_open_transcript:
 * @self: a tour whose window has the list
 *
 * Opens the project with the longest title, and shows the document.
 *
 * Returns: (transfer none): the page
 */
GtkWidget *
trs_tour_open_transcript (TrsTour *self)
{
  GtkWidget *page;

  trs_window_open_project (self->window, trs_tour_get_project (self, 6));
  page = trs_display_test_find_type (GTK_WIDGET (self->window), TRS_TYPE_TRANSCRIPT_PAGE);
  g_object_set (page, "document", self->document, NULL);
  return page;
}

static GtkWindow *
new_about (TrsTour *self)
{
  return trs_about_compat_new ("<p>The first release.</p><ul><li>Read and search</li></ul>", "GTK: 4.8.3\n");
}

static GtkWindow *
new_accounts (TrsTour *self)
{
  return GTK_WINDOW (trs_accounts_dialog_new (self->rig->session));
}

static TrsExportSource *
new_source (TrsTour *self)
{
  return trs_export_source_new (self->document, trs_project_get_data (trs_tour_get_project (self, 4)), NULL, NULL);
}

static GtkWindow *
new_export (TrsTour *self)
{
  g_autoptr (TrsExportSource) source = new_source (self);

  return GTK_WINDOW (trs_export_dialog_new (source, self->rig->settings));
}

static GtkWindow *
new_export_highlights (TrsTour *self)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_export_source_unref);

  g_ptr_array_add (sources, new_source (self));
  return GTK_WINDOW (trs_export_highlights_dialog_new (sources, self->rig->settings));
}

static GtkWindow *
new_collect_highlights (TrsTour *self)
{
  return GTK_WINDOW (trs_collect_highlights_dialog_new (self->rig->session));
}

static GtkWindow *
new_export_many (TrsTour *self)
{
  return GTK_WINDOW (trs_export_many_dialog_new (self->rig->session, self->rig->settings));
}

static GtkWindow *
new_help (TrsTour *self)
{
  TrsHelpWindow *help = trs_help_window_new ();

  trs_help_window_open (help, "index");
  trs_help_window_open (help, "submit");
  return GTK_WINDOW (help);
}

static GtkWindow *
new_key (TrsTour *self)
{
  TrsConnectForm *form = trs_connect_form_new_in_dialog (self->rig->session, TRS_CONNECT_FORM_KEY);

  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (form)));
}

static GtkWindow *
new_message (TrsTour *self)
{
  TrsMessageDialog *dialog = trs_message_dialog_new (
      GTK_WINDOW (self->window), "Remove From This Computer?",
      "You can download the transcript again for free. This can’t be restored: 1 note · 3 highlights.");

  trs_message_dialog_add_answer (dialog, "remove", "_Remove", "destructive-action");
  return GTK_WINDOW (dialog);
}

static GtkWindow *
new_preferences (TrsTour *self)
{
  return GTK_WINDOW (trs_preferences_new (self->rig->session, self->rig->settings));
}

static GtkWindow *
new_speakers (TrsTour *self)
{
  return GTK_WINDOW (trs_speakers_dialog_new (self->document, "City council", 3600, TRUE));
}

static GtkWindow *
new_spending (TrsTour *self)
{
  return GTK_WINDOW (trs_spending_dialog_new (self->rig->session));
}

static GtkWindow *
new_submit (TrsTour *self)
{
  TrsSubmitDialog *dialog = trs_submit_dialog_new (self->rig->session, self->rig->settings);

  trs_submit_dialog_fill (dialog, "dQw4w9WgXcQ\nnot a link\n", NULL, FALSE);
  return GTK_WINDOW (dialog);
}

static GtkWindow *
new_title (TrsTour *self)
{
  return GTK_WINDOW (trs_title_dialog_new (self->rig->session, trs_tour_get_project (self, 4)));
}

const TrsTourDialog trs_tour_dialogs[TRS_TOUR_N_DIALOGS] = {
  { "about", new_about },
  { "accounts", new_accounts },
  { "export", new_export },
  { "collect-highlights", new_collect_highlights },
  { "export-highlights", new_export_highlights },
  { "export-many", new_export_many },
  { "help", new_help },
  { "key", new_key },
  { "message", new_message },
  { "preferences", new_preferences },
  { "speakers", new_speakers },
  { "spending", new_spending },
  { "submit", new_submit },
  { "title", new_title },
};
