/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was paid for is not paid for again, wherever that is known from. */
#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-submissions.h"
#include "trs-store.h"

/* A store in a folder of its own, with the account of the session. */
static gint64
keep (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "checked", "transcripts.db", NULL);
  g_autoptr (GAsyncResult) result = NULL;

  g_remove (path);
  fixture_keep (fixture, path);
  fixture_connect (fixture);
  trs_store_accounts_open_async (fixture->store, FIXTURE_ADDRESS, 0, NULL, NULL, FIXTURE_START, NULL,
                                 trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_accounts_open_finish (fixture->store, result, NULL);
}

/* Behind the back of the session. */
static void
save (Fixture         *fixture,
      gint64           account,
      const char      *id,
      const char      *video_id,
      TrsProjectState  state)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  TrsProjectData *project = trs_project_data_new (id);
  g_autoptr (GAsyncResult) result = NULL;

  project->title = g_strdup ("Kept");
  project->video_id = g_strdup (video_id);
  project->state = state;
  project->state_word = g_strdup (trs_project_state_to_string (state));
  g_ptr_array_add (projects, project);
  trs_store_projects_save_async (fixture->store, account, projects, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_projects_save_finish (fixture->store, result, NULL));
}

static GListStore *
submit (Fixture    *fixture,
        const char *first,
        const char *second)
{
  GListStore *submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  const char *video_ids[] = { first, second };
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (video_ids) && video_ids[i] != NULL; i++)
    {
      g_autoptr (TrsSubmission) submission = trs_submission_new (video_ids[i], NULL);

      g_list_store_append (submissions, submission);
    }
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, NULL));
  return submissions;
}

static void
assert_withheld (GListStore *submissions,
                 const char *id)
{
  g_autoptr (TrsSubmission) submission = g_list_model_get_item (G_LIST_MODEL (submissions), 0);

  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_error (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
  g_assert_true (trs_error_get_not_sent (trs_submission_get_error (submission)));
  g_assert_cmpstr (trs_project_get_id (trs_submission_get_project (submission)), ==, id);
}

static guint
n_posts (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, "POST");
}

static void
test_kept (Fixture       *fixture,
           gconstpointer  data)
{
  gint64 account = keep (fixture);
  g_autoptr (GListStore) submissions = NULL;
  g_autoptr (TrsSubmission) second = NULL;
  g_autoptr (TrsSubmission) again = NULL;

  save (fixture, account, "kept-1", "video", TRS_PROJECT_STATE_DONE);

  /* It says nothing about the one behind it. */
  submissions = submit (fixture, "video", "other");
  assert_withheld (submissions, "kept-1");
  second = g_list_model_get_item (G_LIST_MODEL (submissions), 1);
  g_assert_cmpint (trs_submission_get_outcome (second), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (n_posts (fixture), ==, 1);

  /* The user wants it nevertheless. */
  again = fixture_submit (fixture, "video");
  g_assert_cmpint (trs_submission_get_outcome (again), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (n_posts (fixture), ==, 2);
}

/* What failed may be tried again, as the page of a failed project says. */
static void
test_failed_does_not_hold (Fixture       *fixture,
                           gconstpointer  data)
{
  gint64 account = keep (fixture);
  g_autoptr (GListStore) submissions = NULL;
  g_autoptr (TrsSubmission) submission = NULL;

  save (fixture, account, "kept-1", "video", TRS_PROJECT_STATE_ERROR);
  submissions = submit (fixture, "video", NULL);
  submission = g_list_model_get_item (G_LIST_MODEL (submissions), 0);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
}

/* Returns its identifier, for good. */
static const char *
write_submission (Fixture              *fixture,
                  gint64                account,
                  TrsSubmissionOutcome  outcome)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GAsyncResult) decided = NULL;

  trs_submission_set_sending (submission, "https://callback.invalid/", FIXTURE_START);
  trs_store_submissions_write_intent_async (fixture->store, account, submission, NULL, trs_test_store_result, &written);
  trs_test_wait_result (written);
  if (outcome == TRS_SUBMISSION_ACCEPTED)
    {
      trs_store_submissions_write_outcome_async (fixture->store, trs_submission_get_local_id (submission), outcome,
                                                 "id-of-it", 9, NULL, trs_test_store_result, &decided);
      trs_test_wait_result (decided);
    }
  return g_intern_string (trs_submission_get_local_id (submission));
}

/* What was sent, and no project of it is known. */
static void
test_only_submitted (Fixture       *fixture,
                     gconstpointer  data)
{
  gint64 account = keep (fixture);
  g_autoptr (GListStore) first = NULL;
  g_autoptr (GListStore) second = NULL;
  const char *lost;

  write_submission (fixture, account, TRS_SUBMISSION_ACCEPTED);
  first = submit (fixture, "video", NULL);
  assert_withheld (first, "id-of-it");

  lost = write_submission (fixture, account, TRS_SUBMISSION_SENDING);
  second = submit (fixture, "video", NULL);
  assert_withheld (second, lost);
  g_assert_cmpuint (n_posts (fixture), ==, 0);
}

/* Two users of one service, or one who got a second account of it. */
static void
test_another_account (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char * const ids[] = { NULL };
  gint64 account = keep (fixture);
  g_autoptr (GAsyncResult) claimed = NULL;
  g_autoptr (GListStore) first = NULL;
  g_autoptr (GListStore) second = NULL;
  g_autoptr (GListStore) third = NULL;
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (TrsSubmission) again = NULL;
  const char *sent;
  gint64 other;

  trs_store_accounts_open_async (fixture->store, FIXTURE_ADDRESS, 0, ids, "other-key", FIXTURE_START, NULL,
                                 trs_test_store_result, &claimed);
  trs_test_wait_result (claimed);
  other = trs_store_accounts_open_finish (fixture->store, claimed, NULL);
  g_assert_cmpint (other, !=, account);
  sent = write_submission (fixture, other, TRS_SUBMISSION_SENDING);
  first = submit (fixture, "video", "other-video");
  assert_withheld (first, sent);
  submission = g_list_model_get_item (G_LIST_MODEL (first), 0);
  g_assert_cmpint (trs_project_get_other_account (trs_submission_get_project (submission)), ==, other);
  g_assert_cmpuint (n_posts (fixture), ==, 1);

  /* What failed here is no reason to send it. */
  save (fixture, account, "kept-1", "video", TRS_PROJECT_STATE_ERROR);
  second = submit (fixture, "video", NULL);
  assert_withheld (second, sent);

  /* What this account has itself is told rather. */
  save (fixture, account, "kept-2", "video", TRS_PROJECT_STATE_DONE);
  third = submit (fixture, "video", NULL);
  assert_withheld (third, "kept-2");
  g_assert_cmpuint (n_posts (fixture), ==, 1);
  again = fixture_submit (fixture, "video");
  g_assert_cmpint (trs_submission_get_outcome (again), ==, TRS_SUBMISSION_ACCEPTED);
}

/* Another device with the same key: known as soon as the list tells of it, which is read before. */
static void
test_another_device (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;
  const char *id;

  keep (fixture);
  fixture_advance (fixture, 3600);
  id = trs_toy_service_add (fixture->toy, "video", "upload");
  submissions = submit (fixture, "video", NULL);
  assert_withheld (submissions, id);
  g_assert_cmpuint (n_posts (fixture), ==, 0);
}

/* A press while the same video is on its way. */
static void
test_pressed_twice (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);
  g_autoptr (GListStore) second = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  fixture_connect (fixture);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  second = submit (fixture, "video", NULL);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  assert_withheld (second, trs_project_get_id (trs_submission_get_project (submission)));
  g_assert_cmpuint (n_posts (fixture), ==, 1);
}

static void
test_asked_by_the_window (Fixture       *fixture,
                          gconstpointer  data)
{
  const char *video_ids[] = { "unheard-of", "video", "shown", NULL };
  gint64 account = keep (fixture);
  g_autoptr (TrsSubmission) shown = fixture_submit (fixture, "shown");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) found = NULL;

  save (fixture, account, "kept-1", "video", TRS_PROJECT_STATE_DONE);
  trs_submitter_find_known_async (trs_session_get_submitter (fixture->session), video_ids, NULL, trs_test_store_result,
                                  &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  found = trs_submitter_find_known_finish (trs_session_get_submitter (fixture->session), result, NULL);
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpstr (trs_project_get_id (g_ptr_array_index (found, 0)), ==, "kept-1");
  g_assert_cmpstr (trs_project_get_data (g_ptr_array_index (found, 0))->title, ==, "Kept");
  g_assert_true (g_ptr_array_index (found, 1) == trs_submission_get_project (shown));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/duplicate-check/kept", test_kept);
  fixture_add_test ("/duplicate-check/failed-does-not-hold", test_failed_does_not_hold);
  fixture_add_test ("/duplicate-check/only-submitted", test_only_submitted);
  fixture_add_test ("/duplicate-check/another-account", test_another_account);
  fixture_add_test ("/duplicate-check/another-device", test_another_device);
  fixture_add_test ("/duplicate-check/pressed-twice", test_pressed_twice);
  fixture_add_test ("/duplicate-check/asked-by-the-window", test_asked_by_the_window);
  return g_test_run ();
}
