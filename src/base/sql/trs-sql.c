/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sql.h"

#include <string.h>

/* The names that statements contain in braces, and their replacements. */
static GMutex names_mutex;
static GHashTable *names;

typedef struct
{
  int system_errno;
} TrsSqlErrorPrivate;

static void
trs_sql_error_private_init (TrsSqlErrorPrivate *priv)
{
}

static void
trs_sql_error_private_copy (const TrsSqlErrorPrivate *src,
                            TrsSqlErrorPrivate       *dest)
{
  *dest = *src;
}

static void
trs_sql_error_private_clear (TrsSqlErrorPrivate *priv)
{
}

G_DEFINE_EXTENDED_ERROR (TrsSqlError, trs_sql_error)

/**
 * trs_sql_error_get_errno:
 * @error: an error of the domain %TRS_SQL_ERROR
 *
 * Returns: the errno of the call to the system that failed; of use after `SQLITE_IOERR` only
 */
int
trs_sql_error_get_errno (const GError *error)
{
  g_return_val_if_fail (error != NULL && error->domain == TRS_SQL_ERROR, 0);

  return trs_sql_error_get_private (error)->system_errno;
}

/**
 * trs_sql_fail:
 * @db: a connection whose last call failed
 * @error: return location for an error
 *
 * Sets the error of SQLite: its primary result code in the domain %TRS_SQL_ERROR, with its message.
 *
 * Returns: always %FALSE
 */
gboolean
trs_sql_fail (sqlite3  *db,
              GError  **error)
{
  g_set_error_literal (error, TRS_SQL_ERROR, sqlite3_errcode (db) & 0xff, sqlite3_errmsg (db));
  if (error != NULL)
    trs_sql_error_get_private (*error)->system_errno = sqlite3_system_errno (db);
  return FALSE;
}

/**
 * trs_sql_define:
 * @name: what statements say in braces
 * @sql: what it means, without other names
 *
 * From now on `{name}` means @sql in each statement of this process that is prepared by trs_sql_query(),
 * trs_sql_execute() or trs_sql_read_number(). A name never changes its meaning; to define it again is harmless. Can be
 * called from any thread.
 */
void
trs_sql_define (const char *name,
                const char *sql)
{
  g_autofree char *in_braces = g_strdup_printf ("{%s}", name);
  const char *known;

  g_return_if_fail (strchr (sql, '{') == NULL);

  g_mutex_lock (&names_mutex);
  if (names == NULL)
    names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  known = g_hash_table_lookup (names, in_braces);
  g_assert (known == NULL || g_str_equal (known, sql));
  if (known == NULL)
    g_hash_table_insert (names, g_steal_pointer (&in_braces), g_strdup (sql));
  g_mutex_unlock (&names_mutex);
}

/**
 * trs_sql_expand:
 * @sql: statements
 *
 * Replaces the names of trs_sql_define(). A brace that is left is an error to SQLite.
 *
 * Returns: (transfer full): @sql as SQLite takes it
 */
char *
trs_sql_expand (const char *sql)
{
  GString *expanded = g_string_new (sql);
  GHashTableIter iter;
  gpointer name, meaning;

  if (strchr (sql, '{') == NULL)
    return g_string_free (expanded, FALSE);

  g_mutex_lock (&names_mutex);
  if (names != NULL)
    {
      g_hash_table_iter_init (&iter, names);
      while (g_hash_table_iter_next (&iter, &name, &meaning))
        g_string_replace (expanded, name, meaning, 0);
    }
  g_mutex_unlock (&names_mutex);
  return g_string_free (expanded, FALSE);
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
  g_autofree char *expanded = trs_sql_expand (sql);
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (db, expanded, -1, &statement, NULL) == SQLITE_OK)
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
