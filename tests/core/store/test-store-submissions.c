/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-test.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-spending.h"
#include "trs-store-submissions.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static void
write_intent (StoreTest     *test,
              gint64         account,
              TrsSubmission *submission)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_submission_set_again (submission, TRUE);
  trs_store_submissions_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_submissions_write_intent_finish (test->store, result, &error));
}

static void
write_outcome (StoreTest            *test,
               TrsSubmission        *submission,
               TrsSubmissionOutcome  outcome,
               const char           *project_id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_submissions_write_outcome_async (test->store, trs_submission_get_local_id (submission), outcome, project_id,
                                             9, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_submissions_write_outcome_finish (test->store, result, &error));
}

static GPtrArray *
list_undecided (StoreTest *test,
                gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *submissions;

  trs_store_submissions_list_undecided_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  submissions = trs_store_submissions_list_undecided_finish (test->store, result, &error);
  g_assert_no_error (error);
  return submissions;
}

static void
test_intent_without_outcome_is_undecided (StoreTest     *test,
                                        gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video-1", "pt-BR");
  g_autoptr (GPtrArray) undecided = NULL;
  TrsSubmission *back;

  trs_submission_set_sending (submission, "https://callback.invalid/", 123456789);
  write_intent (test, account, submission);
  store_test_reopen (test);

  undecided = list_undecided (test, account);
  g_assert_cmpuint (undecided->len, ==, 1);
  back = g_ptr_array_index (undecided, 0);
  g_assert_cmpstr (trs_submission_get_local_id (back), ==, trs_submission_get_local_id (submission));
  g_assert_cmpstr (trs_submission_get_video_id (back), ==, "video-1");
  g_assert_cmpstr (trs_submission_get_language (back), ==, "pt-BR");
  g_assert_cmpstr (trs_submission_get_webhook_url (back), ==, "https://callback.invalid/");
  g_assert_cmpint (trs_submission_get_sent_at (back), ==, 123456789);
  g_assert_cmpint (trs_submission_get_outcome (back), ==, TRS_SUBMISSION_SENDING);
}

static void
test_decided_ones_are_left_out (StoreTest     *test,
                                gconstpointer  data)
{
  const TrsSubmissionOutcome outcomes[] = { TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_REFUSED, TRS_SUBMISSION_NOT_SENT,
                                            TRS_SUBMISSION_UNKNOWN };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) undecided = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    {
      g_autoptr (TrsSubmission) submission = trs_submission_new ("video-1", NULL);

      trs_submission_set_sending (submission, "https://callback.invalid/", i);
      write_intent (test, account, submission);
      write_outcome (test, submission, outcomes[i], outcomes[i] == TRS_SUBMISSION_ACCEPTED ? "p" : NULL);
    }

  /* The last one is unknown for ever: the user gave it up. */
  undecided = list_undecided (test, account);
  g_assert_cmpuint (undecided->len, ==, 0);
}

static void
add_project (StoreTest  *test,
             gint64      account,
             const char *id,
             const char *video_id,
             gint64      created_at)
{
  g_autoptr (TrsProject) project = trs_project_new (id);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->id = g_strdup (id);
  record->name = g_strdup (id);
  record->video_id = g_strdup (video_id);
  record->state = TRS_PROJECT_STATE_UPLOAD;
  if (created_at != 0)
    record->created_at = g_date_time_new_from_unix_utc (created_at);
  trs_test_tell_record (project, record, 1);
  store_test_save_project (test, account, project);
}

static TrsSubmission *
send (StoreTest  *test,
      gint64      account,
      const char *video_id)
{
  TrsSubmission *submission = trs_submission_new (video_id, NULL);

  trs_submission_set_sending (submission, "https://callback.invalid/", 7);
  write_intent (test, account, submission);
  return submission;
}

static void
assert_candidates (StoreTest     *test,
                   TrsSubmission *submission,
                   const char    *expected)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) ids = g_string_new (NULL);

  trs_store_submissions_find_candidates_async (test->store, trs_submission_get_local_id (submission), NULL,
                                               trs_test_store_result, &result);
  trs_test_wait_result (result);
  projects = trs_store_submissions_find_candidates_finish (test->store, result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < projects->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", ((TrsProjectData *) projects->pdata[i])->id);
  g_assert_cmpstr (ids->str, ==, expected);
}

static TrsProjectData *
accept (StoreTest            *test,
        gint64                account,
        TrsSubmission        *submission,
        const TrsProjectData *project)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsProjectData *accepted;

  trs_store_submissions_accept_async (test->store, account, trs_submission_get_local_id (submission), project, 99, NULL,
                                      trs_test_store_result, &result);
  trs_test_wait_result (result);
  accepted = trs_store_submissions_accept_finish (test->store, result, &error);
  g_assert_no_error (error);
  return accepted;
}

static void
test_candidates (StoreTest     *test,
                 gconstpointer  data)
{
  static const char uuid[] = "0b5c7f9e-12ab-4cde-8f01-23456789abcd";
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSubmission) first = NULL;
  g_autoptr (TrsSubmission) second = NULL;
  g_autoptr (TrsProjectData) became = trs_project_data_new (uuid);

  add_project (test, account, "before", "v", 100);
  add_project (test, account, "low", "other", 50);
  first = send (test, account, "v");
  assert_candidates (test, first, "");

  add_project (test, account, "too-old", "v", 40);
  add_project (test, account, "undated", "v", 0);
  add_project (test, account, "other-video", "other", 120);
  assert_candidates (test, first, "");

  add_project (test, account, uuid, "v", 110);
  assert_candidates (test, first, uuid);
  add_project (test, account, "newer", "v", 120);
  assert_candidates (test, first, "newer 0b5c7f9e-12ab-4cde-8f01-23456789abcd");

  second = send (test, account, "v");
  assert_candidates (test, second, "");
  trs_project_data_free (accept (test, account, second, became));
  assert_candidates (test, first, "newer");
  assert_candidates (test, second, "");
}

/* Nothing was known: whatever there is of the video may be it. None of what was known is there: it may be another
 * list. */
static void
test_candidates_without_ground (StoreTest     *test,
                                gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSubmission) first = send (test, account, "v");
  g_autoptr (TrsSubmission) second = NULL;

  add_project (test, account, "a", "v", 100);
  assert_candidates (test, first, "a");
  second = send (test, account, "v");
  store_test_exec (test, "DELETE FROM project");
  add_project (test, account, "b", "v", 110);
  assert_candidates (test, second, "");
  assert_candidates (test, first, "b");
}

static void
test_knows_the_newest (StoreTest     *test,
                       gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (TrsSubmission) submission = NULL;
  g_autofree char *known = NULL;

  for (guint i = 0; i < 250; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%03u", i);

      g_ptr_array_add (projects, store_test_make_project (id, (1000 + i) * G_USEC_PER_SEC));
    }
  store_test_save_projects (test, account, projects);
  submission = send (test, account, "v");
  known = store_test_read_sql (test, "SELECT length (known_ids) || ' ' || instr (known_ids, 'p249') || ' ' || "
                                     "instr (known_ids, 'p050') || ' ' || instr (known_ids, 'p049') FROM submission");
  g_assert_cmpstr (known, ==, "999 1 996 0");
}

/* Both or none: who is asked to pay again would have paid twice. */
static void
test_accepted (StoreTest     *test,
               gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSubmission) submission = send (test, account, "v");
  g_autoptr (TrsProjectData) project = trs_project_data_new ("p");
  g_autoptr (TrsProjectData) kept = NULL;
  g_autoptr (TrsProjectData) again = NULL;
  g_autofree char *ended = g_strdup_printf ("UPDATE project SET state = %d, state_word = 'done', unread = 1",
                                            TRS_PROJECT_STATE_DONE);
  g_autoptr (GPtrArray) undecided = NULL;
  g_autoptr (GPtrArray) projects = NULL;

  project->video_id = g_strdup ("v");
  project->state = TRS_PROJECT_STATE_UPLOAD;
  project->state_word = g_strdup ("upload");
  project->submitted_at = 7;
  project->requested_language = g_strdup ("de");
  kept = accept (test, account, submission, project);
  g_assert_cmpint (kept->row, >, 0);
  g_assert_cmpint (kept->sort_at, ==, 7);

  store_test_reopen (test);
  undecided = list_undecided (test, account);
  g_assert_cmpuint (undecided->len, ==, 0);
  projects = store_test_load (test, account);
  g_assert_cmpuint (projects->len, ==, 1);
  g_assert_cmpstr (((TrsProjectData *) projects->pdata[0])->requested_language, ==, "de");
  g_assert_null (((TrsProjectData *) projects->pdata[0])->title);

  /* The list may have told of it before, and that it has come to an end. */
  add_project (test, account, "p", "v", 100);
  store_test_exec (test, ended);
  again = accept (test, account, submission, project);
  g_assert_cmpint (again->row, ==, kept->row);
  g_assert_cmpint (again->created_at, ==, 100 * G_USEC_PER_SEC);
  g_assert_cmpint (again->submitted_at, ==, 7);
  g_assert_cmpstr (again->title, ==, "p");
  g_assert_cmpint (again->state, ==, TRS_PROJECT_STATE_DONE);
  g_assert_true (again->unread);
}

static void
assert_shown_titles (StoreTest  *test,
                     gint64      account,
                     const char *newest,
                     const char *paid,
                     const char *in_order)
{
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) read = NULL;
  g_autoptr (GAsyncResult) asked = NULL;
  g_autoptr (GPtrArray) shelves = NULL;
  g_autoptr (TrsSpending) spending = NULL;
  g_autoptr (TrsStoreList) list = NULL;
  g_autoptr (GString) ids = g_string_new (NULL);
  const TrsSpendingMonth *month;

  trs_store_accounts_list_async (test->store, NULL, trs_test_store_result, &listed);
  trs_test_wait_result (listed);
  shelves = trs_store_accounts_list_finish (test->store, listed, NULL);
  g_assert_cmpstr (((TrsKnownAccount *) shelves->pdata[0])->newest, ==, newest);

  trs_store_projects_read_spending_async (test->store, account, NULL, trs_test_store_result, &read);
  trs_test_wait_result (read);
  spending = trs_store_projects_read_spending_finish (test->store, read, NULL);
  month = g_ptr_array_index (spending->months, 0);
  g_assert_cmpstr (((TrsSpendingItem *) month->items->pdata[0])->title, ==, paid);

  trs_store_projects_query_async (test->store, account, TRS_PROJECT_SHOW_ALL, TRS_PROJECT_ORDER_TITLE, 10, NULL,
                                  trs_test_store_result, &asked);
  trs_test_wait_result (asked);
  list = trs_store_projects_query_finish (test->store, asked, NULL);
  for (guint i = 0; i < list->first->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", ((TrsProjectData *) list->first->pdata[i])->id);
  g_assert_cmpstr (ids->str, ==, in_order);
}

/* Until the service tells the title of what was accepted it is called by its video, everywhere. */
static void
test_called_by_its_video (StoreTest     *test,
                          gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSubmission) submission = send (test, account, "m");
  g_autoptr (TrsProjectData) project = trs_project_data_new ("p");

  add_project (test, account, "a", "v", 1);
  add_project (test, account, "z", "v", 2);
  project->video_id = g_strdup ("m");
  project->submitted_at = 100 * G_USEC_PER_SEC;
  trs_project_data_free (accept (test, account, submission, project));
  assert_shown_titles (test, account, "m", "m", "a p z");

  add_project (test, account, "p", "m", 100);
  assert_shown_titles (test, account, "p", "p", "a p z");
  /* The service may call it nothing at all. */
  store_test_exec (test, "UPDATE project SET title = '', listed = 1 WHERE id = 'p'");
  assert_shown_titles (test, account, "", "", "p a z");
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/submissions/intent-without-outcome-is-undecided", test_intent_without_outcome_is_undecided);
  ADD ("/store/submissions/decided-ones-are-left-out", test_decided_ones_are_left_out);
  ADD ("/store/submissions/candidates", test_candidates);
  ADD ("/store/submissions/candidates-without-ground", test_candidates_without_ground);
  ADD ("/store/submissions/knows-the-newest", test_knows_the_newest);
  ADD ("/store/submissions/accepted", test_accepted);
  ADD ("/store/submissions/called-by-its-video", test_called_by_its_video);
  return g_test_run ();
}
