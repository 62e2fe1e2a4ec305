/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-sql.h"

/* Projects as they stand in the database, within a job. */

/* Until the list shows a project its title is unknown; later, it may be empty. */
#define TRS_STORE_KNOWN_TITLE "iif (listed, title, nullif (title, ''))"

/* The title of a project, as a window shows it. */
#define TRS_STORE_SHOWN_TITLE "coalesce (nullif (local_title, ''), " TRS_STORE_KNOWN_TITLE ", video_id)"

/* The order of the list by date. Two projects may share a time, but never a row. */
#define TRS_STORE_NEWEST_FIRST " ORDER BY sort_at DESC, row DESC"

/* The columns that trs_store_read_row() reads, see trs_store_rows_define(). */
#define TRS_STORE_ROW_COLUMNS "{project}"

/* The row of project :id of :account. */
#define TRS_STORE_ROW_OF_ID "(SELECT row FROM project WHERE account = :account AND id = packed_id (:id))"

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

void trs_store_rows_define        (void);
int  trs_store_rows_get_n_columns (void);

gboolean            trs_store_rows_init     (TrsStoreRows          *self,
                                             sqlite3               *db,
                                             gint64                 account,
                                             GError               **error);
void                trs_store_rows_clear    (TrsStoreRows          *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsStoreRows, trs_store_rows_clear)

gboolean            trs_store_rows_find     (TrsStoreRows          *self,
                                             const char            *id,
                                             TrsProjectData       **data,
                                             GError               **error);
gboolean            trs_store_rows_insert   (TrsStoreRows          *self,
                                             TrsProjectData        *data,
                                             GError               **error);
gboolean            trs_store_rows_update   (TrsStoreRows          *self,
                                             const TrsProjectData  *data,
                                             GError               **error);
TrsProjectData     *trs_store_rows_merge    (TrsStoreRows          *self,
                                             const TrsProjectData  *data,
                                             gint64                 now,
                                             GError               **error);

gpointer            trs_store_read_row      (sqlite3_stmt          *statement);
GPtrArray          *trs_store_read_rows     (sqlite3_stmt          *statement,
                                             GError               **error);
GPtrArray          *trs_store_read_numbers  (sqlite3               *db,
                                             const gint64          *rows,
                                             guint                  n_rows,
                                             GError               **error);
