/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-reading-pane.h"
#include "trs-toast-queue.h"

/**
 * TrsAccountActions:
 *
 * What can be done to the account in use: its list is read and its transcripts
 * are downloaded, its key is entered and unlocked, its storage and settings are
 * tried again, and dialogs show accounts and spending. Entries of the action map
 * of the window, enabled as far as the state of the session allows.
 */
#define TRS_TYPE_ACCOUNT_ACTIONS (trs_account_actions_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccountActions, trs_account_actions, TRS, ACCOUNT_ACTIONS, GObject)

TrsAccountActions *trs_account_actions_new (GtkApplicationWindow *window,
                                            TrsSession           *session,
                                            GSettings            *settings,
                                            TrsReadingPane       *pane,
                                            TrsToastQueue        *toasts);
