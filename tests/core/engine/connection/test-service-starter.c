/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-starter.h"

#include "trs-account.h"
#include "trs-error.h"
#include "trs-manual-clock.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

typedef struct
{
  TrsManualClock *clock;
  TrsServiceStarter *starter;
  char *folder;
  guint n_ended;
  GError *error; /* of the last end */
} Fixture;

static void
ended_cb (Fixture      *fixture,
          const char   *name,
          const GError *error)
{
  g_assert_cmpstr (name, ==, TRS_ACCOUNT_SAMPLE);
  fixture->n_ended++;
  g_clear_error (&fixture->error);
  fixture->error = error != NULL ? g_error_copy (error) : NULL;
}

static char *
get_path (Fixture    *fixture,
          const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

/* A sample service that ends when the file “die” is there, or its input ends. */
static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *program = NULL;
  g_autofree char *script = NULL;

  fixture->clock = trs_manual_clock_new (G_TIME_SPAN_DAY);
  fixture->folder = g_dir_make_tmp ("trs-starter-XXXXXX", &error);
  g_assert_no_error (error);
  program = get_path (fixture, "program");
  script = g_strdup_printf ("#!/bin/sh\ncd '%s'\necho 'Listening on http://127.0.0.1:4711'\necho 'Key sample-key'\n"
                            "echo >> started\nexec 3<&0\n(cat <&3; kill $$) > cat.log 2>&1 &\n"
                            "while ! [ -e die ]; do sleep 0.01; done\n",
                            fixture->folder);
  g_file_set_contents_full (program, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  fixture->starter = trs_service_starter_new (program, NULL, NULL, TRS_CLOCK (fixture->clock));
  g_signal_connect_swapped (fixture->starter, "ended", G_CALLBACK (ended_cb), fixture);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  user_data)
{
  static const char * const names[] = { "cat.log", "die", "program", "started" };

  g_object_unref (fixture->starter);
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 0);
  g_object_unref (fixture->clock);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = get_path (fixture, names[i]);

      g_remove (path);
    }
  g_remove (fixture->folder);
  g_free (fixture->folder);
  g_clear_error (&fixture->error);
}

static gboolean
start (Fixture     *fixture,
       const char  *name,
       GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_service_starter_start_async (fixture->starter, name, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_service_starter_start_finish (fixture->starter, result, error);
}

static guint
count_starts (Fixture *fixture)
{
  g_autofree char *path = get_path (fixture, "started");
  g_autofree char *started = NULL;
  guint n = 0;

  g_file_get_contents (path, &started, NULL, NULL);
  for (const char *p = started; p != NULL && *p != '\0'; p++)
    n += *p == '\n';
  return n;
}

/* The service ends although nobody has stopped it. */
static void
die (Fixture *fixture)
{
  g_autofree char *path = get_path (fixture, "die");
  guint n_ended = fixture->n_ended;

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  trs_test_wait_until (fixture->n_ended > n_ended);
  g_remove (path);
}

static void
start_and_die (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (start (fixture, TRS_ACCOUNT_SAMPLE, &error));
  g_assert_no_error (error);
  die (fixture);
}

/* One run serves whoever asks, and ends when another account is used. */
static void
test_runs_once (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_assert_true (start (fixture, TRS_ACCOUNT_SAMPLE, NULL));
  g_assert_cmpstr (trs_service_starter_get_address (fixture->starter, TRS_ACCOUNT_SAMPLE), ==, "http://127.0.0.1:4711");
  g_assert_cmpstr (trs_service_starter_get_key (fixture->starter, TRS_ACCOUNT_SAMPLE), ==, "sample-key");
  trs_test_poll_until (count_starts (fixture) == 1);

  trs_service_starter_stop_others (fixture->starter, TRS_ACCOUNT_SAMPLE);
  g_assert_true (start (fixture, TRS_ACCOUNT_SAMPLE, NULL));
  g_assert_cmpuint (count_starts (fixture), ==, 1);

  trs_service_starter_stop_others (fixture->starter, "https://api.example.com");
  g_assert_null (trs_service_starter_get_address (fixture->starter, TRS_ACCOUNT_SAMPLE));
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 0);
  g_assert_cmpuint (fixture->n_ended, ==, 0);
}

/* It may end once in a minute; the user may want it all the same. */
static void
test_ends_again (Fixture       *fixture,
                 gconstpointer  user_data)
{
  start_and_die (fixture);
  g_assert_no_error (fixture->error);
  trs_manual_clock_advance (fixture->clock, 59 * 1000);
  start_and_die (fixture);
  g_assert_error (fixture->error, TRS_ERROR, TRS_ERROR_FAILED);
  trs_manual_clock_advance (fixture->clock, 1000);
  start_and_die (fixture);
  g_assert_no_error (fixture->error);

  start_and_die (fixture);
  g_assert_error (fixture->error, TRS_ERROR, TRS_ERROR_FAILED);
  trs_service_starter_forget_ends (fixture->starter);
  start_and_die (fixture);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->n_ended, ==, 5);
}

/* Whoever waits for a service that is stopped meanwhile does not get another one. */
static void
test_stopped_meanwhile (Fixture       *fixture,
                        gconstpointer  user_data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_service_starter_start_async (fixture->starter, TRS_ACCOUNT_SAMPLE, NULL, trs_test_store_result, &result);
  trs_service_starter_stop_others (fixture->starter, NULL);
  trs_test_wait_result (result);
  g_assert_false (trs_service_starter_start_finish (fixture->starter, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_not_installed (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (start (fixture, TRS_ACCOUNT_LOCAL, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_null (trs_service_starter_get_key (fixture->starter, TRS_ACCOUNT_LOCAL));
  g_clear_error (&error);

  g_clear_object (&fixture->starter);
  fixture->starter = trs_service_starter_new (NULL, NULL, NULL, TRS_CLOCK (fixture->clock));
  g_assert_false (start (fixture, TRS_ACCOUNT_SAMPLE, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add ("/service-starter/runs-once", Fixture, NULL, fixture_set_up, test_runs_once, fixture_tear_down);
  g_test_add ("/service-starter/ends-again", Fixture, NULL, fixture_set_up, test_ends_again, fixture_tear_down);
  g_test_add ("/service-starter/stopped-meanwhile", Fixture, NULL, fixture_set_up, test_stopped_meanwhile,
              fixture_tear_down);
  g_test_add ("/service-starter/not-installed", Fixture, NULL, fixture_set_up, test_not_installed, fixture_tear_down);

  return g_test_run ();
}
