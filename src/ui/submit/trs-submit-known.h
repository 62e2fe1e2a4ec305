/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-submit-lines.h"

G_BEGIN_DECLS

/* Looks for the videos of the lines as they are typed, and again whenever more
 * may be known of them, so that what was paid for is pointed out. */

void trs_submit_known_follow (TrsSession     *session,
                              TrsSubmitLines *lines);

G_END_DECLS
