/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-free-row.h"

/**
 * trs_store_free_row_init:
 * @self: (out caller-allocates): what finds rows
 * @db: a connection
 * @error: return location for an error
 *
 * Returns: %FALSE with @error set
 */
gboolean
trs_store_free_row_init (TrsStoreFreeRow  *self,
                         sqlite3          *db,
                         GError          **error)
{
  *self = (TrsStoreFreeRow) { .taken = trs_sql_prepare (db, "SELECT 1 FROM project WHERE row = ?1", error) };
  return self->taken != NULL;
}

/**
 * trs_store_free_row_clear:
 * @self: what finds rows
 */
void
trs_store_free_row_clear (TrsStoreFreeRow *self)
{
  g_clear_pointer (&self->taken, sqlite3_finalize);
}

/**
 * trs_store_free_row_find:
 * @self: what finds rows
 * @sort_at: of a project, in microseconds since the epoch
 * @row: (out): the row, which counts as taken from now on
 * @error: return location for an error
 *
 * The row of a project is its place in the order in seconds, moved up to the
 * next free number.
 *
 * Returns: %FALSE with @error set
 */
gboolean
trs_store_free_row_find (TrsStoreFreeRow  *self,
                         gint64            sort_at,
                         gint64           *row,
                         GError          **error)
{
  /* Below zero are the texts that are not shown. */
  gint64 wanted = MAX (sort_at / G_USEC_PER_SEC, 1);
  gboolean in_range = wanted >= self->taken_from && wanted < self->taken_to;
  gboolean taken = TRUE;

  *row = in_range ? self->taken_to : wanted;
  for (;;)
    {
      sqlite3_bind_int64 (self->taken, 1, *row);
      if (!trs_sql_step (self->taken, &taken, error))
        return FALSE;
      sqlite3_reset (self->taken);
      if (!taken)
        break;
      (*row)++;
    }

  if (!in_range)
    self->taken_from = wanted;
  self->taken_to = *row + 1;
  return TRUE;
}
