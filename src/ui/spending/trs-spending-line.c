/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-line.h"

#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

struct _TrsSpendingLine
{
  GObject parent_instance;

  const TrsSpendingMonth *month;
  const TrsSpendingItem *item;
};

G_DEFINE_FINAL_TYPE (TrsSpendingLine, trs_spending_line, G_TYPE_OBJECT)

static void
trs_spending_line_class_init (TrsSpendingLineClass *klass)
{
}

static void
trs_spending_line_init (TrsSpendingLine *self)
{
}

/**
 * trs_spending_line_new:
 * @month: the month
 * @item: (nullable): a project of @month, %NULL for the month itself
 *
 * Returns: (transfer full): a line, which borrows both
 */
TrsSpendingLine *
trs_spending_line_new (const TrsSpendingMonth *month,
                       const TrsSpendingItem  *item)
{
  TrsSpendingLine *self = g_object_new (TRS_TYPE_SPENDING_LINE, NULL);

  self->month = month;
  self->item = item;
  return self;
}

static void
append_line (GListStore             *lines,
             const TrsSpendingMonth *month,
             const TrsSpendingItem  *item)
{
  g_autoptr (TrsSpendingLine) line = trs_spending_line_new (month, item);

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

static char *
dup_month_title (const TrsSpendingMonth *month)
{
  g_autoptr (GDateTime) first = month->year != 0 ? g_date_time_new_utc (month->year, month->month, 1, 0, 0, 0) : NULL;

  /* Translators: a month in the syntax of g_date_time_format(), "March 2026". */
  return first != NULL ? g_date_time_format (first, _("%OB %Y")) : g_strdup (_("Date not known"));
}

/* A project is called what the list calls it. */
char *
trs_spending_line_dup_title (TrsSpendingLine *self)
{
  return self->item != NULL ? trs_project_strings_title_or_id (self->item->title, self->item->video_id)
                            : dup_month_title (self->month);
}

static char *
dup_month_facts (const TrsSpendingMonth *month)
{
  guint n_projects = month->n_known + month->n_unknown;
  g_autofree char *number = trs_strings_number (n_projects);
  g_autofree char *projects = g_strdup_printf (ngettext ("%s video", "%s videos", n_projects), number);
  g_autofree char *unknown = NULL;

  if (month->n_unknown == 0 || month->n_known == 0)
    return g_steal_pointer (&projects);

  unknown = trs_strings_number (month->n_unknown);
  /* Translators: the first %s is "12 videos", the second how many of those. */
  return g_strdup_printf (ngettext ("%s, %s of unknown cost", "%s, %s of unknown cost", month->n_unknown), projects,
                          unknown);
}

static char *
dup_item_facts (const TrsSpendingItem *item)
{
  g_autofree char *date = item->created_at != 0 ? trs_strings_date_long (item->created_at) : NULL;
  g_autofree char *length = item->video_length >= 0 ? trs_strings_duration (item->video_length) : NULL;

  return date != NULL || length != NULL ? trs_project_strings_join (date, length) : g_strdup (_("Date not known"));
}

/**
 * trs_spending_line_dup_facts:
 * @self: a line
 *
 * Returns: (transfer full): the projects of a month, `12 videos, 3 of unknown
 *   cost`, or the day and the length of a project, `12 March 2026 · 38 min`
 */
char *
trs_spending_line_dup_facts (TrsSpendingLine *self)
{
  return self->item != NULL ? dup_item_facts (self->item) : dup_month_facts (self->month);
}

/**
 * trs_spending_line_dup_amount:
 * @self: a line
 *
 * Returns: (transfer full): what is known of its price
 */
char *
trs_spending_line_dup_amount (TrsSpendingLine *self)
{
  if (self->item != NULL)
    /* Translators: stands in place of a number of credits that is not known. */
    return self->item->credits >= 0 ? trs_strings_credits (self->item->credits) : g_strdup (_("Unknown"));
  /* Translators: stands in place of the cost of a video that is not known. */
  return self->month->n_known > 0 ? trs_strings_credits (self->month->credits) : g_strdup (_("Unknown cost"));
}

/**
 * trs_spending_strings_sum:
 * @spending: a spending
 *
 * Returns: (transfer full): all of it, `24 credits, plus 3 videos of
 *   unknown cost`
 */
char *
trs_spending_strings_sum (TrsSpending *spending)
{
  guint n_unknown = spending->n_unknown;
  g_autofree char *credits = trs_strings_credits (spending->credits);
  g_autofree char *number = trs_strings_number (n_unknown);
  /* Translators: %s is a number of videos. */
  g_autofree char *unknown =
      /* Translators: %s is a number. */
      g_strdup_printf (ngettext ("%s video of unknown cost", "%s videos of unknown cost", n_unknown), number);

  if (n_unknown == 0)
    return g_steal_pointer (&credits);
  if (spending->n_known == 0)
    return g_steal_pointer (&unknown);
  /* Translators: the first %s is "24 credits", the second "3 videos of unknown cost". */
  return g_strdup_printf (_("%s, plus %s"), credits, unknown);
}

/**
 * trs_spending_strings_undecided:
 * @spending: a spending
 *
 * Returns: (transfer full) (nullable): what is in no number, or %NULL if there
 *   is nothing of the kind
 */
char *
trs_spending_strings_undecided (TrsSpending *spending)
{
  if (spending->n_undecided == 0)
    return NULL;

  /* Translators: %'u is a number. */
  return g_strdup_printf (ngettext ("%'u submission is not counted: the service may not have accepted it.",
                                    "%'u submissions are not counted: the service may not have accepted them.",
                                    spending->n_undecided),
                          spending->n_undecided);
}

/**
 * trs_spending_line_get_month:
 * @self: a #TrsSpendingLine
 *
 * Returns: (transfer none): the month
 */
const TrsSpendingMonth *
trs_spending_line_get_month (TrsSpendingLine *self)
{
  return self->month;
}

/**
 * trs_spending_line_get_item:
 * @self: a #TrsSpendingLine
 *
 * Returns: (transfer none) (nullable): a project of @month, %NULL for the month
 *   itself
 */
const TrsSpendingItem *
trs_spending_line_get_item (TrsSpendingLine *self)
{
  return self->item;
}
