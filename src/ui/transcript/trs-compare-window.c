/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-compare-window.h"

#include "config.h"
#include "trs-compare-text.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-text-diff.h"
#include "trs-widget-utils.h"
#include "trs-strings.h"

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
  TrsTranscript *shown_text;
  TrsTranscript *other_text;
  GCancellable *cancellable;
  guint n_differences;
  guint current;
  gboolean choosing;
  gint64 choice;
};

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsCompareWindow, trs_compare_window, ADW_TYPE_WINDOW)

static void
update_title (TrsCompareWindow *self)
{
  g_autofree char *words = NULL;

  if (self->n_differences == 0)
    words = g_strdup (_("The words are the same"));
  else
    /* Translators: "Difference 2 of 3". */
    words = g_strdup_printf (_("Difference %u of %u"), self->current + 1, self->n_differences);
  adw_window_title_set_subtitle (self->title, words);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.next", self->n_differences > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.previous", self->n_differences > 0);
}

static void
show_current (GtkWidget *widget)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);

  trs_compare_text_show (self->view, self->current);
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (widget);
  guint step = g_str_equal (name, "compare.next") ? 1 : self->n_differences - 1;

  if (self->n_differences == 0)
    return;
  self->current = (self->current + step) % self->n_differences;
  show_current (widget);
  update_title (self);
}

typedef struct
{
  GBytes *before;
  GBytes *after;
} Texts;

static void
texts_free (gpointer data)
{
  Texts *texts = data;

  g_bytes_unref (texts->before);
  g_bytes_unref (texts->after);
  g_free (texts);
}

static void
compare_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Texts *texts = task_data;

  g_task_return_pointer (task, trs_text_diff (texts->before, texts->after), (GDestroyNotify) g_array_unref);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (source);
  g_autoptr (GArray) rows = g_task_propagate_pointer (G_TASK (result), NULL);

  if (rows == NULL || g_cancellable_is_cancelled (self->cancellable))
    return;

  self->n_differences = trs_compare_text_fill (self->view, rows, self->shown_label, self->other_label);
  gtk_stack_set_visible_child_name (self->stack, "text");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.use", TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.keep", TRUE);
  update_title (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  /* Before it is laid out nobody can tell where in the view a line will be. */
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    trs_after_frame (GTK_WIDGET (self), show_current);
}

/* With times and speakers, because they may be what differs; the words alone if nothing else does. */
static void
compare (TrsCompareWindow *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, compared_cb, NULL);
  Texts *texts = g_new0 (Texts, 1);

  texts->before = trs_transcript_get_text (self->shown_text, TRS_TEXT_ALL);
  texts->after = trs_transcript_get_text (self->other_text, TRS_TEXT_ALL);
  if (g_bytes_equal (texts->before, texts->after))
    {
      g_bytes_unref (texts->before);
      g_bytes_unref (texts->after);
      texts->before = trs_transcript_get_text (self->shown_text, TRS_TEXT_BARE);
      texts->after = trs_transcript_get_text (self->other_text, TRS_TEXT_BARE);
    }
  g_task_set_source_tag (task, compare);
  g_task_set_task_data (task, texts, texts_free);
  g_task_run_in_thread (task, compare_thread);
}

static void
loaded (TrsCompareWindow  *self,
        GObject           *source,
        GAsyncResult      *result,
        TrsTranscript    **place)
{
  g_autoptr (GError) error = NULL;

  *place = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (*place == NULL)
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Comparing the versions"));
  else if (self->shown_text != NULL && self->other_text != NULL)
    compare (self);
}

static void
shown_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsCompareWindow) self = user_data;

  loaded (self, source, result, &self->shown_text);
}

static void
other_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsCompareWindow) self = user_data;

  loaded (self, source, result, &self->other_text);
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

  g_signal_emit (self, signals[CHOSEN], 0, self->choice != self->shown);
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

/* A worker may hold on to the window for longer than the one below lives. GTK would then go on to speak to that one. */
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
  g_clear_object (&self->shown_text);
  g_clear_object (&self->other_text);
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
  g_clear_object (&self->cancellable);

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
  signals[CHOSEN] = g_signal_new ("chosen", TRS_TYPE_COMPARE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

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
  static const char * const names[] = { "compare.next", "compare.previous", "compare.use", "compare.keep" };

  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_size_follow (GTK_WINDOW (self), lay_out);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], FALSE);
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
  trs_transcripts_load_version_async (trs_session_get_transcripts (session), project, self->shown, self->cancellable,
                                      shown_loaded_cb, g_object_ref (self));
  trs_transcripts_load_version_async (trs_session_get_transcripts (session), project, self->other, self->cancellable,
                                      other_loaded_cb, g_object_ref (self));
  return self;
}
