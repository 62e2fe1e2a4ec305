/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

G_BEGIN_DECLS

/**
 * TrsStoreShelf:
 * @account: the account
 * @address: normalised server address, or another name for the service
 * @used_at: when it was opened last, in microseconds since the epoch
 * @n_projects: how many projects are known of it
 * @n_texts: of how many of them the text is kept here
 * @n_own: of how many of them there is a note or a title of the user
 * @n_undecided: how many submissions have no outcome yet
 * @newest: (nullable): the title of its newest project, raw
 * @newest_id: (nullable): the newest project that the service has, as far as is known
 *
 * What is here of one account.
 */
typedef struct
{
  gint64 account;
  char *address;
  gint64 used_at;
  guint n_projects;
  guint n_texts;
  guint n_own;
  guint n_undecided;
  char *newest;
  char *newest_id;
} TrsStoreShelf;

void       trs_store_shelf_free          (TrsStoreShelf        *shelf);

void       trs_store_list_shelves_async  (TrsStore             *self,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
GPtrArray *trs_store_list_shelves_finish (TrsStore             *self,
                                          GAsyncResult         *result,
                                          GError              **error);

void       trs_store_prefer_shelf_async  (TrsStore             *self,
                                          gint64                account,
                                          gint64                now,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
gboolean   trs_store_prefer_shelf_finish (TrsStore             *self,
                                          GAsyncResult         *result,
                                          GError              **error);

G_END_DECLS
