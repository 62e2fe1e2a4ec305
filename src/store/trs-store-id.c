/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-id.h"

#include "trs-sql.h"

#define UUID_SIZE 16

/* Project ids are stored as the 16 bytes of a UUID where they are one, which is the same in capital and in small
 * letters, and as received otherwise. Ids come in no order, so their index is the most expensive one to write; this
 * halves its size. */
static gboolean
parse_uuid (const char *id,
            guint8     *uuid)
{
  if (id == NULL || !g_uuid_string_is_valid (id))
    return FALSE;

  for (guint n_digits = 0; *id != '\0'; id++)
    {
      guint8 *byte = &uuid[n_digits / 2];

      if (*id == '-')
        continue;
      *byte = (guint8) (*byte << 4 | g_ascii_xdigit_value (*id));
      n_digits++;
    }
  return TRUE;
}

static char *
format_uuid (const guint8 *uuid)
{
  GString *id = g_string_new (NULL);

  for (guint i = 0; i < UUID_SIZE; i++)
    g_string_append_printf (id, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", uuid[i]);
  return g_string_free (id, FALSE);
}

static void
packed_id_cb (sqlite3_context  *context,
              int               n_values,
              sqlite3_value   **values)
{
  guint8 uuid[UUID_SIZE] = { 0 };

  if (sqlite3_value_type (values[0]) == SQLITE_TEXT && parse_uuid ((const char *) sqlite3_value_text (values[0]), uuid))
    sqlite3_result_blob (context, uuid, sizeof uuid, SQLITE_TRANSIENT);
  else
    sqlite3_result_value (context, values[0]);
}

static void
plain_id_cb (sqlite3_context  *context,
             int               n_values,
             sqlite3_value   **values)
{
  if (sqlite3_value_type (values[0]) == SQLITE_BLOB && sqlite3_value_bytes (values[0]) == UUID_SIZE)
    sqlite3_result_text (context, format_uuid (sqlite3_value_blob (values[0])), -1, g_free);
  else
    sqlite3_result_value (context, values[0]);
}

/**
 * trs_store_id_add_functions:
 * @db: a connection
 * @error: return location for an error
 *
 * Lets statements say `packed_id (id)` of an id as it was received, and
 * `plain_id (id)` of one as it stands in the table, see trs_project_id_normalize().
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_id_add_functions (sqlite3  *db,
                          GError  **error)
{
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;

  if (sqlite3_create_function_v2 (db, "packed_id", 1, flags, NULL, packed_id_cb, NULL, NULL, NULL) == SQLITE_OK &&
      sqlite3_create_function_v2 (db, "plain_id", 1, flags, NULL, plain_id_cb, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;

  return trs_sql_fail (db, error);
}
