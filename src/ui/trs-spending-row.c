/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-row.h"

#include "config.h"
#include "trs-spending-words.h"

struct _TrsSpendingRow
{
  AdwBin parent_instance;

  GtkTreeExpander *expander;
  GtkLabel *title;
  GtkLabel *facts;
  GtkLabel *amount;
};

G_DEFINE_FINAL_TYPE (TrsSpendingRow, trs_spending_row, ADW_TYPE_BIN)

static void
trs_spending_row_class_init (TrsSpendingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-spending-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingRow, expander);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingRow, title);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingRow, facts);
  gtk_widget_class_bind_template_child (widget_class, TrsSpendingRow, amount);
}

static void
trs_spending_row_init (TrsSpendingRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_spending_row_new:
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
trs_spending_row_new (void)
{
  return g_object_new (TRS_TYPE_SPENDING_ROW, NULL);
}

static void
set_month (TrsSpendingRow *self,
           gboolean        is_month)
{
  if (is_month)
    gtk_widget_add_css_class (GTK_WIDGET (self), "month");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "month");
}

/**
 * trs_spending_row_show:
 * @self: a row
 * @row: (nullable): where it stands, with its #TrsSpendingNode
 *
 * Shows a month or a project.
 */
void
trs_spending_row_show (TrsSpendingRow *self,
                       GtkTreeListRow *row)
{
  g_autoptr (TrsSpendingNode) node = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  const TrsSpendingMonth *month;
  const TrsSpendingItem *item;
  g_autofree char *title = NULL;
  g_autofree char *facts = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *spoken = NULL;

  g_return_if_fail (TRS_IS_SPENDING_ROW (self));

  gtk_tree_expander_set_list_row (self->expander, row);
  if (node == NULL)
    return;

  month = trs_spending_node_get_month (node);
  item = trs_spending_node_get_item (node);
  title = item != NULL ? trs_spending_words_item (item) : trs_spending_words_month (month);
  facts = item != NULL ? trs_spending_words_item_facts (item) : trs_spending_words_month_facts (month);
  amount = item != NULL ? trs_spending_words_item_amount (item) : trs_spending_words_month_amount (month);
  spoken = g_strdup_printf ("%s, %s, %s", title, facts, amount);

  set_month (self, item == NULL);
  gtk_label_set_label (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), item != NULL ? title : NULL);
  gtk_label_set_label (self->facts, facts);
  gtk_label_set_label (self->amount, amount);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}
