/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first sync of 100,000 projects into the database, and curl fetching the
 * same pages to nowhere, in turns: prints the ratio of the medians, of the time
 * that passed and of the time on a processor (all threads; a busy machine
 * changes that one far less), the longest time in which the main loop did not
 * look for input, and how many requests the next start of the program makes. */
#include <glib/gstdio.h>
#include <sys/resource.h>
#include <time.h>

#include "trs-bench.h"
#include "trs-list-reader.h"
#include "trs-memory-keyring.h"
#include "trs-session.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-clock.h"
#include "trs-test-store.h"

#define N_PAGES 1000
#define N_PROJECTS (N_PAGES * 100)
#define N_ROUNDS 5
#define GOAL 8.0
#define STALL_GOAL 16.7

typedef struct
{
  GSettings *settings;
  TrsTransport *transport;
  TrsKeyring *keyring;
  TrsClock *clock;
  TrsStore *store;
  TrsSession *session;
  guint n_answers;
} Run;

typedef struct
{
  double wall[N_ROUNDS];
  double cpu[N_ROUNDS];
} Times;

typedef struct
{
  gint64 longest;
  gint64 longest_work;
} Stall;

/* What a process does once, such as to load the modules of GIO, comes before the first page. */
static Stall connecting;
static Stall reading;

static GListModel *filling;
static gint64 looked_at;
static gint64 worked_at;

/* In microseconds. */
static gint64
get_thread_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* In milliseconds; @who is RUSAGE_SELF or RUSAGE_CHILDREN, of which those count that have ended. */
static double
get_cpu_time (int who)
{
  struct rusage usage;

  getrusage (who, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000.0 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000.0;
}

static gint
poll_cb (GPollFD *fds,
         guint    n_fds,
         gint     timeout)
{
  Stall *stall = filling != NULL && g_list_model_get_n_items (filling) > 0 ? &reading : &connecting;
  gint result;

  if (looked_at != 0)
    {
      stall->longest = MAX (stall->longest, g_get_monotonic_time () - looked_at);
      stall->longest_work = MAX (stall->longest_work, get_thread_time () - worked_at);
    }
  result = g_poll (fds, n_fds, timeout);
  looked_at = g_get_monotonic_time ();
  worked_at = get_thread_time ();
  return result;
}

static void
answered_cb (TrsReachability *reachability,
             GParamSpec      *pspec,
             gpointer         user_data)
{
  ((Run *) user_data)->n_answers++;
}

static void
begin (Run        *run,
       const char *path)
{
  run->settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_settings_set_boolean (run->settings, "keep-transcripts", FALSE);
  run->transport = trs_soup_transport_new (NULL);
  if (run->keyring == NULL)
    run->keyring = trs_memory_keyring_new ();
  run->clock = trs_system_clock_new ();
  run->store = trs_store_new (path);
  run->session = trs_session_new (run->settings, run->transport, run->keyring, run->store, run->clock, NULL,
                                  NULL, NULL);
  run->n_answers = 0;
  g_signal_connect (trs_session_get_reachability (run->session), "notify::accepted-at", G_CALLBACK (answered_cb), run);
}

/* All that was told is in the file when it returns, and the file is closed: the answers that are still on their way
 * hold the store, and to let go of a file of this size, removed by then, would count as a stall of the next round. */
static void
end (Run *run)
{
  gpointer store = run->store;

  g_object_add_weak_pointer (G_OBJECT (run->store), &store);
  looked_at = 0;
  filling = NULL;
  trs_session_stop (run->session);
  trs_test_flush_store (run->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_clear_object (&run->session);
  g_clear_object (&run->store);
  while (store != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&run->clock);
  g_clear_object (&run->transport);
  g_clear_object (&run->settings);
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  if (!trs_sign_in_connect_finish (TRS_SIGN_IN (source), result, &error))
    g_error ("%s", error->message);
}

static void
remove_store (const char *path)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);

      g_remove (name);
    }
}

static gboolean
is_read (Run *run)
{
  TrsHistory *history = trs_session_get_history (run->session);

  return trs_history_get_checked_at (history) != 0 && trs_history_get_complete (history) &&
         !trs_history_get_reading (history) && !trs_history_get_walking (history);
}

static double
time_sync (Run        *run,
           const char *path,
           const char *address)
{
  TrsHistory *history;
  gint64 began;
  double time;

  remove_store (path);
  begin (run, path);
  history = trs_session_get_history (run->session);
  looked_at = 0;
  filling = G_LIST_MODEL (history);
  began = g_get_monotonic_time ();
  trs_sign_in_connect_async (trs_session_get_sign_in (run->session), address, "benchmark-key", NULL, connected_cb,
                             NULL);
  while (!is_read (run))
    g_main_context_iteration (NULL, TRUE);
  end (run);
  time = (double) (g_get_monotonic_time () - began) / 1000.0;
  return time;
}

static guint
count_requests_of_next_start (Run        *run,
                              const char *path)
{
  TrsHistory *history;
  guint n_answers;

  begin (run, path);
  history = trs_session_get_history (run->session);
  trs_session_start (run->session);
  while (!is_read (run) || trs_history_get_n_known (history) < N_PROJECTS)
    g_main_context_iteration (NULL, TRUE);
  n_answers = run->n_answers;
  end (run);
  return n_answers;
}

static void
print_ratio (const char *name,
             double     *sync,
             double     *curl)
{
  double sync_median = trs_bench_median (sync, N_ROUNDS);
  double curl_median = trs_bench_median (curl, N_ROUNDS);

  g_print ("%s: into the database %.0f ms, curl %.0f ms, ratio %.2f (goal %.1f)\n", name, sync_median, curl_median,
           sync_median / curl_median, GOAL);
}

static void
print_stall (const char  *name,
             const Stall *stall)
{
  g_print ("%s: %.1f ms, of which %.1f ms on the processor (goal %.1f)\n", name, (double) stall->longest / 1000.0,
           (double) stall->longest_work / 1000.0, STALL_GOAL);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *address = NULL;
  g_autoptr (GSubprocess) server = trs_bench_start_server (argv[1], &address);
  g_autoptr (GPtrArray) uris = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_dir_make_tmp ("bench-sync-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);
  g_autofree char *config_path = NULL;
  Run run = { 0 };
  Times sync, curl;
  guint n_requests;

  for (guint page = 1; page <= N_PAGES + 1; page++)
    g_ptr_array_add (uris, g_strdup_printf ("%s/api/list?page=%u", address, page));
  config_path = trs_bench_write_config (uris);

  g_main_context_set_poll_func (NULL, poll_cb);
  time_sync (&run, path, address);
  n_requests = count_requests_of_next_start (&run, path);
  trs_bench_time_curl (config_path);
  connecting = (Stall) { 0 };
  reading = (Stall) { 0 };
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      sync.cpu[i] = -get_cpu_time (RUSAGE_SELF);
      sync.wall[i] = time_sync (&run, path, address);
      sync.cpu[i] += get_cpu_time (RUSAGE_SELF);
      curl.cpu[i] = -get_cpu_time (RUSAGE_CHILDREN);
      curl.wall[i] = trs_bench_time_curl (config_path);
      curl.cpu[i] += get_cpu_time (RUSAGE_CHILDREN);
    }

  print_ratio ("sync-100000-projects", sync.wall, curl.wall);
  print_ratio ("sync-processor-time", sync.cpu, curl.cpu);
  print_stall ("sync-stall-connecting", &connecting);
  print_stall ("sync-stall", &reading);
  g_print ("sync-again: %u requests (goal 1)\n", n_requests);

  remove_store (path);
  g_rmdir (folder);
  g_remove (config_path);
  g_clear_object (&run.keyring);
  g_subprocess_force_exit (server);
  return 0;
}
