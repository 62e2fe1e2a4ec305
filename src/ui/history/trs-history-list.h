/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsHistoryList:
 *
 * The rows of the history. Above the list stands the day or month of the first
 * row that can be seen. Property: `selected` (nullable), the project that is
 * selected (it stays when a chip hides it or the list is reloaded; a row that
 * has not been read from the store yet is selected as soon as it has). Signal:
 * `open` (#TrsProject) when a row is clicked or Enter pressed on it.
 */
#define TRS_TYPE_HISTORY_LIST (trs_history_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryList, trs_history_list, TRS, HISTORY_LIST, AdwBin)

TrsProject *trs_history_list_get_selected (TrsHistoryList *self);

void        trs_history_list_set_session  (TrsHistoryList *self,
                                           TrsSession     *session);
void        trs_history_list_set_selected (TrsHistoryList *self,
                                           TrsProject     *project);
guint       trs_history_list_get_n_shown  (TrsHistoryList *self);
void        trs_history_list_open_first   (TrsHistoryList *self);
void        trs_history_list_move         (TrsHistoryList *self,
                                           int             by,
                                           gboolean        open);
void        trs_history_list_refresh_rows (TrsHistoryList *self);
