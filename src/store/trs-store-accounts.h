/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

G_BEGIN_DECLS

/* One shelf for each user of each address. An account is a number, never a key. */

void    trs_store_open_account_async    (TrsStore             *self,
                                         const char           *address,
                                         const char * const   *ids,
                                         gint64                now,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gint64  trs_store_open_account_finish   (TrsStore             *self,
                                         GAsyncResult         *result,
                                         GError              **error);

void    trs_store_clear_account_async   (TrsStore             *self,
                                         gint64                account,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean trs_store_clear_account_finish (TrsStore             *self,
                                         GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
