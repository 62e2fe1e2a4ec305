/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-draft.h"
#include "trs-sql.h"

/* Finding accounts, and the fingerprints of their keys, on the connection alone: for jobs of the store, and for a
 * merge. */

/**
 * TrsStoreUser:
 * @address: normalised server address, or another name for the service
 * @ids: (nullable): projects of the user, as an array of JSON; %NULL when the service has not been asked
 * @account: the number that their account is supposed to have; 0 if that is not known
 * @key: (nullable): their key, which the service has accepted
 *
 * A user of a service, as far as they are known.
 */
typedef struct
{
  const char *address;
  const char *ids;
  gint64 account;
  const char *key;
} TrsStoreUser;

gboolean  trs_store_find_key     (sqlite3             *db,
                                  const char          *address,
                                  const char          *key,
                                  gint64              *account,
                                  GError             **error);
gboolean  trs_store_write_key    (sqlite3             *db,
                                  gint64               account,
                                  const char          *key,
                                  GError             **error);
gint64    trs_store_find_account (sqlite3             *db,
                                  const TrsStoreUser  *user,
                                  gint64               now,
                                  GError             **error);
TrsDraft *trs_store_read_draft   (sqlite3             *db,
                                  gint64               account,
                                  GError             **error);
gboolean  trs_store_write_draft  (sqlite3             *db,
                                  gint64               account,
                                  const TrsDraft      *draft,
                                  GError             **error);
gboolean  trs_store_add_draft    (sqlite3             *db,
                                  gint64               account,
                                  const TrsDraft      *draft,
                                  GError             **error);
