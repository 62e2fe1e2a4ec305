/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-test-view.h"

typedef struct
{
  TrsTranscriptView *view;
  GtkWindow *window;
  gint64 followed; /* the time of the paragraph with the caret, or -1 */
  guint n_menus;
} Fixture;

static void
followed_cb (Fixture *fixture)
{
  fixture->followed = trs_transcript_buffer_get_caret_time (trs_transcript_view_get_buffer (fixture->view));
  g_assert_cmpint (fixture->followed, >=, 0);
}

static void
menu_cb (Fixture *fixture)
{
  fixture->n_menus++;
}

static void
set_up (Fixture *fixture)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");

  *fixture = (Fixture) { .view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL), .followed = -1 };
  g_object_set (fixture->view, "show-timecodes", TRUE, "show-speakers", TRUE, NULL);
  g_signal_connect_swapped (fixture->view, "time-activated", G_CALLBACK (followed_cb), fixture);
  g_signal_connect_swapped (fixture->view, "menu-requested", G_CALLBACK (menu_cb), fixture);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  fixture->window = trs_display_test_present (scroller, 700, 500);
  trs_test_view_show (fixture->view, transcript);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
}

static void
get_point (Fixture *fixture,
           int      line,
           int      index,
           int     *x,
           int     *y)
{
  GtkTextView *view = GTK_TEXT_VIEW (fixture->view);
  GtkTextIter iter;
  GdkRectangle place;

  gtk_text_buffer_get_iter_at_line_index (gtk_text_view_get_buffer (view), &iter, line, index);
  gtk_text_view_get_cursor_locations (view, &iter, &place, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, x, y);
  *x += 2;
  *y += place.height / 2;
}

/* Does to every controller of a type, and of a button, what a pointer at a character does. */
static void
point (Fixture    *fixture,
       GType       type,
       guint       button,
       const char *signal,
       int         line,
       int         index)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->view));
  int x;
  int y;

  get_point (fixture, line, index, &x, &y);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      /* those of GtkTextView itself have a name */
      if (G_OBJECT_TYPE (controller) != type || gtk_event_controller_get_name (controller) != NULL)
        continue;
      if (type == GTK_TYPE_EVENT_CONTROLLER_MOTION)
        g_signal_emit_by_name (controller, signal, (double) x, (double) y);
      else if (gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == button)
        g_signal_emit_by_name (controller, signal, 1, (double) x, (double) y);
    }
}

static void
click (Fixture *fixture,
       int      line,
       int      index)
{
  fixture->followed = -1;
  point (fixture, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_PRIMARY, "released", line, index);
}

static void
test_click (void)
{
  Fixture fixture;

  set_up (&fixture);
  click (&fixture, 0, 2);
  g_assert_cmpint (fixture.followed, ==, 2345);
  click (&fixture, 2, 7);
  g_assert_cmpint (fixture.followed, ==, 19000);

  /* the tab, a name, words */
  click (&fixture, 2, 8);
  g_assert_cmpint (fixture.followed, ==, -1);
  click (&fixture, 0, 12);
  g_assert_cmpint (fixture.followed, ==, -1);
  click (&fixture, 2, 20);
  g_assert_cmpint (fixture.followed, ==, -1);

  /* in the narrow form the time is behind the name */
  g_object_set (fixture.view, "compact", TRUE, NULL);
  trs_display_test_wait_frame (GTK_WIDGET (fixture.view));
  click (&fixture, 0, 9 + 9 + 2 + 3);
  g_assert_cmpint (fixture.followed, ==, 2345);
  click (&fixture, 0, 12);
  g_assert_cmpint (fixture.followed, ==, -1);
  trs_display_test_destroy (fixture.window);
}

/* Where a video has no page, its times lead nowhere. */
static void
test_no_video (void)
{
  Fixture fixture;

  set_up (&fixture);
  trs_transcript_view_set_has_video (fixture.view, FALSE);
  click (&fixture, 0, 2);
  g_assert_cmpint (fixture.followed, ==, -1);
  trs_transcript_view_set_has_video (fixture.view, TRUE);
  click (&fixture, 0, 2);
  g_assert_cmpint (fixture.followed, ==, 2345);
  trs_display_test_destroy (fixture.window);
}

static gboolean
is_underlined (Fixture *fixture,
               int      line,
               int      index)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line_index (buffer, &iter, line, index);
  return gtk_text_iter_has_tag (&iter, gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "link"));
}

static void
test_hover (void)
{
  Fixture fixture;

  set_up (&fixture);
  point (&fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0, "motion", 2, 3);
  g_assert_true (is_underlined (&fixture, 2, 0));
  g_assert_true (is_underlined (&fixture, 2, 7));
  g_assert_false (is_underlined (&fixture, 2, 8));
  trs_display_test_save_png (GTK_WIDGET (fixture.view), "02-link");

  point (&fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0, "motion", 0, 3);
  g_assert_false (is_underlined (&fixture, 2, 3));
  g_assert_true (is_underlined (&fixture, 0, 3));
  point (&fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0, "motion", 2, 30);
  g_assert_false (is_underlined (&fixture, 0, 3));
  trs_display_test_destroy (fixture.window);
}

/* The menu is about the place that was clicked; a selection that was clicked stays. */
static void
test_menu (void)
{
  Fixture fixture;
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;

  set_up (&fixture);
  point (&fixture, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY, "pressed", 4, 20);
  g_assert_cmpuint (fixture.n_menus, ==, 1);
  g_assert_cmpint (trs_transcript_buffer_get_caret_time (trs_transcript_view_get_buffer (fixture.view)), ==, 41200);

  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view));
  gtk_text_buffer_get_iter_at_line_index (buffer, &start, 2, 10);
  gtk_text_buffer_get_iter_at_line_index (buffer, &end, 2, 40);
  gtk_text_buffer_select_range (buffer, &start, &end);
  point (&fixture, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY, "pressed", 2, 20);
  g_assert_cmpuint (fixture.n_menus, ==, 2);
  g_assert_true (gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL));
  g_assert_cmpint (trs_transcript_buffer_get_caret_time (trs_transcript_view_get_buffer (fixture.view)), ==, 19000);
  trs_display_test_destroy (fixture.window);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-links/click", test_click);
  g_test_add_func ("/transcript-links/no-video", test_no_video);
  g_test_add_func ("/transcript-links/hover", test_hover);
  g_test_add_func ("/transcript-links/menu", test_menu);
  return g_test_run ();
}
