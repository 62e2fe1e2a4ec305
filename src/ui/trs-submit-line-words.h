/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-submission.h"

G_BEGIN_DECLS

/* What a line of the submit dialog says; all results are (transfer full) and no markup. */

char *trs_submit_line_words_unusable  (const char    *text);
char *trs_submit_line_words_duplicate (guint          duplicate_of);
char *trs_submit_line_words_ready     (const char    *refused_for);
char *trs_submit_line_words_known     (TrsProject    *project,
                                       const char    *language);
char *trs_submit_line_words_reason    (const GError  *error);
char *trs_submit_line_words_outcome   (TrsSubmission *submission,
                                       gboolean       free);

G_END_DECLS
