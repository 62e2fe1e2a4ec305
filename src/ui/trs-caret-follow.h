/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void trs_caret_follow (GtkTextView *view);

G_END_DECLS
