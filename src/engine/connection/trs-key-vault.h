/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"

/* Forward declaration, so that others can use this without the headers of keyring/. */
typedef struct _TrsKeyring TrsKeyring;

/* The owner of a key that belongs to none of the accounts that are stored here. */
#define TRS_KEY_VAULT_NOBODY (-1)

/**
 * TrsKeyVault:
 *
 * Where the keys are kept, and whose they are: the one caller of the keyring,
 * and the one reader and writer of `key-account`.
 *
 * The keyring holds one key for an address, of which there may be accounts of
 * several users here. `key-account` names its owner: N, the account for which a
 * store has succeeded; 0, unknown; -1, nobody who is here. It is 0 from before a
 * store until its success, late or not, names the owner that the key was stored
 * for, whatever is open then; and it stays 0 as long as another key may still be
 * stored. So no program takes the key of one user for that of another.
 *
 * An account that is in memory alone has another number in each run of the
 * program, which proves nothing: %TRS_KEY_VAULT_NOBODY stands for it, and then
 * the key of any owner may be its own.
 *
 * What no keyring keeps stays here in memory, by account: its session key.
 *
 * Signal `owner-changed`: the key of the account in use has another owner now,
 * perhaps because another program says so. Signal `key-gone` (name, owner):
 * another program has removed the key of the account in use, which was that of
 * @owner, and the keyring has none in its place. Signal `stored-late` (name,
 * owner, checksum): the keyring has taken a key after it was given up on.
 */
#define TRS_TYPE_KEY_VAULT (trs_key_vault_get_type ())
G_DECLARE_FINAL_TYPE (TrsKeyVault, trs_key_vault, TRS, KEY_VAULT, GObject)

TrsKeyVault *trs_key_vault_new              (TrsAccount           *settings,
                                             TrsKeyring           *keyring);
void         trs_key_vault_stop             (TrsKeyVault          *self);
char        *trs_key_vault_make_checksum    (const char           *key);

/* whose key the keyring holds */
gboolean     trs_key_vault_has_owner        (TrsKeyVault          *self,
                                             const char           *name);
gboolean     trs_key_vault_is_owned_by      (TrsKeyVault          *self,
                                             const char           *name,
                                             gint64                owner);
gboolean     trs_key_vault_is_foreign       (TrsKeyVault          *self,
                                             const char           *name,
                                             gint64                owner);
void         trs_key_vault_set_owner        (TrsKeyVault          *self,
                                             const char           *name,
                                             const char           *checksum,
                                             gint64                owner);
void         trs_key_vault_set_found_owner  (TrsKeyVault          *self,
                                             const char           *name,
                                             const char           *checksum,
                                             gint64                owner);
gboolean     trs_key_vault_set_stored_owner (TrsKeyVault          *self,
                                             const char           *name,
                                             guint                 serial,
                                             gint64                owner);
void         trs_key_vault_unset_owner      (TrsKeyVault          *self,
                                             const char           *name);

/* the keyring */
void         trs_key_vault_lookup_async     (TrsKeyVault          *self,
                                             const char           *name,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
char        *trs_key_vault_lookup_finish    (TrsKeyVault          *self,
                                             GAsyncResult         *result,
                                             GError              **error);
void         trs_key_vault_store_async      (TrsKeyVault          *self,
                                             const char           *name,
                                             const char           *key,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gboolean     trs_key_vault_store_finish     (TrsKeyVault          *self,
                                             GAsyncResult         *result,
                                             guint                *serial,
                                             GError              **error);
void         trs_key_vault_remove_async     (TrsKeyVault          *self,
                                             const char           *name,
                                             gint64                owner,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gboolean     trs_key_vault_remove_finish    (TrsKeyVault          *self,
                                             GAsyncResult         *result,
                                             GError              **error);

/* the keys of this run of the program */
const char  *trs_key_vault_get_session_key  (TrsKeyVault          *self,
                                             const char           *name,
                                             gint64                account);
void         trs_key_vault_set_session_key  (TrsKeyVault          *self,
                                             const char           *name,
                                             gint64                account,
                                             const char           *key);
