/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsStoreCheck:
 *
 * Looks for damage that ordinary reading does not meet, in a thread of its own
 * and on a connection of its own, so that no job has to wait until a large file
 * has been read.
 */
typedef struct _TrsStoreCheck TrsStoreCheck;

TrsStoreCheck *trs_store_check_new       (const char    *path);
void           trs_store_check_free      (TrsStoreCheck *self);
void           trs_store_check_expect    (TrsStoreCheck *self,
                                          gboolean       after_crash);
void           trs_store_check_interrupt (TrsStoreCheck *self);
void           trs_store_check_wait      (TrsStoreCheck *self);

G_END_DECLS
