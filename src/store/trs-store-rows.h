/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-sql.h"

G_BEGIN_DECLS

/* Projects and accounts as they stand in the database, within a job. */

/* Before the list shows a project, no title of it is known; then it may be empty. */
#define TRS_STORE_KNOWN_TITLE "iif (listed, title, nullif (title, ''))"

/* What a project is called here, as in a window. */
#define TRS_STORE_SHOWN_TITLE "coalesce (nullif (local_title, ''), " TRS_STORE_KNOWN_TITLE ", video_id)"

/* What trs_store_rows_read_all() reads of a row. */
#define TRS_STORE_ROW_COLUMNS                                                                                  \
  "row, sort_at, plain_id (id), " TRS_STORE_KNOWN_TITLE ", video_id, state, state_word, message, "             \
  "video_length, created_at, language, requested_language, submitted_at, fetched_seen_at, finished_seen_at, "  \
  "failed_in, unread, dismissed, nullif (local_title, ''), nullif (note, ''), missing, hidden, listed, "       \
  "EXISTS (SELECT 1 FROM text WHERE project = project.row AND NOT superseded)"

/**
 * TrsStoreRows:
 *
 * Prepared statements that read and write projects of one account, within one
 * transaction.
 */
typedef struct
{
  gint64 account;
  sqlite3_stmt *by_id;
  sqlite3_stmt *insert;
  sqlite3_stmt *update;
} TrsStoreRows;

gboolean        trs_store_rows_init     (TrsStoreRows          *self,
                                         sqlite3               *db,
                                         gint64                 account,
                                         GError               **error);
void            trs_store_rows_clear    (TrsStoreRows          *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsStoreRows, trs_store_rows_clear)

gboolean        trs_store_rows_find     (TrsStoreRows          *self,
                                         const char            *id,
                                         TrsProjectData       **data,
                                         GError               **error);
gboolean        trs_store_rows_insert   (TrsStoreRows          *self,
                                         TrsProjectData        *data,
                                         GError               **error);
gboolean        trs_store_rows_update   (TrsStoreRows          *self,
                                         const TrsProjectData  *data,
                                         GError               **error);
TrsProjectData *trs_store_rows_merge    (TrsStoreRows          *self,
                                         const TrsProjectData  *data,
                                         gint64                 now,
                                         GError               **error);

GPtrArray      *trs_store_rows_read_all (sqlite3_stmt          *statement,
                                         GError               **error);
GPtrArray      *trs_store_rows_read     (sqlite3               *db,
                                         const gint64          *rows,
                                         guint                  n_rows,
                                         GError               **error);

gint64          trs_store_find_account  (sqlite3               *db,
                                         const char            *address,
                                         const char * const    *ids,
                                         gint64                 now,
                                         GError               **error);

G_END_DECLS
