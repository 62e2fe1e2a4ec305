/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-results.h"
#include "trs-store.h"

G_BEGIN_DECLS

void trs_store_search_async (TrsStore             *self,
                             gint64                account,
                             const char           *query,
                             guint                 limit,
                             gint64                before_row,
                             GCancellable         *cancellable,
                             GAsyncReadyCallback   callback,
                             gpointer              user_data);

G_END_DECLS
