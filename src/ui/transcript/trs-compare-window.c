/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-compare-window.h"

#include <string.h>

#include "config.h"
#include "trs-carry-over.h"
#include "trs-document.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-line-break.h"
#include "trs-message-dialog.h"
#include "trs-strings.h"
#include "trs-text-diff.h"
#include "trs-transcript-buffer.h"
#include "trs-transcript-strings.h"
#include "trs-widget-utils.h"

struct _TrsCompareWindow
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkLabel *explanation;
  GtkStack *stack;
  GtkTextView *view;
  GtkTextBuffer *buffer;
  GtkButton *use;

  TrsSession *session;
  TrsProject *project;
  gint64 shown;
  gint64 shown_at;
  gint64 other;
  gint64 other_at;
  TrsTranscript *shown_text;
  TrsTranscript *other_text;
  TrsAnnotations *annotations;
  TrsCarryOver *carry_over;
  GCancellable *cancellable;
  guint n_differences;
  guint current;
  gint64 choice;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsCompareWindow, trs_compare_window, ADW_TYPE_WINDOW)

static void
insert (TrsCompareWindow *self,
        const char       *text,
        gssize            length,
        const char       *tag,
        const char       *other_tag)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (self->buffer, &end);
  gtk_text_buffer_insert_with_tags_by_name (self->buffer, &end, text, (int) length, tag, other_tag, NULL);
}

static void
insert_line (TrsCompareWindow *self,
             const char       *text,
             const char       *tag,
             const char       *other_tag)
{
  insert (self, text, -1, tag, other_tag);
  insert (self, "\n", 1, tag, other_tag);
}

/* Break very long paragraphs for display, as the transcript page does. */
static void
insert_words (TrsCompareWindow *self,
              const char       *text,
              gsize             length,
              const char       *tag,
              const char       *other_tag)
{
  while (length > 0)
    {
      gsize taken;
      gsize shown = trs_line_break (text, length, &taken);

      insert (self, text, (gssize) shown, tag, other_tag);
      text += taken;
      length -= taken;
      if (length > 0)
        insert (self, "\n", 1, tag, NULL);
    }
}

/* Puts every word on a line of its own, for the diff. */
static GBytes *
split_words (const TrsTextDiffParagraph *paragraph)
{
  char *lines = g_strndup (paragraph->text, paragraph->length);

  return g_bytes_new_take (g_strdelimit (lines, " ", '\n'), paragraph->length);
}

/* Inserts the words of one side of a row; words that are not on the other side get a second tag. */
static void
insert_compared (TrsCompareWindow     *self,
                 const TrsTextDiffRow *row,
                 gboolean              after,
                 const char           *tag,
                 const char           *changed_tag)
{
  g_autoptr (GBytes) before_words = split_words (&row->before);
  g_autoptr (GBytes) after_words = split_words (&row->after);
  g_autoptr (GArray) words = trs_text_diff (before_words, after_words);
  gboolean changed_before = FALSE;
  gboolean first = TRUE;

  for (guint i = 0; i < words->len; i++)
    {
      const TrsTextDiffRow *word = &g_array_index (words, TrsTextDiffRow, i);
      const TrsTextDiffParagraph *part = after ? &word->after : &word->before;
      gboolean changed = word->kind != TRS_TEXT_DIFF_SAME;

      if (part->text == NULL)
        continue;
      if (!first)
        insert (self, " ", 1, tag, changed && changed_before ? changed_tag : NULL);
      insert_words (self, part->text, part->length, tag, changed ? changed_tag : NULL);
      changed_before = changed;
      first = FALSE;
    }
}

static gboolean
has_blanks (const TrsTextDiffParagraph *paragraph)
{
  return memchr (paragraph->text, ' ', paragraph->length) != NULL;
}

/* Scripts without spaces are compared by characters: marks all from the first difference to the last. */
static void
insert_paragraph (TrsCompareWindow     *self,
                  const TrsTextDiffRow *row,
                  gboolean              after,
                  const char           *tag,
                  const char           *changed_tag)
{
  const TrsTextDiffParagraph *paragraph = after ? &row->after : &row->before;
  const char *text = paragraph->text;

  if (row->kind == TRS_TEXT_DIFF_CHANGED && has_blanks (&row->before) && has_blanks (&row->after))
    insert_compared (self, row, after, tag, changed_tag);
  else
    {
      insert_words (self, text, paragraph->changed_from, tag, NULL);
      insert_words (self, text + paragraph->changed_from, paragraph->changed_to - paragraph->changed_from, tag,
                    changed_tag);
      insert_words (self, text + paragraph->changed_to, paragraph->length - paragraph->changed_to, tag, NULL);
    }
  insert (self, "\n", 1, tag, NULL);
}

static void
insert_skipped (TrsCompareWindow *self,
                guint             n)
{
  g_autofree char *label =
      /* Translators: stands in the place of parts that are the same in both texts. */
      g_strdup_printf (ngettext ("· %'u paragraph is the same ·", "· %'u paragraphs are the same ·", n), n);

  if (n > 0)
    insert_line (self, label, "skipped", NULL);
}

/* Returns: FALSE also before the first row and after the last one */
static gboolean
is_difference (GArray *rows,
               guint   i)
{
  return i < rows->len && g_array_index (rows, TrsTextDiffRow, i).kind != TRS_TEXT_DIFF_SAME;
}

static char *
make_label (TrsCompareWindow *self,
            gboolean          after)
{
  g_autofree char *received = trs_strings_date_time (after ? self->other_at : self->shown_at);
  g_autofree char *label = NULL;

  if (!after)
    /* Translators: %s is a date and a time. */
    label = g_strdup_printf (_("Shown now, received %s"), received);
  else
    /* Translators: %s is a date and a time. */
    label = g_strdup_printf (self->other_at >= self->shown_at ? _("New, received %s")
                                                              /* Translators: an earlier version of a text; %s is
                                                               * a day with a time, when it came. */
                                                              : _("Earlier, received %s"),
                             received);
  return g_strdup_printf ("%s %s", after ? "+" : "−", label);
}

static void
insert_side (TrsCompareWindow *self,
             GArray           *rows,
             guint             from,
             gboolean          after)
{
  g_autofree char *label = make_label (self, after);
  const char *tag = after ? "added" : "removed";
  gboolean labelled = FALSE;

  for (guint i = from; is_difference (rows, i); i++)
    {
      const TrsTextDiffRow *row = &g_array_index (rows, TrsTextDiffRow, i);
      const TrsTextDiffParagraph *paragraph = after ? &row->after : &row->before;

      if (paragraph->text == NULL)
        continue;
      if (!labelled)
        insert_line (self, label, tag, "label");
      labelled = TRUE;
      insert_paragraph (self, row, after, tag, after ? "underlined" : "struck");
    }
}

static void
insert_difference (TrsCompareWindow *self,
                   GArray           *rows,
                   guint             from,
                   guint             number)
{
  g_autofree char *name = g_strdup_printf ("difference-%u", number);
  g_autofree char *heading = trs_transcript_strings_differences (self->n_differences, number);
  GtkTextIter end;

  insert_line (self, "", "same", NULL);
  gtk_text_buffer_get_end_iter (self->buffer, &end);
  gtk_text_buffer_create_mark (self->buffer, name, &end, TRUE);
  insert_line (self, heading, "heading", NULL);
  insert_side (self, rows, from, FALSE);
  insert_side (self, rows, from, TRUE);
}

/* Inserts the differences, and for context the unchanged paragraphs next to them. */
static void
insert_rows (TrsCompareWindow *self,
             GArray           *rows)
{
  guint n_skipped = 0;
  guint number = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      if (is_difference (rows, i))
        {
          if (!is_difference (rows, i - 1))
            insert_difference (self, rows, i, number++);
        }
      else if (is_difference (rows, i - 1) || is_difference (rows, i + 1))
        {
          insert_skipped (self, n_skipped);
          n_skipped = 0;
          insert_paragraph (self, &g_array_index (rows, TrsTextDiffRow, i), TRUE, "same", NULL);
        }
      else
        n_skipped++;
    }
  insert_skipped (self, n_skipped);
}

/* Scrolls to a difference, and selects its heading for screen readers to read. */
static void
show_current (GtkWidget *widget)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);
  g_autofree char *name = g_strdup_printf ("difference-%u", self->current);
  GtkTextMark *mark = gtk_text_buffer_get_mark (self->buffer, name);
  GtkTextIter start;
  GtkTextIter end;

  if (mark == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (self->buffer, &start, mark);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_select_range (self->buffer, &start, &end);
  gtk_text_view_scroll_to_mark (self->view, mark, 0, TRUE, 0, 0.1);
}

static void
set_current (TrsCompareWindow *self,
             guint             current)
{
  g_autofree char *subtitle = trs_transcript_strings_differences (self->n_differences, current);

  self->current = current;
  adw_window_title_set_subtitle (self->title, subtitle);
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);
  guint step = g_str_equal (name, "compare.next") ? 1 : self->n_differences - 1;

  set_current (self, (self->current + step) % self->n_differences);
  show_current (widget);
}

static void
update_actions (TrsCompareWindow *self,
                gboolean          compared)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "compare.next", self->n_differences > 0);
  gtk_widget_action_set_enabled (widget, "compare.previous", self->n_differences > 0);
  gtk_widget_action_set_enabled (widget, "compare.use", compared);
  gtk_widget_action_set_enabled (widget, "compare.keep", compared);
}

static GBytes *
dup_text (TrsTranscript  *text,
          TrsAnnotations *annotations,
          TrsTextFlags    flags)
{
  g_autoptr (TrsDocument) document = trs_document_new (text, annotations);

  return trs_document_get_text (document, flags);
}

/* Compares with times, speakers and the user's names, as they may differ; only the words if nothing else differs. */
static void
compare (TrsCompareWindow *self)
{
  g_autoptr (GBytes) full = trs_transcript_get_text (self->shown_text, TRS_TEXT_ALL);
  g_autoptr (GBytes) other_full = trs_transcript_get_text (self->other_text, TRS_TEXT_ALL);
  TrsTextFlags flags = g_bytes_equal (full, other_full) ? TRS_TEXT_BARE : TRS_TEXT_ALL;
  g_autoptr (TrsAnnotations) carried =
      trs_carry_over_annotations (self->carry_over, self->annotations, self->shown_at, self->other_at);
  g_autoptr (GBytes) before = dup_text (self->shown_text, self->annotations, flags);
  g_autoptr (GBytes) after = dup_text (self->other_text, carried, flags);
  g_autoptr (GArray) rows = trs_text_diff (before, after);

  for (guint i = 0; i < rows->len; i++)
    self->n_differences += is_difference (rows, i) && !is_difference (rows, i - 1);
  insert_rows (self, rows);
  set_current (self, 0);
  update_actions (self, TRUE);
  gtk_stack_set_visible_child_name (self->stack, "text");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  /* Lines have no position before the first layout. */
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    trs_after_frame (GTK_WIDGET (self), show_current);
}

typedef struct
{
  TrsTranscript *before;
  TrsTranscript *after;
} Texts;

static void
texts_free (gpointer data)
{
  Texts *texts = data;

  g_object_unref (texts->before);
  g_object_unref (texts->after);
  g_free (texts);
}

static void
carry_over_thread (GTask        *task,
                   gpointer      source_object,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  const Texts *texts = task_data;

  g_task_return_pointer (task, trs_carry_over_new (texts->before, texts->after), (GDestroyNotify) trs_carry_over_free);
}

/* Long texts are compared on a worker thread, which holds its own copy: the window may be closed meanwhile. */
static void
carry_over_async (TrsTranscript       *before,
                  TrsTranscript       *after,
                  GCancellable        *cancellable,
                  GAsyncReadyCallback  callback,
                  gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Texts *texts = g_new0 (Texts, 1);

  texts->before = g_object_ref (before);
  texts->after = g_object_ref (after);
  g_task_set_source_tag (task, carry_over_async);
  g_task_set_task_data (task, texts, texts_free);
  g_task_run_in_thread (task, carry_over_thread);
}

static TrsCarryOver *
carry_over_finish (GAsyncResult  *result,
                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, carry_over_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
carried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsCompareWindow) self = user_data;
  g_autoptr (TrsCarryOver) carry_over = carry_over_finish (result, NULL);

  if (self->cancellable == NULL || carry_over == NULL)
    return;

  self->carry_over = g_steal_pointer (&carry_over);
  compare (self);
}

static void load (TrsCompareWindow *self,
                  gint64            version);

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsCompareWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsTranscript) text =
      trs_transcripts_load_version_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (self->cancellable == NULL)
    return;

  if (text == NULL)
    /* Translators: what failed, as the title of an error. */
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Comparing the versions"));
  else if (self->shown_text != NULL)
    {
      self->other_text = g_steal_pointer (&text);
      carry_over_async (self->shown_text, self->other_text, self->cancellable, carried_cb, g_object_ref (self));
    }
  else
    {
      self->shown_text = g_steal_pointer (&text);
      load (self, self->other);
    }
}

static void
load (TrsCompareWindow *self,
      gint64            version)
{
  trs_transcripts_load_version_async (trs_session_get_transcripts (self->session), self->project, version,
                                      self->cancellable, loaded_cb, g_object_ref (self));
}

static void
version_chosen_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsCompareWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->cancellable == NULL)
    return;
  if (!trs_transcripts_choose_version_finish (TRS_TRANSCRIPTS (source), result, &error))
    {
      update_actions (self, TRUE);
      /* Translators: what failed, as the title of an error. */
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Choosing the version"));
      return;
    }

  g_signal_emit (self, signals[CHOSEN], 0, self->choice != self->shown);
  gtk_window_close (GTK_WINDOW (self));
}

static void
use_version (TrsCompareWindow *self,
             gint64            choice)
{
  update_actions (self, FALSE);
  self->choice = choice;
  trs_transcripts_choose_version_async (trs_session_get_transcripts (self->session), self->project, choice,
                                        version_chosen_cb, g_object_ref (self));
}

static char *
dup_label (guint label)
{
  return trs_strings_speaker (NULL, label);
}

/* Lists the labels to which a name, or a merged speaker, would move. */
static void
append_move (TrsCompareWindow    *self,
             const TrsAnnotation *item,
             GString             *body)
{
  gboolean merge = item->kind == TRS_ANNOTATION_MERGE;
  guint label = trs_carry_over_get_label (self->carry_over, item->number);
  guint into = merge ? trs_carry_over_get_label (self->carry_over, item->other) : 0;
  g_autofree char *from = dup_label (item->number);
  g_autofree char *from_into = dup_label (item->other);
  g_autofree char *both = g_strdup_printf ("%s + %s", from, from_into);
  g_autofree char *to = dup_label (label);
  g_autofree char *to_into = dup_label (into);
  g_autofree char *to_both = g_strdup_printf ("%s + %s", to, to_into);

  if (item->version != 0 || item->kind > TRS_ANNOTATION_MERGE ||
      (label == item->number && (!merge || into == item->other)))
    return;
  if (label == 0 || (merge && into == 0))
    {
      g_string_append_c (body, '\n');
      /* Translators: %s is the name of a speaker, or two labels, "Speaker 1 + Speaker 2". */
      g_string_append_printf (body, _("%s: stays with the version that is shown now"), merge ? both : item->text);
    }
  else if (merge)
    g_string_append_printf (body, "\n%s → %s", both, to_both);
  else
    g_string_append_printf (body, "\n%s: %s → %s", item->text, from, to);
}

static void
names_may_move_cb (TrsCompareWindow *self)
{
  use_version (self, self->other);
}

/* Only the user knows whose words a name belongs to: ask. */
static void
ask_about_names (TrsCompareWindow *self)
{
  g_autoptr (GString) body = g_string_new (
      _("This version labels the speakers differently. "
        "Each name stays with the words it was given for:"));
  TrsMessageDialog *dialog;

  g_string_append_c (body, '\n');
  for (guint i = 0; i < self->annotations->len; i++)
    append_move (self, g_ptr_array_index (self->annotations, i), body);
  dialog = trs_message_dialog_new (GTK_WINDOW (self), _("Move the Names?"), body->str);
  trs_message_dialog_add_answer (dialog, "use", gtk_button_get_label (self->use), "suggested-action");
  g_signal_connect_object (dialog, "response", G_CALLBACK (names_may_move_cb), self, G_CONNECT_SWAPPED);
  trs_dialog_present (GTK_WINDOW (self), GTK_WINDOW (dialog));
}

static void
use_version_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);

  if (g_str_equal (name, "compare.keep"))
    use_version (self, self->shown);
  else if (trs_carry_over_moves_names (self->carry_over, self->annotations))
    ask_about_names (self);
  else
    use_version (self, self->other);
}

static void
lay_out (GtkWindow *window,
         gboolean   compact)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (window);
  int margin = compact ? 12 : 24;

  gtk_text_view_set_left_margin (self->view, margin);
  gtk_text_view_set_right_margin (self->view, margin);
  gtk_widget_set_margin_start (GTK_WIDGET (self->explanation), margin);
  gtk_widget_set_margin_end (GTK_WIDGET (self->explanation), margin);
}

static void
trs_compare_window_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_COMPARE_WINDOW (widget)->cancellable);
  GTK_WIDGET_CLASS (trs_compare_window_parent_class)->unrealize (widget);
}

static void
trs_compare_window_dispose (GObject *object)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->shown_text);
  g_clear_object (&self->other_text);
  g_clear_pointer (&self->carry_over, trs_carry_over_free);
  g_clear_pointer (&self->annotations, g_ptr_array_unref);
  g_clear_object (&self->project);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_compare_window_parent_class)->dispose (object);
}

static void
trs_compare_window_class_init (TrsCompareWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_compare_window_dispose;
  widget_class->unrealize = trs_compare_window_unrealize;

  /* says whether the page has to show another text now */
  signals[CHOSEN] = g_signal_new ("chosen", TRS_TYPE_COMPARE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-compare-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, buffer);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, explanation);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, title);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, use);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, view);
  gtk_widget_class_install_action (widget_class, "compare.next", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "compare.previous", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "compare.use", NULL, use_version_action);
  gtk_widget_class_install_action (widget_class, "compare.keep", NULL, use_version_action);
}

static void
trs_compare_window_init (TrsCompareWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), lay_out);
  trs_dialog_set_help (GTK_WINDOW (self), "read");
  update_actions (self, FALSE);
}

/**
 * trs_compare_window_new:
 * @session: the session
 * @project: a project
 * @shown: the text that is shown of it
 * @other: another one
 * @annotations: (nullable): what the user added to the text that is shown
 *
 * Returns: (transfer none): a window that closes when there is a choice
 */
TrsCompareWindow *
trs_compare_window_new (TrsSession           *session,
                        TrsProject           *project,
                        const TrsTextVersion *shown,
                        const TrsTextVersion *other,
                        TrsAnnotations       *annotations)
{
  TrsCompareWindow *self = g_object_new (TRS_TYPE_COMPARE_WINDOW, NULL);
  g_autofree char *explanation = trs_transcript_strings_comparison (shown->received_at, other->received_at);

  self->session = g_object_ref (session);
  self->project = g_object_ref (project);
  self->annotations = annotations != NULL ? g_ptr_array_ref (annotations) : trs_annotations_new ();
  self->shown = shown->number;
  self->shown_at = shown->received_at;
  self->other = other->number;
  self->other_at = other->received_at;
  gtk_label_set_label (self->explanation, explanation);
  gtk_button_set_label (self->use, self->other_at >= self->shown_at ? _("Use the New Version")
                                                                    : _("Use the Earlier Version"));
  load (self, self->shown);
  return self;
}
