/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cut-proxy.h"
#include "journey.h"

#include "trs-error.h"
#include "trs-reconciler.h"

/* How far the places at which an answer is cut are from each other. */
#define CUT_STEP 17

static void
set_fault (Journey    *journey,
           const char *fault)
{
  g_autofree char *json = g_strdup_printf ("{ \"rules\": [ { \"match\": { \"method\": \"POST\" }, %s } ] }", fault);

  trs_service_process_set_faults (journey->service, json);
}

static void
assert_adopted (Journey       *journey,
                TrsSubmission *submission,
                guint          n_presses)
{
  journey_until (journey, trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED);
  g_assert_false (trs_project_is_pending (journey_top (journey)));
  g_assert_true (journey_top (journey) == trs_submission_get_project (submission));
  g_assert_cmpuint (journey_count (journey), ==, n_presses);
  g_assert_cmpuint (journey_n_listed (journey), ==, n_presses);
}

/* It went through, and nobody was told: one project for one press, whatever comes instead of the answer. */
static void
test_answer_is_lost (void)
{
  static const char *const faults[] = {
    "\"process\": true, \"close\": \"fin\"",
    "\"process\": true, \"close\": \"reset\"",
    "\"process\": true, \"cut\": 0",
    "\"process\": true, \"cut\": 9, \"framing\": \"chunked\"",
    "\"process\": true, \"cut\": 9, \"framing\": \"close\"",
    "\"process\": true, \"body\": \"<html>Accepted</html>\", \"content-type\": \"text/html\"",
    "\"process\": true, \"body\": \"{\\\"success\\\": true}\"",
    "\"process\": true, \"body\": \"\"",
    "\"process\": true, \"nested\": 100000",
    "\"process\": true, \"gzip-bomb\": 80",
    "\"process\": true, \"status\": 500",
    "\"process\": true, \"status\": 502, \"body\": \"Bad gateway\"",
    "\"process\": true, \"status\": 200",
    "\"process\": true, \"status\": 303, \"headers\": { \"Location\": \"/api/list\" }",
  };
  g_autoptr (Journey) journey = journey_new (NULL);

  g_assert_true (journey_connect (journey, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (TrsSubmission) submission = NULL;

      g_test_message ("%s", faults[i]);
      set_fault (journey, faults[i]);
      submission = journey_submit (journey, "harbour-clip");
      g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
      g_assert_true (trs_project_is_pending (trs_submission_get_project (submission)));
      trs_service_process_set_faults (journey->service, NULL);
      assert_adopted (journey, submission, i + 1);
      g_assert_cmpuint (journey->n_adopted, ==, i + 1);
    }
}

/* A slow answer is an answer. */
static void
test_answer_drips (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (TrsSubmission) submission = NULL;

  g_assert_true (journey_connect (journey, NULL, NULL));
  set_fault (journey, "\"drip\": 30");
  submission = journey_submit (journey, "harbour-clip");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (journey->n_adopted, ==, 0);
}

/* Wherever the answer ends: before the headers, in them, in the body, and after it. */
static void
test_answer_is_cut (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (CutProxy) proxy = cut_proxy_new (trs_service_process_get_address (journey->service));
  gboolean whole = FALSE;
  guint n = 0;

  g_assert_true (journey_connect (journey, cut_proxy_get_address (proxy), NULL));
  for (gssize after = 0; !whole; after += CUT_STEP)
    {
      g_autoptr (TrsSubmission) submission = NULL;

      cut_proxy_cut_answer (proxy, "POST", after);
      submission = journey_submit (journey, "harbour-clip");
      whole = trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED;
      if (!whole)
        g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
      cut_proxy_cut_nothing (proxy);
      assert_adopted (journey, submission, ++n);
    }
  g_assert_cmpuint (n, >, 8);
  g_assert_cmpuint (journey->n_adopted, ==, n - 1);
}

/* Wherever the request ends, the service has it or not, and the history agrees with it. */
static void
test_request_is_cut (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (CutProxy) proxy = cut_proxy_new (trs_service_process_get_address (journey->service));
  g_autoptr (TrsSubmission) last = NULL;
  guint n_pending = 0;

  g_assert_true (journey_connect (journey, cut_proxy_get_address (proxy), NULL));
  for (gssize after = 0; last == NULL; after += 4 * CUT_STEP)
    {
      g_autoptr (TrsSubmission) submission = NULL;

      cut_proxy_cut_request (proxy, "POST", after);
      submission = journey_submit (journey, "harbour-clip");
      cut_proxy_cut_nothing (proxy);
      if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED)
        {
          last = g_steal_pointer (&submission);
          break;
        }

      g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
      n_pending++;
      journey_pass (journey, 10000);
      if (journey->n_adopted > 0)
        last = g_steal_pointer (&submission);
    }

  g_assert_cmpuint (n_pending, >, 2);
  g_assert_cmpuint (journey_count (journey), ==, 1);
  g_assert_cmpuint (journey_n_listed (journey), ==, 1);
}

/* It never arrived. Nothing is sent again, and nothing is called failed. */
static void
test_request_is_lost (void)
{
  static const char *const faults[] = {
    "\"process\": false, \"close\": \"fin\"",
    "\"process\": false, \"close\": \"reset\"",
    "\"process\": false, \"status\": 503",
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (Journey) journey = journey_new (NULL);
      g_autoptr (TrsSubmission) submission = NULL;
      g_autoptr (TrsSubmission) again = NULL;
      TrsProject *pending;

      g_assert_true (journey_connect (journey, NULL, NULL));
      set_fault (journey, faults[i]);
      submission = journey_submit (journey, "harbour-clip");
      trs_service_process_set_faults (journey->service, NULL);
      g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
      pending = journey_top (journey);
      journey_pass (journey, 15000);
      trs_manual_clock_suspend (journey->clock, 13 * 60 * 1000);
      journey_until (journey, trs_project_get_watch (pending) == TRS_PROJECT_WATCH_STOPPED);
      g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
      g_assert_cmpuint (journey_count (journey), ==, 0);
      g_assert_cmpuint (journey_n_in_log (journey, "POST /api/transcribeVideo"), ==, 1);

      /* Sending it again is the user's own choice. */
      trs_reconciler_dismiss (trs_session_get_reconciler (journey->session), pending);
      again = journey_submit (journey, "harbour-clip");
      g_assert_cmpint (trs_submission_get_outcome (again), ==, TRS_SUBMISSION_ACCEPTED);
      g_assert_cmpuint (journey_count (journey), ==, 1);
    }
}

static void
test_refused (void)
{
  static const guint statuses[] = { 400, 402, 404, 409, 422, 429, 301, 302, 307, 308, 401 };
  g_autoptr (Journey) journey = journey_new (NULL);

  g_assert_true (journey_connect (journey, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr (TrsSubmission) submission = NULL;
      g_autofree char *fault = g_strdup_printf ("\"status\": %u, \"process\": false, "
                                                "\"headers\": { \"Location\": \"/api/list?page=1\" }",
                                                statuses[i]);

      set_fault (journey, fault);
      submission = journey_submit (journey, "harbour-clip");
      g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_REFUSED);
      g_assert_cmpuint (trs_error_get_http_status (trs_submission_get_error (submission)), ==, statuses[i]);
    }
  g_assert_cmpuint (journey_count (journey), ==, 0);
  g_assert_cmpuint (journey_n_listed (journey), ==, 0);
  g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_KEY_REFUSED);
}

static void
test_credit_runs_out (void)
{
  static const char *const poor[] = { "--user", "poor-key-1:2", NULL };
  g_autoptr (Journey) journey = journey_new (poor);

  g_assert_true (journey_connect (journey, NULL, NULL));
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TrsSubmission) submission = journey_submit (journey, "harbour-clip");

      g_assert_cmpint (trs_submission_get_outcome (submission), ==,
                       i < 2 ? TRS_SUBMISSION_ACCEPTED : TRS_SUBMISSION_REFUSED);
      if (i == 2)
        g_assert_error (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
    }
}

static void
test_service_is_down (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_true (journey_connect (journey, NULL, NULL));
  trs_service_process_kill (journey->service);
  submission = journey_submit (journey, "harbour-clip");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_cmpuint (journey_n_listed (journey), ==, 0);

  trs_service_process_restart (journey->service);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (journey->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (journey_count (journey), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/money/answer-is-lost", test_answer_is_lost);
  g_test_add_func ("/journey/money/answer-drips", test_answer_drips);
  g_test_add_func ("/journey/money/answer-is-cut", test_answer_is_cut);
  g_test_add_func ("/journey/money/request-is-cut", test_request_is_cut);
  g_test_add_func ("/journey/money/request-is-lost", test_request_is_lost);
  g_test_add_func ("/journey/money/refused", test_refused);
  g_test_add_func ("/journey/money/credit-runs-out", test_credit_runs_out);
  g_test_add_func ("/journey/money/service-is-down", test_service_is_down);
  return g_test_run ();
}
