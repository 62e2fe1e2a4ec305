/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-test.h"
#include "trs-store-submissions.h"
#include "trs-test-utils.h"

static void
write_intent (StoreTest     *test,
              gint64         account,
              TrsSubmission *submission)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_write_finish (test->store, result, &error));
}

static void
write_outcome (StoreTest            *test,
               TrsSubmission        *submission,
               TrsSubmissionOutcome  outcome,
               const char           *project_id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_write_outcome_async (test->store, trs_submission_get_local_id (submission), outcome, project_id, 9, NULL,
                                 trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_write_finish (test->store, result, &error));
}

static GPtrArray *
list_undecided (StoreTest *test,
                gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *submissions;

  trs_store_list_undecided_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  submissions = trs_store_list_undecided_finish (test->store, result, &error);
  g_assert_no_error (error);
  return submissions;
}

static void
test_intent_without_outcome_is_unknown (StoreTest     *test,
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
  g_assert_cmpint (trs_submission_get_outcome (back), ==, TRS_SUBMISSION_UNKNOWN);
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

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/submissions/intent-without-outcome-is-unknown", test_intent_without_outcome_is_unknown);
  ADD ("/store/submissions/decided-ones-are-left-out", test_decided_ones_are_left_out);
  return g_test_run ();
}
