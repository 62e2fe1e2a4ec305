/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-key.h"

#include <string.h>

#define UUID_LENGTH 36

G_STATIC_ASSERT (TRS_PROJECT_ID_ROOM > UUID_LENGTH);

static gboolean
is_hyphen_place (guint i)
{
  return i == 8 || i == 13 || i == 18 || i == 23;
}

/* Only what comes out again as it was: small letters, hyphens in their places. */
static gboolean
parse_uuid (const char *id,
            guint8     *uuid)
{
  guint n = 0;
  int digit;

  for (guint i = 0; i < UUID_LENGTH; i++)
    {
      if (is_hyphen_place (i))
        {
          if (id[i] != '-')
            return FALSE;
          continue;
        }
      digit = id[i] >= '0' && id[i] <= '9' ? id[i] - '0' : id[i] >= 'a' && id[i] <= 'f' ? id[i] - 'a' + 10 : -1;
      if (digit < 0)
        return FALSE;
      uuid[n / 2] = (guint8) (uuid[n / 2] << 4 | digit);
      n++;
    }

  return id[UUID_LENGTH] == '\0';
}

/**
 * trs_project_key_format_uuid:
 * @uuid: 16 bytes
 * @id: room for %TRS_PROJECT_ID_ROOM bytes
 *
 * Writes an id as it was before it was a key.
 */
void
trs_project_key_format_uuid (const char *uuid,
                             char       *id)
{
  guint n = 0;

  for (guint i = 0; i < UUID_LENGTH; i++)
    {
      if (is_hyphen_place (i))
        {
          id[i] = '-';
          continue;
        }
      id[i] = "0123456789abcdef"[(guint8) uuid[n / 2] >> (n % 2 == 0 ? 4 : 0) & 15];
      n++;
    }
  id[UUID_LENGTH] = '\0';
}

/**
 * trs_project_key_init:
 * @key: (out caller-allocates): the key
 * @id: an id, which must live as long as @key
 */
void
trs_project_key_init (TrsProjectKey *key,
                      const char    *id)
{
  memset (key, 0, sizeof *key);
  key->string = id;
  key->is_uuid = parse_uuid (id, key->uuid);
}

/**
 * trs_project_key_hash_uuid:
 * @uuid: (type gpointer): 16 bytes
 *
 * Returns: trs_project_key_hash() of the key with these bytes
 */
guint
trs_project_key_hash_uuid (gconstpointer uuid)
{
  guint64 halves[2];

  memcpy (halves, uuid, sizeof halves);
  halves[0] = (halves[0] ^ halves[1]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (halves[0] >> 32);
}

/**
 * trs_project_key_hash:
 * @key: a key
 *
 * Returns: a number, the same for the same id
 */
guint
trs_project_key_hash (const TrsProjectKey *key)
{
  return key->is_uuid ? trs_project_key_hash_uuid (key->uuid) : g_str_hash (key->string);
}
