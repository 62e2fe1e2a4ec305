/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-manual-clock.h"
#include "trs-memory-keyring.h"
#include "trs-session.h"
#include "trs-store.h"
#include "trs-test-utils.h"
#include "trs-toy-service.h"

G_BEGIN_DECLS

#define FIXTURE_ADDRESS "https://toy.example/base"
#define FIXTURE_START G_GINT64_CONSTANT (1700000000000000)

/* A session with the toy service, on a clock that stands still. */
typedef struct
{
  TrsManualClock *clock;
  TrsToyService *toy;
  TrsKeyring *keyring;
  GSettings *settings;
  TrsStore *store;
  TrsSession *session;
  TrsProjects *projects;
  TrsHistory *history;

  GPtrArray *ready;
  GPtrArray *adopted;

  /* what fixture_get() and fixture_find() returned */
  GPtrArray *held;
} Fixture;

void            fixture_set_up      (Fixture         *fixture,
                                     gconstpointer    data);
void            fixture_tear_down   (Fixture         *fixture,
                                     gconstpointer    data);
void            fixture_new_session (Fixture         *fixture);
void            fixture_end_session (Fixture         *fixture);
void            fixture_keep        (Fixture         *fixture,
                                     const char      *path);
void            fixture_drain       (void);
void            fixture_advance     (Fixture         *fixture,
                                     gint64           seconds);
guint           fixture_count_timers (Fixture        *fixture);
GPtrArray      *fixture_list_accounts (Fixture       *fixture);
void            fixture_pass        (Fixture         *fixture);
void            fixture_connect     (Fixture         *fixture);
gboolean        fixture_connect_to  (Fixture         *fixture,
                                     const char      *address,
                                     const char      *key,
                                     GError         **error);
TrsSubmission  *fixture_submit      (Fixture         *fixture,
                                     const char      *video_id);
GListStore     *fixture_submit_all  (Fixture         *fixture,
                                     const char      *first,
                                     ...) G_GNUC_NULL_TERMINATED;
TrsProject     *fixture_get         (Fixture         *fixture,
                                     guint            position);
TrsProject     *fixture_find        (Fixture         *fixture,
                                     const char      *id);
void            fixture_refresh     (Fixture         *fixture);
guint           fixture_get_n       (Fixture         *fixture);

/* Lets time pass until a condition holds. How often what works on other threads gets its turn is nobody's promise, so
 * that nothing is counted. */
#define fixture_pass_until(fixture, condition) \
  G_STMT_START                                 \
  {                                            \
    trs_test_alarm_start (60);                 \
    while (!(condition))                       \
      fixture_pass (fixture);                  \
    trs_test_alarm_stop ();                    \
  }                                            \
  G_STMT_END

#define fixture_add_test(path, function) \
  g_test_add (path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

G_END_DECLS
