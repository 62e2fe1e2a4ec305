/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

/**
 * TrsStoreWalk:
 * @kind: number of its kind
 * @number: of the last walk from the top, of whatever kind
 * @began: its own number
 * @newest: key of the order of the newest row that the list had shown before it, 0 for none
 * @since: rows that walks from this number on have shown were seen
 * @next_page: the page with which it goes on, 0 if it is not on its way from page 1
 * @bottom: key of the order of the last entry above @next_page
 * @vanished: whether it did not show all that is known when it came to the end of the list; the next one is the second
 *   of two
 *
 * What this run of the program has seen of the list of an account: in TEMP
 * tables, so that it is undone with the transaction that it belongs to. Each
 * kind of walk has a place of its own there, which no page of another touches.
 */
typedef struct
{
  sqlite3 *db;
  gint64 account;
  gint64 kind;
  gint64 number;
  gint64 began;
  gint64 newest;
  gint64 since;
  gint64 next_page;
  gint64 bottom;
  gboolean vanished;
  sqlite3_stmt *look;
  sqlite3_stmt *note;
} TrsStoreWalk;

gboolean trs_store_walk_init      (TrsStoreWalk  *self,
                                   sqlite3       *db,
                                   gint64         account,
                                   gint64         kind,
                                   gint64         number,
                                   gboolean       dry,
                                   GError       **error);
void     trs_store_walk_clear     (TrsStoreWalk  *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsStoreWalk, trs_store_walk_clear)

gboolean trs_store_walk_begin     (TrsStoreWalk  *self,
                                   gboolean       second,
                                   GError       **error);
gboolean trs_store_walk_show      (TrsStoreWalk  *self,
                                   gint64         row,
                                   gboolean      *fresh,
                                   GError       **error);
gboolean trs_store_walk_follows   (TrsStoreWalk  *self,
                                   guint          page);
void     trs_store_walk_take_page (TrsStoreWalk  *self,
                                   guint          page,
                                   gint64         bottom);
gboolean trs_store_walk_end       (TrsStoreWalk  *self,
                                   gint64         now,
                                   GArray        *missing,
                                   GError       **error);
gboolean trs_store_walk_save      (TrsStoreWalk  *self,
                                   GError       **error);

G_END_DECLS
