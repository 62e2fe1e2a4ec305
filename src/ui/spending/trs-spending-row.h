/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-spending-line.h"

/**
 * TrsSpendingRow:
 *
 * What is shown of a #TrsSpendingLine: title, facts and amount. A month has the
 * style class `month`.
 */
#define TRS_TYPE_SPENDING_ROW (trs_spending_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpendingRow, trs_spending_row, TRS, SPENDING_ROW, GtkBox)

GtkWidget *trs_spending_row_new      (void);
void       trs_spending_row_set_line (TrsSpendingRow  *self,
                                      TrsSpendingLine *line);
