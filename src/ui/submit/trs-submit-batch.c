/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submit-batch.h"

#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-submit-draft.h"

typedef struct
{
  GSettings *settings;
  TrsSubmitLines *lines;
  GListModel *submissions;
  GWeakRef dialog;
  GWeakRef parent;
  TrsSubmitBatchFunc done;
} TrsSubmitBatch;

static void
batch_free (TrsSubmitBatch *self)
{
  g_clear_object (&self->settings);
  g_clear_object (&self->lines);
  g_clear_object (&self->submissions);
  g_weak_ref_clear (&self->dialog);
  g_weak_ref_clear (&self->parent);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSubmitBatch, batch_free)

/* A batch that failed as a whole leaves the rest of its submissions waiting. */
static void
give_up_waiting (TrsSubmitBatch *self,
                 const GError   *error)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->submissions); i++)
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (self->submissions, i);

      if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_WAITING)
        trs_submission_set_outcome (submission, TRS_SUBMISSION_NOT_SENT, error, NULL);
    }
}

static void
tell_first_error (TrsSubmitBatch *self)
{
  g_autoptr (GtkWidget) parent = g_weak_ref_get (&self->parent);

  for (guint i = 0; parent != NULL && i < g_list_model_get_n_items (self->submissions); i++)
    {
      g_autoptr (TrsSubmission) submission = g_list_model_get_item (self->submissions, i);

      if (trs_submission_get_error (submission) != NULL)
        {
          trs_error_sink_throw (parent, trs_submission_get_error (submission), _("Submitting"));
          return;
        }
    }
}

static void
submitted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsSubmitBatch) self = user_data;
  g_autoptr (GtkWindow) dialog = g_weak_ref_get (&self->dialog);
  g_autoptr (GError) error = NULL;

  if (!trs_submitter_run_finish (TRS_SUBMITTER (source), result, &error))
    give_up_waiting (self, error);

  if (dialog != NULL && gtk_widget_get_visible (GTK_WIDGET (dialog)))
    {
      self->done (dialog, self->submissions);
      return;
    }
  trs_submit_draft_settle (self->settings, self->lines);
  tell_first_error (self);
}

/**
 * trs_submit_batch_send:
 * @session: the session
 * @settings: the settings of the program, for what was not accepted
 * @lines: the lines; those that will be sent follow what becomes of them
 * @only: (nullable): the one line to be sent, %NULL for all
 * @dialog: the dialog
 * @done: called when all came back, if the dialog is still open then
 *
 * Sends what is to be sent. There is no cancelling: closing a dialog says
 * nothing about what was already ordered.
 */
void
trs_submit_batch_send (TrsSession         *session,
                       GSettings          *settings,
                       TrsSubmitLines     *lines,
                       TrsSubmitLine      *only,
                       GtkWindow          *dialog,
                       TrsSubmitBatchFunc  done)
{
  TrsSubmitBatch *self = g_new0 (TrsSubmitBatch, 1);

  self->settings = g_object_ref (settings);
  self->lines = g_object_ref (lines);
  self->submissions = trs_submit_lines_make_submissions (lines, only);
  self->done = done;
  g_weak_ref_init (&self->dialog, dialog);
  g_weak_ref_init (&self->parent, gtk_window_get_transient_for (dialog));
  trs_submitter_run_async (trs_session_get_submitter (session), self->submissions, NULL, submitted_cb, self);
}
