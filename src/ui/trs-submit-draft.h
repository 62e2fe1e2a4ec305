/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/* What was entered for submission and not sent, until the dialog opens again. */

const char *trs_submit_draft_get  (TrsSession  *session,
                                   const char **language);
void        trs_submit_draft_keep (TrsSession  *session,
                                   const char  *text,
                                   const char  *language);

G_END_DECLS
