/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-real-input.h"
#include "trs-test-view.h"

/* The transcript under a real pointer: what is selected, and what is dragged out. */

typedef struct
{
  TrsTranscriptView *view;
  GtkWidget *scroller;
  GtkAdjustment *adjustment;
  GtkWidget *box;
  TrsTranscript *transcript;
  GtkWindow *window;
  guint n_drags;
  char *dropped;
} Fixture;

static void
drag_begin_cb (Fixture *fixture)
{
  fixture->n_drags++;
}

static gboolean
drop_cb (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         gpointer       user_data)
{
  Fixture *fixture = user_data;

  g_free (fixture->dropped);
  fixture->dropped = g_value_dup_string (value);
  return TRUE;
}

static void
watch_drags (Fixture *fixture)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DRAG_SOURCE (controller))
        g_signal_connect_swapped (controller, "drag-begin", G_CALLBACK (drag_begin_cb), fixture);
    }
}

static void
set_up (Fixture       *fixture,
        TrsTranscript *transcript)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkTextIter end;

  *fixture = (Fixture) { .view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL), .transcript = transcript };
  fixture->scroller = gtk_scrolled_window_new ();
  fixture->box = gtk_label_new ("Drop here");
  g_object_set (fixture->view, "show-timecodes", TRUE, "show-speakers", TRUE, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (fixture->scroller), GTK_WIDGET (fixture->view));
  gtk_widget_set_vexpand (fixture->scroller, TRUE);
  gtk_widget_set_size_request (fixture->box, -1, 80);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), fixture);
  gtk_widget_add_controller (fixture->box, GTK_EVENT_CONTROLLER (target));
  watch_drags (fixture);

  gtk_box_append (GTK_BOX (column), fixture->scroller);
  gtk_box_append (GTK_BOX (column), fixture->box);
  fixture->window = trs_display_test_present (column, 760, 640);
  trs_test_view_show (fixture->view, transcript);
  fixture->adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (fixture->scroller));
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture->view),
                                  (TrsTextPosition) { G_MAXUINT, 0 }, &end);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
  trs_real_input_focus (GTK_WIDGET (fixture->view));
}

static void
tear_down (Fixture *fixture)
{
  trs_display_test_destroy (fixture->window);
  g_object_unref (fixture->transcript);
  g_free (fixture->dropped);
}

/* Where a byte of a paragraph stands on the screen, a little right of its left edge. Not the place of the iter: behind
 * hidden text, GTK 4.8 tells a wrong one. */
static void
locate (Fixture *fixture,
        guint    paragraph,
        gsize    byte,
        double  *x,
        double  *y)
{
  GtkTextView *view = GTK_TEXT_VIEW (fixture->view);
  GtkTextIter iter;
  GdkRectangle place;
  int widget_x;
  int widget_y;

  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture->view),
                                  (TrsTextPosition) { paragraph, byte }, &iter);
  gtk_text_view_get_cursor_locations (view, &iter, &place, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x + 1, place.y + place.height / 2,
                                         &widget_x, &widget_y);
  *x = widget_x;
  *y = widget_y;
}

static void
drag (Fixture *fixture,
      guint    from_paragraph,
      gsize    from_byte,
      guint    to_paragraph,
      gsize    to_byte)
{
  double from_x;
  double from_y;
  double to_x;
  double to_y;

  locate (fixture, from_paragraph, from_byte, &from_x, &from_y);
  locate (fixture, to_paragraph, to_byte, &to_x, &to_y);
  trs_real_input_drag (GTK_WIDGET (fixture->view), from_x, from_y, to_x, to_y);
}

static void
click (Fixture *fixture,
       guint    paragraph,
       gsize    byte,
       guint    n_press)
{
  double x;
  double y;

  locate (fixture, paragraph, byte, &x, &y);
  trs_real_input_click (GTK_WIDGET (fixture->view), x, y, GDK_BUTTON_PRIMARY, n_press);
}

static void
assert_selected (Fixture *fixture,
                 guint    from_paragraph,
                 gsize    from_byte,
                 guint    to_paragraph,
                 gsize    to_byte)
{
  TrsTextPosition start = { 0, 0 };
  TrsTextPosition end = { 0, 0 };

  g_assert_true (trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (fixture->view), &start, &end));
  g_assert_cmpuint (start.paragraph, ==, from_paragraph);
  g_assert_cmpuint (start.byte, ==, from_byte);
  g_assert_cmpuint (end.paragraph, ==, to_paragraph);
  g_assert_cmpuint (end.byte, ==, to_byte);
}

/* Ctrl+C as it is pressed. */
static void
assert_copied (Fixture    *fixture,
               const char *expected)
{
  g_autofree char *copied = NULL;

  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  copied = trs_display_test_read_copied (GTK_WIDGET (fixture->view));
  g_assert_cmpstr (copied, ==, expected);
}

/* A click takes the selection away, so that the next press is not on it. */
static void
unselect (Fixture *fixture)
{
  click (fixture, 4, 60, 1);
  g_assert_false (gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view)), NULL,
                                                        NULL));
}

static void
test_select (void)
{
  Fixture fixture;
  double x;
  double y;

  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"));

  /* within a line, to the right and to the left */
  drag (&fixture, 0, 5, 0, 22);
  assert_selected (&fixture, 0, 5, 0, 22);
  assert_copied (&fixture, "evening. We open ");
  unselect (&fixture);
  drag (&fixture, 0, 22, 0, 5);
  assert_selected (&fixture, 0, 5, 0, 22);
  unselect (&fixture);

  /* down and up, over paragraphs, names and times */
  drag (&fixture, 0, 0, 3, 5);
  assert_selected (&fixture, 0, 0, 3, 5);
  unselect (&fixture);
  drag (&fixture, 3, 5, 0, 5);
  assert_selected (&fixture, 0, 5, 3, 5);
  unselect (&fixture);

  /* from the first word on: its words alone; from before it: time and name go along */
  drag (&fixture, 2, 0, 2, 5);
  assert_copied (&fixture, "Thank");
  unselect (&fixture);
  locate (&fixture, 2, 5, &x, &y);
  trs_real_input_drag (GTK_WIDGET (fixture.view), x, y, 4, y - 20);
  assert_selected (&fixture, 2, 0, 2, 5);
  assert_copied (&fixture, "[00:00:41.200] Speaker 2: Thank");
  g_assert_cmpuint (fixture.n_drags, ==, 0);
  tear_down (&fixture);
}

static void
test_select_over_the_edge (void)
{
  Fixture fixture;
  double x;
  double y;
  double height;
  double old_value;
  TrsTextPosition start;
  TrsTextPosition end;

  set_up (&fixture, trs_test_transcript_generate (40));
  height = gtk_widget_get_height (fixture.scroller);
  locate (&fixture, 1, 12, &x, &y);
  trs_real_input_move (GTK_WIDGET (fixture.view), x, y);
  trs_real_input_press (GTK_WIDGET (fixture.view), GDK_BUTTON_PRIMARY);
  for (guint i = 1; i <= 4; i++)
    trs_real_input_move (GTK_WIDGET (fixture.view), x, y + (height + 40 - y) * i / 4);

  /* GtkTextView scrolls at each movement below the edge */
  for (guint i = 0; i < 200 && gtk_adjustment_get_value (fixture.adjustment) < 2 * height; i++)
    trs_real_input_move (GTK_WIDGET (fixture.view), x + i % 2, height + 40);
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), >=, 2 * height);
  trs_real_input_move (GTK_WIDGET (fixture.view), x, height / 2);
  trs_real_input_release (GTK_WIDGET (fixture.view), GDK_BUTTON_PRIMARY);
  g_assert_true (trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (fixture.view), &start, &end));
  g_assert_cmpuint (start.paragraph, ==, 1);
  g_assert_cmpuint (start.byte, ==, 12);
  g_assert_cmpuint (end.paragraph, >, 6);
  g_assert_cmpuint (fixture.n_drags, ==, 0);

  /* nothing goes on scrolling after the button is released */
  old_value = gtk_adjustment_get_value (fixture.adjustment);
  for (guint i = 0; i < 5; i++)
    trs_display_test_wait_frame (GTK_WIDGET (fixture.view));
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), ==, old_value);
  tear_down (&fixture);
}

/* The hand rests below the edge, or above it: the text goes on, until the button is released. */
static void
test_select_held_over_the_edge (void)
{
  Fixture fixture;
  double x;
  double y;
  double height;
  double value;
  TrsTextPosition start;
  TrsTextPosition end;

  set_up (&fixture, trs_test_transcript_generate (60));
  height = gtk_widget_get_height (fixture.scroller);
  locate (&fixture, 1, 12, &x, &y);
  trs_real_input_move (GTK_WIDGET (fixture.view), x, y);
  trs_real_input_press (GTK_WIDGET (fixture.view), GDK_BUTTON_PRIMARY);
  trs_real_input_move (GTK_WIDGET (fixture.view), x, y + 20);
  trs_real_input_move (GTK_WIDGET (fixture.view), x, height + 30);
  trs_test_wait_until (gtk_adjustment_get_value (fixture.adjustment) > 2 * height);
  g_assert_true (trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (fixture.view), &start, &end));
  g_assert_cmpuint (start.paragraph, ==, 1);
  g_assert_cmpuint (start.byte, ==, 12);
  g_assert_cmpuint (end.paragraph, >, 6);

  value = gtk_adjustment_get_value (fixture.adjustment);
  trs_real_input_move (GTK_WIDGET (fixture.view), x, -60);
  trs_test_wait_until (gtk_adjustment_get_value (fixture.adjustment) < value / 2);
  trs_real_input_release (GTK_WIDGET (fixture.view), GDK_BUTTON_PRIMARY);
  value = gtk_adjustment_get_value (fixture.adjustment);
  for (guint i = 0; i < 5; i++)
    trs_display_test_wait_frame (GTK_WIDGET (fixture.view));
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), ==, value);
  tear_down (&fixture);
}

static void
test_clicks (void)
{
  gsize length = strlen (trs_test_council[4].words);
  Fixture fixture;

  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"));

  click (&fixture, 4, 8, 2);
  assert_selected (&fixture, 4, 6, 4, 12);
  unselect (&fixture);

  /* all of the paragraph, from its first line on the screen and from its last */
  click (&fixture, 4, 8, 3);
  assert_selected (&fixture, 4, 0, 4, length);
  unselect (&fixture);
  click (&fixture, 4, length - 10, 3);
  assert_selected (&fixture, 4, 0, 4, length);
  assert_copied (&fixture,
                 "[00:01:20.000] Speaker 3: I can answer that. The first estimate was made before the divers went "
                 "down. What they found in January was that eleven of the forty piles have to be replaced, not three. "
                 "We knew on the twentieth of January, and the committee had the report two days later.");
  tear_down (&fixture);
}

/* The same where the first press is on what is selected. */
static void
test_clicks_on_the_selection (void)
{
  Fixture fixture;

  for (guint n_press = 2; n_press <= 3; n_press++)
    {
      gsize length = strlen (trs_test_council[4].words);

      set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"));
      g_signal_emit_by_name (fixture.view, "select-all", TRUE);
      click (&fixture, 4, 8, n_press);
      if (n_press == 2)
        assert_selected (&fixture, 4, 6, 4, 12);
      else
        assert_selected (&fixture, 4, 0, 4, length);
      tear_down (&fixture);
    }
}

/* A long paragraph stands in several lines of the buffer and is one all the same. */
static void
test_triple_click_in_a_long_paragraph (void)
{
  g_autoptr (GString) words = g_string_new (NULL);
  Fixture fixture;

  while (words->len < 5000)
    g_string_append (words, "words and more words ");
  g_string_append (words, "end.");
  set_up (&fixture, trs_test_transcript_new ((const TrsTestParagraph[]) { { 0, 1, "Before." },
                                                                        { 1000, 1, words->str },
                                                                        { 2000, 2, "After." },
                                                                        { 0, 0, NULL } },
                                             "en"));
  click (&fixture, 1, 400, 3);
  assert_selected (&fixture, 1, 0, 1, words->len);
  tear_down (&fixture);
}

/* Its end may not be loaded yet. */
static void
test_triple_click_while_loading (void)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (TrsTranscript) transcript = NULL;
  GtkTextView *view;
  GtkTextBuffer *buffer;
  GtkTextIter at;
  GtkTextIter start;
  GtkTextIter end;
  Fixture fixture;

  while (words->len < 100000)
    g_string_append (words, "words and more words ");
  transcript = trs_test_transcript_new ((const TrsTestParagraph[]) { { 0, 1, words->str }, { 0, 0, NULL } }, "en");
  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  trs_test_view_show (fixture.view, transcript);
  view = GTK_TEXT_VIEW (fixture.view);
  buffer = gtk_text_view_get_buffer (view);
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), <, words->len);

  gtk_text_buffer_get_iter_at_line (buffer, &at, 1);
  g_assert_true (GTK_TEXT_VIEW_GET_CLASS (view)->extend_selection (view, GTK_TEXT_EXTEND_SELECTION_LINE, &at, &start,
                                                                   &end) == GDK_EVENT_STOP);
  gtk_text_buffer_select_range (buffer, &end, &start);
  assert_selected (&fixture, 0, 0, 0, words->len);
  tear_down (&fixture);
}

/* Pressed on the selection, it goes along; released without a drag, it goes away. */
static void
test_drag_out (void)
{
  Fixture fixture;
  double x;
  double y;
  graphene_point_t to;

  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  drag (&fixture, 0, 0, 0, 12);
  assert_selected (&fixture, 0, 0, 0, 12);

  locate (&fixture, 0, 5, &x, &y);
  g_assert_cmpuint (fixture.n_drags, ==, 0);
  g_assert_true (gtk_widget_compute_point (fixture.box, GTK_WIDGET (fixture.view), &GRAPHENE_POINT_INIT (40, 40), &to));
  trs_real_input_drag (GTK_WIDGET (fixture.view), x, y, to.x, to.y);
  trs_test_wait_until (fixture.dropped != NULL);
  g_assert_cmpstr (fixture.dropped, ==, "Good evening");
  g_assert_cmpuint (fixture.n_drags, ==, 1);
  assert_selected (&fixture, 0, 0, 0, 12);

  /* newer GTK scrolls what is dragged over its edge */
  gtk_adjustment_set_value (fixture.adjustment, 0);
  trs_display_test_wait_frame (GTK_WIDGET (fixture.view));
  click (&fixture, 0, 5, 1);
  g_assert_false (gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view)), NULL,
                                                        NULL));
  g_assert_cmpuint (trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (fixture.view)).byte, ==, 5);

  /* and the next drag selects again */
  drag (&fixture, 2, 5, 2, 12);
  assert_selected (&fixture, 2, 5, 2, 12);
  g_assert_cmpuint (fixture.n_drags, ==, 1);
  tear_down (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-mouse/select", test_select);
  g_test_add_func ("/transcript-mouse/select-over-the-edge", test_select_over_the_edge);
  g_test_add_func ("/transcript-mouse/select-held-over-the-edge", test_select_held_over_the_edge);
  g_test_add_func ("/transcript-mouse/clicks", test_clicks);
  g_test_add_func ("/transcript-mouse/clicks-on-the-selection", test_clicks_on_the_selection);
  g_test_add_func ("/transcript-mouse/triple-click-in-a-long-paragraph", test_triple_click_in_a_long_paragraph);
  g_test_add_func ("/transcript-mouse/triple-click-while-loading", test_triple_click_while_loading);
  g_test_add_func ("/transcript-mouse/drag-out", test_drag_out);
  return g_test_run ();
}
