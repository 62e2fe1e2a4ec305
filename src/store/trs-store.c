/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store.h"

#include "trs-error.h"
#include "trs-project-data.h"
#include "trs-store-file.h"
#include "trs-store-merge.h"
#include "trs-store-worker.h"
#include "trs-store-repair.h"

struct _TrsStore
{
  GObject parent_instance;

  char *path;
  GThreadPool *worker;
  GThreadPool *checker;
  GCancellable *closing;

  /* Used by the job that runs, one at a time. */
  sqlite3 *db;
  gboolean was_open;

  /* Atomic: the signal is on its way; a TrsStoreMode; a boolean; a counter. */
  int notifying;
  int mode;
  int check_due;
  int last_serial;

  /* Written by the worker alone, which need not lock to read it. */
  GMutex mutex;
  GError *problem;

  /* One item for each closing of the file. */
  GAsyncQueue *closed;
};

/* SQLite calls back after so many steps of its machine to learn whether a job is cancelled; a row of a scan takes some
 * twenty. */
#define STEPS_BETWEEN_LOOKS 200

/* A check is due again after so many seconds. */
#define DAY (24 * 60 * 60)

enum
{
  CHANGED,
  MOVED_ASIDE,
  LOST_FILE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsStore, trs_store, G_TYPE_OBJECT)

/* A job that waits for its turn. */
typedef struct
{
  GTask *task;
  const TrsStoreJob *job;
  int serial; /* order among jobs of one priority */
} Work;

typedef struct
{
  TrsStore *store;
  guint signal;
  char *path;
} Notice;

static void
notice_free (Notice *notice)
{
  g_object_unref (notice->store);
  g_free (notice->path);
  g_free (notice);
}

static gboolean
emit_cb (gpointer user_data)
{
  Notice *notice = user_data;

  if (notice->signal == CHANGED)
    g_atomic_int_set (&notice->store->notifying, FALSE);
  /* A signal without parameters ignores the path. */
  g_signal_emit (notice->store, signals[notice->signal], 0, notice->path);
  return G_SOURCE_REMOVE;
}

/* Emits a signal from an idle source in the context of the task. g_main_context_invoke_full() would emit it in the
 * worker thread if nobody owns the context. */
static void
notify (TrsStore   *self,
        GTask      *task,
        guint       signal,
        const char *path)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  Notice *notice = g_new0 (Notice, 1);

  notice->store = g_object_ref (self);
  notice->signal = signal;
  notice->path = g_strdup (path);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, emit_cb, notice, (GDestroyNotify) notice_free);
  g_source_attach (source, g_task_get_context (task));
}

/* Coalesced: one signal for all jobs that have written until the main context runs. */
static void
notify_changed (TrsStore *self,
                GTask    *task)
{
  if (g_atomic_int_compare_and_exchange (&self->notifying, FALSE, TRUE))
    notify (self, task, CHANGED, NULL);
}

/**
 * trs_store_get_mode:
 * @self: a store
 *
 * Returns: where the jobs find what is kept; %TRS_STORE_FILE before the first
 */
TrsStoreMode
trs_store_get_mode (TrsStore *self)
{
  return (TrsStoreMode) g_atomic_int_get (&self->mode);
}

static void
set_mode (TrsStore     *self,
          TrsStoreMode  mode,
          const GError *problem)
{
  GError *copy = problem != NULL ? g_error_copy (problem) : NULL;

  g_mutex_lock (&self->mutex);
  g_clear_error (&self->problem);
  self->problem = copy;
  g_mutex_unlock (&self->mutex);
  g_atomic_int_set (&self->mode, mode);
}

static void
close_database (TrsStore *self)
{
  sqlite3_close_v2 (self->db);
  self->db = NULL;
}

static gboolean
open_once (TrsStore  *self,
           GError   **error)
{
  gboolean has_log = trs_store_file_has_log (self->path);

  self->db = trs_store_file_open (self->path, error);
  if (self->db == NULL)
    return FALSE;

  if (has_log || trs_store_file_get_age_of_check (self->path) > DAY)
    g_atomic_int_set (&self->check_due, TRUE);
  return TRUE;
}

/* @reason: (nullable): why no file can be used */
static gboolean
open_memory (TrsStore      *self,
             GTask         *task,
             const GError  *reason,
             GError       **error)
{
  self->db = trs_store_file_open_memory (error);
  if (self->db == NULL)
    return FALSE;

  set_mode (self, TRS_STORE_MEMORY, reason);
  if (self->was_open)
    notify (self, task, LOST_FILE, NULL);
  return TRUE;
}

/* Fallback for a file that cannot be opened for writing. */
static gboolean
open_read_only (TrsStore      *self,
                const GError  *reason)
{
  if (!g_error_matches (reason, TRS_ERROR, TRS_ERROR_STORE_FULL) &&
      !g_error_matches (reason, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY) &&
      !g_error_matches (reason, TRS_ERROR, TRS_ERROR_STORE_FAILED))
    return FALSE;

  self->db = trs_store_file_open_read_only (self->path);
  return self->db != NULL;
}

static gboolean
begin_anew (TrsStore  *self,
            GTask     *task,
            GError   **error)
{
  g_autofree char *part = g_strconcat (self->path, ".part", NULL);
  g_autofree char *aside = NULL;
  gboolean intact = FALSE;

  close_database (self);
  if (!trs_store_salvage (self->path, part, &intact, error))
    return FALSE;
  aside = trs_store_file_replace (self->path, part, error);
  if (aside == NULL || !open_once (self, error))
    return FALSE;

  if (!intact)
    notify (self, task, MOVED_ASIDE, aside);
  return TRUE;
}

/* Sets @problem also if the file is open, but read-only. Does not set the mode: memory may have to be merged first. */
static gboolean
open_file (TrsStore  *self,
           GTask     *task,
           GError   **problem)
{
  if (open_once (self, problem))
    return TRUE;
  if (!trs_sql_is_damage (*problem))
    return open_read_only (self, *problem);

  g_clear_error (problem);
  return begin_anew (self, task, problem);
}

static gboolean
ensure_open (TrsStore  *self,
             GTask     *task,
             GError   **error)
{
  g_autoptr (GError) problem = NULL;

  if (self->db != NULL)
    return TRUE;
  if (self->path != NULL && open_file (self, task, &problem))
    set_mode (self, problem == NULL ? TRS_STORE_FILE : TRS_STORE_READ_ONLY, problem);
  else if (!open_memory (self, task, problem, error))
    return FALSE;

  self->was_open = TRUE;
  return TRUE;
}

/* Merges memory into the file once that can be written; otherwise memory stays in use. */
static void
leave_memory (TrsStore *self,
              GTask    *task)
{
  sqlite3 *memory = g_steal_pointer (&self->db);
  g_autoptr (GError) problem = NULL;

  if (open_file (self, task, &problem) && problem == NULL && trs_store_merge (self->db, memory, &problem))
    {
      sqlite3_close_v2 (memory);
      set_mode (self, TRS_STORE_FILE, NULL);
      return;
    }

  close_database (self);
  self->db = memory;
  set_mode (self, TRS_STORE_MEMORY, problem);
}

static void
try_again (TrsStore *self,
           GTask    *task)
{
  if (self->db == NULL || self->path == NULL)
    return;

  if (trs_store_get_mode (self) == TRS_STORE_READ_ONLY)
    close_database (self);
  else if (trs_store_get_mode (self) == TRS_STORE_MEMORY)
    leave_memory (self, task);
}

static int
is_cancelled_cb (gpointer user_data)
{
  return g_cancellable_is_cancelled (user_data);
}

static gpointer
run_in_transaction (TrsStore  *self,
                    Work      *work,
                    GError   **error)
{
  gboolean read_only = trs_store_get_mode (self) == TRS_STORE_READ_ONLY;
  GCancellable *cancellable = g_task_get_cancellable (work->task);
  TrsStoreArgs *args = g_task_get_task_data (work->task);
  gpointer result;

  if (!trs_sql_exec (self->db, read_only ? "BEGIN" : "BEGIN IMMEDIATE", error))
    return NULL;

  args->dry |= read_only;
  if (cancellable != NULL && (work->job->flags & TRS_STORE_BACKGROUND) != 0)
    sqlite3_progress_handler (self->db, STEPS_BETWEEN_LOOKS, is_cancelled_cb, cancellable);
  result = work->job->run (self->db, args, error);
  sqlite3_progress_handler (self->db, 0, NULL, NULL);
  if (trs_sql_end_transaction (self->db, result != NULL, error))
    return result;

  if (result != NULL && work->job->free_result != NULL)
    work->job->free_result (result);
  return NULL;
}

/* Nobody would find what is written to a file that was moved or replaced: checkpoint it and make it read-only. */
static void
notice_move (TrsStore *self)
{
  g_autoptr (GError) error = NULL;
  int moved = 0;

  if (trs_store_get_mode (self) != TRS_STORE_FILE ||
      sqlite3_file_control (self->db, NULL, SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || !moved)
    return;

  sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  trs_sql_exec (self->db, "PRAGMA query_only = ON", NULL);
  g_set_error (&error, TRS_ERROR, TRS_ERROR_STORE_MOVED, "%s was moved or replaced", self->path);
  set_mode (self, TRS_STORE_READ_ONLY, error);
}

static gpointer
run_job (TrsStore  *self,
         Work      *work,
         GError   **error)
{
  gboolean durable = (work->job->flags & TRS_STORE_DURABLE) != 0;
  TrsStoreArgs *args = g_task_get_task_data (work->task);
  int n_changes = sqlite3_total_changes (self->db);
  gpointer result;

  if (durable)
    notice_move (self);
  if (durable && !trs_sql_exec (self->db, "PRAGMA synchronous = FULL", error))
    return NULL;
  result = run_in_transaction (self, work, error);
  if (durable)
    trs_sql_exec (self->db, "PRAGMA synchronous = NORMAL", NULL);

  if (result != NULL && sqlite3_total_changes (self->db) != n_changes && !args->quiet)
    notify_changed (self, work->task);
  return result;
}

/* Runs the job; if the file is damaged, once more after rebuilding the index, and once more on a salvaged copy. */
static gpointer
run_and_repair (TrsStore  *self,
                Work      *work,
                GError   **error)
{
  g_autoptr (GError) local_error = NULL;
  gpointer result = run_job (self, work, &local_error);
  gboolean is_file = trs_store_get_mode (self) == TRS_STORE_FILE;

  if (result == NULL && is_file && trs_sql_is_damage (local_error) && trs_store_repair_indexes (self->db, NULL))
    {
      g_clear_error (&local_error);
      result = run_job (self, work, &local_error);
    }
  if (result == NULL && is_file && trs_sql_is_damage (local_error))
    {
      g_autoptr (GError) reason = NULL;

      g_clear_error (&local_error);
      if (begin_anew (self, work->task, &reason) || open_memory (self, work->task, reason, &local_error))
        result = run_job (self, work, &local_error);
    }

  if (result != NULL)
    return result;
  if (trs_store_get_mode (self) == TRS_STORE_READ_ONLY &&
      g_error_matches (local_error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY))
    g_propagate_error (error, g_error_copy (self->problem));
  else
    g_propagate_error (error, g_steal_pointer (&local_error));
  return NULL;
}

static gpointer
run_in_memory (TrsStore  *self,
               Work      *work,
               GError   **error)
{
  g_autoptr (GError) reason = g_steal_pointer (error);

  close_database (self);
  if (!open_memory (self, work->task, reason, error))
    return NULL;
  return run_job (self, work, error);
}

/* Checkpoints the log, so that the file can be copied or moved alone. */
static void
close_cleanly (TrsStore *self)
{
  if (self->db != NULL && trs_store_get_mode (self) == TRS_STORE_FILE)
    sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  close_database (self);
}

static void
work_cb (gpointer data,
         gpointer user_data)
{
  g_autofree Work *work = data;
  g_autoptr (GTask) task = work->task;
  TrsStore *self = g_task_get_source_object (task);
  TrsStoreFlags flags = work->job->flags;
  g_autoptr (GError) error = NULL;
  gpointer result = NULL;

  if ((flags & TRS_STORE_LAST) != 0)
    {
      close_cleanly (self);
      g_async_queue_push (self->closed, GINT_TO_POINTER (TRUE));
      return;
    }
  if (g_task_return_error_if_cancelled (task))
    return;

  if ((flags & TRS_STORE_AGAIN) != 0)
    try_again (self, task);
  if (ensure_open (self, task, &error))
    result = work->job->run != NULL ? run_and_repair (self, work, &error) : GINT_TO_POINTER (TRUE);
  if (result == NULL && (flags & TRS_STORE_ANYWAY) != 0)
    result = run_in_memory (self, work, &error);

  /* The log still contains what was removed. */
  if (result != NULL && (flags & TRS_STORE_SHRINK) != 0)
    sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);

  if (result != NULL)
    g_task_return_pointer (task, result, work->job->free_result);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* The last job has the greater flag. */
static int
get_urgency (const Work *work)
{
  return (int) (work->job->flags & (TRS_STORE_BACKGROUND | TRS_STORE_LAST));
}

/* Background jobs run after all others; jobs of one priority run in order. */
static int
compare_work (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const Work *one = a;
  const Work *other = b;
  int difference = get_urgency (one) - get_urgency (other);

  return difference != 0 ? difference : one->serial - other->serial;
}

static void
push (TrsStore          *self,
      GTask             *task,
      const TrsStoreJob *job)
{
  Work *work = g_new0 (Work, 1);

  work->task = g_object_ref (task);
  work->job = job;
  work->serial = g_atomic_int_add (&self->last_serial, 1);
  g_thread_pool_push (self->worker, work, NULL);
}

static gpointer
check_job (sqlite3       *db,
           TrsStoreArgs  *args,
           GError       **error)
{
  if (!trs_store_check_database (db, error))
    return NULL;

  trs_store_file_note_checked (sqlite3_db_filename (db, "main"));
  return GINT_TO_POINTER (TRUE);
}

/* In its own thread, so that no job waits while a large file is read. Damage is reported by a job that repeats the
 * check, so that it is repaired as always. */
static void
check_cb (gpointer data,
          gpointer user_data)
{
  static const TrsStoreJob job = { check_job, NULL, TRS_STORE_BACKGROUND };
  g_autoptr (GTask) task = data;
  TrsStore *self = user_data;

  if (trs_store_check_file (self->path, self->closing))
    {
      trs_store_file_note_checked (self->path);
      g_task_return_pointer (task, GINT_TO_POINTER (TRUE), NULL);
    }
  else if (g_cancellable_is_cancelled (self->closing))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The file is closed");
  else
    push (self, task, &job);
}

static void
trs_store_finalize (GObject *object)
{
  TrsStore *self = TRS_STORE (object);

  /* Each job holds a reference, so that none can be waiting now. */
  g_thread_pool_free (self->checker, TRUE, FALSE);
  g_thread_pool_free (self->worker, TRUE, FALSE);
  close_cleanly (self);
  g_object_unref (self->closing);
  g_clear_error (&self->problem);
  g_mutex_clear (&self->mutex);
  g_async_queue_unref (self->closed);
  g_free (self->path);

  G_OBJECT_CLASS (trs_store_parent_class)->finalize (object);
}

static void
trs_store_class_init (TrsStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_store_finalize;

  /* Memory statistics take a lock for each allocation, and nobody reads them. */
  sqlite3_config (SQLITE_CONFIG_MEMSTATUS, 0);

  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MOVED_ASIDE] = g_signal_new ("moved-aside", TRS_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LOST_FILE] = g_signal_new ("lost-file", TRS_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
}

static void
trs_store_init (TrsStore *self)
{
  /* Exclusive: a shared thread of GLib wakes up again after each job to look for another pool. */
  self->worker = g_thread_pool_new (work_cb, NULL, 1, TRUE, NULL);
  g_thread_pool_set_sort_function (self->worker, compare_work, NULL);
  self->checker = g_thread_pool_new (check_cb, self, 1, FALSE, NULL);
  self->closing = g_cancellable_new ();
  g_mutex_init (&self->mutex);
  self->closed = g_async_queue_new ();
}

/**
 * trs_store_new:
 * @path: (nullable): where the file is or will be; %NULL keeps everything in
 *   memory
 *
 * Returns: (transfer full): a store; nothing has been opened yet
 */
TrsStore *
trs_store_new (const char *path)
{
  TrsStore *self = g_object_new (TRS_TYPE_STORE, NULL);

  self->path = g_strdup (path);
  return self;
}

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
  copy->address = g_strdup (args->address);
  copy->title = g_strdup (args->title);
  copy->note = g_strdup (args->note);
  copy->query = g_strdup (args->query);
  copy->video_id = g_strdup (args->video_id);
  copy->language = g_strdup (args->language);
  copy->webhook_url = g_strdup (args->webhook_url);
  copy->project_id = g_strdup (args->project_id);
  copy->rows = g_memdup2 (args->rows, args->n_rows * sizeof *args->rows);
  if (args->transcript != NULL)
    g_object_ref (args->transcript);
  if (args->project != NULL)
    copy->project = trs_project_data_copy (args->project);
  if (args->projects != NULL)
    {
      copy->projects = g_ptr_array_copy (args->projects, copy_project, NULL);
      g_ptr_array_set_free_func (copy->projects, (GDestroyNotify) trs_project_data_free);
    }
  if (args->pages != NULL)
    g_ptr_array_ref (args->pages);
  return copy;
}

static void
args_free (TrsStoreArgs *args)
{
  g_free ((gpointer) args->id);
  g_strfreev ((GStrv) args->ids);
  g_free ((gpointer) args->address);
  g_free ((gpointer) args->title);
  g_free ((gpointer) args->note);
  g_free ((gpointer) args->query);
  g_free ((gpointer) args->video_id);
  g_free ((gpointer) args->language);
  g_free ((gpointer) args->webhook_url);
  g_free ((gpointer) args->project_id);
  g_free ((gpointer) args->rows);
  g_clear_object (&args->transcript);
  g_clear_pointer ((TrsProjectData **) &args->project, trs_project_data_free);
  g_clear_pointer (&args->projects, g_ptr_array_unref);
  g_clear_pointer (&args->pages, g_ptr_array_unref);
  g_free (args);
}

/**
 * trs_store_run_async:
 * @self: a store
 * @job: what to do
 * @args: (nullable): its parameters; copied
 * @cancellable: (nullable): to give up while it waits for its turn; searches and pages also while they run
 * @callback: called on the main context; finish with trs_store_run_finish()
 * @user_data: (closure): for @callback
 *
 * Runs a job on the worker thread, in a transaction.
 */
void
trs_store_run_async (TrsStore            *self,
                     const TrsStoreJob   *job,
                     const TrsStoreArgs  *args,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  static const TrsStoreArgs none = { 0 };
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, (gpointer) job);
  g_task_set_task_data (task, args_copy (args != NULL ? args : &none), (GDestroyNotify) args_free);
  push (self, task, job);
}

/**
 * trs_store_run_finish:
 *
 * Returns: (transfer full) (nullable): the result of the job; %NULL with @error set
 */
gpointer
trs_store_run_finish (TrsStore      *self,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_dup_problem:
 * @self: a store
 *
 * Returns: (transfer full) (nullable): why the file cannot be written or not
 *   be used at all; %NULL while it can, and where no file was asked for
 */
GError *
trs_store_dup_problem (TrsStore *self)
{
  GError *problem;

  g_mutex_lock (&self->mutex);
  problem = self->problem != NULL ? g_error_copy (self->problem) : NULL;
  g_mutex_unlock (&self->mutex);
  return problem;
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
  static const TrsStoreJob job = { NULL, NULL, TRS_STORE_AGAIN };

  trs_store_run_async (self, &job, NULL, NULL, NULL, NULL);
}

/**
 * trs_store_close:
 * @self: a store
 * @timeout: microseconds to wait at most
 *
 * Waits until every job that was asked for has run, puts everything into the
 * one file and closes it: for the end of the program only, because it blocks.
 * What is not done in time goes on, and if the program ends before, nothing is
 * lost that a job has said is kept.
 *
 * Returns: %TRUE if the file is closed
 */
gboolean
trs_store_close (TrsStore *self,
                 gint64    timeout)
{
  static const TrsStoreJob job = { NULL, NULL, TRS_STORE_LAST };

  g_cancellable_cancel (self->closing);
  while (g_async_queue_try_pop (self->closed) != NULL)
    continue;
  trs_store_run_async (self, &job, NULL, NULL, NULL, NULL);
  return g_async_queue_timeout_pop (self->closed, (guint64) timeout) != NULL;
}

/**
 * trs_store_needs_check:
 * @self: a store that was opened by some job
 *
 * Returns: %TRUE if trs_store_check_async() is due: after an end that was not
 *   clean, or a day after the last one
 */
gboolean
trs_store_needs_check (TrsStore *self)
{
  return g_atomic_int_get (&self->check_due);
}

/**
 * trs_store_check_async:
 * @self: a store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks for damage that queries do not report, while other jobs go on. A damaged
 * index is rebuilt; a damaged file is salvaged and moved aside. Finish with
 * trs_store_run_finish().
 */
void
trs_store_check_async (TrsStore            *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_check_async);
  g_task_set_task_data (task, g_new0 (TrsStoreArgs, 1), g_free);
  g_atomic_int_set (&self->check_due, FALSE);
  g_thread_pool_push (self->checker, task, NULL);
}
