/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The first submission of a new customer in the window, whose list is empty. */
#include "journey.h"

#include "trs-error.h"
#include "trs-test-store.h"

/* The program begins anew, without a keyring that has kept the key: the user enters it again. */
static void
restart_without_keyring (Journey *journey)
{
  const char *address = trs_service_process_get_address (journey->service);
  g_autoptr (GAsyncResult) removed = NULL;

  journey_end_session (journey);
  trs_keyring_remove_async (journey->keyring, address, NULL, trs_test_store_result, &removed);
  trs_test_wait_result (removed);
  g_assert_true (trs_keyring_remove_finish (journey->keyring, removed, NULL));
  journey_new_session (journey);
  trs_session_start (journey->session);
  trs_test_wait_until (trs_session_get_state (journey->session) == TRS_SESSION_KEY_LOST);
  g_assert_true (journey_connect (journey, NULL, NULL));
}

/* The first submission of a new customer, whose list stays empty: the key that is entered again is theirs, and what may
 * have been paid for is not sent a second time. */
static void
test_first_submission (void)
{
  static const char *const faults[] = {
    "\"status\": 500",
    "\"status\": 502, \"body\": \"Bad gateway\"",
    "\"status\": 503",
    "\"status\": 200, \"body\": \"<html>Welcome</html>\", \"content-type\": \"text/html\"",
    "\"status\": 502, \"body\": \"<html>No</html>\", \"content-type\": \"text/html\"",
    "\"status\": 201, \"body\": \"\"",
    "\"status\": 201, \"body\": \"{\\\"success\\\": true, \\\"projectId\\\": \\\"a\", \"cut\": 20",
    "\"status\": 201, \"body\": \"{\\\"success\\\": true}\"",
    "\"close\": \"fin\"",
    "\"close\": \"reset\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (Journey) journey = journey_new (NULL);
      g_autoptr (TrsSubmission) submission = NULL;
      g_autofree char *json = g_strdup_printf ("{ \"rules\": [ { \"match\": { \"method\": \"POST\" }, "
                                               "\"process\": false, %s } ] }", faults[i]);

      g_test_message ("%s", faults[i]);
      g_assert_true (journey_connect (journey, NULL, NULL));
      trs_service_process_set_faults (journey->service, json);
      submission = journey_press (journey, "harbour-clip", FALSE);
      g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
      for (guint j = 0; j < 2; j++)
        {
          g_autoptr (TrsSubmission) next = NULL;

          restart_without_keyring (journey);
          g_assert_cmpint (trs_library_get_account (trs_session_get_library (journey->session)), ==, 1);
          g_assert_null (trs_account_list_get_left (trs_session_get_accounts (journey->session)));
          next = journey_press (journey, "harbour-clip", FALSE);
          g_assert_cmpint (trs_submission_get_outcome (next), ==, TRS_SUBMISSION_NOT_SENT);
          g_assert_error (trs_submission_get_error (next), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
        }
      g_assert_cmpuint (journey_n_in_log (journey, "POST /api/transcribeVideo"), ==, 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/paid-once/key-is-entered-again", test_first_submission);
  return g_test_run ();
}
