/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

guint trs_compare_text_fill (GtkTextView *view,
                             GArray      *rows,
                             const char  *before,
                             const char  *after);
void  trs_compare_text_show (GtkTextView *view,
                             guint        number);

G_END_DECLS
