/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-attempts.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

struct _TrsProgressAttempts
{
  AdwBin parent_instance;

  TrsHistory *history;
  TrsProject *project;
  GPtrArray *attempts;
  GCancellable *cancellable;

  GtkLabel *pattern;
  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (TrsProgressAttempts, trs_progress_attempts, ADW_TYPE_BIN)

static char *
failed_words (TrsProject *attempt)
{
  gint64 found_out = trs_project_get_finished_seen_at (attempt);
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
outcome_words (TrsProject *attempt)
{
  g_autofree char *status = NULL;

  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR)
    return failed_words (attempt);
  status = trs_project_strings_status (attempt);
  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_DONE)
    return g_strdup_printf (_("Transcribed · %s"), status);
  return g_steal_pointer (&status);
}

static GtkWidget *
create_disc (TrsProject *attempt)
{
  GtkWidget *disc = gtk_image_new ();
  const char *classes[] = { "step", "now", NULL };

  gtk_image_set_from_icon_name (GTK_IMAGE (disc), "media-record-symbolic");
  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR)
    {
      classes[1] = "bad";
      gtk_image_set_from_icon_name (GTK_IMAGE (disc), "window-close-symbolic");
    }
  else if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_DONE)
    {
      classes[1] = "done";
      gtk_image_set_from_icon_name (GTK_IMAGE (disc), "object-select-symbolic");
    }
  gtk_widget_set_css_classes (disc, classes);
  gtk_widget_set_valign (disc, GTK_ALIGN_CENTER);
  return disc;
}

static GtkWidget *
create_row (TrsProgressAttempts *self,
            TrsProject          *attempt)
{
  GtkWidget *row = adw_action_row_new ();
  gint64 time = trs_project_get_submitted_at (attempt);
  g_autofree char *date = NULL;
  g_autofree char *outcome = outcome_words (attempt);

  if (time == 0)
    time = trs_project_get_created_at (attempt);
  date = time != 0 ? trs_strings_date_time (time) : g_strdup (_("Date not known"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), date);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), outcome);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), create_disc (attempt));
  gtk_widget_add_css_class (row, "num");

  if (trs_project_get_video_length (attempt) > 0 && !trs_strings_get_free ())
    {
      gint64 credits = trs_credits_for_length (trs_project_get_video_length (attempt));
      g_autofree char *words = trs_strings_credits (credits);
      GtkWidget *label = gtk_label_new (words);

      gtk_widget_add_css_class (label, "quiet");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
    }
  if (attempt != self->project)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", trs_project_get_id (attempt));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-project");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
    }
  return row;
}

static void
remove_rows (TrsProgressAttempts *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->rows, 0)) != NULL)
    gtk_list_box_remove (self->rows, GTK_WIDGET (row));
}

static void
rebuild (TrsProgressAttempts *self)
{
  guint n_attempts = self->attempts->len;
  guint n_failed = 0;
  gboolean seen = FALSE;

  remove_rows (self);
  for (guint i = 0; i < n_attempts; i++)
    {
      TrsProject *attempt = g_ptr_array_index (self->attempts, i);

      seen |= attempt == self->project;
      if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR)
        n_failed++;
      gtk_list_box_append (self->rows, create_row (self, attempt));
    }
  if (!seen)
    gtk_list_box_append (self->rows, create_row (self, self->project));

  gtk_widget_set_visible (GTK_WIDGET (self->pattern), n_attempts > 1);
  if (n_attempts > 1)
    {
      g_autofree char *words = g_strdup_printf (ngettext ("%u of %u attempt at this video failed",
                                                          "%u of %u attempts at this video failed", n_attempts),
                                                n_failed, n_attempts);

      gtk_label_set_label (self->pattern, words);
    }
}

static gboolean
are_shown (TrsProgressAttempts *self,
           GPtrArray           *attempts)
{
  gboolean same = attempts->len == self->attempts->len;

  for (guint i = 0; same && i < attempts->len; i++)
    same = attempts->pdata[i] == self->attempts->pdata[i];
  return same;
}

static void
attempts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (TrsProgressAttempts) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) attempts = trs_history_list_finish (TRS_HISTORY (source), result, &error);

  if (attempts == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_info ("Not known which attempts there were: %s", error->message);
      return;
    }

  g_clear_object (&self->cancellable);
  if (are_shown (self, attempts))
    return;

  g_ptr_array_unref (self->attempts);
  self->attempts = g_steal_pointer (&attempts);
  rebuild (self);
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
  const char *video_id = trs_project_get_video_id (self->project);

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
  g_ptr_array_set_size (self->attempts, 0);
}

static void
trs_progress_attempts_dispose (GObject *object)
{
  forget (TRS_PROGRESS_ATTEMPTS (object));
  G_OBJECT_CLASS (trs_progress_attempts_parent_class)->dispose (object);
}

static void
trs_progress_attempts_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_PROGRESS_ATTEMPTS (object)->attempts);
  G_OBJECT_CLASS (trs_progress_attempts_parent_class)->finalize (object);
}

static void
trs_progress_attempts_class_init (TrsProgressAttemptsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_progress_attempts_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_progress_attempts_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-attempts.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressAttempts, pattern);
  gtk_widget_class_bind_template_child (widget_class, TrsProgressAttempts, rows);
}

static void
trs_progress_attempts_init (TrsProgressAttempts *self)
{
  self->attempts = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_progress_attempts_show:
 * @self: the attempts
 * @history: (nullable): where the other attempts are
 * @project: (nullable): the project that is shown; %NULL for none
 */
void
trs_progress_attempts_show (TrsProgressAttempts *self,
                            TrsHistory          *history,
                            TrsProject          *project)
{
  g_return_if_fail (TRS_IS_PROGRESS_ATTEMPTS (self));

  if (project != NULL && self->project == project && self->history == history)
    {
      rebuild (self);
      return;
    }

  forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self), project != NULL);
  if (project == NULL)
    {
      remove_rows (self);
      return;
    }
  self->project = g_object_ref (project);
  rebuild (self);
  if (history != NULL)
    {
      self->history = g_object_ref (history);
      g_signal_connect_swapped (history, "changed", G_CALLBACK (list_attempts), self);
      list_attempts (self);
    }
}
