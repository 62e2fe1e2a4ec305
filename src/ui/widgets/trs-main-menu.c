/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-main-menu.h"

#include "config.h"
#include "trs-ui-compat.h"
#include "trs-widget-utils.h"

struct _TrsMainMenu
{
  AdwBin parent_instance;

  GtkMenuButton *button;
  GMenuModel *menu;
};

G_DEFINE_FINAL_TYPE (TrsMainMenu, trs_main_menu, ADW_TYPE_BIN)

static void
trs_main_menu_class_init (TrsMainMenuClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-main-menu.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsMainMenu, button);
  gtk_widget_class_bind_template_child (widget_class, TrsMainMenu, menu);
}

static void
trs_main_menu_init (TrsMainMenu *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_lazy_menu_attach (self->button, self->menu);
}

/**
 * trs_main_menu_popup_in:
 * @widget: a widget
 *
 * Opens the menu at its button, if @widget has a mapped one.
 *
 * Returns: %TRUE if there is one
 */
gboolean
trs_main_menu_popup_in (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (TRS_IS_MAIN_MENU (widget))
    {
      gtk_menu_button_popup (TRS_MAIN_MENU (widget)->button);
      return TRUE;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (trs_main_menu_popup_in (child))
      return TRUE;
  return FALSE;
}

/**
 * trs_main_menu_create_popover:
 *
 * Returns: (transfer floating): the menu without its button
 */
GtkWidget *
trs_main_menu_create_popover (void)
{
  g_autoptr (TrsMainMenu) made = g_object_ref_sink (g_object_new (TRS_TYPE_MAIN_MENU, NULL));
  GtkWidget *popover = gtk_popover_menu_new_from_model (made->menu);

  trs_ui_compat_name_menu_items (popover);
  return popover;
}
