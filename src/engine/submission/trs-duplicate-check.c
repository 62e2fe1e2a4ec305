/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-duplicate-check.h"

#include "trs-store.h"

struct _TrsDuplicateCheck
{
  GObject parent_instance;

  TrsStore *store;
  TrsHistory *history;
};

G_DEFINE_FINAL_TYPE (TrsDuplicateCheck, trs_duplicate_check, G_TYPE_OBJECT)

static void
trs_duplicate_check_finalize (GObject *object)
{
  TrsDuplicateCheck *self = TRS_DUPLICATE_CHECK (object);

  g_clear_object (&self->store);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (trs_duplicate_check_parent_class)->finalize (object);
}

static void
trs_duplicate_check_class_init (TrsDuplicateCheckClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_duplicate_check_finalize;
}

static void
trs_duplicate_check_init (TrsDuplicateCheck *self)
{
}

TrsDuplicateCheck *
trs_duplicate_check_new (TrsStore   *store,
                         TrsHistory *history)
{
  TrsDuplicateCheck *self = g_object_new (TRS_TYPE_DUPLICATE_CHECK, NULL);

  self->store = g_object_ref (store);
  self->history = g_object_ref (history);
  return self;
}

static gboolean
is_better (TrsProject *project,
           TrsProject *other)
{
  return other == NULL || (trs_duplicate_check_holds (project) && !trs_duplicate_check_holds (other));
}

/* A submission that was sent in an earlier run may not stand in the history yet. */
static TrsProject *
new_pending (const TrsStoreVideo *video)
{
  TrsProject *project = trs_project_new_pending (video->pending_id, video->video_id, video->pending_language);

  trs_project_set_submitted_at (project, video->pending_at);
  return project;
}

static GHashTable *
make_projects (TrsDuplicateCheck *self,
               GPtrArray         *videos)
{
  GHashTable *projects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);

  for (guint i = 0; i < videos->len; i++)
    {
      const TrsStoreVideo *video = g_ptr_array_index (videos, i);

      g_hash_table_insert (projects, g_strdup (video->video_id),
                           video->pending_id != NULL ? new_pending (video)
                                                     : trs_history_take_data (self->history, video->project));
    }
  return projects;
}

/* What is held is an object already, and may not have been written. */
static void
add_held (TrsDuplicateCheck *self,
          GHashTable        *projects)
{
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);

  for (guint i = 0; i < held->len; i++)
    {
      TrsProject *project = g_ptr_array_index (held, i);
      const char *video_id = trs_project_get_data (project)->video_id;
      TrsProject *known = video_id != NULL ? g_hash_table_lookup (projects, video_id) : NULL;

      if (video_id != NULL &&
          (is_better (project, known) || g_str_equal (trs_project_get_id (known), trs_project_get_id (project))))
        g_hash_table_insert (projects, g_strdup (video_id), g_object_ref (project));
    }
}

static void
find_asked_store_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsDuplicateCheck *self = g_task_get_source_object (task);
  const char * const *video_ids = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) videos = trs_store_run_finish (TRS_STORE (source), result, &error);
  g_autoptr (GHashTable) projects = NULL;
  GPtrArray *found;

  if (videos == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  projects = make_projects (self, videos);
  add_held (self, projects);
  found = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; video_ids[i] != NULL; i++)
    {
      TrsProject *project = g_hash_table_lookup (projects, video_ids[i]);

      if (project != NULL)
        g_ptr_array_add (found, g_object_ref (project));
    }
  g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
}

void
trs_duplicate_check_find_async (TrsDuplicateCheck   *self,
                                const char * const  *video_ids,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_DUPLICATE_CHECK (self));
  g_return_if_fail (video_ids != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_duplicate_check_find_async);
  g_task_set_task_data (task, g_strdupv ((GStrv) video_ids), (GDestroyNotify) g_strfreev);
  trs_store_run_async (self->store, &trs_store_find_videos,
                       &(TrsStoreArgs) { .account = trs_history_get_account (self->history), .ids = video_ids },
                       cancellable, find_asked_store_cb, task);
}

/**
 * trs_duplicate_check_find_finish:
 * @self: a check
 * @result: what the callback got
 * @error: return location for an error: what is kept cannot be read
 *
 * Returns: (transfer full) (nullable) (element-type TrsProject): in the order
 *   of the videos, for each that is known its submission that may have been
 *   accepted, or its newest project; a transcript that is there counts for more
 *   than a later attempt that failed
 */
GPtrArray *
trs_duplicate_check_find_finish (TrsDuplicateCheck  *self,
                                 GAsyncResult       *result,
                                 GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_duplicate_check_holds:
 * @project: a project of a video
 *
 * Returns: %TRUE if the video should not be paid for again unless the user
 *   wants it: it is done, under way, or perhaps accepted; %FALSE if it failed
 */
gboolean
trs_duplicate_check_holds (TrsProject *project)
{
  g_return_val_if_fail (TRS_IS_PROJECT (project), FALSE);

  return project->pending || trs_project_get_state (project) != TRS_PROJECT_STATE_ERROR;
}
