/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-collect-highlights-dialog.h"

#include "config.h"
#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-error-text.h"
#include "trs-found-rows.h"
#include "trs-highlight-collector.h"
#include "trs-i18n.h"
#include "trs-strings.h"
#include "trs-widget-utils.h"

/* Milliseconds before the dialog is shown: shorter work is over before it could be read. */
#define PATIENCE_MS 400

/* How many failures are listed one by one. */
#define MAX_FAILURES 100

struct _TrsCollectHighlightsDialog
{
  AdwWindow parent_instance;

  GtkButton *cancel;
  GtkWidget *go_on;
  GtkStack *stack;
  GtkLabel *progress;
  GtkProgressBar *bar;
  GtkLabel *result;
  AdwPreferencesGroup *failures;

  TrsSession *session;
  TrsHighlightCollector *collector;
  GPtrArray *sources; /* what was collected, while the user is asked whether to go on */
  GCancellable *cancellable;
  guint patience_id;
};

G_DEFINE_FINAL_TYPE (TrsCollectHighlightsDialog, trs_collect_highlights_dialog, ADW_TYPE_WINDOW)

enum
{
  COLLECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Hide the dialog first: the handler may present another one. */
static void
emit_collected (TrsCollectHighlightsDialog *self,
                GPtrArray                  *sources)
{
  g_autoptr (TrsCollectHighlightsDialog) held = g_object_ref (self);

  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit (held, signals[COLLECTED], 0, sources);
  gtk_window_destroy (GTK_WINDOW (held));
}

static void
go_on (GtkWidget  *widget,
       const char *action_name,
       GVariant   *parameter)
{
  TrsCollectHighlightsDialog *self = TRS_COLLECT_HIGHLIGHTS_DIALOG (widget);

  g_autoptr (GPtrArray) sources = g_steal_pointer (&self->sources);

  if (sources != NULL)
    emit_collected (self, sources);
}

static void
add_failure (TrsCollectHighlightsDialog *self,
             const TrsBatchFailure      *failure)
{
  GtkWidget *row = adw_action_row_new ();
  g_autoptr (TrsErrorText) text = trs_error_text_new (failure->error);
  g_autofree char *title = trs_display_text_title (failure->title);
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *reason = g_markup_escape_text (text->title, -1);

  g_object_set (row, "title", title_markup, "subtitle", reason, NULL);
  adw_preferences_group_add (self->failures, row);
}

static char *
describe_result (TrsCollectHighlightsDialog *self)
{
  guint n = trs_highlight_collector_get_n_transcripts (self->collector);
  guint n_failed = trs_highlight_collector_get_failures (self->collector)->len;
  g_autofree char *number = trs_strings_number (n_failed > 0 ? n_failed : n);

  if (n_failed > 0)
    /* Translators: %s is a number. */
    return g_strdup_printf (ngettext ("The highlights of %s transcript can’t be read",
                                      "The highlights of %s transcripts can’t be read", n_failed),
                            number);
  /* Translators: %s is a number. */
  return g_strdup_printf (ngettext ("No highlights in %s transcript", "No highlights in these %s transcripts", n),
                          number);
}

/* Shows the dialog, which may not have been visible so far. */
static void
show_result (TrsCollectHighlightsDialog *self,
             guint                       n_sources)
{
  GPtrArray *failures = trs_highlight_collector_get_failures (self->collector);
  g_autofree char *result = describe_result (self);

  g_clear_handle_id (&self->patience_id, g_source_remove);
  gtk_label_set_label (self->result, result);
  for (guint i = 0; i < MIN (failures->len, MAX_FAILURES); i++)
    add_failure (self, g_ptr_array_index (failures, i));
  if (failures->len > MAX_FAILURES)
    {
      /* Translators: %'u is the number of transcripts that are not listed. */
      g_autofree char *more = g_strdup_printf (ngettext ("And %'u more", "And %'u more", failures->len - MAX_FAILURES),
                                               failures->len - MAX_FAILURES);

      adw_preferences_group_set_description (self->failures, more);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->failures), failures->len > 0);
  gtk_widget_set_visible (self->go_on, n_sources > 0);
  gtk_stack_set_visible_child_name (self->stack, "done");
  if (n_sources == 0)
    /* Translators: button: closes a dialog. */
    gtk_button_set_label (self->cancel, _("_Close"));
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (n_sources > 0 ? self->go_on : GTK_WIDGET (self->cancel));
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (TrsCollectHighlightsDialog) self = user_data;
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources =
      trs_highlight_collector_run_finish (TRS_HIGHLIGHT_COLLECTOR (source), result, &error);

  /* Closed meanwhile. */
  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (sources == NULL)
    {
      if (parent != NULL)
        /* Translators: what failed, as the title of an error. */
        trs_error_sink_throw (GTK_WIDGET (parent), error, _("Collecting the highlights"));
      gtk_window_destroy (GTK_WINDOW (self));
    }
  else if (sources->len > 0 && trs_highlight_collector_get_failures (self->collector)->len == 0)
    emit_collected (self, sources);
  else
    {
      self->sources = sources->len > 0 ? g_ptr_array_ref (sources) : NULL;
      show_result (self, sources->len);
    }
}

static void
progress_cb (TrsCollectHighlightsDialog *self)
{
  guint n_done = trs_highlight_collector_get_n_done (self->collector);
  guint n_total = trs_highlight_collector_get_n_total (self->collector);
  g_autofree char *done = trs_strings_number (n_done);
  g_autofree char *total = trs_strings_number (n_total);
  /* Translators: how far it is; both %s are numbers of transcripts: read so far, and of all, "12 of 214". */
  g_autofree char *line = g_strdup_printf (_("Read %s of %s"), done, total);

  if (n_total == 0)
    return;
  gtk_label_set_label (self->progress, line);
  gtk_progress_bar_set_fraction (self->bar, (double) n_done / n_total);
}

static gboolean
patience_cb (gpointer user_data)
{
  TrsCollectHighlightsDialog *self = user_data;

  self->patience_id = 0;
  gtk_window_present (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

/* GTK 4.8 leaves a dangling parent pointer in a destroyed window that is still referenced, so
 * GtkWindow:destroy-with-parent cannot be used.
 * floor: try without it with GTK ≥ 4.10 */
static void
parent_unrealized_cb (TrsCollectHighlightsDialog *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->patience_id, g_source_remove);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
show_when_slow (TrsCollectHighlightsDialog *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  self->patience_id = g_timeout_add (PATIENCE_MS, patience_cb, self);
  if (parent != NULL)
    g_signal_connect_object (parent, "unrealize", G_CALLBACK (parent_unrealized_cb), self, G_CONNECT_SWAPPED);
}

static void
start_collector (TrsCollectHighlightsDialog *self,
                 GArray                     *rows)
{
  TrsSession *session = self->session;

  self->collector = trs_highlight_collector_new (trs_session_get_projects (session), trs_session_get_library (session),
                                                 trs_session_get_transcripts (session),
                                                 trs_account_get_link_pattern (trs_session_get_account (session)));
  g_signal_connect_object (self->collector, "notify", G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
  trs_highlight_collector_run_async (self->collector, rows, self->cancellable, run_cb, g_object_ref (self));
}

/**
 * trs_collect_highlights_dialog_run:
 * @self: a dialog with its parent, not yet presented
 * @rows: (nullable) (element-type gint64): rows of projects; %NULL for all finished ones
 *
 * Starts to collect; to be called once. The dialog presents itself when necessary.
 */
void
trs_collect_highlights_dialog_run (TrsCollectHighlightsDialog *self,
                                   GArray                     *rows)
{
  g_return_if_fail (self->patience_id == 0 && self->collector == NULL);

  show_when_slow (self);
  start_collector (self, rows);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (TrsCollectHighlightsDialog) self = user_data;
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) rows = trs_found_rows_list_finish (result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (rows != NULL)
    {
      start_collector (self, rows);
      return;
    }
  /* The search query has changed since. */
  if (parent != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_error_sink_throw (GTK_WIDGET (parent), error, _("Collecting the highlights"));
  gtk_window_destroy (GTK_WINDOW (self));
}

/**
 * trs_collect_highlights_dialog_run_found:
 * @self: a dialog with its parent, not yet presented
 *
 * As trs_collect_highlights_dialog_run(), for all results of the current search.
 */
void
trs_collect_highlights_dialog_run_found (TrsCollectHighlightsDialog *self)
{
  g_return_if_fail (self->patience_id == 0 && self->collector == NULL);

  show_when_slow (self);
  trs_found_rows_list_async (trs_session_get_searcher (self->session), self->cancellable, found_cb,
                             g_object_ref (self));
}

/* Pending operations hold a reference to the dialog. Downloads continue for others that wait for them. */
static void
trs_collect_highlights_dialog_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_COLLECT_HIGHLIGHTS_DIALOG (widget)->cancellable);

  GTK_WIDGET_CLASS (trs_collect_highlights_dialog_parent_class)->unrealize (widget);
}

static void
trs_collect_highlights_dialog_dispose (GObject *object)
{
  TrsCollectHighlightsDialog *self = TRS_COLLECT_HIGHLIGHTS_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->patience_id, g_source_remove);
  g_clear_object (&self->collector);
  g_clear_object (&self->session);
  g_clear_pointer (&self->sources, g_ptr_array_unref);

  G_OBJECT_CLASS (trs_collect_highlights_dialog_parent_class)->dispose (object);
}

static void
trs_collect_highlights_dialog_finalize (GObject *object)
{
  g_object_unref (TRS_COLLECT_HIGHLIGHTS_DIALOG (object)->cancellable);

  G_OBJECT_CLASS (trs_collect_highlights_dialog_parent_class)->finalize (object);
}

static void
trs_collect_highlights_dialog_class_init (TrsCollectHighlightsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_collect_highlights_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_collect_highlights_dialog_finalize;
  widget_class->unrealize = trs_collect_highlights_dialog_unrealize;

  signals[COLLECTED] = g_signal_new ("collected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-collect-highlights-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsCollectHighlightsDialog, cancel);
  gtk_widget_class_bind_template_child (widget_class, TrsCollectHighlightsDialog, go_on);
  gtk_widget_class_bind_template_child (widget_class, TrsCollectHighlightsDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsCollectHighlightsDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, TrsCollectHighlightsDialog, bar);
  gtk_widget_class_bind_template_child (widget_class, TrsCollectHighlightsDialog, result);
  gtk_widget_class_bind_template_child (widget_class, TrsCollectHighlightsDialog, failures);
  gtk_widget_class_install_action (widget_class, "collect-highlights.go-on", NULL, go_on);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
trs_collect_highlights_dialog_init (TrsCollectHighlightsDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_dialog_adapt (GTK_WINDOW (self));
  trs_dialog_add_help_key (GTK_WINDOW (self));
  trs_dialog_set_help (GTK_WINDOW (self), "export");
}

/**
 * trs_collect_highlights_dialog_new:
 * @session: the session
 *
 * Returns: (transfer none): a dialog, which GTK owns until it is destroyed
 */
TrsCollectHighlightsDialog *
trs_collect_highlights_dialog_new (TrsSession *session)
{
  TrsCollectHighlightsDialog *self = g_object_new (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG, NULL);

  self->session = g_object_ref (session);
  return self;
}
