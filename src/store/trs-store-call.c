/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-private.h"

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
