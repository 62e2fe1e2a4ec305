/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-main-menu.h"

#include "config.h"
#include "trs-ui-compat.h"

struct _TrsMainMenu
{
  AdwBin parent_instance;

  GtkMenuButton *button;
  GMenuModel *menu;
};

G_DEFINE_FINAL_TYPE (TrsMainMenu, trs_main_menu, ADW_TYPE_BIN)

/* The popover of a menu is made of many widgets: it is made when it is first asked for. */
static void
create_popup_cb (GtkMenuButton *button,
                 gpointer       user_data)
{
  TrsMainMenu *self = user_data;

  if (gtk_menu_button_get_popover (button) != NULL)
    return;

  gtk_menu_button_set_menu_model (button, self->menu);
  trs_ui_compat_name_menu_items (GTK_WIDGET (button));
}

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
  gtk_menu_button_set_create_popup_func (self->button, create_popup_cb, self, NULL);
}
