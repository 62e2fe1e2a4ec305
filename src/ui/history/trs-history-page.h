/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"
#include "trs-history-list.h"
#include "trs-search-list.h"
#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsHistoryPage:
 *
 * All projects, with search, filters, and a line that says how much of them is
 * known. Properties beside those of #TrsPage: `settings` (write-only). While
 * something is looked for, its results stand in the place of the list.
 */
#define TRS_TYPE_HISTORY_PAGE (trs_history_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryPage, trs_history_page, TRS, HISTORY_PAGE, TrsPage)

TrsHistoryList *trs_history_page_get_list     (TrsHistoryPage *self);
TrsSearchList  *trs_history_page_get_results  (TrsHistoryPage *self);
void            trs_history_page_focus_search (TrsHistoryPage *self);
void            trs_history_page_focus_list   (TrsHistoryPage *self);

G_END_DECLS
