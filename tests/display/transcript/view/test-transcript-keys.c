/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-frame-harness.h"
#include "trs-real-input.h"
#include "trs-test-view.h"

/* The transcript under a real keyboard: wherever a key leads, it is seen. */

/* Speech of seven minutes, and of three hours. */
#define SHORT (TRS_TEST_HOUR * 7 / 60)
#define LONG (TRS_TEST_HOUR * 3)

typedef struct
{
  TrsTranscriptView *view;
  GtkAdjustment *adjustment;
  GtkWindow *window;
} Fixture;

static void
set_up_with (Fixture       *fixture,
             TrsTranscript *transcript)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  fixture->view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL);
  g_object_set (fixture->view, "show-timecodes", TRUE, "show-speakers", TRUE, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  fixture->window = trs_display_test_present (scroller, 760, 560);
  fixture->adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  trs_real_input_focus (GTK_WIDGET (fixture->view));
  gtk_widget_grab_focus (GTK_WIDGET (fixture->view));
  trs_test_view_show (fixture->view, transcript);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
}

static void
set_up (Fixture *fixture,
        guint    n_paragraphs)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (n_paragraphs);

  set_up_with (fixture, transcript);
}

static void
press (Fixture         *fixture,
       guint            key,
       GdkModifierType  modifiers)
{
  trs_real_input_key (GTK_WIDGET (fixture->view), key, modifiers);
}

static void
assert_at_end (Fixture *fixture)
{
  double end = gtk_adjustment_get_upper (fixture->adjustment) - gtk_adjustment_get_page_size (fixture->adjustment);

  g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture->view)));
  /* and the last line is not cut off below, where letters reach */
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture->adjustment), >, end - 6);
}

static void
assert_at_top (Fixture *fixture)
{
  g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture->view)));
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture->adjustment), ==, 0);
}

/* Twice each: what the first press leaves out of sight, the second one must not either. */
static void
test_ends (gconstpointer user_data)
{
  Fixture fixture;

  set_up (&fixture, GPOINTER_TO_UINT (user_data));
  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      g_object_set (fixture.view, "show-timecodes", (flags & TRS_TEXT_TIMECODES) != 0, "show-speakers",
                    (flags & TRS_TEXT_SPEAKERS) != 0, NULL);
      for (guint i = 0; i < 2; i++)
        {
          press (&fixture, GDK_KEY_End, GDK_CONTROL_MASK);
          g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture.view)));
          trs_frame_harness_settle ();
          assert_at_end (&fixture);
        }
      press (&fixture, GDK_KEY_Page_Down, 0);
      assert_at_end (&fixture);
      for (guint i = 0; i < 2; i++)
        {
          press (&fixture, GDK_KEY_Home, GDK_CONTROL_MASK);
          trs_frame_harness_settle ();
          assert_at_top (&fixture);
        }
      press (&fixture, GDK_KEY_Page_Up, 0);
      assert_at_top (&fixture);
    }
  trs_display_test_destroy (fixture.window);
}

static void
press_through (Fixture *fixture,
               guint    key)
{
  double value;

  do
    {
      value = gtk_adjustment_get_value (fixture->adjustment);
      press (fixture, key, 0);
      g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture->view)));
    }
  while (gtk_adjustment_get_value (fixture->adjustment) != value);
}

/* Screen by screen down to the end and up again. */
static void
test_pages (void)
{
  Fixture fixture;

  set_up (&fixture, SHORT);
  trs_frame_harness_settle ();
  press_through (&fixture, GDK_KEY_Page_Down);
  assert_at_end (&fixture);
  press_through (&fixture, GDK_KEY_Page_Up);
  assert_at_top (&fixture);
  trs_display_test_destroy (fixture.window);
}

/* Row by row over the edges of the screen. */
static void
test_rows (void)
{
  Fixture fixture;

  set_up (&fixture, SHORT);
  trs_frame_harness_settle ();
  for (guint i = 0; i < 60; i++)
    {
      press (&fixture, GDK_KEY_Down, 0);
      g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture.view)));
    }
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), >, 0);
  for (guint i = 0; i < 60; i++)
    {
      press (&fixture, GDK_KEY_Up, 0);
      g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture.view)));
    }
  assert_at_top (&fixture);
  trs_display_test_destroy (fixture.window);
}

/* A place is held until the next frame whenever the looks of the text may have changed, be it only that the focus can
 * be seen from the first key on. Where the machine is busy the next key comes before that frame. */
static void
test_held_place (void)
{
  Fixture fixture;
  TrsTestParagraph paragraphs[30] = { 0 };
  g_autoptr (GString) words = g_string_new ("Nobody is named");
  g_autoptr (TrsTranscript) transcript = NULL;

  for (guint i = 0; i < 120; i++)
    g_string_append (words, " in these words");
  for (guint i = 0; i < G_N_ELEMENTS (paragraphs) - 1; i++)
    paragraphs[i] = (TrsTestParagraph) { i * 1000, 0, words->str };
  transcript = trs_test_transcript_new (paragraphs, "en");
  set_up_with (&fixture, transcript);

  /* Most of these end amid a paragraph, and some at its edges. */
  for (int rows = 30; rows < 38; rows++)
    {
      press (&fixture, GDK_KEY_End, GDK_CONTROL_MASK);
      trs_frame_harness_settle ();
      assert_at_end (&fixture);

      /* Holds the place, and all lines stay as they are. */
      g_object_set (fixture.view, "show-speakers", rows % 2 != 0, NULL);
      g_signal_emit_by_name (fixture.view, "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, -rows, FALSE);
      trs_frame_harness_settle ();
      g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture.view)));
    }
  trs_display_test_destroy (fixture.window);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_data_func ("/transcript-keys/ends", GUINT_TO_POINTER (SHORT), test_ends);
  g_test_add_data_func ("/transcript-keys/ends-of-hours", GUINT_TO_POINTER (LONG), test_ends);
  g_test_add_func ("/transcript-keys/pages", test_pages);
  g_test_add_func ("/transcript-keys/rows", test_rows);
  g_test_add_func ("/transcript-keys/held-place", test_held_place);
  return g_test_run ();
}
