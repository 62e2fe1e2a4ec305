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
 * @TRS_SUBMISSION_HELD: kept back, because one before it ran out of credit or could not be sent
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

/**
 * TrsSubmission:
 *
 * @local_id: an identifier made here, which begins with `pending:`
 * @video_id: identifier of the video
 * @language: (nullable): the language asked for, %NULL if it is to be detected
 * @webhook_url: (nullable): the callback address that went out with it
 * @sent_at: when it was last sent, in microseconds since the epoch, or 0
 * @again: whether the user wants it although the video was paid for before;
 *   otherwise a video that is done, under way or perhaps accepted is not sent
 * @unchecked: whether the user wants it although the list of the account could not be read, which would tell
 * @outcome: what became of it
 * @error: (nullable): why it was not accepted
 * @project: (nullable): the project it became; while the outcome is unknown, the pending one
 *
 * One intent to have one video transcribed, and what became of it. Signal
 * `changed`: outcome, error or project are new.
 */
#define TRS_TYPE_SUBMISSION (trs_submission_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmission, trs_submission, TRS, SUBMISSION, GObject)

/* Set from outside are only @again and @unchecked, while it waits for its turn, and the @local_id of an earlier run. */
struct _TrsSubmission
{
  GObject parent_instance;

  char *local_id;
  char *video_id;
  char *language;
  char *webhook_url;
  gint64 sent_at;
  gboolean again;
  gboolean unchecked;

  TrsSubmissionOutcome outcome;
  GError *error;
  TrsProject *project;
};

TrsSubmission        *trs_submission_new             (const char           *video_id,
                                                      const char           *language);


void                  trs_submission_set_sending     (TrsSubmission        *self,
                                                      const char           *webhook_url,
                                                      gint64                sent_at);
void                  trs_submission_set_outcome     (TrsSubmission        *self,
                                                      TrsSubmissionOutcome  outcome,
                                                      const GError         *error,
                                                      TrsProject           *project);
