/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-data.h"
#include "trs-store-private.h"

static gpointer
copy_project (gconstpointer project,
              gpointer      user_data)
{
  return trs_project_data_copy (project);
}

static TrsStoreArgs *
args_copy (const TrsStoreArgs *args)
{
  TrsStoreArgs *copy = g_memdup2 (args, sizeof *args);

  copy->id = g_strdup (args->id);
  copy->ids = (const char * const *) g_strdupv ((GStrv) args->ids);
  copy->title = g_strdup (args->title);
  copy->text = g_strdup (args->text);
  copy->video_id = g_strdup (args->video_id);
  copy->language = g_strdup (args->language);
  copy->webhook_url = g_strdup (args->webhook_url);
  if (args->transcript != NULL)
    g_object_ref (args->transcript);
  if (args->projects == NULL)
    return copy;

  copy->projects = g_ptr_array_copy (args->projects, copy_project, NULL);
  g_ptr_array_set_free_func (copy->projects, (GDestroyNotify) trs_project_data_free);
  return copy;
}

static void
args_free (TrsStoreArgs *args)
{
  g_free ((gpointer) args->id);
  g_strfreev ((GStrv) args->ids);
  g_free ((gpointer) args->title);
  g_free ((gpointer) args->text);
  g_free ((gpointer) args->video_id);
  g_free ((gpointer) args->language);
  g_free ((gpointer) args->webhook_url);
  g_clear_object (&args->transcript);
  g_clear_pointer (&args->projects, g_ptr_array_unref);
  g_free (args);
}

/**
 * trs_store_call:
 * @self: a store
 * @job: what to do on the worker thread, inside a transaction
 * @state: (transfer full) (nullable): the task data
 * @free_state: (nullable): frees @state
 * @free_result: (nullable): frees the result of @job
 * @flags: how
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Has a job done.
 */
void
trs_store_call (TrsStore            *self,
                TrsStoreJob          job,
                gpointer             state,
                GDestroyNotify       free_state,
                GDestroyNotify       free_result,
                TrsStoreFlags        flags,
                GCancellable        *cancellable,
                GAsyncReadyCallback  callback,
                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, job);
  g_task_set_task_data (task, state, free_state);
  trs_store_push (self, task, job, free_result, flags);
}

/**
 * trs_store_call_with_args:
 * @args: for the job; copied
 *
 * As trs_store_call().
 */
void
trs_store_call_with_args (TrsStore            *self,
                          TrsStoreJob          job,
                          const TrsStoreArgs  *args,
                          GDestroyNotify       free_result,
                          TrsStoreFlags        flags,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  trs_store_call (self, job, args_copy (args), (GDestroyNotify) args_free, free_result, flags, cancellable,
                  callback, user_data);
}

/**
 * trs_store_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends a job that brings nothing.
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_finish (TrsStore      *self,
                  GAsyncResult  *result,
                  GError       **error)
{
  return trs_store_pointer_finish (self, result, error) != NULL;
}

/**
 * trs_store_pointer_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends a job that brings something.
 *
 * Returns: (transfer full) (nullable): what the function that was called says; %NULL with @error set
 */
gpointer
trs_store_pointer_finish (TrsStore      *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
