/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-job.h"

/**
 * trs_store_context_query:
 * @self: what a job works with
 * @sql: one statement, in which the values of the job stand by their names
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the statement with its values bound, for trs_sql_step()
 */
sqlite3_stmt *
trs_store_context_query (TrsStoreContext  *self,
                         const char       *sql,
                         GError          **error)
{
  return trs_sql_values_query (self->db, sql, self->values, self->n_values, error);
}

/**
 * trs_store_context_execute:
 * @self: what a job works with
 * @sql: statements without results, in which the values of the job stand by their names
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_context_execute (TrsStoreContext  *self,
                           const char       *sql,
                           GError          **error)
{
  return trs_sql_values_execute (self->db, sql, self->values, self->n_values, error);
}

/**
 * trs_store_context_read_number:
 * @self: what a job works with
 * @sql: a query for one number, in which the values of the job stand by their names
 * @number: (out): the number, 0 if there is no row
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_context_read_number (TrsStoreContext  *self,
                               const char       *sql,
                               gint64           *number,
                               GError          **error)
{
  g_autoptr (sqlite3_stmt) statement = trs_store_context_query (self, sql, error);
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  *number = row ? sqlite3_column_int64 (statement, 0) : 0;
  return TRUE;
}
