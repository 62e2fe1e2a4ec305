/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-results.h"
#include "trs-store.h"

/* Full-text search in the projects of an account, their texts and annotations. */

void              trs_store_search_projects_async    (TrsStore             *self,
                                                      gint64                account,
                                                      const char           *query,
                                                      guint                 limit,
                                                      gint64                before_row,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
TrsSearchResults *trs_store_search_projects_finish   (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void              trs_store_search_highlights_async  (TrsStore             *self,
                                                      gint64                account,
                                                      const char           *query,
                                                      guint                 limit,
                                                      gint64                before_row,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
TrsSearchResults *trs_store_search_highlights_finish (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
