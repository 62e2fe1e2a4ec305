/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-frame-harness.h"
#include "trs-test-view.h"

#include <math.h>

typedef struct
{
  TrsTranscriptView *view;
  GtkAdjustment *adjustment;
  GtkWindow *window;

  /* the line that is watched, where it was, and how far it was seen away from there */
  int line;
  double y;
  double drift;

  guint n_painted;
} Fixture;

static void
set_up (Fixture       *fixture,
        TrsTranscript *transcript)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  *fixture = (Fixture) { .view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL) };
  g_object_set (fixture->view, "show-timecodes", TRUE, "show-speakers", TRUE, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  fixture->window = trs_display_test_present (box, 800, 600);
  fixture->adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  trs_test_view_show (fixture->view, transcript);
  trs_frame_harness_settle ();
}

static void
tear_down (Fixture *fixture)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->view), (gpointer *) &fixture->view);
  trs_display_test_destroy (fixture->window);
  g_assert_null (fixture->view);
}

static gboolean
is_name_line (Fixture *fixture,
              int      line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (buffer, &iter, line);
  return gtk_text_iter_has_tag (&iter, gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "name"));
}

/* Where a name, or the words of a line, are on the screen. */
static double
get_y (Fixture *fixture,
       int      line)
{
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (fixture->view);
  GtkTextIter iter;
  GdkRectangle location;

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (buffer), &iter, line);
  if (!is_name_line (fixture, line))
    trs_transcript_buffer_get_iter (buffer, trs_transcript_buffer_to_position (buffer, &iter), &iter);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (fixture->view), &iter, &location);
  return location.y - gtk_adjustment_get_value (fixture->adjustment);
}

static int
get_height (Fixture *fixture,
            int      line)
{
  GtkTextIter iter;
  int height;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view)), &iter, line);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (fixture->view), &iter, NULL, &height);
  return height;
}

static int
count_lines (Fixture *fixture)
{
  return gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view)));
}

static void
watch_place (Fixture *fixture)
{
  for (fixture->line = 0;
       get_y (fixture, fixture->line) < 0 || is_name_line (fixture, fixture->line);
       fixture->line++)
    continue;
  fixture->y = get_y (fixture, fixture->line);
  fixture->drift = 0;
}

static void
painted_cb (gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->drift = MAX (fixture->drift, fabs (get_y (fixture, fixture->line) - fixture->y));
}

static void
toggle (Fixture    *fixture,
        const char *property)
{
  gboolean value;

  g_object_get (fixture->view, property, &value, NULL);
  g_object_set (fixture->view, property, !value, NULL);
}

static void
toggle_timecodes_cb (gpointer user_data)
{
  toggle (user_data, "show-timecodes");
}

static void
toggle_speakers_cb (gpointer user_data)
{
  toggle (user_data, "show-speakers");
}

static void
toggle_compact_cb (gpointer user_data)
{
  toggle (user_data, "compact");
}

static void
larger_cb (gpointer user_data)
{
  g_object_set (((Fixture *) user_data)->view, "text-scale", 1.3, NULL);
}

static void
normal_size_cb (gpointer user_data)
{
  g_object_set (((Fixture *) user_data)->view, "text-scale", 1.0, NULL);
}

static void
wide_lines_cb (gpointer user_data)
{
  g_object_set (((Fixture *) user_data)->view, "line-spacing", TRS_LINE_SPACING_WIDE, NULL);
}

static void
compact_lines_cb (gpointer user_data)
{
  g_object_set (((Fixture *) user_data)->view, "line-spacing", TRS_LINE_SPACING_COMPACT, NULL);
}

static void
normal_lines_cb (gpointer user_data)
{
  g_object_set (((Fixture *) user_data)->view, "line-spacing", TRS_LINE_SPACING_NORMAL, NULL);
}

static void
toggle_serif_cb (gpointer user_data)
{
  toggle (user_data, "serif");
}

static void
narrower_cb (gpointer user_data)
{
  GtkWidget *box = gtk_widget_get_parent (gtk_widget_get_parent (GTK_WIDGET (((Fixture *) user_data)->view)));
  GtkWidget *side = gtk_label_new (NULL);

  gtk_widget_set_size_request (side, 300, -1);
  gtk_box_append (GTK_BOX (box), side);
}

static void
wider_cb (gpointer user_data)
{
  GtkWidget *box = gtk_widget_get_parent (gtk_widget_get_parent (GTK_WIDGET (((Fixture *) user_data)->view)));

  gtk_box_remove (GTK_BOX (box), gtk_widget_get_last_child (box));
}

/* In every frame that is painted, the first line of words on the screen is where it was. */
static void
test_place (void)
{
  static const struct
  {
    const char *name;
    TrsFrameFunc change;
  } changes[] = {
    { "timecodes off", toggle_timecodes_cb }, { "speakers off", toggle_speakers_cb },
    { "timecodes on", toggle_timecodes_cb },  { "speakers on", toggle_speakers_cb },
    { "compact", toggle_compact_cb },         { "wide", toggle_compact_cb },
    { "larger", larger_cb },                  { "normal", normal_size_cb },
    { "wide lines", wide_lines_cb },          { "compact lines", compact_lines_cb },
    { "serif", toggle_serif_cb },             { "normal lines", normal_lines_cb },
    { "sans", toggle_serif_cb },
    { "narrower", narrower_cb },              { "wider", wider_cb },
  };
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (50);
  Fixture fixture;

  set_up (&fixture, transcript);
  for (guint place = 0; place < 3; place++)
    {
      double upper = gtk_adjustment_get_upper (fixture.adjustment);

      gtk_adjustment_set_value (fixture.adjustment, (const double[]) { 0, 1000, upper / 2 + 7 }[place]);
      trs_frame_harness_settle ();
      for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
        {
          TrsFrameTimes times;

          watch_place (&fixture);
          trs_frame_harness_run (GTK_WIDGET (fixture.view), changes[i].change, place > 0 ? painted_cb : NULL, &fixture,
                                 &times);
          g_test_message ("%s at %u: %.1f px in %u frames", changes[i].name, place, fixture.drift, times.n_frames);
          g_assert_cmpuint (times.n_frames, >, 0);
          if (place == 0)
            g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), ==, 0);
          else
            g_assert_cmpfloat (fixture.drift, <, 1);
        }
    }
  tear_down (&fixture);
}

static void
test_selection (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;
  GtkTextIter start_after;
  GtkTextIter end_after;

  set_up (&fixture, transcript);
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view));
  gtk_text_buffer_get_iter_at_line_index (buffer, &start, 1, 20);
  gtk_text_buffer_get_iter_at_line_index (buffer, &end, 6, 3);
  gtk_text_buffer_select_range (buffer, &start, &end);
  for (guint i = 0; i < 3; i++)
    {
      toggle (&fixture, i == 1 ? "show-speakers" : "show-timecodes");
      trs_frame_harness_settle ();
      gtk_text_buffer_get_selection_bounds (buffer, &start_after, &end_after);
      g_assert_true (gtk_text_iter_equal (&start, &start_after));
      g_assert_true (gtk_text_iter_equal (&end, &end_after));
    }
  tear_down (&fixture);
}

/* A hidden name line takes no room, an empty line in its place would. */
static void
test_hidden_lines_collapse (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;

  set_up (&fixture, transcript);
  for (guint i = 0; i < 8; i++)
    {
      gboolean speakers = (i & 1) == 0;

      g_object_set (fixture.view, "show-speakers", speakers, "show-timecodes", (i & 2) == 0, "compact", (i & 4) == 0,
                    NULL);
      trs_frame_harness_settle ();
      for (int line = 0; line < count_lines (&fixture); line++)
        if (is_name_line (&fixture, line))
          g_assert_true ((get_height (&fixture, line) > 0) == speakers);
        else
          g_assert_cmpint (get_height (&fixture, line), >, 0);
    }
  tear_down (&fixture);
}

/* GTK 4.8 takes no account of hidden text in gtk_text_view_get_iter_location(). */
static int
get_x (Fixture *fixture,
       int      line,
       int      index)
{
  GtkTextIter iter;
  GdkRectangle place;

  gtk_text_buffer_get_iter_at_line_index (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view)), &iter, line, index);
  gtk_text_view_get_cursor_locations (GTK_TEXT_VIEW (fixture->view), &iter, &place, NULL);
  return place.x;
}

/* Words stand at one edge, whether a time, a name or nothing is before them. */
static void
test_gutter (void)
{
  g_autofree char *words = g_strnfill (6000, 'x');
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (
      (const TrsTestParagraph[]) { { 1000, 1, "One." }, { 2000, 1, "Two." }, { 3000, 0, "Three." }, { -1, 0, "Four." },
                                   { -1, 2, "Five." }, { 4000, 1, words }, { 0, 0, NULL } },
      "en");
  Fixture fixture;
  int edge;
  int margin;

  set_up (&fixture, transcript);
  edge = get_x (&fixture, 1, 9);
  margin = gtk_text_view_get_left_margin (GTK_TEXT_VIEW (fixture.view));
  g_assert_cmpint (edge, ==, get_x (&fixture, 0, 9));
  g_assert_cmpint (edge, >, get_x (&fixture, 0, 0) + 40);
  for (guint i = 0; i < 4; i++)
    {
      gboolean timecodes = (i & 1) == 0;

      g_object_set (fixture.view, "show-timecodes", timecodes, "show-speakers", (i & 2) == 0, NULL);
      trs_frame_harness_settle ();
      for (int line = 0; line < count_lines (&fixture); line++)
        {
          gboolean has_time = line <= 4 || line == 9;

          if (!is_name_line (&fixture, line))
            g_assert_cmpint (get_x (&fixture, line, has_time ? strlen ("00:00:00\t") : 0), ==,
                             timecodes ? edge : margin);
        }
    }
  tear_down (&fixture);
}

/* Names and hidden names, words in several rows: everything moves apart, and together again as it was. */
static void
test_line_spacing (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;
  int heights[3][2];

  set_up (&fixture, transcript);
  for (TrsLineSpacing i = TRS_LINE_SPACING_COMPACT; i <= TRS_LINE_SPACING_WIDE; i++)
    {
      g_object_set (fixture.view, "line-spacing", i, NULL);
      trs_frame_harness_settle ();
      heights[i][0] = get_height (&fixture, 3);
      heights[i][1] = get_height (&fixture, 4);
      g_assert_true (is_name_line (&fixture, 3));
    }
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (heights[TRS_LINE_SPACING_COMPACT][i], <, heights[TRS_LINE_SPACING_NORMAL][i]);
      g_assert_cmpint (heights[TRS_LINE_SPACING_NORMAL][i], <, heights[TRS_LINE_SPACING_WIDE][i]);
    }
  g_object_set (fixture.view, "line-spacing", TRS_LINE_SPACING_NORMAL, NULL);
  trs_frame_harness_settle ();
  g_assert_cmpint (get_height (&fixture, 4), ==, heights[TRS_LINE_SPACING_NORMAL][1]);
  tear_down (&fixture);
}

/* Another typeface has other widths; the words still stand at one edge behind the times. */
static void
test_serif (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;
  int x;

  set_up (&fixture, transcript);
  x = get_x (&fixture, 2, 40);
  g_object_set (fixture.view, "serif", TRUE, NULL);
  trs_frame_harness_settle ();
  g_assert_cmpint (get_x (&fixture, 2, 40), !=, x);
  g_assert_cmpint (get_x (&fixture, 0, 9), ==, get_x (&fixture, 1, 9));
  g_assert_cmpint (get_x (&fixture, 2, 9), ==, get_x (&fixture, 1, 9));
  g_object_set (fixture.view, "serif", FALSE, NULL);
  trs_frame_harness_settle ();
  g_assert_cmpint (get_x (&fixture, 2, 40), ==, x);
  tear_down (&fixture);
}

/* In a right-to-left transcript the gutter is on the right, and a Latin name does not turn its line round. */
static void
test_right_to_left (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (
      (const TrsTestParagraph[]) { { 1000, 1, "مساء الخير جميعا" }, { 2000, 1, "نبدأ الجلسة" }, { 0, 0, NULL } }, "ar");
  Fixture fixture;
  int width;

  set_up (&fixture, transcript);
  width = gtk_widget_get_width (GTK_WIDGET (fixture.view));
  g_assert_cmpint (get_x (&fixture, 0, 3 + 9), >, width / 2);
  g_assert_cmpint (get_x (&fixture, 1, 3 + 9), >, width / 2);
  g_assert_cmpint (get_x (&fixture, 1, 3 + 9), <, width - 24 - 40);
  g_assert_cmpint (ABS (get_x (&fixture, 1, 3 + 9) - get_x (&fixture, 2, 3 + 9)), <=, 1);
  trs_display_test_save_png (GTK_WIDGET (fixture.view), "02-right-to-left");
  tear_down (&fixture);
}

/* The caret does not stay in what is hidden: it goes to what can be seen next, here the time of the words. */
static void
test_caret (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;
  GtkTextBuffer *buffer;
  GtkTextIter caret;

  set_up (&fixture, transcript);
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view));
  gtk_text_buffer_get_iter_at_line_index (buffer, &caret, 3, 12);
  g_assert_true (is_name_line (&fixture, 3));
  gtk_text_buffer_place_cursor (buffer, &caret);
  toggle (&fixture, "show-speakers");
  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&caret), ==, 4);
  g_assert_cmpint (gtk_text_iter_get_line_index (&caret), ==, 0);
  tear_down (&fixture);
}

static void
nothing_cb (gpointer user_data)
{
}

/* The first screen is there at once, the rest follows, and nothing creeps while it does. */
static void
test_loading (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (200);
  g_autoptr (TrsTranscript) other = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;
  TrsTranscriptBuffer *buffer;
  TrsFrameTimes times;
  GtkTextIter end;
  double y;

  set_up (&fixture, other);
  trs_test_view_show (fixture.view, transcript);
  buffer = trs_transcript_view_get_buffer (fixture.view);
  g_assert_cmpint (gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer)), >, 24);
  g_assert_cmpint (gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer)), <, 100);
  y = get_y (&fixture, 0);
  toggle (&fixture, "show-timecodes");
  toggle (&fixture, "show-timecodes");
  trs_frame_harness_run (GTK_WIDGET (fixture.view), nothing_cb, NULL, &fixture, &times);
  gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (buffer), &end);
  g_assert_cmpuint (trs_transcript_buffer_to_position (buffer, &end).paragraph, ==,
                    trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL) - 1);
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), ==, 0);
  g_assert_cmpint (gtk_text_view_get_top_margin (GTK_TEXT_VIEW (fixture.view)), ==, 0);
  g_assert_cmpfloat (get_y (&fixture, 0), ==, y);
  tear_down (&fixture);
}

/* Lines that GTK has not measured are of no height: with such ones on the screen, something else is painted. */
static void
check_painted_cb (GdkFrameClock *clock,
                  gpointer       user_data)
{
  Fixture *fixture = user_data;
  GtkTextIter top;

  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (fixture->view), &top,
                               (int) gtk_adjustment_get_value (fixture->adjustment), NULL);
  g_assert_cmpint (gtk_text_iter_get_line (&top), <=, fixture->line);
  for (int line = gtk_text_iter_get_line (&top); line <= fixture->line; line++)
    g_assert_cmpint (get_height (fixture, line), >, 0);
  fixture->y = get_y (fixture, fixture->line);
  g_assert_cmpfloat (fixture->y, >, 100);
  g_assert_cmpfloat (fixture->y, <, 300);
  fixture->n_painted++;
}

static void
assert_scrolls_to (Fixture *fixture,
                   guint    paragraph)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  TrsTextPosition position = { paragraph, 10 };
  GtkTextIter iter;

  trs_transcript_view_scroll_to (fixture->view, position);
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture->view), position, &iter);
  fixture->line = gtk_text_iter_get_line (&iter);
  fixture->n_painted = 0;
  g_signal_connect (clock, "after-paint", G_CALLBACK (check_painted_cb), fixture);
  trs_frame_harness_settle ();
  g_assert_cmpuint (fixture->n_painted, >, 0);
  g_signal_handlers_disconnect_by_func (clock, check_painted_cb, fixture);
}

/* To go to a place loads the text as far as there, and no frame shows another one. */
static void
test_scroll_to (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (250);
  g_autoptr (TrsTranscript) other = trs_test_transcript_generate (300);
  Fixture fixture;

  set_up (&fixture, NULL);
  trs_test_view_show (fixture.view, transcript);
  assert_scrolls_to (&fixture, 150);

  /* all of it measured, and another text in its place */
  assert_scrolls_to (&fixture, 20);
  trs_test_view_show (fixture.view, other);
  assert_scrolls_to (&fixture, 280);
  tear_down (&fixture);
}

/* As when a passage that was found is opened: the page has not been shown yet. */
static void
test_scroll_to_before_shown (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (250);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box;
  Fixture fixture;

  set_up (&fixture, NULL);
  box = gtk_widget_get_ancestor (GTK_WIDGET (fixture.view), GTK_TYPE_BOX);
  fixture.view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL);
  g_object_set (fixture.view, "show-timecodes", TRUE, "show-speakers", TRUE, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture.view));
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  fixture.adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture.view));
  trs_test_view_show (fixture.view, transcript);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (fixture.view)), ==, 0);
  assert_scrolls_to (&fixture, 200);
  tear_down (&fixture);
}

/* While the text is still measured, as after it was opened. */
static void
test_scroll_to_unmeasured (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (10 * TRS_TEST_HOUR);
  Fixture fixture;

  set_up (&fixture, NULL);
  trs_test_view_show (fixture.view, transcript);
  trs_display_test_wait_frame (GTK_WIDGET (fixture.view));
  assert_scrolls_to (&fixture, 8 * TRS_TEST_HOUR);
  tear_down (&fixture);
}

/* The old text is taken apart piece by piece, and then it is gone. */
static void
test_dropping (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (250);
  g_autoptr (TrsTranscript) other = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;
  TrsTranscriptBuffer *old;
  int lines;

  set_up (&fixture, transcript);
  old = trs_transcript_view_get_buffer (fixture.view);
  g_object_add_weak_pointer (G_OBJECT (old), (gpointer *) &old);
  lines = gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (old));
  trs_test_view_show (fixture.view, other);
  g_assert_nonnull (old);
  g_assert_cmpint (gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (old)), ==, lines);
  trs_test_wait_until (old == NULL);
  tear_down (&fixture);
}

/* A link that is dropped onto the text is for the window behind it. */
static void
test_drops_pass (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (GListModel) controllers = NULL;
  Fixture fixture;
  guint n_targets = 0;

  set_up (&fixture, transcript);
  controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture.view));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_DROP_TARGET_ASYNC (controller) && !GTK_IS_DROP_TARGET (controller))
        continue;
      n_targets++;
      g_assert_cmpint (gtk_event_controller_get_propagation_phase (controller), ==, GTK_PHASE_NONE);
    }
  g_assert_cmpuint (n_targets, >, 0);
  tear_down (&fixture);
}

/* GTK 4.8 aborts the program when the pointer is below the words of a line in
 * which something is hidden, and the next line is shorter: no point may be so. */
static void
test_any_point (void)
{
  static const TrsTestParagraph paragraphs[] = {
    { 0, 1, "A paragraph that is long enough to be longer than any that follows it, and to be broken into two lines." },
    { 1000, 1, "Yes." },
    { 2000, 2, "Another one that is long, but not as long as the first." },
    { 3000, 3, "No." },
    { 4000, 3, "A" },
    { 5000, 1, "The last one, which has nothing after it but the lower margin." },
    { 0 },
  };
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, "en");
  Fixture fixture;

  set_up (&fixture, transcript);
  for (guint state = 0; state < 8; state++)
    {
      g_object_set (fixture.view, "show-timecodes", (state & 1) != 0, "show-speakers", (state & 2) != 0, "compact",
                    (state & 4) != 0, NULL);
      trs_frame_harness_settle ();
      for (int y = -10; y < 620; y++)
        for (int x = 0; x < 800; x += 90)
          {
            GtkTextIter iter;

            gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (fixture.view), &iter, x, y);
          }
    }
  tear_down (&fixture);
}

extern void __lsan_do_leak_check (void) __attribute__ ((weak));

/* GTK 4.8 forgets the layout of a line where the arrow to the left or right leads no further; under LeakSanitizer the
 * caret goes by the order of the text instead. */
static void
press (Fixture         *fixture,
       GtkMovementStep  step,
       int              count)
{
  if (step == GTK_MOVEMENT_VISUAL_POSITIONS && __lsan_do_leak_check != NULL)
    step = GTK_MOVEMENT_LOGICAL_POSITIONS;
  g_signal_emit_by_name (fixture->view, "move-cursor", step, count, FALSE);
}

static void
get_caret (Fixture     *fixture,
           GtkTextIter *caret)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));

  gtk_text_buffer_get_iter_at_mark (buffer, caret, gtk_text_buffer_get_insert (buffer));
}

static void
assert_caret_is_seen (Fixture *fixture)
{
  GtkTextIter caret;
  g_autoptr (GSList) tags = NULL;

  get_caret (fixture, &caret);
  tags = gtk_text_iter_get_tags (&caret);
  for (GSList *l = tags; l != NULL; l = l->next)
    {
      gboolean invisible;

      g_object_get (l->data, "invisible", &invisible, NULL);
      g_assert_false (invisible);
    }
}

/* Moves by a step until that leads no further, and tells the line it ends in. */
static int
press_on (Fixture         *fixture,
          GtkMovementStep  step,
          int              count)
{
  GtkTextIter caret;
  int before;
  int after = -1;

  do
    {
      before = after;
      press (fixture, step, count);
      assert_caret_is_seen (fixture);
      get_caret (fixture, &caret);
      after = gtk_text_iter_get_offset (&caret);
    }
  while (after != before);
  return gtk_text_iter_get_line (&caret);
}

/* Hidden names and times are no wall between paragraphs. */
static void
test_keys_get_everywhere (void)
{
  static const GtkMovementStep steps[] = { GTK_MOVEMENT_LOGICAL_POSITIONS, GTK_MOVEMENT_VISUAL_POSITIONS,
                                           GTK_MOVEMENT_WORDS, GTK_MOVEMENT_DISPLAY_LINES, GTK_MOVEMENT_PARAGRAPHS };
  static const TrsTestParagraph paragraphs[] = {
    { 0, 1, "Good day." }, { 1000, 1, "Yes." }, { 2000, 2, "No." }, { 3000, 1, "Well." }, { 0 },
  };
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, "en");
  Fixture fixture;

  set_up (&fixture, transcript);
  gtk_widget_grab_focus (GTK_WIDGET (fixture.view));
  for (guint state = 0; state < 4; state++)
    {
      int first;
      int last;

      g_object_set (fixture.view, "show-timecodes", (state & 1) != 0, "show-speakers", (state & 2) != 0, NULL);
      trs_frame_harness_settle ();
      last = press_on (&fixture, GTK_MOVEMENT_BUFFER_ENDS, 1);
      first = press_on (&fixture, GTK_MOVEMENT_BUFFER_ENDS, -1);
      for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
        {
          g_test_message ("step %u in state %u", (guint) steps[i], state);
          g_assert_cmpint (press_on (&fixture, steps[i], 1), ==, last);
          g_assert_cmpint (press_on (&fixture, steps[i], -1), ==, first);
        }
    }
  tear_down (&fixture);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

/* However many tags a switch touches, the lines are walked over once. */
static void
test_one_invalidation (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  Fixture fixture;
  guint count = 0;

  set_up (&fixture, transcript);
  g_signal_connect_swapped (gtk_text_buffer_get_tag_table (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view))),
                            "tag-changed", G_CALLBACK (count_cb), &count);
  toggle (&fixture, "show-speakers");
  g_assert_cmpuint (count, ==, 1);
  toggle (&fixture, "show-timecodes");
  toggle (&fixture, "compact");
  g_assert_cmpuint (count, ==, 3);
  tear_down (&fixture);
}

static void
read_colours_cb (GtkTextTag *tag,
                 gpointer    user_data)
{
  GdkRGBA *foreground = GUINT_TO_POINTER (1);
  GdkRGBA *background = GUINT_TO_POINTER (1);
  gboolean foreground_set;
  gboolean background_set;

  g_object_get (tag, "foreground-set", &foreground_set, "background-set", &background_set, "foreground", &foreground,
                "background", &background, NULL);
  g_assert_true (!foreground_set == (foreground == NULL));
  g_assert_true (!background_set == (background == NULL));
  g_clear_pointer (&foreground, gdk_rgba_free);
  g_clear_pointer (&background, gdk_rgba_free);
}

/* GTK 4.8 reads both of a tag that has a colour, into a pointer that is not set, when it answers a screen reader. */
static void
test_colours_can_be_read (void)
{
  g_autoptr (GtkTextTagTable) tags = trs_transcript_tags_new ();

  g_assert_cmpint (gtk_text_tag_table_get_size (tags), >, 20);
  gtk_text_tag_table_foreach (tags, read_colours_cb, NULL);
}

static void
test_very_long_paragraph (void)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (TrsTranscript) transcript = NULL;
  Fixture fixture;
  TrsFrameTimes times;

  while (words->len < 100000)
    g_string_append (words, "words and more words ");
  transcript =
      trs_test_transcript_new ((const TrsTestParagraph[]) { { 0, 1, words->str }, { 1, 2, "End." }, { 0, 0, NULL } },
                               "en");
  set_up (&fixture, transcript);
  for (int line = 0; line < count_lines (&fixture); line++)
    g_assert_cmpint (get_height (&fixture, line), <, 2000);

  gtk_adjustment_set_value (fixture.adjustment, gtk_adjustment_get_upper (fixture.adjustment) / 2);
  trs_frame_harness_settle ();
  watch_place (&fixture);
  trs_frame_harness_run (GTK_WIDGET (fixture.view), toggle_timecodes_cb, painted_cb, &fixture, &times);
  g_assert_cmpfloat (fixture.drift, <, 1);
  tear_down (&fixture);
}

/* A text that is not aligned is another one for each pair of switches. */
static void
test_unaligned (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_unaligned (FALSE);
  Fixture fixture;

  set_up (&fixture, transcript);
  for (guint i = 0; i < 4; i++)
    {
      static const char *const expected[] = { "Bare words.\nMore.", "[00:00] Timed words.\nMore.",
                                              "A: Named words.\nMore.", "A 00:00 Full words.\nMore." };
      g_autofree char *text = NULL;

      g_object_set (fixture.view, "show-timecodes", (i & 1) != 0, "show-speakers", (i & 2) != 0, NULL);
      trs_frame_harness_settle ();
      g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view)), "text", &text, NULL);
      g_assert_cmpstr (text, ==, expected[i]);
    }
  tear_down (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-view/place", test_place);
  g_test_add_func ("/transcript-view/selection", test_selection);
  g_test_add_func ("/transcript-view/hidden-lines-collapse", test_hidden_lines_collapse);
  g_test_add_func ("/transcript-view/gutter", test_gutter);
  g_test_add_func ("/transcript-view/line-spacing", test_line_spacing);
  g_test_add_func ("/transcript-view/serif", test_serif);
  g_test_add_func ("/transcript-view/right-to-left", test_right_to_left);
  g_test_add_func ("/transcript-view/caret", test_caret);
  g_test_add_func ("/transcript-view/loading", test_loading);
  g_test_add_func ("/transcript-view/scroll-to", test_scroll_to);
  g_test_add_func ("/transcript-view/scroll-to-before-shown", test_scroll_to_before_shown);
  g_test_add_func ("/transcript-view/scroll-to-unmeasured", test_scroll_to_unmeasured);
  g_test_add_func ("/transcript-view/dropping", test_dropping);
  g_test_add_func ("/transcript-view/any-point", test_any_point);
  g_test_add_func ("/transcript-view/drops-pass", test_drops_pass);
  g_test_add_func ("/transcript-view/keys-get-everywhere", test_keys_get_everywhere);
  g_test_add_func ("/transcript-view/one-invalidation", test_one_invalidation);
  g_test_add_func ("/transcript-view/colours-can-be-read", test_colours_can_be_read);
  g_test_add_func ("/transcript-view/very-long-paragraph", test_very_long_paragraph);
  g_test_add_func ("/transcript-view/unaligned", test_unaligned);
  return g_test_run ();
}
