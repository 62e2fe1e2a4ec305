/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether anything moves where the desktop has no animations. */
#include "trs-display-test.h"
#include "trs-find-bar.h"
#include "trs-tour.h"
#include "trs-walk.h"

#define MIN_TARGET 32

static GBytes *
take_picture (GtkWidget *window)
{
  g_autoptr (TrsWalk) walk = trs_walk_new ("motion", window, MIN_TARGET);
  g_autoptr (GdkTexture) texture = trs_walk_look (walk);

  return gdk_texture_save_to_png_bytes (texture);
}

/* Returns: whether anything moves after the frame in which something appears */
static gboolean
moves (GtkWidget  *window,
       GtkWidget  *page,
       const char *action)
{
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;

  gtk_widget_activate_action (page, action, NULL);
  for (guint i = 0; i < 3; i++)
    trs_display_test_wait_frame (window);
  before = take_picture (window);
  for (guint i = 0; i < 30; i++)
    trs_display_test_wait_frame (window);
  after = take_picture (window);
  return !g_bytes_equal (before, after);
}

/* Where the desktop has no animations, everything is there at once. With them, this test would see them. */
static void
test_motion (TrsTour       *self,
             gconstpointer  data)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *window = GTK_WIDGET (self->window);
  GtkWidget *page = trs_tour_open_transcript (self);

  trs_display_test_wait_frame (window);
  g_assert_false (moves (window, page, "page.find"));
  g_assert_false (moves (window, page, "page.highlights"));
  gtk_widget_activate_action (page, "win.escape", NULL);

  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  trs_find_bar_close (TRS_FIND_BAR (trs_display_test_find (page, "find_bar")));
  g_assert_true (moves (window, page, "page.find"));
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add ("/motion", TrsTour, NULL, trs_tour_set_up, test_motion, trs_tour_tear_down);
  return g_test_run ();
}
