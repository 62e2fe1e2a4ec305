/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

/* Several processes may work on one file, and none downloads what another one is downloading. A claim is a lock on a
 * byte of the file `transcripts.db.downloads`, which stays empty: the number of the byte is that of the row. The kernel
 * releases the locks of a process that ends, in whatever way. */

/**
 * TrsStoreClaim:
 *
 * The right to download the transcript of one project, until it is freed.
 */
typedef struct _TrsStoreClaim TrsStoreClaim;

void           trs_store_claim_free         (TrsStoreClaim        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreClaim, trs_store_claim_free)

void           trs_store_claims_take_async  (TrsStore             *self,
                                             gint64                account,
                                             const char           *id,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
TrsStoreClaim *trs_store_claims_take_finish (TrsStore             *self,
                                             GAsyncResult         *result,
                                             GError              **error);
