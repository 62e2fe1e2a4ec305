/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-bench-history.h"
#include "trs-display-test.h"
#include "trs-frame-figures.h"
#include "trs-history-list.h"
#include "trs-history-page.h"
#include "trs-project-row.h"
#include "trs-session-rig.h"
#include "trs-test-utils.h"

#include <time.h>

#define FEW 300
#define SOME 1000
#define MANY 100000
#define STARTS 7
#define SCROLLS 20
#define UNCOUNTED 2

/* A machine that others use, too, is slow for seconds at a time: many short rounds, so that each list has its share. */
#define SCROLL_ROUNDS 6
#define KEY_ROUNDS 2

/* Pixels. */
#define SHORT_STEP 60
#define LONG_STEP 2000

/* Where scrolling begins, in pixels: about the 350th row, or the middle of a list that does not go as far. */
#define FROM 20000.0

/* Of the list. */
#define MIDDLE 0.42

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  GtkWidget *page;
  TrsHistoryList *list;
  GtkAdjustment *adjustment;
  const char *text;
  double step;
} Bench;

static void
set_up (Bench      *bench,
        const char *path)
{
  bench->rig = trs_session_rig_new_keeping_at (path);
  bench->page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", bench->rig->session, NULL);
  bench->window = trs_display_test_present (bench->page, 340, 720);
  bench->list = TRS_HISTORY_LIST (trs_display_test_find_type (bench->page, TRS_TYPE_HISTORY_LIST));
  bench->adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (bench->list), "scroller")));
  trs_frame_harness_settle ();
}

static void
tear_down (Bench *bench)
{
  trs_display_test_destroy (bench->window);
  trs_session_rig_free (bench->rig);
  trs_frame_harness_settle ();
}

static void
start_cb (gpointer user_data)
{
  /* without a network: what the list shows is what this computer keeps */
  trs_session_start (((Bench *) user_data)->rig->session);
}

static void
wait_for_all (Bench *bench,
              guint  n)
{
  trs_test_wait_until (trs_history_list_get_n_shown (bench->list) == n &&
                       !trs_history_list_is_filtering (bench->list));
  trs_frame_harness_settle ();
}

typedef struct
{
  Bench *bench;
  guint n;
  gint64 begun;
  clock_t begun_cpu;
  double first_rows;
  double first_rows_cpu;
} Start;

static void
rows_painted_cb (gpointer user_data)
{
  Start *start = user_data;

  if (start->first_rows == 0 && trs_history_list_get_n_shown (start->bench->list) > 0)
    {
      start->first_rows = (double) (g_get_monotonic_time () - start->begun) / 1000.0;
      start->first_rows_cpu = (double) (clock () - start->begun_cpu) * 1000.0 / CLOCKS_PER_SEC;
    }
}

static void
begin_cb (gpointer user_data)
{
  Start *start = user_data;

  start->begun = g_get_monotonic_time ();
  start->begun_cpu = clock ();
  start_cb (start->bench);
}

static gboolean
all_there (gpointer user_data)
{
  Start *start = user_data;

  return start->first_rows > 0 && trs_history_list_get_n_shown (start->bench->list) == start->n &&
         !trs_history_list_is_filtering (start->bench->list);
}

/* From the start of the session to the frame that shows the first rows, and the worst stall until all are there. */
static void
measure_start (const char      *path,
               guint            n,
               TrsFrameFigures *figures)
{
  Bench bench = { NULL };
  Start start = { .bench = &bench, .n = n };
  TrsFrameTimes times;

  set_up (&bench, path);
  trs_frame_harness_run_until (bench.page, begin_cb, rows_painted_cb, all_there, &start, &times);
  times.frame = start.first_rows;
  times.frame_cpu = start.first_rows_cpu;
  if (figures != NULL)
    trs_frame_figures_add (figures, &times);
  tear_down (&bench);
}

static void
bench_start (const char *few_path,
             const char *many_path)
{
  TrsFrameFigures few;
  TrsFrameFigures many;

  trs_frame_figures_init (&few);
  trs_frame_figures_init (&many);
  for (guint i = 0; i < STARTS + 1; i++)
    {
      measure_start (few_path, 100, i > 0 ? &few : NULL);
      measure_start (many_path, MANY, i > 0 ? &many : NULL);
    }
  trs_frame_figures_print (&many, "first-rows", &few, &(TrsFrameGoal) { 50, 0, 1.3, "100 projects" });
  trs_frame_figures_clear (&few);
  trs_frame_figures_clear (&many);
}

static void
go_to (Bench  *bench,
       double  pixels)
{
  gtk_adjustment_set_value (bench->adjustment, pixels);
  trs_frame_harness_settle ();
}

static void
scroll_cb (gpointer user_data)
{
  Bench *bench = user_data;

  gtk_adjustment_set_value (bench->adjustment, gtk_adjustment_get_value (bench->adjustment) + bench->step);
}

/* The ids of all projects that have rows, in sight or not. */
static GHashTable *
list_rows (Bench *bench)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GtkWidget *list = trs_display_test_find_type (GTK_WIDGET (bench->list), GTK_TYPE_LIST_VIEW);

  for (GtkWidget *item = gtk_widget_get_first_child (list); item != NULL; item = gtk_widget_get_next_sibling (item))
    {
      GtkWidget *row = gtk_widget_get_first_child (item);
      TrsProject *project = row != NULL ? trs_project_row_get_project (TRS_PROJECT_ROW (row)) : NULL;

      if (project != NULL)
        g_hash_table_add (ids, g_strdup (trs_project_get_id (project)));
    }
  return ids;
}

static guint
count_new (GHashTable *before,
           GHashTable *after)
{
  GHashTableIter iter;
  gpointer id;
  guint n = 0;

  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    n += !g_hash_table_contains (before, id);
  return n;
}

typedef struct
{
  TrsFrameFigures frames;
  guint n_rows;
} Scrolling;

static void
measure_step (Bench     *bench,
              Scrolling *scrolling)
{
  g_autoptr (GHashTable) before = list_rows (bench);
  g_autoptr (GHashTable) after = NULL;
  TrsFrameTimes times;

  trs_frame_harness_run (bench->page, scroll_cb, NULL, bench, &times);
  trs_frame_harness_settle ();
  if (scrolling == NULL)
    return;
  after = list_rows (bench);
  scrolling->n_rows += count_new (before, after);
  trs_frame_figures_add (&scrolling->frames, &times);
}

/* GtkListView has widgets for 200 rows, and what a step costs is nearly all what the rows cost that come in. To a list
 * of 300 hardly any do, because all that it shows are there; so a long list is also compared with one of 1,000, at the
 * same rows, and it is said how many came in. Long steps go there and back. */
static void
measure_scrolling (Bench     *bench,
                   double     step,
                   Scrolling *scrolling)
{
  go_to (bench, MIN (FROM, MIDDLE * gtk_adjustment_get_upper (bench->adjustment)));
  for (guint i = 0; i < SCROLLS; i++)
    {
      bench->step = step > SHORT_STEP && i % 2 == 1 ? -step : step;
      measure_step (bench, i < UNCOUNTED ? NULL : scrolling);
    }
}

static void
type_cb (gpointer user_data)
{
  Bench *bench = user_data;

  trs_project_filter_set_text (trs_history_list_get_filter (bench->list), bench->text);
}

/* Words are typed and taken back, letter by letter, each from the same place of the list; each key is one change. */
static void
measure_keys (Bench           *bench,
              double           place,
              TrsFrameFigures *figures)
{
  static const char *const texts[] = { "c", "co", "cou", "coun", "cou", "co", "c", "", "9", "99", "997", "99", "9", "",
                                       "zzz", "", "\305\202odz", "" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      TrsFrameTimes times;

      if (i > 0 && *texts[i - 1] == '\0')
        go_to (bench, place * gtk_adjustment_get_upper (bench->adjustment));
      bench->text = texts[i];
      trs_frame_harness_run (bench->page, type_cb, NULL, bench, &times);
      trs_frame_harness_settle ();
      if (i > 3)
        trs_frame_figures_add (figures, &times);
    }
}

typedef struct
{
  Scrolling scroll;
  Scrolling fling;
  TrsFrameFigures keys;
  TrsFrameFigures keys_in_middle;
} Use;

static void
use_init (Use *use)
{
  trs_frame_figures_init (&use->scroll.frames);
  trs_frame_figures_init (&use->fling.frames);
  trs_frame_figures_init (&use->keys);
  trs_frame_figures_init (&use->keys_in_middle);
}

static void
use_clear (Use *use)
{
  trs_frame_figures_clear (&use->scroll.frames);
  trs_frame_figures_clear (&use->fling.frames);
  trs_frame_figures_clear (&use->keys);
  trs_frame_figures_clear (&use->keys_in_middle);
}

static void
measure_use (const char *path,
             guint       n,
             gboolean    with_keys,
             Use        *use)
{
  Bench bench = { NULL };

  set_up (&bench, path);
  start_cb (&bench);
  wait_for_all (&bench, n);
  measure_scrolling (&bench, SHORT_STEP, &use->scroll);
  measure_scrolling (&bench, LONG_STEP, &use->fling);
  if (with_keys)
    {
      measure_keys (&bench, 0, &use->keys);
      measure_keys (&bench, MIDDLE, &use->keys_in_middle);
    }
  tear_down (&bench);
}

/* The goal against 300 was set for steps as of a wheel, for which about as many rows come in to either list. */
static void
print_scrolling (const char      *name,
                 double           few_goal,
                 const Scrolling *many,
                 const Scrolling *some,
                 const Scrolling *few)
{
  const Scrolling *all[] = { many, some, few };

  trs_frame_figures_print (&many->frames, name, &few->frames, &(TrsFrameGoal) { 95, 0, few_goal, "300 projects" });
  trs_frame_figures_print (&many->frames, name, &some->frames, &(TrsFrameGoal) { 95, 0, 1.25, "1,000 projects" });
  g_print ("  rows that come in at each step:");
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_print (" %.1f", (double) all[i]->n_rows / all[i]->frames.frame->len);
  g_print ("\n");
}

static void
bench_use (const char *few_path,
           const char *some_path,
           const char *many_path)
{
  static const TrsFrameGoal filtered = { 95, 16.7, 2, "300 projects" };
  Use few = { 0 };
  Use some = { 0 };
  Use many = { 0 };

  use_init (&few);
  use_init (&some);
  use_init (&many);
  for (guint i = 0; i < SCROLL_ROUNDS; i++)
    {
      measure_use (few_path, FEW, i < KEY_ROUNDS, &few);
      measure_use (some_path, SOME, FALSE, &some);
      measure_use (many_path, MANY, i < KEY_ROUNDS, &many);
    }
  print_scrolling ("scroll-60-pixels", 1.25, &many.scroll, &some.scroll, &few.scroll);
  print_scrolling ("scroll-2000-pixels", 0, &many.fling, &some.fling, &few.fling);
  trs_frame_figures_print (&many.keys, "filter-key", &few.keys, &filtered);
  trs_frame_figures_print (&many.keys_in_middle, "filter-key-in-middle", &few.keys_in_middle, &filtered);
  use_clear (&few);
  use_clear (&some);
  use_clear (&many);
}

static char *
make_store (const char *folder,
            guint       n)
{
  g_autofree char *name = g_strdup_printf ("%u.db", n);
  char *path = g_build_filename (folder, name, NULL);

  trs_bench_fill_store (path, TRS_SESSION_RIG_SERVER, n);
  return path;
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL;
  g_autofree char *hundred = NULL;
  g_autofree char *few = NULL;
  g_autofree char *some = NULL;
  g_autofree char *many = NULL;

  trs_display_test_init (&argc, &argv);
  folder = g_dir_make_tmp ("bench-history-XXXXXX", NULL);
  hundred = make_store (folder, 100);
  few = make_store (folder, FEW);
  some = make_store (folder, SOME);
  many = make_store (folder, MANY);
  bench_start (hundred, many);
  /* from here on nothing is left to worker threads */
  trs_frame_harness_pin ();
  bench_use (few, some, many);
  return 0;
}
