/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean trs_main_action_focus (GtkWidget          *widget,
                                const char * const *names);

G_END_DECLS
