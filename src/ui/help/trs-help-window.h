/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TrsHelpWindow:
 *
 * The help, a page at a time: the list of pages, or one of them with a way back.
 */
#define TRS_TYPE_HELP_WINDOW (trs_help_window_get_type ())
G_DECLARE_FINAL_TYPE (TrsHelpWindow, trs_help_window, TRS, HELP_WINDOW, AdwWindow)

TrsHelpWindow *trs_help_window_new       (void);
void           trs_help_window_open      (TrsHelpWindow *self,
                                          const char    *place);
const char    *trs_help_window_get_place (TrsHelpWindow *self);

G_END_DECLS
