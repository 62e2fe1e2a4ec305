/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page Spending over a long history: until its months are there, one of
 * them is opened, and it is closed; and how long the main loop was away. */
#include "trs-bench-history.h"
#include "trs-display-test.h"
#include "trs-frame-figures.h"
#include "trs-session-rig.h"
#include "trs-spending-dialog.h"
#include "trs-test-utils.h"

#define MANY 100000
#define FEW 300
#define ROUNDS 7
#define GOAL_READ 1000

static const TrsFrameGoal goal = { .percent = 50, .ratio = 1.5, .base = "the same with 300" };

typedef struct
{
  TrsFrameFigures open;
  TrsFrameFigures expand;
  TrsFrameFigures close;
  GArray *there; /* milliseconds from the click until the months are shown */
} Figures;

typedef struct
{
  TrsSession *session;
  GtkWindow *parent;
  GtkWidget *dialog;
} Bench;

static void
figures_init (Figures *figures)
{
  trs_frame_figures_init (&figures->open);
  trs_frame_figures_init (&figures->expand);
  trs_frame_figures_init (&figures->close);
  figures->there = g_array_new (FALSE, FALSE, sizeof (double));
}

static void
figures_clear (Figures *figures)
{
  trs_frame_figures_clear (&figures->open);
  trs_frame_figures_clear (&figures->expand);
  trs_frame_figures_clear (&figures->close);
  g_array_unref (figures->there);
}

static void
open_dialog (gpointer user_data)
{
  Bench *bench = user_data;

  bench->dialog = GTK_WIDGET (trs_spending_dialog_new (bench->session));
  gtk_window_set_transient_for (GTK_WINDOW (bench->dialog), bench->parent);
  g_object_add_weak_pointer (G_OBJECT (bench->dialog), (gpointer *) &bench->dialog);
  gtk_window_present (GTK_WINDOW (bench->dialog));
}

static gboolean
shows_months (gpointer user_data)
{
  Bench *bench = user_data;
  GtkStack *stack = GTK_STACK (trs_display_test_find (bench->dialog, "stack"));

  return g_strcmp0 (gtk_stack_get_visible_child_name (stack), "list") == 0;
}

static void
do_nothing (gpointer user_data)
{
}

static void
expand_month (gpointer user_data)
{
  g_signal_emit_by_name (trs_display_test_find (((Bench *) user_data)->dialog, "list"), "activate", 0);
}

static void
close_dialog (gpointer user_data)
{
  Bench *bench = user_data;

  gtk_window_close (GTK_WINDOW (bench->dialog));
  /* The window below is what is seen next. */
  gtk_widget_queue_draw (GTK_WIDGET (bench->parent));
}

static void
measure_opening (Bench   *bench,
                 Figures *figures)
{
  TrsFrameTimes until_there;
  TrsFrameTimes times;

  trs_frame_harness_run_until (GTK_WIDGET (bench->parent), open_dialog, NULL, shows_months, bench, &until_there);
  g_array_append_val (figures->there, until_there.settled);
  /* The months are known, but not drawn. */
  trs_frame_harness_run (bench->dialog, do_nothing, NULL, bench, &times);
  times.stall = MAX (times.stall, until_there.stall);
  times.stall_cpu = MAX (times.stall_cpu, until_there.stall_cpu);
  trs_frame_figures_add (&figures->open, &times);
}

static void
measure (const char *path,
         guint       n_projects,
         Figures    *figures)
{
  TrsSessionRig *rig = trs_session_rig_new_keeping_at (path);
  GtkWindow *parent = trs_display_test_present (gtk_label_new ("The window below"), 1100, 760);
  Bench bench = { .session = rig->session, .parent = parent };
  TrsFrameTimes times;

  trs_session_start (rig->session);
  trs_test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_history (rig->session))) == n_projects);
  trs_frame_harness_settle ();
  measure_opening (&bench, figures);
  trs_frame_harness_settle ();
  trs_frame_harness_run (bench.dialog, expand_month, NULL, &bench, &times);
  trs_frame_figures_add (&figures->expand, &times);
  trs_frame_harness_settle ();
  trs_frame_harness_run (GTK_WIDGET (parent), close_dialog, NULL, &bench, &times);
  g_assert_null (bench.dialog);
  trs_frame_figures_add (&figures->close, &times);
  trs_display_test_destroy (parent);
  trs_session_rig_free (rig);
}

static void
print_all (Figures *many,
           Figures *few)
{
  double long_one = trs_frame_harness_percentile (many->there, 50);
  double short_one = trs_frame_harness_percentile (few->there, 50);

  g_print ("spending, from the click to the months: %.1f ms with %d projects (goal %d), %.2f times that with %d "
           "(%.1f ms)\n", long_one, MANY, GOAL_READ, long_one / short_one, FEW, short_one);
  trs_frame_figures_print (&many->open, "spending, opened, 100,000 projects", &few->open, &goal);
  trs_frame_figures_print (&few->open, "spending, opened, 300 projects", &few->open, &goal);
  trs_frame_figures_print (&many->expand, "a month opened, 100,000 projects", &few->expand, &goal);
  trs_frame_figures_print (&few->expand, "a month opened, 300 projects", &few->expand, &goal);
  trs_frame_figures_print (&many->close, "spending, closed, 100,000 projects", &few->close, &goal);
  trs_frame_figures_print (&few->close, "spending, closed, 300 projects", &few->close, &goal);
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
  figures_init (&few);
  figures_init (&many);
  for (guint i = 0; i < ROUNDS; i++)
    {
      measure (few_path, FEW, &few);
      measure (many_path, MANY, &many);
    }
  print_all (&many, &few);
  figures_clear (&few);
  figures_clear (&many);
  return 0;
}
