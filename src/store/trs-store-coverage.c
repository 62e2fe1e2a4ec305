/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

const TrsStoreOldJob trs_store_list_without_text = {
  .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project NOT INDEXED "
         "WHERE account = :account AND state = @done AND NOT hidden AND NOT missing "
         "AND NOT EXISTS (SELECT 1 FROM text WHERE text.text = project.row) ORDER BY row DESC LIMIT :limit",
  .read = trs_store_read_row,
  .free_result = (GDestroyNotify) trs_project_data_free,
  .flags = TRS_STORE_BACKGROUND,
};

static gpointer
read_item (sqlite3_stmt *statement)
{
  TrsSpendingItem *item = g_new0 (TrsSpendingItem, 1);

  item->project_id = trs_sql_column_text (statement, 0);
  item->title = trs_sql_column_text (statement, 1);
  item->created_at = sqlite3_column_int64 (statement, 2);
  item->video_length = sqlite3_column_int64 (statement, 3);
  item->credits = trs_credits_for_length (item->video_length);
  item->video_id = trs_sql_column_text (statement, 4);
  item->state = (TrsProjectState) sqlite3_column_int (statement, 5);
  return item;
}

static gpointer
spending_job (sqlite3       *db,
              TrsStoreArgs  *args,
              GError       **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GPtrArray) items = trs_sql_read_all (
      trs_store_args_query (args, db,
                            "SELECT plain_id (id), " TRS_STORE_SHOWN_TITLE ", "
                            "iif (created_at <> 0, created_at, submitted_at), video_length, video_id, state "
                            "FROM project NOT INDEXED WHERE account = :account ORDER BY row DESC",
                            error),
      read_item, (GDestroyNotify) trs_spending_item_free, error);
  gint64 n_undecided;

  if (items == NULL ||
      !trs_sql_read_number (db, &n_undecided, error,
                            "SELECT count(*) FROM submission WHERE account = ?1 AND decided_at = 0", "x",
                            args->account))
    return NULL;
  return trs_spending_new (g_steal_pointer (&items), (guint) n_undecided, zone);
}

const TrsStoreOldJob trs_store_read_spending = { spending_job, (GDestroyNotify) trs_spending_free, TRS_STORE_PLAIN };
