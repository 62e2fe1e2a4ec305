/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-loss.h"
#include "trs-store.h"

/* A small copy a day of what cannot be downloaded again, as JSON beside the database: for a file that is damaged where
 * nothing can be salvaged. Which tables and columns are in it, the list of trs_store_schema_get_tables() says. */

void     trs_store_keep_copy             (TrsStore             *self);
gint64   trs_store_restore_get_copied_at (const char           *damaged);
void     trs_store_restore_async         (TrsStore             *self,
                                          const char           *damaged,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
TrsLoss *trs_store_restore_finish        (TrsStore             *self,
                                          GAsyncResult         *result,
                                          GError              **error);
