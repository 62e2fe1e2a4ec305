/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

/**
 * TrsStoreWalk:
 * @number: of the walk that reads now
 * @newest: key of the order of the newest row that the list had shown before it, 0 for none
 * @since: rows that walks from this one on have shown were seen by the walk over the whole list
 * @next_page: the page with which that goes on, 0 if none is on its way from page 1
 * @bottom: key of the order of the last entry above @next_page
 * @whole: whether that is all it is for
 * @second: whether it is the second of two
 * @vanished: whether the one before did not show all that is known
 *
 * What this run of the program has seen of the list of an account: in TEMP
 * tables, so that it is undone with the transaction that it belongs to.
 */
typedef struct
{
  sqlite3 *db;
  gint64 account;
  gint64 number;
  gint64 newest;
  gint64 since;
  gint64 next_page;
  gint64 bottom;
  gboolean whole;
  gboolean second;
  gboolean vanished;
  sqlite3_stmt *look;
  sqlite3_stmt *note;
} TrsStoreWalk;

/**
 * TrsStoreWalkPage:
 * @number: its number
 * @begins: whether it begins a walk at the top
 * @whole: whether it was read to see the whole list
 * @last: whether it belongs to the second of two whole walks
 * @joined: whether its last entry was known before this walk
 * @gap: whether there was a gap before it
 * @bottom: key of the order of its last entry, 0 if it is empty
 *
 * A page, as a walk over the whole list sees it.
 */
typedef struct
{
  guint number;
  gboolean begins;
  gboolean whole;
  gboolean last;
  gboolean joined;
  gboolean gap;
  gint64 bottom;
} TrsStoreWalkPage;

gboolean  trs_store_walk_init         (TrsStoreWalk  *self,
                                       sqlite3       *db,
                                       gint64         account,
                                       gint64         number,
                                       gboolean       dry,
                                       GError       **error);
void      trs_store_walk_clear        (TrsStoreWalk  *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrsStoreWalk, trs_store_walk_clear)

gboolean  trs_store_walk_begin        (TrsStoreWalk  *self,
                                       GError       **error);
gboolean  trs_store_walk_show         (TrsStoreWalk  *self,
                                       gint64         row,
                                       gboolean      *fresh,
                                       GError       **error);
gboolean  trs_store_walk_follows      (TrsStoreWalk  *self,
                                       guint          page);
void      trs_store_walk_take_page    (TrsStoreWalk            *self,
                                       const TrsStoreWalkPage  *page);
gboolean  trs_store_walk_end          (TrsStoreWalk  *self,
                                       gint64         now,
                                       GArray        *missing,
                                       GError       **error);
gboolean  trs_store_walk_save         (TrsStoreWalk  *self,
                                       GError       **error);

G_END_DECLS
