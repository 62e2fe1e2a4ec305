/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-submission.h"
#include "trs-video-ref.h"

G_BEGIN_DECLS

/* What a line of the submit dialog says; all results are (transfer full) and no markup. */

char *trs_submit_line_words_unusable  (guint            number);
char *trs_submit_line_words_duplicate (guint            number,
                                       guint            duplicate_of);
char *trs_submit_line_words_ready     (guint            number,
                                       TrsVideoRefKind  kind);
char *trs_submit_line_words_known     (guint            number,
                                       TrsProject      *project,
                                       const char      *language);
char *trs_submit_line_words_outcome   (guint            number,
                                       TrsSubmission   *submission);

G_END_DECLS
