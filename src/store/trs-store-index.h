/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-query.h"
#include "trs-sql.h"

G_BEGIN_DECLS

typedef struct _TrsStoreStream TrsStoreStream;

TrsStoreStream *trs_store_stream_new_projects (sqlite3               *db,
                                               gint64                 account,
                                               const TrsSearchQuery  *query,
                                               gint64                 before_row,
                                               GError               **error);
TrsStoreStream *trs_store_stream_new_texts    (sqlite3               *db,
                                               gint64                 account,
                                               const TrsSearchQuery  *query,
                                               gint64                 before_row,
                                               GError               **error);
gint64          trs_store_stream_get_row      (TrsStoreStream        *self);
gboolean        trs_store_stream_step         (TrsStoreStream        *self,
                                               GError               **error);
void            trs_store_stream_free         (TrsStoreStream        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreStream, trs_store_stream_free)

gboolean        trs_store_index_expect        (sqlite3               *db,
                                               GError               **error);
gboolean        trs_store_index_projects      (sqlite3               *db,
                                               GError               **error);
gboolean        trs_store_index_check         (sqlite3               *db,
                                               GError               **error);
gboolean        trs_store_index_rebuild       (sqlite3               *db,
                                               GError               **error);

G_END_DECLS
