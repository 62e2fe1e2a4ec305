/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store.h"

#include "trs-error.h"
#include "trs-store-check.h"
#include "trs-store-file.h"
#include "trs-store-merge.h"
#include "trs-store-private.h"
#include "trs-store-repair.h"

struct _TrsStore
{
  GObject parent_instance;

  char *path;
  GThreadPool *worker;
  TrsStoreCheck *check;

  /* Used by the job that runs, one at a time. */
  sqlite3 *db;
  gboolean was_open;

  /* Atomic: the signal is on its way; a TrsStoreMode. */
  int telling;
  int mode;

  /* Written by the worker alone, which need not lock to read it. */
  GMutex mutex;
  GCond closed_cond;
  gboolean closed;
  GError *problem;

  /* Under the mutex. */
  guint64 last_serial;
};

#define QUIET_KEY "trs-store-quiet"

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
  TrsStoreJob job;
  GDestroyNotify free_result;
  TrsStoreFlags flags;
  guint64 serial; /* its place among those that are equally urgent */
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
    g_atomic_int_set (&notice->store->telling, FALSE);
  if (notice->path != NULL)
    g_signal_emit (notice->store, signals[notice->signal], 0, notice->path);
  else
    g_signal_emit (notice->store, signals[notice->signal], 0);
  return G_SOURCE_REMOVE;
}

/* Emits a signal when the context of the task runs, and never in the thread of the worker:
 * g_main_context_invoke_full() would do that whenever nobody runs the context. */
static void
tell (TrsStore   *self,
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

/* However many jobs have written until the main context comes to it, they are told of once. */
static void
tell_changed (TrsStore *self,
              GTask    *task)
{
  if (g_atomic_int_compare_and_exchange (&self->telling, FALSE, TRUE))
    tell (self, task, CHANGED, NULL);
}

static TrsStoreMode
get_mode (TrsStore *self)
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

  trs_store_check_expect (self->check, has_log);
  return TRUE;
}

/* Everything works as always, and is gone with the program. */
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
    tell (self, task, LOST_FILE, NULL);
  return TRUE;
}

/* What is kept can be read where nothing can be written. */
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
  gboolean outdated = trs_store_file_is_outdated (self->path);
  g_autofree char *part = g_strconcat (self->path, ".part", NULL);
  g_autofree char *aside = NULL;
  gboolean whole = FALSE;

  close_database (self);
  if (!trs_store_salvage (self->path, part, &whole, error))
    return FALSE;
  aside = trs_store_file_replace (self->path, part, error);
  if (aside == NULL || !open_once (self, error))
    return FALSE;

  if (!outdated || !whole)
    tell (self, task, MOVED_ASIDE, aside);
  return TRUE;
}

/* @problem: why it can only be read, or not be opened at all; NULL if it can be written
 *
 * The mode stays as it is: a file into which memory is not merged yet is not where anything is kept. */
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

/* Once the file can be written, what was only in memory goes into it. Until then it stays where it is. */
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

  if (get_mode (self) == TRS_STORE_READ_ONLY)
    close_database (self);
  else if (get_mode (self) == TRS_STORE_MEMORY)
    leave_memory (self, task);
}

static gpointer
run_in_transaction (TrsStore  *self,
                    Work      *work,
                    GError   **error)
{
  gpointer result;

  if (!trs_sql_exec (self->db, get_mode (self) == TRS_STORE_READ_ONLY ? "BEGIN" : "BEGIN IMMEDIATE", error))
    return NULL;

  result = work->job (self->db, work->task, error);
  if (result != NULL)
    {
      if (trs_sql_exec (self->db, "COMMIT", error))
        return result;
      if (work->free_result != NULL)
        work->free_result (result);
    }

  trs_sql_exec (self->db, "ROLLBACK", NULL);
  return NULL;
}

/* What is written to a file that is not where it is looked for would be found by nobody. All of it goes into the file,
 * wherever that is, and it is only read from now on. */
static void
notice_move (TrsStore *self)
{
  g_autoptr (GError) error = NULL;
  int moved = 0;

  if (get_mode (self) != TRS_STORE_FILE ||
      sqlite3_file_control (self->db, NULL, SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || !moved)
    return;

  sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  trs_sql_exec (self->db, "PRAGMA query_only = ON", NULL);
  g_set_error (&error, TRS_ERROR, TRS_ERROR_STORE_MOVED, "%s was moved or replaced", self->path);
  set_mode (self, TRS_STORE_READ_ONLY, error);
}

static gboolean
is_quiet (Work *work)
{
  return (work->flags & TRS_STORE_QUIET) != 0 || g_object_get_data (G_OBJECT (work->task), QUIET_KEY) != NULL;
}

static gpointer
run_job (TrsStore  *self,
         Work      *work,
         GError   **error)
{
  gboolean durable = (work->flags & TRS_STORE_DURABLE) != 0;
  int n_changes = sqlite3_total_changes (self->db);
  gpointer result;

  if (durable)
    notice_move (self);
  if (durable && !trs_sql_exec (self->db, "PRAGMA synchronous = FULL", error))
    return NULL;
  result = run_in_transaction (self, work, error);
  if (durable)
    trs_sql_exec (self->db, "PRAGMA synchronous = NORMAL", NULL);

  if (result != NULL && !is_quiet (work) && sqlite3_total_changes (self->db) != n_changes)
    tell_changed (self, work->task);
  return result;
}

/* The job, and on a file that is damaged the same job once more, with fresh indexes or on a fresh file: what is to be
 * kept is kept there. */
static gpointer
run_and_repair (TrsStore  *self,
                Work      *work,
                GError   **error)
{
  g_autoptr (GError) local_error = NULL;
  gpointer result = run_job (self, work, &local_error);
  gboolean is_file = get_mode (self) == TRS_STORE_FILE;

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
  if (get_mode (self) == TRS_STORE_READ_ONLY && g_error_matches (local_error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY))
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

/* After this everything is in the one file: nothing is lost if only that is copied or moved. */
static void
close_cleanly (TrsStore *self)
{
  if (self->db != NULL && get_mode (self) == TRS_STORE_FILE)
    sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  close_database (self);
}

static void
end_work (TrsStore *self)
{
  close_cleanly (self);
  g_mutex_lock (&self->mutex);
  self->closed = TRUE;
  g_cond_signal (&self->closed_cond);
  g_mutex_unlock (&self->mutex);
}

static void
work_cb (gpointer data,
         gpointer user_data)
{
  g_autofree Work *work = data;
  g_autoptr (GTask) task = work->task;
  TrsStore *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  gpointer result = NULL;

  if ((work->flags & TRS_STORE_LAST) != 0)
    {
      end_work (self);
      return;
    }
  if (g_task_return_error_if_cancelled (task))
    return;

  if ((work->flags & TRS_STORE_AGAIN) != 0)
    try_again (self, task);
  if (ensure_open (self, task, &error))
    result = run_and_repair (self, work, &error);
  if (result == NULL && (work->flags & TRS_STORE_ANYWAY) != 0)
    result = run_in_memory (self, work, &error);

  /* What was removed stands in the log beside the file until that is emptied. */
  if (result != NULL && (work->flags & TRS_STORE_SHRINK) != 0)
    sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);

  if (result != NULL)
    g_task_return_pointer (task, result, work->free_result);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static int
get_urgency (const Work *work)
{
  if ((work->flags & TRS_STORE_LAST) != 0)
    return 2;
  return (work->flags & TRS_STORE_BACKGROUND) != 0 ? 1 : 0;
}

/* What somebody waits for goes before what does not; otherwise jobs run in the order in which they were asked for. */
static int
compare_work (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const Work *one = a;
  const Work *other = b;
  int difference = get_urgency (one) - get_urgency (other);

  return difference != 0 ? difference : (one->serial > other->serial) - (one->serial < other->serial);
}

static GThreadPool *
make_worker (void)
{
  GThreadPool *worker = g_thread_pool_new (work_cb, NULL, 1, FALSE, NULL);

  g_thread_pool_set_sort_function (worker, compare_work, NULL);
  return worker;
}

static void
trs_store_finalize (GObject *object)
{
  TrsStore *self = TRS_STORE (object);

  /* Each job holds a reference, so that none can be waiting now. */
  trs_store_check_free (self->check);
  g_thread_pool_free (self->worker, TRUE, FALSE);
  close_cleanly (self);
  g_clear_error (&self->problem);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->closed_cond);
  g_free (self->path);

  G_OBJECT_CLASS (trs_store_parent_class)->finalize (object);
}

static void
trs_store_class_init (TrsStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_store_finalize;

  /* Nobody asks how much memory SQLite has, and keeping count takes a lock for each piece of it. */
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
  self->worker = make_worker ();
  g_mutex_init (&self->mutex);
  g_cond_init (&self->closed_cond);
}

static gpointer
check_job (sqlite3  *db,
           GTask    *task,
           GError  **error)
{
  TrsStore *self = g_task_get_source_object (task);

  return GINT_TO_POINTER (trs_store_check_look (self->check, db, error));
}

/* Where a job finds damage, the store does what it does whenever a job meets some. */
static void
damage_cb (GTask *task)
{
  trs_store_push (g_task_get_source_object (task), task, check_job, NULL, TRS_STORE_QUIET | TRS_STORE_BACKGROUND);
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
  self->check = trs_store_check_new (path, damage_cb);
  return self;
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
  Work *work = g_new0 (Work, 1);

  g_assert (g_task_get_source_object (task) == self);

  work->task = g_object_ref (task);
  work->job = job;
  work->free_result = free_result;
  work->flags = flags;
  g_mutex_lock (&self->mutex);
  work->serial = ++self->last_serial;
  g_mutex_unlock (&self->mutex);
  g_thread_pool_push (self->worker, work, NULL);
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

/**
 * trs_store_get_mode:
 * @self: a store
 *
 * Returns: where the jobs find what is kept; %TRS_STORE_FILE before the first
 */
TrsStoreMode
trs_store_get_mode (TrsStore *self)
{
  return get_mode (self);
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
 * trs_store_flush:
 * @self: a store
 *
 * Waits until every job that was asked for has run: for the end of the program
 * only, because it blocks.
 */
void
trs_store_flush (TrsStore *self)
{
  g_return_if_fail (TRS_IS_STORE (self));

  /* A check may ask for a job. */
  trs_store_check_wait (self->check);
  g_thread_pool_free (self->worker, FALSE, TRUE);
  self->worker = make_worker ();
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
  gint64 deadline = g_get_monotonic_time () + timeout;
  g_autoptr (GTask) task = NULL;
  gboolean closed;

  g_return_val_if_fail (TRS_IS_STORE (self), FALSE);

  trs_store_check_interrupt (self->check);
  task = g_task_new (self, NULL, NULL, NULL);
  g_task_set_source_tag (task, trs_store_close);
  g_mutex_lock (&self->mutex);
  self->closed = FALSE;
  g_mutex_unlock (&self->mutex);
  trs_store_push (self, task, NULL, NULL, TRS_STORE_LAST);
  g_mutex_lock (&self->mutex);
  while (!self->closed && g_cond_wait_until (&self->closed_cond, &self->mutex, deadline))
    continue;
  closed = self->closed;
  g_mutex_unlock (&self->mutex);
  return closed;
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
  return trs_store_check_is_due (self->check);
}

/**
 * trs_store_check_async:
 * @self: a store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks for damage that ordinary reading does not meet; for when nothing else
 * is to be done. Other jobs go on meanwhile. A damaged index is made anew. A
 * damaged file is moved aside as at any other time.
 */
void
trs_store_check_async (TrsStore            *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_check_async);
  trs_store_check_begin (self->check, task);
}

/**
 * trs_store_check_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the file is sound now
 */
gboolean
trs_store_check_finish (TrsStore      *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  return trs_store_call_finish (self, result, error) != NULL;
}
