/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-test.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static void
assert_set (StoreTest    *test,
            GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (trs_store_projects_set_own_finish (test->store, result, &error));
  g_assert_no_error (error);
}

static void
test_survives_the_list (StoreTest     *test,
                        gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);
  g_autoptr (GAsyncResult) own = NULL;
  g_autoptr (GPtrArray) fresh = NULL;
  g_autoptr (GPtrArray) kept = NULL;
  const TrsProjectData *snapshot;

  store_test_save_project (test, account, project);
  fresh = store_test_load (test, account);
  snapshot = g_ptr_array_index (fresh, 0);
  g_assert_null (snapshot->local_title);
  g_assert_null (snapshot->note);
  g_assert_cmpint (snapshot->missing_since, ==, 0);
  g_assert_false (snapshot->hidden);

  trs_store_projects_set_own_async (test->store, account, "a", "Mine", "Ask again", NULL, trs_test_store_result, &own);
  trs_test_wait_result (own);
  store_test_set_hidden (test, account, "a");
  store_test_set_missing (test, account, "a", 77);
  assert_set (test, own);

  store_test_save_project (test, account, project);
  g_clear_object (&own);
  store_test_reopen (test);
  kept = store_test_load (test, account);
  snapshot = g_ptr_array_index (kept, 0);
  g_assert_cmpstr (snapshot->title, ==, "Title of a");
  g_assert_cmpstr (snapshot->local_title, ==, "Mine");
  g_assert_cmpstr (snapshot->note, ==, "Ask again");
  g_assert_cmpint (snapshot->missing_since, ==, 77);
  g_assert_true (snapshot->hidden);
}

/* As after a damaged file was moved aside: what is in memory is all that is left of it. */
static void
test_written_with_a_new_row (StoreTest     *test,
                             gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);
  g_autoptr (GPtrArray) kept = NULL;
  const TrsProjectData *snapshot;

  trs_project_set_local_title (project, "Mine");
  trs_project_set_note (project, "Ask again");
  trs_project_set_missing_since (project, 77);
  store_test_save_project (test, account, project);
  store_test_reopen (test);
  kept = store_test_load (test, account);
  snapshot = g_ptr_array_index (kept, 0);
  g_assert_cmpstr (snapshot->local_title, ==, "Mine");
  g_assert_cmpstr (snapshot->note, ==, "Ask again");
  g_assert_cmpint (snapshot->missing_since, ==, 77);
}

static void
test_taken_back (StoreTest     *test,
                 gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);
  g_autoptr (GAsyncResult) set = NULL;
  g_autoptr (GAsyncResult) taken_back = NULL;
  g_autoptr (GPtrArray) kept = NULL;

  store_test_save_project (test, account, project);
  trs_store_projects_set_own_async (test->store, account, "a", "Mine", "Ask again", NULL, trs_test_store_result, &set);
  trs_store_projects_set_own_async (test->store, account, "a", NULL, NULL, NULL, trs_test_store_result, &taken_back);
  trs_test_wait_until (set != NULL && taken_back != NULL);
  assert_set (test, taken_back);
  kept = store_test_load (test, account);
  g_assert_null (((TrsProjectData *) g_ptr_array_index (kept, 0))->local_title);
  g_assert_null (((TrsProjectData *) g_ptr_array_index (kept, 0))->note);
}

static void
test_no_such_project (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_projects_set_own_async (test->store, account, "a", NULL, "Lost?", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_store_projects_set_own_finish (test->store, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/notes/survives-the-list", test_survives_the_list);
  ADD ("/store/notes/written-with-a-new-row", test_written_with_a_new_row);
  ADD ("/store/notes/taken-back", test_taken_back);
  ADD ("/store/notes/no-such-project", test_no_such_project);
  return g_test_run ();
}
