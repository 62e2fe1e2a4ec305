/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-videos.h"

#include "trs-sql-id.h"
#include "trs-store-private.h"
#include "trs-submission.h"
#include "trs-task.h"

typedef struct
{
  gint64 account;
  GStrv video_ids;
} FindState;

static void
find_state_clear (FindState *state)
{
  g_strfreev (state->video_ids);
}

TRS_DEFINE_TASK_STATE (FindState, find_state)

/**
 * trs_store_video_free:
 * @video: (transfer full): what there is of a video
 */
void
trs_store_video_free (TrsStoreVideo *video)
{
  g_free (video->video_id);
  g_clear_pointer (&video->project, trs_project_snapshot_free);
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

static TrsProjectSnapshot *
read_project (sqlite3_stmt *statement,
              const char   *video_id)
{
  TrsProjectSnapshot *project = g_new0 (TrsProjectSnapshot, 1);

  project->id = trs_sql_column_id (statement, 0);
  project->title = trs_sql_column_text (statement, 1);
  project->local_title = trs_sql_column_text (statement, 2);
  project->state = (TrsProjectState) sqlite3_column_int (statement, 3);
  project->state_word = trs_sql_column_text (statement, 4);
  project->video_length = sqlite3_column_int64 (statement, 5);
  project->created_at = sqlite3_column_int64 (statement, 6);
  project->submitted_at = sqlite3_column_int64 (statement, 7);
  project->language = trs_sql_column_text (statement, 8);
  project->requested_language = trs_sql_column_text (statement, 9);
  project->video_id = g_strdup (video_id);
  project->note = g_strdup ("");
  return project;
}

/* A transcript that is there counts for more than a later attempt that failed. */
static gboolean
find_projects (sqlite3          *db,
               const FindState  *state,
               GHashTable       *found,
               GError          **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT id, title, local_title, state, state_word, video_length, created_at, submitted_at, "
                       "language, requested_language FROM project WHERE account = ?1 AND video_id = ?2 "
                       "ORDER BY state = ?3, row DESC LIMIT 1",
                       error);

  if (statement == NULL)
    return FALSE;

  for (guint i = 0; state->video_ids[i] != NULL; i++)
    {
      gboolean row = FALSE;

      sqlite3_bind_int64 (statement, 1, state->account);
      trs_sql_bind_text (statement, 2, state->video_ids[i]);
      sqlite3_bind_int (statement, 3, (int) TRS_PROJECT_STATE_ERROR);
      if (!trs_sql_step (statement, &row, error))
        return FALSE;
      if (row && g_hash_table_lookup (found, state->video_ids[i]) == NULL)
        ensure_video (found, state->video_ids[i])->project = read_project (statement, state->video_ids[i]);
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
  g_clear_pointer (&video->project, trs_project_snapshot_free);
  video->project = g_new0 (TrsProjectSnapshot, 1);
  video->project->id = trs_sql_column_text (statement, 5);
  video->project->video_id = g_strdup (video->video_id);
  video->project->title = g_strdup (video->video_id);
  video->project->state = TRS_PROJECT_STATE_UNKNOWN;
  video->project->video_length = -1;
  video->project->requested_language = trs_sql_column_text (statement, 2);
  video->project->submitted_at = sqlite3_column_int64 (statement, 3);
  video->project->note = g_strdup ("");
}

static gboolean
find_submissions (sqlite3          *db,
                  const FindState  *state,
                  GHashTable       *found,
                  GError          **error)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT local_id, video_id, language, sent_at, decided_at <> 0, project_id FROM submission "
                       "WHERE account = ?1 AND (decided_at = 0 OR (outcome = ?2 AND NOT EXISTS "
                       "(SELECT 1 FROM project WHERE project.account = submission.account "
                       "AND id = packed_id (project_id)))) "
                       "ORDER BY sent_at",
                       error);
  gboolean row = TRUE;

  if (statement == NULL)
    return FALSE;

  for (guint i = 0; state->video_ids[i] != NULL; i++)
    g_hash_table_add (wanted, state->video_ids[i]);
  sqlite3_bind_int64 (statement, 1, state->account);
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
  const FindState *state = find_state_get (task);
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                        (GDestroyNotify) trs_store_video_free);
  g_autoptr (GPtrArray) videos = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_store_video_free);
  GHashTableIter iter;
  gpointer video;

  if (!find_projects (db, state, found, error) || !find_submissions (db, state, found, error))
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
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  FindState *state = find_state_attach (task);

  g_task_set_source_tag (task, trs_store_find_videos_async);
  state->account = account;
  state->video_ids = g_strdupv ((GStrv) video_ids);
  trs_store_push (self, task, find_job, (GDestroyNotify) g_ptr_array_unref, FALSE);
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
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
