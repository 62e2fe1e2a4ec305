/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

G_BEGIN_DECLS

/**
 * TrsWindowPages:
 *
 * The pages beside the list: that of the open project, or none, and the page
 * of the search over it. Signal `open` is that of the #TrsSearchPage.
 */
#define TRS_TYPE_WINDOW_PAGES (trs_window_pages_get_type ())
G_DECLARE_FINAL_TYPE (TrsWindowPages, trs_window_pages, TRS, WINDOW_PAGES, TrsPage)

void       trs_window_pages_set_up           (TrsWindowPages *self,
                                              GSettings      *settings,
                                              GListModel     *found);
void       trs_window_pages_set_search_shown (TrsWindowPages *self,
                                              gboolean        shown);
gboolean   trs_window_pages_get_search_shown (TrsWindowPages *self);
gboolean   trs_window_pages_has_text         (TrsWindowPages *self);
GtkWidget *trs_window_pages_get_visible      (TrsWindowPages *self);

G_END_DECLS
