/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-main-menu.h"

/* Where the menu points to while its button cannot be seen: the end of the header bar. */
#define MENU_MARGIN 24
#define HEADER_HEIGHT 40

/* Whoever was in the text goes on there. */
static void
menu_closed_cb (TrsWindow *self)
{
  if (self->focus_before_menu != NULL)
    gtk_widget_grab_focus (self->focus_before_menu);
  g_clear_weak_pointer (&self->focus_before_menu);
}

/**
 * trs_window_show_menu:
 * @self: a window
 *
 * Opens the main menu: at its button, or, where the list with the button is
 * folded away or hidden, over the page.
 */
void
trs_window_show_menu (TrsWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget);

  if (trs_main_menu_popup_in (GTK_WIDGET (self->stack)))
    return;

  if (self->menu == NULL)
    {
      self->menu = trs_main_menu_create_popover ();
      gtk_widget_set_parent (self->menu, widget);
      g_signal_connect_object (self->menu, "closed", G_CALLBACK (menu_closed_cb), self, G_CONNECT_SWAPPED);
    }
  g_set_weak_pointer (&self->focus_before_menu, gtk_window_get_focus (GTK_WINDOW (self)));
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self->menu),
      &(GdkRectangle){ gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? MENU_MARGIN : width - MENU_MARGIN,
                       HEADER_HEIGHT, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}
