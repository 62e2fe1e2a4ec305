/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-spending-line.h"

G_BEGIN_DECLS

#define TRS_TYPE_SPENDING_ROW (trs_spending_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpendingRow, trs_spending_row, TRS, SPENDING_ROW, AdwBin)

GtkWidget      *trs_spending_row_new       (void);
void            trs_spending_row_show      (TrsSpendingRow *self,
                                            GtkTreeListRow *row);
GtkTreeListRow *trs_spending_row_get_place (TrsSpendingRow *self);

G_END_DECLS
