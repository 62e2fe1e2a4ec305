/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-submission.h"
#include "trs-test-utils.h"

static void
count_cb (TrsSubmission *submission,
          GParamSpec    *pspec,
          guint         *count)
{
  (*count)++;
}

static void
test_new (void)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("v1", "pt-BR");
  g_autoptr (TrsSubmission) other = trs_submission_new ("v1", "");

  g_assert_true (g_str_has_prefix (trs_submission_get_local_id (submission), "pending:"));
  g_assert_cmpstr (trs_submission_get_local_id (submission), !=, trs_submission_get_local_id (other));
  g_assert_cmpstr (trs_submission_get_video_id (submission), ==, "v1");
  g_assert_cmpstr (trs_submission_get_language (submission), ==, "pt-BR");
  g_assert_null (trs_submission_get_language (other));
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_WAITING);
  g_assert_null (trs_submission_get_error (submission));
  g_assert_null (trs_submission_get_project (submission));
}

static void
test_sending (void)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("v1", NULL);

  trs_submission_set_sending (submission, "https://x.invalid/", 42);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_SENDING);
  g_assert_cmpstr (trs_submission_get_webhook_url (submission), ==, "https://x.invalid/");
  g_assert_cmpint (trs_submission_get_sent_at (submission), ==, 42);

  /* To send it again is to begin with what is its own. */
  trs_submission_set_sending (submission, trs_submission_get_webhook_url (submission), 43);
  g_assert_cmpstr (trs_submission_get_webhook_url (submission), ==, "https://x.invalid/");
}

static void
check_outcome_comes_with_error (TrsSubmission *submission)
{
  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_REFUSED)
    g_assert_error (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
}

static void
test_outcome (void)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("v1", NULL);
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_NOT_ENOUGH_CREDIT, 402, "No", -1, "x");
  guint n_changes = 0;
  guint n_errors = 0;
  guint n_projects = 0;

  g_signal_connect (submission, "notify::outcome", G_CALLBACK (count_cb), &n_changes);
  g_signal_connect (submission, "notify::error", G_CALLBACK (count_cb), &n_errors);
  g_signal_connect (submission, "notify::project", G_CALLBACK (count_cb), &n_projects);
  g_signal_connect (submission, "notify", G_CALLBACK (check_outcome_comes_with_error), NULL);

  trs_submission_set_outcome (submission, TRS_SUBMISSION_REFUSED, error, NULL);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (n_errors, ==, 1);
  g_assert_cmpuint (n_projects, ==, 0);
  g_assert_cmpuint (trs_error_get_http_status (trs_submission_get_error (submission)), ==, 402);

  trs_submission_set_outcome (submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_assert_null (trs_submission_get_error (submission));
  g_assert_true (trs_submission_get_project (submission) == project);
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpuint (n_errors, ==, 2);
  g_assert_cmpuint (n_projects, ==, 1);

  trs_submission_set_outcome (submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpuint (n_errors, ==, 2);
  g_assert_cmpuint (n_projects, ==, 1);
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
