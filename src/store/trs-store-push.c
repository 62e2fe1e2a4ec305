/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-private.h"

#define QUIET_KEY "trs-store-quiet"

/**
 * trs_store_args_new:
 * @account: an account, or 0
 * @id: (nullable): of a project or submission
 *
 * Returns: (transfer full): the arguments of a job
 */
TrsStoreArgs *
trs_store_args_new (gint64      account,
                    const char *id)
{
  TrsStoreArgs *args = g_new0 (TrsStoreArgs, 1);

  args->account = account;
  args->id = g_strdup (id);
  return args;
}

void
trs_store_args_free (TrsStoreArgs *args)
{
  g_free (args->id);
  g_strfreev (args->ids);
  g_free (args->text);
  g_free (args);
}

/**
 * trs_store_push:
 * @self: a store
 * @task: (transfer none): the operation, whose source object is @self
 * @job: what to do on the worker thread, inside a transaction
 * @free_result: (nullable): frees the result of @job
 * @flags: how
 *
 * Has a job done.
 */
void
trs_store_push (TrsStore       *self,
                GTask          *task,
                TrsStoreJob     job,
                GDestroyNotify  free_result,
                TrsStoreFlags   flags)
{
  TrsStoreWork *work = g_new0 (TrsStoreWork, 1);

  work->task = g_object_ref (task);
  work->job = job;
  work->free_result = free_result;
  work->flags = flags;
  trs_store_add_work (self, work);
}

/**
 * trs_store_call:
 * @self: a store
 * @source_tag: the function that is called
 * @job: what to do on the worker thread, inside a transaction
 * @state: (transfer full) (nullable): the task data
 * @free_state: (nullable): frees @state
 * @free_result: (nullable): frees the result of @job
 * @flags: how
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Has a job done. Finish with trs_store_call_finish().
 */
void
trs_store_call (TrsStore            *self,
                gpointer             source_tag,
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

  g_task_set_source_tag (task, source_tag);
  g_task_set_task_data (task, state, free_state);
  trs_store_push (self, task, job, free_result, flags);
}

void
trs_store_call_with_args (TrsStore            *self,
                          gpointer             source_tag,
                          TrsStoreJob          job,
                          TrsStoreArgs        *args,
                          GDestroyNotify       free_result,
                          TrsStoreFlags        flags,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  trs_store_call (self, source_tag, job, args, (GDestroyNotify) trs_store_args_free, free_result, flags, cancellable,
                  callback, user_data);
}

/**
 * trs_store_call_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what the job has returned; %NULL with @error set
 */
gpointer
trs_store_call_finish (TrsStore      *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_set_quiet:
 * @task: of a job that runs
 * @quiet: whether nobody has to read anything anew after it
 *
 * As %TRS_STORE_QUIET, for a job that knows it only when it is done.
 */
void
trs_store_set_quiet (GTask    *task,
                     gboolean  quiet)
{
  g_object_set_data (G_OBJECT (task), QUIET_KEY, GINT_TO_POINTER (quiet));
}

gboolean
trs_store_is_quiet (TrsStoreWork *work)
{
  return (work->flags & TRS_STORE_QUIET) != 0 || g_object_get_data (G_OBJECT (work->task), QUIET_KEY) != NULL;
}

static int
get_urgency (const TrsStoreWork *work)
{
  if ((work->flags & TRS_STORE_LAST) != 0)
    return 2;
  return (work->flags & TRS_STORE_BACKGROUND) != 0 ? 1 : 0;
}

/* What somebody waits for goes before what does not; otherwise jobs run in the order in which they were asked for. */
int
trs_store_compare_work (gconstpointer a,
                        gconstpointer b,
                        gpointer      user_data)
{
  const TrsStoreWork *one = a;
  const TrsStoreWork *other = b;
  int difference = get_urgency (one) - get_urgency (other);

  return difference != 0 ? difference : (one->serial > other->serial) - (one->serial < other->serial);
}

static gpointer
again_job (sqlite3  *db,
           GTask    *task,
           GError  **error)
{
  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_try_again:
 * @self: a store
 *
 * Opens a file that could not be written once more, before the jobs that are
 * asked for after this. What was only in memory is merged into it; accounts
 * have other numbers then.
 */
void
trs_store_try_again (TrsStore *self)
{
  trs_store_call (self, trs_store_try_again, again_job, NULL, NULL, NULL, TRS_STORE_QUIET | TRS_STORE_AGAIN, NULL, NULL,
                  NULL);
}
