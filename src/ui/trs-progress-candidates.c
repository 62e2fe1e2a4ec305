/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-candidates.h"

#include "config.h"
#include "trs-bidi.h"
#include "trs-i18n.h"
#include "trs-words.h"

struct _TrsProgressCandidates
{
  AdwBin parent_instance;

  TrsSession *session;
  TrsProject *pending;
  GListModel *shown;

  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (TrsProgressCandidates, trs_progress_candidates, ADW_TYPE_BIN)

static void
this_one_cb (GtkButton             *button,
             TrsProgressCandidates *self)
{
  g_autoptr (TrsProject) candidate = g_object_ref (g_object_get_data (G_OBJECT (button), "candidate"));
  g_autoptr (TrsProject) pending = self->pending != NULL ? g_object_ref (self->pending) : NULL;

  if (pending == NULL || self->session == NULL)
    return;
  trs_session_adopt_pending (self->session, pending, candidate);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  TrsProject *candidate = item;
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_with_label (_("This One"));
  g_autofree char *title = trs_words_project_title (candidate);
  g_autofree char *status = trs_words_project_status (candidate);
  gint64 created_at = trs_project_get_created_at (candidate);
  g_autofree char *date = created_at != 0 ? trs_words_date_time (created_at) : NULL;
  g_autofree char *words = date != NULL ? trs_bidi_isolate_parts (g_strdup_printf ("%s · %s", date, status))
                                        : g_strdup (status);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  /* Several buttons of one name stand below each other. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, title, -1);
  g_object_set_data_full (G_OBJECT (button), "candidate", g_object_ref (candidate), g_object_unref);
  g_signal_connect (button, "clicked", G_CALLBACK (this_one_cb), user_data);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
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
