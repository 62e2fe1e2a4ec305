/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page Spending over a long history: until its months are there, one of
 * them is opened, and it is closed; and how long the main loop was away. */
#include <time.h>

#include "trs-bench-history.h"
#include "trs-display-test.h"
#include "trs-session-rig.h"
#include "trs-spending-dialog.h"
#include "trs-test-utils.h"

#define MANY 100000
#define FEW 300
#define ROUNDS 7
#define GOAL_STALL 16.7
#define GOAL_READ 1000

typedef struct
{
  double there[ROUNDS]; /* milliseconds from the click until the months are shown */
  double read[ROUNDS];  /* of them, processor time of the thread that reads */
  double open[ROUNDS];  /* worst stall, processor time: until then, with the drawing of the window */
  double expand[ROUNDS];
  double close[ROUNDS];
} Figures;

static gint64 left_at;
static gint64 worst;

static gint64
get_time (clockid_t which)
{
  struct timespec time;

  clock_gettime (which, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static int
poll_and_measure (GPollFD *fds,
                  guint    n_fds,
                  int      timeout)
{
  int result;

  worst = MAX (worst, get_time (CLOCK_THREAD_CPUTIME_ID) - left_at);
  result = g_poll (fds, n_fds, timeout);
  left_at = get_time (CLOCK_THREAD_CPUTIME_ID);
  return result;
}

static void
begin (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  worst = 0;
  left_at = get_time (CLOCK_THREAD_CPUTIME_ID);
}

/* Until nothing is left to be done; returns the longest time away, in milliseconds. */
static double
end (void)
{
  trs_test_iterate_for (100);
  return (double) worst / 1000;
}

static gboolean
shows_months (GtkWidget *dialog)
{
  const char *name = gtk_stack_get_visible_child_name (GTK_STACK (trs_display_test_find (dialog, "faces")));

  return g_strcmp0 (name, "list") == 0;
}

static void
measure (const char *path,
         guint       n_projects,
         Figures    *figures,
         guint       round)
{
  TrsSessionRig *rig = trs_session_rig_new_keeping_at (path);
  GtkWidget *dialog;
  gint64 begun;
  gint64 begun_cpu;
  gint64 begun_main;

  trs_session_start (rig->session);
  trs_test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_history (rig->session))) == n_projects);
  trs_test_iterate_for (500);
  begin ();
  begun = g_get_monotonic_time ();
  begun_cpu = get_time (CLOCK_PROCESS_CPUTIME_ID);
  begun_main = get_time (CLOCK_THREAD_CPUTIME_ID);
  dialog = GTK_WIDGET (trs_spending_dialog_new (rig->session));
  gtk_window_present (GTK_WINDOW (dialog));
  trs_test_wait_until (shows_months (dialog));
  figures->there[round] = (double) (g_get_monotonic_time () - begun) / 1000;
  figures->read[round] = (double) (get_time (CLOCK_PROCESS_CPUTIME_ID) - begun_cpu -
                                   (get_time (CLOCK_THREAD_CPUTIME_ID) - begun_main)) / 1000;
  figures->open[round] = end ();

  begin ();
  g_signal_emit_by_name (trs_display_test_find (dialog, "list"), "activate", 0);
  figures->expand[round] = end ();

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  begin ();
  gtk_window_close (GTK_WINDOW (dialog));
  trs_test_wait_until (dialog == NULL);
  figures->close[round] = end ();
  trs_session_rig_free (rig);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double *left = a;
  const double *right = b;

  return (*left > *right) - (*left < *right);
}

static double
median (double values[ROUNDS])
{
  qsort (values, ROUNDS, sizeof *values, compare);
  return values[ROUNDS / 2];
}

static void
print (const char *what,
       double      many[ROUNDS],
       double      few[ROUNDS],
       double      goal)
{
  double long_one = median (many);
  double short_one = median (few);

  g_print ("spending, %s: %.1f ms with %d projects (goal %.1f), %.2f times that with %d (%.1f ms)\n", what, long_one,
           MANY, goal, long_one / short_one, FEW, short_one);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL;
  g_autofree char *few_path = NULL;
  g_autofree char *many_path = NULL;
  Figures few;
  Figures many;

  trs_display_test_init (&argc, &argv);
  folder = g_dir_make_tmp ("bench-spending-XXXXXX", NULL);
  few_path = g_build_filename (folder, "few.db", NULL);
  many_path = g_build_filename (folder, "many.db", NULL);
  trs_bench_fill_store (few_path, TRS_SESSION_RIG_SERVER, FEW);
  trs_bench_fill_store (many_path, TRS_SESSION_RIG_SERVER, MANY);
  g_main_context_set_poll_func (NULL, poll_and_measure);
  for (guint i = 0; i < ROUNDS; i++)
    {
      measure (few_path, FEW, &few, i);
      measure (many_path, MANY, &many, i);
    }
  print ("from the click to the months", many.there, few.there, GOAL_READ);
  print ("read and summed up, off the main loop", many.read, few.read, GOAL_READ);
  print ("main loop away while it opens", many.open, few.open, GOAL_STALL);
  print ("main loop away while a month is opened", many.expand, few.expand, GOAL_STALL);
  print ("main loop away while it closes", many.close, few.close, GOAL_STALL);
  return 0;
}
