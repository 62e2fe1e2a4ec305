/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-api-client.h"
#include "trs-error.h"

#define BARE "Good evening.\n\nHello."
#define TIMED "[00:00:02.345] Good evening.\n\n[00:00:05.000] Hello."
#define SPOKEN "Speaker 1: Good evening.\n\nSpeaker 2: Hello."
#define FULL "[00:00:02.345] Speaker 1: Good evening.\n\n[00:00:05.000] Speaker 2: Hello."

static TrsTranscript *
load_from (TrsTranscripts  *transcripts,
           TrsProject      *project,
           GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_transcripts_load_async (transcripts, project, NULL, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  return trs_transcripts_load_finish (transcripts, result, error);
}

static TrsTranscript *
load (Fixture     *fixture,
      TrsProject  *project,
      GError     **error)
{
  return load_from (trs_session_get_transcripts (fixture->session), project, error);
}

static void
assert_text (TrsTranscript *transcript,
             TrsTextFlags   flags,
             const char    *expected)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, flags);

  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), expected, strlen (expected));
}

static TrsProject *
add_done (Fixture    *fixture,
          const char *bare,
          const char *timed,
          const char *spoken,
          const char *full)
{
  trs_toy_service_set_text (fixture->toy, trs_toy_service_add (fixture->toy, "video", "upload"), bare, timed, spoken,
                            full);
  fixture_connect (fixture);
  return fixture_get (fixture, 0);
}

static void
test_two_make_four (Fixture       *fixture,
                    gconstpointer  data)
{
  TrsProject *project = add_done (fixture, BARE, TIMED, SPOKEN, FULL);
  g_autoptr (TrsTranscript) transcript = load (fixture, project, NULL);
  g_autoptr (TrsTranscript) again = load (fixture, project, NULL);

  g_assert_true (trs_transcript_is_aligned (transcript));
  assert_text (transcript, TRS_TEXT_BARE, BARE);
  assert_text (transcript, TRS_TEXT_TIMECODES, TIMED);
  assert_text (transcript, TRS_TEXT_SPEAKERS, SPOKEN);
  assert_text (transcript, TRS_TEXT_ALL, FULL);
  g_assert_true (again == transcript);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), ==, 2);
  g_assert_cmpstr (trs_project_get_data (project)->language, ==, "en");
  g_assert_false (trs_project_get_data (project)->empty_text);
}

static void
test_not_aligned (Fixture       *fixture,
                  gconstpointer  data)
{
  TrsProject *project = add_done (fixture, BARE, TIMED, SPOKEN, "[00:00:02.345] Something else.");
  g_autoptr (TrsTranscript) transcript = load (fixture, project, NULL);
  g_autoptr (TrsTranscript) again = load (fixture, project, NULL);

  g_assert_false (trs_transcript_is_aligned (transcript));
  assert_text (transcript, TRS_TEXT_BARE, BARE);
  assert_text (transcript, TRS_TEXT_TIMECODES, TIMED);
  assert_text (transcript, TRS_TEXT_SPEAKERS, SPOKEN);
  assert_text (transcript, TRS_TEXT_ALL, "[00:00:02.345] Something else.");
  g_assert_true (again == transcript);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), ==, 4);
}

static void
test_many_ask (Fixture       *fixture,
               gconstpointer  data)
{
  TrsProject *project = add_done (fixture, BARE, TIMED, SPOKEN, FULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GAsyncResult *results[3] = { NULL, NULL, NULL };
  g_autoptr (TrsTranscript) first = NULL;
  g_autoptr (TrsTranscript) third = NULL;
  g_autoptr (GError) error = NULL;

  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), project, NULL, trs_test_store_result,
                              &results[0]);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), project, cancellable,
                              trs_test_store_result, &results[1]);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), project, NULL, trs_test_store_result,
                              &results[2]);
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < 3; i++)
    trs_test_wait_result (results[i]);
  first = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), results[0], NULL);
  third = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), results[2], NULL);
  g_assert_nonnull (first);
  g_assert_true (first == third);
  g_assert_null (trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), results[1], &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  for (guint i = 0; i < 3; i++)
    g_object_unref (results[i]);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), ==, 2);
}

static void
test_not_done_after_all (Fixture       *fixture,
                         gconstpointer  data)
{
  TrsProject *project;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_add (fixture->toy, "video", "transcription");
  fixture_connect (fixture);
  project = fixture_get (fixture, 0);
  transcript = load (fixture, project, &error);
  g_assert_null (transcript);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  /* It is shown. */
  g_assert_cmpstr (error->message, ==, "The service has no transcript of this video yet");
  g_assert_cmpstr (trs_project_get_data (project)->message, ==, "Working on transcription");
}

static void
test_failure_can_be_repeated (Fixture       *fixture,
                              gconstpointer  data)
{
  TrsProject *project = add_done (fixture, BARE, TIMED, SPOKEN, FULL);
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_fail (fixture->toy, "showSpeaker", TRS_TOY_GARBAGE, 0, -1, 1);
  g_assert_null (load (fixture, project, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE);
  transcript = load (fixture, project, NULL);
  g_assert_nonnull (transcript);
}

static void
test_no_speech (Fixture       *fixture,
                gconstpointer  data)
{
  TrsProject *project = add_done (fixture, "", "", "", "");
  g_autoptr (TrsTranscript) transcript = load (fixture, project, NULL);

  g_assert_true (trs_transcript_is_empty (transcript));
  g_assert_true (trs_project_get_data (project)->empty_text);
}

/* A UUID is the same project in capital letters, and a service that tells them apart is asked as it wrote last. */
static void
test_capital_id (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char small[] = "0b5c7f9e-12ab-4cde-8f01-23456789abcd";
  static const char capital[] = "0B5C7F9E-12AB-4CDE-8F01-23456789ABCD";
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;
  TrsProject *project;

  trs_toy_service_add (fixture->toy, "video", "upload");
  trs_toy_service_set_id (fixture->toy, 0, small);
  fixture_connect (fixture);
  project = fixture_get (fixture, 0);
  trs_toy_service_set_id (fixture->toy, 0, capital);
  trs_toy_service_set_text (fixture->toy, capital, BARE, TIMED, SPOKEN, FULL);
  trs_manual_clock_advance (fixture->clock, 4000);
  fixture_refresh (fixture);
  trs_test_wait_until (g_str_equal (trs_project_get_wire_id (project), capital));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_true (fixture_get (fixture, 0) == project);
  g_assert_cmpstr (trs_project_get_id (project), ==, small);
  transcript = load (fixture, project, &error);
  g_assert_no_error (error);
  assert_text (transcript, TRS_TEXT_ALL, FULL);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/0B5C7F9E"), >=, 2);
}

static void
test_of_another_user (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (TrsProject) project = g_object_ref (add_done (fixture, BARE, TIMED, SPOKEN, FULL));
  g_autoptr (TrsTranscript) transcript = load (fixture, project, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (transcript);
  /* With another key nothing of it is told any more. */
  trs_toy_service_add_user (fixture->toy, "other-key");
  trs_toy_service_add_for (fixture->toy, "other-key", "video", "done");
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "other-key", NULL));
  g_assert_null (load (fixture, project, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND);
}

/* Whether it is still in memory: what has left it comes from the disk, as another object. */
static gboolean
is_cached (TrsTranscripts *transcripts,
           TrsProject     *project,
           TrsTranscript  *read_before)
{
  g_autoptr (TrsTranscript) transcript = load_from (transcripts, project, NULL);

  return transcript == read_before;
}

static void
test_cache (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (TrsApiClient) client = trs_api_client_new (TRS_TRANSPORT (fixture->toy), TRS_CLOCK (fixture->clock));
  /* Room for two. */
  g_autoptr (TrsTranscripts) transcripts = trs_transcripts_new (client, trs_session_get_library (fixture->session),
                                                                TRS_CLOCK (fixture->clock), 9 * strlen (FULL));
  TrsProject *projects[4];
  TrsTranscript *read[4];
  guint n_asked;

  for (guint i = 0; i < G_N_ELEMENTS (projects); i++)
    trs_toy_service_set_text (fixture->toy, trs_toy_service_add (fixture->toy, "video", "done"), BARE, TIMED, SPOKEN,
                              FULL);
  fixture_connect (fixture);
  trs_api_client_open (client, FIXTURE_ADDRESS, "toy-key");
  for (guint i = 0; i < G_N_ELEMENTS (projects); i++)
    projects[i] = fixture_get (fixture, i);

  read[0] = load_from (transcripts, projects[0], NULL);
  trs_transcripts_keep (transcripts, projects[0]);
  read[1] = load_from (transcripts, projects[1], NULL);
  g_assert_true (is_cached (transcripts, projects[0], read[0]));
  g_assert_true (is_cached (transcripts, projects[1], read[1]));
  n_asked = trs_toy_service_get_n_asked (fixture->toy);

  /* That on the screen stays, although it was used longest ago. */
  read[2] = load_from (transcripts, projects[2], NULL);
  g_assert_true (is_cached (transcripts, projects[2], read[2]));
  g_assert_true (is_cached (transcripts, projects[0], read[0]));
  g_assert_false (is_cached (transcripts, projects[1], read[1]));

  /* Of the others, those leave that were used longest ago. */
  trs_transcripts_keep (transcripts, NULL);
  read[3] = load_from (transcripts, projects[3], NULL);
  g_assert_true (is_cached (transcripts, projects[3], read[3]));
  g_assert_false (is_cached (transcripts, projects[0], read[0]));
  g_assert_true (is_cached (transcripts, projects[3], read[3]));

  trs_transcripts_clear (transcripts);
  g_assert_false (is_cached (transcripts, projects[3], read[3]));
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n_asked + 4);
  for (guint i = 0; i < G_N_ELEMENTS (read); i++)
    g_object_unref (read[i]);
}

/* Whoever gives up is told at once, and what was on its way comes for others. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  TrsProject *project = add_done (fixture, BARE, TIMED, SPOKEN, FULL);
  TrsTranscripts *transcripts = trs_session_get_transcripts (fixture->session);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_hold (fixture->toy);
  trs_transcripts_load_async (transcripts, project, cancellable, trs_test_store_result, &result);
  trs_test_wait_until (trs_toy_service_count (fixture->toy, "/api/detail/") == 2);
  g_cancellable_cancel (cancellable);
  trs_test_wait_result (result);
  g_assert_null (trs_transcripts_load_finish (transcripts, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  trs_toy_service_release (fixture->toy);
  transcript = load (fixture, project, NULL);
  g_assert_nonnull (transcript);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/transcripts/two-make-four", test_two_make_four);
  fixture_add_test ("/transcripts/not-aligned", test_not_aligned);
  fixture_add_test ("/transcripts/many-ask", test_many_ask);
  fixture_add_test ("/transcripts/not-done-after-all", test_not_done_after_all);
  fixture_add_test ("/transcripts/failure-can-be-repeated", test_failure_can_be_repeated);
  fixture_add_test ("/transcripts/no-speech", test_no_speech);
  fixture_add_test ("/transcripts/capital-id", test_capital_id);
  fixture_add_test ("/transcripts/of-another-user", test_of_another_user);
  fixture_add_test ("/transcripts/cache", test_cache);
  fixture_add_test ("/transcripts/cancel", test_cancel);
  return g_test_run ();
}
