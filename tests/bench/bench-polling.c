/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often the program wakes up while it checks a project every 5 seconds,
 * against a bare timer of 5 seconds and what curl needs for the same request:
 * voluntary context switches of all threads, measured one after another. The
 * window adds nothing while nothing changes, see bench-start. */
#include <sys/resource.h>

#include "trs-bench.h"
#include "trs-memory-keyring.h"
#include "trs-service-process.h"
#include "trs-session.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-clock.h"
#include "trs-test-utils.h"

/* The schedule slows down after 30 seconds. */
#define SECONDS 25
#define N_CURLS 9

static gboolean
passed_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static long
count_switches (int who)
{
  struct rusage usage;

  getrusage (who, &usage);
  return usage.ru_nvcsw;
}

/* Wake-ups a minute. */
static double
measure (void)
{
  gboolean passed = FALSE;
  long before = count_switches (RUSAGE_SELF);

  g_timeout_add_seconds (SECONDS, passed_cb, &passed);
  while (!passed)
    g_main_context_iteration (NULL, TRUE);
  return (double) (count_switches (RUSAGE_SELF) - before) * 60.0 / SECONDS;
}

static double
measure_curl (TrsServiceProcess *service)
{
  g_autofree char *uri = g_strconcat (trs_service_process_get_address (service), "/api/list?page=1", NULL);
  g_autofree char *header = g_strconcat ("api-key: ", trs_service_process_get_key (service), NULL);
  double switches[N_CURLS];

  for (guint i = 0; i < N_CURLS; i++)
    {
      const char *argv[] = { "curl", "-s", "-o", "/dev/null", "-H", header, uri, NULL };
      g_autoptr (GSubprocess) curl = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_NONE, NULL);
      long before = count_switches (RUSAGE_CHILDREN);

      if (curl == NULL || !g_subprocess_wait_check (curl, NULL, NULL))
        g_error ("curl failed");
      switches[i] = (double) (count_switches (RUSAGE_CHILDREN) - before);
    }
  return trs_bench_median (switches, N_CURLS);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
answered_cb (guint *n_answers)
{
  (*n_answers)++;
}

static TrsSession *
begin (TrsServiceProcess *service)
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsStore) store = trs_store_new (NULL);
  TrsSession *session = trs_session_new (settings, transport, keyring, store, clock, NULL, NULL, NULL);
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("conference-ferry", NULL);
  g_autoptr (GAsyncResult) connected = NULL;
  g_autoptr (GAsyncResult) submitted = NULL;

  trs_sign_in_connect_async (trs_session_get_sign_in (session), trs_service_process_get_address (service),
                             trs_service_process_get_key (service), NULL, done_cb, &connected);
  while (connected == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (session), G_LIST_MODEL (submissions), NULL, done_cb, &submitted);
  while (submitted == NULL)
    g_main_context_iteration (NULL, TRUE);
  if (trs_submission_get_outcome (submission) != TRS_SUBMISSION_ACCEPTED)
    g_error ("The video was not accepted");
  return session;
}

int
main (int   argc,
      char *argv[])
{
  const char *args[] = { "--user", "bench-key:100000", "--speed", "0.1", NULL };
  g_autoptr (TrsServiceProcess) service = NULL;
  double timer, polling, curl, requests;
  g_autoptr (TrsSession) session = NULL;
  guint n_answers = 0;
  guint source;

  trs_test_init (&argc, &argv);
  service = trs_service_process_new (args);
  curl = measure_curl (service);
  source = g_timeout_add_seconds (5, tick_cb, NULL);
  timer = measure ();
  g_source_remove (source);

  session = begin (service);
  g_signal_connect_swapped (trs_session_get_reachability (session), "notify::accepted-at", G_CALLBACK (answered_cb),
                            &n_answers);
  polling = measure ();
  requests = n_answers * 60.0 / SECONDS;
  trs_session_stop (session);

  g_print ("polling: %.0f wake-ups a minute for %.0f requests, bare 5-s timer %.0f, curl %.0f a request: "
           "%.2f of three timers and the curls (goal 1)\n",
           polling, requests, timer, curl, polling / (3 * timer + requests * curl));
  return 0;
}
