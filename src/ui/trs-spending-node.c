/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-node.h"

struct _TrsSpendingNode
{
  GObject parent_instance;

  TrsSpending *spending;
  const TrsSpendingMonth *month;
  const TrsSpendingItem *item;
};

G_DEFINE_FINAL_TYPE (TrsSpendingNode, trs_spending_node, G_TYPE_OBJECT)

static void
trs_spending_node_finalize (GObject *object)
{
  g_object_unref (TRS_SPENDING_NODE (object)->spending);

  G_OBJECT_CLASS (trs_spending_node_parent_class)->finalize (object);
}

static void
trs_spending_node_class_init (TrsSpendingNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_spending_node_finalize;
}

static void
trs_spending_node_init (TrsSpendingNode *self)
{
}

/**
 * trs_spending_node_new:
 * @spending: a spending
 * @month: a month of @spending
 * @item: (nullable): a project of @month, %NULL for the month itself
 *
 * Returns: (transfer full): the line
 */
TrsSpendingNode *
trs_spending_node_new (TrsSpending            *spending,
                       const TrsSpendingMonth *month,
                       const TrsSpendingItem  *item)
{
  TrsSpendingNode *self = g_object_new (TRS_TYPE_SPENDING_NODE, NULL);

  self->spending = g_object_ref (spending);
  self->month = month;
  self->item = item;
  return self;
}

/**
 * trs_spending_node_get_spending:
 * @self: a line
 *
 * Returns: (transfer none): what it is a line of
 */
TrsSpending *
trs_spending_node_get_spending (TrsSpendingNode *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING_NODE (self), NULL);

  return self->spending;
}

/**
 * trs_spending_node_get_month:
 * @self: a line
 *
 * Returns: (transfer none): the month
 */
const TrsSpendingMonth *
trs_spending_node_get_month (TrsSpendingNode *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING_NODE (self), NULL);

  return self->month;
}

/**
 * trs_spending_node_get_item:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): the project; %NULL if it is a month
 */
const TrsSpendingItem *
trs_spending_node_get_item (TrsSpendingNode *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING_NODE (self), NULL);

  return self->item;
}
