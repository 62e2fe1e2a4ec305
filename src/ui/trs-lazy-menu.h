/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void trs_lazy_menu_attach (GtkMenuButton *button,
                           GMenuModel    *menu);

G_END_DECLS
