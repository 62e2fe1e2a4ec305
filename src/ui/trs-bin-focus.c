/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-bin-focus.h"

/**
 * trs_bin_focus:
 * @widget: an #AdwBin that says itself where the focus goes when it is given to it
 * @direction: where the focus moves
 *
 * To be the virtual function `focus` of such a widget. That of GTK gives the
 * focus to the widget when Tab comes in or Shift+Tab goes out, so that all
 * that stands before the chosen place could not be reached.
 *
 * Returns: %TRUE if the focus stays inside
 */
gboolean
trs_bin_focus (GtkWidget        *widget,
               GtkDirectionType  direction)
{
  GtkWidget *child = gtk_widget_get_focus_child (widget);

  if (child == NULL)
    child = adw_bin_get_child (ADW_BIN (widget));
  return child != NULL && gtk_widget_child_focus (child, direction);
}
