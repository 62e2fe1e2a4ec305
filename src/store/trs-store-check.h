/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/**
 * TrsStoreCheck:
 *
 * Looks for damage that ordinary reading does not meet, in a thread of its own
 * and on a connection of its own, so that no job has to wait until a large file
 * has been read.
 */
typedef struct _TrsStoreCheck TrsStoreCheck;

/**
 * TrsStoreCheckFunc:
 * @task: (transfer none): the operation that has met damage, or a file that
 *   cannot be read as it is; to be returned
 */
typedef void (*TrsStoreCheckFunc) (GTask *task);

TrsStoreCheck *trs_store_check_new       (const char         *path,
                                          TrsStoreCheckFunc   on_damage);
void           trs_store_check_free      (TrsStoreCheck      *self);
void           trs_store_check_expect    (TrsStoreCheck      *self,
                                          gboolean            after_crash);
gboolean       trs_store_check_is_due    (TrsStoreCheck      *self);
void           trs_store_check_begin     (TrsStoreCheck      *self,
                                          GTask              *task);
gboolean       trs_store_check_look      (TrsStoreCheck      *self,
                                          sqlite3            *db,
                                          GError            **error);
void           trs_store_check_interrupt (TrsStoreCheck      *self);
void           trs_store_check_wait      (TrsStoreCheck      *self);

G_END_DECLS
