/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-main-action.h"

static gboolean
focus_first (GtkWidget          *widget,
             const char * const *names)
{
  const char *name = GTK_IS_BUTTON (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;

  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (name != NULL && g_strv_contains (names, name))
    return gtk_widget_grab_focus (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (focus_first (child, names))
      return TRUE;
  return FALSE;
}

/**
 * trs_main_action_focus:
 * @widget: what the button is looked for in
 * @names: (array zero-terminated=1): names of actions
 *
 * Puts the focus on the first button that can be seen and has one of the
 * actions. Who is typing keeps the focus.
 *
 * Returns: %FALSE if there is none, or if it cannot be pressed at the moment
 */
gboolean
trs_main_action_focus (GtkWidget          *widget,
                       const char * const *names)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return gtk_widget_get_mapped (widget) && !GTK_IS_TEXT (gtk_root_get_focus (root)) && focus_first (widget, names);
}
