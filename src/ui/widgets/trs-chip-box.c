/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-chip-box.h"

#include "trs-widget-utils.h"

struct _TrsChipBox
{
  GtkBox parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsChipBox, trs_chip_box, GTK_TYPE_BOX)

/* Returns: (transfer none) (nullable): the first active button */
static GtkWidget *
find_active (GtkWidget *box)
{
  for (GtkWidget *chip = gtk_widget_get_first_child (box); chip != NULL; chip = gtk_widget_get_next_sibling (chip))
    if (GTK_IS_TOGGLE_BUTTON (chip) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (chip)) &&
        gtk_widget_is_sensitive (chip))
      return chip;

  return NULL;
}

static gboolean
trs_chip_box_focus (GtkWidget        *widget,
                    GtkDirectionType  direction)
{
  GtkWidget *active;

  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (trs_chip_box_parent_class)->focus (widget, direction);
  if (trs_has_focus_within (widget))
    return FALSE;

  active = find_active (widget);
  if (active != NULL && gtk_widget_grab_focus (active))
    return TRUE;
  return GTK_WIDGET_CLASS (trs_chip_box_parent_class)->focus (widget, GTK_DIR_TAB_FORWARD);
}

static void
trs_chip_box_class_init (TrsChipBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->focus = trs_chip_box_focus;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
trs_chip_box_init (TrsChipBox *self)
{
}
