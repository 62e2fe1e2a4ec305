/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-find-bar.h"
#include "trs-frame-figures.h"
#include "trs-test-view.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A heavy user has transcripts of three hours; fifty have to stay smooth. */
#define HEAVY 3
#define LONGEST 50

/* So many that one in twenty is left out: of fewer than twenty, the 95th of a hundred is the worst one, and tells of
 * what else the machine did. */
#define TOGGLES 22
#define OPENINGS 9

#define ROUNDS 11

/* A frame at 120 Hz, and one at 60 Hz. */
#define FAST_FRAME 8.3
#define FRAME 16.7

typedef struct
{
  TrsTranscriptView *view;
  GtkWindow *window;
  const char *property;
  TrsTranscript *transcript;
  guint n_renamed;
} Bench;

static void
set_up (Bench         *bench,
        TrsTranscript *transcript)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  bench->view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL);
  g_object_set (bench->view, "show-timecodes", TRUE, "show-speakers", TRUE, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (bench->view));
  bench->window = trs_display_test_present (scroller, 740, 640);
  trs_test_view_show (bench->view, transcript);
  trs_frame_harness_settle ();
}

static void
tear_down (Bench *bench)
{
  trs_display_test_destroy (bench->window);
  trs_frame_harness_settle ();
}

static void
toggle_cb (gpointer user_data)
{
  Bench *bench = user_data;
  gboolean value;

  g_object_get (bench->view, bench->property, &value, NULL);
  g_object_set (bench->view, bench->property, !value, NULL);
}

static void
open_cb (gpointer user_data)
{
  Bench *bench = user_data;

  trs_test_view_show (bench->view, bench->transcript);
}

static void
measure_toggles (Bench      *bench,
                 const char *property,
                 double      place,
                 TrsFrameFigures    *figures)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (bench->view));

  trs_frame_figures_init (figures);
  bench->property = property;
  for (guint i = 0; i < TOGGLES + 2; i++)
    {
      TrsFrameTimes times;

      gtk_adjustment_set_value (adjustment, place * gtk_adjustment_get_upper (adjustment));
      trs_frame_harness_settle ();
      trs_frame_harness_run (GTK_WIDGET (bench->view), toggle_cb, NULL, bench, &times);
      /* the first two warm the caches of fonts */
      if (i >= 2)
        trs_frame_figures_add (figures, &times);
    }
}

static void
bench_toggles (TrsTranscript       *one_hour,
               TrsTranscript       *transcript,
               guint                hours,
               const TrsFrameGoal  *goal)
{
  static const struct
  {
    const char *name;
    double place;
  } places[] = { { "top", 0 }, { "middle", 0.5 }, { "end", 1 } };
  static const char *const properties[] = { "show-timecodes", "show-speakers" };

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    for (guint j = 0; j < G_N_ELEMENTS (places); j++)
      {
        Bench bench = { NULL };
        TrsFrameFigures base;
        TrsFrameFigures figures;
        g_autofree char *name = NULL;

        set_up (&bench, one_hour);
        measure_toggles (&bench, properties[i], places[j].place, &base);
        tear_down (&bench);
        set_up (&bench, transcript);
        measure_toggles (&bench, properties[i], places[j].place, &figures);
        tear_down (&bench);
        name = g_strdup_printf ("%u h: toggle-%s-%s", hours, properties[i] + strlen ("show-"), places[j].name);
        trs_frame_figures_print (&figures, name, &base, goal);
        trs_frame_figures_clear (&base);
        trs_frame_figures_clear (&figures);
      }
}

static void
measure_openings (TrsTranscript   *transcript,
                  TrsTranscript   *before,
                  TrsFrameFigures *figures)
{
  trs_frame_figures_init (figures);
  for (guint i = 0; i < OPENINGS + 1; i++)
    {
      Bench bench = { .transcript = transcript };
      TrsFrameTimes times;

      set_up (&bench, before);
      trs_frame_harness_run (GTK_WIDGET (bench.view), open_cb, NULL, &bench, &times);
      tear_down (&bench);
      if (i > 0)
        trs_frame_figures_add (figures, &times);
    }
}

static void
bench_openings (TrsTranscript *one_hour,
                TrsTranscript *heavy,
                TrsTranscript *longest)
{
  TrsFrameFigures base;
  TrsFrameFigures figures[3];

  measure_openings (one_hour, NULL, &base);
  measure_openings (heavy, NULL, &figures[0]);
  measure_openings (longest, NULL, &figures[1]);
  measure_openings (one_hour, longest, &figures[2]);
  trs_frame_figures_print (&figures[0], "3 h: open", &base, &(TrsFrameGoal) { 50, 0, 1.2, "1 h", 33 });
  trs_frame_figures_print (&figures[1], "50 h: open", &base, &(TrsFrameGoal) { 50, 0, 1.5, "1 h", 33 });
  trs_frame_figures_print (&figures[2], "1 h: open after 50 h", &base, &(TrsFrameGoal) { 50, 0, 1.5, "1 h", 33 });
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    trs_frame_figures_clear (&figures[i]);
  trs_frame_figures_clear (&base);
}

/* The first speaker gets another name; what is edited lies on every screen. */
static void
rename_cb (gpointer user_data)
{
  Bench *bench = user_data;
  TrsDocument *before = trs_transcript_view_get_document (bench->view);
  g_autofree char *name = g_strdup_printf ("Anna Berg %u", bench->n_renamed++);
  g_autoptr (TrsAnnotations) annotations = trs_annotations_rename (trs_document_get_annotations (before), 1, name);
  g_autoptr (TrsDocument) document = trs_document_new (trs_document_get_transcript (before), annotations);

  trs_transcript_view_set_document (bench->view, document);
}

static void
measure_renames (TrsTranscript   *transcript,
                 TrsFrameFigures *figures)
{
  Bench bench = { NULL };
  GtkAdjustment *adjustment;

  set_up (&bench, transcript);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (bench.view));
  trs_frame_figures_init (figures);
  for (guint i = 0; i < TOGGLES + 2; i++)
    {
      TrsFrameTimes times;

      gtk_adjustment_set_value (adjustment, (i % 3) * 0.5 * gtk_adjustment_get_upper (adjustment));
      trs_frame_harness_settle ();
      trs_frame_harness_run (GTK_WIDGET (bench.view), rename_cb, NULL, &bench, &times);
      if (i >= 2)
        trs_frame_figures_add (figures, &times);
    }
  tear_down (&bench);
}

static void
bench_renames (TrsTranscript *one_hour,
               TrsTranscript *heavy,
               TrsTranscript *longest)
{
  TrsFrameFigures base;
  TrsFrameFigures figures[2];

  measure_renames (one_hour, &base);
  measure_renames (heavy, &figures[0]);
  measure_renames (longest, &figures[1]);
  trs_frame_figures_print (&figures[0], "3 h: rename a speaker", &base, &(TrsFrameGoal) { 95, FRAME, 0, "1 h" });
  trs_frame_figures_print (&figures[1], "50 h: rename a speaker", &base, &(TrsFrameGoal) { 95, 0, 0, "1 h", 33 });
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    trs_frame_figures_clear (&figures[i]);
  trs_frame_figures_clear (&base);
}

static double
get_resident_mb (void)
{
  g_autofree char *statm = NULL;
  guint64 pages = 0;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &statm, NULL, NULL));
  g_assert_cmpint (sscanf (statm, "%*u %" G_GUINT64_FORMAT, &pages), ==, 1);
  return (double) pages * (double) sysconf (_SC_PAGESIZE) / 1e6;
}

static void
bench_memory (TrsTranscript *longest)
{
  Bench bench = { NULL };
  double before;

  set_up (&bench, NULL);
  before = get_resident_mb ();
  trs_test_view_show (bench.view, longest);
  trs_frame_harness_settle ();
  g_print ("50 h: memory of the view: %+.1f MB (goal +30)\n", get_resident_mb () - before);
  tear_down (&bench);
}

typedef void (*TextFunc) (GBytes        *bare,
                          GBytes        *prefixed,
                          TrsTranscript *transcript);

static void
count_lines (GBytes        *bare,
             GBytes        *prefixed,
             TrsTranscript *transcript)
{
  gsize size;
  const char *text = g_bytes_get_data (prefixed, &size);
  guint n = 0;

  for (const char *p = text; (p = memchr (p, '\n', text + size - p)) != NULL; p++)
    n++;
  g_assert_cmpuint (n, >, 0);
}

static void
align (GBytes        *bare,
       GBytes        *prefixed,
       TrsTranscript *transcript)
{
  g_autoptr (TrsTranscript) aligned = trs_transcript_align (bare, prefixed, "en", FALSE);

  g_assert_true (trs_transcript_is_aligned (aligned));
}

/* Stands in every other paragraph. */
#define WORDS "the "

static void
find_bytes (GBytes        *bare,
            GBytes        *prefixed,
            TrsTranscript *transcript)
{
  gsize size;
  const char *text = g_bytes_get_data (bare, &size);
  guint n = 0;

  for (const char *p = text; (p = memmem (p, text + size - p, WORDS, strlen (WORDS))) != NULL; p++)
    n++;
  g_assert_cmpuint (n, >, 0);
}

static void
find (GBytes        *bare,
      GBytes        *prefixed,
      TrsTranscript *transcript)
{
  g_autoptr (GArray) hits = trs_find_words (transcript, TRS_TEXT_BARE, WORDS);

  g_assert_cmpuint (hits->len, >, 0);
}

/* Milliseconds, the median. */
static double
measure_text (TextFunc       func,
              TrsTranscript *transcript)
{
  g_autoptr (GBytes) bare = trs_transcript_get_text (transcript, TRS_TEXT_BARE);
  g_autoptr (GBytes) prefixed = trs_transcript_get_text (transcript, TRS_TEXT_ALL);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  func (bare, prefixed, transcript);
  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();
      double time;

      for (guint j = 0; j < ROUNDS; j++)
        func (bare, prefixed, transcript);
      time = (double) (g_get_monotonic_time () - start) / 1000.0 / ROUNDS;
      g_array_append_val (times, time);
    }
  return trs_frame_harness_percentile (times, 50);
}

static void
bench_text (TrsTranscript *transcript,
            guint          hours)
{
  double lines = measure_text (count_lines, transcript);
  double aligned = measure_text (align, transcript);
  double bytes = measure_text (find_bytes, transcript);
  double found = measure_text (find, transcript);

  g_print ("%u h: align %.3f ms, %.2f × the speed of counting lines (goal 0.5)\n", hours, aligned, lines / aligned);
  g_print ("%u h: find all %.3f ms (goal %.1f), %.1f × memmem (goal 10)\n", hours, found, FRAME, found / bytes);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (TrsTranscript) one_hour = NULL;
  g_autoptr (TrsTranscript) heavy = NULL;
  g_autoptr (TrsTranscript) longest = NULL;

  trs_display_test_init (&argc, &argv);
  trs_frame_harness_pin ();
  one_hour = trs_test_transcript_generate (TRS_TEST_HOUR);
  heavy = trs_test_transcript_generate (HEAVY * TRS_TEST_HOUR);
  longest = trs_test_transcript_generate (LONGEST * TRS_TEST_HOUR);
  bench_memory (longest);
  bench_text (heavy, HEAVY);
  bench_text (longest, LONGEST);
  bench_openings (one_hour, heavy, longest);
  bench_renames (one_hour, heavy, longest);
  bench_toggles (one_hour, heavy, HEAVY, &(TrsFrameGoal) { 95, FAST_FRAME, 0, "1 h" });
  bench_toggles (one_hour, longest, LONGEST, &(TrsFrameGoal) { 95, FRAME, 0, "1 h", 60 });
  return 0;
}
