/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trs-error.h"
#include "trs-sql-id.h"
#include "trs-store-new-rows.h"
#include "trs-store-private.h"
#include "trs-store-repair.h"
#include "trs-store-schema.h"

struct _TrsStore
{
  GObject parent_instance;

  char *path;
  GThreadPool *worker;

  /* Used by the job that runs, one at a time. */
  sqlite3 *db;
  TrsStoreFill fill;
  TrsSqlKept kept;

  /* Atomic: the signal is on its way. */
  int telling;
};

enum
{
  CHANGED,
  MOVED_ASIDE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsStore, trs_store, G_TYPE_OBJECT)

typedef struct
{
  TrsStore *store;
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
emit_moved_aside_cb (gpointer user_data)
{
  Notice *notice = user_data;

  g_signal_emit (notice->store, signals[MOVED_ASIDE], 0, notice->path);
  return G_SOURCE_REMOVE;
}

static gboolean
emit_changed_cb (gpointer user_data)
{
  TrsStore *self = user_data;

  g_atomic_int_set (&self->telling, FALSE);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* However many jobs have written until the main context comes to it, they are told of once. */
static void
tell_changed (TrsStore *self,
              GTask    *task)
{
  g_autoptr (GSource) source = NULL;

  if (!g_atomic_int_compare_and_exchange (&self->telling, FALSE, TRUE))
    return;

  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, emit_changed_cb, g_object_ref (self), g_object_unref);
  g_source_attach (source, g_task_get_context (task));
}

static void
close_database (TrsStore *self)
{
  trs_sql_kept_clear (&self->kept);
  if (self->db != NULL)
    sqlite3_close_v2 (self->db);
  self->db = NULL;
  trs_store_fill_clear (&self->fill);
}

/* Nothing of a damaged file is thrown away: somebody may still get more out of it. */
static char *
move_aside (TrsStore  *self,
            GTask     *task,
            GError   **error)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S");
  g_autofree char *aside = NULL;
  Notice *notice;

  close_database (self);
  for (guint n = 0; aside == NULL || g_file_test (aside, G_FILE_TEST_EXISTS); n++)
    {
      g_free (aside);
      aside = g_strdup_printf ("%s.damaged-%s-%u", self->path, stamp, n);
    }

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (self->path, suffixes[i], NULL);
      g_autofree char *to = g_strconcat (aside, suffixes[i], NULL);

      if (g_rename (from, to) != 0 && (i == 0 || g_file_test (from, G_FILE_TEST_EXISTS)))
        {
          g_set_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED, "%s: %s", from, g_strerror (errno));
          return NULL;
        }
    }

  notice = g_new0 (Notice, 1);
  notice->store = g_object_ref (self);
  notice->path = g_strdup (aside);
  g_main_context_invoke_full (g_task_get_context (task), G_PRIORITY_DEFAULT, emit_moved_aside_cb, notice,
                              (GDestroyNotify) notice_free);
  return g_steal_pointer (&aside);
}

static gboolean
prepare_connection (sqlite3   *db,
                    gboolean   is_new,
                    GError   **error)
{
  if (!trs_store_schema_check (db, error) || !trs_sql_add_packed_id (db, error) ||
      !trs_store_new_rows_register (db, error))
    return FALSE;

  /* Space can be given back later only if the file is laid out for it from the beginning. Ids come in no order, and
   * pages of twice the usual size are read and written half as often. */
  if (is_new && !trs_sql_exec (db, "PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL", error))
    return FALSE;

  sqlite3_extended_result_codes (db, 0);
  sqlite3_busy_timeout (db, 5000);

  /* Nobody but SQLite itself writes into the tables behind an index. (The schema
   * has to be trusted: FTS5 of the floor may not be used in a trigger otherwise.) */
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);

  /* What is removed is overwritten.
   * WAL with NORMAL never damages the file; what must survive a power cut is
   * written with FULL, see run_job(). */
  return trs_sql_exec (db,
                       "PRAGMA journal_mode = WAL;"
                       "PRAGMA synchronous = NORMAL;"
                       "PRAGMA foreign_keys = ON;",
                       error) &&
         trs_store_schema_migrate (db, error) && trs_store_schema_make_ids (db, error);
}

/* What the system says of a file, as what is to be done about it. */
static gboolean
fail_with_errno (const char  *path,
                 int          number,
                 GError     **error)
{
  TrsError code = TRS_ERROR_STORE_FAILED;

  if (number == EACCES || number == EPERM || number == EROFS)
    code = TRS_ERROR_STORE_READ_ONLY;
  else if (number == ENOSPC || number == EDQUOT)
    code = TRS_ERROR_STORE_FULL;
  g_set_error (error, TRS_ERROR, (int) code, "%s: %s", path, g_strerror (number));
  return FALSE;
}

static gboolean
open_once (TrsStore  *self,
           GError   **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  struct stat status;
  gboolean is_new;
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return fail_with_errno (folder, errno, error);

  /* Created here, so that nobody else can read it for a single moment. */
  fd = g_open (self->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0)
    return fail_with_errno (self->path, errno, error);
  fchmod (fd, 0600);
  is_new = fstat (fd, &status) == 0 && status.st_size == 0;
  close (fd);

  if (sqlite3_open_v2 (self->path, &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    {
      trs_sql_fail (self->db, error);
      close_database (self);
      return FALSE;
    }

  if (prepare_connection (self->db, is_new, error))
    return TRUE;

  close_database (self);
  return FALSE;
}

static gboolean
begin_anew (TrsStore  *self,
            GTask     *task,
            GError   **error)
{
  g_autofree char *aside = move_aside (self, task, error);

  if (aside == NULL || !open_once (self, error))
    return FALSE;

  trs_store_salvage (self->db, aside);
  return TRUE;
}

static gboolean
ensure_open (TrsStore  *self,
             GTask     *task,
             GError   **error)
{
  g_autoptr (GError) local_error = NULL;

  if (self->db != NULL || open_once (self, &local_error))
    return TRUE;

  if (trs_sql_is_damage (local_error))
    return begin_anew (self, task, error);

  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

static gpointer
run_in_transaction (TrsStore      *self,
                    TrsStoreWork  *work,
                    GError       **error)
{
  gpointer result;

  if (!trs_sql_exec (self->db, "BEGIN IMMEDIATE", error))
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

static gpointer
run_job (TrsStore      *self,
         TrsStoreWork  *work,
         GError       **error)
{
  int n_changes = sqlite3_total_changes (self->db);
  gpointer result;

  if (!work->filling && !trs_store_fill_end (&self->fill, self->db, error))
    return NULL;
  if (work->durable && !trs_sql_exec (self->db, "PRAGMA synchronous = FULL", error))
    return NULL;
  result = run_in_transaction (self, work, error);
  if (work->durable)
    trs_sql_exec (self->db, "PRAGMA synchronous = NORMAL", NULL);

  if (result != NULL && !work->quiet && sqlite3_total_changes (self->db) != n_changes)
    tell_changed (self, work->task);
  return result;
}

static void
work_cb (gpointer data,
         gpointer user_data)
{
  g_autofree TrsStoreWork *work = data;
  g_autoptr (GTask) task = work->task;
  TrsStore *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  gpointer result = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;

  if (ensure_open (self, task, &error))
    {
      result = run_job (self, work, &error);

      /* The same job once more, with fresh indexes or on a fresh file: what is to be kept is kept there. */
      if (result == NULL && trs_sql_is_damage (error) && trs_store_repair_indexes (self->db, NULL))
        {
          g_clear_error (&error);
          result = run_job (self, work, &error);
        }
      if (result == NULL && trs_sql_is_damage (error))
        {
          g_clear_error (&error);
          if (begin_anew (self, task, &error))
            result = run_job (self, work, &error);
        }
    }

  /* What was removed stands in the log beside the file until that is emptied. */
  if (result != NULL && work->shrink)
    sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);

  if (result != NULL)
    g_task_return_pointer (task, result, work->free_result);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
trs_store_finalize (GObject *object)
{
  TrsStore *self = TRS_STORE (object);

  /* Each job holds a reference, so that none can be waiting now. */
  g_thread_pool_free (self->worker, TRUE, FALSE);
  close_database (self);
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
}

static void
trs_store_init (TrsStore *self)
{
  self->worker = g_thread_pool_new (work_cb, NULL, 1, FALSE, NULL);
}

/**
 * trs_store_new:
 * @path: where the file is or will be
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
 * trs_store_add_work:
 * @self: a store
 * @work: (transfer full): a job
 *
 * Appends a job.
 */
void
trs_store_add_work (TrsStore     *self,
                    TrsStoreWork *work)
{
  g_assert (g_task_get_source_object (work->task) == self);

  g_thread_pool_push (self->worker, work, NULL);
}

/**
 * trs_store_get_kept:
 * @self: a store
 *
 * Returns: (transfer none): the statements that stay prepared, for jobs
 */
TrsSqlKept *
trs_store_get_kept (TrsStore *self)
{
  return &self->kept;
}

/**
 * trs_store_get_fill:
 * @self: a store
 *
 * Returns: (transfer none): how an empty table is filled, for jobs
 */
TrsStoreFill *
trs_store_get_fill (TrsStore *self)
{
  return &self->fill;
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

  g_thread_pool_free (self->worker, FALSE, TRUE);
  self->worker = g_thread_pool_new (work_cb, NULL, 1, FALSE, NULL);
}
