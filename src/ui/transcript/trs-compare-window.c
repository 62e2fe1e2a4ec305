/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-compare-window.h"

#include "config.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-strings.h"
#include "trs-text-diff.h"
#include "trs-transcript-layout.h"
#include "trs-transcript-strings.h"
#include "trs-widget-utils.h"

/* Paragraphs that are the same and stand beside a difference, so that its place is known. */
#define CONTEXT 1

struct _TrsCompareWindow
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkLabel *explanation;
  GtkStack *stack;
  GtkTextView *view;
  GtkButton *use;

  TrsSession *session;
  TrsProject *project;
  gint64 shown;
  gint64 other;
  char *shown_label;
  char *other_label;
  GPtrArray *texts;
  GCancellable *cancellable;
  int n_differences;
  int current;
  gboolean choosing;
  gint64 choice;
};

G_DEFINE_FINAL_TYPE (TrsCompareWindow, trs_compare_window, ADW_TYPE_WINDOW)

static void
update_actions (TrsCompareWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "compare.next", self->n_differences > 0);
  gtk_widget_action_set_enabled (widget, "compare.previous", self->n_differences > 0);
  gtk_widget_action_set_enabled (widget, "compare.use", self->n_differences >= 0);
  gtk_widget_action_set_enabled (widget, "compare.keep", self->n_differences >= 0);
}

/* A difference shows by its heading, by the label above each text, and by what is struck out or underlined; the colours
 * only help. They are translucent, so that they serve light and dark alike. */
typedef struct
{
  GtkTextBuffer *buffer;
  GtkTextIter end;
  GArray *rows;
  const char *before;
  const char *after;
  guint n_differences;
  guint number;
} Filling;

static void
make_tags (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, "heading", "weight", PANGO_WEIGHT_BOLD, "pixels-below-lines", 6, NULL);
  gtk_text_buffer_create_tag (buffer, "same", "pixels-above-lines", 6, "pixels-below-lines", 6, NULL);
  gtk_text_buffer_create_tag (buffer, "skipped", "justification", GTK_JUSTIFY_CENTER, "scale", 0.9,
                              "pixels-above-lines", 12, "pixels-below-lines", 12, NULL);
  gtk_text_buffer_create_tag (buffer, "gone", "paragraph-background", "rgba(224,27,36,0.13)", "pixels-below-lines", 6,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "come", "paragraph-background", "rgba(46,194,126,0.17)", "pixels-below-lines", 6,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "label", "weight", PANGO_WEIGHT_BOLD, "scale", 0.9, "pixels-above-lines", 6,
                              "pixels-below-lines", 0, NULL);
  gtk_text_buffer_create_tag (buffer, "struck", "strikethrough", TRUE, NULL);
  gtk_text_buffer_create_tag (buffer, "underlined", "underline", PANGO_UNDERLINE_SINGLE, "weight", PANGO_WEIGHT_BOLD,
                              NULL);
}

static void
insert (Filling    *self,
        const char *text,
        gssize      length,
        const char *tag,
        const char *other_tag)
{
  gtk_text_buffer_insert_with_tags_by_name (self->buffer, &self->end, text, (int) length, tag, other_tag, NULL);
}

static void
insert_line (Filling    *self,
             const char *text,
             const char *tag,
             const char *other_tag)
{
  insert (self, text, -1, tag, other_tag);
  insert (self, "\n", 1, tag, other_tag);
}

/* A very long paragraph is broken for display, as on the page of the transcript. */
static void
insert_run (Filling    *self,
            const char *text,
            gsize       length,
            const char *tag,
            const char *other_tag)
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

static void
insert_piece (Filling            *self,
              const TrsTextPiece *piece,
              const char         *tag,
              const char         *changed_tag)
{
  insert_run (self, piece->text, piece->changed_from, tag, NULL);
  insert_run (self, piece->text + piece->changed_from, piece->changed_to - piece->changed_from, tag, changed_tag);
  insert_run (self, piece->text + piece->changed_to, piece->length - piece->changed_to, tag, NULL);
  insert (self, "\n", 1, tag, NULL);
}

static const TrsTextDiffRow *
row_at (GArray *rows,
        guint   i)
{
  return &g_array_index (rows, TrsTextDiffRow, i);
}

static guint
run_length (GArray *rows,
            guint   from)
{
  gboolean same = row_at (rows, from)->kind == TRS_TEXT_DIFF_SAME;
  guint i = from;

  while (i < rows->len && (row_at (rows, i)->kind == TRS_TEXT_DIFF_SAME) == same)
    i++;
  return i - from;
}

static void
insert_same (Filling *self,
             guint    from,
             guint    length)
{
  guint first = from > 0 ? MIN (CONTEXT, length) : 0;
  guint last = from + length < self->rows->len ? MIN (CONTEXT, length - first) : 0;
  guint skipped = length - first - last;

  for (guint i = 0; i < length; i++)
    {
      const TrsTextPiece *piece = &row_at (self->rows, from + i)->after;

      if (i == first && skipped > 0)
        {
          g_autofree char *words =
              /* Translators: stands in the place of parts that are the same in both texts. */
              g_strdup_printf (ngettext ("· %u paragraph is the same ·", "· %u paragraphs are the same ·", skipped),
                               skipped);

          insert_line (self, words, "skipped", NULL);
        }
      if (i < first || i >= length - last)
        insert_piece (self, piece, "same", NULL);
    }
}

static void
insert_side (Filling    *self,
             guint       from,
             guint       length,
             gboolean    after)
{
  const char *tag = after ? "come" : "gone";
  gboolean labelled = FALSE;

  for (guint i = from; i < from + length; i++)
    {
      const TrsTextDiffRow *row = row_at (self->rows, i);
      const TrsTextPiece *piece = after ? &row->after : &row->before;

      if (piece->text == NULL)
        continue;
      if (!labelled)
        insert_line (self, after ? self->after : self->before, tag, "label");
      labelled = TRUE;
      insert_piece (self, piece, tag, after ? "underlined" : "struck");
    }
}

static void
insert_difference (Filling *self,
                   guint    from,
                   guint    length)
{
  g_autofree char *name = g_strdup_printf ("difference-%u", self->number);
  g_autofree char *heading =
      trs_transcript_strings_differences ((int) self->n_differences, (int) self->number);

  insert_line (self, "", "same", NULL);
  gtk_text_buffer_create_mark (self->buffer, name, &self->end, TRUE);
  insert_line (self, heading, "heading", NULL);
  insert_side (self, from, length, FALSE);
  insert_side (self, from, length, TRUE);
  self->number++;
}

static guint
count_differences (GArray *rows)
{
  guint n = 0;

  for (guint i = 0; i < rows->len; i += run_length (rows, i))
    if (row_at (rows, i)->kind != TRS_TEXT_DIFF_SAME)
      n++;
  return n;
}

/* Writes down what differs, and a little of what does not. Returns how many differences there are. */
static guint
fill (TrsCompareWindow *window,
      GArray           *rows)
{
  g_autofree char *gone = g_strdup_printf ("− %s", window->shown_label);
  g_autofree char *come = g_strdup_printf ("+ %s", window->other_label);
  Filling self = { gtk_text_view_get_buffer (window->view), { 0 }, rows, gone, come, count_differences (rows), 0 };

  make_tags (self.buffer);
  gtk_text_buffer_get_end_iter (self.buffer, &self.end);
  for (guint i = 0, length; i < rows->len; i += length)
    {
      length = run_length (rows, i);
      if (row_at (rows, i)->kind == TRS_TEXT_DIFF_SAME)
        insert_same (&self, i, length);
      else
        insert_difference (&self, i, length);
    }

  return self.n_differences;
}

/* Brings a difference into view, and selects its heading, which is read out. */
static void
show_current (GtkWidget *widget)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  g_autofree char *name = g_strdup_printf ("difference-%d", self->current);
  GtkTextMark *mark = gtk_text_buffer_get_mark (buffer, name);
  GtkTextIter start;
  GtkTextIter end;

  if (mark == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (buffer, &start, mark);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_select_range (buffer, &start, &end);
  gtk_text_view_scroll_to_mark (self->view, mark, 0, TRUE, 0, 0.1);
}

static void
update_title (TrsCompareWindow *self)
{
  g_autofree char *subtitle = trs_transcript_strings_differences (self->n_differences, self->current);

  adw_window_title_set_subtitle (self->title, subtitle);
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);
  int step = g_str_equal (name, "compare.next") ? 1 : self->n_differences - 1;

  self->current = (self->current + step) % self->n_differences;
  show_current (widget);
  update_title (self);
}

static void
compare_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GPtrArray *texts = task_data;

  g_task_return_pointer (task, trs_text_diff (texts->pdata[0], texts->pdata[1]), (GDestroyNotify) g_array_unref);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (source);
  g_autoptr (GArray) rows = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Cancelled: the window is closed. */
  if (rows == NULL)
    return;

  self->n_differences = fill (self, rows);
  update_actions (self);
  update_title (self);
  gtk_stack_set_visible_child_name (self->stack, "text");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  /* Lines have no position before the first layout. */
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    trs_after_frame (GTK_WIDGET (self), show_current);
}

static GPtrArray *
get_bytes (TrsCompareWindow *self,
           TrsTextFlags      flags)
{
  GPtrArray *bytes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < self->texts->len; i++)
    g_ptr_array_add (bytes, trs_transcript_get_text (self->texts->pdata[i], flags));
  return bytes;
}

/* With times and speakers, because they may be what differs; the words alone if nothing else does. */
static void
compare (TrsCompareWindow *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, compared_cb, NULL);
  g_autoptr (GPtrArray) bytes = get_bytes (self, TRS_TEXT_ALL);

  if (g_bytes_equal (bytes->pdata[0], bytes->pdata[1]))
    {
      g_ptr_array_unref (bytes);
      bytes = get_bytes (self, TRS_TEXT_BARE);
    }
  g_task_set_source_tag (task, compare);
  g_task_set_task_data (task, g_steal_pointer (&bytes), (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, compare_thread);
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
  TrsTranscript *text = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (text != NULL)
    g_ptr_array_add (self->texts, text);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (text == NULL)
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Comparing the versions"));
  else if (self->texts->len == 1)
    load (self, self->other);
  else
    compare (self);
}

static void
load (TrsCompareWindow *self,
      gint64            version)
{
  trs_transcripts_load_version_async (trs_session_get_transcripts (self->session), self->project, version,
                                      self->cancellable, loaded_cb, g_object_ref (self));
}

static void
chosen_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsCompareWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  self->choosing = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (!trs_transcripts_choose_version_finish (TRS_TRANSCRIPTS (source), result, &error))
    {
      trs_error_sink_throw (GTK_WIDGET (self), error, _("Choosing the version"));
      return;
    }

  g_signal_emit_by_name (self, "chosen", self->choice != self->shown);
  gtk_window_close (GTK_WINDOW (self));
}

static void
choose_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);

  if (self->choosing)
    return;
  self->choosing = TRUE;
  self->choice = g_str_equal (name, "compare.use") ? self->other : self->shown;
  trs_transcripts_choose_version_async (trs_session_get_transcripts (self->session), self->project, self->choice,
                                        chosen_cb, g_object_ref (self));
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

/* A worker may keep a reference to this window for longer than its transient parent lives; GTK keeps a dangling
 * pointer to that. */
static void
trs_compare_window_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_COMPARE_WINDOW (widget)->cancellable);
  GTK_WIDGET_CLASS (trs_compare_window_parent_class)->unrealize (widget);
  gtk_window_set_transient_for (GTK_WINDOW (widget), NULL);
}

static void
trs_compare_window_dispose (GObject *object)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->project);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_compare_window_parent_class)->dispose (object);
}

static void
trs_compare_window_finalize (GObject *object)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (object);

  g_free (self->shown_label);
  g_free (self->other_label);
  g_ptr_array_unref (self->texts);
  g_object_unref (self->cancellable);

  G_OBJECT_CLASS (trs_compare_window_parent_class)->finalize (object);
}

static void
trs_compare_window_class_init (TrsCompareWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_compare_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_compare_window_finalize;
  widget_class->unrealize = trs_compare_window_unrealize;

  /* Tells whether another text is shown now. */
  g_signal_new ("chosen", TRS_TYPE_COMPARE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_BOOLEAN);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-compare-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, title);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, explanation);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, view);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, use);
  gtk_widget_class_install_action (widget_class, "compare.next", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "compare.previous", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "compare.use", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "compare.keep", NULL, choose_action);
}

static void
trs_compare_window_init (TrsCompareWindow *self)
{
  self->texts = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  self->n_differences = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), lay_out);
  update_actions (self);
}

/**
 * trs_compare_window_new:
 * @session: the session
 * @project: a project
 * @shown: the text that is shown of it
 * @other: another one
 *
 * Returns: (transfer none): a window that closes when there is a choice
 */
TrsCompareWindow *
trs_compare_window_new (TrsSession           *session,
                        TrsProject           *project,
                        const TrsTextVersion *shown,
                        const TrsTextVersion *other)
{
  TrsCompareWindow *self = g_object_new (TRS_TYPE_COMPARE_WINDOW, NULL);
  g_autofree char *shown_at = trs_strings_date_time (shown->received_at);
  g_autofree char *other_at = trs_strings_date_time (other->received_at);
  g_autofree char *words = NULL;
  gboolean newer = other->received_at >= shown->received_at;

  self->session = g_object_ref (session);
  self->project = g_object_ref (project);
  self->shown = shown->number;
  self->other = other->number;
  /* Translators: %s is a date and a time. */
  self->shown_label = g_strdup_printf (_("Shown now, received %s"), shown_at);
  /* Translators: %s is a date and a time. */
  self->other_label = newer ? g_strdup_printf (_("New, received %s"), other_at)
                            : g_strdup_printf (_("Earlier, received %s"), other_at);
  gtk_button_set_label (self->use, newer ? _("Use the New Version") : _("Use the Earlier Version"));
  /* Translators: both %s are dates with times. */
  words = g_strdup_printf (newer ? _("You are reading the version from %s. The service sent a different version on %s. "
                                     "Both are kept.")
                                 : _("You are reading the version from %s. An earlier one is from %s. Both are kept."),
                           shown_at, other_at);
  gtk_label_set_label (self->explanation, words);
  load (self, self->shown);
  return self;
}
