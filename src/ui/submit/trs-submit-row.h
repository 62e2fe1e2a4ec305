/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-submit-line.h"

/**
 * TrsSubmitRow:
 *
 * A row of the submit dialog, whose actions are `submit.open` and
 * `submit.try-again` with the identifier of its video, and `submit.again` with
 * that and whether it is to be submitted again.
 */
#define TRS_TYPE_SUBMIT_ROW (trs_submit_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsSubmitRow, trs_submit_row, TRS, SUBMIT_ROW, GtkListBoxRow)

GtkWidget *trs_submit_row_new          (gpointer   line,
                                        gpointer   user_data);
void       trs_submit_row_scroll_to    (GtkWidget *widget);
GtkWidget *trs_submit_row_show_refused (GtkWidget *rows);
