/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history in its page, of a few and of very many projects: until the first
 * rows are there, while somebody scrolls, presses chips and looks for titles,
 * and when a row changes; and what memory it takes. */
#include "trs-bench-history.h"
#include "trs-display-test.h"
#include "trs-frame-figures.h"
#include "trs-history-list.h"
#include "trs-history-page.h"
#include "trs-project-row.h"
#include "trs-session-rig.h"
#include "trs-store-listing.h"
#include "trs-store.h"
#include "trs-test-utils.h"

#include <time.h>
#include <unistd.h>

#define HUNDRED 100
#define FEW 300
#define SOME 10000
#define MANY 100000
#define STARTS 7
#define SCROLLS 20
#define UNCOUNTED 2

/* A machine that others use, too, is slow for seconds at a time: many short rounds, so that each list has its share. */
#define SCROLL_ROUNDS 6
#define CHANGE_ROUNDS 3

/* Pixels. */
#define SHORT_STEP 60
#define LONG_STEP 2000
#define FAR_STEP 30000

/* Where scrolling begins, in pixels: about the 350th row, or the middle of a list that does not go as far. */
#define FROM 20000.0

/* Of the list. */
#define MIDDLE 0.42

#define GOAL_MEMORY 25.0

typedef struct
{
  TrsSessionRig *rig;
  TrsHistory *history;
  GtkWindow *window;
  GtkWidget *page;
  TrsHistoryList *list;
  GtkAdjustment *adjustment;
  const char *what;
  double step;
  gboolean busy;
  gboolean idle;
  guint n_pages;
} Bench;

static void
set_up (Bench      *bench,
        const char *path)
{
  bench->rig = trs_session_rig_new_keeping_at (path);
  bench->history = trs_session_get_history (bench->rig->session);
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
  trs_test_wait_until (trs_history_list_get_n_shown (bench->list) == n && !trs_history_get_querying (bench->history));
  trs_frame_harness_settle ();
}

static double
read_resident (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  words = g_strsplit (text, " ", 3);
  return (double) g_ascii_strtoull (words[1], NULL, 10) * (double) sysconf (_SC_PAGESIZE) / 1e6;
}

/* In the first process that has no rows yet: what was once used is not given back. */
static void
bench_memory (const char *path)
{
  GtkWindow *empty = trs_display_test_present (gtk_label_new ("Nothing"), 340, 720);
  Bench bench = { NULL };
  double before, after;

  trs_frame_harness_settle ();
  before = read_resident ();
  trs_display_test_destroy (empty);
  set_up (&bench, path);
  start_cb (&bench);
  wait_for_all (&bench, MANY);
  after = read_resident ();
  g_print ("memory\n  %.1f MB over an empty window (goal %.0f), which is %.2f of it\n", after - before, GOAL_MEMORY,
           after / before);
  tear_down (&bench);
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

  return start->first_rows > 0 && trs_history_list_get_n_shown (start->bench->list) == start->n;
}

/* From the start of the session to the frame that shows the first rows. */
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

/* GtkListView makes 205 rows, if there are as many. */
static void
bench_start (const char *hundred_path,
             const char *few_path,
             const char *many_path)
{
  TrsFrameFigures hundred;
  TrsFrameFigures few;
  TrsFrameFigures many;

  trs_frame_figures_init (&hundred);
  trs_frame_figures_init (&few);
  trs_frame_figures_init (&many);
  for (guint i = 0; i < STARTS + 1; i++)
    {
      measure_start (hundred_path, HUNDRED, i > 0 ? &hundred : NULL);
      measure_start (few_path, FEW, i > 0 ? &few : NULL);
      measure_start (many_path, MANY, i > 0 ? &many : NULL);
    }
  trs_frame_figures_print (&many, "first-rows", &hundred, &(TrsFrameGoal) { 50, 0, 1.3, "100 projects", 33.3 });
  trs_frame_figures_print (&many, "first-rows", &few, &(TrsFrameGoal) { 50, 0, 0, "300 projects", 33.3 });
  trs_frame_figures_clear (&hundred);
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

/* GtkListView has widgets for 200 rows, and what a step costs is nearly all what the rows cost that come in: to a list
 * of 300 fewer do. Long steps go there and back. */
static void
measure_scrolling (Bench           *bench,
                   double           step,
                   TrsFrameFigures *figures)
{
  go_to (bench, MIN (FROM, MIDDLE * gtk_adjustment_get_upper (bench->adjustment)));
  for (guint i = 0; i < SCROLLS; i++)
    {
      TrsFrameTimes times;

      bench->step = step > SHORT_STEP && i % 2 == 1 ? -step : step;
      trs_frame_harness_run (bench->page, scroll_cb, NULL, bench, &times);
      trs_frame_harness_settle ();
      if (i >= UNCOUNTED)
        trs_frame_figures_add (figures, &times);
    }
}

static gboolean
is_in_sight (GtkWidget *item,
             GtkWidget *list)
{
  graphene_rect_t bounds;

  return gtk_widget_get_mapped (item) && gtk_widget_compute_bounds (item, list, &bounds) &&
         bounds.origin.y + bounds.size.height > 0 && bounds.origin.y < (float) gtk_widget_get_height (list);
}

/* What is in sight has been read from the store. */
static gboolean
rows_filled (gpointer user_data)
{
  Bench *bench = user_data;
  GtkWidget *list = trs_display_test_find_type (GTK_WIDGET (bench->list), GTK_TYPE_LIST_VIEW);

  for (GtkWidget *item = gtk_widget_get_first_child (list); item != NULL; item = gtk_widget_get_next_sibling (item))
    if (is_in_sight (item, list) &&
        trs_project_row_get_project (TRS_PROJECT_ROW (gtk_widget_get_first_child (item))) == NULL)
      return FALSE;
  return TRUE;
}

typedef struct
{
  Bench *bench;
  guint n_frames;
  gboolean filled;
} Filling;

static void
filling_painted_cb (gpointer user_data)
{
  Filling *filling = user_data;

  filling->n_frames++;
  filling->filled = rows_filled (filling->bench);
}

static gboolean
filling_done (gpointer user_data)
{
  return ((Filling *) user_data)->filled;
}

static void
filling_scroll_cb (gpointer user_data)
{
  scroll_cb (((Filling *) user_data)->bench);
}

static GPtrArray *
make_page (guint number)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);

  for (guint i = 0; i < 100; i++)
    {
      TrsProjectRecord *record = trs_project_record_new ();

      record->id = g_strdup_printf ("%08x-0000-4000-9000-%012x", number, i);
      record->name = g_strdup_printf ("From the service, no. %u of page %u", i, number);
      record->state = TRS_PROJECT_STATE_DONE;
      record->state_word = g_strdup ("done");
      record->created_at = g_date_time_new_from_unix_utc (1773400000 + number * 100 - i);
      g_ptr_array_add (page, record);
    }
  g_ptr_array_add (pages, page);
  return pages;
}

static void write_page (Bench *bench);

static void
page_written_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Bench *bench = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoredPage) page = trs_store_listing_write_pages_finish (TRS_STORE (source), result, &error);

  g_assert_no_error (error);
  g_assert_nonnull (page);
  if (bench->busy)
    write_page (bench);
  else
    bench->idle = TRUE;
}

/* As in a first sync, but that the service has each page as soon as the one before is written. */
static void
write_page (Bench *bench)
{
  g_autoptr (GPtrArray) pages = make_page (++bench->n_pages);
  gint64 account = trs_projects_get_account (trs_session_get_projects (bench->rig->session));

  trs_store_listing_write_pages_async (bench->rig->store, account, TRS_LIST_WALK_TOP, 1, pages, TRS_SESSION_RIG_NOW,
                                       TRS_LISTING_WRITE, NULL, page_written_cb, bench);
}

/* While pages are written, nothing settles. */
static void
rest (Bench *bench)
{
  if (bench->busy)
    trs_test_iterate_for (100);
  else
    trs_frame_harness_settle ();
}

/* Far into the list, where nobody was. Frames until what is in sight is there, the one that scrolled among them. */
static void
measure_filling (Bench           *bench,
                 GArray          *n_frames,
                 TrsFrameFigures *figures)
{
  double upper = gtk_adjustment_get_upper (bench->adjustment) - gtk_adjustment_get_page_size (bench->adjustment);

  gtk_adjustment_set_value (bench->adjustment, 0);
  rest (bench);
  bench->step = MIN (FAR_STEP, upper / (SCROLLS + 1));
  for (guint i = 0; i < SCROLLS; i++)
    {
      Filling filling = { .bench = bench };
      TrsFrameTimes times;
      double n;

      trs_frame_harness_run_until (bench->page, filling_scroll_cb, filling_painted_cb, filling_done, &filling, &times);
      times.frame = times.settled;
      n = filling.n_frames;
      g_array_append_val (n_frames, n);
      trs_frame_figures_add (figures, &times);
      rest (bench);
    }
}

static void
change_row_cb (gpointer user_data)
{
  Bench *bench = user_data;
  g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (bench->history), 3);
  TrsProject *project = trs_history_item_get_project (item);

  trs_project_set_unread (project, !trs_project_get_data (project)->unread);
}

static void
measure_row (Bench           *bench,
             TrsFrameFigures *figures)
{
  go_to (bench, 0);
  for (guint i = 0; i < SCROLLS; i++)
    {
      TrsFrameTimes times;

      trs_frame_harness_run (bench->page, change_row_cb, NULL, bench, &times);
      trs_frame_harness_settle ();
      if (i >= UNCOUNTED)
        trs_frame_figures_add (figures, &times);
    }
}

typedef struct
{
  Bench *bench;
  gboolean typed;
  gint64 begun;
  gint64 shown;
} Changing;

static void
change_cb (gpointer user_data)
{
  Changing *changing = user_data;
  Bench *bench = changing->bench;

  changing->begun = g_get_monotonic_time ();
  if (g_str_equal (bench->what, "title"))
    trs_history_set_order (bench->history, TRS_PROJECT_ORDER_TITLE);
  else if (g_str_equal (bench->what, "date"))
    trs_history_set_order (bench->history, TRS_PROJECT_ORDER_DATE);
  else
    trs_display_test_click (trs_display_test_find (bench->page, bench->what));
}

static gboolean
is_answered (Changing *changing)
{
  TrsSearcher *searcher = trs_session_get_searcher (changing->bench->rig->session);

  if (changing->typed)
    return g_strcmp0 (trs_searcher_get_answered (searcher), changing->bench->what) == 0;
  return !trs_history_get_querying (changing->bench->history);
}

static void
change_painted_cb (gpointer user_data)
{
  Changing *changing = user_data;

  if (changing->shown == 0 && is_answered (changing))
    changing->shown = g_get_monotonic_time ();
}

/* Where the answer is what is shown already, there may be no frame by itself. */
static gboolean
change_done (gpointer user_data)
{
  Changing *changing = user_data;

  if (changing->shown == 0 && is_answered (changing))
    gtk_widget_queue_draw (changing->bench->page);
  return changing->shown != 0;
}

/* Each chip and each order, from the top and from the middle of the list, until the frame that shows its rows. */
static void
measure_changes (Bench           *bench,
                 TrsFrameFigures *chips,
                 TrsFrameFigures *orders)
{
  static const char *const changes[] = { "show_failed", "show_done", "show_in_progress", "show_all", "title",
                                         "show_failed", "show_all", "date" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (changes); i++)
    {
      gboolean by_title = trs_history_get_order (bench->history) == TRS_PROJECT_ORDER_TITLE;
      Changing changing = { .bench = bench };
      TrsFrameTimes times;

      bench->what = changes[i % G_N_ELEMENTS (changes)];
      if (i >= G_N_ELEMENTS (changes) && trs_history_list_get_n_shown (bench->list) > 0)
        go_to (bench, MIDDLE * gtk_adjustment_get_upper (bench->adjustment));
      trs_frame_harness_run_until (bench->page, change_cb, change_painted_cb, change_done, &changing, &times);
      times.frame = (double) (changing.shown - changing.begun) / 1000.0;
      trs_frame_harness_settle ();
      trs_frame_figures_add (!by_title && g_str_has_prefix (bench->what, "show_") ? chips : orders, &times);
    }
}

static void
type_cb (gpointer user_data)
{
  Changing *changing = user_data;
  Bench *bench = changing->bench;

  changing->begun = g_get_monotonic_time ();
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (bench->page, "search")), bench->what);
}

/* Letter by letter, until the frame that shows what was found. */
static void
measure_letters (Bench           *bench,
                 TrsFrameFigures *figures)
{
  static const char *const texts[] = { "co", "cou", "coun", "council", "99", "997", "zzz" };
  TrsSearcher *searcher = trs_session_get_searcher (bench->rig->session);
  /* From nothing found to nothing found there is nothing to draw. */
  gulong handler = g_signal_connect_object (searcher, "notify", G_CALLBACK (gtk_widget_queue_draw),
                                            bench->page, G_CONNECT_SWAPPED);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      Changing changing = { .bench = bench, .typed = TRUE };
      TrsFrameTimes times;

      bench->what = texts[i];
      trs_frame_harness_run_until (bench->page, type_cb, change_painted_cb, change_done, &changing, &times);
      times.frame = (double) (changing.shown - changing.begun) / 1000.0;
      trs_frame_harness_settle ();
      trs_frame_figures_add (figures, &times);
    }
  g_signal_handler_disconnect (searcher, handler);
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (bench->page, "search")), "");
  trs_frame_harness_settle ();
}

typedef struct
{
  TrsFrameFigures scroll;
  TrsFrameFigures fling;
  TrsFrameFigures filling;
  TrsFrameFigures filling_busy;
  GArray *n_frames;
  GArray *n_frames_busy;
  TrsFrameFigures row;
  TrsFrameFigures chips;
  TrsFrameFigures orders;
  TrsFrameFigures letters;
} Use;

static void
use_init (Use *use)
{
  trs_frame_figures_init (&use->scroll);
  trs_frame_figures_init (&use->fling);
  trs_frame_figures_init (&use->filling);
  trs_frame_figures_init (&use->filling_busy);
  use->n_frames = g_array_new (FALSE, FALSE, sizeof (double));
  use->n_frames_busy = g_array_new (FALSE, FALSE, sizeof (double));
  trs_frame_figures_init (&use->row);
  trs_frame_figures_init (&use->chips);
  trs_frame_figures_init (&use->orders);
  trs_frame_figures_init (&use->letters);
}

static void
use_clear (Use *use)
{
  trs_frame_figures_clear (&use->scroll);
  trs_frame_figures_clear (&use->fling);
  trs_frame_figures_clear (&use->filling);
  trs_frame_figures_clear (&use->filling_busy);
  g_array_unref (use->n_frames);
  g_array_unref (use->n_frames_busy);
  trs_frame_figures_clear (&use->row);
  trs_frame_figures_clear (&use->chips);
  trs_frame_figures_clear (&use->orders);
  trs_frame_figures_clear (&use->letters);
}

static void
measure_use (const char *path,
             guint       n,
             gboolean    with_changes,
             Use        *use)
{
  Bench bench = { NULL };

  set_up (&bench, path);
  start_cb (&bench);
  wait_for_all (&bench, n);
  measure_scrolling (&bench, SHORT_STEP, &use->scroll);
  measure_scrolling (&bench, LONG_STEP, &use->fling);
  if (with_changes)
    {
      measure_row (&bench, &use->row);
      measure_filling (&bench, use->n_frames, &use->filling);
      measure_changes (&bench, &use->chips, &use->orders);
      measure_letters (&bench, &use->letters);
    }
  tear_down (&bench);
}

/* In a file of its own, which is another one afterwards. */
static void
measure_busy (const char *path,
              guint       n,
              Use        *use)
{
  Bench bench = { NULL };

  set_up (&bench, path);
  start_cb (&bench);
  wait_for_all (&bench, n);
  trs_history_set_reading (bench.history, TRUE, TRUE);
  bench.busy = TRUE;
  write_page (&bench);
  measure_filling (&bench, use->n_frames_busy, &use->filling_busy);
  bench.busy = FALSE;
  trs_test_wait_until (bench.idle);
  tear_down (&bench);
}

static void
print_frames (const char *name,
              GArray     *n_frames,
              GArray     *few)
{
  g_print ("%s\n  frames until the rows in sight are filled: p50 %.0f, p95 %.0f, at most %.0f (goal 2), "
           "with 300 projects p95 %.0f\n",
           name, trs_frame_harness_percentile (n_frames, 50), trs_frame_harness_percentile (n_frames, 95),
           trs_frame_harness_percentile (n_frames, 100), trs_frame_harness_percentile (few, 95));
}

static void
print_changes (const Use *few,
               const Use *some,
               const Use *many)
{
  static const TrsFrameGoal of_some = { 50, 33.3, 0, "300 projects", 33.3 };
  static const TrsFrameGoal of_many = { 50, 100, 0, "300 projects", 33.3 };

  trs_frame_figures_print (&some->chips, "chip at 10,000", &few->chips, &of_some);
  trs_frame_figures_print (&many->chips, "chip at 100,000", &few->chips, &of_many);
  trs_frame_figures_print (&some->orders, "order, and chip by title, at 10,000", &few->orders, &of_some);
  trs_frame_figures_print (&many->orders, "order, and chip by title, at 100,000", &few->orders, &of_many);
  trs_frame_figures_print (&some->letters, "letter at 10,000", &few->letters, &of_some);
  trs_frame_figures_print (&many->letters, "letter at 100,000", &few->letters, &of_many);
}

static void
bench_use (const char *few_path,
           const char *some_path,
           const char *many_path)
{
  static const TrsFrameGoal scrolling = { 95, 0, 1.25, "300 projects", 0 };
  Use few = { 0 };
  Use some = { 0 };
  Use many = { 0 };

  use_init (&few);
  use_init (&some);
  use_init (&many);
  for (guint i = 0; i < SCROLL_ROUNDS; i++)
    {
      measure_use (few_path, FEW, i < CHANGE_ROUNDS, &few);
      measure_use (some_path, SOME, i < CHANGE_ROUNDS, &some);
      measure_use (many_path, MANY, i < CHANGE_ROUNDS, &many);
    }
  measure_busy (few_path, FEW, &few);
  measure_busy (many_path, MANY, &many);

  trs_frame_figures_print (&many.scroll, "scroll-60-pixels", &few.scroll, &scrolling);
  trs_frame_figures_print (&many.fling, "scroll-2000-pixels", &few.fling, &(TrsFrameGoal) { 95, 0, 0, "300 projects" });
  trs_frame_figures_print (&many.row, "row-changes", &few.row, &(TrsFrameGoal) { 50, 2, 0, "300 projects" });
  trs_frame_figures_print (&many.filling, "scroll-far-until-filled", &few.filling,
                           &(TrsFrameGoal) { 95, 33.3, 0, "300 projects" });
  print_frames ("scroll-far", many.n_frames, few.n_frames);
  print_frames ("scroll-far-during-sync", many.n_frames_busy, few.n_frames_busy);
  print_changes (&few, &some, &many);
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
  hundred = make_store (folder, HUNDRED);
  few = make_store (folder, FEW);
  some = make_store (folder, SOME);
  many = make_store (folder, MANY);
  bench_memory (many);
  bench_start (hundred, few, many);
  bench_use (few, some, many);
  return 0;
}
