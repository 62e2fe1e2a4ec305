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
  static const char * const versions[] = { "PRAGMA user_version = 1000", "PRAGMA user_version = 0",
                                           "PRAGMA user_version = -1" };
  g_autoptr (sqlite3) database = trs_service_database_open (fixture->path, NULL);

  g_clear_pointer (&database, sqlite3_close_v2);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      sqlite3 *other = NULL;

      g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_exec (other, versions[i], NULL, NULL, NULL), ==, SQLITE_OK);
      sqlite3_close (other);
      assert_refused (fixture->path);
    }
}

static void
copy_version_1 (Fixture *fixture)
{
  g_autofree char *name = g_build_filename ("service", "data-1.db", NULL);
  g_autofree char *path = trs_test_data_path (name);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &bytes, &length, &error);
  g_assert_no_error (error);
  g_file_set_contents (fixture->path, bytes, (gssize) length, &error);
  g_assert_no_error (error);
}

static char *
describe_rows (sqlite3    *database,
               const char *sql)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (database, NULL, sql, "");
  GString *rows = g_string_new (NULL);
  gboolean row = TRUE;

  while (trs_sql_step (statement, &row, NULL) && row)
    {
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        g_string_append_printf (rows, "%s|", (const char *) sqlite3_column_text (statement, i));
      g_string_append_c (rows, '\n');
    }
  g_assert_false (row);
  return g_string_free (rows, FALSE);
}

static void
assert_same_rows (sqlite3    *one,
                  sqlite3    *other,
                  const char *sql)
{
  g_autofree char *rows = describe_rows (one, sql);
  g_autofree char *other_rows = describe_rows (other, sql);

  g_assert_cmpstr (rows, !=, "");
  g_assert_cmpstr (rows, ==, other_rows);
}

/* A file that the version before has written: nothing of it is lost, and its shape is that of a new one. */
static void
test_migrates_version_1 (Fixture       *fixture,
                         gconstpointer  data)
{
  static const char shape[] = "SELECT m.name, c.* FROM sqlite_master m LEFT JOIN pragma_table_info (m.name) c"
                              " ORDER BY m.name, c.cid";
  static const char old_columns[] = "SELECT number, id, user, video, name, language, webhook, length, digest, fails,"
                                    " state, created_at, uploaded_at, ends_at, due_at, callback FROM projects";
  g_autoptr (sqlite3) fresh = trs_service_database_open (NULL, NULL);
  g_autoptr (sqlite3) migrated = NULL;
  g_autofree char *name = g_build_filename ("service", "data-1.db", NULL);
  g_autofree char *original_path = trs_test_data_path (name);
  g_autofree char *uri = g_strconcat ("file:", original_path, "?immutable=1", NULL);
  g_autoptr (sqlite3) original = NULL;
  g_autofree char *news = NULL;
  gint64 user = 0;

  g_assert_cmpint (sqlite3_open_v2 (uri, &original, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL), ==, SQLITE_OK);
  copy_version_1 (fixture);
  /* Twice: what was migrated stays so. */
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&migrated, sqlite3_close_v2);
      migrated = trs_service_database_open (fixture->path, NULL);
      g_assert_nonnull (migrated);
      assert_same_rows (fresh, migrated, shape);
      assert_same_rows (original, migrated, "SELECT number, key, credits, generated FROM users");
      assert_same_rows (original, migrated, "SELECT * FROM texts");
      assert_same_rows (original, migrated, old_columns);
    }

  news = describe_rows (migrated, "SELECT DISTINCT progress, cause FROM projects");
  g_assert_cmpstr (news, ==, "-1||\n");
  g_assert_true (trs_service_accounts_find (migrated, "bob-key", &user, NULL));
  g_assert_true (trs_service_accounts_spend (migrated, user, 60, NULL));
  g_assert_false (trs_service_accounts_spend (migrated, user, 60, NULL));
}

/* A disk that fails in the middle leaves the file as it was. */
static void
test_migrates_whole_or_not (Fixture       *fixture,
                            gconstpointer  data)
{
  sqlite3 *other = NULL;
  g_autofree char *version = NULL;

  copy_version_1 (fixture);
  g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
  /* The last table of the step is in its way. */
  g_assert_cmpint (sqlite3_exec (other, "CREATE TABLE paragraphs (x)", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (other);
  assert_refused (fixture->path);

  g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
  version = describe_rows (other, "SELECT user_version, (SELECT count(*) FROM pragma_table_info ('projects'))"
                                  " FROM pragma_user_version");
  g_assert_cmpstr (version, ==, "1|16|\n");
  sqlite3_close (other);
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
  g_test_add ("/service/database/migrates-version-1", Fixture, NULL, set_up, test_migrates_version_1, tear_down);
  g_test_add ("/service/database/migrates-whole-or-not", Fixture, NULL, set_up, test_migrates_whole_or_not,
              tear_down);
  g_test_add ("/service/database/one-at-a-time", Fixture, NULL, set_up, test_one_at_a_time, tear_down);
  g_test_add_func ("/service/database/says-what-failed", test_says_what_failed);
  return g_test_run ();
}
