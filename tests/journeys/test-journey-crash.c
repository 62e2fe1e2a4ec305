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

/* What a run says of the presses before it. */
typedef struct
{
  guint n_pending; /* of which it does not know whether they arrived */
  guint n_listed;
} Account;

static guint
read_number (GDataInputStream *words,
             const char       *name)
{
  g_autofree char *line = g_data_input_stream_read_line (words, NULL, NULL, NULL);

  g_assert_nonnull (line);
  g_assert_true (g_str_has_prefix (line, name));
  return (guint) g_ascii_strtoull (line + strlen (name), NULL, 10);
}

/* @video: (nullable): what it submits when it is pressed */
static GSubprocess *
start_client (const char        *store,
              TrsServiceProcess *service,
              const char        *video,
              Account           *account)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) words = NULL;
  GSubprocess *client = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                          &error, TRS_CRASH_CLIENT, store,
                                          trs_service_process_get_address (service),
                                          trs_service_process_get_key (service), video, NULL);

  g_assert_no_error (error);
  words = g_data_input_stream_new (g_subprocess_get_stdout_pipe (client));
  account->n_pending = read_number (words, "pending ");
  account->n_listed = read_number (words, "listed ");
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

typedef struct
{
  guint n_accepted;
  guint n_open;    /* noted here, and not accepted */
  guint n_without; /* neither */
} Presses;

/* The service's own log says what it accepted: the client is not believed. The word about the faults stands behind
 * what the log has to say so far. */
static guint
count_accepted (TrsServiceProcess *service)
{
  trs_service_process_set_faults (service, NULL);
  return count_in_log (service, "POST /api/transcribeVideo 201");
}

/* At most one project came of a press. What was accepted was found, is in the list, and is not called open any more; of
 * what was not, the run knows at most that it was about to be sent. */
static void
check_press (TrsServiceProcess *service,
             Presses           *presses,
             const Account     *account)
{
  guint n_accepted = count_accepted (service);
  gboolean accepted = n_accepted > presses->n_accepted;

  g_assert_cmpuint (n_accepted - presses->n_accepted, <=, 1);
  g_assert_cmpuint (account->n_listed, ==, n_accepted);
  g_assert_cmpuint (account->n_pending, <=, accepted ? 0 : 1);
  presses->n_accepted = n_accepted;
  presses->n_open += account->n_pending;
  presses->n_without += !accepted && account->n_pending == 0;
}

/* Each run finds what became of the press before, and is killed at its own. */
static void
test_kill_at_every_step (void)
{
  const char *args[] = { "--user", "crash-key:100000", NULL };
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (args);
  g_autofree char *store = g_build_filename (g_get_user_data_dir (), "crash", "transcripts.db", NULL);
  Presses presses = { 0 };

  for (guint i = 0; i <= N_PRESSES; i++)
    {
      Account account;
      g_autoptr (GSubprocess) client = start_client (store, service, i < N_PRESSES ? VIDEO : NULL, &account);

      if (i > 0)
        check_press (service, &presses, &account);
      if (i < N_PRESSES)
        press_and_kill (client, LATEST_KILL_MICROSECONDS * i / N_PRESSES);
      else
        g_assert_true (g_subprocess_wait_check (client, NULL, NULL));
    }

  g_test_message ("%u accepted, %u noted and not accepted, %u never left", presses.n_accepted, presses.n_open,
                  presses.n_without);
  g_assert_cmpuint (presses.n_accepted + presses.n_open + presses.n_without, ==, N_PRESSES);
  g_assert_cmpuint (presses.n_accepted, >, 0);
  g_assert_cmpuint (presses.n_open, >, 0);
  g_assert_cmpuint (presses.n_without, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/crash/kill-at-every-step", test_kill_at_every_step);
  return g_test_run ();
}
