/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-submit-lines.h"

G_BEGIN_DECLS

/* What was entered in the submit dialog and not sent, for the next time it
 * opens, also after the program has ended. */

char       *trs_submit_draft_get         (GSettings       *settings,
                                          char           **language);
GHashTable *trs_submit_draft_get_refused (GSettings       *settings);
void        trs_submit_draft_keep        (GSettings       *settings,
                                          TrsSubmitLines  *lines,
                                          const char      *text,
                                          const char      *language);
char       *trs_submit_draft_dup_unsent  (TrsSubmitLines  *lines);
void        trs_submit_draft_settle      (GSettings       *settings,
                                          TrsSubmitLines  *lines);

G_END_DECLS
