/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending.h"

#include <glib-object.h>
#include <string.h>

#include "trs-video-ref.h"

#define BOM "\xef\xbb\xbf"

struct _TrsSpending
{
  GObject parent_instance;

  GPtrArray *items;
  GPtrArray *months;
  GTimeZone *zone;
  gint64 credits;
  guint n_known;
  guint n_unknown;
  guint n_undecided;
};

G_DEFINE_FINAL_TYPE (TrsSpending, trs_spending, G_TYPE_OBJECT)

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

  if (left->year != right->year)
    return left->year < right->year ? 1 : -1;
  return right->month - left->month;
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

  /* Items come in order of time, or nearly so. */
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
count (TrsSpending     *self,
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

static void
trs_spending_finalize (GObject *object)
{
  TrsSpending *self = TRS_SPENDING (object);

  g_ptr_array_unref (self->months);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->zone, g_time_zone_unref);

  G_OBJECT_CLASS (trs_spending_parent_class)->finalize (object);
}

static void
trs_spending_class_init (TrsSpendingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_spending_finalize;
}

static void
trs_spending_init (TrsSpending *self)
{
  self->months = g_ptr_array_new_with_free_func (month_free);
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
  TrsSpending *self;

  g_return_val_if_fail (items != NULL, NULL);
  g_return_val_if_fail (zone != NULL, NULL);

  self = g_object_new (TRS_TYPE_SPENDING, NULL);
  self->items = items;
  self->n_undecided = n_undecided;
  self->zone = g_time_zone_ref (zone);
  for (guint i = 0; i < items->len; i++)
    count (self, g_ptr_array_index (items, i));
  g_ptr_array_sort (self->months, compare_months);
  return self;
}

guint
trs_spending_get_n_months (TrsSpending *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING (self), 0);

  return self->months->len;
}

/**
 * trs_spending_get_month:
 * @self: a spending
 * @index: which month, 0 for the last one
 *
 * Returns: (transfer none): the month, which lives as long as @self
 */
const TrsSpendingMonth *
trs_spending_get_month (TrsSpending *self,
                        guint        index)
{
  g_return_val_if_fail (TRS_IS_SPENDING (self), NULL);
  g_return_val_if_fail (index < self->months->len, NULL);

  return g_ptr_array_index (self->months, index);
}

/**
 * trs_spending_get_credits:
 * @self: a spending
 *
 * Returns: the sum of the prices that are known, in credits
 */
gint64
trs_spending_get_credits (TrsSpending *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING (self), 0);

  return self->credits;
}

/**
 * trs_spending_get_n_known:
 * @self: a spending
 *
 * Returns: how many projects have a price that is known
 */
guint
trs_spending_get_n_known (TrsSpending *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING (self), 0);

  return self->n_known;
}

/**
 * trs_spending_get_n_unknown:
 * @self: a spending
 *
 * Returns: how many projects have a price that is not known
 */
guint
trs_spending_get_n_unknown (TrsSpending *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING (self), 0);

  return self->n_unknown;
}

/**
 * trs_spending_get_n_undecided:
 * @self: a spending
 *
 * Returns: of how many submissions it is not known whether they became a
 *   project and cost anything; they are in no other number
 */
guint
trs_spending_get_n_undecided (TrsSpending *self)
{
  g_return_val_if_fail (TRS_IS_SPENDING (self), 0);

  return self->n_undecided;
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

static void
append_item (GString               *csv,
             const TrsSpendingItem *item,
             GTimeZone             *zone,
             const char            *pattern)
{
  g_autofree char *link = pattern != NULL ? trs_video_pattern_expand (pattern, item->video_id, -1) : NULL;
  g_autoptr (GDateTime) date = get_date (item, zone);
  g_autofree char *day = date != NULL ? g_date_time_format (date, "%Y-%m-%d") : NULL;

  g_string_append (csv, day != NULL ? day : "");
  g_string_append_c (csv, ',');
  append_cell (csv, item->title != NULL ? item->title : "");
  g_string_append_c (csv, ',');
  append_cell (csv, link != NULL ? link : "");
  g_string_append_c (csv, ',');
  append_cell (csv, item->video_id != NULL ? item->video_id : "");
  g_string_append_c (csv, ',');
  append_cell (csv, item->project_id);
  g_string_append_c (csv, ',');
  g_string_append (csv, trs_project_state_to_string (item->state));
  g_string_append_c (csv, ',');
  append_number (csv, item->video_length);
  g_string_append_c (csv, ',');
  append_number (csv, item->credits);
  g_string_append (csv, "\r\n");
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
trs_spending_to_csv (TrsSpending *self,
                     const char  *pattern,
                     gboolean     with_bom)
{
  GString *csv;

  g_return_val_if_fail (TRS_IS_SPENDING (self), NULL);

  csv = g_string_new (with_bom ? BOM : "");
  g_string_append (csv, "date,title,link,video,project,state,seconds,credits\r\n");
  for (guint i = 0; i < self->items->len; i++)
    append_item (csv, g_ptr_array_index (self->items, i), self->zone, pattern);

  return g_string_free (csv, FALSE);
}
