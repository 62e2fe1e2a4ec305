/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-line.h"

G_DEFINE_FINAL_TYPE (TrsSpendingLine, trs_spending_line, G_TYPE_OBJECT)

static void
trs_spending_line_class_init (TrsSpendingLineClass *klass)
{
}

static void
trs_spending_line_init (TrsSpendingLine *self)
{
}

static void
append_line (GListStore             *lines,
             const TrsSpendingMonth *month,
             const TrsSpendingItem  *item)
{
  g_autoptr (TrsSpendingLine) line = g_object_new (TRS_TYPE_SPENDING_LINE, NULL);

  line->month = month;
  line->item = item;
  g_list_store_append (lines, line);
}

/**
 * trs_spending_line_list_months:
 * @spending: a spending, which has to live as long as the lines
 *
 * Returns: (transfer full): a #TrsSpendingLine for each month
 */
GListModel *
trs_spending_line_list_months (TrsSpending *spending)
{
  GListStore *lines = g_list_store_new (TRS_TYPE_SPENDING_LINE);

  for (guint i = 0; i < spending->months->len; i++)
    append_line (lines, g_ptr_array_index (spending->months, i), NULL);
  return G_LIST_MODEL (lines);
}

/**
 * trs_spending_line_list_projects:
 * @month: a line
 *
 * Returns: (transfer full) (nullable): a #TrsSpendingLine for each project of
 *   the month; %NULL if @month is itself a project
 */
GListModel *
trs_spending_line_list_projects (TrsSpendingLine *month)
{
  GListStore *lines;

  if (month->item != NULL)
    return NULL;

  lines = g_list_store_new (TRS_TYPE_SPENDING_LINE);
  for (guint i = 0; i < month->month->items->len; i++)
    append_line (lines, month->month, g_ptr_array_index (month->month->items, i));
  return G_LIST_MODEL (lines);
}
