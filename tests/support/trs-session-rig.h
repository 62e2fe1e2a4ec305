/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-keyring.h"
#include "trs-manual-clock.h"
#include "trs-recording-transport.h"
#include "trs-session.h"
#include "trs-store.h"
#include "trs-stubborn-settings.h"

G_BEGIN_DECLS

/* 12 March 2026, 12:04:10 UTC */
#define TRS_SESSION_RIG_NOW G_GINT64_CONSTANT (1773317050000000)
#define TRS_SESSION_RIG_SERVER "https://transcribe.example.org"
#define TRS_SESSION_RIG_KEY "rig-key-1234"

/**
 * TrsSessionRig:
 *
 * A session with everything around it in the hands of the test: settings in
 * memory, a network that is written down, keys in memory, a clock that stands.
 */
typedef struct
{
  GSettings *settings;
  TrsRecordingTransport *transport;
  TrsKeyring *keyring;
  TrsManualClock *clock;
  TrsStore *store;
  TrsSession *session;

  /* what trs_session_rig_project() returned */
  GPtrArray *held;
} TrsSessionRig;

TrsSessionRig *trs_session_rig_new         (void);
TrsSessionRig *trs_session_rig_new_waiting (gboolean       configured);
TrsSessionRig *trs_session_rig_new_stubborn (TrsStubbornSettings *disk);
TrsSessionRig *trs_session_rig_new_keeping (void);
TrsSessionRig *trs_session_rig_new_keeping_at (const char    *path);
void           trs_session_rig_free        (TrsSessionRig *self);

void           trs_session_rig_connect     (TrsSessionRig *self,
                                            const char    *list);
void           trs_session_rig_connect_with
                                           (TrsSessionRig *self,
                                            const char    *key,
                                            const char    *list);
void           trs_session_rig_start       (TrsSessionRig *self);
void           trs_session_rig_list        (TrsSessionRig *self,
                                            const char    *entries);

char          *trs_session_rig_entry       (const char    *id,
                                            const char    *name,
                                            const char    *video_id,
                                            const char    *state,
                                            const char    *created_at);
char          *trs_session_rig_numbered    (guint          number,
                                            const char    *name,
                                            const char    *state,
                                            const char    *created_at);
char          *trs_session_rig_sample_list (void);
TrsProject    *trs_session_rig_project     (TrsSessionRig *self,
                                            guint          number);
TrsProject    *trs_session_rig_find        (TrsSessionRig *self,
                                            const char    *id);
TrsProject    *trs_session_rig_find_listed (TrsSessionRig *self,
                                            const char    *video_id);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSessionRig, trs_session_rig_free)

G_END_DECLS
