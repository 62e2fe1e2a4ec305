/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-database.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("trs-database-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "data.db", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_unlink (fixture->path);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
assert_refused (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (sqlite3) database = trs_service_database_open (path, &error);

  g_assert_null (database);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, path));
}

static void
test_refuses_what_is_not_its_own (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autofree char *garbage = g_strnfill (10000, 'x');
  g_autofree char *after = NULL;
  g_autofree char *missing = g_build_filename (fixture->folder, "no", "data.db", NULL);
  sqlite3 *other = NULL;

  g_file_set_contents (fixture->path, garbage, -1, NULL);
  assert_refused (fixture->path);
  g_file_get_contents (fixture->path, &after, NULL, NULL);
  g_assert_cmpstr (after, ==, garbage);
  g_unlink (fixture->path);

  g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "CREATE TABLE theirs (x)", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (other);
  assert_refused (fixture->path);

  assert_refused (missing);
  assert_refused (fixture->folder);
}

static void
test_refuses_another_version (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr (sqlite3) database = trs_service_database_open (fixture->path, NULL);
  sqlite3 *other = NULL;

  g_clear_pointer (&database, sqlite3_close_v2);
  g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "PRAGMA user_version = 2", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (other);
  assert_refused (fixture->path);
}

static void
test_one_at_a_time (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (sqlite3) database = trs_service_database_open (fixture->path, NULL);

  g_assert_nonnull (database);
  assert_refused (fixture->path);
  g_clear_pointer (&database, sqlite3_close_v2);

  database = trs_service_database_open (fixture->path, NULL);
  g_assert_nonnull (database);
}

static void
test_says_what_failed (void)
{
  g_autoptr (sqlite3) database = trs_service_database_open (NULL, NULL);
  g_autoptr (GError) error = NULL;
  static const char insert[] = "INSERT INTO users (key, credits, generated) VALUES (?, ?, 0)";

  g_assert_true (trs_sql_execute (database, NULL, insert, "si", "a", 1));
  g_assert_false (trs_sql_execute (database, &error, insert, "si", "a", 1));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_CONSTRAINT);
  g_clear_error (&error);
  g_assert_false (trs_sql_execute (database, &error, "NOT SQL", ""));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_ERROR);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/service/database/refuses-what-is-not-its-own", Fixture, NULL, set_up,
              test_refuses_what_is_not_its_own, tear_down);
  g_test_add ("/service/database/refuses-another-version", Fixture, NULL, set_up, test_refuses_another_version,
              tear_down);
  g_test_add ("/service/database/one-at-a-time", Fixture, NULL, set_up, test_one_at_a_time, tear_down);
  g_test_add_func ("/service/database/says-what-failed", test_says_what_failed);
  return g_test_run ();
}
