/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-walk.h"

#include "trs-project-data.h"

/* Page 1 is read for every kind of walk. */
#define PAGE_1 (-1)

#define TABLES                                                                                                     \
  "CREATE TEMP TABLE IF NOT EXISTS seen (row INTEGER, kind INTEGER, walk INTEGER NOT NULL, "                       \
  "PRIMARY KEY (row, kind)) WITHOUT ROWID;"                                                                        \
  "CREATE TEMP TABLE IF NOT EXISTS walk (account INTEGER, kind INTEGER, began, newest, since, next_page, bottom, " \
  "vanished, PRIMARY KEY (account, kind)) WITHOUT ROWID"

/* What a walk over the whole list did not show. One that is under way may be too new for it. */
#define IS_UNSEEN                                                                                       \
  "account = ?1 AND listed > 0 AND NOT missing AND state IN (?2, ?3) "                                  \
  "AND row NOT IN (SELECT row FROM temp.seen WHERE walk >= ?4)"

#define LOOK "SELECT 1 FROM temp.seen WHERE row = ?1 AND kind IN (?2, ?3) AND walk >= ?4"
#define NOTE "INSERT OR REPLACE INTO temp.seen (row, kind, walk) VALUES (?1, ?2, ?3)"

static gboolean
load (TrsStoreWalk  *self,
      GError       **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (self->db, error,
                     "SELECT began, newest, since, next_page, bottom, vanished FROM temp.walk "
                     "WHERE account = ?1 AND kind = ?2",
                     "xx", self->account, self->kind);
  gint64 number = 0;
  gboolean row = FALSE;

  if (!trs_sql_read_number (self->db, "SELECT max (began) FROM temp.walk WHERE account = ?1", self->account, &number,
                            error))
    return FALSE;

  self->number = MAX (self->number, number);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;

  self->began = sqlite3_column_int64 (statement, 0);
  self->newest = sqlite3_column_int64 (statement, 1);
  self->since = sqlite3_column_int64 (statement, 2);
  self->next_page = sqlite3_column_int64 (statement, 3);
  self->bottom = sqlite3_column_int64 (statement, 4);
  self->vanished = sqlite3_column_int (statement, 5) != 0;
  return TRUE;
}

/**
 * trs_store_walk_init:
 * @self: (out caller-allocates): a walk
 * @db: a connection
 * @account: an account
 * @kind: number of the kind of walk that it goes on from
 * @number: the last walk that is written down
 * @dry: whether nothing can be written, not even here
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_walk_init (TrsStoreWalk  *self,
                     sqlite3       *db,
                     gint64         account,
                     gint64         kind,
                     gint64         number,
                     gboolean       dry,
                     GError       **error)
{
  *self = (TrsStoreWalk) { .db = db, .account = account, .kind = kind, .number = number };
  if (dry)
    return TRUE;
  if (!trs_sql_exec (db, TABLES, error) || !load (self, error))
    return FALSE;

  return (self->look = trs_sql_prepare (db, LOOK, error)) != NULL &&
         (self->note = trs_sql_prepare (db, NOTE, error)) != NULL;
}

void
trs_store_walk_clear (TrsStoreWalk *self)
{
  sqlite3_finalize (self->look);
  sqlite3_finalize (self->note);
}

/**
 * trs_store_walk_begin:
 * @self: a walk
 * @second: whether it looks once more for what the one before did not show
 * @error: return location for an error
 *
 * Begins another walk at page 1.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_walk_begin (TrsStoreWalk  *self,
                      gboolean       second,
                      GError       **error)
{
  self->began = ++self->number;
  self->next_page = 1;
  self->bottom = 0;
  if (!second)
    {
      self->since = self->began;
      self->vanished = FALSE;
    }
  return trs_sql_read_number (self->db,
                              "SELECT sort_at FROM project WHERE account = ?1 AND listed > 0 "
                              "ORDER BY sort_at DESC, row DESC LIMIT 1",
                              self->account, &self->newest, error);
}

/**
 * trs_store_walk_show:
 * @self: a walk
 * @row: a row that the list shows
 * @fresh: (out): whether this walk had not shown it before
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_walk_show (TrsStoreWalk  *self,
                     gint64         row,
                     gboolean      *fresh,
                     GError       **error)
{
  gboolean shown = FALSE;

  trs_sql_bind (self->look, 1, "xxix", row, self->kind, PAGE_1, self->began);
  if (!trs_sql_step (self->look, &shown, error))
    return FALSE;
  sqlite3_reset (self->look);

  *fresh = !shown;
  if (shown)
    return TRUE;
  trs_sql_bind (self->note, 1, "xxx", row, self->next_page == 1 ? (gint64) PAGE_1 : self->kind, self->number);
  return trs_sql_run (self->note, error);
}

/**
 * trs_store_walk_follows:
 * @self: a walk
 * @page: number of a page
 *
 * Returns: whether the page is the next one of a walk that this run began at page 1
 */
gboolean
trs_store_walk_follows (TrsStoreWalk *self,
                        guint         page)
{
  return self->next_page != 0 && page == self->next_page;
}

/**
 * trs_store_walk_take_page:
 * @self: a walk
 * @page: number of a page that was read for it
 * @bottom: key of the order of its last entry, 0 if it is empty
 *
 * Follows it down the list: one page after the other, from page 1 on.
 */
void
trs_store_walk_take_page (TrsStoreWalk *self,
                          guint         page,
                          gint64        bottom)
{
  if (self->next_page == 0 || page < self->next_page)
    return;
  if (page > self->next_page)
    {
      self->next_page = 0;
      return;
    }
  self->next_page++;
  self->bottom = bottom;
}

static gboolean
mark_missing (TrsStoreWalk  *self,
              gint64         now,
              GArray        *missing,
              GError       **error)
{
  g_autoptr (sqlite3_stmt) marked =
      trs_sql_query (self->db, error, "UPDATE project SET missing = ?5 WHERE " IS_UNSEEN " RETURNING row", "xiixx",
                     self->account, TRS_PROJECT_STATE_DONE, TRS_PROJECT_STATE_ERROR, self->since, now);
  gboolean row = TRUE;

  while (trs_sql_step (marked, &row, error) && row)
    {
      gint64 number = sqlite3_column_int64 (marked, 0);

      g_array_append_val (missing, number);
    }
  return !row;
}

/**
 * trs_store_walk_end:
 * @self: a walk that has come from page 1 to the end of the list
 * @now: microseconds since the epoch
 * @missing: (element-type gint64): gets the rows that are marked as missing
 * @error: return location for an error
 *
 * Says in #TrsStoreWalk.vanished whether there is anything that the walk did
 * not show. What a second one did not show either is marked as missing.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_walk_end (TrsStoreWalk  *self,
                    gint64         now,
                    GArray        *missing,
                    GError       **error)
{
  g_autoptr (sqlite3_stmt) unseen =
      trs_sql_query (self->db, error, "SELECT 1 FROM project WHERE " IS_UNSEEN " LIMIT 1", "xiix", self->account,
                     TRS_PROJECT_STATE_DONE, TRS_PROJECT_STATE_ERROR, self->since);

  self->next_page = 0;
  if (self->vanished)
    {
      self->vanished = FALSE;
      return mark_missing (self, now, missing, error);
    }

  return trs_sql_step (unseen, &self->vanished, error);
}

/**
 * trs_store_walk_save:
 * @self: a walk
 * @error: return location for an error
 *
 * Keeps the walk for the next page.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_walk_save (TrsStoreWalk  *self,
                     GError       **error)
{
  return trs_sql_execute (self->db, error, "INSERT OR REPLACE INTO temp.walk VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                          "xxxxxxxi", self->account, self->kind, self->began, self->newest, self->since,
                          self->next_page, self->bottom, self->vanished);
}
