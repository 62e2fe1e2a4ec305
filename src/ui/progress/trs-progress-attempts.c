/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-attempts.h"

#include "config.h"
#include "trs-i18n.h"
#include "trs-progress-strings.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

/* A video may have failed hundreds of times. */
#define SHOWN_AT_FIRST 10

struct _TrsProgressAttempts
{
  TrsPage page;

  TrsProject *listed_for; /* no reference */
  GCancellable *cancellable;

  GListStore *attempts;
  GtkSliceListModel *shown;
  GtkLabel *pattern;
  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (TrsProgressAttempts, trs_progress_attempts, TRS_TYPE_PAGE)

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
  TrsProjectState state = trs_project_get_state (attempt);
  const char *classes[] = { "step", "now", NULL };

  if (state == TRS_PROJECT_STATE_ERROR)
    classes[1] = "bad";
  else if (state == TRS_PROJECT_STATE_DONE)
    classes[1] = "done";
  gtk_widget_set_css_classes (GTK_WIDGET (disc), classes);
  gtk_image_set_from_icon_name (disc, state == TRS_PROJECT_STATE_ERROR  ? "window-close-symbolic"
                                      : state == TRS_PROJECT_STATE_DONE ? "object-select-symbolic"
                                                                        : "media-record-symbolic");
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
  if (item != self->listed_for)
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

/* Rows that are made anew lose the focus: those before the first difference stay. */
static void
set_attempts (TrsProgressAttempts *self,
              GPtrArray           *attempts)
{
  guint n_listed = g_list_model_get_n_items (G_LIST_MODEL (self->attempts));
  guint n_same = 0;
  guint position;

  if (!g_ptr_array_find (attempts, self->listed_for, NULL))
    g_ptr_array_add (attempts, g_object_ref (self->listed_for));
  while (n_same < attempts->len && g_list_store_find (self->attempts, attempts->pdata[n_same], &position) &&
         position == n_same)
    n_same++;
  g_list_store_splice (self->attempts, n_same, n_listed - n_same, attempts->pdata + n_same, attempts->len - n_same);
  update_pattern (self);
}

/* The widget is not referenced, and is gone if the listing was cancelled: where it would outlive its page, to which its
 * template is bound, GTK 4.8 warns. */
static void
attempts_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) attempts = trs_history_list_finish (TRS_HISTORY (source), result, &error);

  if (attempts != NULL)
    set_attempts (user_data, attempts);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_info ("The other attempts could not be listed: %s", error->message);
}

static void
stop_listing (TrsProgressAttempts *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
history_changed_cb (TrsProgressAttempts *self)
{
  const char *video_id = self->listed_for != NULL ? trs_project_get_data (self->listed_for)->video_id : NULL;

  stop_listing (self);
  if (video_id == NULL)
    return;

  self->cancellable = g_cancellable_new ();
  trs_history_list_attempts_async (trs_session_get_history (self->page.session), video_id, self->cancellable,
                                   attempts_listed_cb, self);
}

/* The project stands alone until the others are found. */
static void
trs_progress_attempts_update (TrsPage *page)
{
  TrsProgressAttempts *self = TRS_PROGRESS_ATTEMPTS (page);
  TrsProject *failed = trs_progress_is_failed (page, page->project) && page->session != NULL ? page->project : NULL;

  if (failed != self->listed_for)
    {
      stop_listing (self);
      g_list_store_remove_all (self->attempts);
      gtk_slice_list_model_set_size (self->shown, SHOWN_AT_FIRST);
      self->listed_for = failed;
      if (failed != NULL)
        g_list_store_append (self->attempts, failed);
      history_changed_cb (self);
    }
  update_pattern (self);
}

static void
trs_progress_attempts_session_changed (TrsPage *page)
{
  if (page->session != NULL)
    g_signal_connect_object (trs_session_get_history (page->session), "changed", G_CALLBACK (history_changed_cb), page,
                             G_CONNECT_SWAPPED);
}

static void
trs_progress_attempts_dispose (GObject *object)
{
  stop_listing (TRS_PROGRESS_ATTEMPTS (object));
  G_OBJECT_CLASS (trs_progress_attempts_parent_class)->dispose (object);
}

static void
trs_progress_attempts_class_init (TrsProgressAttemptsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_progress_attempts_dispose;
  TRS_PAGE_CLASS (klass)->update = trs_progress_attempts_update;
  TRS_PAGE_CLASS (klass)->session_changed = trs_progress_attempts_session_changed;

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
