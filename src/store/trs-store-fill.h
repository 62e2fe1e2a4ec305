/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-packed-project.h"
#include "trs-sql.h"

G_BEGIN_DECLS

/**
 * TrsStoreFill:
 *
 * A first sync fills a table that is empty, or nearly so. The ids come in no
 * order, and to put each into its place in the index takes as long as to write
 * down the project; to sort 100,000 of them at once takes half of that. So the
 * index is left out until somebody needs it, as long as no id comes twice.
 *
 * Whether the index is there is asked of the file alone: a transaction that is
 * rolled back takes an index with it, or brings one back. Whoever opens the
 * file makes it if it is not there.
 */
typedef struct
{
  /* a number for each id that is in the table, as long as the index is left out */
  GHashTable *told;
} TrsStoreFill;

gboolean trs_store_fill_begin (TrsStoreFill     *self,
                               sqlite3          *db,
                               GError          **error);
gboolean trs_store_fill_take  (TrsStoreFill     *self,
                               sqlite3          *db,
                               const GPtrArray  *packed,
                               gboolean         *all_new,
                               GError          **error);
gboolean trs_store_fill_end   (TrsStoreFill     *self,
                               sqlite3          *db,
                               GError          **error);
void     trs_store_fill_clear (TrsStoreFill     *self);

G_END_DECLS
