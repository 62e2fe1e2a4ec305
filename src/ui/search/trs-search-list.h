/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"
#include "trs-search-strings.h"

/**
 * TrsSearchList:
 *
 * The projects in which something was found, in the place of the history.
 * Properties: `session`, `folded` (it stands alone in the window, so that it
 * leads to the passages and says what is not found). Signals: `open`
 * (#TrsSearchResult) when a row is clicked or Enter pressed on it;
 * `changed` when another query is answered, or there are other results or facts.
 */
#define TRS_TYPE_SEARCH_LIST (trs_search_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchList, trs_search_list, TRS, SEARCH_LIST, TrsPage)

GListModel *trs_search_list_get_filtered (TrsSearchList *self);

void             trs_search_list_set_show    (TrsSearchList   *self,
                                              TrsProjectShow   show);
void             trs_search_list_select      (TrsSearchList   *self,
                                              TrsSearchResult *result);
TrsSearchResult *trs_search_list_move        (TrsSearchList   *self,
                                              int              by);
gboolean         trs_search_list_is_updating (TrsSearchList   *self);
TrsSearchFacts   trs_search_list_get_facts   (TrsSearchList   *self);
