/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"
#include "trs-searcher.h"

/**
 * TrsSearchGroup:
 *
 * A result of the search: the title of the project, facts and passages.
 */
#define TRS_TYPE_SEARCH_GROUP (trs_search_group_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchGroup, trs_search_group, TRS, SEARCH_GROUP, GtkBox)

GtkWidget *trs_search_group_new   (TrsPage         *page,
                                   TrsSearchResult *result,
                                   const char      *query);
gboolean   trs_search_group_shows (TrsSearchGroup  *self,
                                   TrsSearchResult *result,
                                   const char      *query);
