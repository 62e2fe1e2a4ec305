/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-library.h"
#include "trs-clock.h"
#include "trs-duplicate-check.h"
#include "trs-history.h"
#include "trs-list-reader.h"
#include "trs-pendings.h"
#include "trs-searcher.h"
#include "trs-submission.h"
#include "trs-text-fetcher.h"
#include "trs-text-version.h"

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
 * are paused until trs_session_connect_async() or trs_session_retry_keyring().
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
 * The program without a window, and all of it that ui/ holds on to.
 *
 * Properties, read-only and notifying: `state`, `account`, `history`,
 * `key-error` (boxed #GError or %NULL), `key-in-keyring` (%FALSE while the key
 * is kept for this run only), `key-accepted-at` and `offline-since`
 * (microseconds since the epoch, 0 for never), `texts-wanted` (finished
 * projects), `texts-kept` (those whose transcript is on this computer),
 * `downloading` (the rest is being fetched at once), `store-error` (boxed #GError
 * or %NULL: why nothing can be kept on this computer), `moved-aside` (path of a
 * damaged file, or %NULL) and `left-account` (#TrsKnownAccount or %NULL: the one
 * that another user's key took the place of).
 *
 * Signals: `transcript-ready` (#TrsProject) when a watched project finishes or
 * fails; `project-adopted` (#TrsProject pending, #TrsProject found) when an
 * unknown submission was found in the list (when several could be it, they are
 * #TrsProject:candidates of the pending one); `accounts-changed` when the accounts
 * that are known here, their names or the one in use may be others.
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

/* state */
TrsSessionState  trs_session_get_state                (TrsSession           *self);
TrsAccount      *trs_session_get_account              (TrsSession           *self);
TrsHistory      *trs_session_get_history              (TrsSession           *self);
TrsLibrary      *trs_session_get_library              (TrsSession           *self);
TrsDuplicateCheck *trs_session_get_duplicate_check    (TrsSession           *self);
TrsListReader   *trs_session_get_list_reader          (TrsSession           *self);
TrsTextFetcher  *trs_session_get_downloads            (TrsSession           *self);
TrsPendings     *trs_session_get_pendings             (TrsSession           *self);
TrsSearcher     *trs_session_get_searcher             (TrsSession           *self);
TrsClock        *trs_session_get_clock                (TrsSession           *self);
const char      *trs_session_get_sample_catalogue     (TrsSession           *self);
const GError    *trs_session_get_key_error            (TrsSession           *self);
gboolean         trs_session_get_key_in_keyring       (TrsSession           *self);
gint64           trs_session_get_key_accepted_at      (TrsSession           *self);
gint64           trs_session_get_offline_since        (TrsSession           *self);
gboolean         trs_session_get_without_network      (TrsSession           *self);

/* start and key */
gboolean         trs_session_prepare                  (TrsSession           *self);
void             trs_session_start                    (TrsSession           *self);
void             trs_session_stop                     (TrsSession           *self);
void             trs_session_retry_keyring            (TrsSession           *self);
void             trs_session_connect_async            (TrsSession           *self,
                                                       const char           *address,
                                                       const char           *key,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
void             trs_session_connect_sample_async     (TrsSession           *self,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean         trs_session_connect_finish           (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void             trs_session_test_async               (TrsSession           *self,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean         trs_session_test_finish              (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void             trs_session_forget_key_async         (TrsSession           *self,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean         trs_session_forget_key_finish        (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);

/* submitting */
void             trs_session_submit_async             (TrsSession           *self,
                                                       GListModel           *submissions,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean         trs_session_submit_finish            (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);

/* watching */
void             trs_session_set_current              (TrsSession           *self,
                                                       TrsProject           *project);
gboolean         trs_session_check_now                (TrsSession           *self,
                                                       TrsProject           *project);
gint64           trs_session_get_check_allowed_at     (TrsSession           *self,
                                                       TrsProject           *project);
void             trs_session_stop_watching            (TrsSession           *self,
                                                       TrsProject           *project);

/* what belongs to a project on this computer */
void             trs_session_set_local_title          (TrsSession           *self,
                                                       TrsProject           *project,
                                                       const char           *title);
void             trs_session_set_note                 (TrsSession           *self,
                                                       TrsProject           *project,
                                                       const char           *note);

/* reading */
void             trs_session_load_transcript_async    (TrsSession           *self,
                                                       TrsProject           *project,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
TrsTranscript   *trs_session_load_transcript_finish   (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);

/* keeping */
gboolean         trs_session_get_keeps_transcripts    (TrsSession           *self);
void             trs_session_download_all_async       (TrsSession           *self,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean         trs_session_download_all_finish      (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);

/* all texts that the service gave for a project */
void             trs_session_list_texts_async         (TrsSession           *self,
                                                       TrsProject           *project,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
GPtrArray       *trs_session_list_texts_finish        (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void             trs_session_load_text_async          (TrsSession           *self,
                                                       TrsProject           *project,
                                                       gint64                number,
                                                       GCancellable         *cancellable,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
TrsTranscript   *trs_session_load_text_finish         (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void             trs_session_choose_text_async        (TrsSession           *self,
                                                       TrsProject           *project,
                                                       gint64                number,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);
gboolean         trs_session_choose_text_finish       (TrsSession           *self,
                                                       GAsyncResult         *result,
                                                       GError              **error);
void             trs_session_fetch_again_async        (TrsSession           *self,
                                                       TrsProject           *project,
                                                       GAsyncReadyCallback   callback,
                                                       gpointer              user_data);

G_END_DECLS
