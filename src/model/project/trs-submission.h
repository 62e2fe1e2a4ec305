/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

/**
 * TrsSubmissionOutcome:
 * @TRS_SUBMISSION_WAITING: not yet its turn
 * @TRS_SUBMISSION_SENDING: the request is out
 * @TRS_SUBMISSION_ACCEPTED: 201 and a project id, or adopted from the list later
 * @TRS_SUBMISSION_REFUSED: 4xx; nothing was spent
 * @TRS_SUBMISSION_NOT_SENT: the request never left; nothing was spent
 * @TRS_SUBMISSION_UNKNOWN: it left, and nothing believable came back
 * @TRS_SUBMISSION_HELD: not sent, because an earlier one ran out of credit or could not be sent
 */
typedef enum
{
  TRS_SUBMISSION_WAITING,
  TRS_SUBMISSION_SENDING,
  TRS_SUBMISSION_ACCEPTED,
  TRS_SUBMISSION_REFUSED,
  TRS_SUBMISSION_NOT_SENT,
  TRS_SUBMISSION_UNKNOWN,
  TRS_SUBMISSION_HELD,
} TrsSubmissionOutcome;

#define TRS_TYPE_SUBMISSION_OUTCOME (trs_submission_outcome_get_type ())
GType trs_submission_outcome_get_type (void);

/**
 * TrsSubmission:
 *
 * One intent to have one video transcribed, and what became of it.
 *
 * Properties, read-only: `outcome`, `error` and `project`, which notify when all
 * three are known.
 */
#define TRS_TYPE_SUBMISSION (trs_submission_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmission, trs_submission, TRS, SUBMISSION, GObject)

const char          *trs_submission_get_local_id    (TrsSubmission *self);
const char          *trs_submission_get_video_id    (TrsSubmission *self);
const char          *trs_submission_get_language    (TrsSubmission *self);
const char          *trs_submission_get_webhook_url (TrsSubmission *self);
gint64               trs_submission_get_sent_at     (TrsSubmission *self);
gboolean             trs_submission_get_resent      (TrsSubmission *self);
gboolean             trs_submission_get_again       (TrsSubmission *self);
gboolean             trs_submission_get_unchecked   (TrsSubmission *self);
TrsSubmissionOutcome trs_submission_get_outcome     (TrsSubmission *self);
const GError        *trs_submission_get_error       (TrsSubmission *self);
TrsProject          *trs_submission_get_project     (TrsSubmission *self);

TrsSubmission        *trs_submission_new             (const char           *video_id,
                                                      const char           *language);
TrsSubmission        *trs_submission_new_stored      (const char           *local_id,
                                                      const char           *video_id,
                                                      const char           *language,
                                                      const char           *webhook_url,
                                                      gint64                sent_at,
                                                      TrsSubmissionOutcome  outcome);
void                  trs_submission_set_again       (TrsSubmission        *self,
                                                      gboolean              again);
void                  trs_submission_set_unchecked   (TrsSubmission        *self,
                                                      gboolean              unchecked);

void                  trs_submission_set_sending     (TrsSubmission        *self,
                                                      const char           *webhook_url,
                                                      gint64                sent_at);
void                  trs_submission_set_outcome     (TrsSubmission        *self,
                                                      TrsSubmissionOutcome  outcome,
                                                      const GError         *error,
                                                      TrsProject           *project);
