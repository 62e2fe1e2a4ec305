/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending.h"

#include "trs-csv.h"
#include "trs-video-ref.h"

#define BOM "\xef\xbb\xbf"

void
trs_spending_item_free (TrsSpendingItem *self)
{
  g_free (self->project_id);
  g_free (self->video_id);
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
  const TrsSpendingMonth *left = *(gpointer const *) a;
  const TrsSpendingMonth *right = *(gpointer const *) b;

  return (right->year * 12 + right->month) - (left->year * 12 + left->month);
}

static void
month_free (gpointer data)
{
  TrsSpendingMonth *month = data;

  g_ptr_array_unref (month->items);
  g_free (month);
}

static TrsSpendingMonth *
find_month (GPtrArray *months,
            int        year,
            int        number)
{
  TrsSpendingMonth *month;

  /* Items are nearly in order of time, so the search starts at the end. */
  for (guint i = months->len; i > 0; i--)
    {
      month = g_ptr_array_index (months, i - 1);
      if (month->year == year && month->month == number)
        return month;
    }

  month = g_new0 (TrsSpendingMonth, 1);
  month->year = year;
  month->month = number;
  month->items = g_ptr_array_new ();
  g_ptr_array_add (months, month);
  return month;
}

static void
add_item (TrsSpending     *self,
          TrsSpendingItem *item)
{
  g_autoptr (GDateTime) date = get_date (item, self->zone);
  TrsSpendingMonth *month = find_month (self->months, date != NULL ? g_date_time_get_year (date) : 0,
                                        date != NULL ? g_date_time_get_month (date) : 0);

  g_ptr_array_add (month->items, item);
  if (item->credits < 0)
    {
      month->n_unknown++;
      self->n_unknown++;
      return;
    }
  month->n_known++;
  self->n_known++;
  month->credits += item->credits;
  self->credits += item->credits;
}

/**
 * trs_spending_new:
 * @items: (transfer full) (element-type TrsSpendingItem): projects, the newest first
 * @n_undecided: submissions of which it is not known whether they became a project
 * @zone: the time zone in which months begin
 *
 * Returns: (transfer full): the months with projects, the last one first, the
 *   projects without a date at the end
 */
TrsSpending *
trs_spending_new (GPtrArray *items,
                  guint      n_undecided,
                  GTimeZone *zone)
{
  TrsSpending *self = g_new0 (TrsSpending, 1);

  self->items = items;
  self->months = g_ptr_array_new_with_free_func (month_free);
  self->zone = g_time_zone_ref (zone);
  self->n_undecided = n_undecided;
  for (guint i = 0; i < items->len; i++)
    add_item (self, g_ptr_array_index (items, i));
  g_ptr_array_sort (self->months, compare_months);
  return self;
}

void
trs_spending_free (TrsSpending *self)
{
  g_ptr_array_unref (self->months);
  g_ptr_array_unref (self->items);
  g_time_zone_unref (self->zone);
  g_free (self);
}

/* Returns: (transfer full): empty if it is not known */
static char *
format_number (gint64 number)
{
  return number >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, number) : g_strdup ("");
}

static void
append_item (GString               *csv,
             const TrsSpendingItem *item,
             GTimeZone             *zone,
             const char            *pattern)
{
  g_autofree char *address = pattern != NULL ? trs_video_pattern_expand (pattern, item->video_id, -1) : NULL;
  g_autoptr (GDateTime) date = get_date (item, zone);
  g_autofree char *day = date != NULL ? g_date_time_format (date, "%Y-%m-%d") : NULL;
  g_autofree char *title = trs_csv_quote (item->title);
  g_autofree char *link = trs_csv_quote (address);
  g_autofree char *video = trs_csv_quote (item->video_id);
  g_autofree char *project = trs_csv_quote (item->project_id);
  g_autofree char *seconds = format_number (item->video_length);
  g_autofree char *credits = format_number (item->credits);

  g_string_append_printf (csv, "%s,%s,%s,%s,%s,%s,%s,%s\r\n", day != NULL ? day : "", title, link, video, project,
                          trs_project_state_to_string (item->state), seconds, credits);
}

/**
 * trs_spending_to_csv:
 * @self: a spending
 * @pattern: (nullable): address pattern of a video page; %NULL where videos have none
 * @with_bom: whether to begin with the mark without which some spreadsheets
 *   do not take the file for UTF-8
 *
 * A line for each project, the newest first. What is not known is an empty
 * cell.
 *
 * Returns: (transfer full): the file, with CRLF at each end of a line
 */
char *
trs_spending_to_csv (const TrsSpending *self,
                     const char        *pattern,
                     gboolean           with_bom)
{
  GString *csv = g_string_new (with_bom ? BOM : "");

  g_string_append (csv, "date,title,link,video,project,state,seconds,credits\r\n");
  for (guint i = 0; i < self->items->len; i++)
    append_item (csv, g_ptr_array_index (self->items, i), self->zone, pattern);
  return g_string_free (csv, FALSE);
}
