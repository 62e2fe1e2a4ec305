/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-main-menu.h"

#include "config.h"
#include "trs-lazy-menu.h"

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
