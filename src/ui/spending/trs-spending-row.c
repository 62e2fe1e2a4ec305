/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-row.h"

#include "trs-spending-strings.h"
#include "trs-widget-utils.h"

/* Pixels. */
#define SPACING 12
#define LINE_GAP 2

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
}

static GtkWidget *
add_label (GtkWidget         *box,
           const char *const *classes,
           float              xalign)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "css-classes", classes, "xalign", xalign, NULL);

  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* Built by code: parsing a template takes longer than building the row, and GTK makes some two hundred rows. */
static void
trs_spending_row_init (TrsSpendingRow *self)
{
  static const char *const title_classes[] = { "title", NULL };
  static const char *const facts_classes[] = { "quiet", "facts", "num", NULL };
  static const char *const amount_classes[] = { "amount", "num", NULL };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  GtkWidget *lines = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", LINE_GAP,
                                   "hexpand", TRUE, "valign", GTK_ALIGN_CENTER, NULL);

  self->expander = GTK_TREE_EXPANDER (gtk_tree_expander_new ());
  /* Up and Down move between list items only if nothing inside them is focusable. */
  gtk_widget_set_focusable (GTK_WIDGET (self->expander), FALSE);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->expander));
  gtk_tree_expander_set_child (self->expander, box);
  gtk_box_append (GTK_BOX (box), lines);

  self->title = GTK_LABEL (add_label (lines, title_classes, 0));
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  trs_full_length_attach (self->title);
  self->facts = GTK_LABEL (add_label (lines, facts_classes, 0));
  gtk_label_set_wrap (self->facts, TRUE);
  self->amount = GTK_LABEL (add_label (box, amount_classes, 1));
  gtk_widget_set_valign (GTK_WIDGET (self->amount), GTK_ALIGN_CENTER);
}

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

void
trs_spending_row_show (TrsSpendingRow *self,
                       GtkTreeListRow *row)
{
  g_autoptr (TrsSpendingLine) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  const TrsSpendingMonth *month;
  const TrsSpendingItem *item;
  g_autofree char *title = NULL;
  g_autofree char *facts = NULL;
  g_autofree char *amount = NULL;
  g_autofree char *label = NULL;

  gtk_tree_expander_set_list_row (self->expander, row);
  if (line == NULL)
    return;

  month = line->month;
  item = line->item;
  title = item != NULL ? trs_spending_strings_item (item) : trs_spending_strings_month (month);
  facts = item != NULL ? trs_spending_strings_item_facts (item) : trs_spending_strings_month_facts (month);
  amount = item != NULL ? trs_spending_strings_item_amount (item) : trs_spending_strings_month_amount (month);
  label = g_strdup_printf ("%s, %s, %s", title, facts, amount);

  set_month (self, item == NULL);
  gtk_label_set_label (self->title, title);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->title), item != NULL);
  gtk_label_set_label (self->facts, facts);
  gtk_label_set_label (self->amount, amount);
  /* The focus is on the list item widget around this row. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (self))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/**
 * trs_spending_row_get_place:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): where it stands
 */
GtkTreeListRow *
trs_spending_row_get_place (TrsSpendingRow *self)
{
  return gtk_tree_expander_get_list_row (self->expander);
}
