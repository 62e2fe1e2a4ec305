/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-database.h"

#include "trs-error.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/random.h>

/* "trsv": so that the file of another program is not mistaken for ours. */
#define APPLICATION_ID 0x74727376
#define BUSY_MILLISECONDS 2000
#define KEY_BYTES 32
#define MAX_CREDITS G_GINT64_CONSTANT (1000000000000)

/* due_at is null once a project is final, and of one that a job works on, so its index only holds projects that go on
 * by the clock. A text is stored once for all projects that have it, and is kept when the catalogue changes. */
static const char SCHEMA[] =
    "CREATE TABLE users ("
    "  number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, credits INTEGER NOT NULL, generated INTEGER NOT NULL);"
    "CREATE TABLE texts (digest TEXT PRIMARY KEY, paragraphs TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE projects ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, user INTEGER NOT NULL,"
    "  video TEXT NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, webhook TEXT NOT NULL,"
    "  length INTEGER NOT NULL, digest TEXT NOT NULL, fails TEXT NOT NULL, state TEXT NOT NULL,"
    "  created_at INTEGER NOT NULL, uploaded_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, due_at INTEGER,"
    "  callback INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX projects_due ON projects (due_at) WHERE due_at IS NOT NULL;"
    "CREATE INDEX projects_of_user ON projects (user, created_at DESC, number DESC);"
    "CREATE INDEX projects_callback ON projects (number) WHERE callback = 1;"
    "PRAGMA application_id = 1953657718;";

/* Each brings a file to the next version, the first one to 2. A new file goes through them all, so that it has the
 * shape of one that grew. Of projects, progress is the percentage of their state, -1 by the clock, and cause why they
 * failed, in words; of users, turn is a number that grows, of when a job of theirs was last begun. What is stored of a
 * job goes with it, so that a later start with other options changes nothing. */
static const char * const STEPS[] = {
  "ALTER TABLE projects ADD COLUMN progress INTEGER NOT NULL DEFAULT -1;"
  "ALTER TABLE projects ADD COLUMN cause TEXT NOT NULL DEFAULT '';"
  "CREATE TABLE jobs ("
  "  number INTEGER PRIMARY KEY AUTOINCREMENT, project INTEGER NOT NULL UNIQUE, kind TEXT NOT NULL,"
  "  state TEXT NOT NULL DEFAULT 'waiting', tries INTEGER NOT NULL DEFAULT 0,"
  "  path TEXT NOT NULL, size INTEGER NOT NULL, modified_at INTEGER NOT NULL, digest TEXT NOT NULL,"
  "  url TEXT NOT NULL, fetch TEXT NOT NULL, recognizer TEXT NOT NULL, language TEXT NOT NULL, model TEXT NOT NULL);"
  "CREATE INDEX jobs_open ON jobs (number) WHERE state != 'ended';"
  "CREATE INDEX jobs_of_kind ON jobs (kind);"
  "CREATE TABLE paragraphs ("
  "  job INTEGER NOT NULL, number INTEGER NOT NULL, start REAL NOT NULL, end REAL NOT NULL, speaker INTEGER NOT NULL,"
  "  text TEXT NOT NULL, PRIMARY KEY (job, number)) WITHOUT ROWID;",
  "ALTER TABLE users ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;",
  "ALTER TABLE jobs ADD COLUMN track INTEGER NOT NULL DEFAULT 1;",
};

/* Of the schema that a file has after all steps. */
#define VERSION (1 + (int) G_N_ELEMENTS (STEPS))

static gboolean
set_error (GError     **error,
           const char  *message)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, message);
  return FALSE;
}

/* In one transaction, so that a file is of one version or the other. */
static gboolean
migrate (sqlite3  *self,
         int       version,
         GError  **error)
{
  gboolean written = TRUE;
  g_autofree char *stamp = g_strdup_printf ("PRAGMA user_version = %d", VERSION);

  if (!trs_sql_exec (self, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (version == 0)
    written = trs_sql_exec (self, SCHEMA, error);
  for (int i = MAX (version, 1); i < VERSION && written; i++)
    written = trs_sql_exec (self, STEPS[i - 1], error);
  return trs_sql_end_transaction (self, written && trs_sql_exec (self, stamp, error), error);
}

static gboolean
check_schema (sqlite3  *self,
              GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (self, error,
                     "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
                     " FROM pragma_application_id, pragma_user_version",
                     "");
  gboolean row, is_new;
  int application_id, version;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  application_id = sqlite3_column_int (statement, 0);
  version = sqlite3_column_int (statement, 1);
  is_new = application_id == 0 && sqlite3_column_int (statement, 2) == 0;
  g_clear_pointer (&statement, sqlite3_finalize);

  if (is_new)
    return migrate (self, 0, error);
  if (application_id != APPLICATION_ID)
    return set_error (error, "it belongs to another program");
  if (version < 1)
    return set_error (error, "it is damaged");
  if (version > VERSION)
    return set_error (error, "it was made by a newer version of this program");
  return version == VERSION || migrate (self, version, error);
}

/* The file contains keys, so it must not be readable for others at any time. */
static gboolean
make_private (const char  *path,
              GError     **error)
{
  int fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  return fd < 0 ? set_error (error, g_strerror (errno)) : g_close (fd, error);
}

/**
 * trs_service_database_open:
 * @path: (nullable): the file, made if it is not there; %NULL for memory only
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the database, or %NULL if the file cannot be used
 */
sqlite3 *
trs_service_database_open (const char  *path,
                           GError     **error)
{
  g_autoptr (sqlite3) self = NULL;
  g_autoptr (GError) local_error = NULL;

  /* The lock is exclusive, because a second service on the same file would send every callback twice. What is answered
   * is on the disk, so that a loss of power does not lose what was paid for: each commit waits for it. */
  if ((path == NULL || make_private (path, &local_error)) &&
      (sqlite3_open_v2 (path != NULL ? path : ":memory:", &self, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
           SQLITE_OK ||
       trs_sql_fail (self, &local_error)) &&
      (sqlite3_busy_timeout (self, BUSY_MILLISECONDS) == SQLITE_OK || trs_sql_fail (self, &local_error)) &&
      trs_sql_exec (self,
                    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                    "PRAGMA secure_delete = ON;"
                    "BEGIN EXCLUSIVE; COMMIT;",
                    &local_error) &&
      check_schema (self, &local_error))
    return g_steal_pointer (&self);

  g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, "The data file %s cannot be used: %s",
               path != NULL ? path : "in memory", local_error->message);
  return NULL;
}

static gboolean
insert_user (sqlite3     *self,
             const char  *key,
             gint64       credits,
             gboolean     generated,
             GError     **error)
{
  return trs_sql_execute (self, error,
                          "INSERT INTO users (key, credits, generated) VALUES (?, ?, ?)"
                          " ON CONFLICT (key) DO NOTHING",
                          "sxi", key, credits, generated);
}

/**
 * trs_service_accounts_add:
 * @self: where the users are
 * @user: `KEY:CREDITS` as on the command line; a user who is known keeps what is left
 * @error: return location for an error, which never repeats @user
 *
 * Returns: %TRUE if there is such a user now
 */
gboolean
trs_service_accounts_add (sqlite3     *self,
                          const char  *user,
                          GError     **error)
{
  const char *colon = strrchr (user, ':');
  g_autofree char *key = colon != NULL ? g_strndup (user, (gsize) (colon - user)) : NULL;
  guint64 credits;

  if (key == NULL || !g_regex_match_simple ("^[!-~]+\\z", key, G_REGEX_RAW, 0) ||
      !g_ascii_string_to_unsigned (colon + 1, 10, 0, MAX_CREDITS, &credits, NULL))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                           "A user wants KEY:CREDITS, a key of visible ASCII characters and a whole number");
      return FALSE;
    }
  return insert_user (self, key, (gint64) credits, FALSE, error);
}

/**
 * trs_service_accounts_generate:
 * @self: where the users are
 * @anew: whether the key that was made up before is replaced; its user stays the same
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the key that this program made up; without @anew the same one for ever
 */
char *
trs_service_accounts_generate (sqlite3   *self,
                               gboolean   anew,
                               GError   **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (self, error, "SELECT key FROM users WHERE generated ORDER BY number", "");
  g_autofree char *key = NULL;
  guint8 bytes[KEY_BYTES];
  gboolean row;

  if (!trs_sql_step (statement, &row, error))
    return NULL;
  if (row && !anew)
    return trs_sql_column_text (statement, 0);

  if (getrandom (bytes, sizeof bytes, 0) != (gssize) sizeof bytes)
    {
      set_error (error, "No secure random numbers are available for a key");
      return NULL;
    }
  /* SHA-1 only serves as a short notation here, not for security. */
  key = g_compute_checksum_for_data (G_CHECKSUM_SHA1, bytes, sizeof bytes);
  if (row)
    return trs_sql_execute (self, error,
                            "UPDATE users SET key = ? WHERE number ="
                            " (SELECT number FROM users WHERE generated ORDER BY number LIMIT 1)",
                            "s", key)
               ? g_steal_pointer (&key)
               : NULL;
  return insert_user (self, key, TRS_SERVICE_GENERATED_CREDITS, TRUE, error) ? g_steal_pointer (&key) : NULL;
}

/**
 * trs_service_accounts_find:
 * @self: where the users are
 * @key: (nullable): what the request brought
 * @user: (out): the number of the user, above 0
 * @error: return location for an error
 *
 * Returns: %FALSE with %TRS_ERROR_UNAUTHORIZED if nobody has that key
 */
gboolean
trs_service_accounts_find (sqlite3     *self,
                           const char  *key,
                           gint64      *user,
                           GError     **error)
{
  if (!trs_sql_read_number (self, user, error, "SELECT number FROM users WHERE key = ?", "s", key))
    return FALSE;
  if (*user != 0)
    return TRUE;
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED, "Nobody has that key");
  return FALSE;
}

/**
 * trs_service_accounts_spend:
 * @self: where the users are
 * @user: number of a user
 * @seconds: length of a video: a credit for each whole minute, at least one
 * @error: return location for an error
 *
 * Takes the price in one step, or nothing at all. 402 of the interface.
 *
 * Returns: %FALSE with %TRS_ERROR_NOT_ENOUGH_CREDIT if there is less
 */
gboolean
trs_service_accounts_spend (sqlite3  *self,
                            gint64    user,
                            gint64    seconds,
                            GError  **error)
{
  if (!trs_sql_execute (self, error, "UPDATE users SET credits = credits - ?1 WHERE number = ?2 AND credits >= ?1",
                        "xx", MAX (1, seconds / 60), user))
    return FALSE;

  if (sqlite3_changes (self) > 0)
    return TRUE;
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT, "NOT_ENOUGH_CREDIT");
  return FALSE;
}
