/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store.h"

#include "trs-store-error.h"
#include "trs-store-file.h"
#include "trs-store-job.h"

struct _TrsStore
{
  GObject parent_instance;

  char *path;
  gboolean for_reading; /* nothing of the file is changed */
  GThreadPool *worker;
  GThreadPool *checker;
  GCancellable *closing;
  GFileMonitor *monitor; /* of the log, which every process writes to */

  /* Used by the job that runs, one at a time. */
  sqlite3 *db;
  gboolean was_open;
  gboolean watched; /* the log */
  gboolean removed; /* something was removed, so its words are erased before the file is closed */
  gint64 data_version; /* data_version of the file when it was used last; 0 before that */

  /* Accessed atomically: whether the signal is on its way, whether another process has written, a TrsStoreMode, and
   * more. */
  int notifying;
  int elsewhere;
  int mode;
  int check_due;
  int erase_due;
  int replaced; /* this process has replaced a damaged file */
  int last_serial;

  /* Written by the worker only, which may read it without the lock. */
  GMutex mutex;
  GError *problem;

  /* Set before @closing is cancelled: the monotonic time at which erasing has to stop. */
  gint64 erase_until;

  /* Where trs_store_close() waits, so that nothing else runs on the main context meanwhile; NULL before that. */
  GMainContext *closing_context;
};

/* VM instructions between two calls of the progress handler, which checks for cancellation. Scanning a row takes
 * about twenty. */
#define PROGRESS_INTERVAL 200

/* How soon a change by another process is seen, at the latest, while the log goes on to change. GLib takes 800. */
#define LOG_MSEC 200

/* Suffix of the salvaged copy while it is being written, and the age in seconds at which it counts as abandoned. */
#define PART ".part"
#define HOUR (60 * 60)

/* How long the end of the program waits until removed data is erased. */
#define ERASE_AT_END (3 * G_USEC_PER_SEC)
#define ERASE_BUSY_MSEC 500

enum
{
  CHANGED,
  CHANGED_ELSEWHERE,
  MOVED_ASIDE,
  LOST_FILE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsStore, trs_store, G_TYPE_OBJECT)

/* The data of the task of a job. */
typedef struct
{
  const TrsStoreJob *job;
  TrsSqlValue *values;
  guint n_values;
  gpointer data;
  GDestroyNotify free_data;
  int serial; /* order among jobs of one priority */
} Work;

static void
work_free (Work *work)
{
  trs_sql_values_free (work->values, work->n_values);
  if (work->free_data != NULL)
    work->free_data (work->data);
  g_free (work);
}

/* A signal on its way to the main context. */
typedef struct
{
  TrsStore *store;
  guint signal;
  char *path;
} Emission;

static void
emission_free (gpointer data)
{
  Emission *emission = data;

  g_object_unref (emission->store);
  g_free (emission->path);
  g_free (emission);
}

static gboolean
emit_cb (gpointer user_data)
{
  Emission *emission = user_data;
  TrsStore *self = emission->store;

  if (emission->signal == CHANGED)
    g_atomic_int_set (&self->notifying, FALSE);
  if (emission->signal == CHANGED && g_atomic_int_compare_and_exchange (&self->elsewhere, TRUE, FALSE))
    g_signal_emit (self, signals[CHANGED_ELSEWHERE], 0);
  /* Signals without parameters ignore the path. */
  g_signal_emit (self, signals[emission->signal], 0, emission->path);
  return G_SOURCE_REMOVE;
}

/* Emits a signal on the main context with the priority of task callbacks, so that both arrive in order. */
static void
notify (TrsStore   *self,
        guint       signal,
        const char *path)
{
  Emission *emission = g_new0 (Emission, 1);

  emission->store = g_object_ref (self);
  emission->signal = signal;
  emission->path = g_strdup (path);
  g_idle_add_full (G_PRIORITY_DEFAULT, emit_cb, emission, emission_free);
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
free_weak_ref (gpointer  data,
               GClosure *closure)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* The next job, of any kind, finds out whether another process has written. The worker may hold the last reference
 * to the store, so nothing but the weak reference is used. */
static void
log_changed_cb (GFileMonitor      *monitor,
                GFile             *file,
                GFile             *other,
                GFileMonitorEvent  event,
                gpointer           user_data)
{
  static const TrsStoreJob job = { .sql = "" };
  g_autoptr (TrsStore) self = g_weak_ref_get (user_data);

  if (self != NULL && !g_cancellable_is_cancelled (self->closing))
    trs_store_push (self, g_task_new (self, self->closing, NULL, NULL), &job, NULL, 0);
}

static void
watch_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  TrsStore *self = TRS_STORE (source);
  g_autofree char *path = g_strconcat (self->path, "-wal", NULL);
  g_autoptr (GFile) log = g_file_new_for_path (path);
  GWeakRef *weak;

  self->monitor = g_file_monitor_file (log, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor == NULL)
    return;

  g_file_monitor_set_rate_limit (self->monitor, LOG_MSEC);
  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  g_signal_connect_data (self->monitor, "changed", G_CALLBACK (log_changed_cb), weak, free_weak_ref, 0);
}

/* Runs on the main context, where the monitor belongs, and only once the folder exists: GLib would poll for it with
 * a timer otherwise. */
static void
watch_log (TrsStore *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, watch_cb, NULL);

  self->watched = TRUE;
  g_task_return_boolean (task, TRUE);
}

static void
set_mode (TrsStore     *self,
          TrsStoreMode  mode,
          const GError *problem)
{
  GError *copy = problem != NULL ? g_error_copy (problem) : NULL;

  trs_store_error_translate (&copy);
  g_mutex_lock (&self->mutex);
  g_clear_error (&self->problem);
  self->problem = copy;
  g_mutex_unlock (&self->mutex);
  g_atomic_int_set (&self->mode, mode);
  if (mode == TRS_STORE_FILE && !self->watched)
    watch_log (self);
}

static void
close_database (TrsStore *self)
{
  self->data_version = 0;
  sqlite3_close_v2 (self->db);
  self->db = NULL;
}

/* If the process that replaced a damaged file had no window, this one has to tell the user. */
static void
report_damage (TrsStore *self)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (self->db, NULL, "SELECT value FROM todo WHERE what = 'damage'", "");
  g_autofree char *folder = g_path_get_dirname (self->path);
  gboolean row = FALSE;

  if (trs_sql_step (statement, &row, NULL) && row)
    {
      g_autofree char *name = trs_sql_column_text (statement, 0);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      notify (self, MOVED_ASIDE, path);
    }
}

static gboolean
open_once (TrsStore  *self,
           GError   **error)
{
  gboolean has_log = trs_store_file_has_log (self->path);

  self->db = trs_store_file_open (self->path, error);
  if (self->db == NULL)
    return FALSE;

  if (has_log || trs_store_file_is_check_due (self->path))
    g_atomic_int_set (&self->check_due, TRUE);
  if (trs_store_erase_is_due (self->db))
    g_atomic_int_set (&self->erase_due, TRUE);
  report_damage (self);
  return TRUE;
}

/* @reason: (nullable): why the file cannot be used */
static gboolean
open_memory (TrsStore      *self,
             const GError  *reason,
             GError       **error)
{
  self->db = trs_store_file_open (NULL, error);
  if (self->db == NULL)
    return FALSE;

  set_mode (self, TRS_STORE_MEMORY, reason);
  if (self->was_open)
    notify (self, LOST_FILE, NULL);
  return TRUE;
}

static gboolean
begin_anew (TrsStore  *self,
            GError   **error)
{
  g_autofree char *part = g_strconcat (self->path, PART, NULL);
  g_autofree char *aside = trs_error_dup_path_aside (self->path);

  close_database (self);
  if (!trs_store_salvage (self->path, part, aside, error) ||
      !trs_store_file_replace (self->path, part, aside, error))
    return FALSE;

  g_atomic_int_set (&self->replaced, TRUE);
  return open_once (self, error);
}

/* Sets @problem even if the file could be opened, but only for reading. Does not set the mode, because the database
 * in memory may have to be merged first. */
static gboolean
open_file (TrsStore  *self,
           GError   **problem)
{
  if (open_once (self, problem))
    return TRUE;
  if (trs_store_error_is_damage (*problem))
    {
      g_clear_error (problem);
      return begin_anew (self, problem);
    }

  self->db = trs_store_file_open_read_only (self->path, problem);
  return self->db != NULL;
}

static gboolean
ensure_open (TrsStore  *self,
             GError   **error)
{
  g_autoptr (GError) problem = NULL;

  if (self->db != NULL)
    return TRUE;
  if (self->for_reading)
    {
      self->db = trs_store_file_open_for_reading (self->path, error);
      return self->db != NULL;
    }
  if (self->path != NULL && open_file (self, &problem))
    set_mode (self, problem == NULL ? TRS_STORE_FILE : TRS_STORE_READ_ONLY, problem);
  else if (!open_memory (self, problem, error))
    return FALSE;

  self->was_open = TRUE;
  return TRUE;
}

/* Merges the database in memory into the file once that can be written; until then the one in memory stays in use. */
static void
merge_memory (TrsStore *self)
{
  sqlite3 *memory = g_steal_pointer (&self->db);
  g_autoptr (GError) problem = NULL;

  if (open_file (self, &problem) && problem == NULL && trs_store_merge (self->db, memory, &problem))
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
try_again (TrsStore *self)
{
  if (self->db == NULL || self->path == NULL)
    return;

  if (trs_store_get_mode (self) == TRS_STORE_READ_ONLY)
    close_database (self);
  else if (trs_store_get_mode (self) == TRS_STORE_MEMORY)
    merge_memory (self);
}

static int
is_cancelled_cb (gpointer user_data)
{
  return g_cancellable_is_cancelled (user_data);
}

static gpointer
run_sql (TrsStoreContext    *context,
         const TrsStoreJob  *job,
         GError            **error)
{
  int n_changes = sqlite3_total_changes (context->db);
  const char *id;

  if (job->read != NULL)
    return trs_sql_read_all (trs_store_context_query (context, job->sql, error), job->read, job->free_result, error);
  if (!trs_store_context_execute (context, job->sql, error))
    return NULL;
  if ((job->flags & TRS_STORE_MUST_CHANGE) == 0 || sqlite3_total_changes (context->db) != n_changes)
    return GINT_TO_POINTER (TRUE);

  id = trs_sql_values_get_text (context->values, context->n_values, ":id");
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such text or project %s is kept here", id);
  return NULL;
}

static GDestroyNotify
get_free_func (const TrsStoreJob *job)
{
  return job->read != NULL ? (GDestroyNotify) g_ptr_array_unref : job->free_result;
}

/* The next step of the erasure. */
typedef struct
{
  TrsStoreErasePhase phase;
  gint64 removal;
} Erasure;

/* The next step is queued behind jobs that were requested since the last one, as any job in the background. */
static gpointer
erase_job_run (TrsStoreContext  *context,
               gconstpointer     data,
               GError          **error)
{
  const Erasure *step = data;
  Erasure next = *step;

  context->quiet = TRUE;
  next.phase = trs_store_erase_step (context->db, step->phase, &next.removal, error);
  return next.phase != 0 ? g_memdup2 (&next, sizeof next) : NULL;
}

static const TrsStoreJob erase_job = {
  .run = erase_job_run,
  .free_result = g_free,
  .flags = TRS_STORE_BACKGROUND,
};

static void
free_result (const TrsStoreJob *job,
             gpointer           result)
{
  if (result != NULL && get_free_func (job) != NULL)
    get_free_func (job) (result);
}

static gpointer
run_in_transaction (TrsStore         *self,
                    GTask            *task,
                    TrsStoreContext  *context,
                    GError          **error)
{
  gboolean read_only = trs_store_get_mode (self) == TRS_STORE_READ_ONLY;
  GCancellable *cancellable = g_task_get_cancellable (task);
  Work *work = g_task_get_task_data (task);
  gboolean removed;
  gpointer result;

  if (!trs_sql_exec (self->db, read_only ? "BEGIN" : "BEGIN IMMEDIATE", error))
    {
      /* Waiting too long for another process is an error for any other job; an erasure is tried again later. */
      if (work->job == &erase_job && (sqlite3_errcode (self->db) & 0xff) == SQLITE_BUSY)
        {
          g_clear_error (error);
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, "Another process is writing");
        }
      return NULL;
    }

  context->dry = read_only;
  if (cancellable != NULL && (work->job->flags & TRS_STORE_BACKGROUND) != 0)
    sqlite3_progress_handler (self->db, PROGRESS_INTERVAL, is_cancelled_cb, cancellable);
  result = work->job->run != NULL ? work->job->run (context, work->data, error) : run_sql (context, work->job, error);
  sqlite3_progress_handler (self->db, 0, NULL, NULL);
  removed = result != NULL && (work->job->flags & TRS_STORE_ERASE) != 0 && trs_store_get_mode (self) == TRS_STORE_FILE;
  if (removed && !trs_sql_exec (self->db, TRS_STORE_SCHEMA_NOTE_REMOVAL, error))
    {
      free_result (work->job, result);
      result = NULL;
    }
  if (!trs_sql_end_transaction (self->db, result != NULL, error))
    {
      free_result (work->job, result);
      return NULL;
    }

  if (removed)
    {
      trs_store_copy_remove (self->db);
      self->removed = TRUE;
      g_atomic_int_set (&self->erase_due, TRUE);
    }
  return result;
}

/* Writes to a file that was moved or replaced would be lost, so it is checkpointed and then used read-only. */
static void
detect_moved_file (TrsStore *self)
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

/* `PRAGMA data_version` changes when another connection has committed. */
static gboolean
is_changed_elsewhere (TrsStore *self)
{
  gint64 before = self->data_version;

  return trs_sql_read_number (self->db, &self->data_version, NULL, "PRAGMA data_version", "") && before != 0 &&
         self->data_version != before;
}

static gpointer
run_job (TrsStore  *self,
         GTask     *task,
         GError   **error)
{
  Work *work = g_task_get_task_data (task);
  TrsStoreContext context = { .db = self->db, .values = work->values, .n_values = work->n_values };
  gboolean durable = (work->job->flags & TRS_STORE_DURABLE) != 0;
  int n_changes = sqlite3_total_changes (self->db);
  gboolean changed;
  gpointer result;

  if (durable)
    detect_moved_file (self);
  if (durable && !trs_sql_exec (self->db, "PRAGMA synchronous = FULL", error))
    return NULL;
  result = run_in_transaction (self, task, &context, error);
  if (durable)
    trs_sql_exec (self->db, "PRAGMA synchronous = NORMAL", NULL);

  /* Signals are coalesced: jobs that write before the main context runs cause a single one. */
  changed = result != NULL && sqlite3_total_changes (self->db) != n_changes && !context.quiet;
  if (is_changed_elsewhere (self) || context.foreign)
    {
      g_atomic_int_set (&self->elsewhere, TRUE);
      changed = TRUE;
    }
  if (changed && g_atomic_int_compare_and_exchange (&self->notifying, FALSE, TRUE))
    notify (self, CHANGED, NULL);
  return result;
}

/* Runs the job. If the file is damaged, it runs again after the index was rebuilt, and then again on a salvaged
 * copy. */
static gpointer
run_and_repair (TrsStore  *self,
                GTask     *task,
                GError   **error)
{
  g_autoptr (GError) local_error = NULL;
  gpointer result = run_job (self, task, &local_error);
  gboolean is_file = trs_store_get_mode (self) == TRS_STORE_FILE;

  if (is_file && trs_store_error_is_damage (local_error) && trs_store_repair_indexes (self->db, NULL))
    {
      g_clear_error (&local_error);
      result = run_job (self, task, &local_error);
    }
  if (is_file && trs_store_error_is_damage (local_error))
    {
      g_autoptr (GError) reason = NULL;

      g_clear_error (&local_error);
      if (begin_anew (self, &reason) || open_memory (self, reason, &local_error))
        result = run_job (self, task, &local_error);
    }

  trs_store_error_translate (&local_error);
  if (trs_store_get_mode (self) == TRS_STORE_READ_ONLY && self->problem != NULL &&
      g_error_matches (local_error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY))
    g_propagate_error (error, g_error_copy (self->problem));
  else if (local_error != NULL)
    g_propagate_error (error, g_steal_pointer (&local_error));
  return result;
}

static gpointer
run_in_memory (TrsStore  *self,
               GTask     *task,
               GError   **error)
{
  g_autoptr (GError) reason = g_steal_pointer (error);

  close_database (self);
  return open_memory (self, reason, error) ? run_job (self, task, error) : NULL;
}

/* Checkpoints the log, so that the database file can be copied or moved without it. */
static void
close_cleanly (TrsStore *self)
{
  if (self->db != NULL && trs_store_get_mode (self) == TRS_STORE_FILE)
    sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  close_database (self);
}

/* Background jobs run after all others, and jobs of the same priority in order. The job that closes the store has
 * the greatest flag, so that it runs last. */
static int
compare_work (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const TrsStoreFlags late = TRS_STORE_BACKGROUND | TRS_STORE_SHUTDOWN;
  const Work *one = g_task_get_task_data ((GTask *) a);
  const Work *other = g_task_get_task_data ((GTask *) b);
  int difference = (int) (one->job->flags & late) - (int) (other->job->flags & late);

  return difference != 0 ? difference : one->serial - other->serial;
}

static void
queue_task (TrsStore *self,
            GTask    *task)
{
  Work *work = g_task_get_task_data (task);

  work->serial = g_atomic_int_add (&self->last_serial, 1);
  g_thread_pool_push (self->worker, g_object_ref (task), NULL);
}

static void
set_work (GTask             *task,
          const TrsStoreJob *job,
          const TrsSqlValue *values,
          guint              n_values,
          gpointer           data,
          GDestroyNotify     free_data)
{
  Work *work = g_new0 (Work, 1);

  work->job = job;
  work->values = trs_sql_values_copy (values, n_values);
  work->n_values = n_values;
  work->data = data;
  work->free_data = free_data;
  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
}

/**
 * trs_store_push:
 * @self: a store
 * @task: (transfer full): the task of a call, with its source tag
 * @job: what to do; a constant
 * @values: (array length=n_values) (nullable): a value for each parameter in its SQL; copied
 * @n_values: how many
 *
 * Runs a job on the worker, in a transaction. It can be cancelled while it waits for its turn; a background job also
 * while it runs.
 */
void
trs_store_push (TrsStore          *self,
                GTask             *task,
                const TrsStoreJob *job,
                const TrsSqlValue *values,
                guint              n_values)
{
  trs_store_push_with_data (self, task, job, values, n_values, NULL, NULL);
}

/**
 * trs_store_push_with_data:
 * @self: a store
 * @task: (transfer full): the task of a call, with its source tag
 * @job: what to do; a constant
 * @values: (array length=n_values) (nullable): a value for each parameter in its SQL; copied
 * @n_values: how many
 * @data: (transfer full) (nullable): for the function of @job alone, on another thread
 * @free_data: (nullable): frees @data
 *
 * As trs_store_push(), for a job with more than scalar values.
 */
void
trs_store_push_with_data (TrsStore          *self,
                          GTask             *task,
                          const TrsStoreJob *job,
                          const TrsSqlValue *values,
                          guint              n_values,
                          gpointer           data,
                          GDestroyNotify     free_data)
{
  g_autoptr (GTask) owned = task;

  set_work (owned, job, values, n_values, data, free_data);
  queue_task (self, owned);
}

/* Returns how many milliseconds a step may wait for another process, during which other jobs wait, too. It is 0 when
 * the program ends and has waited long enough. */
static int
get_erase_msec (TrsStore *self)
{
  gint64 until;

  if (!g_cancellable_is_cancelled (self->closing))
    return ERASE_BUSY_MSEC;

  g_mutex_lock (&self->mutex);
  until = self->erase_until;
  g_mutex_unlock (&self->mutex);
  return (int) CLAMP ((until - g_get_monotonic_time ()) / 1000, 0, ERASE_BUSY_MSEC);
}

static TrsStoreErasePhase
run_erase_step (TrsStore  *self,
                GTask     *task,
                GError   **error)
{
  Erasure *step = ((Work *) g_task_get_task_data (task))->data;
  g_autofree Erasure *next = NULL;

  if (!ensure_open (self, error))
    return 0;
  /* A database in memory leaves no words in a file, and from a read-only file nothing was removed. */
  if (trs_store_get_mode (self) == TRS_STORE_MEMORY)
    return TRS_STORE_ERASE_DONE;
  if (trs_store_get_mode (self) == TRS_STORE_READ_ONLY && !trs_store_erase_is_due (self->db))
    return TRS_STORE_ERASE_DONE;
  if (step->phase == TRS_STORE_ERASE_CHECKPOINT)
    return trs_store_erase_checkpoint (self->db, error) ? TRS_STORE_ERASE_END : 0;

  sqlite3_busy_timeout (self->db, get_erase_msec (self));
  next = run_and_repair (self, task, error);
  sqlite3_busy_timeout (self->db, TRS_STORE_BUSY_MSEC);
  if (next == NULL)
    return 0;

  step->removal = next->removal;
  return next->phase;
}

/* Removes a copy that another process left when it died while salvaging a damaged file. A copy that is still being
 * made is younger. */
static void
remove_leftover (TrsStore *self)
{
  g_autofree char *part = self->path != NULL ? g_strconcat (self->path, PART, NULL) : NULL;

  if (part != NULL && trs_store_file_is_older (part, HOUR))
    trs_store_file_remove (part);
}

/* In a transaction, so that no other process writes one at the same time. One that fails is written another time. */
static void
write_copy (TrsStore *self)
{
  g_autoptr (GError) error = NULL;

  if (self->db == NULL || self->path == NULL || trs_store_get_mode (self) != TRS_STORE_FILE ||
      !trs_sql_exec (self->db, "BEGIN IMMEDIATE", NULL))
    return;
  if (!trs_store_copy_write (self->db, &error))
    g_info ("No copy was written: %s", error->message);
  trs_sql_end_transaction (self->db, TRUE, NULL);
}

/* Runs one step and queues the next one behind the jobs that wait. */
static void
erase (TrsStore *self,
       GTask    *task)
{
  Erasure *step = ((Work *) g_task_get_task_data (task))->data;
  g_autoptr (GError) error = NULL;
  TrsStoreErasePhase next;

  if (g_task_return_error_if_cancelled (task))
    return;
  if (get_erase_msec (self) == 0)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The program ends");
      return;
    }

  next = run_erase_step (self, task, &error);
  if (next == 0)
    {
      trs_store_error_translate (&error);
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (next != TRS_STORE_ERASE_DONE)
    {
      step->phase = next;
      queue_task (self, task);
      return;
    }

  remove_leftover (self);
  write_copy (self);
  self->removed = FALSE;
  g_atomic_int_set (&self->erase_due, FALSE);
  g_task_return_boolean (task, TRUE);
}

static void
push_erasure (TrsStore *self,
              GTask    *task)
{
  Erasure *first = g_new0 (Erasure, 1);

  first->phase = TRS_STORE_ERASE_BEGIN;
  trs_store_push_with_data (self, task, &erase_job, NULL, 0, first, g_free);
}

static void
work_cb (gpointer data,
         gpointer user_data)
{
  g_autoptr (GTask) task = data;
  TrsStore *self = user_data;
  const TrsStoreJob *job = ((Work *) g_task_get_task_data (task))->job;
  g_autoptr (GError) error = NULL;
  gpointer result = NULL;

  if (job == &erase_job)
    {
      erase (self, task);
      return;
    }
  if ((job->flags & TRS_STORE_SHUTDOWN) != 0)
    {
      if (self->removed)
        {
          /* Removed data is erased even if no caller asked for it. The closing job is queued again behind the
           * erasure. */
          self->removed = FALSE;
          push_erasure (self, g_task_new (self, NULL, NULL, NULL));
          queue_task (self, task);
          return;
        }
      write_copy (self);
      close_cleanly (self);
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (g_task_return_error_if_cancelled (task))
    return;

  if ((job->flags & TRS_STORE_REOPEN) != 0)
    try_again (self);
  if (ensure_open (self, &error))
    result = run_and_repair (self, task, &error);
  if (result == NULL && (job->flags & TRS_STORE_FALLBACK_TO_MEMORY) != 0)
    result = run_in_memory (self, task, &error);

  trs_store_error_translate (&error);
  if (result == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else if (get_free_func (job) != NULL)
    g_task_return_pointer (task, result, get_free_func (job));
  else
    g_task_return_boolean (task, TRUE);
}

static gpointer
check_job_run (TrsStoreContext  *context,
               gconstpointer     data,
               GError          **error)
{
  if (!trs_store_check_database (context->db, error))
    return NULL;

  trs_store_file_note_checked (sqlite3_db_filename (context->db, "main"));
  return GINT_TO_POINTER (TRUE);
}

/* Runs on a thread of its own, so that jobs need not wait while a large file is read. If it finds damage, a job
 * repeats the check and repairs the file in the usual way. */
static void
check_cb (gpointer data,
          gpointer user_data)
{
  g_autoptr (GTask) task = data;
  TrsStore *self = user_data;

  if (trs_store_check_file (self->path, self->closing))
    {
      trs_store_file_note_checked (self->path);
      g_task_return_boolean (task, TRUE);
    }
  else if (g_cancellable_is_cancelled (self->closing))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The file is closed");
  else
    queue_task (self, task);
}

static void
trs_store_finalize (GObject *object)
{
  TrsStore *self = TRS_STORE (object);

  g_clear_object (&self->monitor);

  /* Each job holds a reference, so no job can be waiting here. */
  g_thread_pool_free (self->checker, TRUE, FALSE);
  g_thread_pool_free (self->worker, TRUE, FALSE);
  close_cleanly (self);
  g_object_unref (self->closing);
  g_clear_error (&self->problem);
  g_mutex_clear (&self->mutex);
  g_clear_pointer (&self->closing_context, g_main_context_unref);
  g_free (self->path);

  G_OBJECT_CLASS (trs_store_parent_class)->finalize (object);
}

static void
trs_store_class_init (TrsStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_store_finalize;

  /* Memory statistics would lock a mutex in each allocation, and nothing reads them. */
  sqlite3_config (SQLITE_CONFIG_MEMSTATUS, 0);
  trs_store_file_guard ();

  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED_ELSEWHERE] = g_signal_new ("changed-elsewhere", TRS_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                             NULL, G_TYPE_NONE, 0);
  signals[MOVED_ASIDE] = g_signal_new ("moved-aside", TRS_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LOST_FILE] = g_signal_new ("lost-file", TRS_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
}

static void
trs_store_init (TrsStore *self)
{
  /* The pool is exclusive: a shared thread of GLib wakes up again after each job to look for another pool. */
  self->worker = g_thread_pool_new (work_cb, self, 1, TRUE, NULL);
  g_thread_pool_set_sort_function (self->worker, compare_work, NULL);
  self->checker = g_thread_pool_new (check_cb, self, 1, FALSE, NULL);
  self->closing = g_cancellable_new ();
  g_mutex_init (&self->mutex);
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

/**
 * trs_store_new_for_reading:
 * @path: where the file is
 *
 * For those who only look things up: no job may write, nothing is created, migrated or repaired, and no file means that
 * every job fails.
 *
 * Returns: (transfer full): a store in the mode %TRS_STORE_READ_ONLY; nothing has been opened yet
 */
TrsStore *
trs_store_new_for_reading (const char *path)
{
  TrsStore *self = trs_store_new (path);

  self->for_reading = TRUE;
  self->mode = TRS_STORE_READ_ONLY;
  return self;
}

/**
 * trs_store_get_path:
 * @self: a store
 *
 * Returns: (nullable): where its file is or will be; %NULL where no file was asked for
 */
const char *
trs_store_get_path (TrsStore *self)
{
  return self->path;
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
  static const TrsStoreJob job = { .sql = "", .flags = TRS_STORE_REOPEN };

  trs_store_push (self, g_task_new (self, NULL, NULL, NULL), &job, NULL, 0);
}

static gboolean
deadline_passed_cb (gpointer user_data)
{
  gboolean *late = user_data;

  *late = TRUE;
  return G_SOURCE_CONTINUE;
}

/**
 * trs_store_close:
 * @self: a store
 * @timeout: microseconds to wait at most
 *
 * Waits until every job that was asked for has run, puts everything into the
 * one file and closes it: for the end of the program only, because it blocks.
 * What is not done in time goes on, and if the program ends before, nothing is
 * lost that a job has said is kept. The words of what was removed are erased
 * for three seconds at most; the next run takes that up.
 *
 * Returns: %TRUE if the file is closed
 */
gboolean
trs_store_close (TrsStore *self,
                 gint64    timeout)
{
  static const TrsStoreJob job = { .flags = TRS_STORE_SHUTDOWN };
  g_autoptr (GSource) deadline = g_timeout_source_new ((guint) MIN (timeout / 1000, G_MAXUINT));
  g_autoptr (GTask) task = NULL;
  gboolean late = FALSE;

  if (self->closing_context == NULL)
    self->closing_context = g_main_context_new ();
  g_source_set_callback (deadline, deadline_passed_cb, &late, NULL);
  g_source_attach (deadline, self->closing_context);
  g_main_context_push_thread_default (self->closing_context);
  task = g_task_new (self, NULL, NULL, NULL);
  g_main_context_pop_thread_default (self->closing_context);
  g_task_set_source_tag (task, trs_store_close);

  g_mutex_lock (&self->mutex);
  self->erase_until = g_get_monotonic_time () + ERASE_AT_END;
  g_mutex_unlock (&self->mutex);
  g_cancellable_cancel (self->closing);
  trs_store_push (self, g_object_ref (task), &job, NULL, 0);
  while (!g_task_get_completed (task) && !late)
    g_main_context_iteration (self->closing_context, TRUE);

  g_source_destroy (deadline);
  return g_task_get_completed (task);
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
 * index is rebuilt; a damaged file is salvaged and moved aside.
 */
void
trs_store_check_async (TrsStore            *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  static const TrsStoreJob job = { .run = check_job_run, .flags = TRS_STORE_BACKGROUND };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_check_async);
  set_work (task, &job, NULL, 0, NULL, NULL);
  g_atomic_int_set (&self->check_due, FALSE);
  g_thread_pool_push (self->checker, task, NULL);
}

/**
 * trs_store_check_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the file is sound, or is now
 */
gboolean
trs_store_check_finish (TrsStore      *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_check_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_needs_erasing:
 * @self: a store that was opened by some job
 *
 * Returns: %TRUE if words of what was removed are still in the file, and
 *   trs_store_erase_async() is due
 */
gboolean
trs_store_needs_erasing (TrsStore *self)
{
  return g_atomic_int_get (&self->erase_due);
}

/**
 * trs_store_erase_async:
 * @self: a store
 * @cancellable: (nullable): to give up between two steps
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Erases the words of what was removed from the index, the free space and the
 * log. On a large file that takes seconds, in steps between which other jobs
 * run. What is not done, because of an error or because the program ends, is
 * remembered in the file. Finish with trs_store_erase_finish().
 */
void
trs_store_erase_async (TrsStore            *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_erase_async);
  push_erasure (self, task);
}

/**
 * trs_store_erase_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if nothing of what was removed is in the file any more;
 *   %G_IO_ERROR_BUSY if another process uses the log, so that it still has it
 */
gboolean
trs_store_erase_finish (TrsStore      *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_erase_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_has_replaced:
 * @self: a store
 *
 * Returns: %TRUE if it was this process that replaced a damaged file
 */
gboolean
trs_store_has_replaced (TrsStore *self)
{
  return g_atomic_int_get (&self->replaced);
}

/**
 * trs_store_forget_damage:
 * @self: a store
 *
 * The user knows that a damaged file was moved aside: #TrsStore::moved-aside is
 * not emitted for it any more.
 */
void
trs_store_forget_damage (TrsStore *self)
{
  static const TrsStoreJob job = { .sql = "DELETE FROM todo WHERE what = 'damage'" };

  trs_store_push (self, g_task_new (self, NULL, NULL, NULL), &job, NULL, 0);
}
