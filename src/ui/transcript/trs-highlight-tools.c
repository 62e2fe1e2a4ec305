/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlight-tools.h"

#include "trs-display-text.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-name-dialog.h"
#include "trs-quotation.h"
#include "trs-widget-utils.h"
#include "trs-word-borders.h"

#define COLOUR_KEY "highlight-colour"

struct _TrsHighlightTools
{
  GObject parent_instance;

  TrsPage *page; /* the page, which contains the view and owns the tools */
  TrsTranscriptView *view;
  TrsAnnotationEditor *editor; /* NULL if the transcript cannot be annotated */
  GSettings *settings;
  GSimpleActionGroup *actions;
  GtkWindow *dialog; /* weak pointer */
};

/* The target of the actions. */
typedef struct
{
  TrsDocument *document; /* NULL if there is nothing to annotate */
  gboolean has_words;    /* whether the range has any words */
  gboolean selected;     /* whether the range is the selection, not the paragraph of the caret */
  TrsTextPosition start;
  TrsTextPosition end;
  const TrsPlacedHighlight *highlight; /* the highlight at the range, or NULL */
} Target;

G_DEFINE_FINAL_TYPE (TrsHighlightTools, trs_highlight_tools, G_TYPE_OBJECT)

static gboolean
is_range (const TrsPlacedHighlight  *highlight,
          TrsTextPosition            start,
          TrsTextPosition            end)
{
  return trs_text_position_compare (highlight->start, start) == 0 &&
         trs_text_position_compare (highlight->end, end) == 0;
}

/* Returns: the highlight of exactly this range, or else the innermost one at its start */
static const TrsPlacedHighlight *
find_highlight (TrsDocument     *document,
                TrsTextPosition  start,
                TrsTextPosition  end)
{
  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *placed = &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);

      if (is_range (placed, start, end))
        return placed;
    }
  return trs_document_find_highlight (document, start);
}

/* A selection is widened to whole words, without surrounding spaces; without a selection, the target is the paragraph
 * at the caret. */
static Target
get_target (TrsHighlightTools *self)
{
  TrsDocument *document = trs_transcript_view_get_document (self->view);
  TrsQuotation words = { document, TRS_TEXT_ALL };
  Target target = { NULL };
  TrsTextPosition caret;

  if (self->editor == NULL || document == NULL || !trs_transcript_is_aligned (trs_document_get_transcript (document)))
    return target;

  caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (self->view));
  target.document = document;
  target.selected =
      trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (self->view), &words.start, &words.end) &&
      trs_quotation_trim (&words);
  target.has_words = target.selected;
  if (target.selected)
    {
      trs_word_borders_widen (trs_document_get_transcript (document), words.flags, &words.start, &words.end);
      caret = words.start;
    }
  else
    {
      words.start = (TrsTextPosition) { caret.paragraph, 0 };
      words.end = (TrsTextPosition) { caret.paragraph, G_MAXSIZE };
      target.has_words = trs_quotation_trim (&words);
    }
  target.start = target.has_words ? words.start : caret;
  target.end = target.has_words ? words.end : caret;
  target.highlight = find_highlight (document, caret, target.selected ? target.end : caret);
  return target;
}

/* If words are selected, only a highlight of exactly these words is edited. */
static const TrsPlacedHighlight *
get_own_highlight (const Target *target)
{
  return target->highlight == NULL || !target->selected || is_range (target->highlight, target->start, target->end)
             ? target->highlight
             : NULL;
}

static gboolean
is_checked (const Target *target)
{
  if (target->document == NULL)
    return FALSE;
  for (guint i = target->start.paragraph; i <= target->end.paragraph; i++)
    if (trs_document_get_checked (target->document, i) == NULL)
      return FALSE;
  return TRUE;
}

static int
get_last_colour (TrsHighlightTools *self)
{
  return self->settings != NULL ? g_settings_get_int (self->settings, COLOUR_KEY) : TRS_HIGHLIGHT_YELLOW;
}

/* The caret moved, or the annotations changed. */
static void
update (TrsHighlightTools *self)
{
  static const char *const of_words[] = { "highlight", "colour", "note" };
  GActionGroup *group = G_ACTION_GROUP (self->actions);
  Target target = get_target (self);
  int colour = target.highlight != NULL ? (int) target.highlight->annotation->number : get_last_colour (self);

  for (guint i = 0; i < G_N_ELEMENTS (of_words); i++)
    trs_actions_enable (self->actions, of_words[i], target.has_words || target.highlight != NULL);
  trs_actions_enable (self->actions, "remove", target.highlight != NULL);
  trs_actions_enable (self->actions, "checked", target.document != NULL);
  g_action_group_change_action_state (group, "colour", g_variant_new_int32 (colour));
  g_action_group_change_action_state (group, "checked", g_variant_new_boolean (is_checked (&target)));
}

static void
toast (TrsHighlightTools *self,
       const char        *words)
{
  gtk_widget_activate_action (GTK_WIDGET (self->page), "edits.offer", "s", words);
}

/* Highlights the selection, or changes the existing highlight. @colour: -1 to keep it. @note: %NULL to keep it */
static void
set_highlight (TrsHighlightTools *self,
               int                colour,
               const char        *note)
{
  TrsSession *session = trs_page_get_session (self->page);
  g_autoptr (TrsAnnotations) annotations = g_ptr_array_ref (trs_annotation_editor_get_annotations (self->editor));
  Target target = get_target (self);
  const TrsPlacedHighlight *placed = get_own_highlight (&target);
  GtkTextIter iter;

  if (colour < 0)
    colour = placed != NULL ? (int) placed->annotation->number : get_last_colour (self);
  if (placed != NULL)
    {
      g_autoptr (TrsAnnotations) with = g_steal_pointer (&annotations);

      target.start = placed->start;
      target.end = placed->end;
      note = note != NULL ? note : placed->annotation->text;
      annotations = trs_annotations_remove (with, placed->annotation);
    }
  trs_annotation_editor_apply (
      self->editor, trs_annotations_highlight (annotations, trs_document_get_transcript (target.document), target.start,
                                               target.end, colour, note != NULL && *note != '\0' ? note : NULL,
                                               trs_clock_get_time (trs_session_get_clock (session))));

  /* Clear the selection, which would hide the colour. */
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (self->view), target.start, &iter);
  if (target.selected)
    gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (trs_transcript_view_get_buffer (self->view)), &iter);
}

static void
colour_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  TrsHighlightTools *self = user_data;
  int colour = parameter != NULL ? g_variant_get_int32 (parameter) : get_last_colour (self);
  g_autofree char *words = NULL;

  if (self->settings != NULL)
    g_settings_set_int (self->settings, COLOUR_KEY, colour);
  set_highlight (self, colour, NULL);
  /* Translators: %s is the name of a colour, "Quote". */
  words = g_strdup_printf (_("Highlighted as “%s”"), trs_highlight_strings_name (colour));
  toast (self, words);
}

/* The user may have left the transcript meanwhile. */
static void
named_cb (TrsHighlightTools *self,
          const char        *note)
{
  if (g_action_group_get_action_enabled (G_ACTION_GROUP (self->actions), "note"))
    set_highlight (self, -1, note);
}

/* The dialog is about the current transcript, so it closes with it. */
static void
present_dialog (TrsHighlightTools *self,
                GtkWindow         *dialog)
{
  g_set_weak_pointer (&self->dialog, dialog);
  trs_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->page))), dialog);
}

static void
note_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  TrsHighlightTools *self = user_data;
  Target target = get_target (self);
  const TrsPlacedHighlight *placed = get_own_highlight (&target);
  TrsNameDialog *dialog = trs_name_dialog_new (_("Note on Highlight"), _("Note"),
                                               _("Leave empty for a highlight without a note."), _("Save"),
                                               placed != NULL ? placed->annotation->text : NULL);

  trs_dialog_set_help (GTK_WINDOW (dialog), "highlight");
  g_signal_connect_object (dialog, "named", G_CALLBACK (named_cb), self, G_CONNECT_SWAPPED);
  present_dialog (self, GTK_WINDOW (dialog));
}

static void
remove_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  TrsHighlightTools *self = user_data;

  trs_annotation_editor_apply (self->editor,
                               trs_annotations_remove (trs_annotation_editor_get_annotations (self->editor),
                                                       /* The action is disabled where there is none.
                                                        * NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
                                                       get_target (self).highlight->annotation));
  toast (self, _("Highlight removed"));
}

static void
toggle_checked (TrsHighlightTools *self,
                const Target      *target)
{
  TrsSession *session = trs_page_get_session (self->page);
  gboolean checked = !is_checked (target);

  trs_annotation_editor_apply (
      self->editor, trs_document_set_checked (target->document, target->start.paragraph, target->end.paragraph, checked,
                                              trs_clock_get_time (trs_session_get_clock (session))));
  toast (self, checked ? _("Checked against the video") : _("Check removed"));
}

/* Checks all paragraphs of the selection at once. */
static void
checked_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  TrsHighlightTools *self = user_data;
  Target target = get_target (self);

  toggle_checked (self, &target);
}

/* Returns: (transfer full): the tooltip for all highlights at a place. @on_sign: for those that end there with a note,
 * because the place is their sign */
static char *
dup_labels (TrsDocument     *document,
            TrsTextPosition  at,
            gboolean         on_sign)
{
  g_autoptr (GStrvBuilder) labels = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);
      gboolean ends = trs_text_position_compare (highlight->end, at) == 0;
      g_autofree char *label = NULL;

      if (on_sign ? !ends || highlight->annotation->text == NULL
                  : trs_text_position_compare (highlight->start, at) > 0 ||
                        trs_text_position_compare (at, highlight->end) >= 0)
        continue;
      label = trs_highlight_strings_label (highlight->annotation);
      g_strv_builder_add (labels, label);
    }
  strv = g_strv_builder_end (labels);
  return g_strjoinv ("\n", strv);
}

static gboolean
query_tooltip_cb (TrsHighlightTools *self,
                  int                x,
                  int                y,
                  gboolean           keyboard,
                  GtkTooltip        *tooltip)
{
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  TrsTextPosition at;
  GtkTextIter iter;
  gboolean on_sign = FALSE;
  g_autofree char *words = NULL;

  if (buffer == NULL || (!keyboard && !trs_text_view_get_iter_at (GTK_TEXT_VIEW (self->view), x, y, &iter)))
    return FALSE;

  if (keyboard)
    at = trs_transcript_buffer_get_caret (buffer);
  else
    {
      at = trs_transcript_buffer_to_position (buffer, &iter);
      on_sign = gtk_text_iter_has_tag (
          &iter, gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (buffer)), "note-sign"));
    }
  words = dup_labels (trs_transcript_view_get_document (self->view), at, on_sign);
  if (*words == '\0')
    return FALSE;

  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

static void
trs_highlight_tools_finalize (GObject *object)
{
  TrsHighlightTools *self = TRS_HIGHLIGHT_TOOLS (object);

  g_clear_weak_pointer (&self->dialog);
  g_object_unref (self->view);
  g_clear_object (&self->editor);
  g_clear_object (&self->settings);
  g_object_unref (self->actions);

  G_OBJECT_CLASS (trs_highlight_tools_parent_class)->finalize (object);
}

static void
trs_highlight_tools_class_init (TrsHighlightToolsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_highlight_tools_finalize;
}

static void
trs_highlight_tools_init (TrsHighlightTools *self)
{
  static const GActionEntry entries[] = {
    { .name = "highlight", .activate = colour_cb },
    { .name = "colour", .activate = colour_cb, .parameter_type = "i", .state = "0" },
    { .name = "note", .activate = note_cb },
    { .name = "remove", .activate = remove_cb },
    { .name = "checked", .activate = checked_cb, .state = "false" },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}

/**
 * trs_highlight_tools_new:
 * @page: the page, which contains @view and outlives the tools
 * @view: shows the transcript
 *
 * Returns: (transfer full): tools; @page gets their actions
 */
TrsHighlightTools *
trs_highlight_tools_new (TrsPage           *page,
                         TrsTranscriptView *view)
{
  TrsHighlightTools *self = g_object_new (TRS_TYPE_HIGHLIGHT_TOOLS, NULL);

  self->page = page;
  self->view = g_object_ref (view);
  gtk_widget_insert_action_group (GTK_WIDGET (page), "highlights", G_ACTION_GROUP (self->actions));
  g_signal_connect_object (view, "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_widget_set_has_tooltip (GTK_WIDGET (view), TRUE);
  g_signal_connect_object (view, "query-tooltip", G_CALLBACK (query_tooltip_cb), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}

/**
 * trs_highlight_tools_set_settings:
 * @self: tools
 * @settings: where the last colour is saved
 *
 * To be called once.
 */
void
trs_highlight_tools_set_settings (TrsHighlightTools *self,
                                  GSettings         *settings)
{
  self->settings = g_object_ref (settings);
}

/**
 * trs_highlight_tools_set_editor:
 * @self: tools
 * @editor: (nullable): edits what is added to the transcript that the view shows
 */
void
trs_highlight_tools_set_editor (TrsHighlightTools   *self,
                                TrsAnnotationEditor *editor)
{
  if (self->dialog != NULL)
    gtk_window_destroy (self->dialog);
  g_set_object (&self->editor, editor);
  /* The page, which sets the document of the view, must handle the edit first. */
  if (editor != NULL)
    g_signal_connect_object (editor, "notify::annotations", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * trs_highlight_tools_toggle_checked:
 * @self: tools
 * @paragraph: the number of a paragraph
 *
 * Checks it, or takes its check away, wherever the caret is. Nothing happens if nothing can be annotated.
 */
void
trs_highlight_tools_toggle_checked (TrsHighlightTools *self,
                                    guint              paragraph)
{
  Target target = get_target (self);

  if (target.document == NULL)
    return;

  target.start.paragraph = paragraph;
  target.end.paragraph = paragraph;
  toggle_checked (self, &target);
}
