/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sql-kept.h"

static void
finalize_cb (gpointer data)
{
  sqlite3_finalize (data);
}

/**
 * trs_sql_kept_take:
 * @self: the statements of @db, empty at first
 * @db: a connection
 * @sql: one statement, which nobody has taken yet
 * @error: return location for an error
 *
 * As trs_sql_prepare(), but the statement is prepared the first time only.
 *
 * Returns: (transfer none) (nullable): the statement, for trs_sql_kept_give_back()
 */
sqlite3_stmt *
trs_sql_kept_take (TrsSqlKept  *self,
                   sqlite3     *db,
                   const char  *sql,
                   GError     **error)
{
  sqlite3_stmt *statement;

  if (self->statements == NULL)
    self->statements = g_ptr_array_new_with_free_func (finalize_cb);
  for (guint i = 0; i < self->statements->len; i++)
    if (g_str_equal (sqlite3_sql (g_ptr_array_index (self->statements, i)), sql))
      return g_ptr_array_index (self->statements, i);

  statement = trs_sql_prepare (db, sql, error);
  if (statement != NULL)
    g_ptr_array_add (self->statements, statement);
  return statement;
}

/**
 * trs_sql_kept_give_back:
 * @statement: (transfer none) (nullable): a statement of trs_sql_kept_take()
 *
 * Ends the reading. What was bound is forgotten.
 */
void
trs_sql_kept_give_back (sqlite3_stmt *statement)
{
  if (statement == NULL)
    return;

  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
}

/**
 * trs_sql_kept_clear:
 * @self: the statements of a connection
 *
 * Lets go of all of them, before the connection is closed.
 */
void
trs_sql_kept_clear (TrsSqlKept *self)
{
  g_clear_pointer (&self->statements, g_ptr_array_unref);
}
