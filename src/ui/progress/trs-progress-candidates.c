/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-candidates.h"

#include "config.h"
#include "trs-bidi.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

struct _TrsProgressCandidates
{
  AdwBin parent_instance;

  GListModel *shown;

  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (TrsProgressCandidates, trs_progress_candidates, ADW_TYPE_BIN)

/* Of one video, sent within a minute: what tells them apart may be seconds. */
static char *
dup_words (TrsProject *project)
{
  g_autofree char *status = trs_project_strings_status (project);
  g_autofree char *date = NULL;

  if (trs_project_get_created_at (project) == 0)
    return g_steal_pointer (&status);

  date = trs_strings_date_time_seconds (trs_project_get_created_at (project));
  return trs_bidi_isolate_parts (g_strdup_printf ("%s · %s", date, status));
}

static void
update_row (AdwActionRow *row,
            GParamSpec   *pspec,
            TrsProject   *project)
{
  g_autofree char *title = trs_project_strings_title (project);
  g_autofree char *words = dup_words (project);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", title, words);
  gpointer button = g_object_get_data (G_OBJECT (row), "button");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (row, words);
  /* Several buttons of one name stand below each other. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, spoken, -1);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title-lines", 2, NULL);
  GtkWidget *button = g_object_new (GTK_TYPE_BUTTON, "label", _("This One"), "valign", GTK_ALIGN_CENTER, NULL);

  g_object_set_data (G_OBJECT (row), "button", button);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", trs_project_get_id (item));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "progress.choose-candidate");
  g_signal_connect_object (item, "notify", G_CALLBACK (update_row), row, G_CONNECT_SWAPPED);
  update_row (ADW_ACTION_ROW (row), NULL, item);
  return row;
}

static void
trs_progress_candidates_dispose (GObject *object)
{
  g_clear_object (&TRS_PROGRESS_CANDIDATES (object)->shown);
  G_OBJECT_CLASS (trs_progress_candidates_parent_class)->dispose (object);
}

static void
trs_progress_candidates_class_init (TrsProgressCandidatesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = trs_progress_candidates_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-progress-candidates.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsProgressCandidates, rows);
}

static void
trs_progress_candidates_init (TrsProgressCandidates *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_progress_candidates_show:
 * @self: the candidates
 * @project: (nullable): the project that is shown
 *
 * To be called again whenever something of it has changed.
 */
void
trs_progress_candidates_show (TrsProgressCandidates *self,
                              TrsProject            *project)
{
  GListModel *candidates = project != NULL ? trs_project_get_candidates (project) : NULL;

  g_return_if_fail (TRS_IS_PROGRESS_CANDIDATES (self));

  /* Rows that are made anew lose the focus. */
  if (!g_set_object (&self->shown, candidates))
    return;
  gtk_list_box_bind_model (self->rows, candidates, create_row, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), candidates != NULL);
}
