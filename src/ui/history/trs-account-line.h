/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

G_BEGIN_DECLS

void trs_account_line_show (TrsSession *session,
                            GtkWidget  *button);

G_END_DECLS
