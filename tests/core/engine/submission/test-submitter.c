/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-reconciler.h"
#include "trs-project-data.h"
#include "trs-store-listing.h"
#include "trs-store.h"

#define S G_TIME_SPAN_SECOND

static guint
n_posts (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, "POST");
}

static TrsSubmission *
get_submission (GListStore *submissions,
                guint       position)
{
  g_autoptr (TrsSubmission) submission = g_list_model_get_item (G_LIST_MODEL (submissions), position);

  return submission;
}

static void
assert_outcomes (GListStore *submissions,
                 ...)
{
  va_list args;

  va_start (args, submissions);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (submissions)); i++)
    g_assert_cmpint (trs_submission_get_outcome (get_submission (submissions, i)), ==,
                     va_arg (args, TrsSubmissionOutcome));
  va_end (args);
}

static void
test_accepted (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;
  TrsProject *project;
  guint first = 0;

  fixture_connect (fixture);
  submissions = fixture_submit_all (fixture, "one", "two", "three", NULL);
  assert_outcomes (submissions, TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 3);
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->video_id, ==, "three");
  project = trs_submission_get_project (get_submission (submissions, 0));
  g_assert_true (project == fixture_get (fixture, 2));
  g_assert_cmpstr (trs_project_get_data (project)->requested_language, ==, "de");
  g_assert_cmpint (trs_project_get_data (project)->submitted_at, ==, FIXTURE_START);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_UPLOAD);

  /* In their order, with an address that tells nothing to anyone. */
  while (strstr (trs_toy_service_get_line (fixture->toy, first), "POST") == NULL)
    first++;
  g_assert_nonnull (strstr (trs_toy_service_get_body (fixture->toy, first), "\"one\""));
  g_assert_nonnull (strstr (trs_toy_service_get_body (fixture->toy, first), "\"https://callback.invalid/\""));
  g_assert_nonnull (strstr (trs_toy_service_get_body (fixture->toy, first), "\"de\""));

  /* What was accepted is not sent again, whoever asks. */
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL, NULL, NULL);
  fixture_drain ();
  g_assert_cmpuint (n_posts (fixture), ==, 3);
}

static void
test_stand_in_title (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, 500, -1, 1);
  submission = fixture_submit (fixture, "video");
  /* The window shows the identifier of the video. */
  g_assert_null (trs_project_get_data (fixture_get (fixture, 0))->title);
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->video_id, ==, "video");
  fixture_advance (fixture, 20);
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->title, ==, "Title of video");
}

/* A page of the list that was read while the answer was on its way has the project, with its title. */
static void
write_page (Fixture    *fixture,
            const char *id,
            const char *title)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);
  TrsProjectRecord *record = trs_project_record_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsStoredPage) written = NULL;

  record->id = g_strdup (id);
  record->name = g_strdup (title);
  record->video_id = g_strdup ("video");
  record->state = TRS_PROJECT_STATE_TRANSCRIPTION;
  g_ptr_array_add (page, record);
  g_ptr_array_add (pages, page);
  trs_store_listing_write_pages_async (fixture->store, trs_projects_get_account (fixture->projects), TRS_LIST_WALK_TOP,
                                       1, pages, FIXTURE_START, TRS_LISTING_WRITE, NULL, trs_test_store_result,
                                       &result);
  trs_test_wait_result (result);
  written = trs_store_listing_write_pages_finish (fixture->store, result, NULL);
  g_assert_nonnull (written);
  g_assert_cmpuint (written->n_new, ==, 1);
}

/* What was accepted knows nothing of its project, and takes nothing away. */
static void
test_list_came_first (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  TrsProject *project;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_STATUS, 500, -1, G_MAXUINT);
  trs_toy_service_hold (fixture->toy);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_until (n_posts (fixture) == 1);
  write_page (fixture, "id-1", "Title of video");
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  project = trs_submission_get_project (submission);
  g_assert_cmpstr (trs_project_get_id (project), ==, "id-1");
  g_assert_cmpstr (trs_project_get_data (project)->title, ==, "Title of video");
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_TRANSCRIPTION);
}

static void
test_refused_one (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;

  fixture_connect (fixture);
  submissions = fixture_submit_all (fixture, "one", "missing", "three", NULL);
  assert_outcomes (submissions, TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_REFUSED, TRS_SUBMISSION_ACCEPTED);
  g_assert_error (trs_submission_get_error (get_submission (submissions, 1)), TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
}

/* It says that there are fewer credits than this video needs: others may need less. */
static void
test_one_too_expensive (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;

  fixture_connect (fixture);
  submissions = fixture_submit_all (fixture, "one", "expensive", "three", "four", NULL);
  assert_outcomes (submissions, TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_REFUSED, TRS_SUBMISSION_ACCEPTED,
                   TRS_SUBMISSION_ACCEPTED);
  g_assert_error (trs_submission_get_error (get_submission (submissions, 1)), TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
  g_assert_cmpuint (n_posts (fixture), ==, 4);
}

/* Asked to wait in the middle of a batch: the rest is kept, and nothing goes by itself when the time has come. */
static void
test_rate_limited (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_STATUS, 429, 30, 1);
  submissions = fixture_submit_all (fixture, "one", "two", NULL);
  assert_outcomes (submissions, TRS_SUBMISSION_REFUSED, TRS_SUBMISSION_HELD);
  g_assert_error (trs_submission_get_error (get_submission (submissions, 0)), TRS_ERROR, TRS_ERROR_RATE_LIMITED);
  g_assert_cmpint (trs_error_get_retry_after (trs_submission_get_error (get_submission (submissions, 0))), ==, 30);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (n_posts (fixture), ==, 1);

  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL, NULL, NULL);
  fixture_drain ();
  assert_outcomes (submissions, TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (n_posts (fixture), ==, 3);
}

static void
test_not_sent (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_OFFLINE, 0, -1, 1);
  submissions = fixture_submit_all (fixture, "one", "two", NULL);
  assert_outcomes (submissions, TRS_SUBMISSION_NOT_SENT, TRS_SUBMISSION_HELD);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  /* Nothing is watched; all that waits is the attempt to reach the service again. */
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 1);

  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL, NULL, NULL);
  fixture_drain ();
  assert_outcomes (submissions, TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (trs_toy_service_get_n (fixture->toy), ==, 2);
}

/* Two projects would be two prices. */
static void
test_lost_answer_adopts (Fixture       *fixture,
                         gconstpointer  data)
{
  static const TrsToyFault faults[] = { TRS_TOY_CUT, TRS_TOY_GARBAGE };
  guint n = 0;

  for (guint i = 0; i < 3; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GListStore) submissions = NULL;
      TrsSubmission *submission;
      TrsProject *pending;

      trs_toy_service_fail (fixture->toy, "POST", faults[i], 0, -1, 1);
      submissions = fixture_submit_all (fixture, "video", "next", NULL);
      submission = get_submission (submissions, 0);
      assert_outcomes (submissions, TRS_SUBMISSION_UNKNOWN, TRS_SUBMISSION_HELD);
      pending = fixture_get (fixture, 0);
      g_assert_true (trs_project_is_pending (pending));
      g_assert_true (pending == trs_submission_get_project (submission));
      g_assert_cmpuint (trs_history_get_n_known (fixture->history), ==, fixture_get_n (fixture) - 1);

      fixture_advance (fixture, 7);
      n++;
      g_assert_cmpuint (fixture->adopted->len, ==, n);
      g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
      g_assert_null (trs_submission_get_error (submission));
      g_assert_cmpstr (trs_project_get_id (trs_submission_get_project (submission)), ==,
                       trs_toy_service_get_id (fixture->toy, 0));
      g_assert_false (trs_project_is_pending (fixture_get (fixture, 0)));
      g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_CHECKING);
      g_assert_cmpuint (n_posts (fixture), ==, n);
      g_assert_cmpuint (trs_toy_service_get_n (fixture->toy), ==, 3 + n);
      fixture_advance (fixture, 61);
    }
}

/* It never arrived: looked for by the schedule, then left to the user. */
static void
test_lost_request_is_not_repeated (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (TrsProject) pending = NULL;

  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  submission = fixture_submit (fixture, "video");
  pending = g_object_ref (fixture_get (fixture, 0));
  g_assert_cmpint (trs_project_get_watch (pending), ==, TRS_PROJECT_WATCH_CHECKING);

  fixture_advance (fixture, 60);
  g_assert_false (trs_poller_check_now (trs_session_get_poller (fixture->session), pending));
  fixture_advance (fixture, 4);
  g_assert_true (trs_poller_check_now (trs_session_get_poller (fixture->session), pending));
  fixture_advance (fixture, 13 * 60);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
  g_assert_cmpint (trs_project_get_watch (pending), ==, TRS_PROJECT_WATCH_STOPPED);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);

  /* Also afterwards, if it is looked at. */
  trs_toy_service_add (fixture->toy, "video", "done");
  g_assert_true (trs_poller_check_now (trs_session_get_poller (fixture->session), pending));
  fixture_advance (fixture, 10);
  g_assert_cmpuint (fixture->adopted->len, ==, 1);
  g_assert_cmpuint (fixture->ready->len, ==, 1);
}

static void
test_dismissed (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_STATUS, 502, -1, 1);
  submission = fixture_submit (fixture, "video");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
  trs_reconciler_dismiss (trs_session_get_reconciler (fixture->session), fixture_get (fixture, 0));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  fixture_advance (fixture, 1);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
}

static void
test_ambiguous (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (TrsProject) chosen = NULL;
  GListModel *candidates;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT, 0, -1, 1);
  trs_toy_service_hold (fixture->toy);
  submission = trs_submission_new ("video", NULL);
  {
    g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);

    g_list_store_append (submissions, submission);
    trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL, NULL,
                             NULL);
  }
  fixture_drain ();
  /* Another device with the same key has the same idea. */
  trs_toy_service_add (fixture->toy, "video", "upload");
  trs_toy_service_add (fixture->toy, "other", "upload");
  trs_toy_service_release (fixture->toy);
  fixture_advance (fixture, 10);

  g_assert_cmpuint (fixture->adopted->len, ==, 0);
  g_assert_true (trs_project_is_pending (fixture_get (fixture, 0)));
  candidates = trs_project_get_candidates (fixture_get (fixture, 0));
  g_assert_nonnull (candidates);
  g_assert_cmpuint (g_list_model_get_n_items (candidates), ==, 2);
  chosen = g_list_model_get_item (candidates, 1);
  trs_reconciler_match (trs_session_get_reconciler (fixture->session), fixture_get (fixture, 0), chosen);
  g_assert_cmpuint (fixture->adopted->len, ==, 1);
  g_assert_true (trs_submission_get_project (submission) == chosen);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 3);
}

/* Those to choose from are others when one is taken and another one comes. */
static void
test_other_candidates (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (TrsSubmission) lost = NULL;
  g_autoptr (TrsSubmission) found = NULL;
  GListModel *candidates;

  fixture_connect (fixture);
  trs_toy_service_add (fixture->toy, "video", "upload");
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  fixture_advance (fixture, 10);
  candidates = trs_project_get_candidates (fixture_get (fixture, 0));
  g_assert_nonnull (candidates);
  g_assert_cmpuint (g_list_model_get_n_items (candidates), ==, 2);

  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT, 0, -1, 1);
  found = fixture_submit (fixture, "video");
  for (guint i = 0; i < 10 && trs_submission_get_outcome (found) != TRS_SUBMISSION_ACCEPTED; i++)
    fixture_advance (fixture, 1);
  g_assert_cmpint (trs_submission_get_outcome (found), ==, TRS_SUBMISSION_ACCEPTED);
  trs_toy_service_add (fixture->toy, "video", "upload");
  fixture_advance (fixture, 30);

  g_assert_cmpint (trs_submission_get_outcome (lost), ==, TRS_SUBMISSION_UNKNOWN);
  candidates = trs_project_get_candidates (fixture_get (fixture, 0));
  g_assert_cmpuint (g_list_model_get_n_items (candidates), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TrsProject) candidate = g_list_model_get_item (candidates, i);

      g_assert_true (candidate != trs_submission_get_project (found));
    }
}

/* Two answers were lost, and one project came of it: it is one of them, and the other one goes on. */
static void
test_two_lost (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (TrsSubmission) first = NULL;
  g_autoptr (TrsSubmission) second = NULL;
  guint n_accepted = 0;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 2);
  first = fixture_submit (fixture, "video");
  second = fixture_submit (fixture, "video");
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
  trs_toy_service_add (fixture->toy, "video", "upload");
  fixture_advance (fixture, 60);
  n_accepted += trs_submission_get_outcome (first) == TRS_SUBMISSION_ACCEPTED;
  n_accepted += trs_submission_get_outcome (second) == TRS_SUBMISSION_ACCEPTED;
  g_assert_cmpuint (n_accepted, ==, 1);
  g_assert_cmpuint (fixture->adopted->len, ==, 1);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
}

/* What another submission of ours has become is not this one. */
static void
test_not_a_sibling (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (TrsSubmission) lost = NULL;
  g_autoptr (TrsSubmission) sent = NULL;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  sent = fixture_submit (fixture, "video");
  fixture_advance (fixture, 60);
  g_assert_cmpint (trs_submission_get_outcome (sent), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpint (trs_submission_get_outcome (lost), ==, TRS_SUBMISSION_UNKNOWN);
  g_assert_cmpuint (fixture->adopted->len, ==, 0);
}

static void
test_old_pages_are_no_match (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;

  trs_toy_service_add (fixture->toy, "video", "done");
  for (guint i = 0; i < 250; i++)
    trs_toy_service_add (fixture->toy, "filler", "done");
  trs_toy_service_fail (fixture->toy, "page=2", TRS_TOY_STATUS, 500, -1, 1);
  fixture_connect (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 100);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  submission = fixture_submit (fixture, "video");
  fixture_pass_until (fixture, trs_history_get_n_known (fixture->history) == 251);
  fixture_advance (fixture, 30);
  g_assert_cmpuint (fixture->adopted->len, ==, 0);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
}

static void
test_stale_head_is_read_again (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  guint lists;

  trs_toy_service_add (fixture->toy, "old", "done");
  fixture_connect (fixture);
  fixture_advance (fixture, 3600);
  lists = trs_toy_service_count (fixture->toy, "/api/list");
  trs_toy_service_add (fixture->toy, "video", "done");
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  submission = fixture_submit (fixture, "video");
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/list"), ==, lists + 1);
  fixture_advance (fixture, 30);
  g_assert_cmpuint (fixture->adopted->len, ==, 0);
}

static void
test_head_cannot_be_read (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;

  fixture_connect (fixture);
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 500, -1, 2);
  trs_session_start (fixture->session);
  fixture_drain ();
  trs_manual_clock_advance (fixture->clock, 3000);
  submissions = fixture_submit_all (fixture, "one", "two", NULL);
  assert_outcomes (submissions, TRS_SUBMISSION_NOT_SENT, TRS_SUBMISSION_HELD);
  g_assert_cmpuint (n_posts (fixture), ==, 0);
}

static void
test_key_refused_in_between (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_STATUS, 401, -1, 1);
  submissions = fixture_submit_all (fixture, "one", "two", NULL);
  assert_outcomes (submissions, TRS_SUBMISSION_REFUSED, TRS_SUBMISSION_HELD);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_REFUSED);

  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL, NULL, NULL);
  fixture_drain ();
  assert_outcomes (submissions, TRS_SUBMISSION_NOT_SENT, TRS_SUBMISSION_HELD);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  fixture_connect (fixture);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);

      trs_submission_set_again (submission, TRUE);
      g_list_store_append (submissions, submission);
    }
  trs_toy_service_hold (fixture->toy);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), cancellable,
                           trs_test_store_result, &result);
  fixture_drain ();
  g_assert_cmpuint (n_posts (fixture), ==, 1);
  g_cancellable_cancel (cancellable);
  fixture_drain ();
  assert_outcomes (submissions, TRS_SUBMISSION_SENDING, TRS_SUBMISSION_WAITING, TRS_SUBMISSION_WAITING);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  g_assert_false (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_outcomes (submissions, TRS_SUBMISSION_ACCEPTED, TRS_SUBMISSION_HELD, TRS_SUBMISSION_HELD);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
}

/* Stopped while it is out: it may have gone through, and is not called anything else. */
static void
test_stopped (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);
  g_autoptr (GAsyncResult) result = NULL;

  fixture_connect (fixture);
  g_list_store_append (submissions, submission);
  trs_toy_service_hold (fixture->toy);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  fixture_drain ();
  trs_session_stop (fixture->session);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
  g_clear_object (&result);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/submitter/accepted", test_accepted);
  fixture_add_test ("/submitter/stand-in-title", test_stand_in_title);
  fixture_add_test ("/submitter/list-came-first", test_list_came_first);
  fixture_add_test ("/submitter/refused-one", test_refused_one);
  fixture_add_test ("/submitter/one-too-expensive", test_one_too_expensive);
  fixture_add_test ("/submitter/rate-limited", test_rate_limited);
  fixture_add_test ("/submitter/not-sent", test_not_sent);
  fixture_add_test ("/submitter/lost-answer-adopts", test_lost_answer_adopts);
  fixture_add_test ("/submitter/lost-request-is-not-repeated", test_lost_request_is_not_repeated);
  fixture_add_test ("/submitter/dismissed", test_dismissed);
  fixture_add_test ("/submitter/ambiguous", test_ambiguous);
  fixture_add_test ("/submitter/other-candidates", test_other_candidates);
  fixture_add_test ("/submitter/two-lost", test_two_lost);
  fixture_add_test ("/submitter/not-a-sibling", test_not_a_sibling);
  fixture_add_test ("/submitter/old-pages-are-no-match", test_old_pages_are_no_match);
  fixture_add_test ("/submitter/stale-head-is-read-again", test_stale_head_is_read_again);
  fixture_add_test ("/submitter/head-cannot-be-read", test_head_cannot_be_read);
  fixture_add_test ("/submitter/key-refused-in-between", test_key_refused_in_between);
  fixture_add_test ("/submitter/cancelled", test_cancelled);
  fixture_add_test ("/submitter/stopped", test_stopped);
  return g_test_run ();
}
