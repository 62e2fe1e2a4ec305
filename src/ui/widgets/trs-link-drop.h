/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsLinksFunc:
 * @widget: where they were dropped or pasted
 * @lines: links or identifiers, one a line
 *
 * Called when something that may be links was dropped or pasted.
 */
typedef void (*TrsLinksFunc) (GtkWidget  *widget,
                              const char *lines);

char     *trs_link_drop_lines  (const char   *text);
void      trs_link_drop_attach (GtkWidget    *widget,
                                TrsLinksFunc  function);

G_END_DECLS
