/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trs-store-error.h"
#include "trs-store-id.h"
#include "trs-store-rows.h"
#include "trs-store-title.h"

#define BUSY_STEP_MSEC 20

/* What a migration takes beside the tables: the `-shm`, and pages that are split. */
#define MIGRATION_BYTES (1000 * 1000)

/* Seconds after which a check is due again. */
#define DAY (24 * 60 * 60)

/* What belongs to a database, and goes where it goes; its own files first. */
static const char * const suffixes[] = { "", "-wal", "-shm", TRS_STORE_COPY_SUFFIX };
#define N_OWN_FILES 3

/* Suffix of a salvaged copy that is complete but not in place yet. */
#define SAVED ".saved"

/* Suffix of the file whose time is that of the last check. */
#define STAMP ".checked"

static void
set_errno (GError     **error,
           const char  *path,
           int          number)
{
  g_set_error (error, TRS_ERROR, (int) trs_store_error_from_errno (number), "%s: %s", path, g_strerror (number));
}

/* Adds the temporary tables and the functions that statements use. */
static gboolean
add_temporary_schema (sqlite3  *db,
                      GError  **error)
{
  trs_store_rows_define ();
  return trs_store_id_add_functions (db, error) && trs_store_title_add_function (db, error) &&
         trs_sql_exec (db, TRS_STORE_SCHEMA_TEMPORARY, error);
}

static gboolean
prepare_connection (sqlite3  *db,
                    GError  **error)
{
  /* The timeout is set before any statement, because another process may be writing. */
  sqlite3_busy_timeout (db, TRS_STORE_BUSY_MSEC);
  if (!trs_store_schema_check (db, error))
    return FALSE;

  /* auto_vacuum can only be set before the first table is created. */
  if (trs_store_schema_read_version (db, NULL) == 0 && !trs_sql_exec (db, "PRAGMA auto_vacuum = INCREMENTAL", error))
    return FALSE;

  sqlite3_extended_result_codes (db, 0);

  /* DEFENSIVE forbids writes to shadow tables. (The schema must be trusted: SQLite 3.40 does not run FTS5 in a
   * trigger otherwise.) */
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);

  /* In WAL mode with synchronous=NORMAL a power cut never damages the file, but may lose the last commits. What must
   * survive one is written with synchronous=FULL, see run_job() of the store. */
  /* Removed data must not stay in the file, and not every build of SQLite overwrites it by default. */
  return trs_sql_exec (db,
                       "PRAGMA secure_delete = ON;"
                       "PRAGMA journal_mode = WAL;"
                       "PRAGMA synchronous = NORMAL;"
                       "PRAGMA foreign_keys = ON;",
                       error) &&
         add_temporary_schema (db, error) && trs_store_schema_migrate (db, error);
}

/* Completes a trs_store_file_replace() that was interrupted when the program died. */
static void
end_replacing (const char *path)
{
  g_autofree char *saved = g_strconcat (path, SAVED, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && g_file_test (saved, G_FILE_TEST_EXISTS))
    g_rename (saved, path);
}

/* Replaces open() in SQLite. A FIFO would block for ever, and a device may do anything, so everything but a regular
 * file is opened without blocking and refused. The check comes after opening, so that the file cannot be replaced in
 * between. SQLite also opens folders, to sync them, and the device for random numbers. */
static int
open_regular (const char *path,
              int         flags,
              int         mode)
{
  int fd = open (path, flags | O_NONBLOCK | O_NOCTTY, mode);
  struct stat status;

  if (fd < 0 ||
      (fstat (fd, &status) == 0 &&
       (S_ISREG (status.st_mode) || (S_ISDIR (status.st_mode) && (flags & O_ACCMODE) == O_RDONLY) ||
        g_str_equal (path, "/dev/urandom"))))
    return fd;

  close (fd);
  errno = EINVAL;
  return -1;
}

/**
 * trs_store_file_guard:
 *
 * Makes SQLite refuse whatever is no regular file, for all databases of this
 * process. To be called before the first one is opened.
 */
void
trs_store_file_guard (void)
{
  sqlite3_vfs *vfs = sqlite3_vfs_find ("unix");

  if (vfs != NULL && vfs->iVersion >= 3)
    vfs->xSetSystemCall (vfs, "open", (sqlite3_syscall_ptr) (gpointer) open_regular);
}

static gboolean
set_irregular (GError     **error,
               const char  *path)
{
  g_set_error (error, TRS_ERROR, TRS_ERROR_STORE_FOREIGN, "%s is not a regular file", path);
  return FALSE;
}

/* Whether the file and those that SQLite has beside it are regular files. Anything else is left as it is. */
static gboolean
check_kind (const char  *path,
            GError     **error)
{
  static const char * const all[] = { "", "-wal", "-shm", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *name = g_strconcat (path, all[i], NULL);
      struct stat status;

      if (stat (name, &status) == 0 && !S_ISREG (status.st_mode))
        return set_irregular (error, name);
    }
  return TRUE;
}

/* The file is created here, so that its mode is 0600 from the beginning. */
static gboolean
create (const char  *path,
        GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  gboolean has_folder = g_mkdir_with_parents (folder, 0700) == 0;
  gboolean regular;
  struct stat status;
  int fd;

  if (has_folder && !check_kind (path, error))
    return FALSE;

  fd = has_folder ? g_open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600) : -1;
  if (fd < 0)
    {
      set_errno (error, has_folder ? path : folder, errno);
      return FALSE;
    }
  regular = fstat (fd, &status) == 0 && S_ISREG (status.st_mode);
  if (regular)
    fchmod (fd, 0600);
  close (fd);
  return regular || set_irregular (error, path);
}

/* @busy: (out): whether another process is creating, recovering or closing the log, for which SQLite itself does not
 * wait */
static sqlite3 *
open_once (const char  *name,
           gboolean    *busy,
           GError     **error)
{
  sqlite3 *db = NULL;

  if (sqlite3_open_v2 (name, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    trs_sql_fail (db, error);
  else if (prepare_connection (db, error))
    return db;

  *busy = (sqlite3_errcode (db) & 0xff) == SQLITE_BUSY;
  sqlite3_close_v2 (db);
  return NULL;
}

/**
 * trs_store_file_open:
 * @path: (nullable): where the file is or will be; %NULL for a database in
 *   memory, which is gone when it is closed
 * @error: return location for an error
 *
 * Opens or creates the file and migrates its schema.
 *
 * Returns: (nullable): a connection
 */
sqlite3 *
trs_store_file_open (const char  *path,
                     GError     **error)
{
  sqlite3 *db = NULL;
  gboolean busy = FALSE;

  if (path != NULL)
    {
      end_replacing (path);
      if (!create (path, error))
        return NULL;
    }
  for (int waited = 0; db == NULL && (waited == 0 || (busy && waited < TRS_STORE_BUSY_MSEC)); waited += BUSY_STEP_MSEC)
    {
      if (waited > 0)
        sqlite3_sleep (BUSY_STEP_MSEC);
      g_clear_error (error);
      db = open_once (path != NULL ? path : ":memory:", &busy, error);
    }
  return db;
}

/* Returns how many bytes a migration takes for the log and for rows that become longer. It writes every table but the
 * texts and their index, which are the greatest part of the file. */
static gint64
measure_migration (sqlite3    *db,
                   const char *path)
{
  gint64 bytes;

  /* Not every build of SQLite has dbstat. */
  if (!trs_sql_read_number (db, &bytes, NULL,
                            "SELECT sum (pgsize) FROM dbstat WHERE aggregate AND name NOT IN (SELECT name "
                            "FROM sqlite_schema WHERE tbl_name IN ('text', 'variant') OR tbl_name GLOB 'text_index*')",
                            ""))
    bytes = trs_store_file_measure (path);
  return 2 * bytes + MIGRATION_BYTES;
}

/* @problem: (inout): what keeps an older file from being migrated */
static void
set_outdated (GError     **problem,
              sqlite3     *db,
              const char  *path)
{
  g_autoptr (GError) cause = NULL;
  gboolean read_only;

  trs_store_error_translate (problem);
  cause = g_steal_pointer (problem);
  read_only = g_error_matches (cause, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY);
  g_set_error (problem, TRS_ERROR, read_only ? TRS_ERROR_STORE_OUTDATED_READ_ONLY : TRS_ERROR_STORE_OUTDATED,
               "The schema is older than this program: %s", cause->message);
  if (g_error_matches (cause, TRS_ERROR, TRS_ERROR_STORE_FULL))
    trs_error_set_room (*problem, measure_migration (db, path));
}

/**
 * trs_store_file_open_read_only:
 * @path: where the file is
 * @problem: (inout) (optional): why it cannot be written; if it is one of an older version, which has to be migrated
 *   before it can be read, that is said, see %TRS_ERROR_STORE_OUTDATED
 *
 * Opens the file where neither the `-shm` of its log nor a lock can be written.
 * SQLite keeps the `-shm` in memory for an exclusive connection; without a log
 * the file is immutable.
 *
 * Returns: (nullable): a connection, %NULL if the file cannot be read as it is
 */
sqlite3 *
trs_store_file_open_read_only (const char  *path,
                               GError     **problem)
{
  gboolean has_log = trs_store_file_has_log (path);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *immutable = g_strconcat (uri, "?immutable=1", NULL);
  sqlite3 *db = NULL;
  int version = 0;

  /* A read-only file cannot be locked exclusively, so the VFS "unix-none" is used, which takes no locks. */
  if (sqlite3_open_v2 (has_log ? path : immutable, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
                       has_log ? "unix-none" : NULL) == SQLITE_OK &&
      (!has_log || trs_sql_exec (db, "PRAGMA locking_mode = EXCLUSIVE", NULL)) && trs_store_schema_check (db, NULL))
    version = trs_store_schema_read_version (db, NULL);
  if (version == trs_store_schema_get_newest () && add_temporary_schema (db, NULL))
    return db;
  if (version > 0 && version < trs_store_schema_get_newest () && problem != NULL)
    set_outdated (problem, db, path);

  sqlite3_close_v2 (db);
  return NULL;
}

/* Another process may be writing, so that the log and its locks are those of anybody else. */
static gboolean
prepare_for_reading (sqlite3  *db,
                     GError  **error)
{
  sqlite3_busy_timeout (db, TRS_STORE_BUSY_MSEC);
  if (!trs_store_schema_check (db, error))
    return FALSE;

  if (trs_store_schema_read_version (db, error) != trs_store_schema_get_newest ())
    {
      g_clear_error (error);
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY, "The file is of another version");
      return FALSE;
    }
  return add_temporary_schema (db, error);
}

/**
 * trs_store_file_open_for_reading:
 * @path: where the file is
 * @error: return location for an error
 *
 * Opens the file as it is, beside a process that may write it: it is neither created nor migrated, and nothing is
 * repaired. Where not even the `-shm` of its log can be written, as trs_store_file_open_read_only().
 *
 * Returns: (nullable): a connection
 */
sqlite3 *
trs_store_file_open_for_reading (const char  *path,
                                 GError     **error)
{
  sqlite3 *db = NULL;

  if (!check_kind (path, error))
    return NULL;
  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    trs_sql_fail (db, error);
  else if (prepare_for_reading (db, error))
    return db;

  sqlite3_close_v2 (db);
  db = trs_store_file_open_read_only (path, NULL);
  if (db != NULL)
    g_clear_error (error);
  return db;
}

/**
 * trs_store_file_has_log:
 * @path: where the file is
 *
 * Returns: %TRUE if its write-ahead log is not empty, as after an unclean exit
 */
gboolean
trs_store_file_has_log (const char *path)
{
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  struct stat status;

  return stat (log, &status) == 0 && status.st_size > 0;
}

/**
 * trs_store_file_measure:
 * @path: where the file is
 *
 * Returns: its size in bytes, with its `-wal` and `-shm`
 */
gint64
trs_store_file_measure (const char *path)
{
  gint64 bytes = 0;

  for (guint i = 0; i < N_OWN_FILES; i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);
      struct stat status;

      if (stat (name, &status) == 0)
        bytes += status.st_size;
    }
  return bytes;
}

/**
 * trs_store_file_is_check_due:
 * @path: where the file is
 *
 * Returns: %TRUE if there was no check without a finding for a day, or the clock has been set back
 */
gboolean
trs_store_file_is_check_due (const char *path)
{
  g_autofree char *stamp = g_strconcat (path, STAMP, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  struct stat status;

  return stat (stamp, &status) != 0 || status.st_mtime > now || now - status.st_mtime > DAY;
}

/**
 * trs_store_file_is_older:
 * @path: a file
 * @age: seconds
 *
 * Returns: %TRUE if it is there and was written longer ago
 */
gboolean
trs_store_file_is_older (const char *path,
                         gint64      age)
{
  struct stat status;

  return stat (path, &status) == 0 && g_get_real_time () / G_USEC_PER_SEC - status.st_mtime > age;
}

/**
 * trs_store_file_note_checked:
 * @path: where the file is
 *
 * Records a check without a finding, as the time of an empty file beside it.
 */
void
trs_store_file_note_checked (const char *path)
{
  g_autofree char *stamp = g_strconcat (path, STAMP, NULL);

  g_file_set_contents_full (stamp, "", 0, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
}

static gboolean
move (const char  *from_path,
      const char  *to_path,
      GError     **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (from_path, suffixes[i], NULL);
      g_autofree char *to = g_strconcat (to_path, suffixes[i], NULL);

      if (g_rename (from, to) != 0 && (i == 0 || g_file_test (from, G_FILE_TEST_EXISTS)))
        {
          set_errno (error, from, errno);
          return FALSE;
        }
    }

  return TRUE;
}

/**
 * trs_store_file_replace:
 * @path: a file that cannot be used, which is not open
 * @part: a new one, which is not open and has no log
 * @aside: where the old one goes, see trs_error_dup_path_aside()
 * @error: return location for an error
 *
 * Replaces the old file, which is moved aside and never deleted by itself.
 * Whenever the program dies on the way, the next start finds one of the two.
 *
 * Returns: %FALSE if the old one stays where it is
 */
gboolean
trs_store_file_replace (const char  *path,
                        const char  *part,
                        const char  *aside,
                        GError     **error)
{
  g_autofree char *saved = g_strconcat (path, SAVED, NULL);

  if (!move (part, saved, error))
    return FALSE;
  if (!move (path, aside, error))
    {
      move (aside, path, NULL);
      return FALSE;
    }
  return move (saved, path, error);
}

/**
 * trs_store_file_remove:
 * @path: a file that nobody needs, which is not open
 */
void
trs_store_file_remove (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *left = g_strconcat (path, suffixes[i], NULL);

      g_unlink (left);
    }
}
