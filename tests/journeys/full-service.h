/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-process.h"

G_BEGIN_DECLS

/**
 * FullService:
 * @process: the service
 * @n_listed: how many projects `LIST_KEY` has, all finished
 * @n_texts: how many `TEXT_KEY` has
 * @checksums: for each video, the SHA-256 of its two texts, "BARE FULL"
 *
 * The real service with a long past. The ids of a user are in the order of its
 * list, so that what should be known can be told from how far a list was read.
 */
typedef struct
{
  TrsServiceProcess *process;
  char *folder;
  char *data;
  guint n_listed;
  guint n_texts;
  GPtrArray *checksums;
} FullService;

#define LIST_KEY "list-key"
#define TEXT_KEY "text-key"

FullService *full_service_new           (guint        n_listed,
                                         guint        n_texts);
void         full_service_free          (FullService *self);
void         full_service_grow          (FullService *self,
                                         guint        n_listed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FullService, full_service_free)

const char  *full_service_get_checksums (FullService *self,
                                         const char  *id);
guint        full_service_count_log     (FullService *self,
                                         const char  *part);

G_END_DECLS
