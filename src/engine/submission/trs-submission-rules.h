/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-submission.h"

G_BEGIN_DECLS

/* Pure: what an answer means for a submission, and for those behind it. */

TrsSubmissionOutcome trs_submission_rules_judge (const GError         *error);
gboolean             trs_submission_rules_holds (TrsSubmissionOutcome  outcome,
                                                 const GError         *error);
gboolean             trs_submission_rules_may_be_sent
                                                (TrsSubmission        *submission);
GError              *trs_submission_rules_not_sent
                                                (const GError         *error);
TrsProjectData      *trs_submission_rules_make_project
                                                (TrsSubmission        *submission,
                                                 const char           *id);

G_END_DECLS
