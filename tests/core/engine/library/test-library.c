/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-session.h"
#include "trs-test-store.h"

/* A store in a folder of its own; the fixture's session is one that keeps. */
static void
keep (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "kept", "transcripts.db", NULL);

  g_remove (path);
  fixture_keep (fixture, path);
}

static void
restart (Fixture *fixture)
{
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
}

static TrsTranscript *
load (Fixture     *fixture,
      TrsProject  *project,
      GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), project, NULL, trs_test_store_result,
                              &result);
  trs_test_wait_result (result);
  return trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, error);
}

static void
settle (Fixture *fixture)
{
  fixture_advance (fixture, 1);
  trs_test_flush_store (fixture->store);
  fixture_drain ();
}

/* The same address with a key of another user. */
static void
connect_again (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, "other-key", NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
}

static void
test_read_without_network (Fixture       *fixture,
                           gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "done");
  g_autoptr (TrsTranscript) seen = NULL;
  g_autoptr (TrsTranscript) kept = NULL;
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_set_text (fixture->toy, id, "One", "[00:00:01.000] One", "Speaker 1: One",
                            "[00:00:01.000] Speaker 1: One");
  keep (fixture);
  fixture_connect (fixture);
  seen = load (fixture, fixture_get (fixture, 0), &error);
  g_assert_no_error (error);
  settle (fixture);

  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) == 1);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, id);
  g_assert_cmpint (trs_project_get_state (fixture_get (fixture, 0)), ==, TRS_PROJECT_STATE_DONE);

  kept = load (fixture, fixture_get (fixture, 0), &error);
  g_assert_no_error (error);
  text = trs_transcript_get_text (kept, TRS_TEXT_ALL);
  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), "[00:00:01.000] Speaker 1: One", 29);
}

static void
test_read_without_key (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (TrsTranscript) seen = NULL;
  g_autoptr (TrsTranscript) kept = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint n_asked;

  trs_toy_service_add (fixture->toy, "video", "done");
  keep (fixture);
  fixture_connect (fixture);
  seen = load (fixture, fixture_get (fixture, 0), &error);
  g_assert_no_error (error);
  settle (fixture);

  trs_keyring_remove_async (fixture->keyring, FIXTURE_ADDRESS, NULL, trs_test_store_result,
                         &result);
  trs_test_wait_result (result);
  n_asked = trs_toy_service_get_n_asked (fixture->toy);
  restart (fixture);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_KEY_LOST);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  kept = load (fixture, fixture_get (fixture, 0), &error);
  g_assert_no_error (error);
  g_assert_nonnull (kept);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n_asked);
}

static void
test_length_survives (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  gint64 length;

  keep (fixture);
  fixture_connect (fixture);
  submission = fixture_submit (fixture, "video");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  trs_test_wait_until (trs_project_get_data (fixture_get (fixture, 0))->video_length > 0);
  length = trs_project_get_data (fixture_get (fixture, 0))->video_length;
  trs_toy_service_set_state (fixture->toy, trs_toy_service_get_id (fixture->toy, 0), "done");
  settle (fixture);

  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) == 1);
  g_assert_cmpint (trs_project_get_data (fixture_get (fixture, 0))->video_length, ==, length);
}

static void
test_lost_answer_is_found_after_a_restart (Fixture       *fixture,
                                           gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;

  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT, 0, -1, 1);
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, -1, 3);
  submission = fixture_submit (fixture, "video");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
  g_assert_cmpuint (trs_toy_service_get_n (fixture->toy), ==, 1);
  settle (fixture);

  /* Another run of the program: it looks for the project, and does not send it again. */
  restart (fixture);
  fixture_pass_until (fixture, trs_toy_service_count (fixture->toy, "POST") != 1 ||
                               (fixture_get_n (fixture) == 1 && !trs_project_is_pending (fixture_get (fixture, 0))));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "POST"), ==, 1);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, trs_toy_service_get_id (fixture->toy, 0));
}

static void
test_account_of_someone_else (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autofree char *first = NULL;

  first = g_strdup (trs_toy_service_add (fixture->toy, "video", "done"));
  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);

  trs_toy_service_add_user (fixture->toy, "other-key");
  trs_toy_service_add_for (fixture->toy, "other-key", "other", "done");
  connect_again (fixture);
  settle (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), !=, first);

  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) > 0);
  settle (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), !=, first);
}

static void
test_second_start_is_one_request (Fixture       *fixture,
                                  gconstpointer  data)
{
  guint lists;

  for (guint i = 0; i < 250; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history) &&
                                   !trs_history_get_walking (fixture->history));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 250);
  settle (fixture);

  lists = trs_toy_service_count (fixture->toy, "/api/list");
  restart (fixture);
  fixture_pass_until (fixture, fixture_get_n (fixture) >= 250);
  settle (fixture);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/list"), ==, lists + 1);
  for (guint i = 0; i < 250; i++)
    g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, i)), ==, trs_toy_service_get_id (fixture->toy, i));
}

/* By itself: not while the start is under way, and once a day from then on. */
static void
test_file_is_checked_by_itself (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autofree char *stamp = g_build_filename (g_get_user_data_dir (), "kept", "transcripts.db.checked", NULL);

  trs_toy_service_add (fixture->toy, "video", "done");
  keep (fixture);
  g_remove (stamp);
  fixture_connect (fixture);
  fixture_advance (fixture, 19);
  trs_test_flush_store (fixture->store);
  g_assert_false (g_file_test (stamp, G_FILE_TEST_EXISTS));
  fixture_advance (fixture, 2);
  trs_test_wait_until (g_file_test (stamp, G_FILE_TEST_EXISTS));

  g_assert_cmpint (g_remove (stamp), ==, 0);
  fixture_advance (fixture, 23 * 60 * 60);
  trs_test_flush_store (fixture->store);
  g_assert_false (g_file_test (stamp, G_FILE_TEST_EXISTS));
  fixture_advance (fixture, 60 * 60);
  trs_test_wait_until (g_file_test (stamp, G_FILE_TEST_EXISTS));
}

static GPtrArray *
read_unconfirmed (Fixture *fixture)
{
  TrsLibrary *library = trs_session_get_library (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *projects;

  trs_library_read_unconfirmed_async (library, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  projects = trs_library_read_unconfirmed_finish (library, result, &error);
  g_assert_no_error (error);
  return projects;
}

/* The list of a program without a window: what is here is read without a network, without a row in the history. */
static void
test_list_without_rows (Fixture       *fixture,
                        gconstpointer  data)
{
  TrsLibrary *library;
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (GPtrArray) live = NULL;
  g_autoptr (GPtrArray) unconfirmed = NULL;
  g_autoptr (GPtrArray) page = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) read = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  const char *newest = NULL;

  for (guint i = 0; i < 3; i++)
    newest = trs_toy_service_add (fixture->toy, "other", "done");
  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT, 0, -1, 1);
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  submission = fixture_submit (fixture, "video");
  live = read_unconfirmed (fixture);
  g_assert_cmpuint (live->len, ==, 1);
  g_assert_true (live->pdata[0] == trs_projects_peek (fixture->projects, trs_project_get_id (live->pdata[0])));
  settle (fixture);
  fixture_end_session (fixture);

  fixture_new_session (fixture);
  library = trs_session_get_library (fixture->session);
  trs_history_set_listing (fixture->history, FALSE);
  trs_library_open_async (library, FIXTURE_ADDRESS, 0, NULL, trs_test_store_result, &opened);
  trs_test_wait_result (opened);
  g_assert_true (trs_library_open_finish (library, opened, NULL));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  g_assert_cmpuint (trs_history_get_n_known (fixture->history), ==, 3);

  unconfirmed = read_unconfirmed (fixture);
  g_assert_cmpuint (unconfirmed->len, ==, 1);
  g_assert_true (trs_project_is_pending (unconfirmed->pdata[0]));
  g_assert_cmpstr (trs_project_get_data (unconfirmed->pdata[0])->video_id, ==, "video");
  g_assert_cmpint (trs_project_get_data (unconfirmed->pdata[0])->submitted_at, ==,
                   trs_submission_get_sent_at (submission));

  trs_library_read_page_async (library, TRS_PROJECT_SHOW_ALL, NULL, 2, NULL, trs_test_store_result, &read);
  trs_test_wait_result (read);
  page = trs_library_read_page_finish (library, read, NULL);
  g_assert_cmpuint (page->len, ==, 2);
  g_assert_cmpstr (((TrsProjectData *) page->pdata[0])->id, ==, newest);

  trs_projects_list_prefix_async (fixture->projects, newest, 2, NULL, trs_test_store_result, &listed);
  trs_test_wait_result (listed);
  found = trs_projects_list_prefix_finish (fixture->projects, listed, NULL);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_true (found->pdata[0] == trs_projects_peek (fixture->projects, newest));
}

/* Whoever waits for an account that was closed meanwhile, or for which another one was opened, hears of that:
 * an account that cannot be opened is something else. */
static void
test_closed_while_opening (Fixture       *fixture,
                           gconstpointer  data)
{
  TrsLibrary *library = trs_session_get_library (fixture->session);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GAsyncResult) third = NULL;
  g_autoptr (GError) replaced = NULL;
  g_autoptr (GError) closed = NULL;
  g_autoptr (GError) error = NULL;

  trs_library_open_async (library, FIXTURE_ADDRESS, 0, NULL, trs_test_store_result, &first);
  trs_library_open_async (library, FIXTURE_ADDRESS, 0, NULL, trs_test_store_result, &second);
  trs_test_wait_result (second);
  g_assert_true (trs_library_open_finish (library, second, &error));
  g_assert_no_error (error);
  trs_test_wait_result (first);
  g_assert_false (trs_library_open_finish (library, first, &replaced));
  g_assert_error (replaced, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (trs_library_is_open (library));

  trs_library_open_async (library, FIXTURE_ADDRESS, 0, NULL, trs_test_store_result, &third);
  trs_library_close (library);
  trs_test_wait_result (third);
  g_assert_false (trs_library_open_finish (library, third, &closed));
  g_assert_error (closed, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (trs_library_is_open (library));
  g_assert_null (trs_library_get_error (library));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/library/closed-while-opening", test_closed_while_opening);
  fixture_add_test ("/library/read-without-network", test_read_without_network);
  fixture_add_test ("/library/read-without-key", test_read_without_key);
  fixture_add_test ("/library/length-survives", test_length_survives);
  fixture_add_test ("/library/lost-answer-is-found-after-a-restart", test_lost_answer_is_found_after_a_restart);
  fixture_add_test ("/library/account-of-someone-else", test_account_of_someone_else);
  fixture_add_test ("/library/second-start-is-one-request", test_second_start_is_one_request);
  fixture_add_test ("/library/list-without-rows", test_list_without_rows);
  fixture_add_test ("/library/file-is-checked-by-itself", test_file_is_checked_by_itself);
  return g_test_run ();
}
