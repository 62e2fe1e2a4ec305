/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-query.h"
#include "trs-sql.h"

G_BEGIN_DECLS

typedef struct _TrsStoreStream TrsStoreStream;

/* The columns of a row: of both streams, of projects, and of texts. */
#define TRS_STORE_STREAM_ID 1
#define TRS_STORE_STREAM_TITLE 2
#define TRS_STORE_STREAM_LOCAL_TITLE 3
#define TRS_STORE_STREAM_VIDEO_ID 4
#define TRS_STORE_STREAM_NOTE 5
#define TRS_STORE_STREAM_BARE 2
#define TRS_STORE_STREAM_PREFIXES 3
#define TRS_STORE_STREAM_ALIGNED 4
#define TRS_STORE_STREAM_SPLIT 5

TrsStoreStream *trs_store_stream_new_projects  (sqlite3               *db,
                                                gint64                 account,
                                                const TrsSearchQuery  *query,
                                                gint64                 before_row,
                                                GError               **error);
TrsStoreStream *trs_store_stream_new_texts     (sqlite3               *db,
                                                gint64                 account,
                                                const TrsSearchQuery  *query,
                                                gint64                 before_row,
                                                GError               **error);
gint64          trs_store_stream_get_row       (TrsStoreStream        *self);
sqlite3_stmt   *trs_store_stream_get_statement (TrsStoreStream        *self);
gboolean        trs_store_stream_step          (TrsStoreStream        *self,
                                                GError               **error);
void            trs_store_stream_free          (TrsStoreStream        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreStream, trs_store_stream_free)

G_END_DECLS
