/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-candidates.h"

#include "config.h"
#include "trs-bidi.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-reconciler.h"
#include "trs-strings.h"

struct _TrsProgressCandidates
{
  AdwBin parent_instance;

  TrsSession *session;
  TrsProject *pending;
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

static void
chosen_cb (GtkButton             *button,
           TrsProgressCandidates *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);
  g_autoptr (TrsProject) candidate =
      g_list_model_get_item (self->shown, (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)));
  g_autoptr (TrsProject) pending = g_object_ref (self->pending);

  trs_reconciler_adopt (trs_session_get_reconciler (self->session), pending, candidate);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title-lines", 2, NULL);
  GtkWidget *button = g_object_new (GTK_TYPE_BUTTON, "label", _("This One"), "valign", GTK_ALIGN_CENTER, NULL);

  g_object_set_data (G_OBJECT (row), "button", button);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  g_signal_connect_object (button, "clicked", G_CALLBACK (chosen_cb), user_data, 0);
  g_signal_connect_object (item, "notify", G_CALLBACK (update_row), row, G_CONNECT_SWAPPED);
  update_row (ADW_ACTION_ROW (row), NULL, item);
  return row;
}

static void
trs_progress_candidates_dispose (GObject *object)
{
  TrsProgressCandidates *self = TRS_PROGRESS_CANDIDATES (object);

  g_clear_object (&self->session);
  g_clear_object (&self->pending);
  g_clear_object (&self->shown);
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
 * trs_progress_candidates_set_session:
 * @self: the candidates
 * @session: (nullable): what is told which one it is
 */
void
trs_progress_candidates_set_session (TrsProgressCandidates *self,
                                     TrsSession            *session)
{
  g_return_if_fail (TRS_IS_PROGRESS_CANDIDATES (self));

  g_set_object (&self->session, session);
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

  g_set_object (&self->pending, project);
  /* Rows that are made anew lose the focus. */
  if (!g_set_object (&self->shown, candidates))
    return;
  gtk_list_box_bind_model (self->rows, candidates, create_row, self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), candidates != NULL);
}
