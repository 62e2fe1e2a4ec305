/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/**
 * TrsSubmitHeader:
 *
 * What every row of something to be submitted begins with: a sign, a title and
 * what is said of it, perhaps with a link. The row adds its buttons as children.
 *
 * Signal `open`: the link was activated.
 */
#define TRS_TYPE_SUBMIT_HEADER (trs_submit_header_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitHeader, trs_submit_header, TRS, SUBMIT_HEADER, GtkBox)

void trs_submit_header_set_look (TrsSubmitHeader *self,
                                 const char      *icon_name,
                                 const char      *style);
void trs_submit_header_set_text (TrsSubmitHeader *self,
                                 const char      *title,
                                 const char      *description,
                                 const char      *markup,
                                 gboolean         can_open);
