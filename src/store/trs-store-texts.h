/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store-text-row.h"
#include "trs-store.h"

G_BEGIN_DECLS

void                trs_store_save_text_async  (TrsStore             *self,
                                                gint64                account,
                                                const char           *project_id,
                                                TrsTranscript        *transcript,
                                                const char           *address,
                                                gint64                now,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
TrsStoreTextResult  trs_store_save_text_finish (TrsStore             *self,
                                                GAsyncResult         *result,
                                                GError              **error);

void                trs_store_load_text_async  (TrsStore             *self,
                                                gint64                account,
                                                const char           *project_id,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
TrsTranscript      *trs_store_load_text_finish (TrsStore             *self,
                                                GAsyncResult         *result,
                                                GError              **error);

G_END_DECLS
