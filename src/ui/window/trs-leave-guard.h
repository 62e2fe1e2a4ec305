/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

#include <gtk/gtk.h>

/**
 * TrsLeaveGuard:
 *
 * Asks before a window is left while this computer transcribes, which pauses
 * with the program, whatever account is shown. There is one question at a time.
 *
 * Signal `leave` (whether the program is to end): what trs_leave_guard_ask() was
 * asked last may be done, because nothing is under way or the user wants it.
 */
#define TRS_TYPE_LEAVE_GUARD (trs_leave_guard_get_type ())
G_DECLARE_FINAL_TYPE (TrsLeaveGuard, trs_leave_guard, TRS, LEAVE_GUARD, GObject)

TrsLeaveGuard *trs_leave_guard_new (GtkWindow     *window,
                                    TrsSession    *session);
gboolean       trs_leave_guard_ask (TrsLeaveGuard *self,
                                    gboolean       quit);
