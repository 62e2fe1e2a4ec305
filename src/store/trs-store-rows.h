/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-sql.h"

G_BEGIN_DECLS

/* What trs_store_rows_read() wants to find in a row. */
#define TRS_STORE_ROW_COLUMNS                                                                                  \
  "row, sort_at, plain_id (id), title, video_id, state, state_word, message, video_length, created_at, "       \
  "language, requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, "         \
  "dismissed, local_title, note, missing, hidden, listed"

/* What a project is called here, as in a window: until the list shows it, its title may not be known. */
#define TRS_STORE_SHOWN_TITLE \
  "coalesce (nullif (local_title, ''), iif (listed, title, nullif (title, '')), video_id)"

/**
 * TrsStoreRows:
 *
 * Reads and writes projects of one account, within one transaction. Every row
 * from @taken_from to before @taken_to is taken: many projects may have one
 * time, or none.
 */
typedef struct
{
  sqlite3 *db;
  gint64 account;
  sqlite3_stmt *by_id;
  sqlite3_stmt *by_row;
  sqlite3_stmt *has_text;
  sqlite3_stmt *is_silent;
  sqlite3_stmt *insert;
  sqlite3_stmt *update;
  sqlite3_stmt *taken;
  gint64 taken_from;
  gint64 taken_to;
} TrsStoreRows;

gboolean        trs_store_rows_init      (TrsStoreRows          *self,
                                          sqlite3               *db,
                                          gint64                 account,
                                          GError               **error);
void            trs_store_rows_clear     (TrsStoreRows          *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsStoreRows, trs_store_rows_clear)

TrsProjectData *trs_store_rows_read      (TrsStoreRows          *self,
                                          sqlite3_stmt          *statement);
GPtrArray      *trs_store_rows_read_all  (sqlite3_stmt          *statement,
                                          GError               **error);
gboolean        trs_store_rows_get       (TrsStoreRows          *self,
                                          gint64                 number,
                                          TrsProjectData       **data,
                                          GError               **error);
gboolean        trs_store_rows_find      (TrsStoreRows          *self,
                                          const char            *id,
                                          TrsProjectData       **data,
                                          GError               **error);
gboolean        trs_store_rows_insert    (TrsStoreRows          *self,
                                          TrsProjectData        *data,
                                          GError               **error);
gboolean        trs_store_rows_update    (TrsStoreRows          *self,
                                          const TrsProjectData  *data,
                                          GError               **error);
TrsProjectData *trs_store_rows_merge     (TrsStoreRows          *self,
                                          const TrsProjectData  *data,
                                          gint64                 now,
                                          GError               **error);

gint64          trs_store_find_account   (sqlite3               *db,
                                          const char            *address,
                                          const char * const    *ids,
                                          gint64                 now,
                                          GError               **error);

G_END_DECLS
