/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-control-names.h"

#include "trs-i18n.h"

static void
set_name (GtkWidget  *widget,
          const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static gboolean
has_words (const char *words)
{
  return words != NULL && *words != '\0';
}

/* A box of rows without a heading is called as its first row is. */
static void
name_list_box (GtkWidget *box)
{
  GtkWidget *expander = gtk_widget_get_ancestor (box, ADW_TYPE_EXPANDER_ROW);
  GtkWidget *group = gtk_widget_get_ancestor (box, ADW_TYPE_PREFERENCES_GROUP);
  GtkWidget *row = gtk_widget_get_first_child (box);

  if (expander != NULL)
    set_name (box, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (expander)));
  else if (group != NULL && !has_words (adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group))) &&
           ADW_IS_PREFERENCES_ROW (row))
    set_name (box, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
}

/**
 * trs_control_names_complete:
 * @root: a widget whose template is in place
 *
 * Gives the controls that libadwaita 1.2 makes inside of others the names that
 * it leaves out: the boxes of groups without a heading, rows that unfold, and
 * the button that shows what is in a password row. Those of our own have them
 * in their templates.
 */
void
trs_control_names_complete (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_LIST_BOX (child))
        name_list_box (child);
      else if (GTK_IS_BUTTON (child) && gtk_widget_get_ancestor (child, ADW_TYPE_PASSWORD_ENTRY_ROW) != NULL)
        set_name (child, _("Show or Hide the Key"));
      else if (ADW_IS_EXPANDER_ROW (child))
        set_name (child, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (child)));
      trs_control_names_complete (child);
    }
}
