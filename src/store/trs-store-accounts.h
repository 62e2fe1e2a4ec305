/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-known-account.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* One account for each user of each address. It is a number, never a key. */

void    trs_store_open_account_async  (TrsStore             *self,
                                       const char           *address,
                                       const char * const   *ids,
                                       gint64                now,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
gint64  trs_store_open_account_finish (TrsStore             *self,
                                       GAsyncResult         *result,
                                       GError              **error);
void    trs_store_use_account_async   (TrsStore             *self,
                                       gint64                account,
                                       gint64                now,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
void    trs_store_list_accounts_async (TrsStore             *self,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);

G_END_DECLS
