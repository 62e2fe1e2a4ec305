/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-candidate-row.h"

#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

struct _TrsCandidateRow
{
  AdwActionRow parent_instance;

  GtkWidget *button;
};

G_DEFINE_FINAL_TYPE (TrsCandidateRow, trs_candidate_row, ADW_TYPE_ACTION_ROW)

/* Candidates of one video were sent within a minute: show seconds to tell them apart. */
static char *
dup_subtitle (TrsProject *project)
{
  g_autofree char *status = trs_project_strings_status (project);
  gint64 time = trs_project_get_data (project)->created_at;
  g_autofree char *date = time != 0 ? trs_strings_date_time_seconds (time) : NULL;

  return trs_project_strings_join (date, status);
}

static void
update (TrsCandidateRow *self,
        gboolean         unsaved,
        TrsProject      *project)
{
  g_autofree char *title = trs_project_strings_title (project);
  g_autofree char *subtitle = dup_subtitle (project);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", title, subtitle);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), subtitle);
  /* Several rows have a button with this label: describe which one it belongs to. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, spoken, -1);
}

static void
trs_candidate_row_class_init (TrsCandidateRowClass *klass)
{
}

static void
trs_candidate_row_init (TrsCandidateRow *self)
{
  /* Translators: button: the video beside it is the one that was submitted. */
  self->button = g_object_new (GTK_TYPE_BUTTON, "label", _("This One"), "valign", GTK_ALIGN_CENTER, NULL);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->button);
}

/**
 * trs_candidate_row_new:
 * @project: a project, which the row follows
 *
 * Returns: (transfer floating): its row
 */
GtkWidget *
trs_candidate_row_new (TrsProject *project)
{
  TrsCandidateRow *self = g_object_new (TRS_TYPE_CANDIDATE_ROW, "use-markup", FALSE, "title-lines", 2, NULL);

  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->button), "s", trs_project_get_id (project));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), "progress.match");
  g_signal_connect_object (project, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self, FALSE, project);
  return GTK_WIDGET (self);
}
