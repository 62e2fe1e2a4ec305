/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void trs_control_names_complete (GtkWidget *root);

G_END_DECLS
