/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program is killed at every step of a submission, and started again:
 * never two projects for one press, never a lost one. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "trs-service-process.h"
#include "trs-test-utils.h"

#define N_PRESSES 200
#define VIDEO "harbour-clip"

/* A submission takes a few milliseconds here; the last kills come after its end. */
#define LATEST_KILL_MICROSECONDS 30000

static guint
count_in_log (TrsServiceProcess *service,
              const char        *part)
{
  const char *place = trs_service_process_get_log (service);
  guint n = 0;

  while ((place = strstr (place, part)) != NULL)
    {
      n++;
      place += strlen (part);
    }
  return n;
}

static GSubprocess *
start_client (const char        *store,
              TrsServiceProcess *service,
              const char        *video)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *client = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, TRS_CRASH_CLIENT, store,
                                          trs_service_process_get_address (service),
                                          trs_service_process_get_key (service), video, NULL);

  g_assert_no_error (error);
  return client;
}

static void
press_and_kill (const char        *store,
                TrsServiceProcess *service,
                guint              microseconds)
{
  g_autoptr (GSubprocess) client = start_client (store, service, VIDEO);
  g_autoptr (GDataInputStream) words = g_data_input_stream_new (g_subprocess_get_stdout_pipe (client));
  g_autofree char *word = g_data_input_stream_read_line (words, NULL, NULL, NULL);
  gint64 until = g_get_monotonic_time () + microseconds;

  g_assert_cmpstr (word, ==, "connected");
  while (g_get_monotonic_time () < until)
    continue;
  g_subprocess_send_signal (client, SIGKILL);
  g_subprocess_wait (client, NULL, NULL);
}

static guint
start_again (const char        *store,
             TrsServiceProcess *service)
{
  g_autoptr (GSubprocess) client = start_client (store, service, NULL);
  g_autoptr (GDataInputStream) words = g_data_input_stream_new (g_subprocess_get_stdout_pipe (client));
  g_autofree char *connected = g_data_input_stream_read_line (words, NULL, NULL, NULL);
  g_autofree char *pending = g_data_input_stream_read_line (words, NULL, NULL, NULL);

  g_assert_cmpstr (connected, ==, "connected");
  g_assert_true (g_str_has_prefix (pending, "pending "));
  g_assert_true (g_subprocess_wait_check (client, NULL, NULL));
  return (guint) g_ascii_strtoull (pending + strlen ("pending "), NULL, 10);
}

/* The service's own log says what it accepted: the client is not believed. The word about the faults stands behind
 * what the log has to say so far. */
static guint
count_accepted (TrsServiceProcess *service)
{
  trs_service_process_set_faults (service, NULL);
  return count_in_log (service, "POST /api/transcribeVideo 201");
}

static void
test_kill_at_every_step (void)
{
  const char *args[] = { "--user", "crash-key:100000", NULL };
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (args);
  g_autofree char *store = g_build_filename (g_get_user_data_dir (), "crash", "transcripts.db", NULL);
  guint n_accepted = 0;
  guint n_without = 0;

  for (guint i = 0; i < N_PRESSES; i++)
    {
      guint before = count_accepted (service);
      guint pending;
      guint after;

      press_and_kill (store, service, LATEST_KILL_MICROSECONDS * i / N_PRESSES);
      pending = start_again (store, service);
      after = count_accepted (service);

      g_assert_cmpuint (after - before, <=, 1);
      /* What was accepted was found, and is not called open any more. */
      if (after > before)
        g_assert_cmpuint (pending, ==, 0);
      else
        g_assert_cmpuint (pending, <=, 1);
      n_accepted += after - before;
      n_without += after == before;
    }

  g_test_message ("%u accepted, %u never left", n_accepted, n_without);
  g_assert_cmpuint (n_accepted + n_without, ==, N_PRESSES);
  g_assert_cmpuint (n_accepted, >, 0);
  g_assert_cmpuint (n_without, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/crash/kill-at-every-step", test_kill_at_every_step);
  return g_test_run ();
}
