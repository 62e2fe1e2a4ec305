/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"
#include "trs-search-results.h"

/**
 * TrsSearchResult:
 *
 * A project in which was found what is looked for, and where. Never changes;
 * the project in it lives on.
 */
#define TRS_TYPE_SEARCH_RESULT (trs_search_result_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchResult, trs_search_result, TRS, SEARCH_RESULT, GObject)

TrsSearchResult    *trs_search_result_new            (TrsProject           *project,
                                                      TrsSearchHit         *hit);
TrsSearchResult    *trs_search_result_match          (TrsProject           *project,
                                                      const TrsSearchQuery *query);

TrsProject         *trs_search_result_get_project    (TrsSearchResult      *self);
const TrsSearchHit *trs_search_result_get_hit        (TrsSearchResult      *self);
guint               trs_search_result_get_n_passages (TrsSearchResult      *self);
gboolean            trs_search_result_is_equal       (TrsSearchResult      *self,
                                                      TrsSearchResult      *other);
