/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "journey.h"

#include "trs-error.h"

static void
assert_text (TrsTranscript *transcript,
             TrsTextFlags   flags,
             const char    *beginning)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, flags);

  g_assert_cmpmem (g_bytes_get_data (text, NULL), MIN (g_bytes_get_size (text), strlen (beginning)), beginning,
                   strlen (beginning));
}

/* Connect, submit, wait, read: and the call of the service comes before any check would, where the user has chosen to
 * be called. */
static void
test_main_job (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  TrsProject *project;
  gint64 end;

  g_assert_true (journey_connect (journey, NULL, &error));
  g_assert_true (trs_account_set_callback (trs_session_get_account (journey->session), TRS_CALLBACK_THIS_COMPUTER, NULL,
                                           NULL, 0, NULL));
  submission = journey_submit (journey, "harbour-clip");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  project = journey_top (journey);
  trs_session_set_current (journey->session, project);

  /* The first detail may come too soon after another request, and then waits for the clock. */
  journey_until_at (journey, 5000, 3100, trs_project_get_data (project)->video_length == 20);

  /* The clock of the session moves past the shortest gap and all but stops: only the callback can tell. */
  trs_manual_clock_advance (journey->clock, 3100);
  end = trs_clock_get_time (TRS_CLOCK (journey->clock)) + G_TIME_SPAN_SECOND;
  journey_until_at (journey, 5, 1, trs_project_get_state (project) == TRS_PROJECT_STATE_DONE ||
                                     trs_clock_get_time (TRS_CLOCK (journey->clock)) >= end);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpuint (journey->n_ready, ==, 1);

  transcript = journey_load (journey, project, &error);
  g_assert_no_error (error);
  g_assert_true (trs_transcript_is_aligned (transcript));
  assert_text (transcript, TRS_TEXT_ALL, "[00:00:0");
  g_assert_nonnull (trs_project_get_data (project)->language);
  g_assert_cmpuint (journey_count (journey), ==, 1);
}

/* The pipeline fails in each of its states; the text of each project is told or its lack. */
static void
test_every_end (void)
{
  static const struct
  {
    const char *video_id;
    TrsProjectState state;
  } rows[] = {
    { "lost-upload", TRS_PROJECT_STATE_ERROR },
    { "press-briefing-broken", TRS_PROJECT_STATE_ERROR },
    { "drone-footage", TRS_PROJECT_STATE_DONE },
    { "awkward-title", TRS_PROJECT_STATE_DONE },
  };
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (TrsSubmission) private = NULL;
  TrsProject *projects[G_N_ELEMENTS (rows)];

  g_assert_true (journey_connect (journey, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TrsSubmission) submission = journey_submit (journey, rows[i].video_id);

      projects[i] = g_object_ref (trs_submission_get_project (submission));
    }
  private = journey_submit (journey, "private-hearing");
  g_assert_cmpint (trs_submission_get_outcome (private), ==, TRS_SUBMISSION_REFUSED);
  g_assert_error (trs_submission_get_error (private), TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND);

  journey_until (journey, journey->n_ready == G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TrsTranscript) transcript = NULL;

      g_assert_cmpint (trs_project_get_state (projects[i]), ==, rows[i].state);
      if (rows[i].state == TRS_PROJECT_STATE_DONE)
        {
          transcript = journey_load (journey, projects[i], NULL);
          g_assert_nonnull (transcript);
          g_assert_true (trs_transcript_is_aligned (transcript) || trs_transcript_is_empty (transcript));
          g_assert_true (trs_project_get_data (projects[i])->empty_text == (i == 2));
        }
      g_object_unref (projects[i]);
    }
}

/* Killed and started again while it uploads, and while it transcribes. */
static void
test_service_dies (void)
{
  static const char *const slowly[] = { "--speed", "4", NULL };
  static const TrsProjectState states[] = { TRS_PROJECT_STATE_UPLOAD, TRS_PROJECT_STATE_TRANSCRIPTION };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (Journey) journey = journey_new (slowly);
      g_autoptr (TrsSubmission) submission = NULL;
      g_autoptr (TrsTranscript) transcript = NULL;
      g_autoptr (GError) error = NULL;
      TrsProject *project;

      g_assert_true (journey_connect (journey, NULL, NULL));
      submission = journey_submit (journey, "harbour-clip");
      project = journey_top (journey);
      trs_session_set_current (journey->session, project);
      journey_until (journey, trs_project_get_state (project) == states[i]);

      trs_service_process_kill (journey->service);
      journey_until (journey, trs_project_get_watch (project) == TRS_PROJECT_WATCH_OFFLINE);
      g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (journey->session)), >, 0);
      g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_READY);

      trs_service_process_restart (journey->service);
      journey_until (journey, trs_project_get_state (project) == TRS_PROJECT_STATE_DONE);
      transcript = journey_load (journey, project, &error);
      g_assert_no_error (error);
      g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (journey->session)), ==, 0);
      g_assert_cmpuint (journey_count (journey), ==, 1);
      g_assert_cmpuint (journey->n_ready, ==, 1);
    }
}

/* Killed when it is done: a text that is here can be read, and one that is not comes when the service is back. */
static void
test_service_dies_afterwards (gconstpointer bare)
{
  g_autoptr (Journey) journey = bare != NULL ? journey_new_bare (NULL) : journey_new (NULL);
  g_autoptr (TrsTranscript) before = NULL;
  g_autoptr (TrsTranscript) without = NULL;
  g_autoptr (TrsTranscript) after = NULL;
  g_autoptr (GError) load_error = NULL;
  g_autoptr (GError) list_error = NULL;

  g_assert_true (journey_connect (journey, NULL, NULL));
  g_object_unref (journey_submit (journey, "harbour-clip"));
  journey_until (journey, trs_project_get_state (journey_top (journey)) == TRS_PROJECT_STATE_DONE);
  if (bare == NULL)
    before = journey_load (journey, journey_top (journey), NULL);

  trs_service_process_kill (journey->service);
  without = journey_load (journey, journey_top (journey), &load_error);
  g_assert_true ((without != NULL) == (bare == NULL));
  if (bare != NULL)
    g_assert_error (load_error, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_false (journey_refresh (journey, &list_error));
  g_assert_error (list_error, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (journey->session)), >, 0);
  g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_READY);

  trs_service_process_restart (journey->service);
  journey_until (journey, trs_reachability_get_offline_since (trs_session_get_reachability (journey->session)) == 0);
  after = journey_load (journey, journey_top (journey), NULL);
  assert_text (after, TRS_TEXT_ALL, "[00:00:0");
  g_assert_cmpuint (journey_count (journey), ==, 1);
  g_assert_cmpuint (journey->n_ready, ==, 1);
}

/* The program ends in between, and finds everything again. */
static void
test_program_restarts (gconstpointer bare)
{
  static const char *const slowly[] = { "--speed", "10", NULL };
  g_autoptr (Journey) journey = bare != NULL ? journey_new_bare (slowly) : journey_new (slowly);

  g_assert_true (journey_connect (journey, NULL, NULL));
  g_object_unref (journey_submit (journey, "harbour-clip"));
  journey_end_session (journey);
  journey_new_session (journey);
  trs_session_start (journey->session);
  journey_until (journey, journey_n_listed (journey) == 1);
  journey_until (journey, trs_project_get_state (journey_top (journey)) == TRS_PROJECT_STATE_DONE);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/work/main-job", test_main_job);
  g_test_add_func ("/journey/work/every-end", test_every_end);
  g_test_add_func ("/journey/work/service-dies", test_service_dies);
  g_test_add_data_func ("/journey/work/service-dies-afterwards", NULL, test_service_dies_afterwards);
  g_test_add_data_func ("/journey/work/service-dies-afterwards-bare", "bare", test_service_dies_afterwards);
  g_test_add_data_func ("/journey/work/program-restarts", NULL, test_program_restarts);
  g_test_add_data_func ("/journey/work/program-restarts-bare", "bare", test_program_restarts);
  return g_test_run ();
}
