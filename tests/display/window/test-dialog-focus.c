/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the focus is after a dialog was closed. */
#include "trs-display-test.h"
#include "trs-tour.h"

static GtkWindow *
find_dialog (GtkWindow *window)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *l = all; l != NULL; l = l->next)
    if (l->data != window && gtk_window_get_transient_for (l->data) == window && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

/* Opens a dialog and closes it. */
static void
check_focus_returns (GtkWindow  *window,
                     GtkWidget  *owner,
                     const char *action)
{
  GtkWidget *before = gtk_window_get_focus (window);

  g_test_message ("%s", action);
  g_assert_nonnull (before);
  g_assert_true (gtk_widget_activate_action (owner, action, NULL));
  trs_test_wait_until (find_dialog (window) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (find_dialog (window)));
  gtk_window_close (find_dialog (window));
  trs_test_wait_until (find_dialog (window) == NULL);
  trs_display_test_wait_frame (GTK_WIDGET (window));
  trs_test_wait_until (gtk_window_get_focus (window) == before);
  g_assert_true (gtk_widget_get_mapped (before));
}

static GtkWidget *
find_item (GtkWidget  *widget,
           const char *text)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton") &&
      trs_display_test_find_label (widget, text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_item (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* After the dialog of an item of a menu, whose item had it. */
static void
check_focus_after_menu (GtkWindow     *window,
                        GtkMenuButton *button,
                        const char    *item)
{
  g_test_message ("%s", item);
  gtk_widget_child_focus (GTK_WIDGET (button), GTK_DIR_TAB_FORWARD);
  gtk_menu_button_popup (button);
  trs_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (button))));
  g_signal_emit_by_name (find_item (GTK_WIDGET (gtk_menu_button_get_popover (button)), item), "clicked");
  trs_test_wait_until (find_dialog (window) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (find_dialog (window)));
  gtk_window_close (find_dialog (window));
  trs_test_wait_until (find_dialog (window) == NULL);
  trs_display_test_wait_frame (GTK_WIDGET (window));
  /* Where GTK puts it depends on whether the menu or the dialog closes first; it must not be lost. */
  g_assert_nonnull (gtk_window_get_focus (window));
  g_assert_true (gtk_widget_get_mapped (gtk_window_get_focus (window)));
}

static void
test_window (TrsTour       *self,
             gconstpointer  data)
{
  static const char *const actions[] = { "win.accounts", "win.spending" };

  gtk_widget_grab_focus (trs_display_test_find (GTK_WIDGET (self->window), "search"));
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    check_focus_returns (GTK_WINDOW (self->window), GTK_WIDGET (self->window), actions[i]);
}

static void
test_page (TrsTour       *self,
           gconstpointer  data)
{
  static const char *const actions[] = { "page.export", "edits.speakers" };
  GtkWindow *window = GTK_WINDOW (self->window);
  GtkWidget *page = trs_tour_open_transcript (self);
  GtkMenuButton *more;

  trs_display_test_wait_frame (page);
  gtk_widget_grab_focus (trs_display_test_find (page, "view"));
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    check_focus_returns (window, page, actions[i]);
  more = GTK_MENU_BUTTON (trs_display_test_find (page, "more_button"));
  check_focus_after_menu (window, more, "Rename…");
  check_focus_after_menu (window, more, "Speakers…");
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add ("/dialog-focus/window", TrsTour, NULL, trs_tour_set_up, test_window, trs_tour_tear_down);
  g_test_add ("/dialog-focus/page", TrsTour, NULL, trs_tour_set_up, test_page, trs_tour_tear_down);
  return g_test_run ();
}
