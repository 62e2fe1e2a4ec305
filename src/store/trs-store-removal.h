/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

G_BEGIN_DECLS

/* What the user takes off this computer. The service keeps its own. */

/**
 * TrsStoreRemoval:
 * @TRS_STORE_REMOVAL_FAILED: nothing was removed, see the error
 * @TRS_STORE_REMOVAL_EMPTIED: what was here of the project is gone; that the
 *   service lists it is still known
 * @TRS_STORE_REMOVAL_GONE: the service did not list it either, and nothing is
 *   left of it
 */
typedef enum
{
  TRS_STORE_REMOVAL_FAILED,
  TRS_STORE_REMOVAL_EMPTIED,
  TRS_STORE_REMOVAL_GONE,
} TrsStoreRemoval;

/**
 * TrsStoreScope:
 * @TRS_STORE_SCOPE_TEXTS: the texts of all accounts that the service still has; titles, notes and the texts of
 *   projects that are listed no longer stay
 * @TRS_STORE_SCOPE_CONTENT: everything that is kept of an account, and how far its list was read; what was submitted
 *   and may have cost credits without an answer stays
 * @TRS_STORE_SCOPE_ACCOUNT: an account and everything of it
 */
typedef enum
{
  TRS_STORE_SCOPE_TEXTS,
  TRS_STORE_SCOPE_CONTENT,
  TRS_STORE_SCOPE_ACCOUNT,
} TrsStoreScope;

void            trs_store_remove_project_async  (TrsStore             *self,
                                                 gint64                account,
                                                 const char           *id,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
TrsStoreRemoval trs_store_remove_project_finish (TrsStore             *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

void            trs_store_put_back_async        (TrsStore             *self,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
void            trs_store_remove_async          (TrsStore             *self,
                                                 gint64                account,
                                                 TrsStoreScope         scope,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);

G_END_DECLS
