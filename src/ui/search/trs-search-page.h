/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-list.h"

/**
 * TrsSearchPage:
 *
 * The passages that were found in all transcripts, grouped by transcript,
 * newest first. Properties: `session`, `folded` (shows the back button),
 * `compact` (below 560 px).
 * Signal `open` (#TrsSearchResult, query, passage) when a passage was activated; the number
 * of passages that are shown for what comes after them.
 */
#define TRS_TYPE_SEARCH_PAGE (trs_search_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchPage, trs_search_page, TRS, SEARCH_PAGE, TrsPage)

void trs_search_page_set_list (TrsSearchPage *self,
                               TrsSearchList *list);
