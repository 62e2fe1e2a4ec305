/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-candidates.h"

#include "config.h"
#include "trs-candidate-row.h"
#include "trs-pendings.h"

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
chosen_cb (TrsProgressCandidates *self,
           TrsCandidateRow       *row)
{
  g_autoptr (TrsProject) candidate = g_object_ref (trs_candidate_row_get_project (row));
  g_autoptr (TrsProject) pending = self->pending != NULL ? g_object_ref (self->pending) : NULL;

  if (pending == NULL || self->session == NULL)
    return;
  trs_pendings_adopt (trs_session_get_pendings (self->session), pending, candidate);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  GtkWidget *row = trs_candidate_row_new (item);

  g_signal_connect_swapped (row, "chosen", G_CALLBACK (chosen_cb), user_data);
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
