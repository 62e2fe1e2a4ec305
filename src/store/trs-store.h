/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsStore:
 *
 * What is kept on this computer: one SQLite file, one connection, one job at
 * a time on a worker thread; nothing on the main loop. Jobs run in the order
 * in which they were asked for. The file is opened by the first job.
 *
 * Where nothing can be written, what is kept can still be read; jobs that
 * write fail with the reason until trs_store_try_again(). A file that was moved
 * or replaced in the meantime is noticed before anything is written that has to
 * be found again: %TRS_ERROR_STORE_MOVED.
 *
 * Signal `changed`: something else is kept than before; once for all that was
 * written in the meantime, by whomever.
 *
 * Signal `moved-aside` (path of the damaged file): it was damaged; a new one
 * was begun in its place.
 */
#define TRS_TYPE_STORE (trs_store_get_type ())
G_DECLARE_FINAL_TYPE (TrsStore, trs_store, TRS, STORE, GObject)

TrsStore *trs_store_new          (const char           *path);
void      trs_store_flush        (TrsStore             *self);
gboolean  trs_store_close        (TrsStore             *self,
                                  gint64                timeout);
void      trs_store_try_again    (TrsStore             *self);

gboolean  trs_store_needs_check  (TrsStore             *self);
void      trs_store_check_async  (TrsStore             *self,
                                  GCancellable         *cancellable,
                                  GAsyncReadyCallback   callback,
                                  gpointer              user_data);
gboolean  trs_store_check_finish (TrsStore             *self,
                                  GAsyncResult         *result,
                                  GError              **error);

G_END_DECLS
