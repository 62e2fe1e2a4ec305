/* SPDX-License-Identifier: GPL-3.0-or-later */

/* On a computer that knows nothing yet, nothing that costs leaves before the list has said what was paid for. */
#include "engine-fixture.h"
#include "trs-error.h"

static guint
n_posts (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, "POST");
}

/* What was transcribed before, below @n_newer others. */
static void
add_history (Fixture *fixture,
             guint    n_newer)
{
  trs_toy_service_add (fixture->toy, "old", "done");
  for (guint i = 0; i < n_newer; i++)
    {
      g_autofree char *video_id = g_strdup_printf ("newer-%u", i);

      trs_toy_service_add (fixture->toy, video_id, "done");
    }
}

/* As a command does: the key is proved by the first page, and nothing else was read. */
static void
connect_only (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_session_start (fixture->session);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, "toy-key", NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, NULL));
}

static GListStore *
new_submissions (const char *first,
                 const char *second)
{
  GListStore *submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  const char *video_ids[] = { first, second };

  for (guint i = 0; i < G_N_ELEMENTS (video_ids) && video_ids[i] != NULL; i++)
    {
      g_autoptr (TrsSubmission) submission = trs_submission_new (video_ids[i], NULL);

      g_list_store_append (submissions, submission);
    }
  return submissions;
}

static TrsSubmission *
peek (GListStore *submissions,
      guint       position)
{
  g_autoptr (TrsSubmission) submission = g_list_model_get_item (G_LIST_MODEL (submissions), position);

  return submission;
}

static void
run (Fixture    *fixture,
     GListStore *submissions)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, NULL));
}

static void
assert_unchecked (Fixture    *fixture,
                  GListStore *submissions)
{
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 0)), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 1)), ==, TRS_SUBMISSION_HELD);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_error (trs_submission_get_error (peek (submissions, i)), TRS_ERROR, TRS_ERROR_LIST_UNCHECKED);
      g_assert_true (trs_error_get_not_sent (trs_submission_get_error (peek (submissions, i))));
    }
  g_assert_cmpuint (n_posts (fixture), ==, 0);
  g_assert_false (trs_submitter_get_checking (trs_session_get_submitter (fixture->session)));
}

static void
count_notify_cb (guint *count)
{
  *count += 1;
}

/* However many are newer. */
static void
test_fresh_computer (Fixture       *fixture,
                     gconstpointer  n_newer)
{
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");
  guint n_notified = 0;

  add_history (fixture, GPOINTER_TO_UINT (n_newer));
  connect_only (fixture);
  g_signal_connect_swapped (trs_session_get_submitter (fixture->session), "notify::checking",
                            G_CALLBACK (count_notify_cb), &n_notified);
  run (fixture, submissions);
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 0)), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_error (trs_submission_get_error (peek (submissions, 0)), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 1)), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
  g_assert_true (trs_history_get_complete (fixture->history));
  g_assert_false (trs_submitter_get_checking (trs_session_get_submitter (fixture->session)));
  g_assert_cmpuint (n_notified % 2, ==, 0);
}

/* What the list says was read once; at the next start its newest page is enough. */
static void
test_known_ground (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "ground", "transcripts.db", NULL);
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");
  guint n_lists;

  add_history (fixture, 600);
  fixture_keep (fixture, path);
  connect_only (fixture);
  trs_test_wait_until (trs_history_get_complete (fixture->history));
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  n_lists = trs_toy_service_count (fixture->toy, "/api/list");
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  run (fixture, submissions);
  g_assert_error (trs_submission_get_error (peek (submissions, 0)), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 1)), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/list"), <=, n_lists + 2);
}

/* A page that is refused ends the walk at once; the user may go on. */
static void
test_page_fails (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");

  add_history (fixture, 600);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_STATUS, 400, -1, 1000);
  connect_only (fixture);
  run (fixture, submissions);
  assert_unchecked (fixture, submissions);

  for (guint i = 0; i < 2; i++)
    trs_submission_set_unchecked (peek (submissions, i), TRUE);
  run (fixture, submissions);
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 0)), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 1)), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (n_posts (fixture), ==, 2);
}

/* A service that is ill for a while is asked again, for a minute at most. */
static void
test_takes_too_long (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");
  g_autoptr (GAsyncResult) result = NULL;

  add_history (fixture, 600);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_STATUS, 429, 50, 1000);
  connect_only (fixture);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_until (trs_submitter_get_checking (trs_session_get_submitter (fixture->session)));
  fixture_advance (fixture, 59);
  g_assert_null (result);
  g_assert_true (trs_submitter_get_checking (trs_session_get_submitter (fixture->session)));
  fixture_advance (fixture, 1);
  trs_test_wait_result (result);
  g_assert_true (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, NULL));
  assert_unchecked (fixture, submissions);
  trs_session_stop (fixture->session);
}

/* The same, and it is well again in time. */
static void
test_goes_on (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");
  g_autoptr (GAsyncResult) result = NULL;

  add_history (fixture, 600);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_STATUS, 500, -1, 1);
  connect_only (fixture);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_until (trs_submitter_get_checking (trs_session_get_submitter (fixture->session)));
  for (guint i = 0; i < 59 && result == NULL; i++)
    fixture_pass (fixture);
  trs_test_wait_result (result);
  g_assert_true (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, NULL));
  g_assert_error (trs_submission_get_error (peek (submissions, 0)), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
  g_assert_cmpint (trs_submission_get_outcome (peek (submissions, 1)), ==, TRS_SUBMISSION_ACCEPTED);
}

/* What its pages do not show is not known either when it is tried again, or by the next process. */
static void
test_endless (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "endless", "transcripts.db", NULL);
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");
  g_autoptr (GListStore) again = new_submissions ("old", "unheard-of");
  g_autoptr (GListStore) elsewhere = new_submissions ("old", "unheard-of");

  add_history (fixture, 300);
  trs_toy_service_repeat_pages (fixture->toy, 2);
  fixture_keep (fixture, path);
  connect_only (fixture);
  run (fixture, submissions);
  assert_unchecked (fixture, submissions);
  g_assert_false (trs_history_get_complete (fixture->history));

  fixture_advance (fixture, 30);
  run (fixture, again);
  assert_unchecked (fixture, again);

  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  run (fixture, elsewhere);
  assert_unchecked (fixture, elsewhere);
}

/* Stop, the button below the list, stops this as well. */
static void
test_stopped (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");
  g_autoptr (GAsyncResult) result = NULL;

  add_history (fixture, 600);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_STATUS, 429, 50, 1000);
  connect_only (fixture);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_until (trs_submitter_get_checking (trs_session_get_submitter (fixture->session)));
  trs_list_reader_cancel (trs_session_get_reader (fixture->session));
  trs_test_wait_result (result);
  g_assert_true (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, NULL));
  assert_unchecked (fixture, submissions);
  trs_session_stop (fixture->session);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GListStore) submissions = new_submissions ("old", "unheard-of");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  add_history (fixture, 600);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_STATUS, 429, 50, 1000);
  connect_only (fixture);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), cancellable,
                           trs_test_store_result, &result);
  trs_test_wait_until (trs_submitter_get_checking (trs_session_get_submitter (fixture->session)));
  g_cancellable_cancel (cancellable);
  fixture_advance (fixture, 60);
  trs_test_wait_result (result);
  g_assert_false (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (trs_submission_get_outcome (peek (submissions, i)), ==, TRS_SUBMISSION_HELD);
  g_assert_cmpuint (n_posts (fixture), ==, 0);
  trs_session_stop (fixture->session);
}

/* Another computer submits the same video: whoever starts after its 201 finds it, by a page that is younger than ten
 * seconds. */
static void
test_two_computers (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GListStore) submissions = new_submissions ("video", NULL);
  const char *id;

  fixture_connect (fixture);
  fixture_advance (fixture, 11);
  id = trs_toy_service_add (fixture->toy, "video", "upload");
  run (fixture, submissions);
  g_assert_error (trs_submission_get_error (peek (submissions, 0)), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
  g_assert_cmpstr (trs_project_get_id (trs_submission_get_project (peek (submissions, 0))), ==, id);
  g_assert_cmpuint (n_posts (fixture), ==, 0);
}

static void
again_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GListStore) submissions = new_submissions ("second", NULL);
  GAsyncResult **second = user_data;

  g_assert_true (trs_submitter_run_finish (TRS_SUBMITTER (source), result, NULL));
  trs_submitter_run_async (TRS_SUBMITTER (source), G_LIST_MODEL (submissions), NULL, trs_test_store_result, second);
}

/* Each batch runs once, also one that is begun in the callback of the one before. */
static void
test_again_in_callback (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GListStore) submissions = new_submissions ("first", NULL);
  g_autoptr (GAsyncResult) result = NULL;

  fixture_connect (fixture);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL, again_cb,
                           &result);
  trs_test_wait_result (result);
  g_assert_true (trs_submitter_run_finish (trs_session_get_submitter (fixture->session), result, NULL));
  fixture_drain ();
  g_assert_cmpuint (n_posts (fixture), ==, 2);
  g_assert_cmpuint (trs_toy_service_get_n (fixture->toy), ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  static const guint counts[] = { 0, 99, 100, 600, 10000 };

  trs_test_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/list-check/fresh-computer/%u", counts[i]);

      g_test_add (path, Fixture, GUINT_TO_POINTER (counts[i]), fixture_set_up, test_fresh_computer,
                  fixture_tear_down);
    }
  fixture_add_test ("/list-check/known-ground", test_known_ground);
  fixture_add_test ("/list-check/page-fails", test_page_fails);
  fixture_add_test ("/list-check/takes-too-long", test_takes_too_long);
  fixture_add_test ("/list-check/goes-on", test_goes_on);
  fixture_add_test ("/list-check/endless", test_endless);
  fixture_add_test ("/list-check/stopped", test_stopped);
  fixture_add_test ("/list-check/cancelled", test_cancelled);
  fixture_add_test ("/list-check/two-computers", test_two_computers);
  fixture_add_test ("/list-check/again-in-callback", test_again_in_callback);
  return g_test_run ();
}
