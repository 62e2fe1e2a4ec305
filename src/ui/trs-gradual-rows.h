/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void trs_gradual_rows_bind (GtkListBox                 *rows,
                            GListModel                 *model,
                            guint                       max,
                            GtkListBoxCreateWidgetFunc  create,
                            gpointer                    user_data);

G_END_DECLS
