/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-submit-lines.h"

G_BEGIN_DECLS

void trs_submit_refused_follow (GSettings      *settings,
                                TrsSubmitLines *lines);
void trs_submit_refused_keep   (GSettings      *settings,
                                TrsSubmitLines *lines,
                                const char     *text);

G_END_DECLS
