/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "journey.h"
#include "trs-session.h"

#include <glib/gstdio.h>
#include <signal.h>

/* The samples have their deadlines on the clock of the session, which must not run too fast for them. */
#define sample_until(self, condition) journey_until_at (self, 10, 20, condition)

typedef struct
{
  Journey *journey;
  char *folder;
  char *program;
  char *data;
  char *pid;
  char *catalogue;
} Sample;

/* The service, faster, and with its process known to the test. */
static void
sample_init (Sample *sample)
{
  g_autofree char *script = NULL;
  g_autoptr (GError) error = NULL;

  sample->journey = journey_new (NULL);
  sample->folder = g_dir_make_tmp ("trs-sample-XXXXXX", &error);
  g_assert_no_error (error);
  sample->program = g_build_filename (sample->folder, "program.sh", NULL);
  sample->data = g_build_filename (sample->folder, "sample.db", NULL);
  sample->pid = g_build_filename (sample->folder, "pid", NULL);
  script = g_strdup_printf ("#!/bin/sh\necho $$ >'%s'\nexec '%s' \"$@\" --speed 20\n", sample->pid,
                            trs_service_process_get_program ());
  g_file_set_contents_full (sample->program, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  sample->catalogue = g_test_build_filename (G_TEST_DIST, "..", "data", "catalogue", NULL);
  journey_end_session (sample->journey);
  sample->journey->sample_program = sample->program;
  sample->journey->sample_catalogue = sample->catalogue;
  sample->journey->sample_data = sample->data;
}

static void
sample_clear (Sample *sample)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  journey_free (sample->journey);
  dir = g_dir_open (sample->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (sample->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (sample->folder);
  g_free (sample->folder);
  g_free (sample->program);
  g_free (sample->data);
  g_free (sample->pid);
  g_free (sample->catalogue);
}

/* 0 while the next one writes. */
static GPid
peek_pid (Sample *sample)
{
  g_autofree char *contents = NULL;

  if (!g_file_get_contents (sample->pid, &contents, NULL, NULL))
    return 0;
  return (GPid) g_ascii_strtoll (contents, NULL, 10);
}

/* Each look may find another process, or none: the one that was seen is the one that is returned.
 * A signal to process 0 would go to this test and everything it started. */
static GPid
wait_for_pid (Sample *sample,
              GPid    before)
{
  GPid seen = 0;

  trs_test_wait_until ((seen = peek_pid (sample)) > 1 && seen != before);
  return seen;
}

static void
wait_for_end (GPid pid)
{
  trs_test_wait_until (kill (pid, 0) != 0);
}

static void
connect_sample (Sample *sample)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_service_async (trs_session_get_sign_in (sample->journey->session), TRS_ACCOUNT_SAMPLE, NULL,
                                     trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_sign_in_connect_service_finish (trs_session_get_sign_in (sample->journey->session), result, &error);
  g_assert_no_error (error);
}

/* With no account and no keyring: a project is made, and is there at the next start on another port. */
static void
test_survives_restarts (void)
{
  Sample sample;
  Journey *journey;
  TrsAccount *account;
  TrsProject *project;
  g_autoptr (TrsSubmission) submission = NULL;

  sample_init (&sample);
  journey = sample.journey;
  journey_new_session (journey);
  trs_session_start (journey->session);
  g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_NO_ACCOUNT);
  connect_sample (&sample);
  account = trs_session_get_account (journey->session);
  g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_READY);
  g_assert_true (trs_account_get_sample (account));
  g_assert_cmpstr (trs_account_get_server_address (account), ==, "");
  g_assert_true (trs_session_get_key_in_keyring (journey->session));
  submission = journey_submit (journey, "harbour-clip");
  g_assert_cmpstr (trs_submission_get_webhook_url (submission), ==, "https://callback.invalid/");
  /* Nothing is told by the service, so it is asked as often as the one for files on this computer. */
  project = journey_top (journey);
  sample_until (journey, trs_project_get_next_check_at (project) > 0);
  g_assert_cmpint (trs_project_get_next_check_at (project) - trs_project_get_checked_at (project), <=,
                   4 * G_TIME_SPAN_SECOND);
  sample_until (journey, trs_project_get_state (project) == TRS_PROJECT_STATE_DONE);
  journey_end_session (journey);
  wait_for_end (wait_for_pid (&sample, 0));

  journey_new_session (journey);
  trs_session_start (journey->session);
  g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_STARTING);
  sample_until (journey, journey_n_listed (journey) == 1);
  sample_until (journey, trs_session_get_state (journey->session) == TRS_SESSION_READY);
  g_assert_cmpint (trs_project_get_state (journey_top (journey)), ==, TRS_PROJECT_STATE_DONE);
  sample_clear (&sample);
}

/* It dies under way: it is started once more, and goes on. */
static void
test_dies (void)
{
  Sample sample;
  Journey *journey;
  TrsProject *project;
  GPid first;

  sample_init (&sample);
  journey = sample.journey;
  journey_new_session (journey);
  trs_session_start (journey->session);
  connect_sample (&sample);
  g_object_unref (journey_submit (journey, "harbour-clip"));
  project = journey_top (journey);

  first = wait_for_pid (&sample, 0);
  kill (first, SIGKILL);
  sample_until (journey, trs_project_get_state (project) == TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (wait_for_pid (&sample, 0), !=, first);
  g_assert_cmpint (trs_session_get_state (journey->session), ==, TRS_SESSION_READY);

  /* It dies again and again: that is said, and the user may try. */
  trs_manual_clock_suspend (journey->clock, 60 * 1000);
  first = wait_for_pid (&sample, 0);
  kill (first, SIGKILL);
  kill (wait_for_pid (&sample, first), SIGKILL);
  trs_test_wait_until (trs_session_get_state (journey->session) == TRS_SESSION_KEY_LOCKED);
  g_assert_nonnull (trs_session_get_key_error (journey->session));
  g_assert_true (journey_top (journey) == project);
  trs_session_retry_keyring (journey->session);
  trs_test_wait_until (trs_session_get_state (journey->session) == TRS_SESSION_READY);
  sample_clear (&sample);
}

/* From the samples to an account of one's own: other projects, and the samples have ended. */
static void
test_leave_for_a_server (void)
{
  Sample sample;
  Journey *journey;
  g_autoptr (GError) error = NULL;

  sample_init (&sample);
  journey = sample.journey;
  journey_new_session (journey);
  trs_session_start (journey->session);
  connect_sample (&sample);
  g_object_unref (journey_submit (journey, "harbour-clip"));
  g_assert_true (journey_connect (journey, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (trs_account_get_sample (trs_session_get_account (journey->session)));
  g_assert_cmpuint (journey_n_listed (journey), ==, 0);
  wait_for_end (wait_for_pid (&sample, 0));
  sample_clear (&sample);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/sample/survives-restarts", test_survives_restarts);
  g_test_add_func ("/journey/sample/dies", test_dies);
  g_test_add_func ("/journey/sample/leave-for-a-server", test_leave_for_a_server);
  return g_test_run ();
}
