/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-file.h"

/**
 * TrsServiceTicket:
 * @path: absolute path of a file elsewhere
 * @title: (nullable): its title, whatever its tags say
 * @name: (nullable): its title if its tags have none
 * @track: which of its sound tracks is meant, from 1
 * @stamp: the file as it was when the ticket was written
 * @digest: SHA-256 of the whole file
 *
 * `ID.json` in the media folder: the user's leave to transcribe one file that lies elsewhere.
 */
typedef struct
{
  char *path;
  char *title;
  char *name;
  guint track;
  TrsServiceStamp stamp;
  char *digest;
} TrsServiceTicket;

gboolean          trs_service_ticket_check_folder (const char        *folder,
                                                   GError           **error);
TrsServiceTicket *trs_service_ticket_read         (const char        *path,
                                                   GError           **error);
void              trs_service_ticket_free         (TrsServiceTicket  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceTicket, trs_service_ticket_free)
