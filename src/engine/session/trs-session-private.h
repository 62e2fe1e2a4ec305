/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

#include "trs-api-client.h"
#include "trs-connector.h"
#include "trs-known-account.h"
#include "trs-webhook-receiver.h"

G_BEGIN_DECLS

/* Between what the session is, its key and its accounts. */

struct _TrsSession
{
  GObject parent_instance;

  GSettings *settings;
  TrsAccount *account;
  TrsClock *clock;
  TrsKeyring *keyring;
  TrsStore *store;
  TrsApiClient *client;
  TrsHistory *history;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsWebhookReceiver *receiver;
  TrsReconciler *reconciler;
  TrsDuplicateCheck *check;
  TrsSubmitter *submitter;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  TrsDownloadQueue *queue;
  TrsSearcher *searcher;
  TrsStorage *storage;
  TrsReachability *reachability;
  TrsConnector *connector;

  TrsSessionState state;
  GError *key_error;
  gboolean key_in_keyring;
  gboolean keyring_answers;
  GHashTable *session_keys; /* by account: keys that no keyring keeps */
  gboolean storing_key;
  gboolean stopped;

  gint64 sample_restarted_at;
  GCancellable *lookup;

  /* checksum of the key that was used with the account that is shown; NULL if none was */
  char *key_checksum;

  /* the account that another user's key took the place of, and its number in the store */
  gint64 left_id;
  TrsKnownAccount *left_account;
};

void           trs_session_set_state         (TrsSession      *self,
                                              TrsSessionState  state,
                                              const GError    *key_error,
                                              gboolean         key_in_keyring);

/* the key */
void           trs_session_look_up           (TrsSession      *self);
void           trs_session_cancel_look_up    (TrsSession      *self);
void           trs_session_probe_keyring     (TrsSession      *self);
void           trs_session_set_storing_key   (TrsSession      *self,
                                              gboolean         storing);
const char    *trs_session_get_session_key   (TrsSession      *self,
                                              const char      *address,
                                              gint64           account);
void           trs_session_set_session_key   (TrsSession      *self,
                                              const char      *address,
                                              gint64           account,
                                              const char      *key);

/* the account */
void           trs_session_open_library      (TrsSession      *self);
void           trs_session_reopen_library    (TrsSession      *self);
void           trs_session_use_account       (TrsSession      *self);
void           trs_session_forget_projects   (TrsSession      *self);
gboolean       trs_session_key_is_of_another (TrsSession      *self);
void           trs_session_note_key          (TrsSession      *self,
                                              gboolean         stored);
void           trs_session_find_left_account (TrsSession      *self);

G_END_DECLS
