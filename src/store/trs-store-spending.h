/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-spending.h"
#include "trs-store.h"

/* What the projects of an account cost. */

void         trs_store_projects_read_spending_async  (TrsStore             *self,
                                                      gint64                account,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
TrsSpending *trs_store_projects_read_spending_finish (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
