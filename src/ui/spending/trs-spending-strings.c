/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-strings.h"

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-strings.h"

static char *
dup_unknown (guint n_unknown)
{
  g_autofree char *number = trs_strings_number (n_unknown);

  /* Translators: %s is a number of videos. */
  return g_strdup_printf (ngettext ("%s video of unknown cost", "%s videos of unknown cost", n_unknown), number);
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
  guint n_unknown = trs_spending_get_n_unknown (spending);
  g_autofree char *credits = NULL;
  g_autofree char *unknown = NULL;

  if (trs_spending_get_n_known (spending) == 0 && n_unknown > 0)
    return dup_unknown (n_unknown);

  credits = trs_strings_credits (trs_spending_get_credits (spending));
  if (n_unknown == 0)
    return g_steal_pointer (&credits);

  unknown = dup_unknown (n_unknown);
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
  guint n_undecided = trs_spending_get_n_undecided (spending);

  if (n_undecided == 0)
    return NULL;

  return g_strdup_printf (ngettext ("%u submission is not counted: the service may not have accepted it.",
                                    "%u submissions are not counted: the service may not have accepted them.",
                                    n_undecided),
                          n_undecided);
}

/**
 * trs_spending_strings_month:
 * @month: a month
 *
 * Returns: (transfer full): its name, `March 2026`
 */
char *
trs_spending_strings_month (const TrsSpendingMonth *month)
{
  g_autoptr (GDateTime) first = NULL;

  if (month->year == 0)
    return g_strdup (_("Date not known"));

  first = g_date_time_new_utc (month->year, month->month, 1, 0, 0, 0);
  /* Translators: a month in the syntax of g_date_time_format(), "March 2026". */
  return first != NULL ? g_date_time_format (first, _("%OB %Y")) : g_strdup (_("Date not known"));
}

/**
 * trs_spending_strings_month_facts:
 * @month: a month
 *
 * Returns: (transfer full): its projects, `12 videos, 3 of unknown cost`
 */
char *
trs_spending_strings_month_facts (const TrsSpendingMonth *month)
{
  guint n_projects = month->n_known + month->n_unknown;
  g_autofree char *number = trs_strings_number (n_projects);
  g_autofree char *projects = g_strdup_printf (ngettext ("%s video", "%s videos", n_projects), number);
  g_autofree char *unknown = NULL;

  if (month->n_unknown == 0 || month->n_known == 0)
    return g_steal_pointer (&projects);

  unknown = trs_strings_number (month->n_unknown);
  /* Translators: the first %s is "12 videos", the second a number: of those, so many. */
  return g_strdup_printf (ngettext ("%s, %s of unknown cost", "%s, %s of unknown cost", month->n_unknown), projects,
                          unknown);
}

/**
 * trs_spending_strings_month_amount:
 * @month: a month
 *
 * Returns: (transfer full): what is known of its price
 */
char *
trs_spending_strings_month_amount (const TrsSpendingMonth *month)
{
  return month->n_known > 0 ? trs_strings_credits (month->credits) : g_strdup (_("Unknown cost"));
}

/**
 * trs_spending_strings_item:
 * @item: a project
 *
 * Returns: (transfer full): its title
 */
char *
trs_spending_strings_item (const TrsSpendingItem *item)
{
  g_autofree char *title = trs_display_text_line (item->title != NULL ? item->title : "");

  return *title != '\0' ? g_steal_pointer (&title) : g_strdup (_("Untitled"));
}

/**
 * trs_spending_strings_item_facts:
 * @item: a project
 *
 * Returns: (transfer full): its day and length, `12 March 2026 · 38 min`
 */
char *
trs_spending_strings_item_facts (const TrsSpendingItem *item)
{
  g_autofree char *date = item->created_at != 0 ? trs_strings_date_long (item->created_at) : NULL;
  g_autofree char *length = item->video_length >= 0 ? trs_strings_duration (item->video_length) : NULL;

  if (date != NULL && length != NULL)
    return trs_bidi_isolate_parts (g_strdup_printf ("%s · %s", date, length));
  if (length != NULL)
    return g_steal_pointer (&length);
  return date != NULL ? g_steal_pointer (&date) : g_strdup (_("Date not known"));
}

/**
 * trs_spending_strings_item_amount:
 * @item: a project
 *
 * Returns: (transfer full): its price
 */
char *
trs_spending_strings_item_amount (const TrsSpendingItem *item)
{
  return item->credits >= 0 ? trs_strings_credits (item->credits) : g_strdup (_("Unknown"));
}
