/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-lazy-menu.h"

#include "trs-ui-compat.h"

static void
create_popup_cb (GtkMenuButton *button,
                 gpointer       user_data)
{
  if (gtk_menu_button_get_popover (button) != NULL)
    return;

  gtk_menu_button_set_menu_model (button, user_data);
  trs_ui_compat_name_menu_items (GTK_WIDGET (button));
}

/**
 * trs_lazy_menu_attach:
 * @button: a button without a menu
 * @menu: its menu
 *
 * The popover of a menu is made of many widgets, so it is made when it is first
 * asked for. That is also when it finds all actions: GTK 4.8 does not tell a
 * popover of a group that was inserted above it later.
 */
void
trs_lazy_menu_attach (GtkMenuButton *button,
                      GMenuModel    *menu)
{
  g_return_if_fail (GTK_IS_MENU_BUTTON (button));
  g_return_if_fail (G_IS_MENU_MODEL (menu));

  gtk_menu_button_set_create_popup_func (button, create_popup_cb, g_object_ref (menu), g_object_unref);
}
