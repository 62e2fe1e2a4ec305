/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-page-private.h"

#include "trs-compare-window.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-text-dialog.h"
#include "trs-strings.h"

/* What the page says of the other texts that the service gave for the project. */

typedef struct
{
  TrsTranscriptPage *page;
  TrsProject *project;
} Asking;

static Asking *
asking_new (TrsTranscriptPage *page)
{
  Asking *asking = g_new0 (Asking, 1);

  asking->page = g_object_ref (page);
  asking->project = g_object_ref (page->page.project);
  return asking;
}

static void
asking_free (Asking *asking)
{
  g_object_unref (asking->page);
  g_object_unref (asking->project);
  g_free (asking);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asking, asking_free)

/* The button that goes away takes the focus along, unless it stands in the text before. */
static void
hide_news (TrsTranscriptPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->news_revealer)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_revealer_set_reveal_child (self->news_revealer, FALSE);
  trs_transcript_page_update_actions (self);
}

static void
show_news (TrsTranscriptPage *self)
{
  const TrsTextVersion *shown = self->versions != NULL ? trs_text_versions_get_shown (self->versions) : NULL;
  const TrsTextVersion *news = self->versions != NULL ? trs_text_versions_get_news (self->versions) : NULL;
  g_autofree char *date = shown != NULL ? trs_strings_date_long (shown->received_at) : NULL;
  g_autofree char *words = NULL;

  if (shown == NULL || news == NULL)
    {
      hide_news (self);
      return;
    }

  /* Translators: %s is the date on which the version that is shown was received. */
  words = g_strdup_printf (_("The service sent a different version than the one from %s"), date);
  gtk_label_set_label (self->news, words);
  gtk_revealer_set_reveal_child (self->news_revealer, TRUE);
  trs_transcript_page_update_actions (self);
}

static void
take_versions (TrsTranscriptPage *self,
               GPtrArray         *versions)
{
  g_clear_pointer (&self->versions, g_ptr_array_unref);
  if (versions != NULL)
    self->versions = g_ptr_array_ref (versions);
  show_news (self);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Asking) asking = user_data;
  g_autoptr (GPtrArray) versions = trs_transcripts_list_versions_finish (TRS_TRANSCRIPTS (source), result, NULL);

  if (asking->page->page.project == asking->project)
    take_versions (asking->page, versions);
}

/**
 * trs_transcript_page_list_texts:
 * @self: a page
 *
 * Looks which texts are kept of the project on the page.
 */
void
trs_transcript_page_list_texts (TrsTranscriptPage *self)
{
  take_versions (self, NULL);
  if (self->page.session != NULL && self->page.project != NULL && self->transcript != NULL)
    trs_transcripts_list_versions_async (trs_session_get_transcripts (self->page.session), self->page.project, NULL,
                                         listed_cb, asking_new (self));
}

static void
present (TrsTranscriptPage *self,
         GtkWindow         *window)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (window, GTK_WINDOW (root));
  gtk_window_present (window);
}

/* The text that stays is not loaded anew: who reads it stays where he is. */
static void
chosen_cb (TrsTranscriptPage *self,
           gboolean           changed)
{
  if (changed)
    trs_transcript_page_load (self);
  else
    trs_transcript_page_list_texts (self);
}

static void
compare_with (TrsTranscriptPage    *self,
              const TrsTextVersion *other)
{
  const TrsTextVersion *shown = trs_text_versions_get_shown (self->versions);
  TrsCompareWindow *window;

  if (shown == NULL || other == NULL || other == shown)
    return;

  window = trs_compare_window_new (self->page.session, self->page.project, shown, other);
  g_signal_connect_object (window, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  present (self, GTK_WINDOW (window));
}

static void
compare_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);

  if (self->versions != NULL)
    compare_with (self, trs_text_versions_get_news (self->versions));
}

static void
compare_from_dialog_cb (TrsTranscriptPage *self,
                        gint64             number)
{
  for (guint i = 0; self->versions != NULL && i < self->versions->len; i++)
    {
      const TrsTextVersion *version = g_ptr_array_index (self->versions, i);

      if (version->number == number)
        {
          compare_with (self, version);
          return;
        }
    }
}

static void
about_text_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  TrsTextDialog *dialog;

  if (self->versions == NULL || self->versions->len == 0)
    return;

  dialog = trs_text_dialog_new (self->page.session, self->page.project, self->versions);
  g_signal_connect_object (dialog, "compare", G_CALLBACK (compare_from_dialog_cb), self, G_CONNECT_SWAPPED);
  present (self, GTK_WINDOW (dialog));
}

static void
fetched_again_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (Asking) asking = user_data;
  TrsTranscriptPage *self = asking->page;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = trs_transcripts_list_versions_finish (TRS_TRANSCRIPTS (source), result, &error);

  self->fetching = FALSE;
  if (self->page.project == NULL)
    return;
  trs_transcript_page_update_actions (self);
  if (self->page.project != asking->project)
    return;
  if (versions == NULL)
    {
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Checking for changes"));
      return;
    }

  take_versions (self, versions);
  if (trs_text_versions_get_news (versions) == NULL)
    trs_transcript_page_say (self, _("The transcript has not changed"));
}

static void
fetch_again_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);

  if (self->fetching || self->page.project == NULL || self->page.session == NULL)
    return;

  self->fetching = TRUE;
  trs_transcript_page_update_actions (self);
  trs_transcript_page_say (self, _("Checking for changes…"));
  trs_transcripts_fetch_again_async (trs_session_get_transcripts (self->page.session), self->page.project,
                                     fetched_again_cb, asking_new (self));
}

/**
 * trs_transcript_page_install_text_actions:
 * @widget_class: the class of the page
 */
void
trs_transcript_page_install_text_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "page.about-text", NULL, about_text_action);
  gtk_widget_class_install_action (widget_class, "page.compare", NULL, compare_action);
  gtk_widget_class_install_action (widget_class, "page.fetch-again", NULL, fetch_again_action);
}

/**
 * trs_transcript_page_update_text_actions:
 * @self: a page
 *
 * What cannot be done now is not offered.
 */
void
trs_transcript_page_update_text_actions (TrsTranscriptPage *self)
{
  gboolean kept = self->versions != NULL && self->versions->len > 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.about-text", kept);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.compare", kept);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.fetch-again", kept && !self->fetching);
}
