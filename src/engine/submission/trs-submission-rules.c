/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-submission-rules.h"

#include "trs-error.h"

/**
 * trs_submission_rules_judge:
 * @error: (nullable): how `POST /api/transcribeVideo` failed
 *
 * One of the four outcomes. What is not certain is unknown:
 *
 * - 4xx: refused. The service checks before it spends.
 * - 301, 302, 307 and 308: refused. By RFC 9110 they say that the thing is
 *   elsewhere, so nothing was done here. A 303 answers what was done.
 * - never left: not sent.
 * - everything else, also 5xx and a 201 that cannot be read: unknown.
 *
 * Returns: the outcome
 */
TrsSubmissionOutcome
trs_submission_rules_judge (const GError *error)
{
  guint status = trs_error_get_http_status (error);

  if (error == NULL)
    return TRS_SUBMISSION_ACCEPTED;
  if (trs_error_get_not_sent (error))
    return TRS_SUBMISSION_NOT_SENT;
  if (status >= 400 && status < 500)
    return TRS_SUBMISSION_REFUSED;
  if (status == 301 || status == 302 || status == 307 || status == 308)
    return TRS_SUBMISSION_REFUSED;
  return TRS_SUBMISSION_UNKNOWN;
}

/**
 * trs_submission_rules_holds:
 * @outcome: what became of a submission
 * @error: (nullable): why
 *
 * Only what is wrong with the one video lets the next one go. Credit, key,
 * address, network and an ill server concern them all.
 *
 * Returns: %TRUE if those behind it are kept back
 */
gboolean
trs_submission_rules_holds (TrsSubmissionOutcome  outcome,
                            const GError         *error)
{
  if (outcome == TRS_SUBMISSION_ACCEPTED)
    return FALSE;
  if (outcome != TRS_SUBMISSION_REFUSED)
    return TRUE;

  return !g_error_matches (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND) &&
         !g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_REQUEST);
}

/**
 * trs_submission_rules_may_be_sent:
 * @submission: a submission
 *
 * Returns: %TRUE if it certainly did not go through; one that may have never
 *   leaves a second time
 */
gboolean
trs_submission_rules_may_be_sent (TrsSubmission *submission)
{
  TrsSubmissionOutcome outcome = submission->outcome;

  return outcome == TRS_SUBMISSION_WAITING || outcome == TRS_SUBMISSION_HELD ||
         outcome == TRS_SUBMISSION_NOT_SENT || outcome == TRS_SUBMISSION_REFUSED;
}

/**
 * trs_submission_rules_not_sent:
 * @error: what kept a submission from being sent
 *
 * Returns: (transfer full): the same, which says that nothing left
 */
GError *
trs_submission_rules_not_sent (const GError *error)
{
  GError *copy = error->domain == TRS_ERROR ? g_error_copy (error)
                                            : g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, error->message);

  trs_error_set_not_sent (copy);
  return copy;
}

/**
 * trs_submission_rules_make_project:
 * @submission: a submission that was accepted
 * @id: identifier of the project it became
 *
 * Returns: (transfer full): the project, as far as it is known: without a
 *   title, which only the service knows
 */
TrsProjectData *
trs_submission_rules_make_project (TrsSubmission *submission,
                                   const char    *id)
{
  TrsProjectData *project = trs_project_data_new (id);

  project->video_id = g_strdup (submission->video_id);
  project->state = TRS_PROJECT_STATE_UPLOAD;
  project->state_word = g_strdup (trs_project_state_to_string (TRS_PROJECT_STATE_UPLOAD));
  project->submitted_at = submission->sent_at;
  project->sort_at = submission->sent_at;
  project->requested_language = g_strdup (submission->language);
  return project;
}
