/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"
#include "trs-searcher.h"

/**
 * TrsSearchGroup:
 *
 * A result of the search: the title of the project, facts and passages. Signal
 * `open` (#TrsSearchResult, query, passage) when a passage was activated; the
 * number of passages that are shown for what comes after them.
 */
#define TRS_TYPE_SEARCH_GROUP (trs_search_group_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchGroup, trs_search_group, TRS, SEARCH_GROUP, GtkBox)

TrsSearchResult *trs_search_group_get_result (TrsSearchGroup *self);
const char      *trs_search_group_get_query  (TrsSearchGroup *self);

GtkWidget *trs_search_group_new   (TrsPage         *page,
                                   TrsSearchResult *result,
                                   const char      *query);
