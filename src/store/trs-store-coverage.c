/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-store-file.h"
#include "trs-store-rows.h"

/* To look through all rows as they stand takes less than to find each of them by an index of the account. */
static gpointer
coverage_job (sqlite3       *db,
              TrsStoreArgs  *args,
              GError       **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT count(*), count (text) FROM project NOT INDEXED "
                     "LEFT JOIN text ON text.text = project.row "
                     "WHERE account = ?1 AND state = ?2 AND NOT hidden",
                     "xi", args->account, TRS_PROJECT_STATE_DONE);
  g_autofree TrsStoreCoverage *coverage = g_new0 (TrsStoreCoverage, 1);
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return NULL;

  coverage->n_finished = (guint) sqlite3_column_int64 (statement, 0);
  coverage->n_kept = (guint) sqlite3_column_int64 (statement, 1);
  coverage->disk_bytes = trs_store_file_measure (sqlite3_db_filename (db, "main"));
  return g_steal_pointer (&coverage);
}

const TrsStoreJob trs_store_read_coverage = { coverage_job, g_free, TRS_STORE_BACKGROUND };

static gpointer
without_text_job (sqlite3       *db,
                  TrsStoreArgs  *args,
                  GError       **error)
{
  return trs_store_rows_read_all (
      trs_sql_query (db, error,
                     "SELECT " TRS_STORE_ROW_COLUMNS " FROM project NOT INDEXED "
                     "WHERE account = ?1 AND state = ?2 AND NOT hidden AND NOT missing "
                     "AND NOT EXISTS (SELECT 1 FROM text WHERE text.text = project.row) "
                     "ORDER BY row DESC LIMIT ?3",
                     "xii", args->account, TRS_PROJECT_STATE_DONE, args->limit),
      error);
}

const TrsStoreJob trs_store_list_without_text = {
  without_text_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_BACKGROUND
};

static TrsSpendingItem *
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
  gint64 account = args->account;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_spending_item_free);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT plain_id (id), " TRS_STORE_SHOWN_TITLE ", "
                     "iif (created_at <> 0, created_at, submitted_at), video_length, video_id, state "
                     "FROM project NOT INDEXED WHERE account = ?1 ORDER BY row DESC",
                     "x", account);
  gboolean row = TRUE;
  gint64 n_undecided;

  if (!trs_sql_read_number (db, &n_undecided, error,
                            "SELECT count(*) FROM submission WHERE account = ?1 AND decided_at = 0", "x", account))
    return NULL;

  while (trs_sql_step (statement, &row, error) && row)
    g_ptr_array_add (items, read_item (statement));

  return row ? NULL : trs_spending_new (g_steal_pointer (&items), (guint) n_undecided, zone);
}

const TrsStoreJob trs_store_read_spending = { spending_job, (GDestroyNotify) trs_spending_free, TRS_STORE_PLAIN };

/**
 * trs_store_video_free:
 * @video: (transfer full): what there is of a video
 */
void
trs_store_video_free (TrsStoreVideo *video)
{
  g_free (video->video_id);
  g_clear_pointer (&video->project, trs_project_data_free);
  g_free (video->pending_id);
  g_free (video->pending_language);
  g_free (video);
}

/* A transcript that is there counts for more than a later attempt that failed. */
static gboolean
find_project (sqlite3        *db,
              gint64          account,
              TrsStoreVideo  *video,
              GError        **error)
{
  g_autoptr (GPtrArray) projects = trs_store_rows_read_all (
      trs_sql_query (db, error,
                     "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = ?1 AND video_id = ?2 "
                     "ORDER BY state = ?3, sort_at DESC, row DESC LIMIT 1",
                     "xsi", account, video->video_id, TRS_PROJECT_STATE_ERROR),
      error);

  if (projects != NULL && projects->len > 0)
    video->project = g_ptr_array_steal_index (projects, 0);
  return projects != NULL;
}

static void
take_submission (TrsStoreVideo *video,
                 sqlite3_stmt  *statement)
{
  g_autofree char *language = trs_sql_column_text (statement, 1);
  gint64 sent_at = sqlite3_column_int64 (statement, 2);
  gboolean decided = sqlite3_column_int (statement, 3);

  if (!decided)
    {
      g_free (video->pending_id);
      g_free (video->pending_language);
      video->pending_id = trs_sql_column_text (statement, 0);
      video->pending_language = g_steal_pointer (&language);
      video->pending_at = sent_at;
    }
  else if (video->project == NULL || video->project->state == TRS_PROJECT_STATE_ERROR)
    {
      g_clear_pointer (&video->project, trs_project_data_free);
      video->project = trs_project_data_new ((const char *) sqlite3_column_text (statement, 4));
      video->project->video_id = g_strdup (video->video_id);
      video->project->requested_language = g_steal_pointer (&language);
      video->project->submitted_at = sent_at;
    }
}

/* Those that are undecided, and those that were accepted and whose project could not be kept any more. */
static gboolean
find_submissions (sqlite3        *db,
                  gint64          account,
                  TrsStoreVideo  *video,
                  GError        **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT local_id, language, sent_at, decided_at <> 0, project_id FROM submission "
                     "WHERE account = ?1 AND video_id = ?2 AND (decided_at = 0 OR (outcome = ?3 AND NOT EXISTS "
                     "(SELECT 1 FROM project WHERE project.account = submission.account "
                     "AND id = packed_id (project_id)))) "
                     "ORDER BY sent_at",
                     "xsi", account, video->video_id, TRS_SUBMISSION_ACCEPTED);
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    take_submission (video, statement);
  return !row;
}

static gpointer
find_videos_job (sqlite3       *db,
                 TrsStoreArgs  *args,
                 GError       **error)
{
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_store_video_free);

  for (guint i = 0; args->ids[i] != NULL; i++)
    {
      g_autoptr (TrsStoreVideo) video = g_new0 (TrsStoreVideo, 1);

      video->video_id = g_strdup (args->ids[i]);
      if (!find_project (db, args->account, video, error) || !find_submissions (db, args->account, video, error))
        return NULL;
      if (video->project != NULL || video->pending_id != NULL)
        g_ptr_array_add (videos, g_steal_pointer (&video));
    }
  return g_steal_pointer (&videos);
}

const TrsStoreJob trs_store_find_videos = { find_videos_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };
