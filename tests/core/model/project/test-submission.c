/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-submission.h"
#include "trs-test-utils.h"

static void
count_cb (TrsSubmission *submission,
          guint         *count)
{
  (*count)++;
}

static void
test_new (void)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("v1", "pt-BR");
  g_autoptr (TrsSubmission) other = trs_submission_new ("v1", "");

  g_assert_true (g_str_has_prefix (submission->local_id, "pending:"));
  g_assert_cmpstr (submission->local_id, !=, other->local_id);
  g_assert_cmpstr (submission->video_id, ==, "v1");
  g_assert_cmpstr (submission->language, ==, "pt-BR");
  g_assert_null (other->language);
  g_assert_cmpint (submission->outcome, ==, TRS_SUBMISSION_WAITING);
  g_assert_null (submission->error);
  g_assert_null (submission->project);
}

static void
test_sending (void)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("v1", NULL);

  trs_submission_set_sending (submission, "https://x.invalid/", 42);
  g_assert_cmpint (submission->outcome, ==, TRS_SUBMISSION_SENDING);
  g_assert_cmpstr (submission->webhook_url, ==, "https://x.invalid/");
  g_assert_cmpint (submission->sent_at, ==, 42);

  /* To send it again is to begin with what is its own. */
  trs_submission_set_sending (submission, submission->webhook_url, 43);
  g_assert_cmpstr (submission->webhook_url, ==, "https://x.invalid/");
}

static void
check_outcome_comes_with_error (TrsSubmission *submission)
{
  if (submission->outcome == TRS_SUBMISSION_REFUSED)
    g_assert_error (submission->error, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
}

static void
test_outcome (void)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("v1", NULL);
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_NOT_ENOUGH_CREDIT, 402, "No", -1, "x");
  guint n_changes = 0;

  g_signal_connect (submission, "changed", G_CALLBACK (count_cb), &n_changes);
  g_signal_connect (submission, "changed", G_CALLBACK (check_outcome_comes_with_error), NULL);

  trs_submission_set_outcome (submission, TRS_SUBMISSION_REFUSED, error, NULL);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (trs_error_get_http_status (submission->error), ==, 402);

  trs_submission_set_outcome (submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_assert_null (submission->error);
  g_assert_true (submission->project == project);
  g_assert_cmpuint (n_changes, ==, 2);

  trs_submission_set_outcome (submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_assert_cmpuint (n_changes, ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/submission/new", test_new);
  g_test_add_func ("/submission/sending", test_sending);
  g_test_add_func ("/submission/outcome", test_outcome);
  return g_test_run ();
}
