/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-clock.h"
#include "trs-connection.h"
#include "trs-key-proof.h"

/* Forward declarations, so that others can use this without the headers of api/, keyring/ and store/. */
typedef struct _TrsKeyring TrsKeyring;
typedef struct _TrsServiceStarter TrsServiceStarter;
typedef struct _TrsTransport TrsTransport;

/**
 * TrsConnectorState:
 * @TRS_CONNECTOR_IDLE: no account is in use
 * @TRS_CONNECTOR_ACQUIRING: the keyring, or the sample service, is asked for a key
 * @TRS_CONNECTOR_PROVING: the service is asked about a key that was entered
 * @TRS_CONNECTOR_STORING: the key is being stored in the keyring, which may prompt for its password
 * @TRS_CONNECTOR_PROBATION: a key that was looked up is in use, and its owner is not proved yet
 * @TRS_CONNECTOR_PROVED: the key in use is that of the account
 * @TRS_CONNECTOR_LOST: there is no key for the account: the user has to enter it
 * @TRS_CONNECTOR_LOCKED: the keyring is locked, missing or does not answer, or the sample service does not start
 * @TRS_CONNECTOR_REFUSED: the service no longer accepts the key
 *
 * The state of the credentials.
 */
typedef enum
{
  TRS_CONNECTOR_IDLE,
  TRS_CONNECTOR_ACQUIRING,
  TRS_CONNECTOR_PROVING,
  TRS_CONNECTOR_STORING,
  TRS_CONNECTOR_PROBATION,
  TRS_CONNECTOR_PROVED,
  TRS_CONNECTOR_LOST,
  TRS_CONNECTOR_LOCKED,
  TRS_CONNECTOR_REFUSED,
} TrsConnectorState;

GType trs_connector_state_get_type (void);
#define TRS_TYPE_CONNECTOR_STATE (trs_connector_state_get_type ())

/**
 * TrsConnector:
 *
 * The owner of the credentials, and the one door to them. Its invariant:
 * **nothing is read into, written to or charged to an account with a key that
 * was not proved to be that account's.** It is what decides which key is in use
 * and how far that is proved; #TrsKeyVault, which nobody else has, keeps the keys
 * and knows whose they are (`key-account`), and #TrsKeyProof finds out whose a
 * key is.
 *
 * A key that was entered is proved by the list, and belongs to the account that
 * shares a project with it, or to one of which nothing is known. Then the
 * key is stored in the keyring: that is the point of no return, after which
 * nothing is cancelled.
 *
 * A key that was looked up is on probation until the list shows a project of
 * the account (trs_connector_judge_page_async()). An account of which no
 * project is known can be proved by its name alone; where `key-account` does
 * not name it, the user is asked for the key.
 *
 * A key that another program has removed from the keyring is let go of.
 *
 * # States
 *
 * The key in use has a state that lasts (trs_connector_get_resting_state()):
 *
 * |[
 *   any state          commit, of a key that was looked up   PROBATION
 *   any state          commit, of one that is proved         PROVED
 *   PROBATION          judge_page: it is the account's       PROVED
 *   PROBATION          judge_page: it is another user's      LOST
 *   PROBATION, PROVED  the service answers 401               REFUSED
 *   PROBATION, PROVED  another program has removed it        LOST
 *   any state          close: there is no key                LOST
 *   any state          close: no keyring, or no service      LOCKED
 *   any state          leave                                 IDLE
 * ]|
 *
 * Meanwhile another key may be looked for or proved, to take its place. As long
 * as that goes on, `state` is where that key stands, and the one in use goes on
 * being used. It ends with a #TrsConnection, which is committed or dropped, or
 * with an error; then `state` is that of the key in use again.
 *
 * |[
 *   find               ACQUIRING
 *   prove              PROVING, then STORING: from there on nothing is cancelled
 *   prove_service      PROVING
 * ]|
 *
 * Properties, all read-only: `state`, `error`, `account`, `in-keyring`,
 * `can-cancel`, `can-keep-key`, `keyring-answers`.
 *
 * Signal `retry`: it is worth finding the key once more. Signal `key-noted`: the
 * settings say that the keyring has a key of the account in use, which another
 * program may have put there.
 */
#define TRS_TYPE_CONNECTOR (trs_connector_get_type ())
G_DECLARE_FINAL_TYPE (TrsConnector, trs_connector, TRS, CONNECTOR, GObject)

TrsConnector      *trs_connector_new                  (TrsAccount           *settings,
                                                       TrsApiClient         *client,
                                                       TrsTransport         *transport,
                                                       TrsKeyring           *keyring,
                                                       TrsStore             *store,
                                                       TrsServiceStarter    *starter,
                                                       TrsClock             *clock);

TrsConnectorState  trs_connector_get_state            (TrsConnector         *self);
TrsConnectorState  trs_connector_get_resting_state    (TrsConnector         *self);
const GError      *trs_connector_get_error            (TrsConnector         *self);
gboolean           trs_connector_get_in_keyring       (TrsConnector         *self);
gboolean           trs_connector_get_can_cancel       (TrsConnector         *self);
gboolean           trs_connector_get_can_keep_key     (TrsConnector         *self);
gboolean           trs_connector_get_keyring_answers  (TrsConnector         *self);

/* acquiring a key */
void               trs_connector_set_keep_keys        (TrsConnector         *self,
                                                       gboolean              keep_keys);
void               trs_connector_set_account          (TrsConnector         *self,
                                                       gint64                account,
                                                       gboolean              kept);
void               trs_connector_prove_async          (TrsConnector         *self,
                                                       const char           *address,
                                                       const char           *key,
                                                       const char * const   *held_ids,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
TrsConnection     *trs_connector_prove_finish         (TrsConnector         *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void               trs_connector_prove_service_async  (TrsConnector         *self,
                                                       const char           *name,
                                                       const char * const   *held_ids,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
TrsConnection     *trs_connector_prove_service_finish (TrsConnector         *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void               trs_connector_find_async           (TrsConnector         *self,
                                                       gboolean              has_projects,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
TrsConnection     *trs_connector_find_finish          (TrsConnector         *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
gboolean           trs_connector_commit               (TrsConnector         *self,
                                                       TrsConnection        *connection);
void               trs_connector_judge_page_async     (TrsConnector         *self,
                                                       int                   owner,
                                                       gboolean              full,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
TrsPageVerdict     trs_connector_judge_page_finish    (TrsConnector         *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);

/* the keyring */
void               trs_connector_probe_async          (TrsConnector         *self,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean           trs_connector_probe_finish         (TrsConnector         *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
char              *trs_connector_dup_own_key          (TrsConnector         *self);
gboolean           trs_connector_has_session_key      (TrsConnector         *self,
                                                       const char           *name,
                                                       gint64                account);
gboolean           trs_connector_is_keyless           (TrsConnector         *self,
                                                       const char           *name,
                                                       gint64                account);
gboolean           trs_connector_knows_owner          (TrsConnector         *self,
                                                       const char           *name);

/* releasing the key */
void               trs_connector_forget_async         (TrsConnector         *self,
                                                       const char           *name,
                                                       gint64                account,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean           trs_connector_forget_finish        (TrsConnector         *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void               trs_connector_drop_session_key     (TrsConnector         *self,
                                                       const char           *name,
                                                       gint64                account);
void               trs_connector_leave                (TrsConnector         *self);
void               trs_connector_close                (TrsConnector         *self,
                                                       TrsConnectorState     state,
                                                       const GError         *error);
void               trs_connector_dismiss_error        (TrsConnector         *self);
void               trs_connector_note_account         (TrsConnector         *self);
void               trs_connector_stop                 (TrsConnector         *self);
