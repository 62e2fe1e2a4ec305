/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-filter.h"
#include "trs-search-results.h"
#include "trs-store.h"

/* Every passage in which something is found, for those who read all of them, in the order of the list. */

void              trs_store_passages_read_async          (TrsStore              *self,
                                                          gint64                 account,
                                                          const TrsSearchFilter *filter,
                                                          guint                  limit,
                                                          gint64                 before_at,
                                                          gint64                 before_row,
                                                          GCancellable          *cancellable,
                                                          GAsyncReadyCallback    callback,
                                                          gpointer               user_data);
TrsSearchResults *trs_store_passages_read_finish         (TrsStore              *self,
                                                          GAsyncResult          *result,
                                                          GError               **error);
void              trs_store_passages_count_absent_async  (TrsStore              *self,
                                                          gint64                 account,
                                                          const TrsSearchFilter *filter,
                                                          GCancellable          *cancellable,
                                                          GAsyncReadyCallback    callback,
                                                          gpointer               user_data);
gint64            trs_store_passages_count_absent_finish (TrsStore              *self,
                                                          GAsyncResult          *result,
                                                          GError               **error);
