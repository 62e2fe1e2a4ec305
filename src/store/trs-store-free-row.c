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

static gint64
get_wanted_row (gint64 created_at,
                gint64 submitted_at)
{
  /* Below zero are the texts that are not shown. */
  if (created_at >= G_USEC_PER_SEC)
    return created_at / G_USEC_PER_SEC;
  if (submitted_at >= G_USEC_PER_SEC)
    return submitted_at / G_USEC_PER_SEC;
  return 1;
}

/**
 * trs_store_free_row_find:
 * @self: what finds rows
 * @created_at: of a project, in microseconds since the epoch; 0 if not known
 * @submitted_at: when it was submitted from here; 0 if it was not
 * @row: (out): the row, which counts as taken from now on
 * @error: return location for an error
 *
 * The row of a project is its time in seconds, moved up to the next free number.
 *
 * Returns: %FALSE with @error set
 */
gboolean
trs_store_free_row_find (TrsStoreFreeRow  *self,
                         gint64            created_at,
                         gint64            submitted_at,
                         gint64           *row,
                         GError          **error)
{
  gint64 wanted = get_wanted_row (created_at, submitted_at);
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
