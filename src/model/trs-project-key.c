/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-key.h"

#include <string.h>

#define UUID_LENGTH 36

G_STATIC_ASSERT (TRS_PROJECT_ID_ROOM > UUID_LENGTH);

/* Of a digit, beside what it counts. */
#define IS_DIGIT 0x10

/* Small letters only: what is taken apart must come out again as it was. */
static const guint8 digits[G_MAXUINT8 + 1] = {
  ['0'] = IS_DIGIT | 0,  ['1'] = IS_DIGIT | 1,  ['2'] = IS_DIGIT | 2,  ['3'] = IS_DIGIT | 3,
  ['4'] = IS_DIGIT | 4,  ['5'] = IS_DIGIT | 5,  ['6'] = IS_DIGIT | 6,  ['7'] = IS_DIGIT | 7,
  ['8'] = IS_DIGIT | 8,  ['9'] = IS_DIGIT | 9,  ['a'] = IS_DIGIT | 10, ['b'] = IS_DIGIT | 11,
  ['c'] = IS_DIGIT | 12, ['d'] = IS_DIGIT | 13, ['e'] = IS_DIGIT | 14, ['f'] = IS_DIGIT | 15,
};

/* Where the two digits of each byte stand. */
static const guint8 places[TRS_PROJECT_UUID_SIZE] = { 0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34 };

/* Each project of a long list comes through here several times. */
static gboolean
parse_uuid (const char *id,
            guint8     *uuid)
{
  guint8 all = IS_DIGIT;

  if (strnlen (id, UUID_LENGTH + 1) != UUID_LENGTH ||
      id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-')
    return FALSE;

  for (guint i = 0; i < TRS_PROJECT_UUID_SIZE; i++)
    {
      guint8 high = digits[(guint8) id[places[i]]];
      guint8 low = digits[(guint8) id[places[i] + 1]];

      all &= high & low;
      uuid[i] = (guint8) (high << 4 | (low & 15));
    }

  return all != 0;
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
  static const char letters[] = "0123456789abcdef";

  id[8] = id[13] = id[18] = id[23] = '-';
  for (guint i = 0; i < TRS_PROJECT_UUID_SIZE; i++)
    {
      id[places[i]] = letters[(guint8) uuid[i] >> 4];
      id[places[i] + 1] = letters[(guint8) uuid[i] & 15];
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
