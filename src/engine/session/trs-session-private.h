/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

#include "trs-api-client.h"
#include "trs-store.h"
#include "trs-transport.h"
#include "trs-webhook-receiver.h"

struct _TrsSession
{
  GObject parent_instance;

  /* the parts */
  TrsAccount *account;
  TrsAccountList *accounts;
  TrsConnector *connector;
  TrsHistory *history;
  TrsLibrary *library;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsReachability *reachability;
  TrsStorage *storage;
  TrsSubmitter *submitter;
  TrsReconciler *reconciler;
  TrsTranscripts *transcripts;
  TrsDownloadQueue *downloads;
  TrsAutoExport *auto_export;
  TrsSearcher *searcher;
  TrsClock *clock;

  TrsSessionState state;
  GError *key_error;
  gboolean key_in_keyring;
  gboolean storing_key;
  TrsKnownAccount *left_account;
  gboolean settings_lost;
  gboolean account_lost;

  GSettings *settings;
  TrsStore *store;
  TrsApiClient *client;
  TrsWebhookReceiver *receiver;
  gboolean stopped;

  /* the connection */
  guint n_uses; /* keys that were to be used */
  char *sample_catalogue;

  /* the number in the store of the account that another user's key took the place of */
  gint64 left_id;

  /* the row that has the delivery of the settings in force: the account, 0 if none is in use, and its name */
  gint64 delivery_account;
  const char *delivery_name;
};

/* Between the files of the session. */

void        trs_session_changed             (TrsSession      *self,
                                             const char      *what);
void        trs_session_set_state           (TrsSession      *self,
                                             TrsSessionState  state,
                                             const GError    *key_error,
                                             gboolean         key_in_keyring);
void        trs_session_connect_to          (gpointer         source,
                                             const char      *signal,
                                             GCallback        callback,
                                             gpointer         target);

/* settings that cannot be saved */
void        trs_session_watch_settings      (TrsSession      *self);
void        trs_session_read_delivery       (TrsSession      *self);

/* the connection */
void        trs_session_watch_connector     (TrsSession      *self);
void        trs_session_probe_keyring       (TrsSession      *self);
void        trs_session_look_up             (TrsSession      *self);
void        trs_session_set_connector_account (TrsSession    *self,
                                               gint64         account);

/* the account */
void        trs_session_find_left_account   (TrsSession      *self);

/* what is kept */
void        trs_session_open_library        (TrsSession      *self);
void        trs_session_reopen_library      (TrsSession      *self);
void        trs_session_use_account         (TrsSession      *self);
void        trs_session_forget_projects     (TrsSession      *self);
