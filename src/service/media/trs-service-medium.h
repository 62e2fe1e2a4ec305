/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-file.h"

/**
 * TrsServiceMediumKind:
 * @TRS_SERVICE_MEDIUM_FILE: a file of the media folder
 * @TRS_SERVICE_MEDIUM_TICKET: a file that a ticket of the media folder names
 * @TRS_SERVICE_MEDIUM_FETCHED: a video of a platform, which is fetched when its turn comes
 */
typedef enum
{
  TRS_SERVICE_MEDIUM_FILE,
  TRS_SERVICE_MEDIUM_TICKET,
  TRS_SERVICE_MEDIUM_FETCHED,
} TrsServiceMediumKind;

/**
 * TrsServiceMedium:
 * @kind: where it comes from
 * @id: the identifier by which it is submitted
 * @title: its title
 * @name: (nullable): its title, if there is no other one; else @id
 * @path: absolute path of the file; empty for one that has to be fetched
 * @stamp: the file as it was seen
 * @digest: SHA-256 of the whole file as a ticket says it, else empty
 * @track: which of its sound tracks is meant, from 1
 * @length: whole seconds
 * @changed: whether it is known already that the file is not that of the ticket
 *
 * A video that is there to be recognised: what a submission has to know of it.
 */
typedef struct
{
  TrsServiceMediumKind kind;
  char *id;
  char *title;
  char *name;
  char *path;
  TrsServiceStamp stamp;
  char *digest;
  guint track;
  gint64 length;
  gboolean changed;
} TrsServiceMedium;

gboolean          trs_service_medium_is_id     (const char          *id,
                                                gsize                max_length);
TrsServiceMedium *trs_service_medium_new       (TrsServiceMediumKind kind,
                                                const char          *id,
                                                const char          *title,
                                                const char          *path);
void              trs_service_medium_set_title (TrsServiceMedium    *self,
                                                const char          *title);
void              trs_service_medium_free      (TrsServiceMedium    *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceMedium, trs_service_medium_free)
