/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-spending.h"

G_BEGIN_DECLS

/**
 * TrsSpendingNode:
 *
 * A line of the page Spending: a month, or a project of a month.
 */
#define TRS_TYPE_SPENDING_NODE (trs_spending_node_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpendingNode, trs_spending_node, TRS, SPENDING_NODE, GObject)

TrsSpendingNode        *trs_spending_node_new          (TrsSpending            *spending,
                                                        const TrsSpendingMonth *month,
                                                        const TrsSpendingItem  *item);
TrsSpending            *trs_spending_node_get_spending (TrsSpendingNode        *self);
const TrsSpendingMonth *trs_spending_node_get_month    (TrsSpendingNode        *self);
const TrsSpendingItem  *trs_spending_node_get_item     (TrsSpendingNode        *self);

G_END_DECLS
