/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsLinksFunc:
 * @lines: links or identifiers, one a line
 * @user_data: what was passed on
 *
 * Called when something that may be links was dropped or pasted.
 */
typedef void (*TrsLinksFunc) (const char *lines,
                              gpointer    user_data);

char     *trs_link_drop_lines  (const char   *text);
void      trs_link_drop_attach (GtkWidget    *widget,
                                TrsLinksFunc  function,
                                gpointer      user_data);

G_END_DECLS
