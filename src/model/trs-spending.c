/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending.h"

#include <string.h>

#define BOM "\xef\xbb\xbf"

/**
 * trs_spending_item_free:
 * @self: (transfer full): an item
 */
void
trs_spending_item_free (TrsSpendingItem *self)
{
  g_free (self->project_id);
  g_free (self->title);
  g_free (self);
}

static GDateTime *
get_date (const TrsSpendingItem *item,
          GTimeZone             *zone)
{
  g_autoptr (GDateTime) utc = NULL;

  if (item->created_at == 0)
    return NULL;

  utc = g_date_time_new_from_unix_utc (item->created_at / G_USEC_PER_SEC);
  return utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
}

static int
compare_months (gconstpointer a,
                gconstpointer b)
{
  const TrsSpendingMonth *left = a;
  const TrsSpendingMonth *right = b;

  if (left->year != right->year)
    return left->year < right->year ? 1 : -1;
  return right->month - left->month;
}

static TrsSpendingMonth *
find_month (GArray *months,
            int     year,
            int     month)
{
  TrsSpendingMonth fresh = { .year = year, .month = month };

  /* Items come in order of time, or nearly so. */
  for (guint i = months->len; i > 0; i--)
    {
      TrsSpendingMonth *known = &g_array_index (months, TrsSpendingMonth, i - 1);

      if (known->year == year && known->month == month)
        return known;
    }

  g_array_append_val (months, fresh);
  return &g_array_index (months, TrsSpendingMonth, months->len - 1);
}

/**
 * trs_spending_sum_months:
 * @items: (element-type TrsSpendingItem): projects
 * @zone: the time zone in which months begin
 *
 * Returns: (transfer full) (element-type TrsSpendingMonth): the months with
 *   projects, the last one first, the projects without a date at the end
 */
GArray *
trs_spending_sum_months (GPtrArray *items,
                         GTimeZone *zone)
{
  GArray *months = g_array_new (FALSE, FALSE, sizeof (TrsSpendingMonth));

  for (guint i = 0; i < items->len; i++)
    {
      const TrsSpendingItem *item = g_ptr_array_index (items, i);
      g_autoptr (GDateTime) date = get_date (item, zone);
      TrsSpendingMonth *month = find_month (months, date != NULL ? g_date_time_get_year (date) : 0,
                                            date != NULL ? g_date_time_get_month (date) : 0);

      if (item->credits < 0)
        {
          month->n_unknown++;
          continue;
        }
      month->n_known++;
      month->credits += item->credits;
    }

  g_array_sort (months, compare_months);
  return months;
}

/* RFC 4180; and a cell that a spreadsheet would take for a formula begins with
 * an apostrophe, which such programs do not show. */
static void
append_cell (GString    *csv,
             const char *text)
{
  g_string_append_c (csv, '"');
  if (text[0] != '\0' && strchr ("=+-@\t\r", text[0]) != NULL)
    g_string_append_c (csv, '\'');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *p);
    }
  g_string_append_c (csv, '"');
}

static void
append_number (GString *csv,
               gint64   number)
{
  if (number >= 0)
    g_string_append_printf (csv, "%" G_GINT64_FORMAT, number);
}

/**
 * trs_spending_to_csv:
 * @items: (element-type TrsSpendingItem): projects
 * @zone: the time zone of the dates
 * @with_bom: whether to begin with the mark without which some spreadsheets
 *   do not take the file for UTF-8
 *
 * A line for each project. What is not known is an empty cell.
 *
 * Returns: (transfer full): the file, with CRLF at each end of a line
 */
char *
trs_spending_to_csv (GPtrArray *items,
                     GTimeZone *zone,
                     gboolean   with_bom)
{
  GString *csv = g_string_new (with_bom ? BOM : "");

  g_string_append (csv, "date,title,project,seconds,credits\r\n");
  for (guint i = 0; i < items->len; i++)
    {
      const TrsSpendingItem *item = g_ptr_array_index (items, i);
      g_autoptr (GDateTime) date = get_date (item, zone);
      g_autofree char *day = date != NULL ? g_date_time_format (date, "%Y-%m-%d") : NULL;

      g_string_append (csv, day != NULL ? day : "");
      g_string_append_c (csv, ',');
      append_cell (csv, item->title != NULL ? item->title : "");
      g_string_append_c (csv, ',');
      append_cell (csv, item->project_id);
      g_string_append_c (csv, ',');
      append_number (csv, item->video_length);
      g_string_append_c (csv, ',');
      append_number (csv, item->credits);
      g_string_append (csv, "\r\n");
    }

  return g_string_free (csv, FALSE);
}
