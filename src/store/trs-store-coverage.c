/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-coverage.h"

#include "trs-project-data.h"
#include "trs-store-file.h"
#include "trs-store-private.h"
#include "trs-store-rows.h"
#include "trs-submission.h"

/* To look through all rows as they stand takes less than to find each of them by an index of the account. */
static gpointer
coverage_job (sqlite3  *db,
              GTask    *task,
              GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
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

/**
 * trs_store_read_coverage_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Counts the transcripts that can be read and searched here. Hidden projects
 * do not count. Finish with trs_store_pointer_finish(): a #TrsStoreCoverage, to
 * be freed with g_free().
 */
void
trs_store_read_coverage_async (TrsStore            *self,
                               gint64               account,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account };

  trs_store_call_with_args (self, coverage_job, &args, g_free, TRS_STORE_BACKGROUND,
                            cancellable, callback, user_data);
}

static gpointer
without_text_job (sqlite3  *db,
                  GTask    *task,
                  GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);

  return trs_store_rows_read_all (
      trs_sql_query (db, error,
                     "SELECT " TRS_STORE_ROW_COLUMNS " FROM project NOT INDEXED "
                     "WHERE account = ?1 AND state = ?2 AND NOT hidden AND NOT missing "
                     "AND NOT EXISTS (SELECT 1 FROM text WHERE text.text = project.row) "
                     "ORDER BY row DESC LIMIT ?3",
                     "xii", args->account, TRS_PROJECT_STATE_DONE, args->limit),
      error);
}

/**
 * trs_store_list_without_text_async:
 * @self: a store
 * @account: an account
 * @limit: how many at most
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the finished projects whose text is not kept here and could be had:
 * neither hidden nor missing; newest first. Finish with
 * trs_store_pointer_finish(): (element-type TrsProjectData): a #GPtrArray.
 */
void
trs_store_list_without_text_async (TrsStore            *self,
                                   gint64               account,
                                   guint                limit,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account, .limit = limit };

  trs_store_call_with_args (self, without_text_job, &args,
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_BACKGROUND, cancellable, callback,
                            user_data);
}

static TrsSpendingItem *
read_item (sqlite3_stmt *statement)
{
  TrsSpendingItem *item = g_new0 (TrsSpendingItem, 1);

  item->project_id = trs_sql_column_id (statement, 0);
  item->title = trs_sql_column_text (statement, 1);
  item->created_at = sqlite3_column_int64 (statement, 2);
  item->video_length = sqlite3_column_int64 (statement, 3);
  item->credits = trs_credits_for_length (item->video_length);
  item->video_id = trs_sql_column_text (statement, 4);
  item->state = (TrsProjectState) sqlite3_column_int (statement, 5);
  return item;
}

static gpointer
spending_job (sqlite3  *db,
              GTask    *task,
              GError  **error)
{
  gint64 account = ((const TrsStoreArgs *) g_task_get_task_data (task))->account;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_spending_item_free);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT id, " TRS_STORE_SHOWN_TITLE ", "
                     "iif (created_at <> 0, created_at, submitted_at), video_length, video_id, state "
                     "FROM project NOT INDEXED WHERE account = ?1 ORDER BY row DESC",
                     "x", account);
  gboolean row = TRUE;
  gint64 n_undecided;

  if (!trs_sql_read_number (db, "SELECT count(*) FROM submission WHERE account = ?1 AND decided_at = 0", account,
                            &n_undecided, error))
    return NULL;

  while (trs_sql_step (statement, &row, error) && row)
    g_ptr_array_add (items, read_item (statement));

  return row ? NULL : trs_spending_new (g_steal_pointer (&items), (guint) n_undecided, zone);
}

/**
 * trs_store_read_spending_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what the projects of an account cost, those that failed and those that
 * are hidden here among them: the service takes credits when it is asked.
 * Finish with trs_store_pointer_finish(): a #TrsSpending, in months of the
 * local time.
 */
void
trs_store_read_spending_async (TrsStore            *self,
                               gint64               account,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account };

  trs_store_call_with_args (self, spending_job, &args, g_object_unref, TRS_STORE_PLAIN,
                            cancellable, callback, user_data);
}

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
  gboolean decided = sqlite3_column_int (statement, 4);

  if (!decided)
    {
      g_clear_pointer (&video->pending_id, g_free);
      g_clear_pointer (&video->pending_language, g_free);
      video->pending_id = trs_sql_column_text (statement, 0);
      video->pending_language = trs_sql_column_text (statement, 2);
      video->pending_at = sqlite3_column_int64 (statement, 3);
      return;
    }

  /* The program died before it could keep what the submission has become. */
  if (video->project != NULL && video->project->state != TRS_PROJECT_STATE_ERROR)
    return;
  g_clear_pointer (&video->project, trs_project_data_free);
  video->project = trs_project_data_new ((const char *) sqlite3_column_text (statement, 5));
  video->project->video_id = g_strdup (video->video_id);
  video->project->requested_language = trs_sql_column_text (statement, 2);
  video->project->submitted_at = sqlite3_column_int64 (statement, 3);
}

static gboolean
find_submissions (sqlite3     *db,
                  gint64       account,
                  GHashTable  *videos,
                  GError     **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT local_id, video_id, language, sent_at, decided_at <> 0, project_id FROM submission "
                     "WHERE account = ?1 AND (decided_at = 0 OR (outcome = ?2 AND NOT EXISTS "
                     "(SELECT 1 FROM project WHERE project.account = submission.account "
                     "AND id = packed_id (project_id)))) "
                     "ORDER BY sent_at",
                     "xi", account, TRS_SUBMISSION_ACCEPTED);
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, error) && row)
    {
      TrsStoreVideo *video = g_hash_table_lookup (videos, sqlite3_column_text (statement, 1));

      if (video != NULL)
        take_submission (video, statement);
    }
  return !row;
}

static gpointer
find_videos_job (sqlite3  *db,
                 GTask    *task,
                 GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_store_video_free);

  for (guint i = 0; args->ids[i] != NULL; i++)
    {
      TrsStoreVideo *video;

      if (g_hash_table_contains (by_id, args->ids[i]))
        continue;
      video = g_new0 (TrsStoreVideo, 1);
      video->video_id = g_strdup (args->ids[i]);
      g_ptr_array_add (videos, video);
      g_hash_table_insert (by_id, video->video_id, video);
      if (!find_project (db, args->account, video, error))
        return NULL;
    }
  if (!find_submissions (db, args->account, by_id, error))
    return NULL;

  for (guint i = videos->len; i > 0; i--)
    {
      const TrsStoreVideo *video = g_ptr_array_index (videos, i - 1);

      if (video->project == NULL && video->pending_id == NULL)
        g_ptr_array_remove_index (videos, i - 1);
    }
  return g_steal_pointer (&videos);
}

/**
 * trs_store_find_videos_async:
 * @self: a store
 * @account: an account
 * @video_ids: (array zero-terminated=1): identifiers of videos
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks among the projects and the submissions of an account for videos, those
 * that are hidden or that the service no longer shows among them: they were
 * paid for as well. Finish with trs_store_pointer_finish(): (element-type
 * TrsStoreVideo): a #GPtrArray of those of which there is anything, in no order.
 */
void
trs_store_find_videos_async (TrsStore            *self,
                             gint64               account,
                             const char * const  *video_ids,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  const TrsStoreArgs args = { .account = account, .ids = video_ids };

  trs_store_call_with_args (self, find_videos_job, &args,
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}
