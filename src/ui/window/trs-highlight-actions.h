/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-reading-pane.h"
#include "trs-toast-queue.h"

/**
 * TrsHighlightActions:
 *
 * The actions of a window on the highlights of many transcripts: they are
 * collected, from one dialog at a time, and then copied or exported. Those on
 * what the search has found are entries of the action map of the window.
 */
#define TRS_TYPE_HIGHLIGHT_ACTIONS (trs_highlight_actions_get_type ())
G_DECLARE_FINAL_TYPE (TrsHighlightActions, trs_highlight_actions, TRS, HIGHLIGHT_ACTIONS, GObject)

TrsHighlightActions *trs_highlight_actions_new         (GtkApplicationWindow *window,
                                                        TrsSession           *session,
                                                        GSettings            *settings,
                                                        TrsReadingPane       *pane,
                                                        TrsToastQueue        *toasts);

void                 trs_highlight_actions_set_enabled (TrsHighlightActions  *self,
                                                        gboolean              enabled);
void                 trs_highlight_actions_collect     (TrsHighlightActions  *self,
                                                        GArray               *rows,
                                                        gboolean              copy);
