/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsAfterFrameFunc:
 * @widget: the widget
 *
 * Called once, when a frame of the widget's window was drawn.
 */
typedef void (*TrsAfterFrameFunc) (GtkWidget *widget);

void trs_after_frame (GtkWidget         *widget,
                      TrsAfterFrameFunc  function);

G_END_DECLS
