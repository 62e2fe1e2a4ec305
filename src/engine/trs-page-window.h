/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-link.h"

G_BEGIN_DECLS

/**
 * TrsPageWindow:
 *
 * Asks for several pages of the list at once and hands them out in their
 * order. Of two pages that were under way together nobody knows which the
 * service wrote first: if a new project pushed the others down in between, the
 * last ones of the upper page are on neither. Such a page is not sure.
 *
 * Signal `arrived`: one came, or failed.
 */
#define TRS_TYPE_PAGE_WINDOW (trs_page_window_get_type ())
G_DECLARE_FINAL_TYPE (TrsPageWindow, trs_page_window, TRS, PAGE_WINDOW, GObject)

TrsPageWindow *trs_page_window_new     (TrsLink        *link);
void           trs_page_window_ask     (TrsPageWindow  *self,
                                        guint           page,
                                        guint           width);
GPtrArray     *trs_page_window_take    (TrsPageWindow  *self,
                                        guint           page,
                                        gboolean       *sure,
                                        GError        **error);
gboolean       trs_page_window_is_idle (TrsPageWindow  *self);
void           trs_page_window_reset   (TrsPageWindow  *self);

G_END_DECLS
