/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The id of a project as it stands in the table of projects: a UUID as its 16 bytes, anything else as it was received.
 * The index of the ids, which come in no order, is what costs most to write, and is half as large that way. */
#include "trs-sql-id.h"

#include <string.h>

#define UUID_SIZE 16
#define UUID_LENGTH 36

static gboolean
is_hyphen_at (guint place)
{
  return place == 8 || place == 13 || place == 18 || place == 23;
}

/* Small letters only: what is packed must come out again as it was. */
static int
digit_value (char digit)
{
  return g_ascii_isupper (digit) ? -1 : g_ascii_xdigit_value (digit);
}

static gboolean
parse_uuid (const char *id,
            guint8     *uuid)
{
  guint n = 0;

  if (id == NULL || strnlen (id, UUID_LENGTH + 1) != UUID_LENGTH)
    return FALSE;

  for (guint i = 0; i < UUID_LENGTH; i++)
    {
      if (is_hyphen_at (i))
        {
          if (id[i] != '-')
            return FALSE;
          continue;
        }
      if (digit_value (id[i]) < 0 || digit_value (id[i + 1]) < 0)
        return FALSE;
      uuid[n++] = (guint8) (digit_value (id[i]) << 4 | digit_value (id[i + 1]));
      i++;
    }
  return TRUE;
}

static char *
format_uuid (const guint8 *uuid)
{
  static const char digits[] = "0123456789abcdef";
  GString *id = g_string_sized_new (UUID_LENGTH);

  for (guint i = 0; i < UUID_SIZE; i++)
    {
      if (is_hyphen_at ((guint) id->len))
        g_string_append_c (id, '-');
      g_string_append_c (id, digits[uuid[i] >> 4]);
      g_string_append_c (id, digits[uuid[i] & 15]);
    }
  return g_string_free (id, FALSE);
}

static void
packed_id_cb (sqlite3_context  *context,
              int               n_values,
              sqlite3_value   **values)
{
  guint8 uuid[UUID_SIZE];

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
 * trs_sql_add_id_functions:
 * @db: a connection
 * @error: return location for an error
 *
 * Lets statements say `packed_id (id)` of an id as it was received, and
 * `plain_id (id)` of one as it stands in the table.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_add_id_functions (sqlite3  *db,
                          GError  **error)
{
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;

  if (sqlite3_create_function_v2 (db, "packed_id", 1, flags, NULL, packed_id_cb, NULL, NULL, NULL) == SQLITE_OK &&
      sqlite3_create_function_v2 (db, "plain_id", 1, flags, NULL, plain_id_cb, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;

  return trs_sql_fail (db, error);
}

/**
 * trs_sql_bind_id:
 * @statement: a statement
 * @index: number of the value, from 1
 * @id: the id of a project as it was received; copied
 */
void
trs_sql_bind_id (sqlite3_stmt *statement,
                 int           index,
                 const char   *id)
{
  guint8 uuid[UUID_SIZE];

  if (parse_uuid (id, uuid))
    sqlite3_bind_blob (statement, index, uuid, sizeof uuid, SQLITE_TRANSIENT);
  else
    trs_sql_bind_text (statement, index, id);
}

/**
 * trs_sql_prepare_for_id:
 * @db: a connection
 * @sql: one statement
 * @account: what `?1` is in it
 * @id: the id of a project, which is `?2` in it
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the statement, to be freed with sqlite3_finalize()
 */
sqlite3_stmt *
trs_sql_prepare_for_id (sqlite3     *db,
                        const char  *sql,
                        gint64       account,
                        const char  *id,
                        GError     **error)
{
  sqlite3_stmt *statement = trs_sql_prepare_for (db, sql, account, error);

  if (statement != NULL)
    trs_sql_bind_id (statement, 2, id);
  return statement;
}

/**
 * trs_sql_column_id:
 * @statement: a statement on a row
 * @index: number of the column, from 0
 *
 * Returns: (transfer full) (nullable): the id of a project as it was received,
 *   %NULL for NULL
 */
char *
trs_sql_column_id (sqlite3_stmt *statement,
                   int           index)
{
  if (sqlite3_column_type (statement, index) == SQLITE_BLOB && sqlite3_column_bytes (statement, index) == UUID_SIZE)
    return format_uuid (sqlite3_column_blob (statement, index));

  return trs_sql_column_text (statement, index);
}
