/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-search-result.h"

G_BEGIN_DECLS

/**
 * TrsSearchGroup:
 *
 * What was found in one project: its title, facts and passages.
 * Signal `open` (passage): a row was activated; the number of the
 * passage, or as many as are shown for what comes after them.
 */
#define TRS_TYPE_SEARCH_GROUP (trs_search_group_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchGroup, trs_search_group, TRS, SEARCH_GROUP, GtkBox)

GtkWidget       *trs_search_group_new         (gboolean         compact);
TrsSearchResult *trs_search_group_get_found   (TrsSearchGroup  *self);
const char      *trs_search_group_get_query   (TrsSearchGroup  *self);
void             trs_search_group_set_found   (TrsSearchGroup  *self,
                                               TrsSearchResult *found,
                                               const char      *query);
void             trs_search_group_set_compact (TrsSearchGroup  *self,
                                               gboolean         compact);

G_END_DECLS
