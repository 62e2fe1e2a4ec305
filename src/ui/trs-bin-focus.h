/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

gboolean trs_bin_focus (GtkWidget        *widget,
                        GtkDirectionType  direction);

G_END_DECLS
