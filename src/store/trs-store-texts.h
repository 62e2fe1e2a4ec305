/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"
#include "trs-transcript.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/**
 * TrsStoreTextResult:
 * @TRS_STORE_TEXT_FAILED: nothing was kept, see the error
 * @TRS_STORE_TEXT_NEW: the first text of the project
 * @TRS_STORE_TEXT_SAME: the same words as those that are kept
 * @TRS_STORE_TEXT_DIFFERENT: other words than those that are kept; they are
 *   kept beside them, and what is shown stays
 */
typedef enum
{
  TRS_STORE_TEXT_FAILED,
  TRS_STORE_TEXT_NEW,
  TRS_STORE_TEXT_SAME,
  TRS_STORE_TEXT_DIFFERENT,
} TrsStoreTextResult;

TrsStoreTextResult  trs_store_put_text         (sqlite3              *db,
                                                gint64                project,
                                                TrsTranscript        *transcript,
                                                const char           *address,
                                                gint64                now,
                                                GError              **error);
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
