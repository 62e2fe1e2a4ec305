/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-attempt-row.h"

#include "trs-i18n.h"
#include "trs-progress-step.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

struct _TrsAttemptRow
{
  AdwActionRow parent_instance;

  GtkImage *disc;
  GtkLabel *credits;
};

G_DEFINE_FINAL_TYPE (TrsAttemptRow, trs_attempt_row, ADW_TYPE_ACTION_ROW)

/* Returns: when it was submitted, 0 if that is not known */
static gint64
get_submitted_at (TrsProject *attempt)
{
  const TrsProjectData *data = trs_project_get_data (attempt);

  return data->submitted_at != 0 ? data->submitted_at : data->created_at;
}

/* The title of the row says on which day the attempt was submitted, but it may have failed on another one. */
static char *
failed_outcome (TrsProject *attempt)
{
  gint64 found_out = trs_project_get_data (attempt)->finished_seen_at;
  gboolean same_day = trs_strings_same_day (found_out, get_submitted_at (attempt));
  g_autofree char *when = same_day ? trs_strings_time (found_out) : trs_strings_date_time (found_out);

  if (found_out == 0)
    /* Translators: an attempt to transcribe a video could not be finished. */
    return g_strdup (C_("attempt", "Failed"));
  if (same_day)
    /* Translators: %s is a time of day, "16:21". */
    return g_strdup_printf (_("Failed at %s"), when);
  /* Translators: %s is a day with a time, "12 March 2026, 16:21". */
  return g_strdup_printf (_("Failed on %s"), when);
}

static char *
dup_outcome (TrsProject *attempt)
{
  g_autofree char *status = NULL;

  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_ERROR)
    return failed_outcome (attempt);
  status = trs_project_strings_status (attempt);
  if (trs_project_get_state (attempt) == TRS_PROJECT_STATE_DONE)
    /* Translators: %s is a date. */
    return g_strdup_printf (_("Transcribed · %s"), status);
  return g_steal_pointer (&status);
}

static TrsProgressStepState
get_step_state (TrsProject *attempt)
{
  TrsProjectState state = trs_project_get_state (attempt);

  return state == TRS_PROJECT_STATE_ERROR  ? TRS_PROGRESS_STEP_FAILED
         : state == TRS_PROJECT_STATE_DONE ? TRS_PROGRESS_STEP_DONE
                                           : TRS_PROGRESS_STEP_NOW;
}

static void
update (TrsAttemptRow *self,
        gboolean       unsaved,
        TrsProject    *attempt)
{
  gint64 time = get_submitted_at (attempt);
  gint64 length = trs_strings_get_free () ? 0 : trs_project_get_data (attempt)->video_length;
  g_autofree char *date = NULL;
  g_autofree char *outcome = dup_outcome (attempt);
  g_autofree char *credits = length > 0 ? trs_strings_credits (trs_credits_for_length (length)) : NULL;

  date = time != 0 ? trs_strings_date_time (time) : g_strdup (_("Date not known"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), date);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), outcome);
  trs_progress_step_show_disc (self->disc, get_step_state (attempt));
  gtk_label_set_label (self->credits, credits != NULL ? credits : "");
}

static void
trs_attempt_row_class_init (TrsAttemptRowClass *klass)
{
}

static void
trs_attempt_row_init (TrsAttemptRow *self)
{
  self->disc = g_object_new (GTK_TYPE_IMAGE, "valign", GTK_ALIGN_CENTER, NULL);
  self->credits = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self), "num");
  gtk_widget_add_css_class (GTK_WIDGET (self->credits), "quiet");
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), GTK_WIDGET (self->disc));
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), GTK_WIDGET (self->credits));
}

/**
 * trs_attempt_row_new:
 * @attempt: a project, which the row follows
 * @leads_there: whether the row opens it
 *
 * Returns: (transfer floating): its row
 */
GtkWidget *
trs_attempt_row_new (TrsProject *attempt,
                     gboolean    leads_there)
{
  TrsAttemptRow *self = g_object_new (TRS_TYPE_ATTEMPT_ROW, "use-markup", FALSE, NULL);

  if (leads_there)
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self), "s", trs_project_get_id (attempt));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self), "win.open-project");
      adw_action_row_add_suffix (ADW_ACTION_ROW (self), gtk_image_new_from_icon_name ("go-next-symbolic"));
    }
  g_signal_connect_object (attempt, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self, FALSE, attempt);
  return GTK_WIDGET (self);
}
