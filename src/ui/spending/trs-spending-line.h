/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-spending.h"

/**
 * TrsSpendingLine:
 *
 * A line of the page Spending. It borrows from the #TrsSpending.
 */
#define TRS_TYPE_SPENDING_LINE (trs_spending_line_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpendingLine, trs_spending_line, TRS, SPENDING_LINE, GObject)

const TrsSpendingMonth *trs_spending_line_get_month (TrsSpendingLine *self);
const TrsSpendingItem  *trs_spending_line_get_item  (TrsSpendingLine *self);

TrsSpendingLine *trs_spending_line_new         (const TrsSpendingMonth *month,
                                                const TrsSpendingItem  *item);

GListModel *trs_spending_line_list_months      (TrsSpending     *spending);
GListModel *trs_spending_line_list_projects    (TrsSpendingLine *month);

/* Texts without markup, which never show an unknown number. */
char       *trs_spending_line_dup_title        (TrsSpendingLine *self);
char       *trs_spending_line_dup_facts        (TrsSpendingLine *self);
char       *trs_spending_line_dup_amount       (TrsSpendingLine *self);
char       *trs_spending_strings_sum           (TrsSpending     *spending);
char       *trs_spending_strings_undecided     (TrsSpending     *spending);
