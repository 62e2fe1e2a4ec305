/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/* The projects that may have come of a submission whose outcome is not known. The session
 * tells of them once, perhaps long before their page is made for the first time. */

void        trs_candidates_watch  (TrsSession *session);
GListModel *trs_candidates_lookup (TrsSession *session,
                                   TrsProject *pending);

G_END_DECLS
