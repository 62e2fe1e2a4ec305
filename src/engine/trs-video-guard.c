/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-video-guard.h"

#include "trs-known-video.h"
#include "trs-task.h"

struct _TrsVideoGuard
{
  GObject parent_instance;

  TrsHistory *history;
  TrsArchive *archive;
};

G_DEFINE_FINAL_TYPE (TrsVideoGuard, trs_video_guard, G_TYPE_OBJECT)

static void
trs_video_guard_finalize (GObject *object)
{
  TrsVideoGuard *self = TRS_VIDEO_GUARD (object);

  g_clear_object (&self->history);
  g_clear_object (&self->archive);

  G_OBJECT_CLASS (trs_video_guard_parent_class)->finalize (object);
}

static void
trs_video_guard_class_init (TrsVideoGuardClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_video_guard_finalize;
}

static void
trs_video_guard_init (TrsVideoGuard *self)
{
}

/**
 * trs_video_guard_new:
 * @history: what is shown of the account
 * @archive: what is kept of it
 *
 * Returns: (transfer full): a guard
 */
TrsVideoGuard *
trs_video_guard_new (TrsHistory *history,
                     TrsArchive *archive)
{
  TrsVideoGuard *self = g_object_new (TRS_TYPE_VIDEO_GUARD, NULL);

  self->history = g_object_ref (history);
  self->archive = g_object_ref (archive);
  return self;
}

/* The history may have learnt more since the store was asked. What is returned is the caller's. */
static TrsProject *
choose (TrsVideoGuard *self,
        const char    *video_id,
        GHashTable    *kept)
{
  g_autoptr (TrsProject) shown = trs_known_video_find (self->history, video_id);
  TrsProject *stored = g_hash_table_lookup (kept, video_id);

  if (shown != NULL && (stored == NULL || trs_known_video_holds (shown) || !trs_known_video_holds (stored)))
    return g_steal_pointer (&shown);
  return stored != NULL ? g_object_ref (stored) : NULL;
}

static void
find_asked_archive_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsVideoGuard *self = g_task_get_source_object (task);
  const char * const *video_ids = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GHashTable) kept = trs_archive_find_videos_finish (TRS_ARCHIVE (source), result, &error);
  GPtrArray *found;

  if (kept == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  found = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; video_ids[i] != NULL; i++)
    {
      TrsProject *project = choose (self, video_ids[i], kept);

      if (project != NULL)
        g_ptr_array_add (found, project);
    }
  g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_video_guard_find_async:
 * @self: a guard
 * @video_ids: (array zero-terminated=1): identifiers of videos
 * @cancellable: (nullable): to give up
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Looks for what there is of videos.
 */
void
trs_video_guard_find_async (TrsVideoGuard       *self,
                            const char * const  *video_ids,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_VIDEO_GUARD (self));
  g_return_if_fail (video_ids != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_video_guard_find_async);
  g_task_set_task_data (task, g_strdupv ((GStrv) video_ids), (GDestroyNotify) g_strfreev);
  trs_archive_find_videos_async (self->archive, video_ids, cancellable, find_asked_archive_cb, task);
}

/**
 * trs_video_guard_find_finish:
 * @self: a guard
 * @result: what the callback got
 * @error: return location for an error: what is kept cannot be read
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): a project for
 *   each video of which there is one, the one that counts most; those that are
 *   in the history are its own
 */
GPtrArray *
trs_video_guard_find_finish (TrsVideoGuard  *self,
                             GAsyncResult   *result,
                             GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
