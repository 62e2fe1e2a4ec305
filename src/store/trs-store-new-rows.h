/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-packed-project.h"
#include "trs-sql.h"

G_BEGIN_DECLS

/**
 * TrsStoreNewRows:
 *
 * Packed projects as the rows of the table of projects that they become. One
 * statement writes them all: to begin and end one for each row, and to bind
 * its values, would take as long as the writing itself.
 */
typedef struct _TrsStoreNewRows TrsStoreNewRows;

gboolean         trs_store_new_rows_register (sqlite3          *db,
                                              GError          **error);
TrsStoreNewRows *trs_store_new_rows_begin    (sqlite3          *db,
                                              gint64            account,
                                              gboolean          all_new,
                                              GError          **error);
gboolean         trs_store_new_rows_insert   (TrsStoreNewRows  *self,
                                              const GPtrArray  *packed,
                                              guint            *n_inserted,
                                              GError          **error);
void             trs_store_new_rows_free     (TrsStoreNewRows  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreNewRows, trs_store_new_rows_free)

G_END_DECLS
