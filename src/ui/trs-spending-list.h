/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-spending.h"

G_BEGIN_DECLS

/**
 * TrsSpendingList:
 *
 * The months of a spending, or the projects of one of its months, as a
 * #GListModel of #TrsSpendingNode. An item is made only when it is asked for:
 * ten years of projects cost nothing until they are looked at.
 */
#define TRS_TYPE_SPENDING_LIST (trs_spending_list_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpendingList, trs_spending_list, TRS, SPENDING_LIST, GObject)

TrsSpendingList *trs_spending_list_new (TrsSpending            *spending,
                                        const TrsSpendingMonth *month);

G_END_DECLS
