/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-manual-clock.h"
#include "trs-service.h"

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

G_BEGIN_DECLS

/* When the manual clock of a fixture begins: 2025-03-12T19:00:00.123Z. */
#define FIXTURE_START G_GINT64_CONSTANT (1741806000123000)
#define FIXTURE_START_TEXT "2025-03-12T19:00:00.123Z"

#define ALICE "alice-key"
#define BOB "bob-key"

/**
 * Fixture:
 *
 * The service in this process over the small catalogue, and a client of it that
 * knows nothing but HTTP. `clock` is manual if the test says so. From `media` on the members are set by tests of media
 * before they start it again.
 */
typedef struct
{
  TrsService *service;
  TrsManualClock *manual;
  TrsClock *clock;
  SoupSession *session;
  char *folder;
  char *data;
  char *faults;

  char *media;
  char *sound;
  char *worker;
  char *recognizer;
  char *fetch;
  char *fetch_url;
  int jobs;
  gboolean tickets;
  gboolean is_free;
} Fixture;

typedef struct
{
  guint status;
  char *text;
  gsize length;
  JsonNode *json;
  SoupMessageHeaders *headers;
  GError *error;
} Response;

Response   *response_fetch        (SoupSession      *session,
                                   const char       *address,
                                   const char       *method,
                                   const char       *path,
                                   const char       *key,
                                   const char       *content_type,
                                   const char       *body);
void        response_free         (Response         *response);
void        response_assert_error (Response         *response,
                                   guint             status,
                                   const char       *error);
const char *response_text         (Response         *response,
                                   const char       *member);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Response, response_free)

void      fixture_set_up       (Fixture          *self,
                                gconstpointer     manual);
void      fixture_tear_down    (Fixture          *self,
                                gconstpointer     manual);
void      fixture_start        (Fixture          *self,
                                gboolean          persistent);
void      fixture_stop         (Fixture          *self);
void      fixture_script       (Fixture          *self,
                                const char       *faults);
Response *fixture_send         (Fixture          *self,
                                const char       *method,
                                const char       *path,
                                const char       *key,
                                const char       *content_type,
                                const char       *body);
Response *fixture_get          (Fixture          *self,
                                const char       *path);
Response *fixture_submit       (Fixture          *self,
                                const char       *key,
                                const char       *video,
                                const char       *webhook);
char     *fixture_submit_ok    (Fixture          *self,
                                const char       *key,
                                const char       *video);

G_END_DECLS
