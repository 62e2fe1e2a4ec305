/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-search-results.h"
#include "trs-sql.h"

/* What the searches share, within a job. */

gboolean           trs_store_search_define        (sqlite3                  *db,
                                                   TrsSearchQuery           *query,
                                                   GError                  **error);
TrsSearchHitFields trs_store_search_read_fields   (sqlite3_stmt             *statement,
                                                   int                       first,
                                                   const TrsSearchQuery     *query);
TrsSearchPassage  *trs_store_search_match_mark    (const TrsSearchQuery     *query,
                                                   TrsDocument              *document,
                                                   const TrsAnnotation      *annotation,
                                                   const TrsPlacedHighlight *highlight);
gboolean           trs_store_search_read_projects (sqlite3                  *db,
                                                   GPtrArray                *hits,
                                                   GError                  **error);
