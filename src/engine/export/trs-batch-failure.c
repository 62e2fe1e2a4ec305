/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-batch-failure.h"

#include "trs-error.h"

/**
 * trs_batch_failure_new:
 * @project: a project
 * @error: (transfer full): why it is left out
 *
 * Returns: (transfer full): what is reported about it at the end
 */
TrsBatchFailure *
trs_batch_failure_new (TrsProject *project,
                       GError     *error)
{
  TrsBatchFailure *self = g_new0 (TrsBatchFailure, 1);
  const char *title = trs_project_get_shown_title (project);

  self->title = g_strdup (title != NULL ? title : trs_project_get_id (project));
  self->error = error;
  return self;
}

void
trs_batch_failure_free (TrsBatchFailure *self)
{
  g_free (self->title);
  g_error_free (self->error);
  g_free (self);
}

/**
 * trs_batch_failure_is_about_all:
 * @error: why a transcript could not be downloaded
 *
 * Returns: whether it would be the same for every other one, so that the service need not be asked again
 */
gboolean
trs_batch_failure_is_about_all (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_OFFLINE) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_TIMED_OUT) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY);
}
