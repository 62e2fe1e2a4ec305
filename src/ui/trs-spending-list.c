/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-list.h"

#include "trs-spending-node.h"

struct _TrsSpendingList
{
  GObject parent_instance;

  TrsSpending *spending;
  const TrsSpendingMonth *month;
};

static void trs_spending_list_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsSpendingList, trs_spending_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, trs_spending_list_list_model_init))

static GType
trs_spending_list_get_item_type (GListModel *list)
{
  return TRS_TYPE_SPENDING_NODE;
}

static guint
trs_spending_list_get_n_items (GListModel *list)
{
  TrsSpendingList *self = TRS_SPENDING_LIST (list);

  return self->month != NULL ? self->month->items->len : trs_spending_get_n_months (self->spending);
}

static gpointer
trs_spending_list_get_item (GListModel *list,
                            guint       position)
{
  TrsSpendingList *self = TRS_SPENDING_LIST (list);

  if (position >= trs_spending_list_get_n_items (list))
    return NULL;
  if (self->month != NULL)
    return trs_spending_node_new (self->spending, self->month, g_ptr_array_index (self->month->items, position));
  return trs_spending_node_new (self->spending, trs_spending_get_month (self->spending, position), NULL);
}

static void
trs_spending_list_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_spending_list_get_item_type;
  iface->get_n_items = trs_spending_list_get_n_items;
  iface->get_item = trs_spending_list_get_item;
}

static void
trs_spending_list_finalize (GObject *object)
{
  g_object_unref (TRS_SPENDING_LIST (object)->spending);

  G_OBJECT_CLASS (trs_spending_list_parent_class)->finalize (object);
}

static void
trs_spending_list_class_init (TrsSpendingListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_spending_list_finalize;
}

static void
trs_spending_list_init (TrsSpendingList *self)
{
}

/**
 * trs_spending_list_new:
 * @spending: a spending
 * @month: (nullable): a month of @spending for its projects, %NULL for the months
 *
 * Returns: (transfer full): the list
 */
TrsSpendingList *
trs_spending_list_new (TrsSpending            *spending,
                       const TrsSpendingMonth *month)
{
  TrsSpendingList *self;

  g_return_val_if_fail (TRS_IS_SPENDING (spending), NULL);

  self = g_object_new (TRS_TYPE_SPENDING_LIST, NULL);
  self->spending = g_object_ref (spending);
  self->month = month;
  return self;
}
