/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trs-error.h"
#include "trs-sql.h"
#include "trs-store-schema.h"

#define BUSY_MSEC 5000

static const char * const suffixes[] = { "", "-wal", "-shm" };

/* Suffix of a salvaged copy that is complete but not in place yet. */
#define SAVED ".saved"

static void
set_errno (GError     **error,
           const char  *path,
           int          number)
{
  g_set_error (error, TRS_ERROR, (int) trs_sql_judge_errno (number), "%s: %s", path, g_strerror (number));
}

static gboolean
prepare_connection (sqlite3   *db,
                    gboolean   is_new,
                    GError   **error)
{
  if (!trs_store_schema_check (db, error) || !trs_sql_add_id_functions (db, error))
    return FALSE;

  /* Can be set only before the first table is created. */
  if (is_new && !trs_sql_exec (db, "PRAGMA auto_vacuum = INCREMENTAL", error))
    return FALSE;

  sqlite3_extended_result_codes (db, 0);
  sqlite3_busy_timeout (db, BUSY_MSEC);

  /* No writes to shadow tables. (The schema must be trusted: SQLite 3.40 does
   * not run FTS5 in a trigger otherwise.) */
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);

  /* WAL with NORMAL never damages the file; what must survive a power cut is
   * written with FULL, see run_job() of the store. */
  return trs_sql_exec (db,
                       "PRAGMA journal_mode = WAL;"
                       "PRAGMA synchronous = NORMAL;"
                       "PRAGMA foreign_keys = ON;"
                       "PRAGMA temp_store = MEMORY;",
                       error) &&
         trs_store_schema_migrate (db, error);
}

static sqlite3 *
connect (const char  *path,
         gboolean     is_new,
         GError     **error)
{
  sqlite3 *db = NULL;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    trs_sql_fail (db, error);
  else if (prepare_connection (db, is_new, error))
    return db;

  sqlite3_close_v2 (db);
  return NULL;
}

/* Completes a trs_store_file_replace() during which the program died. */
static void
end_replacing (const char *path)
{
  g_autofree char *saved = g_strconcat (path, SAVED, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && g_file_test (saved, G_FILE_TEST_EXISTS))
    g_rename (saved, path);
}

/**
 * trs_store_file_open:
 * @path: where the file is or will be
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
  g_autofree char *folder = g_path_get_dirname (path);
  struct stat status = { 0 };
  int fd;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      set_errno (error, folder, errno);
      return NULL;
    }

  end_replacing (path);
  /* Created here, so that its mode is 0600 from the beginning. */
  fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || fstat (fd, &status) != 0)
    {
      set_errno (error, path, errno);
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  fchmod (fd, 0600);
  close (fd);
  return connect (path, status.st_size == 0, error);
}

/**
 * trs_store_file_open_memory:
 * @error: return location for an error
 *
 * Opens a database that is gone when it is closed, with the schema of the file.
 *
 * Returns: (nullable): a connection
 */
sqlite3 *
trs_store_file_open_memory (GError **error)
{
  return connect (":memory:", TRUE, error);
}

/**
 * trs_store_file_open_read_only:
 * @path: where the file is
 *
 * Opens the file where neither the `-shm` of its log nor a lock can be written.
 * SQLite keeps the `-shm` in memory for an exclusive connection; without a log
 * the file is immutable.
 *
 * Returns: (nullable): a connection, %NULL if the file cannot be read as it is
 */
sqlite3 *
trs_store_file_open_read_only (const char *path)
{
  gboolean has_log = trs_store_file_has_log (path);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *immutable = g_strconcat (uri, "?immutable=1", NULL);
  sqlite3 *db = NULL;

  /* A file opened for reading cannot be locked exclusively: "unix-none" takes no locks. */
  if (sqlite3_open_v2 (has_log ? path : immutable, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
                       has_log ? "unix-none" : NULL) == SQLITE_OK &&
      (!has_log || trs_sql_exec (db, "PRAGMA locking_mode = EXCLUSIVE", NULL)) &&
      trs_store_schema_check (db, NULL) && trs_store_schema_read_version (db, NULL) == TRS_STORE_SCHEMA_VERSION &&
      trs_sql_add_id_functions (db, NULL))
    return db;

  sqlite3_close_v2 (db);
  return NULL;
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

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);
      struct stat status;

      if (stat (name, &status) == 0)
        bytes += status.st_size;
    }
  return bytes;
}

static char *
dup_stamp_path (const char *path)
{
  return g_strconcat (path, ".checked", NULL);
}

/**
 * trs_store_file_get_age_of_check:
 * @path: where the file is
 *
 * Returns: seconds since the last check without a finding; %G_MAXINT64 if there
 *   was none, or the clock has been set back
 */
gint64
trs_store_file_get_age_of_check (const char *path)
{
  g_autofree char *stamp = dup_stamp_path (path);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  struct stat status;

  return stat (stamp, &status) == 0 && status.st_mtime <= now ? now - status.st_mtime : G_MAXINT64;
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
  g_autofree char *stamp = dup_stamp_path (path);
  int fd = g_open (stamp, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  if (fd < 0)
    return;
  futimens (fd, NULL);
  close (fd);
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

static char *
dup_name_aside (const char *path)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S");
  char *aside = NULL;

  for (guint n = 0; aside == NULL || g_file_test (aside, G_FILE_TEST_EXISTS); n++)
    {
      g_free (aside);
      aside = g_strdup_printf ("%s.damaged-%s-%u", path, stamp, n);
    }
  return aside;
}

/**
 * trs_store_file_replace:
 * @path: a file that cannot be used, which is not open
 * @part: a new one, which is not open and has no log
 * @error: return location for an error
 *
 * Replaces the old file, which is moved aside and never deleted. Whenever the
 * program dies on the way, the next start finds one of the two.
 *
 * Returns: (transfer full) (nullable): where the old one is now; %NULL if it
 *   stays where it is
 */
char *
trs_store_file_replace (const char  *path,
                        const char  *part,
                        GError     **error)
{
  g_autofree char *saved = g_strconcat (path, SAVED, NULL);
  g_autofree char *aside = dup_name_aside (path);

  if (!move (part, saved, error))
    return NULL;
  if (!move (path, aside, error))
    {
      move (aside, path, NULL);
      return NULL;
    }
  return move (saved, path, error) ? g_steal_pointer (&aside) : NULL;
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
