/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-known-account.h"
#include "trs-store.h"

/* Accounts: one for each user of each address. */

void       trs_store_accounts_open_async             (TrsStore             *self,
                                                      const char           *address,
                                                      gint64                account,
                                                      const char * const   *ids,
                                                      const char           *key,
                                                      gint64                now,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gint64     trs_store_accounts_open_finish            (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void       trs_store_accounts_find_key_async         (TrsStore             *self,
                                                      const char           *address,
                                                      const char           *key,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gint64     trs_store_accounts_find_key_finish        (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void       trs_store_accounts_write_key_async        (TrsStore             *self,
                                                      gint64                account,
                                                      const char           *key,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean   trs_store_accounts_write_key_finish       (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void       trs_store_accounts_use_async              (TrsStore             *self,
                                                      gint64                account,
                                                      gint64                now,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean   trs_store_accounts_use_finish             (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void       trs_store_accounts_read_delivery_async    (TrsStore             *self,
                                                      gint64                account,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean   trs_store_accounts_read_delivery_finish   (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      int                  *delivery,
                                                      gboolean             *sole,
                                                      GError              **error);
void       trs_store_accounts_ensure_delivery_async  (TrsStore             *self,
                                                      gint64                account,
                                                      int                   delivery,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean   trs_store_accounts_ensure_delivery_finish (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      int                  *delivery,
                                                      gboolean             *sole,
                                                      GError              **error);
void       trs_store_accounts_write_delivery_async   (TrsStore             *self,
                                                      gint64                account,
                                                      int                   delivery,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean   trs_store_accounts_write_delivery_finish  (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void       trs_store_accounts_list_async             (TrsStore             *self,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
GPtrArray *trs_store_accounts_list_finish            (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void       trs_store_accounts_empty_async            (TrsStore             *self,
                                                      gint64                account,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean   trs_store_accounts_empty_finish           (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
void       trs_store_accounts_remove_async           (TrsStore             *self,
                                                      gint64                account,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
gboolean   trs_store_accounts_remove_finish          (TrsStore             *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
