/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-manual-clock.h"
#include "trs-memory-keyring.h"
#include "trs-service-process.h"
#include "trs-session.h"
#include "trs-store.h"
#include "trs-test-utils.h"

G_BEGIN_DECLS

/**
 * Journey:
 *
 * The real session over real HTTP with the real service in a process of its
 * own, and a store in a folder of its own, as the program has it. Only the
 * keyring is in memory, and the clock of the session runs many times faster
 * than the one on the wall. At the end nothing that was kept may have been
 * moved aside. The three names are of the samples, and not owned.
 */
typedef struct
{
  TrsServiceProcess *service;
  TrsManualClock *clock;
  GSettings *settings;
  TrsKeyring *keyring;
  TrsStore *store;
  char *folder;
  const char *sample_program;
  const char *sample_catalogue;
  const char *sample_data;
  TrsSession *session;
  TrsHistory *history;
  guint n_ready;
  guint n_adopted;
  GPtrArray *held;
  guint clock_id;
  guint tick;
} Journey;

Journey       *journey_new         (const char * const *service_args);
Journey       *journey_new_bare    (const char * const *service_args);
void           journey_free        (Journey            *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Journey, journey_free)

void           journey_new_session (Journey            *self);
void           journey_end_session (Journey            *self);
void           journey_start_clock (Journey            *self,
                                    guint               interval,
                                    guint               tick);
void           journey_stop_clock  (Journey            *self);
void           journey_pass        (Journey            *self,
                                    guint               milliseconds);
gboolean       journey_connect     (Journey            *self,
                                    const char         *address,
                                    GError            **error);
TrsSubmission *journey_submit      (Journey            *self,
                                    const char         *video_id);
TrsSubmission *journey_press       (Journey            *self,
                                    const char         *video_id,
                                    gboolean            again);
void           journey_settle      (Journey            *self);
TrsProject    *journey_top         (Journey            *self);
guint          journey_n_listed    (Journey            *self);
guint          journey_count       (Journey            *self);
guint          journey_n_in_log    (Journey            *self,
                                    const char         *part);
TrsTranscript *journey_load        (Journey            *self,
                                    TrsProject         *project,
                                    GError            **error);
gboolean       journey_refresh     (Journey            *self,
                                    GError            **error);

/* Lets the clock run until the condition holds; ends the test after a minute on the wall. */
#define journey_until_at(self, interval, tick, condition) \
  G_STMT_START                                            \
  {                                                       \
    journey_start_clock ((self), (interval), (tick));     \
    trs_test_wait_until (condition);                      \
    journey_stop_clock (self);                            \
  }                                                       \
  G_STMT_END

/* Half a second of the session in ten milliseconds. */
#define journey_until(self, condition) journey_until_at (self, 10, 500, condition)

G_END_DECLS
