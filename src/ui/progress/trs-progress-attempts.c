/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-attempts.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

/* A video may have failed hundreds of times. */
#define SHOWN_AT_FIRST 10

struct _TrsProgressAttempts
{
  AdwBin parent_instance;

  TrsHistory *history;
  TrsProject *project;
  GCancellable *cancellable;

  GListStore *attempts;
  GtkSliceListModel *shown;
  GtkLabel *pattern;
  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (TrsProgressAttempts, trs_progress_attempts, ADW_TYPE_BIN)

static char *
failed_outcome (TrsProject *attempt)
{
  gint64 found_out = trs_project_get_data (attempt)->finished_seen_at;
  g_autofree char *time = found_out != 0 ? trs_strings_time (found_out) : NULL;
  const char *what = NULL;
  g_autofree char *failed = NULL;

  if (trs_project_get_failed_in (attempt) == TRS_PROJECT_STATE_UPLOAD)
    what = _("while fetching the video");
  else if (trs_project_get_failed_in (attempt) == TRS_PROJECT_STATE_TRANSCRIPTION)
    what = _("while transcribing");
  /* Translators: %s is a time of day. */
  failed = time != NULL ? g_strdup_printf (_("Failed at %s"), time) : g_strdup (_("Failed"));
  if (what == NULL)
    return g_steal_pointer (&failed);
  /* Translators: "Failed at 16:21, while fetching the video" */
  return g_strdup_printf (_("%s, %s"), failed, what);
}

static char *
dup_outcome (TrsProject *attempt)
{
  g_autofree char *status = NULL;

  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR)
    return failed_outcome (attempt);
  status = trs_project_strings_status (attempt);
  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_DONE)
    return g_strdup_printf (_("Transcribed · %s"), status);
  return g_steal_pointer (&status);
}

static void
update_disc (GtkImage   *disc,
             TrsProject *attempt)
{
  const char *classes[] = { "step", "now", NULL };
  const char *icon_name = "media-record-symbolic";

  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR)
    {
      classes[1] = "bad";
      icon_name = "window-close-symbolic";
    }
  else if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_DONE)
    {
      classes[1] = "done";
      icon_name = "object-select-symbolic";
    }
  gtk_image_set_from_icon_name (disc, icon_name);
  gtk_widget_set_css_classes (GTK_WIDGET (disc), classes);
}

static void
update_row (AdwActionRow *row,
            gboolean      unsaved,
            TrsProject   *attempt)
{
  gint64 time = trs_project_get_data (attempt)->submitted_at;
  gint64 length = trs_strings_get_free () ? 0 : trs_project_get_data (attempt)->video_length;
  g_autofree char *date = NULL;
  g_autofree char *outcome = dup_outcome (attempt);
  g_autofree char *credits = length > 0 ? trs_strings_credits (trs_credits_for_length (length)) : NULL;

  if (time == 0)
    time = trs_project_get_data (attempt)->created_at;
  date = time != 0 ? trs_strings_date_time (time) : g_strdup (_("Date not known"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), date);
  adw_action_row_set_subtitle (row, outcome);
  update_disc (g_object_get_data (G_OBJECT (row), "disc"), attempt);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "credits"), credits != NULL ? credits : "");
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  TrsProgressAttempts *self = user_data;
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, NULL);
  GtkWidget *disc = g_object_new (GTK_TYPE_IMAGE, "valign", GTK_ALIGN_CENTER, NULL);
  GtkWidget *credits = gtk_label_new (NULL);

  g_object_set_data (G_OBJECT (row), "disc", disc);
  g_object_set_data (G_OBJECT (row), "credits", credits);
  gtk_widget_add_css_class (row, "num");
  gtk_widget_add_css_class (credits, "quiet");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), disc);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), credits);
  if (item != self->project)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", trs_project_get_id (item));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-project");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
    }
  g_signal_connect_object (item, "changed", G_CALLBACK (update_row), row, G_CONNECT_SWAPPED);
  update_row (ADW_ACTION_ROW (row), FALSE, item);
  return row;
}

static gboolean
is_cut (TrsProgressAttempts *self,
        guint                n_attempts,
        guint                n_shown)
{
  return n_shown < n_attempts;
}

/* The focus goes from the button, which is hidden now, to the first row that it has shown. */
static void
on_show_all (TrsProgressAttempts *self)
{
  gtk_slice_list_model_set_size (self->shown, G_MAXUINT);
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->rows, SHOWN_AT_FIRST)));
}

static void
update_pattern (TrsProgressAttempts *self)
{
  guint n_attempts = g_list_model_get_n_items (G_LIST_MODEL (self->attempts));
  guint n_failed = 0;
  g_autofree char *pattern = NULL;

  for (guint i = 0; i < n_attempts; i++)
    {
      g_autoptr (TrsProject) attempt = g_list_model_get_item (G_LIST_MODEL (self->attempts), i);

      n_failed += trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR;
    }
  pattern = g_strdup_printf (ngettext ("%u of %u attempt at this video failed",
                                       "%u of %u attempts at this video failed", n_attempts),
                             n_failed, n_attempts);
  gtk_label_set_label (self->pattern, pattern);
  gtk_widget_set_visible (GTK_WIDGET (self->pattern), n_attempts > 1);
}

static gboolean
are_listed (TrsProgressAttempts *self,
            GPtrArray           *attempts)
{
  gboolean same = attempts->len == g_list_model_get_n_items (G_LIST_MODEL (self->attempts));

  for (guint i = 0; same && i < attempts->len; i++)
    {
      g_autoptr (TrsProject) attempt = g_list_model_get_item (G_LIST_MODEL (self->attempts), i);

      same = attempts->pdata[i] == attempt;
    }
  return same;
}

/* Rows that are made anew lose the focus. */
static void
set_attempts (TrsProgressAttempts *self,
              GPtrArray           *attempts)
{
  if (!g_ptr_array_find (attempts, self->project, NULL))
    g_ptr_array_add (attempts, g_object_ref (self->project));
  if (!are_listed (self, attempts))
    g_list_store_splice (self->attempts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->attempts)), attempts->pdata,
                         attempts->len);
  update_pattern (self);
}

static void
attempts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (TrsProgressAttempts) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) attempts = trs_history_list_finish (TRS_HISTORY (source), result, &error);

  if (attempts != NULL)
    set_attempts (self, attempts);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("The other attempts could not be listed: %s", error->message);
}

static void
stop_listing (TrsProgressAttempts *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
list_attempts (TrsProgressAttempts *self)
{
  const char *video_id = trs_project_get_data (self->project)->video_id;

  stop_listing (self);
  if (video_id == NULL)
    return;

  self->cancellable = g_cancellable_new ();
  trs_history_list_attempts_async (self->history, video_id, self->cancellable, attempts_listed_cb,
                                   g_object_ref (self));
}

static void
forget (TrsProgressAttempts *self)
{
  stop_listing (self);
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_clear_object (&self->history);
  g_clear_object (&self->project);
  g_list_store_remove_all (self->attempts);
  gtk_slice_list_model_set_size (self->shown, SHOWN_AT_FIRST);
}

static void
trs_progress_attempts_dispose (GObject *object)
{
  forget (TRS_PROGRESS_ATTEMPTS (object));
  G_OBJECT_CLASS (trs_progress_attempts_parent_class)->dispose (object);
}

static void
trs_progress_attempts_class_init (TrsProgressAttemptsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_progress_attempts_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-attempts.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressAttempts, attempts);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressAttempts, shown);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressAttempts, pattern);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressAttempts, rows);
  gtk_widget_class_bind_template_callback (widget_class, is_cut);
  gtk_widget_class_bind_template_callback (widget_class, on_show_all);
}

static void
trs_progress_attempts_init (TrsProgressAttempts *self)
{
  g_type_ensure (TRS_TYPE_PROJECT);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_slice_list_model_set_size (self->shown, SHOWN_AT_FIRST);
  gtk_list_box_bind_model (self->rows, G_LIST_MODEL (self->shown), create_row, self, NULL);
}

/**
 * trs_progress_attempts_show:
 * @self: the attempts
 * @history: where the other attempts are
 * @project: (nullable): the project that is shown; %NULL for none
 *
 * To be called again when something of the project has changed.
 */
void
trs_progress_attempts_show (TrsProgressAttempts *self,
                            TrsHistory          *history,
                            TrsProject          *project)
{
  g_autoptr (GPtrArray) alone = NULL;

  if (self->project == project && self->history == history)
    {
      update_pattern (self);
      return;
    }

  forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self), project != NULL);
  if (project == NULL)
    return;

  alone = g_ptr_array_new_with_free_func (g_object_unref);
  self->project = g_object_ref (project);
  self->history = g_object_ref (history);
  set_attempts (self, alone);
  g_signal_connect_swapped (history, "changed", G_CALLBACK (list_attempts), self);
  list_attempts (self);
}
