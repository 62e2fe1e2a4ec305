/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-private.h"

static TrsStoreWork *
work_new (GTask          *task,
          TrsStoreJob     job,
          GDestroyNotify  free_result)
{
  TrsStoreWork *work = g_new0 (TrsStoreWork, 1);

  work->task = g_object_ref (task);
  work->job = job;
  work->free_result = free_result;
  return work;
}

/**
 * trs_store_push:
 * @self: a store
 * @task: (transfer none): the operation, whose source object is @self
 * @job: what to do on the worker thread, inside a transaction
 * @free_result: (nullable): frees the result of @job
 * @durable: whether the job must survive a power cut once it has succeeded
 *
 * Appends a job.
 */
void
trs_store_push (TrsStore       *self,
                GTask          *task,
                TrsStoreJob     job,
                GDestroyNotify  free_result,
                gboolean        durable)
{
  TrsStoreWork *work = work_new (task, job, free_result);

  work->durable = durable;
  trs_store_add_work (self, work);
}

/**
 * trs_store_push_removal:
 * @self: a store
 * @task: (transfer none): the operation, whose source object is @self
 * @job: what to remove on the worker thread, inside a transaction
 *
 * Appends a job after which what it removed is in none of the files any more,
 * and the space is free.
 */
void
trs_store_push_removal (TrsStore    *self,
                        GTask       *task,
                        TrsStoreJob  job)
{
  TrsStoreWork *work = work_new (task, job, NULL);

  work->durable = TRUE;
  work->shrink = TRUE;
  trs_store_add_work (self, work);
}

/**
 * trs_store_push_quiet:
 * @self: a store
 * @task: (transfer none): the operation, whose source object is @self
 * @job: what to do on the worker thread, inside a transaction
 * @free_result: (nullable): frees the result of @job
 *
 * As trs_store_push(), for a job that writes into the indexes alone: nobody
 * has to read anything anew after it.
 */
void
trs_store_push_quiet (TrsStore       *self,
                      GTask          *task,
                      TrsStoreJob     job,
                      GDestroyNotify  free_result)
{
  TrsStoreWork *work = work_new (task, job, free_result);

  work->quiet = TRUE;
  trs_store_add_work (self, work);
}

/**
 * trs_store_push_anyway:
 * @self: a store
 * @task: (transfer none): the operation, whose source object is @self
 * @job: what to do on the worker thread, inside a transaction
 * @free_result: (nullable): frees the result of @job
 *
 * As trs_store_push(), for a job without which nothing can be done: where the
 * file cannot be written, the store goes on in memory.
 */
void
trs_store_push_anyway (TrsStore       *self,
                       GTask          *task,
                       TrsStoreJob     job,
                       GDestroyNotify  free_result)
{
  TrsStoreWork *work = work_new (task, job, free_result);

  work->anyway = TRUE;
  trs_store_add_work (self, work);
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
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);
  TrsStoreWork *work = work_new (task, again_job, NULL);

  g_task_set_source_tag (task, trs_store_try_again);
  work->quiet = TRUE;
  work->again = TRUE;
  trs_store_add_work (self, work);
}
