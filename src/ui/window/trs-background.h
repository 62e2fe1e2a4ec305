/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

/**
 * TrsBackground:
 *
 * Keeps the program running without a window while something is under way, if
 * the user has switched that on, and lets it end after it. In a sandbox the
 * desktop is asked for it, and told what is under way.
 */
#define TRS_TYPE_BACKGROUND (trs_background_get_type ())
G_DECLARE_FINAL_TYPE (TrsBackground, trs_background, TRS, BACKGROUND, GObject)

TrsBackground *trs_background_new (GtkApplication *application,
                                   TrsSession     *session,
                                   GSettings      *settings,
                                   gboolean        sandboxed);
