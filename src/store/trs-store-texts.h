/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store-text-result.h"
#include "trs-store.h"
#include "trs-transcript.h"

/* Transcripts: all texts that the service ever gave for a project. One of them is shown; none is ever lost. */

/**
 * TrsStoreCoverage:
 * @n_finished: finished projects of the account
 * @n_kept: those among them with a stored text
 * @disk_bytes: disk space that the store uses, for all accounts
 */
typedef struct
{
  guint n_finished;
  guint n_kept;
  gint64 disk_bytes;
} TrsStoreCoverage;

void               trs_store_texts_save_async            (TrsStore             *self,
                                                          gint64                account,
                                                          const char           *id,
                                                          TrsTranscript        *transcript,
                                                          const char           *address,
                                                          gint64                now,
                                                          GCancellable         *cancellable,
                                                          GAsyncReadyCallback   callback,
                                                          gpointer              user_data);
TrsStoreTextResult trs_store_texts_save_finish           (TrsStore             *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
void               trs_store_texts_load_async            (TrsStore             *self,
                                                          gint64                account,
                                                          const char           *id,
                                                          gint64                number,
                                                          GCancellable         *cancellable,
                                                          GAsyncReadyCallback   callback,
                                                          gpointer              user_data);
TrsTranscript     *trs_store_texts_load_finish           (TrsStore             *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
void               trs_store_texts_list_versions_async   (TrsStore             *self,
                                                          gint64                account,
                                                          const char           *id,
                                                          GCancellable         *cancellable,
                                                          GAsyncReadyCallback   callback,
                                                          gpointer              user_data);
GPtrArray         *trs_store_texts_list_versions_finish  (TrsStore             *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
void               trs_store_texts_choose_version_async  (TrsStore             *self,
                                                          gint64                account,
                                                          const char           *id,
                                                          gint64                number,
                                                          GCancellable         *cancellable,
                                                          GAsyncReadyCallback   callback,
                                                          gpointer              user_data);
gboolean           trs_store_texts_choose_version_finish (TrsStore             *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
void               trs_store_texts_remove_all_async      (TrsStore             *self,
                                                          GCancellable         *cancellable,
                                                          GAsyncReadyCallback   callback,
                                                          gpointer              user_data);
gboolean           trs_store_texts_remove_all_finish     (TrsStore             *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
void               trs_store_texts_read_coverage_async   (TrsStore             *self,
                                                          gint64                account,
                                                          GCancellable         *cancellable,
                                                          GAsyncReadyCallback   callback,
                                                          gpointer              user_data);
TrsStoreCoverage  *trs_store_texts_read_coverage_finish  (TrsStore             *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
