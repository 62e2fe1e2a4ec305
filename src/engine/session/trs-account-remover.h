/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account-list.h"
#include "trs-account.h"
#include "trs-clock.h"
#include "trs-connector.h"
#include "trs-known-account.h"
#include "trs-library.h"
#include "trs-local-account.h"
#include "trs-storage.h"

/* Forward declaration, so that others can use this without the headers of store/. */
typedef struct _TrsStore TrsStore;

/**
 * TrsAccountRemover:
 *
 * Removes accounts, or what is kept of them, from everywhere on this computer:
 * the store, the keyring, the settings and the service of On This Computer.
 * Single projects are removed by #TrsStorage, which can put them back.
 *
 * It does not know how an account is opened. Whoever does listens to these
 * signals, all of the account in use:
 *
 * - `removing`: all of it is about to be removed: it has to be closed, with its
 *   connection
 * - `removed`: that is done, or has failed; the list of accounts is up to date,
 *   and another one can be opened
 * - `emptying`: what is kept of it is about to be removed: its projects have to
 *   be closed
 * - `emptied` (#gboolean): that is done, or has failed, and it can be opened
 *   again; with %TRUE, its service has ended, and the key is another one
 */
#define TRS_TYPE_ACCOUNT_REMOVER (trs_account_remover_get_type ())
G_DECLARE_FINAL_TYPE (TrsAccountRemover, trs_account_remover, TRS, ACCOUNT_REMOVER, GObject)

TrsAccountRemover *trs_account_remover_new                 (TrsAccount             *settings,
                                                            TrsAccountList         *accounts,
                                                            TrsConnector           *connector,
                                                            TrsLibrary             *library,
                                                            TrsStorage             *storage,
                                                            TrsStore               *store,
                                                            TrsClock               *clock);
void               trs_account_remover_set_local           (TrsAccountRemover      *self,
                                                            TrsLocalAccount        *local);

void               trs_account_remover_remove_async        (TrsAccountRemover      *self,
                                                            const TrsKnownAccount  *account,
                                                            GAsyncReadyCallback     callback,
                                                            gpointer                user_data);
gboolean           trs_account_remover_remove_finish       (TrsAccountRemover      *self,
                                                            GAsyncResult           *result,
                                                            GError                **error);
void               trs_account_remover_empty_async         (TrsAccountRemover      *self,
                                                            GAsyncReadyCallback     callback,
                                                            gpointer                user_data);
gboolean           trs_account_remover_empty_finish        (TrsAccountRemover      *self,
                                                            GAsyncResult           *result,
                                                            GError                **error);
void               trs_account_remover_remove_texts_async  (TrsAccountRemover      *self,
                                                            GAsyncReadyCallback     callback,
                                                            gpointer                user_data);
gboolean           trs_account_remover_remove_texts_finish (TrsAccountRemover      *self,
                                                            GAsyncResult           *result,
                                                            GError                **error);
