/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-real-input.h"

/* Widgets of GTK alone: what fails here is the pointer or the keyboard of the tests. */

static void
clicked_cb (GtkButton *button,
            gpointer   n_clicked)
{
  (*(guint *) n_clicked)++;
}

static void
test_click (void)
{
  GtkWidget *button = gtk_button_new_with_label ("Press");
  GtkWindow *window = trs_display_test_present (button, 300, 200);
  guint n_clicked = 0;

  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), &n_clicked);
  trs_real_input_click_on (button);
  g_assert_cmpuint (n_clicked, ==, 1);

  trs_real_input_move (button, 20, 20);
  trs_real_input_press (button, GDK_BUTTON_PRIMARY);
  trs_real_input_move (button, -20, -20);
  trs_real_input_release (button, GDK_BUTTON_PRIMARY);
  g_assert_cmpuint (n_clicked, ==, 1);
  trs_display_test_destroy (window);
}

static char *
get_selection (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter from;
  GtkTextIter to;

  gtk_text_buffer_get_selection_bounds (buffer, &from, &to);
  return gtk_text_buffer_get_text (buffer, &from, &to, FALSE);
}

static void
test_drag_and_keys (void)
{
  GtkWidget *view = gtk_text_view_new ();
  GtkWindow *window;
  g_autofree char *word = NULL;
  g_autofree char *all = NULL;
  g_autofree char *typed = NULL;

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "Good evening", -1);
  window = trs_display_test_present (view, 300, 200);
  trs_real_input_focus (view);

  trs_real_input_click (view, 10, 8, GDK_BUTTON_PRIMARY, 2);
  word = get_selection (GTK_TEXT_VIEW (view));
  g_assert_cmpstr (word, ==, "Good");

  /* A drag that begins on the selection would take the text along. */
  trs_real_input_click (view, 250, 8, GDK_BUTTON_PRIMARY, 1);
  trs_real_input_drag (view, 1, 8, 250, 8);
  all = get_selection (GTK_TEXT_VIEW (view));
  g_assert_cmpstr (all, ==, "Good evening");

  trs_real_input_type (view, "Ab 1");
  trs_real_input_key (view, GDK_KEY_a, GDK_CONTROL_MASK);
  typed = get_selection (GTK_TEXT_VIEW (view));
  g_assert_cmpstr (typed, ==, "Ab 1");
  trs_display_test_destroy (window);
}

static void
test_wheel (void)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *content = gtk_drawing_area_new ();
  GtkAdjustment *adjustment;
  GtkWindow *window;

  gtk_widget_set_size_request (content, 100, 2000);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), content);
  window = trs_display_test_present (scroller, 300, 200);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  trs_real_input_move (scroller, 50, 50);
  trs_real_input_scroll (scroller, 2);
  trs_test_wait_until (gtk_adjustment_get_value (adjustment) > 0);
  trs_display_test_destroy (window);
}

int
main (int    argc,
      char **argv)
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/real-input/click", test_click);
  g_test_add_func ("/real-input/drag-and-keys", test_drag_and_keys);
  g_test_add_func ("/real-input/wheel", test_wheel);
  return g_test_run ();
}
