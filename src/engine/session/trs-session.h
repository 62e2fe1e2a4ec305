/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-clock.h"
#include "trs-duplicate-check.h"
#include "trs-history.h"
#include "trs-library.h"
#include "trs-list-reader.h"
#include "trs-reconciler.h"
#include "trs-poller.h"
#include "trs-reachability.h"
#include "trs-searcher.h"
#include "trs-storage.h"
#include "trs-submission.h"
#include "trs-submitter.h"
#include "trs-download-queue.h"
#include "trs-transcripts.h"

G_BEGIN_DECLS

/* The seams, wired by main.c; ui/ has no use for them. */
typedef struct _TrsTransport TrsTransport;
typedef struct _TrsKeyring TrsKeyring;
typedef struct _TrsStore TrsStore;

/**
 * TrsSessionState:
 * @TRS_SESSION_STARTING: looking for the key; nothing has been asked yet
 * @TRS_SESSION_NO_ACCOUNT: first run; show the welcome page
 * @TRS_SESSION_READY: there is a key, and it was not refused
 * @TRS_SESSION_KEY_LOST: a server is configured but there is no key: enter it again
 * @TRS_SESSION_KEY_LOCKED: the keyring is locked, missing or does not answer, see #TrsSession:key-error
 * @TRS_SESSION_KEY_REFUSED: the service no longer accepts the key
 *
 * In the last three everything that is known can still be read, and requests
 * are paused until trs_session_connect_async() or trs_session_retry_keyring()
 * of trs-session-key.
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
 * The program without a window. It makes the parts, connects them with each
 * other, decides which account they work for, and hands them out: callers use
 * a part directly.
 *
 * Properties, read-only and notifying: `state`, `account`, `history`,
 * `key-error` (boxed #GError or %NULL), `key-in-keyring` (%FALSE while the key
 * is kept in memory only), `storing-key` and `left-account` (#TrsKnownAccount or
 * %NULL: the one that another user's key took the place of).
 *
 * Signal: `accounts-changed` when the accounts that are known here, their names
 * or the one in use may be others.
 */
#define TRS_TYPE_SESSION (trs_session_get_type ())
G_DECLARE_FINAL_TYPE (TrsSession, trs_session, TRS, SESSION, GObject)

TrsSession      *trs_session_new                      (GSettings            *settings,
                                                       TrsTransport         *transport,
                                                       TrsKeyring           *keyring,
                                                       TrsStore             *store,
                                                       TrsClock             *clock,
                                                       const char           *sample_program,
                                                       const char           *sample_catalogue,
                                                       const char           *sample_data);

/* the parts */
TrsAccount        *trs_session_get_account         (TrsSession *self);
TrsHistory        *trs_session_get_history         (TrsSession *self);
TrsLibrary        *trs_session_get_library         (TrsSession *self);
TrsStorage        *trs_session_get_storage         (TrsSession *self);
TrsReachability   *trs_session_get_reachability    (TrsSession *self);
TrsListReader     *trs_session_get_list_reader     (TrsSession *self);
TrsPoller         *trs_session_get_poller          (TrsSession *self);
TrsSubmitter      *trs_session_get_submitter       (TrsSession *self);
TrsReconciler       *trs_session_get_reconciler        (TrsSession *self);
TrsDuplicateCheck *trs_session_get_duplicate_check (TrsSession *self);
TrsTranscripts    *trs_session_get_transcripts     (TrsSession *self);
TrsDownloadQueue    *trs_session_get_downloads       (TrsSession *self);
TrsSearcher       *trs_session_get_searcher        (TrsSession *self);
TrsClock          *trs_session_get_clock           (TrsSession *self);

/* state */
TrsSessionState    trs_session_get_state            (TrsSession *self);
const char        *trs_session_get_sample_catalogue (TrsSession *self);
const GError      *trs_session_get_key_error        (TrsSession *self);
gboolean           trs_session_get_key_in_keyring   (TrsSession *self);
char              *trs_session_dup_facts            (TrsSession *self);

/* start and end */
void               trs_session_start                (TrsSession *self);
void               trs_session_stop                 (TrsSession *self);

/* what is on the screen */
void               trs_session_set_current          (TrsSession *self,
                                                     TrsProject *project);

G_END_DECLS
