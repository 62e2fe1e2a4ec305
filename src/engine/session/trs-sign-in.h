/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-connector.h"
#include "trs-history.h"
#include "trs-library.h"
#include "trs-projects.h"

/**
 * TrsSignIn:
 *
 * The way into the account in use, and out of it: opens what is stored of an
 * account, and has the connector use a key for it. An account is open before a
 * key is looked for or used, so that no key of one user is ever tried for
 * another one.
 *
 * One thing at a time: what is begun takes the place of what was begun before,
 * whose late answer has no effect any more, whether it is that of the keyring,
 * of the service or of the store. A key that was entered and proved goes before
 * one that is looked for. An account that is closed by somebody else while it is
 * being opened is opened again.
 *
 * Signals, in the order in which they are emitted when a key is used:
 *
 * - `replacing`: the key is that of another user than the projects that are
 *   shown, which have to go before his account is opened.
 * - `committing` (the name of the account): the account is open; what is under way
 *   for the one before has to end. Nothing is asked with the key yet.
 * - `signed-in` (boxed #TrsConnection, number in the store of the account that
 *   another user's key has taken the place of, or 0): the key is in use.
 *
 * Signal `key-missing`: the account is open, and no key is in use for it,
 * because there is none or the keyring does not give it; emitted before the
 * connector says so.
 */
#define TRS_TYPE_SIGN_IN (trs_sign_in_get_type ())
G_DECLARE_FINAL_TYPE (TrsSignIn, trs_sign_in, TRS, SIGN_IN, GObject)

TrsSignIn *trs_sign_in_new                    (TrsAccount           *account,
                                               TrsConnector         *connector,
                                               TrsLibrary           *library,
                                               TrsProjects          *projects,
                                               TrsHistory           *history);

/* with the key that there is */
void       trs_sign_in_open                   (TrsSignIn            *self);
void       trs_sign_in_find_key               (TrsSignIn            *self);
void       trs_sign_in_reopen_async           (TrsSignIn            *self,
                                               const char * const   *ids,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean   trs_sign_in_reopen_finish          (TrsSignIn            *self,
                                               GAsyncResult         *result,
                                               GError              **error);

/* with a key that is proved before */
void       trs_sign_in_connect_async          (TrsSignIn            *self,
                                               const char           *address,
                                               const char           *key,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean   trs_sign_in_connect_finish         (TrsSignIn            *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void       trs_sign_in_connect_service_async  (TrsSignIn            *self,
                                               const char           *name,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean   trs_sign_in_connect_service_finish (TrsSignIn            *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void       trs_sign_in_keep_key_async         (TrsSignIn            *self,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean   trs_sign_in_keep_key_finish        (TrsSignIn            *self,
                                               GAsyncResult         *result,
                                               GError              **error);

/* the way out */
void       trs_sign_in_forget_key_async       (TrsSignIn            *self,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean   trs_sign_in_forget_key_finish      (TrsSignIn            *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void       trs_sign_in_leave                  (TrsSignIn            *self);
void       trs_sign_in_stop                   (TrsSignIn            *self);
