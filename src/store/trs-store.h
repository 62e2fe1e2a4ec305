/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsStoreMode:
 * @TRS_STORE_FILE: everything is written to the file
 * @TRS_STORE_READ_ONLY: the file can be read, but not written
 * @TRS_STORE_MEMORY: no file can be used; all data is lost with the process
 *
 * Where a store has its data.
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
 * The database on this computer: one SQLite file, one connection, one job at a
 * time on a worker thread. Jobs run in order, but background jobs (pages of the
 * list, searches, counts) wait for all others. The first job opens the file.
 *
 * A file that cannot be written is still read; jobs that write fail with the
 * reason until trs_store_try_again(). Before a durable job, the store checks
 * whether the file was moved or replaced: %TRS_ERROR_STORE_MOVED. If no file can be used,
 * everything is done in memory, and trs_store_try_again() merges that into the
 * file as soon as there is one.
 *
 * Signal `changed`: jobs have written rows; coalesced. Signal
 * `changed-elsewhere`: so has another process; `changed` follows.
 *
 * Signal `moved-aside` (path of the damaged file): a salvaged copy has replaced
 * the damaged file, now (trs_store_has_replaced()) or when another process
 * opened it. Emitted at each opening until trs_store_forget_damage().
 *
 * Signal `lost-file`: the file cannot be used any more, and the store goes on
 * with an empty database in memory.
 */
#define TRS_TYPE_STORE (trs_store_get_type ())
G_DECLARE_FINAL_TYPE (TrsStore, trs_store, TRS, STORE, GObject)

TrsStore     *trs_store_new                 (const char           *path);
TrsStore     *trs_store_new_for_reading     (const char           *path);
gboolean      trs_store_close               (TrsStore             *self,
                                             gint64                timeout);
const char   *trs_store_get_path            (TrsStore             *self);
void          trs_store_try_again           (TrsStore             *self);
TrsStoreMode  trs_store_get_mode            (TrsStore             *self);
GError       *trs_store_dup_problem         (TrsStore             *self);

gboolean      trs_store_needs_erasing       (TrsStore             *self);
void          trs_store_erase_async         (TrsStore             *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gboolean      trs_store_erase_finish        (TrsStore             *self,
                                             GAsyncResult         *result,
                                             GError              **error);

gboolean      trs_store_has_replaced        (TrsStore             *self);
void          trs_store_forget_damage       (TrsStore             *self);
gboolean      trs_store_needs_check         (TrsStore             *self);
void          trs_store_check_async         (TrsStore             *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gboolean      trs_store_check_finish        (TrsStore             *self,
                                             GAsyncResult         *result,
                                             GError              **error);
