/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-spending.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* What is here and what is not, and what it took. */

typedef struct _TrsStoreCoverage TrsStoreCoverage;

/**
 * TrsStoreCoverage:
 * @n_finished: finished projects of the account
 * @n_kept: those among them whose text is kept here
 * @disk_bytes: space that everything in the store takes, of all accounts
 */
struct _TrsStoreCoverage
{
  guint n_finished;
  guint n_kept;
  gint64 disk_bytes;
};

void       trs_store_read_coverage_async      (TrsStore             *self,
                                               gint64                account,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean   trs_store_read_coverage_finish     (TrsStore             *self,
                                               GAsyncResult         *result,
                                               TrsStoreCoverage     *coverage,
                                               GError              **error);

void       trs_store_list_without_text_async  (TrsStore             *self,
                                               gint64                account,
                                               guint                 limit,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);

void       trs_store_read_spending_async      (TrsStore             *self,
                                               gint64                account,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
TrsSpending *
           trs_store_read_spending_finish     (TrsStore             *self,
                                               GAsyncResult         *result,
                                               GError              **error);

G_END_DECLS
