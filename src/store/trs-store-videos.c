/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-videos.h"

#include "trs-store-private.h"
#include "trs-store-rows.h"
#include "trs-submission.h"

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

static TrsStoreVideo *
ensure_video (GHashTable *found,
              const char *video_id)
{
  TrsStoreVideo *video = g_hash_table_lookup (found, video_id);

  if (video != NULL)
    return video;

  video = g_new0 (TrsStoreVideo, 1);
  video->video_id = g_strdup (video_id);
  g_hash_table_insert (found, video->video_id, video);
  return video;
}

/* A transcript that is there counts for more than a later attempt that failed. */
static gboolean
find_projects (sqlite3          *db,
               const TrsStoreArgs *args,
               GHashTable       *found,
               GError          **error)
{
  g_auto (TrsStoreRows) rows = { NULL, };
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db,
                           "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = ?1 AND video_id = ?2 "
                           "ORDER BY state = ?3, sort_at DESC, row DESC LIMIT 1",
                           args->account, error);

  if (statement == NULL || !trs_store_rows_init (&rows, db, args->account, error))
    return FALSE;

  for (guint i = 0; args->ids[i] != NULL; i++)
    {
      gboolean row = FALSE;

      trs_sql_bind_text (statement, 2, args->ids[i]);
      sqlite3_bind_int (statement, 3, (int) TRS_PROJECT_STATE_ERROR);
      if (!trs_sql_step (statement, &row, error))
        return FALSE;
      if (row && g_hash_table_lookup (found, args->ids[i]) == NULL)
        ensure_video (found, args->ids[i])->project = trs_store_rows_read (&rows, statement);
      sqlite3_reset (statement);
    }

  return TRUE;
}

static void
take_submission (sqlite3_stmt *statement,
                 GHashTable   *found)
{
  TrsStoreVideo *video = ensure_video (found, (const char *) sqlite3_column_text (statement, 1));
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
find_submissions (sqlite3          *db,
                  const TrsStoreArgs *args,
                  GHashTable       *found,
                  GError          **error)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db,
                           "SELECT local_id, video_id, language, sent_at, decided_at <> 0, project_id FROM submission "
                           "WHERE account = ?1 AND (decided_at = 0 OR (outcome = ?2 AND NOT EXISTS "
                           "(SELECT 1 FROM project WHERE project.account = submission.account "
                           "AND id = packed_id (project_id)))) "
                           "ORDER BY sent_at",
                           args->account, error);
  gboolean row = TRUE;

  if (statement == NULL)
    return FALSE;

  for (guint i = 0; args->ids[i] != NULL; i++)
    g_hash_table_add (wanted, args->ids[i]);
  sqlite3_bind_int (statement, 2, (int) TRS_SUBMISSION_ACCEPTED);
  while (trs_sql_step (statement, &row, error) && row)
    if (g_hash_table_contains (wanted, sqlite3_column_text (statement, 1)))
      take_submission (statement, found);

  return !row;
}

static gpointer
find_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                        (GDestroyNotify) trs_store_video_free);
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_store_video_free);
  GHashTableIter iter;
  gpointer video;

  if (!find_projects (db, args, found, error) || !find_submissions (db, args, found, error))
    return NULL;

  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, NULL, &video))
    {
      g_hash_table_iter_steal (&iter);
      g_ptr_array_add (videos, video);
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
 * paid for as well.
 */
void
trs_store_find_videos_async (TrsStore            *self,
                             gint64               account,
                             const char * const  *video_ids,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  TrsStoreArgs *args = trs_store_args_new (account, NULL);

  args->ids = g_strdupv ((GStrv) video_ids);
  trs_store_call_with_args (self, trs_store_find_videos_async, find_job, args, (GDestroyNotify) g_ptr_array_unref,
                            TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_find_videos_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsStoreVideo): those of
 *   which there is anything, in no order; %NULL with @error set
 */
GPtrArray *
trs_store_find_videos_finish (TrsStore      *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  return trs_store_call_finish (self, result, error);
}
