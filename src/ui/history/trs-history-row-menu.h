/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

G_BEGIN_DECLS

GtkWidget *trs_history_row_menu_new (TrsSession *session,
                                     TrsProject *project);

G_END_DECLS
