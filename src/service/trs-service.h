/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

/**
 * TrsServiceOptions:
 * @port: where to listen, or 0 for a free port
 * @data: (nullable): the file of users and projects; %NULL keeps them in memory
 * @catalogue: folder of the catalogue
 * @users: (nullable) (array zero-terminated=1): `KEY:CREDITS`; %NULL makes one key up
 * @speed: how many times faster than usual projects are; above 0
 * @faults: (nullable): the file that scripts faults
 */
typedef struct
{
  int port;
  char *data;
  char *catalogue;
  char **users;
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
gboolean    trs_service_reload_faults (TrsService               *self,
                                       GError                  **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsService, trs_service_free)
