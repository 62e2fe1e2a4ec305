/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-frame-harness.h"
#include "trs-test-view.h"

#define PARAGRAPHS (6 * TRS_TEST_HOUR)
#define FAR_LINE 768

/* Of one word each, enough for many screens, and a screen that shows very many of them. */
#define SHORT_PARAGRAPHS 600
#define HIGH 3000
#define PLACES 40

typedef struct
{
  GtkWindow *window;
  TrsTranscriptView *view;
  GtkAdjustment *adjustment;
} Fixture;

static void
set_up_high (Fixture       *fixture,
             TrsTranscript *transcript,
             gboolean       timecodes,
             gboolean       speakers,
             int            height)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  *fixture = (Fixture) { .view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL) };
  g_object_set (fixture->view, "show-timecodes", timecodes, "show-speakers", speakers, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  fixture->window = trs_display_test_present (scroller, 800, height);
  fixture->adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  trs_test_view_show (fixture->view, transcript);
  trs_frame_harness_settle ();
}

static void
set_up (Fixture       *fixture,
        TrsTranscript *transcript,
        gboolean       timecodes,
        gboolean       speakers)
{
  set_up_high (fixture, transcript, timecodes, speakers, 600);
}

static void
tear_down (Fixture *fixture)
{
  trs_display_test_destroy (fixture->window);
}

static GtkTextBuffer *
get_buffer (Fixture *fixture)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));
}

static int
get_height (Fixture *fixture,
            int      line)
{
  GtkTextIter iter;
  int height;

  gtk_text_buffer_get_iter_at_line (get_buffer (fixture), &iter, line);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (fixture->view), &iter, NULL, &height);
  return height;
}

static void
assert_same_heights (Fixture *a,
                     Fixture *b,
                     int      from,
                     int      to)
{
  for (int i = from; i < to; i++)
    if (get_height (a, i) != get_height (b, i))
      g_error ("Line %d is %d px high; as it is opened, %d", i, get_height (a, i), get_height (b, i));
}

/* Whatever is switched in whatever order, the text ends up as if it had been opened so. */
static void
test_as_opened (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (PARAGRAPHS);
  Fixture fixture;
  Fixture opened;

  set_up (&fixture, transcript, TRUE, TRUE);
  set_up (&opened, transcript, FALSE, FALSE);
  g_object_set (fixture.view, "show-timecodes", FALSE, NULL);
  g_main_context_iteration (NULL, FALSE);
  g_object_set (fixture.view, "show-speakers", FALSE, NULL);
  g_main_context_iteration (NULL, FALSE);
  g_object_set (fixture.view, "show-timecodes", TRUE, NULL);
  g_object_set (fixture.view, "show-timecodes", FALSE, NULL);
  trs_frame_harness_settle ();
  assert_same_heights (&fixture, &opened, 0, gtk_text_buffer_get_line_count (get_buffer (&fixture)));
  g_assert_cmpfloat (gtk_adjustment_get_upper (fixture.adjustment), ==, gtk_adjustment_get_upper (opened.adjustment));
  tear_down (&opened);
  tear_down (&fixture);
}

typedef struct
{
  Fixture *fixture;
  Fixture *opened;
  gboolean painted;
} Jump;

static void
assert_on_screen_as_opened (Jump *jump)
{
  GtkTextView *view = GTK_TEXT_VIEW (jump->fixture->view);
  double value = gtk_adjustment_get_value (jump->fixture->adjustment);
  GtkTextIter first;
  GtkTextIter last;

  gtk_text_view_get_line_at_y (view, &first, value, NULL);
  gtk_text_view_get_line_at_y (view, &last, value + gtk_adjustment_get_page_size (jump->fixture->adjustment), NULL);
  assert_same_heights (jump->fixture, jump->opened, gtk_text_iter_get_line (&first),
                       gtk_text_iter_get_line (&last) + 1);
}

static void
jump_cb (gpointer user_data)
{
  Jump *jump = user_data;

  g_object_set (jump->fixture->view, "show-speakers", FALSE, NULL);
  gtk_adjustment_set_value (jump->fixture->adjustment, gtk_adjustment_get_upper (jump->fixture->adjustment) * 0.8);
}

static void
painted_cb (gpointer user_data)
{
  Jump *jump = user_data;
  GtkTextIter iter;

  if (jump->painted)
    return;

  jump->painted = TRUE;
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (jump->fixture->view), &iter,
                               gtk_adjustment_get_value (jump->fixture->adjustment), NULL);
  g_assert_cmpint (gtk_text_iter_get_line (&iter), >, FAR_LINE);
  assert_on_screen_as_opened (jump);
}

/* What comes into sight before its turn is never painted with the heights that it had before. */
static void
test_jump (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (PARAGRAPHS);
  Fixture fixture;
  Fixture opened;
  Jump jump = { .fixture = &fixture, .opened = &opened };
  TrsFrameTimes times;

  set_up (&fixture, transcript, TRUE, TRUE);
  set_up (&opened, transcript, TRUE, FALSE);
  trs_frame_harness_run (GTK_WIDGET (fixture.view), jump_cb, painted_cb, &jump, &times);
  g_assert_true (jump.painted);
  tear_down (&opened);
  tear_down (&fixture);
}

static void
hide_names_cb (gpointer user_data)
{
  Jump *jump = user_data;

  g_object_set (jump->fixture->view, "show-speakers", FALSE, NULL);
}

static void
painted_again_cb (gpointer user_data)
{
  Jump *jump = user_data;

  jump->painted = TRUE;
  assert_on_screen_as_opened (jump);
}

static TrsTranscript *
new_exchange (void)
{
  TrsTestParagraph paragraphs[SHORT_PARAGRAPHS + 1] = { 0 };

  for (guint i = 0; i < SHORT_PARAGRAPHS; i++)
    paragraphs[i] = (TrsTestParagraph) { i * 1000, 1 + i % 2, "Yes." };
  return trs_test_transcript_new (paragraphs, "en");
}

/* On a high screen, names that go make room for many more lines: all of them are laid out anew before it is painted. */
static void
test_room (gconstpointer data)
{
  double place = *(const double *) data;
  g_autoptr (TrsTranscript) transcript = new_exchange ();
  Fixture fixture;
  Fixture opened;
  Jump jump = { .fixture = &fixture, .opened = &opened };
  TrsFrameTimes times;

  set_up_high (&fixture, transcript, TRUE, TRUE, HIGH);
  set_up_high (&opened, transcript, TRUE, FALSE, HIGH);
  gtk_adjustment_set_value (fixture.adjustment, place * gtk_adjustment_get_upper (fixture.adjustment));
  trs_frame_harness_settle ();
  trs_frame_harness_run (GTK_WIDGET (fixture.view), hide_names_cb, painted_again_cb, &jump, &times);
  g_assert_true (jump.painted);
  tear_down (&opened);
  tear_down (&fixture);
}

/* GTK insists that nothing is told while it measures the screen, and scrolls meanwhile: wherever one is. */
static void
test_anywhere (void)
{
  g_autoptr (TrsTranscript) transcript = new_exchange ();
  Fixture fixture;
  Jump jump = { .fixture = &fixture };

  set_up (&fixture, transcript, TRUE, TRUE);
  for (guint i = 0; i <= PLACES; i++)
    {
      TrsFrameTimes times;

      gtk_adjustment_set_value (fixture.adjustment, gtk_adjustment_get_upper (fixture.adjustment) * i / PLACES);
      trs_frame_harness_run (GTK_WIDGET (fixture.view), hide_names_cb, NULL, &jump, &times);
      g_assert_cmpuint (times.n_frames, >, 0);
      g_object_set (fixture.view, "show-speakers", TRUE, NULL);
      trs_frame_harness_settle ();
    }
  tear_down (&fixture);
}

static void
place_caret (Fixture *fixture,
             int      line)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (get_buffer (fixture), &iter, line);
  gtk_text_buffer_place_cursor (get_buffer (fixture), &iter);
}

/* Whenever it scrolls, GTK asks where the caret is. It never stands where nothing can be seen. */
static void
test_caret_in_hidden_line (void)
{
  g_autoptr (TrsTranscript) transcript = new_exchange ();
  Fixture fixture;

  set_up (&fixture, transcript, TRUE, TRUE);
  for (guint i = 0; i <= PLACES; i += 5)
    {
      int line = gtk_text_buffer_get_line_count (get_buffer (&fixture)) * i / (PLACES + 1) / 2 * 2;
      Jump jump = { .fixture = &fixture };
      TrsFrameTimes times;
      GtkTextIter caret;

      gtk_adjustment_set_value (fixture.adjustment, gtk_adjustment_get_upper (fixture.adjustment) * i / PLACES);
      place_caret (&fixture, line);
      trs_frame_harness_settle ();
      g_assert_cmpint (get_height (&fixture, line), >, 0);
      trs_frame_harness_run (GTK_WIDGET (fixture.view), hide_names_cb, NULL, &jump, &times);
      gtk_text_buffer_get_iter_at_mark (get_buffer (&fixture), &caret,
                                        gtk_text_buffer_get_insert (get_buffer (&fixture)));
      g_assert_cmpint (gtk_text_iter_get_line (&caret), ==, line + 1);
      g_assert_cmpint (get_height (&fixture, line), ==, 0);
      g_object_set (fixture.view, "show-speakers", TRUE, NULL);
      trs_frame_harness_settle ();
    }
  tear_down (&fixture);
}

/* The rest of the text comes in while it is switched. */
static void
test_while_loading (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (PARAGRAPHS);
  Fixture fixture;
  Fixture opened;
  gboolean speakers = TRUE;
  int n_lines = 0;
  guint n = 0;

  set_up (&opened, transcript, TRUE, FALSE);
  set_up (&fixture, NULL, TRUE, TRUE);
  trs_test_view_show (fixture.view, transcript);
  while (n_lines < gtk_text_buffer_get_line_count (get_buffer (&opened)))
    {
      n_lines = gtk_text_buffer_get_line_count (get_buffer (&fixture));
      speakers = !speakers;
      g_object_set (fixture.view, "show-speakers", speakers, NULL);
      while (gtk_text_buffer_get_line_count (get_buffer (&fixture)) == n_lines && g_main_context_pending (NULL))
        g_main_context_iteration (NULL, TRUE);
      n++;
    }
  g_assert_cmpuint (n, >, 4);
  g_object_set (fixture.view, "show-speakers", FALSE, NULL);
  trs_frame_harness_settle ();
  assert_same_heights (&fixture, &opened, 0, gtk_text_buffer_get_line_count (get_buffer (&fixture)));
  tear_down (&fixture);
  tear_down (&opened);
}

static void
scroll_and_hide_cb (gpointer user_data)
{
  Jump *jump = user_data;
  GtkAdjustment *adjustment = jump->fixture->adjustment;
  gboolean speakers;

  g_object_get (jump->fixture->view, "show-speakers", &speakers, NULL);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 150);
  g_object_set (jump->fixture->view, "show-speakers", !speakers, NULL);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 150);
}

static void
test_while_scrolling (void)
{
  g_autoptr (TrsTranscript) transcript = new_exchange ();
  Fixture fixture;
  Jump jump = { .fixture = &fixture };

  set_up (&fixture, transcript, TRUE, TRUE);
  for (guint i = 0; i < PLACES; i++)
    {
      double before = gtk_adjustment_get_value (fixture.adjustment);
      TrsFrameTimes times;

      trs_frame_harness_run (GTK_WIDGET (fixture.view), scroll_and_hide_cb, NULL, &jump, &times);
      g_assert_cmpuint (times.n_frames, >, 0);
      if (i == 0)
        g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), >, before);
    }
  tear_down (&fixture);
}

/* Nothing of it is left for a text, or a view, that is gone. */
static void
test_gone (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (PARAGRAPHS);
  g_autoptr (TrsTranscript) other = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;

  set_up (&fixture, transcript, TRUE, TRUE);
  g_object_set (fixture.view, "show-speakers", FALSE, NULL);
  trs_test_view_show (fixture.view, other);
  gtk_adjustment_set_value (fixture.adjustment, 10);
  trs_frame_harness_settle ();

  trs_test_view_show (fixture.view, transcript);
  trs_frame_harness_settle ();
  g_object_set (fixture.view, "show-speakers", TRUE, NULL);
  g_object_add_weak_pointer (G_OBJECT (fixture.view), (gpointer *) &fixture.view);
  tear_down (&fixture);
  g_assert_null (fixture.view);
}

int
main (int   argc,
      char *argv[])
{
  static const double top = 0, middle = 0.5, end = 1;

  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-toggles/as-opened", test_as_opened);
  g_test_add_func ("/transcript-toggles/jump", test_jump);
  g_test_add_data_func ("/transcript-toggles/room/top", &top, test_room);
  g_test_add_data_func ("/transcript-toggles/room/middle", &middle, test_room);
  g_test_add_data_func ("/transcript-toggles/room/end", &end, test_room);
  g_test_add_func ("/transcript-toggles/anywhere", test_anywhere);
  g_test_add_func ("/transcript-toggles/caret-in-hidden-line", test_caret_in_hidden_line);
  g_test_add_func ("/transcript-toggles/while-loading", test_while_loading);
  g_test_add_func ("/transcript-toggles/while-scrolling", test_while_scrolling);
  g_test_add_func ("/transcript-toggles/gone", test_gone);
  return g_test_run ();
}
