/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account-list.h"
#include "trs-account-remover.h"
#include "trs-account.h"
#include "trs-auto-export.h"
#include "trs-clock.h"
#include "trs-connector.h"
#include "trs-download-queue.h"
#include "trs-history.h"
#include "trs-known-account.h"
#include "trs-library.h"
#include "trs-list-reader.h"
#include "trs-local-account.h"
#include "trs-poller.h"
#include "trs-reachability.h"
#include "trs-reconciler.h"
#include "trs-searcher.h"
#include "trs-sign-in.h"
#include "trs-storage.h"
#include "trs-submission.h"
#include "trs-submitter.h"
#include "trs-thrift.h"
#include "trs-transcripts.h"

/* The seams, wired by main.c; ui/ has no use for them. */
typedef struct _TrsApiClient TrsApiClient;
typedef struct _TrsTransport TrsTransport;
typedef struct _TrsKeyring TrsKeyring;
typedef struct _TrsStore TrsStore;
typedef struct _TrsWebhookReceiver TrsWebhookReceiver;

/**
 * TrsSessionState:
 * @TRS_SESSION_STARTING: looking for the key; nothing has been asked yet
 * @TRS_SESSION_NO_ACCOUNT: first run; show the welcome page
 * @TRS_SESSION_READY: there is a key, and it was not refused
 * @TRS_SESSION_KEY_LOST: a server is configured but there is no key: enter it again
 * @TRS_SESSION_KEY_LOCKED: the keyring is locked, missing or does not answer, see @key_error of #TrsSession
 * @TRS_SESSION_KEY_REFUSED: the service no longer accepts the key
 *
 * In the last three everything that is known can still be read, and requests
 * are paused until trs_sign_in_connect_async() or trs_session_retry_keyring().
 */
typedef enum
{
  TRS_SESSION_STARTING,
  TRS_SESSION_NO_ACCOUNT,
  TRS_SESSION_READY,
  TRS_SESSION_KEY_LOST,
  TRS_SESSION_KEY_LOCKED,
  TRS_SESSION_KEY_REFUSED,
} TrsSessionState;

GType trs_session_state_get_type (void);
#define TRS_TYPE_SESSION_STATE (trs_session_state_get_type ())

/**
 * TrsSession:
 *
 * The program without a window. It creates the parts, connects them with each
 * other and decides which account they work for. Callers get a part by its
 * getter and use it directly. The parts live as long as the session.
 *
 * Properties, all read-only: `state`; `key-error`, `key-in-keyring`,
 * `keyring-answers` and `storing-key`. After trs_session_stop() nothing is notified any more.
 */
#define TRS_TYPE_SESSION (trs_session_get_type ())
G_DECLARE_FINAL_TYPE (TrsSession, trs_session, TRS, SESSION, GObject)

TrsAccount            *trs_session_get_account        (TrsSession *self);
TrsAccountList        *trs_session_get_accounts       (TrsSession *self);
TrsAccountRemover     *trs_session_get_remover        (TrsSession *self);
TrsConnector          *trs_session_get_connector      (TrsSession *self);
TrsSignIn             *trs_session_get_sign_in        (TrsSession *self);
TrsHistory            *trs_session_get_history        (TrsSession *self);
TrsProjects           *trs_session_get_projects       (TrsSession *self);
TrsLibrary            *trs_session_get_library        (TrsSession *self);
TrsListReader         *trs_session_get_reader         (TrsSession *self);
TrsPoller             *trs_session_get_poller         (TrsSession *self);
TrsReachability       *trs_session_get_reachability   (TrsSession *self);
TrsStorage            *trs_session_get_storage        (TrsSession *self);
TrsSubmitter          *trs_session_get_submitter      (TrsSession *self);
TrsReconciler         *trs_session_get_reconciler     (TrsSession *self);
TrsTranscripts        *trs_session_get_transcripts    (TrsSession *self);
TrsDownloadQueue      *trs_session_get_downloads      (TrsSession *self);
TrsAutoExport         *trs_session_get_auto_export    (TrsSession *self);
TrsSearcher           *trs_session_get_searcher       (TrsSession *self);
TrsLocalAccount       *trs_session_get_local          (TrsSession *self);
TrsClock              *trs_session_get_clock          (TrsSession *self);
TrsSessionState        trs_session_get_state          (TrsSession *self);
const GError          *trs_session_get_key_error      (TrsSession *self);
gboolean               trs_session_get_key_in_keyring (TrsSession *self);
gboolean               trs_session_get_storing_key    (TrsSession *self);

TrsSession       *trs_session_new                  (GSettings    *settings,
                                                    TrsTransport *transport,
                                                    TrsKeyring   *keyring,
                                                    TrsStore     *store,
                                                    TrsClock     *clock,
                                                    const char   *sample_program,
                                                    const char   *sample_catalogue,
                                                    const char   *sample_data);

void              trs_session_set_up_local         (TrsSession   *self,
                                                    const char   *program,
                                                    const char   *folder,
                                                    const char   *worker);

void              trs_session_set_thrift           (TrsSession   *self,
                                                    TrsThrift    *thrift);

/* state */
const char       *trs_session_get_sample_catalogue (TrsSession *self);
char             *trs_session_dup_facts            (TrsSession *self);

/* start and end */
void              trs_session_start                (TrsSession *self);
void              trs_session_stop                 (TrsSession *self);

/* what is on the screen */
void              trs_session_set_current          (TrsSession *self,
                                                    TrsProject *project);

/* the keyring; #TrsSignIn uses keys and forgets them */
void              trs_session_retry_keyring        (TrsSession   *self);
gboolean          trs_session_get_keyring_answers  (TrsSession   *self);
void              trs_session_dismiss_key_error    (TrsSession   *self);

/* Switches between the accounts stored on this computer, see #TrsAccountList; #TrsAccountRemover removes them. */

void              trs_session_switch_account       (TrsSession            *self,
                                                    const TrsKnownAccount *account);

/* its data on this computer, see also #TrsStorage */

void              trs_session_retry_keeping        (TrsSession           *self);
