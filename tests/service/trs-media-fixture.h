/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-fixture.h"

G_BEGIN_DECLS

/* The lines of fake-worker.c for a recording of 65 seconds in two paragraphs. */
#define MEDIA_TALK "media {\"type\":\"media\",\"length\":125.9,\"title\":\"A talk\",\"bytes\":1}\n"
#define MEDIA_BEGIN                                                           \
  "say {\"type\":\"length\",\"seconds\":125.9}\n"                            \
  "say {\"type\":\"progress\",\"state\":\"upload\",\"percent\":40}\n"
#define MEDIA_FIRST                                                                                         \
  "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":10}\n"                               \
  "say {\"type\":\"paragraph\",\"start\":1.5,\"end\":9.25,\"speaker\":null,\"text\":\"The first words.\"}\n"
#define MEDIA_SECOND                                                                                          \
  "say {\"type\":\"progress\",\"state\":\"transcription\",\"percent\":60}\n"                                 \
  "say {\"type\":\"paragraph\",\"start\":70.125,\"end\":80,\"speaker\":2,\"text\":\"The second\\nwords.\"}\n"
#define MEDIA_END "say {\"type\":\"end\",\"cut\":false,\"seconds\":125.9}\nexit 0\n"
#define MEDIA_ALL MEDIA_TALK MEDIA_BEGIN MEDIA_FIRST MEDIA_SECOND MEDIA_END

/* What the data of a test says of its fixture: the clock is manual, or the test is to start the service. */
#define MEDIA_MANUAL "manual"
#define MEDIA_STOPPED "stopped"

/**
 * MediaFixture:
 *
 * The service over a folder of media, with a worker that does what the files say. `@` in them is a folder of the test.
 */
typedef struct
{
  Fixture fixture;
  char *folder;
  char *notes;
} MediaFixture;

void      media_fixture_set_up      (MediaFixture     *self,
                                     gconstpointer     data);
void      media_fixture_tear_down   (MediaFixture     *self,
                                     gconstpointer     data);
void      media_fixture_restart     (MediaFixture     *self);
char     *media_fixture_path        (MediaFixture     *self,
                                     const char       *name);
void      media_fixture_write       (MediaFixture     *self,
                                     const char       *name,
                                     const char       *script);
void      media_fixture_touch       (MediaFixture     *self,
                                     const char       *name);
char     *media_fixture_notes       (MediaFixture     *self);
Response *media_fixture_detail      (MediaFixture     *self,
                                     const char       *id,
                                     const char       *query);
char     *media_fixture_get         (MediaFixture     *self,
                                     const char       *id,
                                     const char       *member);
gboolean  media_fixture_is          (MediaFixture     *self,
                                     const char       *id,
                                     const char       *member,
                                     const char       *value);
gint64    media_fixture_credits     (MediaFixture     *self,
                                     const char       *key);
char     *media_fixture_ticket      (MediaFixture     *self,
                                     const char       *id,
                                     const char       *path,
                                     const char       *title);

G_END_DECLS
