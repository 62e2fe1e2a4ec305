/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-poller.h"
#include "trs-session-accounts.h"

#include "trs-library.h"
#include "trs-connector.h"
#include "trs-searcher.h"
#include "trs-submitter.h"
#include "trs-text-fetcher.h"
#include "trs-transcripts.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;
  gint64 shelf;
  char *local_title;
  char *note;
  gboolean unread;
} TrsRemovedProject;

struct _TrsSession
{
  GObject parent_instance;

  GSettings *settings;
  TrsAccount *account;
  TrsClock *clock;
  TrsKeyring *keyring;
  TrsStore *store;
  TrsLink *link;
  TrsHistory *history;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsCallbacks *callbacks;
  TrsPendings *pendings;
  TrsDuplicateCheck *check;
  TrsSubmitter *submitter;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  TrsTextFetcher *fetcher;
  TrsSearcher *searcher;
  TrsConnector *connector;
  GNetworkMonitor *monitor;
  guint network_timer;
  guint check_id;

  TrsSessionState state;
  GError *key_error;
  gboolean key_in_keyring;
  gboolean keyring_answers;
  GHashTable *run_keys; /* of shelves, whose keys no keyring keeps */
  gboolean storing_key;
  gboolean stopped;

  /* between trs_session_prepare() and trs_session_start(): whether what is kept stands in the history yet */
  gboolean prepared;
  gboolean shelf_read;
  gint64 sample_restarted_at;
  guint retry_timer;
  guint retries;
  gint64 retried_at;
  GCancellable *lookup;
  char *moved_aside;

  /* checksum of the key that was used with the shelf that is shown; NULL if none was */
  char *key_checksum;

  /* the account that another user's key took the place of, and its shelf */
  gint64 left_shelf;
  TrsKnownAccount *left_account;

  /* the last that can be put back; NULL if none can */
  TrsRemovedProject *removed;
};

void trs_removed_project_free  (gpointer         data);
void trs_session_set_state     (TrsSession      *self,
                                TrsSessionState  state,
                                const GError    *key_error,
                                gboolean         key_in_keyring);
void trs_session_look_up       (TrsSession      *self);
void trs_session_probe_keyring (TrsSession      *self);
void trs_session_set_storing_key (TrsSession    *self,
                                  gboolean       storing);
void trs_session_watch_network (TrsSession      *self);
void trs_session_plan_retry    (TrsSession      *self);
void trs_session_cancel_retry  (TrsSession      *self);
void trs_session_wire          (TrsSession      *self);
void trs_session_wire_sync     (TrsSession      *self);

void trs_session_cancel_look_up  (TrsSession *self);
void trs_session_forget_projects (TrsSession *self);
void trs_session_use_account     (TrsSession *self);
void trs_session_reopen_library  (TrsSession *self);
void trs_session_open_shelf      (TrsSession *self);
gboolean trs_session_key_is_of_another (TrsSession *self);
void trs_session_find_left_account (TrsSession *self);
void trs_session_note_key        (TrsSession *self,
                                  gboolean    stored);
void trs_session_keep_run_key    (TrsSession *self,
                                  TrsConnection *connection);
TrsConnection *trs_session_find_run_key (TrsSession *self);
gboolean trs_session_has_run_key (TrsSession *self,
                                  const char *address,
                                  gint64      shelf);
void trs_session_forget_run_key  (TrsSession *self,
                                  const char *address,
                                  gint64      shelf);

G_END_DECLS
