/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-speakers-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-message-dialog.h"
#include "trs-palette.h"
#include "trs-speaker-figures.h"
#include "trs-strings.h"
#include "trs-transcript-strings.h"
#include "trs-widget-utils.h"

/* Maximum number of suggested names: a longer menu does not help. */
#define MAX_SUGGESTIONS 12

struct _TrsSpeakersDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkBox *cards;
  GtkLabel *note;

  TrsTranscript *transcript;
  TrsAnnotations *before;
  TrsAnnotations *annotations; /* annotations with the user's changes so far, except those in the entries */
  GArray *figures;
  GHashTable *entries;         /* label → GtkEditable */
  GPtrArray *suggestions;      /* (nullable) */
  gint64 length;
  gboolean has_video;
  gboolean done; /* set to close without a question */
};

enum
{
  APPLIED,
  TIME_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSpeakersDialog, trs_speakers_dialog, ADW_TYPE_WINDOW)

static void show_cards (TrsSpeakersDialog *self);

static void
replace_annotations (TrsSpeakersDialog *self,
                     TrsAnnotations    *annotations)
{
  g_ptr_array_unref (self->annotations);
  self->annotations = annotations;
}

/* Takes names from the entries. An unchanged name is not an edit. */
static void
read_entries (TrsSpeakersDialog *self)
{
  GHashTableIter iter;
  gpointer number;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &number, &entry))
    {
      guint speaker = GPOINTER_TO_UINT (number);
      const TrsAnnotation *name = trs_annotations_find (self->annotations, TRS_ANNOTATION_NAME, speaker);

      if (g_strcmp0 (gtk_editable_get_text (entry), name != NULL ? name->text : "") != 0)
        replace_annotations (self, trs_annotations_rename (self->annotations, speaker, gtk_editable_get_text (entry)));
    }
}

static void
close_without_asking (TrsSpeakersDialog *self)
{
  self->done = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static void
close_without_asking_action (GtkWidget  *widget,
                             const char *action_name,
                             GVariant   *parameter)
{
  close_without_asking (TRS_SPEAKERS_DIALOG (widget));
}

static void
apply (TrsSpeakersDialog *self)
{
  read_entries (self);
  if (self->annotations != self->before)
    g_signal_emit (self, signals[APPLIED], 0, self->annotations, FALSE);
  close_without_asking (self);
}

static void
apply_action (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  apply (TRS_SPEAKERS_DIALOG (widget));
}

static void
restore_original (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  TrsSpeakersDialog *self = TRS_SPEAKERS_DIALOG (widget);

  g_autoptr (TrsAnnotations) original = trs_annotations_reset_speakers (self->before);

  g_signal_emit (self, signals[APPLIED], 0, original, TRUE);
  close_without_asking (self);
}

/* Text that was typed and undone is not an edit. */
static gboolean
is_edited (TrsSpeakersDialog *self)
{
  read_entries (self);
  if (self->annotations->len != self->before->len)
    return TRUE;
  for (guint i = 0; i < self->before->len; i++)
    {
      const TrsAnnotation *a = g_ptr_array_index (self->before, i);
      const TrsAnnotation *b = g_ptr_array_index (self->annotations, i);

      if (a->kind != b->kind || a->number != b->number || a->other != b->other || g_strcmp0 (a->text, b->text) != 0)
        return TRUE;
    }
  return FALSE;
}

static void
answered_cb (TrsSpeakersDialog *self,
             const char        *answer)
{
  if (g_str_equal (answer, "apply"))
    apply (self);
  else
    close_without_asking (self);
}

/* Escape may be pressed by mistake: ask. */
static gboolean
trs_speakers_dialog_close_request (GtkWindow *window)
{
  TrsSpeakersDialog *self = TRS_SPEAKERS_DIALOG (window);
  TrsMessageDialog *dialog;

  if (self->done || !is_edited (self))
    return GTK_WINDOW_CLASS (trs_speakers_dialog_parent_class)->close_request (window);

  dialog = trs_message_dialog_new (window, _("Save Your Changes?"),
                                   _("The names and speakers that you changed are not saved yet."));
  /* Translators: button in a question: makes the changes of names and speakers. */
  trs_message_dialog_add_answer (dialog, "apply", _("_Apply"), "suggested-action");
  /* Translators: button in a question: drops the changes of names and speakers. */
  trs_message_dialog_add_answer (dialog, "discard", _("_Discard"), "destructive-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}

static void
focus_entry (TrsSpeakersDialog *self,
             guint              speaker)
{
  GtkWidget *entry = g_hash_table_lookup (self->entries, GUINT_TO_POINTER (speaker));

  if (entry != NULL)
    gtk_widget_grab_focus (entry);
}

/* Return goes from one name to the next, and applies after the last one. */
static void
name_activated_cb (TrsSpeakersDialog *self,
                   GtkWidget         *entry)
{
  gboolean passed = FALSE;

  for (guint i = 0; i < self->figures->len; i++)
    {
      GtkWidget *other = g_hash_table_lookup (
          self->entries, GUINT_TO_POINTER (g_array_index (self->figures, TrsSpeakerFigures, i).speaker));

      if (passed && other != NULL)
        {
          gtk_widget_grab_focus (other);
          return;
        }
      passed |= other == entry;
    }
  gtk_widget_activate_default (GTK_WIDGET (self));
}

/* The parameter has two labels: a speaker, and the one they are merged with; the same label twice undoes a merge. */
static void
merge (GtkWidget  *widget,
       const char *action_name,
       GVariant   *parameter)
{
  TrsSpeakersDialog *self = TRS_SPEAKERS_DIALOG (widget);
  const TrsAnnotation *name;
  guint speaker;
  guint into;

  g_variant_get (parameter, "(uu)", &speaker, &into);
  read_entries (self);
  name = trs_annotations_find (self->annotations, TRS_ANNOTATION_NAME, speaker);
  if (name != NULL && trs_annotations_find (self->annotations, TRS_ANNOTATION_NAME, into) == NULL)
    replace_annotations (self, trs_annotations_rename (self->annotations, into, name->text));
  replace_annotations (self, trs_annotations_merge (self->annotations, speaker, into));
  show_cards (self);
  focus_entry (self, into);
}

static void
use_name (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsSpeakersDialog *self = TRS_SPEAKERS_DIALOG (widget);
  const char *name;
  guint speaker;

  g_variant_get (parameter, "(u&s)", &speaker, &name);
  gtk_editable_set_text (g_hash_table_lookup (self->entries, GUINT_TO_POINTER (speaker)), name);
  focus_entry (self, speaker);
}

static void
append_item (GMenu      *menu,
             char       *label,
             const char *action_name,
             GVariant   *target)
{
  g_autofree char *own = label;
  g_autoptr (GMenuItem) item = g_menu_item_new (own, NULL);

  g_menu_item_set_action_and_target_value (item, action_name, target);
  g_menu_append_item (menu, item);
}

static gboolean
is_used (TrsSpeakersDialog *self,
         TrsDocument       *document,
         const char        *name)
{
  for (guint i = 0; i < self->figures->len; i++)
    {
      guint speaker = g_array_index (self->figures, TrsSpeakerFigures, i).speaker;

      if (g_strcmp0 (trs_document_get_name (document, speaker), name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Created whenever the menu is opened, so that the names are current. */
static void
create_menu_cb (GtkMenuButton *button,
                gpointer       user_data)
{
  TrsSpeakersDialog *self = TRS_SPEAKERS_DIALOG (gtk_widget_get_root (GTK_WIDGET (button)));
  guint speaker = GPOINTER_TO_UINT (user_data);
  g_autoptr (TrsDocument) document = NULL;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) names = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();

  read_entries (self);
  document = trs_document_new (self->transcript, self->annotations);
  for (guint i = 0; self->suggestions != NULL && i < self->suggestions->len &&
                    g_menu_model_get_n_items (G_MENU_MODEL (names)) < MAX_SUGGESTIONS; i++)
    {
      const char *name = g_ptr_array_index (self->suggestions, i);

      if (!is_used (self, document, name))
        append_item (names, trs_transcript_strings_menu_label (name), "cards.name",
                     g_variant_new ("(us)", speaker, name));
    }
  for (guint i = 0; i < self->figures->len; i++)
    {
      const TrsSpeakerFigures *it = &g_array_index (self->figures, TrsSpeakerFigures, i);
      g_autofree char *label = trs_strings_speaker (trs_document_get_name (document, it->speaker), it->speaker);

      if (it->speaker != speaker && it->merged_into == 0)
        append_item (others, trs_transcript_strings_menu_label (label), "cards.merge",
                     g_variant_new ("(uu)", speaker, it->speaker));
    }
  if (g_menu_model_get_n_items (G_MENU_MODEL (names)) > 0)
    g_menu_append_section (menu, _("Names From Other Transcripts"), G_MENU_MODEL (names));
  g_menu_append_section (menu, _("Same Person As"), G_MENU_MODEL (others));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* The parameter is the time in milliseconds. */
static void
open_video (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  TrsSpeakersDialog *self = TRS_SPEAKERS_DIALOG (widget);

  g_signal_emit (self, signals[TIME_ACTIVATED], 0, g_variant_get_int64 (parameter));
}

static GtkWidget *
make_excerpt (TrsSpeakersDialog  *self,
              const TrsParagraph *paragraph)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  g_autofree char *words = trs_transcript_strings_excerpt (paragraph->body, paragraph->body_length);
  GtkWidget *label = gtk_label_new (words);

  if (paragraph->start >= 0)
    {
      g_autofree char *time = trs_timecode_format_clock (paragraph->start);
      /* Translators: %s is a time in the video. */
      g_autofree char *name = g_strdup_printf (_("Open Video at %s"), time);
      GtkWidget *button = gtk_button_new_with_label (time);

      gtk_widget_add_css_class (button, "flat");
      gtk_widget_add_css_class (button, "time-link");
      gtk_widget_set_valign (button, GTK_ALIGN_START);
      gtk_widget_set_sensitive (button, self->has_video);
      gtk_widget_set_tooltip_text (button, name);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      /* Without a video there is no action: setting one would make the button sensitive. */
      if (self->has_video)
        {
          gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "x", paragraph->start);
          gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "cards.open-video");
        }
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_widget_set_tooltip_text (label, words);
  g_object_set (label, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "lines", 2, "ellipsize", PANGO_ELLIPSIZE_END,
                "xalign", 0.0, "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (row), label);
  return row;
}

/* Shows a label that was merged with another one. */
static GtkWidget *
make_merged (TrsDocument             *document,
             const TrsSpeakerFigures *figures)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  /* Translators: button: makes two speakers of one again, who had been taken for the same person. */
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Separate"));
  g_autofree char *label = trs_strings_speaker (NULL, figures->speaker);
  g_autofree char *other = trs_strings_speaker (trs_document_get_name (document, figures->merged_into),
                                                figures->merged_into);
  g_autofree char *markup = trs_display_text_markup (other);
  /* Translators: %s is the name of a speaker. */
  g_autofree char *subtitle = g_strdup_printf (_("Same person as %s"), markup);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), label);
  adw_action_row_set_subtitle (row, subtitle);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "cards.merge");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(uu)", figures->speaker, figures->speaker);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (row, button);
  adw_preferences_group_add (group, GTK_WIDGET (row));
  return GTK_WIDGET (group);
}

static GtkWidget *
make_card (TrsSpeakersDialog       *self,
           const TrsSpeakerFigures *figures,
           gboolean                 by_time)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (TRS_RESOURCE_BASE "/trs-speaker-card.ui");
  GtkWidget *card = GTK_WIDGET (gtk_builder_get_object (builder, "card"));
  GtkWidget *name = GTK_WIDGET (gtk_builder_get_object (builder, "name"));
  GtkWidget *share = GTK_WIDGET (gtk_builder_get_object (builder, "share"));
  GtkMenuButton *menu = GTK_MENU_BUTTON (gtk_builder_get_object (builder, "menu"));
  GtkBox *excerpts = GTK_BOX (gtk_builder_get_object (builder, "excerpts"));
  const TrsAnnotation *named = trs_annotations_find (self->annotations, TRS_ANNOTATION_NAME, figures->speaker);
  g_autofree char *label = trs_strings_speaker (NULL, figures->speaker);
  g_autofree char *words = trs_transcript_strings_share (figures->share, by_time, figures->n_turns);
  g_autofree char *colour = g_strdup_printf ("sp%u", (figures->speaker - 1) % TRS_PALETTE_N_SPEAKERS);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (name), label);
  gtk_editable_set_text (GTK_EDITABLE (name), named != NULL ? named->text : "");
  g_signal_connect_object (name, "entry-activated", G_CALLBACK (name_activated_cb), self, G_CONNECT_SWAPPED);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (share), figures->share);
  gtk_widget_add_css_class (share, colour);
  gtk_label_set_label (GTK_LABEL (gtk_builder_get_object (builder, "figures")), words);
  gtk_menu_button_set_create_popup_func (menu, create_menu_cb, GUINT_TO_POINTER (figures->speaker), NULL);
  for (guint i = 0; i < figures->n_excerpts; i++)
    gtk_box_append (excerpts, make_excerpt (self, trs_transcript_get_paragraph (self->transcript, TRS_TEXT_ALL,
                                                                                figures->excerpts[i])));
  g_hash_table_insert (self->entries, GUINT_TO_POINTER (figures->speaker), name);
  return g_object_ref (card);
}

static void
show_cards (TrsSpeakersDialog *self)
{
  g_autoptr (TrsDocument) document = trs_document_new (self->transcript, self->annotations);
  gboolean by_time;
  GtkWidget *child;

  g_clear_pointer (&self->figures, g_array_unref);
  self->figures = trs_speaker_figures_new (document, self->length, &by_time);
  g_hash_table_remove_all (self->entries);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->cards))) != NULL)
    gtk_box_remove (self->cards, child);
  for (guint i = 0; i < self->figures->len; i++)
    {
      const TrsSpeakerFigures *it = &g_array_index (self->figures, TrsSpeakerFigures, i);

      gtk_box_append (self->cards, it->merged_into > 0 ? make_merged (document, it) : make_card (self, it, by_time));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->note), by_time);
  trs_control_names_complete (GTK_WIDGET (self->cards));
}

static void
trs_speakers_dialog_finalize (GObject *object)
{
  TrsSpeakersDialog *self = TRS_SPEAKERS_DIALOG (object);

  g_object_unref (self->transcript);
  g_ptr_array_unref (self->before);
  g_ptr_array_unref (self->annotations);
  g_array_unref (self->figures);
  g_hash_table_unref (self->entries);
  g_clear_pointer (&self->suggestions, g_ptr_array_unref);

  G_OBJECT_CLASS (trs_speakers_dialog_parent_class)->finalize (object);
}

static void
trs_speakers_dialog_class_init (TrsSpeakersDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_speakers_dialog_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = trs_speakers_dialog_close_request;

  signals[APPLIED] = g_signal_new ("applied", TRS_TYPE_SPEAKERS_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_PTR_ARRAY, G_TYPE_BOOLEAN);
  signals[TIME_ACTIVATED] = g_signal_new ("time-activated", TRS_TYPE_SPEAKERS_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 1, G_TYPE_INT64);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-speakers-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSpeakersDialog, title);
  gtk_widget_class_bind_template_child (widget_class, TrsSpeakersDialog, cards);
  gtk_widget_class_bind_template_child (widget_class, TrsSpeakersDialog, note);
  gtk_widget_class_install_action (widget_class, "cards.apply", NULL, apply_action);
  gtk_widget_class_install_action (widget_class, "cards.cancel", NULL, close_without_asking_action);
  gtk_widget_class_install_action (widget_class, "cards.merge", "(uu)", merge);
  gtk_widget_class_install_action (widget_class, "cards.name", "(us)", use_name);
  gtk_widget_class_install_action (widget_class, "cards.open-video", "x", open_video);
  gtk_widget_class_install_action (widget_class, "cards.original", NULL, restore_original);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trs_speakers_dialog_init (TrsSpeakersDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->entries = g_hash_table_new (NULL, NULL);
  trs_dialog_size_follow (GTK_WINDOW (self), trs_dialog_lay_out);
  trs_dialog_set_help (GTK_WINDOW (self), "read");
}

static gboolean
has_speakers (TrsAnnotations *annotations)
{
  for (guint i = 0; i < annotations->len; i++)
    if (((TrsAnnotation *) g_ptr_array_index (annotations, i))->kind <= TRS_ANNOTATION_SPEAKER)
      return TRUE;
  return FALSE;
}

/**
 * trs_speakers_dialog_new:
 * @document: an aligned transcript, with its annotations
 * @title: of the video
 * @length: of the video, in milliseconds; 0 if that is not known
 * @has_video: whether times lead somewhere
 *
 * Returns: (transfer none): the dialog, which GTK owns until it is destroyed
 */
TrsSpeakersDialog *
trs_speakers_dialog_new (TrsDocument *document,
                         const char  *title,
                         gint64       length,
                         gboolean     has_video)
{
  TrsSpeakersDialog *self = g_object_new (TRS_TYPE_SPEAKERS_DIALOG, NULL);

  self->transcript = g_object_ref (trs_document_get_transcript (document));
  self->before = g_ptr_array_ref (trs_document_get_annotations (document));
  self->annotations = g_ptr_array_ref (trs_document_get_annotations (document));
  self->length = length;
  self->has_video = has_video;
  adw_window_title_set_subtitle (self->title, title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cards.original", has_speakers (self->before));
  show_cards (self);
  focus_entry (self, g_array_index (self->figures, TrsSpeakerFigures, 0).speaker);
  return self;
}

/**
 * trs_speakers_dialog_set_suggestions:
 * @self: a dialog
 * @names: (element-type utf8): names of other transcripts, the likeliest first
 */
void
trs_speakers_dialog_set_suggestions (TrsSpeakersDialog *self,
                                     GPtrArray         *names)
{
  g_clear_pointer (&self->suggestions, g_ptr_array_unref);
  self->suggestions = g_ptr_array_ref (names);
}
