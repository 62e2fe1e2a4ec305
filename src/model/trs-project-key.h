/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TRS_PROJECT_UUID_SIZE:
 *
 * Bytes of an id that is a UUID.
 */
#define TRS_PROJECT_UUID_SIZE 16

/**
 * TrsProjectKey:
 *
 * An id in the form in which it is compared.
 */
typedef struct
{
  const char *string;
  guint8 uuid[TRS_PROJECT_UUID_SIZE];
  gboolean is_uuid;
} TrsProjectKey;

/**
 * TRS_PROJECT_ID_ROOM:
 *
 * Bytes for an id that is not kept as it is written.
 */
#define TRS_PROJECT_ID_ROOM 37

void  trs_project_key_init        (TrsProjectKey       *key,
                                   const char          *id);
guint trs_project_key_hash        (const TrsProjectKey *key);
guint trs_project_key_hash_uuid   (gconstpointer        uuid);
void  trs_project_key_format_uuid (const char          *uuid,
                                   char                *id);

G_END_DECLS
