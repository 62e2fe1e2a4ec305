/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cut-proxy.h"
#include "journey.h"

#include "trs-error.h"
#include "trs-reconciler.h"

#define CUT_STEP 23

static void
set_fault (Journey    *journey,
           const char *prefix,
           const char *fault)
{
  g_autofree char *json =
      g_strdup_printf ("{ \"rules\": [ { \"match\": { \"prefix\": \"%s\" }, %s } ] }", prefix, fault);

  trs_service_process_set_faults (journey->service, json);
}

/* Nothing brings a text here by itself meanwhile. */
static void
set_no_texts (Journey *journey)
{
  set_fault (journey, "/api/detail/", "\"status\": 503");
}

/* Done, and its text is not here yet. */
static Journey *
journey_with_done (gconstpointer bare)
{
  Journey *journey = bare != NULL ? journey_new_bare (NULL) : journey_new (NULL);

  g_assert_true (journey_connect (journey, NULL, NULL));
  set_no_texts (journey);
  g_object_unref (journey_submit (journey, "harbour-clip"));
  journey_until (journey, journey->n_ready == 1);
  return journey;
}

static const struct
{
  const char *fault;
  TrsError code;
} answers[] = {
  { "\"close\": \"fin\"", TRS_ERROR_OFFLINE },
  { "\"close\": \"reset\"", TRS_ERROR_OFFLINE },
  { "\"body\": \"garbage\"", TRS_ERROR_NOT_THE_SERVICE },
  { "\"body\": \"\"", TRS_ERROR_NOT_THE_SERVICE },
  { "\"body\": \"null\"", TRS_ERROR_NOT_THE_SERVICE },
  { "\"body\": \"<html>\", \"content-type\": \"text/html\"", TRS_ERROR_NOT_THE_SERVICE },
  { "\"nested\": 200000", TRS_ERROR_TOO_LARGE },
  { "\"gzip-bomb\": 80", TRS_ERROR_TOO_LARGE },
  { "\"oversized\": 70", TRS_ERROR_TOO_LARGE },
  { "\"status\": 500", TRS_ERROR_SERVER },
  { "\"status\": 503, \"body\": \"<html>\"", TRS_ERROR_SERVER },
  { "\"status\": 429, \"headers\": { \"Retry-After\": \"7\" }", TRS_ERROR_RATE_LIMITED },
  { "\"status\": 302, \"headers\": { \"Location\": \"/api/list?page=1\" }", TRS_ERROR_NOT_THE_SERVICE },
  { "\"status\": 202", TRS_ERROR_NOT_THE_SERVICE },
};

/* What is here is read from here, whatever the service says. */
static void
assert_stays (Journey       *journey,
              TrsProject    *project,
              TrsTranscript *transcript)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, TRS_TEXT_ALL);

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsTranscript) again = NULL;
      g_autoptr (GBytes) same = NULL;

      set_fault (journey, "/api/", answers[i].fault);
      again = journey_load (journey, project, &error);
      g_assert_no_error (error);
      same = trs_transcript_get_text (again, TRS_TEXT_ALL);
      g_assert_true (g_bytes_equal (text, same));
    }
}

/* Whatever comes instead of a list or of a text: an error of its own, nothing is lost, and then it goes on. */
static void
test_answers (void)
{
  g_autoptr (Journey) journey = journey_with_done (NULL);
  g_autoptr (TrsTranscript) transcript = NULL;
  TrsProject *project = journey_top (journey);

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GError) list_error = NULL;
      g_autoptr (GError) text_error = NULL;

      g_test_message ("%s", answers[i].fault);
      set_fault (journey, "/api/", answers[i].fault);
      g_assert_false (journey_refresh (journey, &list_error));
      g_assert_error (list_error, TRS_ERROR, (gint) answers[i].code);
      g_assert_null (journey_load (journey, project, &text_error));
      g_assert_error (text_error, TRS_ERROR, (gint) answers[i].code);
      g_assert_true (journey_top (journey) == project);
      g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
      g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_READY);

      set_no_texts (journey);
      g_assert_true (journey_refresh (journey, NULL));
      g_assert_null (trs_history_get_error (journey->history));
    }

  trs_service_process_set_faults (journey->service, NULL);
  transcript = journey_load (journey, project, NULL);
  g_assert_nonnull (transcript);
  assert_stays (journey, project, transcript);
}

/* A list or a text that ends too early is none, wherever it ends. */
static void
test_cuts (gconstpointer bare)
{
  g_autoptr (Journey) journey = journey_with_done (bare);
  g_autoptr (CutProxy) proxy = cut_proxy_new (trs_service_process_get_address (journey->service));
  g_autoptr (TrsTranscript) transcript = NULL;
  guint n_bad = 0;

  cut_proxy_cut_answer (proxy, "GET /api/detail/", 0);
  g_assert_true (journey_connect (journey, cut_proxy_get_address (proxy), NULL));
  /* Not before nobody asks the service itself any more: a text that is kept would not be asked for. */
  trs_service_process_set_faults (journey->service, NULL);
  for (gssize after = 0; after < 5000; after += CUT_STEP)
    {
      g_autoptr (GError) error = NULL;

      cut_proxy_cut_answer (proxy, "GET /api/detail/", after);
      transcript = journey_load (journey, journey_top (journey), &error);
      if (transcript != NULL)
        break;
      n_bad++;
      g_assert_cmpint (trs_project_get_state (journey_top (journey)), ==, TRS_PROJECT_STATE_DONE);
    }
  g_assert_nonnull (transcript);
  g_assert_true (trs_transcript_is_aligned (transcript));
  g_assert_cmpuint (n_bad, >, 6);

  n_bad = 0;
  for (gssize after = 0; after < 5000; after += CUT_STEP)
    {
      cut_proxy_cut_answer (proxy, "GET /api/list", after);
      if (journey_refresh (journey, NULL))
        break;
      n_bad++;
      g_assert_cmpuint (journey_n_listed (journey), ==, 1);
    }
  g_assert_cmpuint (n_bad, >, 6);
}

/* The key goes to no other address, whoever asks for it. */
static void
test_redirect_elsewhere (void)
{
  static const guint statuses[] = { 301, 302, 303, 307, 308 };
  g_autoptr (Journey) journey = journey_with_done (NULL);
  g_autoptr (TrsServiceProcess) other = trs_service_process_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *fault =
          g_strdup_printf ("\"status\": %u, \"process\": false, \"headers\": { \"Location\": \"%s/api/list?page=1\" }",
                           statuses[i], trs_service_process_get_address (other));
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsSubmission) submission = NULL;

      set_fault (journey, "/api/", fault);
      g_assert_false (journey_refresh (journey, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE);
      g_assert_null (journey_load (journey, journey_top (journey), NULL));
      submission = journey_submit (journey, "harbour-clip");
      g_assert_cmpint (trs_submission_get_outcome (submission), !=, TRS_SUBMISSION_ACCEPTED);
      if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN)
        trs_reconciler_dismiss (trs_session_get_reconciler (journey->session), trs_submission_get_project (submission));
    }
  g_assert_null (strstr (trs_service_process_get_log (other), "GET"));
  g_assert_null (strstr (trs_service_process_get_log (other), "POST"));
}

/* The key is refused in mid-flight: everything can still be read, nothing more is asked, and a key mends it. */
static void
test_key_refused (void)
{
  static const char *const slowly[] = { "--speed", "20", NULL };
  g_autoptr (Journey) journey = journey_new (slowly);
  g_autoptr (TrsSubmission) refused = NULL;
  g_autoptr (GError) error = NULL;
  TrsProject *project;
  guint n_asked;

  g_assert_true (journey_connect (journey, NULL, NULL));
  g_object_unref (journey_submit (journey, "conference-ferry"));
  project = journey_top (journey);
  set_fault (journey, "/api/", "\"status\": 401, \"process\": false");
  journey_until (journey, trs_session_get_state (journey->session) == TRS_SESSION_KEY_REFUSED);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_NEEDS_KEY);
  refused = journey_submit (journey, "harbour-clip");
  g_assert_cmpint (trs_submission_get_outcome (refused), ==, TRS_SUBMISSION_NOT_SENT);

  n_asked = journey_n_in_log (journey, "/api/");
  journey_pass (journey, 25000);
  g_assert_cmpuint (journey_n_in_log (journey, "/api/"), ==, n_asked);
  g_assert_true (journey_top (journey) == project);

  trs_service_process_set_faults (journey->service, NULL);
  g_assert_true (journey_connect (journey, NULL, &error));
  g_assert_true (journey_top (journey) == project);
  journey_until (journey, trs_project_get_state (project) == TRS_PROJECT_STATE_DONE);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/hostile/answers", test_answers);
  g_test_add_data_func ("/journey/hostile/cuts", NULL, test_cuts);
  g_test_add_data_func ("/journey/hostile/cuts-bare", "bare", test_cuts);
  g_test_add_func ("/journey/hostile/redirect-elsewhere", test_redirect_elsewhere);
  g_test_add_func ("/journey/hostile/key-refused", test_key_refused);
  return g_test_run ();
}
