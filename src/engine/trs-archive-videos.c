/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-archive-private.h"

#include "trs-store-videos.h"

static TrsProject *
wake (TrsArchive          *self,
      const TrsStoreVideo *video)
{
  const char *id = video->pending_id != NULL ? video->pending_id : video->project->id;
  TrsProject *known = trs_history_find_by_id (self->history, id);
  TrsProject *project;

  if (known != NULL)
    return g_object_ref (known);
  if (video->pending_id == NULL)
    return trs_project_snapshot_wake (video->project);

  project = trs_project_new_pending (video->pending_id, video->video_id, video->pending_language);
  trs_project_set_submitted_at (project, video->pending_at);
  return project;
}

static void
videos_found_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsArchive *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) videos = trs_store_find_videos_finish (TRS_STORE (source), result, &error);
  GHashTable *found;

  if (videos == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  for (guint i = 0; i < videos->len; i++)
    {
      const TrsStoreVideo *video = g_ptr_array_index (videos, i);

      g_hash_table_insert (found, g_strdup (video->video_id), wake (self, video));
    }
  g_task_return_pointer (task, found, (GDestroyNotify) g_hash_table_unref);
}

/**
 * trs_archive_find_videos_async:
 * @self: an archive
 * @video_ids: (array zero-terminated=1): identifiers of videos
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks for what is kept of videos: their projects, and their submissions of
 * which it is not known whether they were accepted. An archive that is not
 * open has none.
 */
void
trs_archive_find_videos_async (TrsArchive          *self,
                               const char * const  *video_ids,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_archive_find_videos_async);
  trs_store_find_videos_async (self->store, self->account, video_ids, cancellable, videos_found_cb,
                               g_steal_pointer (&task));
}

/**
 * trs_archive_find_videos_finish:
 * @self: an archive
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type utf8 TrsProject): a project
 *   by its video; those of the history are its own, the others stand nowhere
 */
GHashTable *
trs_archive_find_videos_finish (TrsArchive    *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
