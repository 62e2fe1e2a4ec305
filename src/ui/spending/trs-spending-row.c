/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-row.h"

#include "config.h"
#include "trs-widget-utils.h"

struct _TrsSpendingRow
{
  GtkBox parent_instance;

  GtkLabel *title;
  GtkLabel *facts;
  GtkLabel *amount;
};

G_DEFINE_FINAL_TYPE (TrsSpendingRow, trs_spending_row, GTK_TYPE_BOX)

static void
trs_spending_row_class_init (TrsSpendingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-spending-row.ui");
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

/**
 * trs_spending_row_set_line:
 * @self: a row
 * @line: what it shows
 */
void
trs_spending_row_set_line (TrsSpendingRow  *self,
                           TrsSpendingLine *line)
{
  gboolean is_month = trs_spending_line_get_item (line) == NULL;
  g_autofree char *title = trs_spending_line_dup_title (line);
  g_autofree char *facts = trs_spending_line_dup_facts (line);
  g_autofree char *amount = trs_spending_line_dup_amount (line);

  trs_widget_set_css_class (GTK_WIDGET (self), "month", is_month);
  gtk_label_set_label (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), is_month ? NULL : title);
  gtk_label_set_label (self->facts, facts);
  gtk_label_set_label (self->amount, amount);
}
