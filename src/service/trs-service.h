/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

/**
 * TrsServiceOptions:
 * @port: where to listen, or 0 for a free port
 * @data: (nullable): the file of users and projects; %NULL keeps them in memory
 * @catalogue: (nullable): folder of the catalogue
 * @media: (nullable): folder of media, which are really transcribed
 * @tickets: whether `ID.json` in @media may name a file elsewhere
 * @fetch: (nullable): what fetches videos from a platform
 * @fetch_url: (nullable): their addresses
 * @sound: (nullable): where the sound is kept of what has a ticket, as long as a file `keep` is there
 * @worker: (nullable): path of `transcription-worker`, without which there are no media
 * @recognizer: (nullable): what recognises media; %NULL for what is built in
 * @model: (nullable): its model
 * @jobs: how many media are transcribed at a time
 * @is_free: whether nothing costs anything
 * @users: (nullable) (array zero-terminated=1): `KEY:CREDITS`; %NULL makes one key up
 * @new_key: whether the key that is made up is another one at each start
 * @speed: how many times faster than usual projects are; above 0
 * @faults: (nullable): the file that scripts faults
 */
typedef struct
{
  int port;
  char *data;
  char *catalogue;
  char *media;
  gboolean tickets;
  char *sound;
  char *fetch;
  char *fetch_url;
  char *worker;
  char *recognizer;
  char *model;
  int jobs;
  gboolean is_free;
  char **users;
  gboolean new_key;
  double speed;
  char *faults;
} TrsServiceOptions;

/**
 * TrsService:
 *
 * The whole service on loopback, on the main context of the thread that made it.
 */
typedef struct _TrsService TrsService;

TrsService *trs_service_new           (const TrsServiceOptions  *options,
                                       TrsClock                 *clock,
                                       GError                  **error);
void        trs_service_free          (TrsService               *self);
guint16     trs_service_get_port      (TrsService               *self);
const char *trs_service_get_key       (TrsService               *self);
void        trs_service_set_paused    (TrsService               *self,
                                       gboolean                  paused);
gboolean    trs_service_reload_faults (TrsService               *self,
                                       GError                  **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsService, trs_service_free)
