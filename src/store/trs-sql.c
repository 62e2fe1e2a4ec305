/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sql.h"

#include <errno.h>

/* Marks the errors that mean a damaged file, see trs_sql_is_damage(). */
#define DAMAGE_MARK "database damaged: "

#define UUID_SIZE 16

/**
 * trs_sql_set_damaged:
 * @error: return location for an error
 * @message: what was found, for logs
 *
 * Says that the file itself is damaged.
 */
void
trs_sql_set_damaged (GError     **error,
                     const char  *message)
{
  g_set_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED, DAMAGE_MARK "%s", message);
}

/**
 * trs_sql_judge_errno:
 * @number: an errno
 *
 * Returns: the code of the error that it stands for
 */
TrsError
trs_sql_judge_errno (int number)
{
  if (number == ENOSPC || number == EDQUOT)
    return TRS_ERROR_STORE_FULL;
  if (number == EROFS || number == EACCES || number == EPERM)
    return TRS_ERROR_STORE_READ_ONLY;
  return TRS_ERROR_STORE_FAILED;
}

/**
 * trs_sql_fail:
 * @db: a connection whose last call failed
 * @error: return location for an error
 *
 * Puts what SQLite says into @error.
 *
 * Returns: always %FALSE
 */
gboolean
trs_sql_fail (sqlite3  *db,
              GError  **error)
{
  int code = sqlite3_errcode (db);

  switch (code & 0xff)
    {
    case SQLITE_FULL:
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_FULL, sqlite3_errmsg (db));
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY, sqlite3_errmsg (db));
      break;
    case SQLITE_IOERR:
      /* So a full disk shows itself where SQLite does not write, but maps or extends a file. */
      g_set_error_literal (error, TRS_ERROR, (int) trs_sql_judge_errno (sqlite3_system_errno (db)),
                           sqlite3_errmsg (db));
      break;
    case SQLITE_INTERRUPT:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, sqlite3_errmsg (db));
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      trs_sql_set_damaged (error, sqlite3_errmsg (db));
      break;
    default:
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_FAILED, sqlite3_errmsg (db));
      break;
    }

  return FALSE;
}

/**
 * trs_sql_is_damage:
 * @error: (nullable): an error of this folder
 *
 * Returns: %TRUE if the file itself is damaged, so that nothing can be read from it
 */
gboolean
trs_sql_is_damage (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FAILED) && g_str_has_prefix (error->message, DAMAGE_MARK);
}

/**
 * trs_sql_exec:
 * @db: a connection
 * @sql: statements without results
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_sql_exec (sqlite3     *db,
              const char  *sql,
              GError     **error)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    return trs_sql_fail (db, error);

  return TRUE;
}

/**
 * trs_sql_end_transaction:
 * @db: a connection in a transaction
 * @good: whether what was done is to be kept
 * @error: return location for an error
 *
 * Commits if @good, and rolls back otherwise, and if that fails.
 *
 * Returns: %TRUE if it was committed
 */
gboolean
trs_sql_end_transaction (sqlite3   *db,
                         gboolean   good,
                         GError   **error)
{
  if (good && trs_sql_exec (db, "COMMIT", error))
    return TRUE;

  trs_sql_exec (db, "ROLLBACK", NULL);
  return FALSE;
}

/* The id of a project as it stands in the table of projects: a UUID as its 16 bytes, anything else as it was received.
 * The index of the ids, which come in no order, is what costs most to write, and is half as large that way. */
static gboolean
parse_uuid (const char *id,
            guint8     *uuid)
{
  if (id == NULL || !g_uuid_string_is_valid (id))
    return FALSE;

  for (guint n_digits = 0; *id != '\0'; id++)
    {
      guint8 *byte = &uuid[n_digits / 2];

      /* What is packed must come out again as it was. */
      if (g_ascii_isupper (*id))
        return FALSE;
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
bind_bytes (sqlite3_stmt *statement,
            int           index,
            GBytes       *bytes)
{
  gsize size = 0;
  const void *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  if (bytes == NULL)
    sqlite3_bind_null (statement, index);
  else
    sqlite3_bind_blob64 (statement, index, data != NULL ? data : "", size, SQLITE_STATIC);
}

static void
bind_values (sqlite3_stmt *statement,
             int           i,
             const char   *types,
             va_list       values)
{
  for (; *types != '\0'; types++, i++)
    switch (*types)
      {
      case 'i':
        sqlite3_bind_int (statement, i, va_arg (values, int));
        break;
      case 'x':
        sqlite3_bind_int64 (statement, i, va_arg (values, gint64));
        break;
      case 's':
        sqlite3_bind_text (statement, i, va_arg (values, const char *), -1, SQLITE_TRANSIENT);
        break;
      case 'y':
        bind_bytes (statement, i, va_arg (values, GBytes *));
        break;
      default:
        g_assert_not_reached ();
      }
}

/**
 * trs_sql_bind:
 * @statement: a statement that was not run yet, or was reset
 * @first: number of the first value, from 1
 * @types: one letter for each value: `i` an int, `x` a #gint64, `s` a text,
 *   `y` #GBytes. Texts are copied, bytes must live until the statement has run;
 *   %NULL binds NULL.
 * @...: the values
 */
void
trs_sql_bind (sqlite3_stmt *statement,
              int           first,
              const char   *types,
              ...)
{
  va_list values;

  va_start (values, types);
  bind_values (statement, first, types, values);
  va_end (values);
}

static sqlite3_stmt *
query (sqlite3     *db,
       const char  *sql,
       const char  *types,
       va_list      values,
       GError     **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) == SQLITE_OK)
    bind_values (statement, 1, types, values);
  else
    trs_sql_fail (db, error);
  return statement;
}

/**
 * trs_sql_query:
 * @db: a connection
 * @error: return location for an error
 * @sql: one statement
 * @types: of the values, see trs_sql_bind()
 * @...: the values
 *
 * Prepares a statement and binds its values.
 *
 * Returns: (transfer full) (nullable): the statement, for trs_sql_step(), to be
 *   freed with sqlite3_finalize()
 */
sqlite3_stmt *
trs_sql_query (sqlite3     *db,
               GError     **error,
               const char  *sql,
               const char  *types,
               ...)
{
  sqlite3_stmt *statement;
  va_list values;

  va_start (values, types);
  statement = query (db, sql, types, values, error);
  va_end (values);
  return statement;
}

/**
 * trs_sql_execute:
 * @db: a connection
 * @error: return location for an error
 * @sql: one statement without results
 * @types: of the values, see trs_sql_bind()
 * @...: the values
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_execute (sqlite3     *db,
                 GError     **error,
                 const char  *sql,
                 const char  *types,
                 ...)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  va_list values;

  va_start (values, types);
  statement = query (db, sql, types, values, error);
  va_end (values);
  return trs_sql_run (statement, error);
}

/**
 * trs_sql_read_number:
 * @db: a connection
 * @number: (out): the number, 0 if there is no row
 * @error: return location for an error
 * @sql: a query for one number
 * @types: of the values, see trs_sql_bind()
 * @...: the values
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_read_number (sqlite3     *db,
                     gint64      *number,
                     GError     **error,
                     const char  *sql,
                     const char  *types,
                     ...)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = FALSE;
  va_list values;

  va_start (values, types);
  statement = query (db, sql, types, values, error);
  va_end (values);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  *number = row ? sqlite3_column_int64 (statement, 0) : 0;
  return TRUE;
}

/**
 * trs_sql_step:
 * @statement: (nullable): a statement with its values bound; %NULL if it could
 *   not be prepared, so that @error is set
 * @row: (out): whether there is a row; left as it is on an error, so that a
 *   loop over all rows ends with %FALSE only where they end
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_step (sqlite3_stmt  *statement,
              gboolean      *row,
              GError       **error)
{
  int code;

  if (statement == NULL)
    return FALSE;

  code = sqlite3_step (statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    return trs_sql_fail (sqlite3_db_handle (statement), error);

  *row = code == SQLITE_ROW;
  return TRUE;
}

/**
 * trs_sql_run:
 * @statement: (nullable): a statement, as for trs_sql_step()
 * @error: return location for an error
 *
 * Runs it to its end and makes it ready to be bound again.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_run (sqlite3_stmt  *statement,
             GError       **error)
{
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    continue;
  sqlite3_reset (statement);
  return !row;
}

/**
 * trs_sql_read_all:
 * @statement: (transfer full) (nullable): a query, as for trs_sql_step()
 * @read: makes an item of a row
 * @free_item: frees an item
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): an item for each row; %NULL on an error
 */
GPtrArray *
trs_sql_read_all (sqlite3_stmt    *statement,
                  TrsSqlReadFunc   read,
                  GDestroyNotify   free_item,
                  GError         **error)
{
  g_autoptr (sqlite3_stmt) owned = statement;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (free_item);
  gboolean row = TRUE;

  while (trs_sql_step (owned, &row, error) && row)
    g_ptr_array_add (items, read (owned));
  return row ? NULL : g_steal_pointer (&items);
}

/**
 * trs_sql_copy_row:
 * @from: a statement on a row
 * @to: an INSERT with as many values as @from has columns; it may be of another
 *   connection
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_copy_row (sqlite3_stmt  *from,
                  sqlite3_stmt  *to,
                  GError       **error)
{
  for (int i = 0; i < sqlite3_column_count (from); i++)
    sqlite3_bind_value (to, i + 1, sqlite3_column_value (from, i));
  return trs_sql_run (to, error);
}

/**
 * trs_sql_column_text:
 * @statement: a statement on a row
 * @index: number of the column, from 0
 *
 * Returns: (transfer full) (nullable): the text, %NULL for NULL
 */
char *
trs_sql_column_text (sqlite3_stmt *statement,
                     int           index)
{
  return g_strdup ((const char *) sqlite3_column_text (statement, index));
}

/**
 * trs_sql_column_bytes:
 * @statement: a statement on a row
 * @index: number of the column, from 0
 *
 * Returns: (transfer full) (nullable): the bytes, %NULL for NULL
 */
GBytes *
trs_sql_column_bytes (sqlite3_stmt *statement,
                      int           index)
{
  if (sqlite3_column_type (statement, index) == SQLITE_NULL)
    return NULL;

  return g_bytes_new (sqlite3_column_blob (statement, index), (gsize) sqlite3_column_bytes (statement, index));
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
