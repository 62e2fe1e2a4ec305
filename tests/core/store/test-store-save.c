/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Many projects at once: each is there once, as it was told last. */
#include "store-test.h"
#include "trs-error.h"
#include "trs-store-projects.h"
#include "trs-test-utils.h"

#define MANY 3000

#define COUNT "SELECT count (*) || ' ' || count (DISTINCT id) FROM project"
#define BEGUN ((gint64) 2000000000 * G_USEC_PER_SEC)

static char *
make_id (guint number)
{
  return g_strdup_printf ("%08x-0000-4000-8000-%012x", number * 2654435761u, number);
}

static GPtrArray *
make_projects (guint first,
               guint n)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = make_id (first + i);

      g_ptr_array_add (projects, store_test_make_project (id, BEGUN - (gint64) (first + i) * G_USEC_PER_SEC));
    }
  return projects;
}

static void
save (StoreTest *test,
      gint64     account,
      guint      first,
      guint      n)
{
  g_autoptr (GPtrArray) projects = make_projects (first, n);

  store_test_save_projects (test, account, projects);
}

/* The new title of a project that is told of once more. */
static void
add_changed (GPtrArray  *projects,
             guint       number,
             const char *title)
{
  g_autofree char *id = make_id (number);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  TrsProject *project = trs_project_new (id);

  record->id = g_strdup (id);
  record->name = g_strdup (title);
  record->state = TRS_PROJECT_STATE_DONE;
  record->state_word = g_strdup ("done");
  trs_test_tell_record (project, record, 1);
  g_ptr_array_add (projects, project);
}

static void
assert_read (StoreTest  *test,
             const char *sql,
             const char *expected)
{
  g_autofree char *value = store_test_read_sql (test, sql);

  g_assert_cmpstr (value, ==, expected);
}

static void
assert_all_there (StoreTest *test,
                  gint64     account,
                  guint      n)
{
  g_autoptr (GPtrArray) snapshots = store_test_load (test, account);
  g_autofree char *counts = g_strdup_printf ("%u %u", n, n);

  g_assert_cmpuint (snapshots->len, ==, n);
  assert_read (test, COUNT, counts);
  assert_read (test, "PRAGMA integrity_check", "ok");
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

static void
test_told_again (StoreTest     *test,
                 gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) first = make_projects (0, MANY);
  g_autoptr (GPtrArray) second = make_projects (MANY, MANY);

  if (g_str_equal (data, "of-the-page-before"))
    save (test, account, 7, 1);
  if (g_str_equal (data, "in-one-block"))
    add_changed (first, 7, "Told again");
  store_test_save_projects (test, account, first);
  if (!g_str_equal (data, "in-one-block"))
    add_changed (second, 7, "Told again");
  store_test_save_projects (test, account, second);

  assert_all_there (test, account, 2 * MANY);
  assert_read (test, "SELECT count (*) FROM project WHERE title = 'Told again'", "1");
}

static void
test_program_ended (StoreTest     *test,
                    gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  save (test, account, 0, MANY);
  store_test_reopen (test);
  account = store_test_open_account (test, NULL);
  save (test, account, 0, MANY);
  assert_all_there (test, account, MANY);
}

static void
test_rolled_back (StoreTest     *test,
                  gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  gboolean some_there = g_str_equal (data, "some-there");
  g_autoptr (GPtrArray) projects = make_projects (0, MANY);
  g_autoptr (GPtrArray) data_of_projects = store_test_get_data (projects);
  g_autoptr (GError) error = NULL;

  if (some_there)
    save (test, account, MANY, MANY);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;

      trs_store_projects_save_async (test->store, account + 1, data_of_projects, NULL, trs_test_store_result, &result);
      trs_test_wait_result (result);
      g_assert_false (trs_store_projects_save_finish (test->store, result, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
      g_clear_error (&error);
    }

  store_test_save_projects (test, account, projects);
  store_test_save_projects (test, account, projects);
  assert_all_there (test, account, some_there ? 2 * MANY : MANY);
}

static void
test_two_accounts (StoreTest     *test,
                   gconstpointer  data)
{
  static const char *const ids[] = { "z", NULL };
  gint64 first = store_test_open_account (test, NULL);
  gint64 second;
  g_autoptr (GPtrArray) snapshots = NULL;

  save (test, first, 0, MANY);
  second = store_test_open_account (test, ids);
  g_assert_cmpint (second, !=, first);
  save (test, second, 0, MANY);
  save (test, first, 0, MANY + 1);

  snapshots = store_test_load (test, second);
  g_assert_cmpuint (snapshots->len, ==, MANY);
  g_clear_pointer (&snapshots, g_ptr_array_unref);
  snapshots = store_test_load (test, first);
  g_assert_cmpuint (snapshots->len, ==, MANY + 1);
}

/* Only a file of 0.1.0 could be such a one; if it is there, what is in it is not lost. */
static void
test_file_with_one_twice (StoreTest     *test,
                          gconstpointer  data)
{
  g_autoptr (GPtrArray) snapshots = NULL;
  gint64 account;

  store_test_write_schema (test, "schema-7.sql");
  store_test_exec (test, "DROP INDEX project_id; INSERT INTO project (row, account, id, state) "
                         "SELECT row + 1000, account, id, state FROM project ORDER BY row LIMIT 1");
  account = store_test_open_account (test, NULL);
  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, 2);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
}

#define ADD(path, data, function) g_test_add (path, StoreTest, data, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/save/told-again/later", "later", test_told_again);
  ADD ("/store/save/told-again/of-the-page-before", "of-the-page-before", test_told_again);
  ADD ("/store/save/told-again/in-one-block", "in-one-block", test_told_again);
  ADD ("/store/save/program-ended", NULL, test_program_ended);
  ADD ("/store/save/rolled-back/empty", "empty", test_rolled_back);
  ADD ("/store/save/rolled-back/some-there", "some-there", test_rolled_back);
  ADD ("/store/save/two-accounts", NULL, test_two_accounts);
  ADD ("/store/save/file-with-one-twice", NULL, test_file_with_one_twice);
  return g_test_run ();
}
