/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-clock.h"
#include "trs-keyring.h"
#include "trs-transport.h"

G_BEGIN_DECLS

/**
 * TrsCredentials:
 * @address: normalised address
 * @key: the key that was given for @address
 * @sample: whether it is the sample service
 * @proved: (nullable) (element-type TrsProjectRecord): the newest page, if the key was proved by reading it
 * @stored: whether the key is in the keyring
 * @store_error: (nullable): why it is not
 *
 * What an account can be used with.
 */
typedef struct
{
  char *address;
  char *key;
  gboolean sample;
  GPtrArray *proved;
  gboolean stored;
  GError *store_error;
} TrsCredentials;

void        trs_credentials_free     (TrsCredentials       *credentials);
const char *trs_credentials_get_name (const TrsCredentials *credentials);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsCredentials, trs_credentials_free)

/**
 * TrsConnector:
 *
 * Comes by accounts: looks up the key of the one that is configured, or
 * proves a new one by reading its list before it is stored. It changes
 * nothing but the keyring; what is to be used is for the session to say.
 *
 * Signals: `proved` when the service accepts a new key and the keyring, which
 * may have to be unlocked first, is asked to keep it; `sample-ended` when the
 * sample service has died.
 */
#define TRS_TYPE_CONNECTOR (trs_connector_get_type ())
G_DECLARE_FINAL_TYPE (TrsConnector, trs_connector, TRS, CONNECTOR, GObject)

TrsConnector   *trs_connector_new                  (TrsAccount           *account,
                                                    TrsTransport         *transport,
                                                    TrsKeyring           *keyring,
                                                    TrsClock             *clock,
                                                    const char           *sample_program,
                                                    const char           *sample_catalogue,
                                                    const char           *sample_data);

void            trs_connector_lookup_async         (TrsConnector         *self,
                                                    GCancellable         *cancellable,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
void            trs_connector_connect_async        (TrsConnector         *self,
                                                    const char           *address,
                                                    const char           *key,
                                                    GCancellable         *cancellable,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
void            trs_connector_sample_async         (TrsConnector         *self,
                                                    GCancellable         *cancellable,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
TrsCredentials *trs_connector_finish               (TrsConnector         *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);

void            trs_connector_owns_async           (TrsConnector         *self,
                                                    const TrsCredentials *credentials,
                                                    const char           *id,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
gboolean        trs_connector_owns_finish          (TrsConnector         *self,
                                                    GAsyncResult         *result);

const char     *trs_connector_get_sample_catalogue (TrsConnector         *self);
void            trs_connector_stop_sample          (TrsConnector         *self);

G_END_DECLS
