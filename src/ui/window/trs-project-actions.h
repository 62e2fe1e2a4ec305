/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-reading-pane.h"
#include "trs-toast-queue.h"

/**
 * TrsProjectActions:
 *
 * The actions of a window on a project of the list, also on one that is not
 * open, and how they are undone: by a toast for some seconds, and the last of
 * them by the keys until the account is another one. They are entries of the
 * action map of the window.
 *
 * Signals: `open` (#TrsProject) when a project is to be opened; `remove`
 * (#TrsProject) when one is about to be removed from this computer, so that its
 * page can be closed.
 */
#define TRS_TYPE_PROJECT_ACTIONS (trs_project_actions_get_type ())
G_DECLARE_FINAL_TYPE (TrsProjectActions, trs_project_actions, TRS, PROJECT_ACTIONS, GObject)

TrsProjectActions *trs_project_actions_new           (GtkApplicationWindow *window,
                                                      TrsSession           *session,
                                                      GSettings            *settings,
                                                      TrsReadingPane       *pane,
                                                      TrsToastQueue        *toasts);

void               trs_project_actions_cancel_lookup (TrsProjectActions    *self);
void               trs_project_actions_clear_undo    (TrsProjectActions    *self);
