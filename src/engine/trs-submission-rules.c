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
