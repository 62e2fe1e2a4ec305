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

static void
video_free (gpointer data)
{
  TrsStoreVideo *video = data;

  g_free (video->video_id);
  g_clear_pointer (&video->project, trs_project_data_free);
  g_free (video->pending_id);
  g_free (video->pending_language);
  g_free (video);
}

static gpointer
read_video (sqlite3_stmt *statement)
{
  const int first = TRS_STORE_N_ROW_COLUMNS;
  TrsStoreVideo *video = g_new0 (TrsStoreVideo, 1);
  gboolean has_project = sqlite3_column_type (statement, 0) != SQLITE_NULL;

  if (has_project)
    video->project = trs_store_read_row (statement);
  video->video_id = trs_sql_column_text (statement, first);
  video->pending_id = trs_sql_column_text (statement, first + 1);
  video->pending_language = trs_sql_column_text (statement, first + 2);
  video->pending_at = sqlite3_column_int64 (statement, first + 3);
  if (sqlite3_column_type (statement, first + 4) != SQLITE_NULL &&
      (!has_project || video->project->state == TRS_PROJECT_STATE_ERROR))
    {
      g_clear_pointer (&video->project, trs_project_data_free);
      video->project = trs_project_data_new ((const char *) sqlite3_column_text (statement, first + 4));
      video->project->video_id = g_strdup (video->video_id);
      video->project->requested_language = trs_sql_column_text (statement, first + 5);
      video->project->submitted_at = sqlite3_column_int64 (statement, first + 6);
    }
  return video;
}

/* A transcript that is there counts for more than a later attempt that failed. Of the submissions one that is undecided
 * is looked for, and one that was accepted and whose project could not be kept any more. */
const TrsStoreOldJob trs_store_find_videos = {
  .sql = "SELECT " TRS_STORE_ROW_COLUMNS ", value, "
         "pending.local_id, pending.language, pending.sent_at, lost.project_id, lost.language, lost.sent_at "
         "FROM json_each (:ids) "
         "LEFT JOIN project ON row = (SELECT row FROM project WHERE account = :account AND video_id = value "
         "  ORDER BY state = @error, sort_at DESC, row DESC LIMIT 1) "
         "LEFT JOIN submission AS pending ON pending.local_id = (SELECT local_id FROM submission "
         "  WHERE account = :account AND video_id = value AND decided_at = 0 ORDER BY sent_at DESC LIMIT 1) "
         "LEFT JOIN submission AS lost ON lost.local_id = (SELECT local_id FROM submission AS sent "
         "  WHERE account = :account AND video_id = value AND decided_at <> 0 AND outcome = @accepted AND NOT EXISTS "
         "  (SELECT 1 FROM project WHERE project.account = sent.account AND project.id = packed_id (project_id)) "
         "  ORDER BY sent_at LIMIT 1) "
         "WHERE row IS NOT NULL OR pending.local_id IS NOT NULL OR lost.local_id IS NOT NULL",
  .read = read_video,
  .free_result = video_free,
};
