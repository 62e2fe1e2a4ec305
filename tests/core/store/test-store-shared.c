/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two stores on one file, as two processes have them. */
#include "store-test.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-submissions.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

/* The other store is asked nothing before it is told. */
static TrsStore *
open_other (StoreTest *test)
{
  TrsStore *other = trs_store_new (test->path);
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_accounts_list_async (other, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_get_mode (other), ==, TRS_STORE_FILE);
  /* What it saw when it opened the file is no change. */
  trs_test_settle ();
  return other;
}

static void
count_cb (TrsStore *store,
          gpointer  user_data)
{
  (*(guint *) user_data)++;
}

static void
test_tells_of_the_other (StoreTest     *test,
                         gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStore) other = open_other (test);
  StoreTest beside = { .path = test->path, .store = other };
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);
  g_autoptr (TrsProject) second = store_test_make_project ("b", 2);
  g_autoptr (TrsProject) third = store_test_make_project ("c", 3);
  guint n_own = 0, n_others = 0, n_changed = 0;

  g_signal_connect (test->store, "changed-elsewhere", G_CALLBACK (count_cb), &n_own);
  g_signal_connect (other, "changed-elsewhere", G_CALLBACK (count_cb), &n_others);
  g_signal_connect (other, "changed", G_CALLBACK (count_cb), &n_changed);
  store_test_save_project (test, account, project);
  trs_test_wait_until (n_others == 1);
  g_assert_cmpuint (n_changed, ==, 1);
  /* Its own writes are no news to it, nor does one wake the other for ever: what is told next is what is written next,
   * by either of them. */
  store_test_save_project (test, account, second);
  trs_test_wait_until (n_others == 2);
  g_assert_cmpuint (n_own, ==, 0);
  store_test_save_project (&beside, account, third);
  trs_test_wait_until (n_own == 1);
  trs_test_flush_store (other);
  trs_test_settle ();
  g_assert_cmpuint (n_own, ==, 1);
  g_assert_cmpuint (n_others, ==, 2);
  g_signal_handlers_disconnect_by_func (test->store, count_cb, &n_own);
  g_signal_handlers_disconnect_by_func (other, count_cb, &n_others);
  g_signal_handlers_disconnect_by_func (other, count_cb, &n_changed);
}

static gboolean
write_intent (TrsStore      *store,
              gint64         account,
              TrsSubmission *submission)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_submission_set_sending (submission, "https://callback.invalid/", 7);
  trs_store_submissions_write_intent_async (store, account, submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  if (trs_store_submissions_write_intent_finish (store, result, &error))
    return TRUE;
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  return FALSE;
}

static void
refuse (TrsStore      *store,
        TrsSubmission *submission)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_submissions_write_outcome_async (store, trs_submission_get_local_id (submission), TRS_SUBMISSION_REFUSED,
                                             NULL, 9, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_submissions_write_outcome_finish (store, result, NULL));
}

static void
test_one_intent_a_video (StoreTest     *test,
                         gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStore) other = open_other (test);
  g_autoptr (TrsSubmission) first = trs_submission_new ("v", NULL);
  g_autoptr (TrsSubmission) second = trs_submission_new ("v", NULL);
  g_autoptr (TrsSubmission) wanted = trs_submission_new ("v", NULL);
  g_autoptr (TrsSubmission) after = trs_submission_new ("v", NULL);

  g_assert_true (write_intent (test->store, account, first));
  g_assert_false (write_intent (other, account, second));
  /* The user may want it twice, and one that was refused is no reason. */
  trs_submission_set_again (wanted, TRUE);
  g_assert_true (write_intent (other, account, wanted));
  refuse (other, wanted);
  refuse (test->store, first);
  g_assert_true (write_intent (other, account, after));
  /* The same one, sent once more. */
  g_assert_true (write_intent (other, account, after));
}

static gboolean
match (TrsStore      *store,
       gint64         account,
       TrsSubmission *submission,
       const char    *id)
{
  g_autoptr (TrsProjectData) project = trs_project_data_new (id);
  g_autoptr (TrsProjectData) matched = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  project->video_id = g_strdup (trs_submission_get_video_id (submission));
  trs_store_submissions_match_async (store, account, trs_submission_get_local_id (submission), project, 9, NULL,
                                     trs_test_store_result, &result);
  trs_test_wait_result (result);
  matched = trs_store_submissions_match_finish (store, result, &error);
  if (matched == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  return matched != NULL;
}

/* Both processes look for what both have sent. */
static void
test_one_match_a_project (StoreTest     *test,
                          gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsStore) other = open_other (test);
  g_autoptr (TrsSubmission) first = trs_submission_new ("v", NULL);
  g_autoptr (TrsSubmission) second = trs_submission_new ("v", NULL);
  g_autofree char *open = NULL;

  trs_submission_set_again (second, TRUE);
  g_assert_true (write_intent (test->store, account, first));
  g_assert_true (write_intent (other, account, second));
  g_assert_true (match (test->store, account, first, "p"));
  g_assert_false (match (other, account, second, "p"));
  g_assert_false (match (other, account, first, "q"));
  open = store_test_read_sql (test, "SELECT group_concat (local_id) FROM submission WHERE decided_at = 0");
  g_assert_cmpstr (open, ==, trs_submission_get_local_id (second));
  g_assert_true (match (other, account, second, "q"));
}

/* A command that holds the lock for a moment makes nothing fail. */
static void
test_waits_for_the_lock (StoreTest     *test,
                         gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);
  g_autoptr (GPtrArray) projects = g_ptr_array_new ();
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *writer = NULL;

  g_ptr_array_add (projects, project);
  rows = store_test_get_data (projects);
  g_assert_cmpint (sqlite3_open (test->path, &writer), ==, SQLITE_OK);
  sqlite3_busy_timeout (writer, 5000);
  g_assert_cmpint (sqlite3_exec (writer, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  trs_store_projects_save_async (test->store, account, rows, NULL, trs_test_store_result, &result);
  trs_test_settle ();
  g_assert_null (result);
  g_assert_cmpint (sqlite3_exec (writer, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  trs_test_wait_result (result);
  trs_store_projects_save_finish (test->store, result, &error);
  g_assert_no_error (error);
  sqlite3_close (writer);
}

/* The first two runs of the program at the same time. */
static void
test_made_at_once (StoreTest     *test,
                   gconstpointer  data)
{
  TrsStore *stores[6];
  GAsyncResult *results[6] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      stores[i] = trs_store_new (test->path);
      trs_store_accounts_list_async (stores[i], NULL, trs_test_store_result, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      g_autoptr (GError) problem = NULL;

      trs_test_wait_result (results[i]);
      problem = trs_store_dup_problem (stores[i]);
      g_assert_no_error (problem);
      g_assert_cmpint (trs_store_get_mode (stores[i]), ==, TRS_STORE_FILE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      trs_test_flush_store (stores[i]);
      g_object_unref (results[i]);
      g_object_unref (stores[i]);
    }
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/shared/tells-of-the-other", test_tells_of_the_other);
  ADD ("/store/shared/one-intent-a-video", test_one_intent_a_video);
  ADD ("/store/shared/one-match-a-project", test_one_match_a_project);
  ADD ("/store/shared/waits-for-the-lock", test_waits_for_the_lock);
  ADD ("/store/shared/made-at-once", test_made_at_once);
  return g_test_run ();
}
