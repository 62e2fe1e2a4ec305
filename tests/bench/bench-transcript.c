/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-frame-figures.h"
#include "trs-test-transcripts.h"
#include "trs-transcript-view.h"

#define HOURS 50

/* So many that one in twenty is left out: of fewer than twenty, the 95th of a hundred is the worst one, and tells of
 * what else the machine did. */
#define TOGGLES 22
#define OPENINGS 9

/* A 120 Hz frame. */
#define GOAL_FRAME 8.3

typedef struct
{
  TrsTranscriptView *view;
  GtkWindow *window;
  const char *property;
  TrsTranscript *transcript;
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
  trs_transcript_view_set_transcript (bench->view, transcript);
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

  trs_transcript_view_set_transcript (bench->view, bench->transcript);
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
bench_toggles (TrsTranscript *one_hour,
               TrsTranscript *long_one)
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
        set_up (&bench, long_one);
        measure_toggles (&bench, properties[i], places[j].place, &figures);
        tear_down (&bench);
        name = g_strdup_printf ("toggle-%s-%s", properties[i] + strlen ("show-"), places[j].name);
        trs_frame_figures_print (&figures, name, &base, &(TrsFrameGoal) { 95, GOAL_FRAME, 1.5, "1 h" });
        trs_frame_figures_clear (&base);
        trs_frame_figures_clear (&figures);
      }
}

static void
measure_openings (TrsTranscript *transcript,
                  TrsTranscript *before,
                  TrsFrameFigures       *figures)
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
                TrsTranscript *long_one)
{
  TrsFrameFigures base;
  TrsFrameFigures figures;
  TrsFrameFigures after;
  TrsFrameGoal goal = { 50, 0, 2.0, "1 h" };

  measure_openings (one_hour, NULL, &base);
  measure_openings (long_one, NULL, &figures);
  measure_openings (one_hour, long_one, &after);
  goal.frame = goal.ratio * trs_frame_harness_percentile (base.frame, goal.percent);
  trs_frame_figures_print (&figures, "open-50-hours", &base, &goal);
  trs_frame_figures_print (&after, "open-after-50-hours", &base, &goal);
  trs_frame_figures_clear (&base);
  trs_frame_figures_clear (&figures);
  trs_frame_figures_clear (&after);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (TrsTranscript) one_hour = NULL;
  g_autoptr (TrsTranscript) long_one = NULL;

  trs_display_test_init (&argc, &argv);
  trs_frame_harness_pin ();
  one_hour = trs_test_transcript_generate (TRS_TEST_HOUR);
  long_one = trs_test_transcript_generate (HOURS * TRS_TEST_HOUR);
  bench_openings (one_hour, long_one);
  bench_toggles (one_hour, long_one);
  return 0;
}
