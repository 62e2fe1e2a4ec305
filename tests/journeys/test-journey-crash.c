/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program is killed at every step of a submission, and started again:
 * never two projects for one press, never a lost one. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "trs-service-process.h"
#include "trs-test-utils.h"

#define N_PRESSES 120
#define VIDEO "harbour-clip"

/* A submission takes a few milliseconds here; the last kills come after its end. */
#define LATEST_KILL_MICROSECONDS 20000

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

/* @pending: (out): the submissions of which this run does not know whether they arrived
 * @video: (nullable): what it submits when it is pressed */
static GSubprocess *
start_client (const char        *store,
              TrsServiceProcess *service,
              const char        *video,
              guint             *pending)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) words = NULL;
  g_autofree char *word = NULL;
  GSubprocess *client = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                          &error, TRS_CRASH_CLIENT, store,
                                          trs_service_process_get_address (service),
                                          trs_service_process_get_key (service), video, NULL);

  g_assert_no_error (error);
  words = g_data_input_stream_new (g_subprocess_get_stdout_pipe (client));
  word = g_data_input_stream_read_line (words, NULL, NULL, NULL);
  g_assert_nonnull (word);
  g_assert_true (g_str_has_prefix (word, "pending "));
  *pending = (guint) g_ascii_strtoull (word + strlen ("pending "), NULL, 10);
  return client;
}

static void
press_and_kill (GSubprocess *client,
                guint        microseconds)
{
  g_autoptr (GError) error = NULL;
  gint64 until;

  g_output_stream_write_all (g_subprocess_get_stdin_pipe (client), "\n", 1, NULL, NULL, &error);
  g_assert_no_error (error);
  until = g_get_monotonic_time () + microseconds;
  while (g_get_monotonic_time () < until)
    continue;
  g_subprocess_send_signal (client, SIGKILL);
  g_subprocess_wait (client, NULL, NULL);
}

/* The service's own log says what it accepted: the client is not believed. The word about the faults stands behind
 * what the log has to say so far. */
static guint
count_accepted (TrsServiceProcess *service)
{
  trs_service_process_set_faults (service, NULL);
  return count_in_log (service, "POST /api/transcribeVideo 201");
}

/* At most one project came of a press, and what was accepted was found, and is not called open any more.
 * Returns: whether it was accepted */
static gboolean
check_press (TrsServiceProcess *service,
             guint             *n_accepted,
             guint              pending)
{
  guint before = *n_accepted;

  *n_accepted = count_accepted (service);
  g_assert_cmpuint (*n_accepted - before, <=, 1);
  g_assert_cmpuint (pending, <=, *n_accepted > before ? 0 : 1);
  return *n_accepted > before;
}

/* Each run finds what became of the press before, and is killed at its own. */
static void
test_kill_at_every_step (void)
{
  const char *args[] = { "--user", "crash-key:100000", NULL };
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (args);
  g_autofree char *store = g_build_filename (g_get_user_data_dir (), "crash", "transcripts.db", NULL);
  guint n_accepted = 0;
  guint n_without = 0;

  for (guint i = 0; i <= N_PRESSES; i++)
    {
      guint pending;
      g_autoptr (GSubprocess) client = start_client (store, service, i < N_PRESSES ? VIDEO : NULL, &pending);

      if (i > 0)
        n_without += !check_press (service, &n_accepted, pending);
      if (i < N_PRESSES)
        press_and_kill (client, LATEST_KILL_MICROSECONDS * i / N_PRESSES);
      else
        g_assert_true (g_subprocess_wait_check (client, NULL, NULL));
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
