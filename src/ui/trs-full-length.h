/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void trs_full_length_attach (GtkLabel *label);

G_END_DECLS
