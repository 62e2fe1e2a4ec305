/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

/**
 * TrsKeyStore:
 * @serial: its number, from 1
 * @address: the address of the key
 * @checksum: of the key
 * @account: for `key-account`; 0 as long as it is not known
 * @stored: the how many-th that succeeded; 0 if it has not
 * @unwanted: its key was forgotten meanwhile
 *
 * A key that the keyring was asked to take.
 */
typedef struct
{
  guint serial;
  char *address;
  char *checksum;
  gint64 account;
  guint stored;
  gboolean unwanted;
} TrsKeyStore;

/**
 * TrsKeyStores:
 *
 * Which keys the keyring was asked to take, as long as it matters what became
 * of it: a store that was not answered in time may still be done, and then it
 * is another key that the keyring holds for the address.
 */
#define TRS_TYPE_KEY_STORES (trs_key_stores_get_type ())
G_DECLARE_FINAL_TYPE (TrsKeyStores, trs_key_stores, TRS, KEY_STORES, GObject)

TrsKeyStores      *trs_key_stores_new             (void);
guint              trs_key_stores_add             (TrsKeyStores *self,
                                                   const char   *address,
                                                   const char   *checksum);
guint              trs_key_stores_get_last_serial (TrsKeyStores *self);
const TrsKeyStore *trs_key_stores_find            (TrsKeyStores *self,
                                                   guint         serial);
void               trs_key_stores_set_account     (TrsKeyStores *self,
                                                   guint         serial,
                                                   gint64        account);
void               trs_key_stores_set_stored      (TrsKeyStores *self,
                                                   guint         serial);
void               trs_key_stores_remove          (TrsKeyStores *self,
                                                   guint         serial);
void               trs_key_stores_disown          (TrsKeyStores *self,
                                                   const char   *address,
                                                   gint64        account);
gboolean           trs_key_stores_is_undecided    (TrsKeyStores *self,
                                                   const char   *address,
                                                   const char   *checksum);
gboolean           trs_key_stores_is_replaced     (TrsKeyStores *self,
                                                   const char   *address,
                                                   const char   *checksum);
gint64             trs_key_stores_take_account    (TrsKeyStores *self,
                                                   const char   *address);
void               trs_key_stores_drop_stored     (TrsKeyStores *self,
                                                   const char   *address);
