/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-page.h"

#include "config.h"
#include "trs-annotation-editor.h"
#include "trs-banner.h"
#include "trs-compat.h"
#include "trs-document-load.h"
#include "trs-edit-tools.h"
#include "trs-error-text.h"
#include "trs-export-escape.h"
#include "trs-find-bar.h"
#include "trs-go-to-time.h"
#include "trs-highlights-pane.h"
#include "trs-i18n.h"
#include "trs-highlight-tools.h"
#include "trs-note-row.h"
#include "trs-player-bar.h"
#include "trs-running-head.h"
#include "trs-quotation.h"
#include "trs-selection-popover.h"
#include "trs-split.h"
#include "trs-strings.h"
#include "trs-tall-bin.h"
#include "trs-text-provider.h"
#include "trs-transcript-strings.h"
#include "trs-transcript-view.h"
#include "trs-quote-sheet.h"
#include "trs-ui-compat.h"
#include "trs-version-bar.h"
#include "trs-video-link.h"
#include "trs-widget-utils.h"
#include "trs-word-borders.h"

#define SCALE_STEP 0.1
#define SCALE_MIN 0.5
#define SCALE_MAX 3.0

struct _TrsTranscriptPage
{
  TrsPage parent_instance;

  TrsFindBar *find_bar;
  TrsNoteRow *note_row;
  TrsPlayerBar *player_bar;
  TrsRunningHead *running_head;
  TrsVersionBar *version_bar;
  GtkStack *stack;
  TrsTranscriptView *view;
  AdwStatusPage *error_page;
  GtkButton *error_button;
  GtkWidget *more_button;
  GtkPopover *context_popover;
  GtkPopover *time_popover;
  GtkPopover *name_popover;
  TrsSelectionPopover *selection_popover;
  TrsGoToTime *go_to_time;
  TrsHighlightsPane *highlights_pane;
  gboolean show_highlights;

  TrsDocument *document;
  TrsAnnotationEditor *editor; /* NULL until the annotations are loaded */
  TrsHighlightTools *highlight_tools;
  TrsEditTools *edit_tools;
  GMenu *edits_section;
  GMenu *speaker_menu;
  GError *error;
  GCancellable *load_cancellable;
  gboolean focus_wanted;
  TrsTextPosition place; /* where to go when the text is loaded */
  gboolean place_wanted;
  gint64 time; /* of the place that is wanted, in milliseconds; -1 if it is given as a place */
};

enum
{
  PROP_DOCUMENT = 1,
  PROP_SETTINGS,
  PROP_SHOW_HIGHLIGHTS,
  PROP_TRANSCRIPT,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscriptPage, trs_transcript_page, TRS_TYPE_PAGE)

static void update_actions (TrsTranscriptPage *self);

static gboolean
has_text (TrsTranscriptPage *self)
{
  return self->document != NULL && !trs_transcript_is_empty (trs_document_get_transcript (self->document));
}

/* Focuses the text once it is loaded, if the user opened the page and is not typing elsewhere by then. */
static void
take_focus (TrsTranscriptPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean inside = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));

  if ((self->focus_wanted || inside) && !GTK_IS_TEXT (focus))
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
  self->focus_wanted = FALSE;
}

static gboolean
trs_transcript_page_grab_focus (GtkWidget *widget)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);

  if (has_text (self))
    return gtk_widget_grab_focus (GTK_WIDGET (self->view));

  self->focus_wanted = TRUE;
  return gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
annotations_changed_cb (TrsTranscriptPage *self)
{
  TrsDocument *document = trs_document_new (trs_document_get_transcript (self->document),
                                            trs_annotation_editor_get_annotations (self->editor));

  g_object_unref (self->document);
  self->document = document;
  trs_transcript_view_set_document (self->view, has_text (self) ? document : NULL);
  trs_running_head_refresh (self->running_head);
  update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DOCUMENT]);
}

static void
overridden_cb (TrsTranscriptPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s",
                              _("Changed in another window. Undo brings yours back."));
}

/* The editor works on the document that is shown. */
static void
make_editor (TrsTranscriptPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  g_clear_object (&self->editor);
  if (self->document == NULL || trs_document_get_annotations (self->document) == NULL || session == NULL)
    return;

  self->editor = trs_annotation_editor_new (trs_session_get_library (session), project,
                                            trs_document_get_annotations (self->document));
  g_signal_connect_object (self->editor, "notify::annotations", G_CALLBACK (annotations_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "overridden", G_CALLBACK (overridden_cb), self, G_CONNECT_SWAPPED);
}

/* Goes to the requested place or the one of the find bar, or else to the last reading position. */
static void
go_to_place (TrsTranscriptPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  gboolean known = session != NULL && project != NULL;

  if (known)
    trs_running_head_follow (self->running_head, session, project);
  if (self->place_wanted && self->time >= 0)
    self->place = (TrsTextPosition) {
      trs_transcript_find_time (trs_document_get_transcript (self->document), self->time), 0,
    };
  if (self->place_wanted)
    trs_transcript_view_go_to (self->view, self->place);
  else if (known && !trs_find_bar_has_hit (self->find_bar))
    trs_running_head_restore_place (self->running_head);
  self->place_wanted = FALSE;
}

/* Shows the text, and cancels any pending load. */
static void
set_document (TrsTranscriptPage *self,
              TrsDocument       *document)
{
  g_cancellable_cancel (self->load_cancellable);
  g_clear_object (&self->load_cancellable);
  self->load_cancellable = g_cancellable_new ();
  g_clear_error (&self->error);
  trs_running_head_leave (self->running_head);
  g_set_object (&self->document, document);
  make_editor (self);
  trs_transcript_view_set_document (self->view, has_text (self) ? document : NULL);
  trs_highlight_tools_set_editor (self->highlight_tools, self->editor);
  trs_edit_tools_set_editor (self->edit_tools, self->editor);
  trs_highlights_pane_set_editor (self->highlights_pane, self->editor);
  trs_version_bar_list (self->version_bar, document != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DOCUMENT]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TRANSCRIPT]);
  gtk_stack_set_visible_child_name (self->stack, document == NULL ? "loading" : has_text (self) ? "text" : "empty");
  update_actions (self);
  if (!has_text (self))
    return;

  go_to_place (self);
  take_focus (self);
}

static void
show_error (TrsTranscriptPage *self,
            GError            *error)
{
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  g_autofree char *title = g_markup_escape_text (text->title, -1);
  g_autofree char *advice = g_markup_escape_text (text->advice != NULL ? text->advice : "", -1);
  gboolean other = text->action_name != NULL && !g_str_equal (text->action_name, "win.try-again");

  g_object_set (self->error_page, "title", title, "description", advice, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->error_button), other);
  if (other)
    {
      gtk_button_set_label (self->error_button, text->action_label);
      gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (self->error_button), text->action_name);
    }
  self->error = error;
  gtk_stack_set_visible_child_name (self->stack, "error");
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsTranscriptPage) self = user_data;
  GError *error = NULL;
  g_autoptr (TrsDocument) document = trs_document_load_finish (result, &error);

  if (document != NULL)
    set_document (self, document);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_error_free (error);
  else
    show_error (self, error);
}

/* Loads the transcript of the project. */
static void
load (TrsTranscriptPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  set_document (self, NULL);
  if (session != NULL && project != NULL)
    trs_document_load_async (trs_session_get_transcripts (session), trs_session_get_library (session), project,
                             self->load_cancellable, loaded_cb, g_object_ref (self));
}

/* When the service can be reached again, retry a failed load, unless the account has changed. */
static void
connection_changed_cb (TrsTranscriptPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  gboolean is_free = trs_session_get_state (session) == TRS_SESSION_READY &&
                     trs_reachability_get_offline_since (trs_session_get_reachability (session)) == 0;

  if (is_free && project != NULL && self->error != NULL &&
      trs_projects_peek (trs_session_get_projects (session), trs_project_get_id (project)) == project)
    load (self);
}

/* The method of the class, because the action of GtkTextView that copies is disabled if nothing is selected. */
static void
text_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GtkTextView *view = GTK_TEXT_VIEW (TRS_TRANSCRIPT_PAGE (widget)->view);

  if (g_str_equal (name, "page.copy"))
    GTK_TEXT_VIEW_GET_CLASS (view)->copy_clipboard (view);
  else
    gtk_widget_activate_action (GTK_WIDGET (view), "selection.select-all", NULL);
}

/* The window exports, as for a project in the list. */
static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  TrsProject *project = trs_page_get_project (TRS_PAGE (widget));

  if (project != NULL)
    gtk_widget_activate_action (widget,
                                g_str_equal (name, "page.print")               ? "win.print-project"
                                : g_str_equal (name, "page.export-highlights") ? "win.export-highlights"
                                                                               : "win.export-project",
                                "s", trs_project_get_id (project));
}

static void
find_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  TrsFindBar *find_bar = TRS_TRANSCRIPT_PAGE (widget)->find_bar;

  if (g_str_equal (name, "page.find"))
    trs_find_bar_open (find_bar);
  else
    trs_find_bar_step (find_bar, g_str_equal (name, "page.find-next") ? 1 : -1);
}

/* Text entries have their own undo. */
static gboolean
undo_or_redo_cb (GtkWidget *widget,
                 GVariant  *arguments,
                 gpointer   user_data)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  const char *action;

  if (GTK_IS_TEXT (focus) || (GTK_IS_TEXT_VIEW (focus) && focus != GTK_WIDGET (self->view)))
    return FALSE;

  g_variant_get (arguments, "(&s)", &action);
  return gtk_widget_activate_action (widget, action, NULL);
}

static void
step_highlight_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  trs_highlights_pane_step (TRS_TRANSCRIPT_PAGE (widget)->highlights_pane,
                            g_str_equal (name, "page.next-highlight") ? 1 : -1);
}

static gboolean
close_find_cb (GtkWidget *widget,
               GVariant  *arguments,
               gpointer   user_data)
{
  return trs_find_bar_close (TRS_TRANSCRIPT_PAGE (widget)->find_bar);
}

static void
go_to_time_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  gtk_popover_popup (GTK_POPOVER (TRS_TRANSCRIPT_PAGE (widget)->go_to_time));
}

/* Returns: the start of the paragraph at the caret in milliseconds, or -1 if unknown */
static gint64
get_caret_time (TrsTranscriptPage *self)
{
  return trs_transcript_view_get_buffer (self->view) != NULL
             ? trs_transcript_buffer_get_caret_time (trs_transcript_view_get_buffer (self->view))
             : -1;
}

static void
video_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  gint64 start = g_str_has_suffix (name, "-here") ? get_caret_time (self) : -1;

  if (g_str_has_prefix (name, "page.open-video"))
    trs_video_link_open (TRS_PAGE (self), start);
  else
    trs_video_link_copy (TRS_PAGE (self), start);
}

static void
play_here_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  gint64 start = get_caret_time (self);

  if (start >= 0)
    trs_player_bar_play_from (self->player_bar, start);
}

/* Who listens need not go to the paragraph first. */
static void
check_heard_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  guint paragraph;

  if (trs_player_bar_get_paragraph (self->player_bar, &paragraph))
    trs_highlight_tools_toggle_checked (self->highlight_tools, paragraph);
}

static void
copy_as (TrsTranscriptPage *self,
         const char        *plain,
         const char        *markdown,
         const char        *html,
         const char        *toast)
{
  g_autoptr (GdkContentProvider) provider = trs_text_provider_new (plain, markdown, html);

  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), provider);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", toast);
}

/* Copies the highlights as quotations in text order. Notes are left out: only the export dialog lets the user include
 * them. */
static void
copy_highlights_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  const TrsQuoteSheetOptions options = { .grouped = FALSE,
                                         .exact_times = trs_transcript_view_get_exact_times (self->view) };
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_export_source_unref);
  g_auto (GStrv) texts = g_new0 (char *, TRS_QUOTATION_HTML + 2);

  if (trs_document_get_highlights (self->document)->len == 0)
    return;
  g_ptr_array_add (sources,
                   trs_export_source_new (self->document, project != NULL ? trs_project_get_data (project) : NULL, NULL,
                                          trs_account_get_link_pattern (trs_session_get_account (session))));
  for (TrsQuotationFormat format = TRS_QUOTATION_PLAIN; format <= TRS_QUOTATION_HTML; format++)
    texts[format] = trs_quote_sheet_render (sources, &options, format);
  copy_as (self, texts[TRS_QUOTATION_PLAIN], texts[TRS_QUOTATION_MARKDOWN], texts[TRS_QUOTATION_HTML],
           /* Translators: said after highlights were put on the clipboard. */
           _("Highlights copied"));
}

/* Returns: (transfer full): how far words that were recognised on this computer can be trusted */
static char *
dup_caution (TrsTranscriptPage *self)
{
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));

  return trs_strings_local_caution (project != NULL ? trs_project_get_data (project)->recognizer : NULL);
}

/* Copies a passage, widened to whole words. */
static void
quote (TrsTranscriptPage *self,
       TrsTextPosition    start,
       TrsTextPosition    end)
{
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  const char *title = project != NULL ? trs_project_get_shown_title (project) : NULL;
  TrsQuotation quotation = { self->document, trs_transcript_view_get_flags (self->view), start, end, .title = title,
                             .exact_times = trs_transcript_view_get_exact_times (self->view) };
  g_autofree char *caution = trs_strings_get_local () ? dup_caution (self) : NULL;
  g_autofree char *link = NULL;
  g_auto (GStrv) texts = g_new0 (char *, TRS_QUOTATION_HTML + 2);

  if (!trs_quotation_trim (&quotation))
    return;
  trs_word_borders_widen (trs_document_get_transcript (self->document), quotation.flags, &quotation.start,
                          &quotation.end);

  link = trs_video_link_dup (TRS_PAGE (self),
                             trs_transcript_get_paragraph (trs_document_get_transcript (self->document),
                                                           quotation.flags, quotation.start.paragraph)->start);
  quotation.link = link;
  quotation.caution = caution;
  for (; quotation.format <= TRS_QUOTATION_HTML; quotation.format++)
    texts[quotation.format] = trs_quotation_render (&quotation);
  copy_as (self, texts[TRS_QUOTATION_PLAIN], texts[TRS_QUOTATION_MARKDOWN], texts[TRS_QUOTATION_HTML],
           /* Translators: said after a quotation was put on the clipboard. */
           _("Quotation copied"));
}

/* Copies the selection, or else the highlight at the caret, or else the paragraph there. */
static void
copy_quotation_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  TrsTextPosition caret = trs_transcript_buffer_get_caret (buffer);
  const TrsPlacedHighlight *highlight = trs_document_find_highlight (self->document, caret);
  TrsQuotation selected = { self->document, trs_transcript_view_get_flags (self->view) };

  if (trs_transcript_buffer_get_selection (buffer, &selected.start, &selected.end) && trs_quotation_trim (&selected))
    quote (self, selected.start, selected.end);
  else if (highlight != NULL)
    quote (self, highlight->start, highlight->end);
  else
    quote (self, (TrsTextPosition) { caret.paragraph, 0 }, (TrsTextPosition) { caret.paragraph, G_MAXSIZE });
}

static void
quote_highlight_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  guint32 first;
  guint32 last;
  guint64 from;
  guint64 to;

  g_variant_get (parameter, "(utut)", &first, &from, &last, &to);
  quote (TRS_TRANSCRIPT_PAGE (widget), (TrsTextPosition) { first, from }, (TrsTextPosition) { last, to });
}

/* Copies the selection, or else the whole text. */
static void
copy_table_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  TrsTextPosition start = { 0, 0 };
  TrsTextPosition end = { G_MAXUINT, 0 };
  g_autofree char *table = NULL;
  g_autofree char *html = NULL;

  trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (self->view), &start, &end);
  table = trs_export_render_table (self->document, trs_transcript_view_get_flags (self->view), start, end,
                                   trs_transcript_view_get_exact_times (self->view));
  html = trs_export_table_to_html (table);
  if (*table != '\0')
    /* Translators: said after the selected words, or the whole transcript, were put on the clipboard as a table. */
    copy_as (self, table, NULL, html, _("Table copied"));
}

static void
scale_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (widget);
  double scale = 1.0;

  g_object_get (self->view, "text-scale", &scale, NULL);
  if (g_str_equal (name, "page.larger"))
    scale = MIN (scale + SCALE_STEP, SCALE_MAX);
  else if (g_str_equal (name, "page.smaller"))
    scale = MAX (scale - SCALE_STEP, SCALE_MIN);
  else
    scale = 1.0;
  g_object_set (self->view, "text-scale", scale, NULL);
}

static void
scale_changed_cb (TrsTranscriptPage *self)
{
  double scale;

  g_object_get (self->view, "text-scale", &scale, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.larger", scale < SCALE_MAX - SCALE_STEP / 2);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.smaller", scale > SCALE_MIN + SCALE_STEP / 2);
}

static const struct
{
  const char *name;
  GtkWidgetActionActivateFunc activate;
  gboolean needs_text;
  gboolean needs_video;
  gboolean needs_times;
} actions[] = {
  { "page.check-heard", check_heard_action, TRUE, FALSE, TRUE },
  { "page.copy", text_action, TRUE, FALSE },
  { "page.copy-highlights", copy_highlights_action, TRUE, FALSE },
  { "page.copy-link", video_action, FALSE, TRUE },
  { "page.copy-link-here", video_action, TRUE, TRUE, TRUE },
  { "page.copy-quotation", copy_quotation_action, TRUE, FALSE },
  { "page.copy-table", copy_table_action, TRUE, FALSE },
  { "page.export", export_action, TRUE, FALSE },
  { "page.export-highlights", export_action, TRUE, FALSE },
  { "page.find", find_action, TRUE, FALSE },
  { "page.find-next", find_action, TRUE, FALSE },
  { "page.find-previous", find_action, TRUE, FALSE },
  { "page.go-to-time", go_to_time_action, TRUE, FALSE, TRUE },
  { "page.larger", scale_action, FALSE, FALSE },
  { "page.next-highlight", step_highlight_action, TRUE, FALSE },
  { "page.normal-size", scale_action, FALSE, FALSE },
  { "page.open-video", video_action, FALSE, TRUE },
  { "page.open-video-here", video_action, TRUE, TRUE },
  { "page.play-here", play_here_action, TRUE, FALSE, TRUE },
  { "page.previous-highlight", step_highlight_action, TRUE, FALSE },
  { "page.print", export_action, TRUE, FALSE },
  { "page.select-all", text_action, TRUE, FALSE },
  { "page.smaller", scale_action, FALSE, FALSE },
};

static gboolean
has_sound (TrsTranscriptPage *self)
{
  g_autofree char *path = NULL;

  g_object_get (self->player_bar, "sound-path", &path, NULL);
  return path != NULL;
}

static gboolean
is_playing (TrsTranscriptPage *self)
{
  gboolean playing;

  g_object_get (self->player_bar, "playing", &playing, NULL);
  return playing;
}

/* Sets the address that times link to, also in copied HTML. */
static void
update_links (TrsTranscriptPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  g_autofree char *uri = trs_video_link_dup (TRS_PAGE (self), -1);
  TrsAccount *account = session != NULL ? trs_session_get_account (session) : NULL;

  trs_transcript_view_set_has_video (self->view, uri != NULL || has_sound (self));
  g_object_set (self->view, "link-pattern", account != NULL ? trs_account_get_link_pattern (account) : NULL,
                "video-id", project != NULL ? trs_project_get_data (project)->video_id : NULL, NULL);
}

/* Disables actions that make no sense in this state. */
static void
update_actions (TrsTranscriptPage *self)
{
  g_autofree char *uri = trs_video_link_dup (TRS_PAGE (self), -1);
  TrsTranscript *transcript = self->document != NULL ? trs_document_get_transcript (self->document) : NULL;
  gboolean has_times =
      transcript != NULL && trs_transcript_is_aligned (transcript) && trs_transcript_has_timecodes (transcript);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i].name,
                                   (!actions[i].needs_text || has_text (self)) &&
                                       (!actions[i].needs_video || uri != NULL) &&
                                       (!actions[i].needs_times || has_times));
  if (get_caret_time (self) < 0)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.copy-link-here", FALSE);
  if (!has_sound (self))
    gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.play-here", FALSE);
  if (!is_playing (self) || self->editor == NULL)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.check-heard", FALSE);
  if (self->document == NULL || trs_document_get_highlights (self->document)->len == 0)
    {
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.copy-highlights", FALSE);
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.export-highlights", FALSE);
    }
  update_links (self);
}

static void
popup_at (TrsTranscriptPage *self,
          GtkPopover        *popover,
          int                x,
          int                y)
{
  graphene_point_t from = GRAPHENE_POINT_INIT (x, y);
  graphene_point_t to;

  if (!gtk_widget_compute_point (GTK_WIDGET (self->view), GTK_WIDGET (self), &from, &to))
    return;

  update_actions (self);
  gtk_popover_set_pointing_to (popover, &(GdkRectangle) { to.x, to.y, 1, 1 });
  gtk_popover_popup (popover);
}

static void
menu_requested_cb (TrsTranscriptPage *self,
                   int                x,
                   int                y)
{
  trs_edit_tools_fill_menu (self->edit_tools, self->speaker_menu);
  popup_at (self, self->context_popover, x, y);
}

static void
time_activated_cb (TrsTranscriptPage *self,
                   int                x,
                   int                y)
{
  popup_at (self, self->time_popover, x, y);
}

static void
speaker_activated_cb (TrsTranscriptPage *self,
                      int                x,
                      int                y)
{
  popup_at (self, self->name_popover, x, y);
}

static gboolean
activate_link_cb (GtkLabel          *label,
                  const char        *uri,
                  TrsTranscriptPage *self)
{
  if (g_str_equal (uri, TRS_TRANSCRIPT_STRINGS_SPEAKERS))
    return gtk_widget_activate_action (GTK_WIDGET (self), "edits.speakers", NULL);

  trs_video_link_open (TRS_PAGE (self), -1);
  return TRUE;
}

/* Where the service is on this computer, it may have the recording, or keep its sound. */
static void
update_sound (TrsTranscriptPage *self)
{
  TrsSession *session = trs_page_get_session (TRS_PAGE (self));
  TrsProject *project = trs_page_get_project (TRS_PAGE (self));
  TrsLocalAccount *local = session != NULL ? trs_session_get_local (session) : NULL;
  g_autofree char *path = NULL;
  guint track = 1;

  if (local != NULL && project != NULL)
    path = trs_local_account_dup_sound_path (local, project, &track);
  g_object_set (self->player_bar, "sound-path", path, "sound-track", path != NULL ? track : 1, NULL);
}

static void
trs_transcript_page_session_changed (TrsPage *page)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (page);
  TrsSession *session = trs_page_get_session (page);

  if (session != NULL)
    {
      g_signal_connect_object (trs_session_get_reachability (session), "notify::offline-since",
                               G_CALLBACK (connection_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::state", G_CALLBACK (connection_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (trs_session_get_account (session), "notify::video-pattern", G_CALLBACK (update_actions),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (trs_session_get_account (session), "notify::sample", G_CALLBACK (update_actions), self,
                               G_CONNECT_SWAPPED);
      if (trs_session_get_local (session) != NULL)
        g_signal_connect_object (trs_local_account_get_intake (trs_session_get_local (session)), "sound-cleared",
                                 G_CALLBACK (update_sound), self, G_CONNECT_SWAPPED);
    }
  load (self);
}

/* Something in the project changed: evaluate the template bindings again. */
static void
trs_transcript_page_update (TrsPage *page)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (page);
  TrsProject *project = trs_page_get_project (page);
  g_autofree char *title = trs_transcript_strings_title (self, project);
  /* Translators: %s is the title of a video; read out by a screen reader. */
  g_autofree char *label = g_strdup_printf (_("Transcript of %s"), title);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  trs_transcript_view_set_title (self->view, project != NULL ? trs_project_get_shown_title (project) : NULL);
  g_object_set (self->player_bar, "title", title, NULL);
  g_object_notify (G_OBJECT (self), "project");
  update_sound (self);
  update_actions (self);
}

static void
trs_transcript_page_project_changed (TrsPage *page)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (page);

  self->focus_wanted = FALSE;
  self->place_wanted = FALSE;
  load (self);
}

static void
set_settings (TrsTranscriptPage *self,
              GSettings         *settings)
{
  static const char *const keys[] = { "show-timecodes", "show-speakers", "exact-times", "line-spacing", "serif" };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (settings, keys[i]);

      g_action_map_add_action (G_ACTION_MAP (group), action);
      g_settings_bind (settings, keys[i], self->view, keys[i], G_SETTINGS_BIND_GET);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", G_ACTION_GROUP (group));
  g_settings_bind (settings, "hide-notification-titles", self->player_bar, "hide-title", G_SETTINGS_BIND_GET);
  g_settings_bind (settings, "show-highlights", self, "show-highlights", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "text-scale", self->view, "text-scale", G_SETTINGS_BIND_DEFAULT);
  trs_highlight_tools_set_settings (self->highlight_tools, settings);
}

/* The shortcut that shows the list focuses it; the one that hides it focuses the text. */
static void
set_show_highlights (TrsTranscriptPage *self,
                     gboolean           show_highlights)
{
  GtkWidget *pane = GTK_WIDGET (self->highlights_pane);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (self->show_highlights == show_highlights)
    return;

  if (!show_highlights && focus != NULL && gtk_widget_is_ancestor (focus, pane))
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
  self->show_highlights = show_highlights;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SHOW_HIGHLIGHTS]);
  if (show_highlights && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (pane);
}

static void
trs_transcript_page_unmap (GtkWidget *widget)
{
  trs_running_head_keep_place (TRS_TRANSCRIPT_PAGE (widget)->running_head);

  GTK_WIDGET_CLASS (trs_transcript_page_parent_class)->unmap (widget);
}

static void
trs_transcript_page_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (object);
  TrsDocument *document = self->document;

  if (id == PROP_SHOW_HIGHLIGHTS)
    g_value_set_boolean (value, self->show_highlights);
  else if (id == PROP_DOCUMENT)
    g_value_set_object (value, document);
  else
    g_value_set_object (value, document != NULL ? trs_document_get_transcript (document) : NULL);
}

static void
trs_transcript_page_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (object);

  if (id == PROP_SETTINGS)
    set_settings (self, g_value_get_object (value));
  else if (id == PROP_SHOW_HIGHLIGHTS)
    set_show_highlights (self, g_value_get_boolean (value));
  else
    set_document (self, g_value_get_object (value));
}

static void
unparent (gpointer popover)
{
  gtk_widget_unparent (popover);
}

static void
trs_transcript_page_dispose (GObject *object)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (object);

  g_cancellable_cancel (self->load_cancellable);
  g_clear_object (&self->load_cancellable);
  g_clear_pointer (&self->context_popover, unparent);
  g_clear_pointer (&self->time_popover, unparent);
  g_clear_pointer (&self->name_popover, unparent);
  g_clear_pointer (&self->selection_popover, unparent);
  g_clear_pointer (&self->go_to_time, unparent);
  g_clear_object (&self->highlight_tools);
  g_clear_object (&self->edit_tools);
  g_clear_object (&self->editor);
  g_clear_object (&self->document);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (trs_transcript_page_parent_class)->dispose (object);
}

static void
trs_transcript_page_class_init (TrsTranscriptPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TrsPageClass *page_class = TRS_PAGE_CLASS (klass);

  object_class->get_property = trs_transcript_page_get_property;
  object_class->set_property = trs_transcript_page_set_property;
  object_class->dispose = trs_transcript_page_dispose;
  page_class->update = trs_transcript_page_update;
  page_class->session_changed = trs_transcript_page_session_changed;
  page_class->project_changed = trs_transcript_page_project_changed;
  widget_class->unmap = trs_transcript_page_unmap;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_transcript_page_grab_focus;

  props[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TRS_TYPE_DOCUMENT,
                                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_SETTINGS] =
      g_param_spec_object ("settings", NULL, NULL, G_TYPE_SETTINGS, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_SHOW_HIGHLIGHTS] =
      g_param_spec_boolean ("show-highlights", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  props[PROP_TRANSCRIPT] = g_param_spec_object ("transcript", NULL, NULL, TRS_TYPE_TRANSCRIPT,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
  gtk_widget_class_install_action (widget_class, "page.quote-highlight", "(utut)", quote_highlight_action);
  gtk_widget_class_install_property_action (widget_class, "page.highlights", "show-highlights");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, close_find_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, undo_or_redo_cb, "(s)",
                                "edits.undo");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, undo_or_redo_cb, "(s)",
                                "edits.redo");

  g_type_ensure (TRS_TYPE_FIND_BAR);
  g_type_ensure (TRS_TYPE_GO_TO_TIME);
  g_type_ensure (TRS_TYPE_HIGHLIGHTS_PANE);
  g_type_ensure (TRS_TYPE_NOTE_ROW);
  g_type_ensure (TRS_TYPE_PLAYER_BAR);
  g_type_ensure (TRS_TYPE_RUNNING_HEAD);
  g_type_ensure (TRS_TYPE_BANNER);
  g_type_ensure (TRS_TYPE_SELECTION_POPOVER);
  g_type_ensure (TRS_TYPE_SPLIT);
  g_type_ensure (TRS_TYPE_TALL_BIN);
  g_type_ensure (TRS_TYPE_TRANSCRIPT_VIEW);
  g_type_ensure (TRS_TYPE_VERSION_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-transcript-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, find_bar);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, highlights_pane);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, note_row);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, player_bar);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, running_head);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, version_bar);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, view);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, error_page);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, error_button);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, more_button);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, context_popover);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, edits_section);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, speaker_menu);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, selection_popover);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, go_to_time);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, time_popover);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, name_popover);
  gtk_widget_class_bind_template_callback (widget_class, activate_link_cb);
  gtk_widget_class_bind_template_callback (widget_class, gtk_widget_grab_focus);
  gtk_widget_class_bind_template_callback (widget_class, load);
  gtk_widget_class_bind_template_callback (widget_class, menu_requested_cb);
  gtk_widget_class_bind_template_callback (widget_class, scale_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, speaker_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, trs_strings_scale);
  gtk_widget_class_bind_template_callback (widget_class, trs_transcript_strings_facts);
  gtk_widget_class_bind_template_callback (widget_class, trs_transcript_strings_has_words);
  gtk_widget_class_bind_template_callback (widget_class, trs_transcript_strings_note);
  gtk_widget_class_bind_template_callback (widget_class, trs_transcript_strings_title);
  gtk_widget_class_bind_template_callback (widget_class, trs_transcript_strings_titles);
  gtk_widget_class_bind_template_callback (widget_class, update_actions);
}

static void
trs_transcript_page_init (TrsTranscriptPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_find_bar_set_view (self->find_bar, self->view);
  trs_highlights_pane_set_view (self->highlights_pane, self->view);
  trs_running_head_set_view (self->running_head, self->view);
  self->highlight_tools = trs_highlight_tools_new (TRS_PAGE (self), self->view);
  self->edit_tools = trs_edit_tools_new (TRS_PAGE (self), self->view, self->edits_section);
  gtk_widget_set_parent (GTK_WIDGET (self->context_popover), GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->time_popover), GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->name_popover), GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->selection_popover), GTK_WIDGET (self));
  trs_selection_popover_set_view (self->selection_popover, self->view);
  gtk_widget_set_parent (GTK_WIDGET (self->go_to_time), self->more_button);
  trs_go_to_time_set_view (self->go_to_time, self->view);
  trs_ui_compat_name_menu_items (GTK_WIDGET (self));
  trs_note_row_attach (self->note_row, GTK_WIDGET (self));
  trs_player_bar_attach (self->player_bar, GTK_WIDGET (self), self->view);
  trs_version_bar_attach (self->version_bar, GTK_WIDGET (self));
  update_actions (self);
}

/**
 * trs_transcript_page_add_panes:
 * @self: a page
 * @panes: (element-type GtkWidget): to be added to, from start to end
 *
 * Adds what the focus can go to as a whole: the page, and what lies beside or
 * below its text, if that is on the screen.
 */
void
trs_transcript_page_add_panes (TrsTranscriptPage *self,
                               GPtrArray         *panes)
{
  GtkWidget *const parts[] = { GTK_WIDGET (self->highlights_pane), GTK_WIDGET (self->player_bar) };

  g_ptr_array_add (panes, self);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (gtk_widget_get_mapped (parts[i]))
      g_ptr_array_add (panes, parts[i]);
}

/**
 * trs_transcript_page_find:
 * @self: a page
 * @query: what was looked for in every transcript
 * @place: where in this one
 *
 * Marks the words, and goes to the place as soon as the text is loaded.
 */
void
trs_transcript_page_find (TrsTranscriptPage *self,
                          const char        *query,
                          TrsTextPosition    place)
{
  trs_find_bar_show (self->find_bar, query, place);
}

/**
 * trs_transcript_page_go_to:
 * @self: a page
 * @place: a place in its transcript
 *
 * Goes to the place as soon as the text is loaded.
 */
void
trs_transcript_page_go_to (TrsTranscriptPage *self,
                           TrsTextPosition    place)
{
  self->place = place;
  self->time = -1;
  self->place_wanted = TRUE;
  if (has_text (self))
    go_to_place (self);
}

/**
 * trs_transcript_page_go_to_time:
 * @self: a page
 * @time: a moment of the video, in milliseconds
 *
 * Goes to the paragraph that is spoken then, as soon as the text is loaded.
 */
void
trs_transcript_page_go_to_time (TrsTranscriptPage *self,
                                gint64             time)
{
  self->time = time;
  self->place_wanted = TRUE;
  if (has_text (self))
    go_to_place (self);
}
