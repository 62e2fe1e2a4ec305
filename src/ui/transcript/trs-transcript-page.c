/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-page-private.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-text.h"
#include "trs-i18n.h"
#include "trs-banner.h"
#include "trs-project-strings.h"
#include "trs-widget-utils.h"

enum
{
  PROP_0,
  PROP_SETTINGS,
  PROP_SHOW_SPEAKERS,
  PROP_SHOW_TIMECODES,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscriptPage, trs_transcript_page, TRS_TYPE_PAGE)

/* What the reader has to know of the text itself. */
static void
show_note (TrsTranscriptPage *self)
{
  g_autoptr (GString) note = g_string_new (NULL);
  g_autofree char *missing =
      self->page.project != NULL ? trs_project_strings_missing (self->page.project, self->transcript != NULL) : NULL;

  if (missing != NULL)
    g_string_append (note, missing);
  if (self->transcript != NULL && !trs_transcript_get_aligned (self->transcript))
    g_string_append_printf (note, "%s%s", note->len > 0 ? "\n" : "",
                            _("Shown exactly as received: times and speakers could not be told from the words."));
  if (self->transcript != NULL && trs_transcript_get_damaged (self->transcript))
    g_string_append_printf (note, "%s%s", note->len > 0 ? "\n" : "",
                            _("Some characters of this transcript arrived damaged."));

  gtk_label_set_label (self->note, note->str);
  gtk_revealer_set_reveal_child (self->note_revealer, note->len > 0);
}

/* Who asked for the page is to be in its text, once that is here; not so who is typing by then. */
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

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "text") == 0)
    return gtk_widget_grab_focus (GTK_WIDGET (self->view));

  self->focus_wanted = TRUE;
  return gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
show_transcript (TrsTranscriptPage *self,
                 TrsTranscript     *transcript)
{
  const char *face = "loading";

  if (transcript != NULL)
    face = trs_transcript_is_empty (transcript) ? "empty" : "text";

  g_set_object (&self->transcript, transcript);
  trs_transcript_view_set_transcript (self->view, g_str_equal (face, "text") ? transcript : NULL);
  g_object_set (self->head, "transcript", transcript, NULL);
  gtk_stack_set_visible_child_name (self->stack, face);
  show_note (self);
  trs_find_bar_refresh (self->find_bar);
  trs_transcript_page_list_texts (self);
  if (g_str_equal (face, "text"))
    take_focus (self);
}

static void
show_error (TrsTranscriptPage *self,
            const GError      *error)
{
  g_autoptr (TrsErrorText) text = trs_error_text_new (error);
  g_autofree char *title = g_markup_escape_text (text->title, -1);
  g_autofree char *advice = g_markup_escape_text (text->advice != NULL ? text->advice : "", -1);
  gboolean other = text->action_name != NULL && !g_str_equal (text->action_name, "win.try-again");

  adw_status_page_set_title (self->error_page, title);
  adw_status_page_set_description (self->error_page, advice);
  gtk_widget_set_visible (GTK_WIDGET (self->error_button), other);
  if (other)
    {
      gtk_button_set_label (self->error_button, text->action_label);
      gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (self->error_button), text->action_name);
    }
  gtk_stack_set_visible_child_name (self->stack, "error");
}

typedef struct
{
  TrsTranscriptPage *page;
  GCancellable *cancellable;
} Load;

static void
load_free (Load *load)
{
  g_object_unref (load->page);
  g_object_unref (load->cancellable);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

static void
load_loaded_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  TrsTranscriptPage *self = load->page;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);
  if (g_cancellable_is_cancelled (load->cancellable))
    return;

  g_clear_object (&self->load_cancellable);
  if (transcript != NULL)
    show_transcript (self, transcript);
  else
    show_error (self, error);
}

static void
stop_loading (TrsTranscriptPage *self)
{
  if (self->load_cancellable != NULL)
    g_cancellable_cancel (self->load_cancellable);
  g_clear_object (&self->load_cancellable);
}

/* Loads the text of the project; an answer for another one that comes late is dropped. */
void
trs_transcript_page_load (TrsTranscriptPage *self)
{
  Load *load;

  stop_loading (self);
  show_transcript (self, NULL);
  if (self->page.session == NULL || self->page.project == NULL)
    return;

  self->load_cancellable = g_cancellable_new ();
  load = g_new0 (Load, 1);
  load->page = g_object_ref (self);
  load->cancellable = g_object_ref (self->load_cancellable);
  trs_transcripts_load_async (trs_session_get_transcripts (self->page.session), self->page.project,
                              self->load_cancellable, load_loaded_cb, load);
}

/* The service can be reached again: what could not be fetched is, unless its account was left. */
static void
connection_changed_cb (TrsTranscriptPage *self)
{
  TrsSession *session = self->page.session;
  TrsProject *project = self->page.project;
  gboolean is_free = trs_session_get_state (session) == TRS_SESSION_READY &&
                     trs_reachability_get_offline_since (trs_session_get_reachability (session)) == 0;

  if (is_free && project != NULL && g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "error") == 0 &&
      trs_history_peek (trs_session_get_history (session), trs_project_get_id (project)) == project)
    trs_transcript_page_load (self);
}

static void
trs_transcript_page_session_changed (TrsPage *page)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (page);

  if (page->session != NULL)
    {
      g_signal_connect_object (trs_session_get_reachability (page->session), "notify::offline-since",
                               G_CALLBACK (connection_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (page->session, "notify::state", G_CALLBACK (connection_changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  trs_transcript_page_load (self);
}

static void
trs_transcript_page_update (TrsPage *page)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (page);
  g_autofree char *title = page->project != NULL ? trs_project_strings_title (page->project) : g_strdup ("");
  /* Translators: %s is the title of a video; read out by a screen reader. */
  g_autofree char *label = g_strdup_printf (_("Transcript of %s"), title);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  show_note (self);
  trs_transcript_page_update_actions (self);
}

static void
trs_transcript_page_project_changed (TrsPage *page)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (page);

  self->focus_wanted = FALSE;
  trs_transcript_page_load (self);
}

static void
set_settings (TrsTranscriptPage *self,
              GSettings         *settings)
{
  if (!g_set_object (&self->settings, settings) || settings == NULL)
    return;

  g_settings_bind (settings, "show-timecodes", self, "show-timecodes", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "show-speakers", self, "show-speakers", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "text-scale", self->view, "text-scale", G_SETTINGS_BIND_DEFAULT);
}

static void
set_toggle (TrsTranscriptPage *self,
            gboolean          *toggle,
            gboolean           value,
            GParamSpec        *pspec)
{
  gboolean other_text = self->transcript != NULL && !trs_transcript_get_aligned (self->transcript);

  if (!*toggle == !value)
    return;

  *toggle = value;
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
  if (other_text)
    trs_find_bar_refresh (self->find_bar);
}

static void
trs_transcript_page_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (object);

  switch (id)
    {
    case PROP_SETTINGS:
      g_value_set_object (value, self->settings);
      break;
    case PROP_SHOW_SPEAKERS:
      g_value_set_boolean (value, self->show_speakers);
      break;
    case PROP_SHOW_TIMECODES:
      g_value_set_boolean (value, self->show_timecodes);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_transcript_page_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (object);

  switch (id)
    {
    case PROP_SETTINGS:
      set_settings (self, g_value_get_object (value));
      break;
    case PROP_SHOW_SPEAKERS:
      set_toggle (self, &self->show_speakers, g_value_get_boolean (value), pspec);
      break;
    case PROP_SHOW_TIMECODES:
      set_toggle (self, &self->show_timecodes, g_value_get_boolean (value), pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_transcript_page_dispose (GObject *object)
{
  TrsTranscriptPage *self = TRS_TRANSCRIPT_PAGE (object);

  stop_loading (self);
  g_cancellable_cancel (self->export_cancellable);
  g_clear_pointer (&self->context_popover, gtk_widget_unparent);
  g_clear_object (&self->transcript);
  g_clear_pointer (&self->versions, g_ptr_array_unref);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_transcript_page_parent_class)->dispose (object);
}

static void
trs_transcript_page_finalize (GObject *object)
{
  g_clear_object (&TRS_TRANSCRIPT_PAGE (object)->export_cancellable);
  g_free (TRS_TRANSCRIPT_PAGE (object)->timeless_pattern);

  G_OBJECT_CLASS (trs_transcript_page_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  props[PROP_SETTINGS] = g_param_spec_object ("settings", NULL, NULL, G_TYPE_SETTINGS, flags);
  props[PROP_SHOW_SPEAKERS] =
      g_param_spec_boolean ("show-speakers", NULL, NULL, FALSE, flags | G_PARAM_EXPLICIT_NOTIFY);
  props[PROP_SHOW_TIMECODES] =
      g_param_spec_boolean ("show-timecodes", NULL, NULL, FALSE, flags | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);
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
  object_class->finalize = trs_transcript_page_finalize;
  page_class->update = trs_transcript_page_update;
  page_class->session_changed = trs_transcript_page_session_changed;
  page_class->project_changed = trs_transcript_page_project_changed;
  widget_class->focus = trs_bin_focus;
  widget_class->grab_focus = trs_transcript_page_grab_focus;
  install_properties (object_class);

  g_type_ensure (TRS_TYPE_FIND_BAR);
  g_type_ensure (TRS_TYPE_BANNER);
  g_type_ensure (TRS_TYPE_TRANSCRIPT_HEAD);
  g_type_ensure (TRS_TYPE_TRANSCRIPT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-transcript-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, find_bar);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, head);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, news_revealer);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, news);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, note_revealer);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, note);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, view);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, error_page);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, error_button);
  gtk_widget_class_bind_template_child (widget_class, TrsTranscriptPage, context_menu);
  trs_transcript_page_install_actions (widget_class);
}

static void
trs_transcript_page_init (TrsTranscriptPage *self)
{
  self->export_cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_transcript_page_attach_actions (self);
  trs_transcript_page_update_actions (self);
}

/**
 * trs_transcript_page_set_transcript:
 * @self: a page
 * @transcript: a text of its project that is already here
 *
 * Shows the text at once. What was still loading is dropped.
 */
void
trs_transcript_page_set_transcript (TrsTranscriptPage *self,
                                    TrsTranscript     *transcript)
{
  stop_loading (self);
  show_transcript (self, transcript);
}

/**
 * trs_transcript_page_find:
 * @self: a page
 * @query: what was looked for in every transcript
 * @place: where in this one
 *
 * Marks the words, and goes to the place as soon as the text is here.
 */
void
trs_transcript_page_find (TrsTranscriptPage *self,
                          const char        *query,
                          TrsTextPosition    place)
{
  trs_find_bar_show (self->find_bar, query, place);
}
