/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kept-file.h"

#include <glib/gstdio.h>

#define PAGE 100u

static const char * const suffixes[] = { "", "-wal" };

static void
run (sqlite3    *db,
     const char *sql)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
}

static char *
ask (sqlite3    *db,
     const char *sql)
{
  sqlite3_stmt *statement = NULL;
  g_autofree char *answer = NULL;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  if (sqlite3_step (statement) == SQLITE_ROW)
    answer = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return g_steal_pointer (&answer);
}

static guint
count (sqlite3    *db,
       const char *sql)
{
  g_autofree char *answer = ask (db, sql);

  g_assert_nonnull (answer);
  return (guint) g_ascii_strtoull (answer, NULL, 10);
}

/* The words themselves, and not only what is written beside them. */
static void
check_texts (sqlite3     *db,
             FullService *service)
{
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT id, bare, lower (hex (bare_sha256)) || ' ' || lower (hex (full_sha256)) "
                                       "FROM text JOIN project ON row = project",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *expected = full_service_get_checksums (service, (const char *) sqlite3_column_text (statement, 0));
      g_autofree char *bare = g_compute_checksum_for_data (G_CHECKSUM_SHA256, sqlite3_column_blob (statement, 1),
                                                           (gsize) sqlite3_column_bytes (statement, 1));

      g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 2), ==, expected);
      g_assert_true (g_str_has_prefix (expected, bare));
    }
  sqlite3_finalize (statement);
}

/* A cursor below what is not there would let the next run leave it out. */
static void
check_cursor (sqlite3  *db,
              KeptFile *self)
{
  self->cursor = count (db, "SELECT coalesce (max (cursor * (gap_below > 0)), 0) FROM account");
  g_assert_cmpuint (self->n_projects, >=, self->cursor * PAGE);
}

/**
 * kept_file_new:
 * @path: a file that nobody uses
 * @service: where its content is from
 *
 * Looks at a copy, so that the next run of the program finds what the last one left, and ends the test if the file is
 * damaged or says what is not so.
 *
 * Returns: (transfer full): what is in it
 */
KeptFile *
kept_file_new (const char  *path,
               FullService *service)
{
  KeptFile *self = g_new0 (KeptFile, 1);
  g_autofree char *copy = g_strconcat (path, ".looked-at", NULL);
  g_autofree char *health = NULL;
  g_autofree char *stray = NULL;
  sqlite3 *db = NULL;

  kept_file_copy (path, copy);
  g_assert_cmpint (sqlite3_open (copy, &db), ==, SQLITE_OK);
  self->db = db;
  health = ask (db, "PRAGMA integrity_check");
  g_assert_cmpstr (health, ==, "ok");
  stray = ask (db, "PRAGMA foreign_key_check");
  g_assert_null (stray);
  self->version = count (db, "PRAGMA user_version");
  if (self->version != 0)
    {
      self->n_projects = count (db, "SELECT count(*) FROM project");
      self->n_texts = count (db, "SELECT count(*) FROM text");
      check_texts (db, service);
      run (db, "INSERT INTO text_index (text_index) VALUES ('integrity-check')");
    }
  if (self->version >= 8)
    check_cursor (db, self);
  return self;
}

/**
 * kept_file_free:
 * @self: (transfer full): what was in a file
 */
void
kept_file_free (KeptFile *self)
{
  sqlite3_close (self->db);
  g_free (self);
}

/**
 * kept_file_count:
 * @self: what was in a file
 * @format: SQL that answers with a number, for printf()
 * @...: what goes into it
 *
 * Returns: the number, 0 for a file without tables
 */
guint
kept_file_count (KeptFile   *self,
                 const char *format,
                 ...)
{
  g_autofree char *sql = NULL;
  va_list args;

  if (self->version == 0)
    return 0;

  va_start (args, format);
  sql = g_strdup_vprintf (format, args);
  va_end (args);
  return count (self->db, sql);
}

/**
 * kept_file_copy:
 * @from: path of a file that nobody uses, which need not exist
 * @to: path of the copy
 *
 * Copies a file with the log beside it.
 */
void
kept_file_copy (const char *from,
                const char *to)
{
  g_autofree char *folder = g_path_get_dirname (to);

  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *source = g_strconcat (from, suffixes[i], NULL);
      g_autofree char *target = g_strconcat (to, suffixes[i], NULL);
      g_autofree char *bytes = NULL;
      gsize length = 0;

      g_unlink (target);
      if (g_file_get_contents (source, &bytes, &length, NULL))
        g_assert_true (g_file_set_contents_full (target, bytes, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    }
}

/**
 * kept_file_read:
 * @path: path of a file, which need not exist
 *
 * Returns: (transfer full): what is in it, and in the log beside it
 */
GBytes *
kept_file_read (const char *path)
{
  GByteArray *all = g_byte_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);
      g_autofree char *bytes = NULL;
      gsize length = 0;
      guint64 mark;

      mark = g_file_get_contents (name, &bytes, &length, NULL) ? length : G_MAXUINT64;
      g_byte_array_append (all, (const guint8 *) &mark, sizeof mark);
      g_byte_array_append (all, (const guint8 *) bytes, (guint) length);
    }
  return g_byte_array_free_to_bytes (all);
}

static void
copy_table (sqlite3    *db,
            const char *table)
{
  g_autofree char *list = g_strdup_printf ("SELECT group_concat (name) FROM pragma_table_info ('%s', 'main') "
                                           "WHERE name IN (SELECT name FROM pragma_table_info ('%s', 'new'))",
                                           table, table);
  g_autofree char *columns = ask (db, list);
  g_autofree char *copy =
      g_strdup_printf ("INSERT INTO main.%s (%s) SELECT %s FROM new.%s", table, columns, columns, table);

  run (db, copy);
}

/**
 * kept_file_age:
 * @path: a file of this version of the program that nobody uses
 * @schema: path of the SQL of a released version
 * @aged: path of the file to make: what that version would have made of the same content
 */
void
kept_file_age (const char *path,
               const char *schema,
               const char *aged)
{
  static const char * const tables[] = { "account", "project", "text", "variant", "submission" };
  g_autofree char *sql = NULL;
  g_autofree char *attach = g_strdup_printf ("ATTACH '%s' AS new", path);
  sqlite3 *db = NULL;

  g_assert_true (g_file_get_contents (schema, &sql, NULL, NULL));
  g_unlink (aged);
  g_assert_cmpint (sqlite3_open (aged, &db), ==, SQLITE_OK);
  run (db, sql);
  /* With everything that its version has of it. */
  run (db, "PRAGMA foreign_keys = ON; DELETE FROM account; PRAGMA foreign_keys = OFF");
  run (db, attach);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    copy_table (db, tables[i]);
  sqlite3_close (db);
}
