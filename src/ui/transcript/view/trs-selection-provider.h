/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsSelectionProvider:
 *
 * Content for the primary selection: what is selected in a text view, rendered
 * when somebody asks for it.
 */
#define TRS_TYPE_SELECTION_PROVIDER (trs_selection_provider_get_type ())
G_DECLARE_FINAL_TYPE (TrsSelectionProvider, trs_selection_provider, TRS, SELECTION_PROVIDER, GdkContentProvider)

/**
 * TrsSelectionFunc:
 * @view: a text view
 *
 * Returns: (transfer full) (nullable): what is selected, as it would be copied;
 *   %NULL if nothing is
 */
typedef char *(*TrsSelectionFunc) (GtkTextView *view);

GdkContentProvider *trs_selection_provider_new (GtkTextView      *view,
                                                TrsSelectionFunc  render);

G_END_DECLS
