/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-database.h"

#include "trs-error.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* "trsv": so that the file of another program is never taken for ours. */
#define APPLICATION_ID 0x74727376
#define VERSION 1
#define BUSY_MILLISECONDS 2000

struct _TrsServiceDatabase
{
  GObject parent_instance;

  sqlite3 *connection;
};

G_DEFINE_FINAL_TYPE (TrsServiceDatabase, trs_service_database, G_TYPE_OBJECT)

/* due_at is null once nothing more will happen by itself: only what moves is in its index.
 * A text is kept once, however many projects have it, and stays when the catalogue changes. */
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
    "PRAGMA application_id = 1953657718;"
    "PRAGMA user_version = 1;";

static void
trs_service_database_finalize (GObject *object)
{
  TrsServiceDatabase *self = TRS_SERVICE_DATABASE (object);

  sqlite3_close_v2 (self->connection);

  G_OBJECT_CLASS (trs_service_database_parent_class)->finalize (object);
}

static void
trs_service_database_class_init (TrsServiceDatabaseClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_service_database_finalize;
}

static void
trs_service_database_init (TrsServiceDatabase *self)
{
}

static void
set_error (TrsServiceDatabase  *self,
           GError             **error)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, sqlite3_errmsg (self->connection));
}

static gboolean
execute (TrsServiceDatabase  *self,
         const char          *sql,
         GError             **error)
{
  if (sqlite3_exec (self->connection, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  set_error (self, error);
  return FALSE;
}

static gboolean
read_number (TrsServiceDatabase  *self,
             const char          *sql,
             gint64              *value,
             GError             **error)
{
  g_autoptr (TrsServiceStatement) statement = trs_service_database_prepare (self, sql, "");
  gboolean row;

  if (!trs_service_database_step (self, statement, &row, error))
    return FALSE;
  *value = sqlite3_column_int64 (statement, 0);
  return TRUE;
}

static gboolean
check_schema (TrsServiceDatabase  *self,
              GError             **error)
{
  gint64 application;
  gint64 version;
  gint64 tables;

  if (!read_number (self, "PRAGMA application_id", &application, error) ||
      !read_number (self, "PRAGMA user_version", &version, error) ||
      !read_number (self, "SELECT count(*) FROM sqlite_master", &tables, error))
    return FALSE;

  if (tables == 0 && application == 0)
    return trs_service_database_begin (self, error) && execute (self, SCHEMA, error) &&
           trs_service_database_commit (self, error);

  if (application != APPLICATION_ID)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, "it belongs to another program");
      return FALSE;
    }
  if (version != VERSION)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, "it was made by another version of this program");
      return FALSE;
    }
  return TRUE;
}

/* The file holds keys: nobody else may read it, from its first moment. */
static gboolean
make_private (const char  *path,
              GError     **error)
{
  int fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  if (fd < 0)
    {
      int saved = errno;

      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, g_strerror (saved));
      return FALSE;
    }
  return g_close (fd, error);
}

/* Exclusive: a second service on the same file would send every callback twice. With
 * synchronous=NORMAL the death of the process loses nothing, and no commit waits for the disk. */
static gboolean
open_connection (TrsServiceDatabase  *self,
                 const char          *path,
                 GError             **error)
{
  if (path != NULL && !make_private (path, error))
    return FALSE;

  if (sqlite3_open_v2 (path != NULL ? path : ":memory:", &self->connection,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    {
      set_error (self, error);
      return FALSE;
    }
  sqlite3_busy_timeout (self->connection, BUSY_MILLISECONDS);
  sqlite3_extended_result_codes (self->connection, 1);

  return execute (self,
                  "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                  "BEGIN EXCLUSIVE; COMMIT;",
                  error) &&
         check_schema (self, error);
}

static TrsServiceStatement *
prepare (TrsServiceDatabase *self,
         const char         *sql,
         const char         *types,
         va_list             args)
{
  TrsServiceStatement *statement = NULL;

  if (sqlite3_prepare_v2 (self->connection, sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;

  for (int i = 0; types[i] != '\0'; i++)
    {
      if (types[i] == 's')
        sqlite3_bind_text (statement, i + 1, va_arg (args, const char *), -1, SQLITE_TRANSIENT);
      else
        sqlite3_bind_int64 (statement, i + 1, va_arg (args, gint64));
    }
  return statement;
}

/**
 * trs_service_database_new:
 * @path: (nullable): the file, made if it is not there; %NULL for memory only
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the database, or %NULL if the file cannot be used
 */
TrsServiceDatabase *
trs_service_database_new (const char  *path,
                          GError     **error)
{
  g_autoptr (TrsServiceDatabase) self = g_object_new (TRS_TYPE_SERVICE_DATABASE, NULL);

  if (!open_connection (self, path, error))
    {
      g_prefix_error (error, "The data file %s cannot be used: ", path != NULL ? path : "in memory");
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * trs_service_database_prepare:
 * @self: a database
 * @sql: one statement of this program
 * @types: a letter for each parameter: `s` a string, `i` a #gint64
 * @...: the parameters
 *
 * Returns: (transfer full) (nullable): the statement; %NULL makes the step fail with the reason
 */
TrsServiceStatement *
trs_service_database_prepare (TrsServiceDatabase *self,
                              const char         *sql,
                              const char         *types,
                              ...)
{
  TrsServiceStatement *statement;
  va_list args;

  va_start (args, types);
  statement = prepare (self, sql, types, args);
  va_end (args);

  return statement;
}

/**
 * trs_service_database_step:
 * @self: a database
 * @statement: (nullable): what trs_service_database_prepare() returned
 * @row: (out): whether there is a row; %FALSE at the end and on failure
 * @error: return location for an error
 *
 * Returns: %TRUE if it went through
 */
gboolean
trs_service_database_step (TrsServiceDatabase   *self,
                           TrsServiceStatement  *statement,
                           gboolean             *row,
                           GError              **error)
{
  int result = statement != NULL ? sqlite3_step (statement) : SQLITE_ERROR;

  *row = result == SQLITE_ROW;
  if (!*row && result != SQLITE_DONE)
    {
      set_error (self, error);
      return FALSE;
    }
  return TRUE;
}

/**
 * trs_service_database_run:
 * @self: a database
 * @error: return location for an error
 * @sql: one statement of this program, without rows
 * @types: as for trs_service_database_prepare()
 * @...: the parameters
 *
 * Returns: %TRUE if it went through
 */
gboolean
trs_service_database_run (TrsServiceDatabase  *self,
                          GError             **error,
                          const char          *sql,
                          const char          *types,
                          ...)
{
  g_autoptr (TrsServiceStatement) statement = NULL;
  gboolean row;
  va_list args;

  va_start (args, types);
  statement = prepare (self, sql, types, args);
  va_end (args);

  return trs_service_database_step (self, statement, &row, error);
}

gboolean
trs_service_database_begin (TrsServiceDatabase  *self,
                            GError             **error)
{
  return execute (self, "BEGIN IMMEDIATE", error);
}

/**
 * trs_service_database_commit:
 * @self: a database with a transaction under way
 * @error: return location for an error
 *
 * Returns: %TRUE if all of it holds; otherwise nothing of it does
 */
gboolean
trs_service_database_commit (TrsServiceDatabase  *self,
                             GError             **error)
{
  if (execute (self, "COMMIT", error))
    return TRUE;
  trs_service_database_roll_back (self);
  return FALSE;
}

void
trs_service_database_roll_back (TrsServiceDatabase *self)
{
  if (!sqlite3_get_autocommit (self->connection))
    execute (self, "ROLLBACK", NULL);
}

int
trs_service_database_changes (TrsServiceDatabase *self)
{
  return sqlite3_changes (self->connection);
}

/* Returns: the text, valid until the next step; empty for NULL */
const char *
trs_service_statement_text (TrsServiceStatement *statement,
                            int                  column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? text : "";
}

void
trs_service_statement_free (TrsServiceStatement *statement)
{
  sqlite3_finalize (statement);
}
