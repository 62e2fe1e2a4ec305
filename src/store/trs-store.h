/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store-jobs.h"

G_BEGIN_DECLS

/**
 * TrsStoreMode:
 * @TRS_STORE_FILE: all is kept in the file
 * @TRS_STORE_READ_ONLY: the file can be read and not be written
 * @TRS_STORE_MEMORY: no file can be used; all is gone with the program
 *
 * Where a store has what it keeps.
 */
typedef enum
{
  TRS_STORE_FILE,
  TRS_STORE_READ_ONLY,
  TRS_STORE_MEMORY,
} TrsStoreMode;

/**
 * TrsStore:
 *
 * What is kept on this computer: one SQLite file, one connection, one job at
 * a time on a worker thread; nothing on the main loop. Jobs run in the order
 * in which they were asked for, but pages of the list, searches and counts wait
 * until nothing else is to be done. The file is opened by the first job.
 *
 * Where nothing can be written, what is kept can still be read; jobs that
 * write fail with the reason until trs_store_try_again(). A file that was moved
 * or replaced in the meantime is noticed before anything is written that has to
 * be found again: %TRS_ERROR_STORE_MOVED. Where no file can be used at all,
 * everything is done in memory, and trs_store_try_again() merges that into the
 * file as soon as there is one.
 *
 * Signal `changed`: something else is kept than before; once for all that was
 * written in the meantime, by whomever.
 *
 * Signal `moved-aside` (path of the damaged file): it was damaged; a new one
 * was begun in its place.
 *
 * Signal `lost-file`: the file that was in use can be used no more; from now on
 * all is in memory, where nothing of it is known.
 */
#define TRS_TYPE_STORE (trs_store_get_type ())
G_DECLARE_FINAL_TYPE (TrsStore, trs_store, TRS, STORE, GObject)

TrsStore     *trs_store_new                 (const char           *path);
gboolean      trs_store_close               (TrsStore             *self,
                                             gint64                timeout);
void          trs_store_try_again           (TrsStore             *self);
TrsStoreMode  trs_store_get_mode            (TrsStore             *self);
GError       *trs_store_dup_problem         (TrsStore             *self);

void          trs_store_run_async           (TrsStore             *self,
                                             const TrsStoreJob    *job,
                                             const TrsStoreArgs   *args,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gpointer      trs_store_run_finish          (TrsStore             *self,
                                             GAsyncResult         *result,
                                             GError              **error);
gint64        trs_store_open_account_finish (TrsStore             *self,
                                             GAsyncResult         *result,
                                             GError              **error);
void          trs_store_write_intent_async  (TrsStore             *self,
                                             gint64                account,
                                             TrsSubmission        *submission,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);

gboolean      trs_store_needs_check         (TrsStore             *self);
void          trs_store_check_async         (TrsStore             *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);

G_END_DECLS
