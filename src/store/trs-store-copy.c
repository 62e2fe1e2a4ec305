/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "trs-store-error.h"

/* A copy that is written only now, in the place of which nothing is yet. */
#define PART ".part"

/* Seconds after which another copy is due. */
#define DAY (24 * 60 * 60)

/* Columns that are written otherwise than they are stored. */
static const struct
{
  const char *name;
  const char *sql;
} expressions[] = {
  { "id", "plain_id (id)" },
  /* By these the project of a submission is found, and of no use later. */
  { "known_ids", "iif (decided_at = 0, known_ids, '')" },
};

static const char *
get_expression (const char *column)
{
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    if (g_str_equal (expressions[i].name, column))
      return expressions[i].sql;
  return column;
}

/* One row a line, so that the file can be read by anybody. */
static char *
make_query (const TrsStoreTable *table)
{
  g_auto (GStrv) columns = g_strsplit (table->own, " ", -1);
  g_autoptr (GString) sql = g_string_new ("SELECT ifnull (group_concat (json_object (");

  for (guint i = 0; columns[i] != NULL; i++)
    g_string_append_printf (sql, "%s'%s', %s", i > 0 ? ", " : "", columns[i], get_expression (columns[i]));
  g_string_append_printf (sql, "), ',' || char (10)), '') FROM %s%s", table->name,
                          table->which != NULL ? table->which : "");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static gboolean
append_table (GString              *json,
              sqlite3              *db,
              const TrsStoreTable  *table,
              GError              **error)
{
  g_autofree char *sql = make_query (table);
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (db, error, sql, "");
  g_autofree char *rows = NULL;
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  rows = trs_sql_column_text (statement, 0);
  g_string_append_printf (json, ",\n\"%s\": [\n%s\n]", table->name, rows);
  return TRUE;
}

static char *
make_json (sqlite3  *db,
           GError  **error)
{
  g_autoptr (GString) json = g_string_new ("{\n\"format\": 1");
  guint n_tables;
  const TrsStoreTable *tables = trs_store_schema_get_tables (&n_tables);

  for (guint i = 0; i < n_tables; i++)
    if (tables[i].own != NULL && !append_table (json, db, &tables[i], error))
      return NULL;
  g_string_append (json, "\n}\n");
  return g_string_free (g_steal_pointer (&json), FALSE);
}

static gboolean
write_all (int         fd,
           const char *bytes,
           gsize       length)
{
  while (length > 0)
    {
      gssize written = write (fd, bytes, length);

      if (written < 0 && errno != EINTR)
        return FALSE;
      bytes += MAX (written, 0);
      length -= (gsize) MAX (written, 0);
    }
  return fsync (fd) == 0;
}

/* The old copy stays until the new one is on the disk. The transaction keeps other processes from doing the same. */
static gboolean
replace (const char  *copy,
         const char  *json,
         GError     **error)
{
  g_autofree char *part = g_strconcat (copy, PART, NULL);
  int fd = g_open (part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  gboolean written = fd >= 0 && fchmod (fd, 0600) == 0 && write_all (fd, json, strlen (json));
  int number = errno;

  if (fd >= 0)
    close (fd);
  if (written && g_rename (part, copy) == 0)
    return TRUE;

  number = written ? errno : number;
  g_unlink (part);
  g_set_error (error, TRS_ERROR, (int) trs_store_error_from_errno (number), "%s: %s", copy, g_strerror (number));
  return FALSE;
}

static char *
dup_path (sqlite3 *db)
{
  return g_strconcat (sqlite3_db_filename (db, "main"), TRS_STORE_COPY_SUFFIX, NULL);
}

/**
 * trs_store_copy_remove:
 * @db: a connection to a file
 *
 * Something was removed, and its words may be in the copy: there is none until the next one is written.
 */
void
trs_store_copy_remove (sqlite3 *db)
{
  g_autofree char *copy = dup_path (db);
  g_autofree char *part = g_strconcat (copy, PART, NULL);

  g_unlink (part);
  g_unlink (copy);
}

/**
 * trs_store_copy_write:
 * @db: a connection to a file, in a transaction
 * @error: return location for an error
 *
 * Writes what cannot be downloaded again into a file beside the database, if there is none of the last day. A copy that
 * would be the same is only dated anew.
 *
 * Returns: %FALSE on an error; the old copy is as it was then
 */
gboolean
trs_store_copy_write (sqlite3  *db,
                      GError  **error)
{
  g_autofree char *copy = dup_path (db);
  g_autofree char *before = NULL;
  g_autofree char *json = NULL;
  struct stat status;
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  gboolean there = lstat (copy, &status) == 0;
  gint64 n_accounts;

  if (there && status.st_mtime <= now && now - status.st_mtime < DAY)
    return TRUE;
  if (!trs_sql_read_number (db, &n_accounts, error, "SELECT count(*) FROM account", "") ||
      (json = make_json (db, error)) == NULL)
    return FALSE;
  if (n_accounts == 0)
    return TRUE;

  if (there && S_ISREG (status.st_mode) && g_file_get_contents (copy, &before, NULL, NULL) &&
      g_str_equal (before, json) && g_utime (copy, NULL) == 0)
    return TRUE;
  return replace (copy, json, error);
}
