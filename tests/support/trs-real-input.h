/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Events of the X server's own pointer and keyboard (XTEST): they take the way that a user's take, through the
 * server, GDK, event controllers and focus. An emitted signal or action skips all of that. */

void trs_real_input_move      (GtkWidget       *widget,
                               double           x,
                               double           y);
void trs_real_input_press     (GtkWidget       *widget,
                               guint            button);
void trs_real_input_release   (GtkWidget       *widget,
                               guint            button);
void trs_real_input_click     (GtkWidget       *widget,
                               double           x,
                               double           y,
                               guint            button,
                               guint            n_press);
void trs_real_input_click_on  (GtkWidget       *widget);
void trs_real_input_drag      (GtkWidget       *widget,
                               double           from_x,
                               double           from_y,
                               double           to_x,
                               double           to_y);
void trs_real_input_scroll    (GtkWidget       *widget,
                               int              n_clicks);
void trs_real_input_focus     (GtkWidget       *widget);
void trs_real_input_key       (GtkWidget       *widget,
                               guint            keyval,
                               GdkModifierType  modifiers);
void trs_real_input_type      (GtkWidget       *widget,
                               const char      *text);

G_END_DECLS
