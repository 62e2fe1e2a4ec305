/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void trs_line_start_set_text (GtkInscription *inscription,
                              const char     *text);

G_END_DECLS
