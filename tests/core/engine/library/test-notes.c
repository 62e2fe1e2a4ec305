/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-test-store.h"

/* What belongs to a project on this computer: its title and note here, and whether it is news. */

static void
keep (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "noted", "transcripts.db", NULL);

  g_remove (path);
  fixture_keep (fixture, path);
}

static void
settle (Fixture *fixture)
{
  fixture_advance (fixture, 1);
  trs_test_flush_store (fixture->store);
  fixture_drain ();
}

/* Another run of the program, which has read the list again. */
static void
restart (Fixture *fixture)
{
  fixture_end_session (fixture);
  fixture_advance (fixture, 60);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  settle (fixture);
  fixture_refresh (fixture);
  settle (fixture);
}

static TrsProject *
find (Fixture    *fixture,
      const char *id)
{
  TrsProject *project = fixture_find (fixture, id);

  g_assert_nonnull (project);
  return project;
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_written_at_the_end (Fixture       *fixture,
                         gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "done");
  TrsProject *project;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  project = find (fixture, id);
  trs_library_set_local_title (trs_session_get_library (fixture->session), project, "Port strike");
  for (guint i = 1; i <= 9; i++)
    {
      g_autofree char *typed = g_strndup ("Ask again", i);

      trs_library_set_note (trs_session_get_library (fixture->session), project, typed);
    }
  g_assert_cmpstr (trs_project_get_data (project)->note, ==, "Ask again");

  /* The window is closed while the last letters still gather. */
  restart (fixture);
  project = find (fixture, id);
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, "Port strike");
  g_assert_cmpstr (trs_project_get_data (project)->note, ==, "Ask again");

  trs_library_set_local_title (trs_session_get_library (fixture->session), project, "");
  settle (fixture);
  restart (fixture);
  g_assert_null (trs_project_get_data (find (fixture, id))->local_title);
  g_assert_cmpstr (trs_project_get_data (find (fixture, id))->note, ==, "Ask again");
}

/* Kept from one run to the next, and nothing that whoever shows the list hears of. */
static void
test_place (Fixture       *fixture,
            gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "done");
  TrsProject *project;
  guint n_changes = 0;
  gulong handler;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  project = find (fixture, id);
  handler = g_signal_connect_swapped (project, "changed", G_CALLBACK (count_cb), &n_changes);
  trs_library_set_place (trs_session_get_library (fixture->session), project, 1200, 1234);
  g_signal_handler_disconnect (project, handler);
  g_assert_cmpuint (n_changes, ==, 0);

  restart (fixture);
  g_assert_cmpint (trs_project_get_data (find (fixture, id))->place, ==, 1200);
  g_assert_cmpint (trs_project_get_data (find (fixture, id))->caret, ==, 1234);
}

static void
test_first_history_is_no_news (Fixture       *fixture,
                               gconstpointer  data)
{
  for (guint i = 0; i < 250; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  keep (fixture);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history));
  settle (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 250);
  for (guint i = 0; i < 250; i++)
    g_assert_false (trs_project_get_data (fixture_get (fixture, i))->unread);
}

static void
test_appeared_since (Fixture       *fixture,
                     gconstpointer  data)
{
  const char *old = trs_toy_service_add (fixture->toy, "old", "done");
  const char *fresh;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  fixture_advance (fixture, 60);

  /* From another device, and finished before this one looked. */
  fresh = trs_toy_service_add (fixture->toy, "new", "done");
  restart (fixture);
  g_assert_false (trs_project_get_data (find (fixture, old))->unread);
  g_assert_true (trs_project_get_data (find (fixture, fresh))->unread);

  restart (fixture);
  g_assert_true (trs_project_get_data (find (fixture, fresh))->unread);
  trs_project_set_unread (find (fixture, fresh), FALSE);
  g_assert_false (trs_project_get_data (find (fixture, fresh))->unread);
  restart (fixture);
  g_assert_false (trs_project_get_data (find (fixture, fresh))->unread);
}

static void
test_finished_while_away (Fixture       *fixture,
                          gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "transcription");

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  g_assert_false (trs_project_get_data (find (fixture, id))->unread);

  fixture_end_session (fixture);
  trs_toy_service_set_state (fixture->toy, id, "done");
  fixture_new_session (fixture);
  restart (fixture);
  g_assert_cmpint (trs_project_get_state (find (fixture, id)), ==, TRS_PROJECT_STATE_DONE);
  g_assert_true (trs_project_get_data (find (fixture, id))->unread);
}

static void
test_finished_on_the_screen (Fixture       *fixture,
                             gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "transcription");

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  trs_session_set_current (fixture->session, find (fixture, id));
  trs_toy_service_set_state (fixture->toy, id, "done");
  for (guint i = 0; i < 40 && trs_project_is_under_way (find (fixture, id)); i++)
    fixture_advance (fixture, 10);
  fixture_advance (fixture, 10);
  g_assert_cmpint (trs_project_get_state (find (fixture, id)), ==, TRS_PROJECT_STATE_DONE);
  g_assert_false (trs_project_get_data (find (fixture, id))->unread);
  restart (fixture);
  g_assert_false (trs_project_get_data (find (fixture, id))->unread);
}

static char *
read_text (Fixture    *fixture,
           const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), find (fixture, id), NULL,
                              trs_test_store_result, &result);
  trs_test_wait_result (result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, &error);
  g_assert_no_error (error);
  bytes = trs_transcript_get_text (transcript, TRS_TEXT_BARE);
  return g_bytes_get_size (bytes) == 0 ? g_strdup ("")
                                       : g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
assert_read (Fixture    *fixture,
             const char *id,
             const char *expected)
{
  g_autofree char *text = read_text (fixture, id);

  g_assert_cmpstr (text, ==, expected);
}

static GPtrArray *
fetch_again (Fixture    *fixture,
             const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *versions;

  trs_transcripts_fetch_again_async (trs_session_get_transcripts (fixture->session), find (fixture, id),
                                     trs_test_store_result, &result);
  trs_test_wait_result (result);
  versions = trs_transcripts_fetch_again_finish (trs_session_get_transcripts (fixture->session), result, &error);
  g_assert_no_error (error);
  return versions;
}

static void
choose (Fixture    *fixture,
        const char *id,
        gint64      number)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_transcripts_choose_version_async (trs_session_get_transcripts (fixture->session), find (fixture, id), number,
                                        trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (
      trs_transcripts_choose_version_finish (trs_session_get_transcripts (fixture->session), result, &error));
  g_assert_no_error (error);
}

static const char *
add_with_text (Fixture *fixture)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "done");

  trs_toy_service_set_text (fixture->toy, id, "One", "[00:00:01.000] One", "Speaker 1: One",
                            "[00:00:01.000] Speaker 1: One");
  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  assert_read (fixture, id, "One");
  return id;
}

static void
test_later_text (Fixture       *fixture,
                 gconstpointer  data)
{
  const char *id = add_with_text (fixture);
  g_autoptr (GPtrArray) same = fetch_again (fixture, id);
  g_autoptr (GPtrArray) other = NULL;
  const TrsTextVersion *news;

  g_assert_cmpuint (same->len, ==, 1);
  g_assert_null (trs_text_versions_find (same, FALSE));

  /* What is read stays, and no empty text of the service says otherwise. */
  trs_toy_service_set_text (fixture->toy, id, "", "", "", "");
  fixture_advance (fixture, 10);
  other = fetch_again (fixture, id);
  news = trs_text_versions_find (other, FALSE);
  g_assert_nonnull (news);
  g_assert_cmpint (news->received_at, >, trs_text_versions_find (other, TRUE)->received_at);
  g_assert_cmpstr (news->address, ==, FIXTURE_ADDRESS);
  assert_read (fixture, id, "One");
  g_assert_false (trs_project_get_data (find (fixture, id))->empty_text);
  restart (fixture);
  assert_read (fixture, id, "One");

  choose (fixture, id, news->number);
  assert_read (fixture, id, "");
  g_assert_true (trs_project_get_data (find (fixture, id))->empty_text);
  restart (fixture);
  assert_read (fixture, id, "");
}

static void
test_kept_text (Fixture       *fixture,
                gconstpointer  data)
{
  const char *id = add_with_text (fixture);
  g_autoptr (GPtrArray) other = NULL;
  g_autoptr (GPtrArray) again = NULL;

  trs_toy_service_set_text (fixture->toy, id, "Two", "[00:00:01.000] Two", "Speaker 1: Two",
                            "[00:00:01.000] Speaker 1: Two");
  fixture_advance (fixture, 10);
  other = fetch_again (fixture, id);
  choose (fixture, id, trs_text_versions_find (other, TRUE)->number);
  fixture_advance (fixture, 10);
  again = fetch_again (fixture, id);
  g_assert_cmpuint (again->len, ==, 2);
  g_assert_null (trs_text_versions_find (again, FALSE));
  assert_read (fixture, id, "One");
}

/* At every moment between the request for a page and the last that comes of it. */
static void
test_typed_while_a_page_is_written (Fixture       *fixture,
                                    gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "upload");
  g_autofree char *last = NULL;
  TrsProject *project;
  guint n = 0;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  project = find (fixture, id);
  trs_toy_service_hold (fixture->toy);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (trs_toy_service_get_n_held (fixture->toy), >, 0);
  trs_toy_service_set_state (fixture->toy, id, "done");
  trs_toy_service_release (fixture->toy);
  while (trs_project_get_state (project) != TRS_PROJECT_STATE_DONE || g_main_context_pending (NULL))
    {
      g_free (last);
      last = g_strdup_printf ("%u", ++n);
      trs_library_set_local_title (trs_session_get_library (fixture->session), project, last);
      trs_library_set_note (trs_session_get_library (fixture->session), project, last);
      g_main_context_iteration (NULL, FALSE);
      g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, last);
      g_assert_cmpstr (trs_project_get_data (project)->note, ==, last);
    }

  settle (fixture);
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, last);
  g_assert_cmpstr (trs_project_get_data (project)->note, ==, last);
  restart (fixture);
  g_assert_cmpstr (trs_project_get_data (find (fixture, id))->local_title, ==, last);
  g_assert_cmpstr (trs_project_get_data (find (fixture, id))->note, ==, last);
}

/* What was done stays so, here and in the file. */
static void
test_done_and_later_error (Fixture       *fixture,
                           gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "done");
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (GAsyncResult) again = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (TrsTranscript) kept = NULL;
  guint n_asked;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), find (fixture, id), NULL,
                              trs_test_store_result, &loaded);
  trs_test_wait_result (loaded);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), loaded, NULL);
  g_assert_nonnull (transcript);
  g_clear_object (&loaded);
  settle (fixture);

  trs_toy_service_set_state (fixture->toy, id, "error");
  fixture_advance (fixture, 60);
  fixture_refresh (fixture);
  settle (fixture);
  g_assert_cmpint (trs_project_get_state (find (fixture, id)), ==, TRS_PROJECT_STATE_DONE);
  g_assert_false (trs_project_get_data (find (fixture, id))->unread);
  restart (fixture);
  g_assert_cmpint (trs_project_get_state (find (fixture, id)), ==, TRS_PROJECT_STATE_DONE);
  n_asked = trs_toy_service_count (fixture->toy, "/api/detail/");
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), find (fixture, id), NULL,
                              trs_test_store_result, &again);
  trs_test_wait_result (again);
  kept = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), again, NULL);
  g_assert_nonnull (kept);
  g_clear_object (&again);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), ==, n_asked);
}

/* What hands on a job of the store answers no sooner than any other call, and is given up like one. */
static void
test_reads_given_up (Fixture       *fixture,
                     gconstpointer  data)
{
  const char *id = add_with_text (fixture);
  TrsLibrary *library = trs_session_get_library (fixture->session);
  TrsTranscripts *transcripts = trs_session_get_transcripts (fixture->session);
  TrsProject *project = find (fixture, id);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (GAsyncResult) spent = NULL;
  g_autoptr (GError) error = NULL;

  trs_transcripts_list_versions_async (transcripts, project, cancellable, trs_test_store_result, &listed);
  trs_transcripts_load_version_async (transcripts, project, 1, cancellable, trs_test_store_result, &loaded);
  trs_library_read_spending_async (library, cancellable, trs_test_store_result, &spent);
  g_cancellable_cancel (cancellable);
  g_assert_true (listed == NULL && loaded == NULL && spent == NULL);
  trs_test_wait_until (listed != NULL && loaded != NULL && spent != NULL);

  g_assert_null (trs_transcripts_list_versions_finish (transcripts, listed, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (trs_transcripts_load_version_finish (transcripts, loaded, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (trs_library_read_spending_finish (library, spent, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/notes/written-at-the-end", test_written_at_the_end);
  fixture_add_test ("/notes/place", test_place);
  fixture_add_test ("/notes/first-history-is-no-news", test_first_history_is_no_news);
  fixture_add_test ("/notes/appeared-since", test_appeared_since);
  fixture_add_test ("/notes/finished-while-away", test_finished_while_away);
  fixture_add_test ("/notes/finished-on-the-screen", test_finished_on_the_screen);
  fixture_add_test ("/notes/later-text", test_later_text);
  fixture_add_test ("/notes/kept-text", test_kept_text);
  fixture_add_test ("/notes/typed-while-a-page-is-written", test_typed_while_a_page_is_written);
  fixture_add_test ("/notes/done-and-later-error", test_done_and_later_error);
  fixture_add_test ("/notes/reads-given-up", test_reads_given_up);
  return g_test_run ();
}
