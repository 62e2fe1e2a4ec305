/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "store-test.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-spending.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static void
add (StoreTest  *test,
     gint64      account,
     const char *id,
     gint64      created_at,
     gboolean    done)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, created_at);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  if (!done)
    {
      project = (g_object_unref (project), trs_project_new (id));
      record->id = g_strdup (id);
      record->name = g_strdup ("");
      record->state = TRS_PROJECT_STATE_UPLOAD;
      record->state_word = g_strdup ("upload");
      trs_test_tell_record (project, record, 1);
    }
  store_test_save_project (test, account, project);
}

static TrsStoreCoverage
read_coverage (StoreTest *test,
               gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree TrsStoreCoverage *coverage = NULL;

  trs_store_texts_read_coverage_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  coverage = trs_store_texts_read_coverage_finish (test->store, result, &error);
  g_assert_no_error (error);
  return *coverage;
}

static char *
list_without_text (StoreTest *test,
                   gint64     account,
                   guint      limit)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GString) ids = g_string_new (NULL);

  trs_store_projects_list_without_text_async (test->store, account, 0, limit, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  projects = trs_store_projects_list_without_text_finish (test->store, result, NULL);
  for (guint i = 0; i < projects->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", ((TrsProjectData *) projects->pdata[i])->id);
  return g_strdup (ids->str);
}

static void
test_honest_numbers (StoreTest     *test,
                     gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  TrsStoreCoverage coverage;
  g_autofree char *all = NULL;
  g_autofree char *two = NULL;

  add (test, account, "old", 1, TRUE);
  add (test, account, "kept", 2, TRUE);
  add (test, account, "mute", 3, TRUE);
  add (test, account, "new", 4, TRUE);
  add (test, account, "gone", 5, TRUE);
  add (test, account, "hidden", 6, TRUE);
  add (test, account, "under-way", 7, FALSE);
  store_test_save_text (test, account, "kept", "Words", "Words");
  store_test_save_text (test, account, "kept", "Other", "Other");
  store_test_save_text (test, account, "mute", "", "");
  store_test_set_hidden (test, account, "hidden");
  store_test_set_missing (test, account, "gone", 9);

  coverage = read_coverage (test, account);
  g_assert_cmpuint (coverage.n_finished, ==, 5);
  g_assert_cmpuint (coverage.n_kept, ==, 2);
  g_assert_cmpint (coverage.disk_bytes, >, 4096);
  all = list_without_text (test, account, 10);
  g_assert_cmpstr (all, ==, "new old");
  two = list_without_text (test, account, 1);
  g_assert_cmpstr (two, ==, "new");
}

static void
test_space_is_given_back (StoreTest     *test,
                          gconstpointer  data)
{
  static const char * const other[] = { "z", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *content = NULL;
  gsize length;
  gint64 full;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "confidential%u ", i);
  add (test, account, "a", 1, TRUE);
  store_test_save_text (test, account, "a", text->str, text->str);
  store_test_exec (test, "PRAGMA wal_checkpoint (TRUNCATE)");
  full = read_coverage (test, account).disk_bytes;

  store_test_open_account (test, other);
  trs_store_accounts_remove_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_accounts_remove_finish (test->store, result, NULL));
  store_test_erase (test);
  g_assert_cmpint (read_coverage (test, account).disk_bytes, <, full / 2);

  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  g_assert_null (g_strstr_len (content, (gssize) length, "confidential"));
  g_assert_null (memmem (content, length, "confidential", 12));
}

static void
test_spending (StoreTest     *test,
               gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GAsyncResult) title = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsSpending) spending = NULL;
  const TrsSpendingMonth *month;
  const TrsSpendingItem *item;

  add (test, account, "a", 1000000, TRUE);
  add (test, account, "b", 2000000, TRUE);
  store_test_exec (test, "UPDATE project SET video_length = 185 WHERE id = 'b'");
  store_test_exec (test,
                   "INSERT INTO submission (local_id, account, video_id, known_ids, sent_at, outcome, decided_at) "
                   "VALUES ('x', 1, 'v', '', 5, 1, 0), ('y', 1, 'v', '', 6, 2, 7)");
  trs_store_projects_set_own_async (test->store, account, "b", "Mine", NULL, NULL, trs_test_store_result, &title);
  trs_store_projects_read_spending_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  spending = trs_store_projects_read_spending_finish (test->store, result, NULL);
  g_assert_cmpuint (spending->months->len, ==, 1);
  g_assert_cmpuint (spending->n_undecided, ==, 1);
  month = g_ptr_array_index (spending->months, 0);
  g_assert_cmpuint (month->items->len, ==, 2);
  item = g_ptr_array_index (month->items, 0);
  g_assert_cmpstr (item->project_id, ==, "b");
  g_assert_cmpstr (item->title, ==, "Mine");
  g_assert_cmpstr (item->video_id, ==, "video-1");
  g_assert_cmpint (item->state, ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (item->created_at, ==, 2000000);
  g_assert_cmpint (item->credits, ==, 3);
  item = g_ptr_array_index (month->items, 1);
  g_assert_cmpstr (item->title, ==, "Title of a");
  g_assert_cmpint (item->credits, ==, -1);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/coverage/honest-numbers", test_honest_numbers);
  ADD ("/store/coverage/space-is-given-back", test_space_is_given_back);
  ADD ("/store/coverage/spending", test_spending);
  return g_test_run ();
}
