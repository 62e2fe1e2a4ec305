/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-compare-window.h"

#include "config.h"
#include "trs-compare-text.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-strings.h"
#include "trs-text-diff.h"
#include "trs-transcript-strings.h"
#include "trs-widget-utils.h"

struct _TrsCompareWindow
{
  AdwWindow parent_instance;

  GtkLabel *explanation;
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

enum
{
  PROP_N_DIFFERENCES = 1,
  PROP_CURRENT,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

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
  int step = g_str_equal (name, "compare.next") ? 1 : self->n_differences - 1;

  self->current = (self->current + step) % self->n_differences;
  show_current (widget);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_CURRENT]);
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

  self->n_differences = trs_compare_text_fill (self->view, rows, self->shown_label, self->other_label);
  update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_DIFFERENCES]);
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
trs_compare_window_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  TrsCompareWindow *self = TRS_COMPARE_WINDOW (object);

  switch (id)
    {
    case PROP_N_DIFFERENCES:
      g_value_set_int (value, self->n_differences);
      break;
    case PROP_CURRENT:
      g_value_set_int (value, self->current);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
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
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_compare_window_get_property;
  object_class->dispose = trs_compare_window_dispose;
  object_class->finalize = trs_compare_window_finalize;
  widget_class->unrealize = trs_compare_window_unrealize;

  props[PROP_N_DIFFERENCES] = g_param_spec_int ("n-differences", NULL, NULL, -1, G_MAXINT, -1, flags);
  props[PROP_CURRENT] = g_param_spec_int ("current", NULL, NULL, 0, G_MAXINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  /* Tells whether another text is shown now. */
  signals[CHOSEN] = g_signal_new ("chosen", TRS_TYPE_COMPARE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-compare-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, explanation);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, view);
  gtk_widget_class_bind_template_child (widget_class, TrsCompareWindow, use);
  gtk_widget_class_bind_template_callback (widget_class, trs_transcript_strings_compare_state);
  gtk_widget_class_bind_template_callback (widget_class, trs_transcript_strings_differences);
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
