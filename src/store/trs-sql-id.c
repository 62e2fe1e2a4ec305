/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The id of a project as it stands in the table of projects: a UUID as its 16 bytes, anything else as it was received.
 * The index of the ids, which come in no order, is what costs most to write, and is half as large that way. */
#include "trs-sql-id.h"

static void
packed_id_cb (sqlite3_context  *context,
              int               n_values,
              sqlite3_value   **values)
{
  const char *id = (const char *) sqlite3_value_text (values[0]);
  TrsProjectKey key;

  if (sqlite3_value_type (values[0]) == SQLITE_TEXT && id != NULL)
    {
      trs_project_key_init (&key, id);
      if (key.is_uuid)
        {
          sqlite3_result_blob (context, key.uuid, sizeof key.uuid, SQLITE_TRANSIENT);
          return;
        }
    }
  sqlite3_result_value (context, values[0]);
}

/**
 * trs_sql_add_packed_id:
 * @db: a connection
 * @error: return location for an error
 *
 * Lets statements say `packed_id (id)` of an id that was written down as it was
 * received.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_add_packed_id (sqlite3  *db,
                       GError  **error)
{
  if (sqlite3_create_function_v2 (db, "packed_id", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, packed_id_cb, NULL,
                                  NULL, NULL) == SQLITE_OK)
    return TRUE;

  return trs_sql_fail (db, error);
}

/**
 * trs_sql_bind_key:
 * @statement: a statement
 * @index: number of the value, from 1
 * @key: the id of a project; not copied, must live until the statement has run
 */
void
trs_sql_bind_key (sqlite3_stmt        *statement,
                  int                  index,
                  const TrsProjectKey *key)
{
  if (key->is_uuid)
    sqlite3_bind_blob (statement, index, key->uuid, sizeof key->uuid, SQLITE_STATIC);
  else
    sqlite3_bind_text (statement, index, key->string, -1, SQLITE_STATIC);
}

/**
 * trs_sql_bind_id:
 * @statement: a statement
 * @index: number of the value, from 1
 * @id: the id of a project; copied
 */
void
trs_sql_bind_id (sqlite3_stmt *statement,
                 int           index,
                 const char   *id)
{
  TrsProjectKey key;

  trs_project_key_init (&key, id);
  if (key.is_uuid)
    sqlite3_bind_blob (statement, index, key.uuid, sizeof key.uuid, SQLITE_TRANSIENT);
  else
    trs_sql_bind_text (statement, index, id);
}

/**
 * trs_sql_view_id:
 * @statement: a statement on a row
 * @index: number of the column, from 0
 * @room: %TRS_PROJECT_ID_ROOM bytes
 *
 * As trs_sql_column_id(), for whoever goes through many.
 *
 * Returns: (transfer none) (nullable): the id, valid until the statement goes
 *   on or @room is used again; %NULL for NULL
 */
const char *
trs_sql_view_id (sqlite3_stmt *statement,
                 int           index,
                 char         *room)
{
  if (sqlite3_column_type (statement, index) != SQLITE_BLOB ||
      sqlite3_column_bytes (statement, index) != TRS_PROJECT_UUID_SIZE)
    return (const char *) sqlite3_column_text (statement, index);

  trs_project_key_format_uuid (sqlite3_column_blob (statement, index), room);
  return room;
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
  char room[TRS_PROJECT_ID_ROOM];

  return g_strdup (trs_sql_view_id (statement, index, room));
}
