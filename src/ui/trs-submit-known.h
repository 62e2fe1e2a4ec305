/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-submit-lines.h"

G_BEGIN_DECLS

/* Asks the session for the videos of the lines as they are typed, so that what
 * was paid for is pointed out also where the history does not show it yet. */

void trs_submit_known_follow (TrsSession     *session,
                              TrsSubmitLines *lines);

G_END_DECLS
