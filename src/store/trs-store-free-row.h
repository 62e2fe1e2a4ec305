/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

/**
 * TrsStoreFreeRow:
 *
 * Finds rows for new projects, within one transaction. Every row from
 * @taken_from to before @taken_to is taken: many projects may have one time,
 * or none.
 */
typedef struct
{
  sqlite3_stmt *taken;
  gint64 taken_from;
  gint64 taken_to;
} TrsStoreFreeRow;

gboolean trs_store_free_row_init  (TrsStoreFreeRow  *self,
                                   sqlite3          *db,
                                   GError          **error);
void     trs_store_free_row_clear (TrsStoreFreeRow  *self);
gboolean trs_store_free_row_find  (TrsStoreFreeRow  *self,
                                   gint64            sort_at,
                                   gint64           *row,
                                   GError          **error);

G_END_DECLS
