/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-history-view.h"
#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsHistoryList:
 *
 * The rows of the history. Properties: `session`, `selected` (#TrsProject or
 * %NULL; kept when the filter hides it or the list is read anew), `sort`
 * (#TrsHistorySort). Above the list stands the day or month of the first row
 * that can be seen. Signals:
 * `open` (#TrsProject) when a row is clicked or Enter pressed on it; `changed`
 * when other rows are shown or the view has moved.
 */
#define TRS_TYPE_HISTORY_LIST (trs_history_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryList, trs_history_list, TRS, HISTORY_LIST, AdwBin)

TrsProjectFilter *trs_history_list_get_filter   (TrsHistoryList *self);
TrsProject       *trs_history_list_get_selected (TrsHistoryList *self);
void              trs_history_list_set_selected (TrsHistoryList *self,
                                                 TrsProject     *project);
guint             trs_history_list_get_n_shown  (TrsHistoryList *self);
gboolean          trs_history_list_is_filtering (TrsHistoryList *self);
gboolean          trs_history_list_is_near_end  (TrsHistoryList *self);
void              trs_history_list_open_first   (TrsHistoryList *self);
void              trs_history_list_move         (TrsHistoryList *self,
                                                 int             by);
void              trs_history_list_refresh_rows (TrsHistoryList *self);

G_END_DECLS
