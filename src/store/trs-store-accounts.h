/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

G_BEGIN_DECLS

/* One account for each user of each address. It is a number, never a key. */

/**
 * TrsStoreAccount:
 * @account: its number
 * @address: normalised server address, or another name for the service
 * @used_at: when it was used last, in microseconds since the epoch
 * @n_projects: how many projects are known of it
 * @n_texts: of how many of them the text is kept here
 * @n_own: of how many of them there is a note or a title of the user
 * @n_undecided: how many submissions have no outcome yet
 * @newest: (nullable): the title of its newest project, raw
 * @newest_id: (nullable): the newest project that the service has, as far as is known
 *
 * What is kept of one account.
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
} TrsStoreAccount;

void    trs_store_account_free        (TrsStoreAccount      *account);

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
