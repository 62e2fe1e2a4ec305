/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"
#include "trs-search-list.h"
#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsHistoryPage:
 *
 * All projects, with search, filters, and a line that tells how much of them
 * is known. Properties: `session`, `folded` (it stands alone in the window),
 * `selected` (#TrsProject or %NULL). Signal `open` (#TrsProject) when a row is
 * clicked or Enter pressed on it. While something is looked for, its results
 * stand in the place of the projects.
 */
#define TRS_TYPE_HISTORY_PAGE (trs_history_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryPage, trs_history_page, TRS, HISTORY_PAGE, TrsPage)

TrsProject    *trs_history_page_get_selected (TrsHistoryPage *self);
void           trs_history_page_set_selected (TrsHistoryPage *self,
                                              TrsProject     *project);
void           trs_history_page_move         (TrsHistoryPage *self,
                                              int             by,
                                              gboolean        open);
TrsSearchList *trs_history_page_get_results  (TrsHistoryPage *self);
void           trs_history_page_focus_search (TrsHistoryPage *self);
void           trs_history_page_focus_list   (TrsHistoryPage *self);

G_END_DECLS
