/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-spending.h"
#include "trs-test-utils.h"

#define PATTERN "https://video.example/watch?v={id}"

static void
add (GPtrArray  *items,
     const char *id,
     const char *video_id,
     const char *title,
     const char *date,
     gint64      length,
     gint64      credits)
{
  TrsSpendingItem *item = g_new0 (TrsSpendingItem, 1);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = date != NULL ? g_date_time_new_from_iso8601 (date, utc) : NULL;

  item->project_id = g_strdup (id);
  item->video_id = g_strdup (video_id);
  item->state = credits >= 0 ? TRS_PROJECT_STATE_DONE : TRS_PROJECT_STATE_ERROR;
  item->title = g_strdup (title);
  item->created_at = time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : 0;
  item->video_length = length;
  item->credits = credits;
  g_ptr_array_add (items, item);
}

static GPtrArray *
make_items (void)
{
  GPtrArray *items = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_spending_item_free);

  add (items, "a", "-video-a", "Council", "2026-03-31T23:30:00Z", 600, 10);
  add (items, "b", NULL, "Quote \"this\", please\nnow", "2026-03-02T10:00:00Z", 59, 1);
  add (items, "c", "video,\"c\"", "=HYPERLINK(\"x\")", "2025-12-01T10:00:00Z", -1, -1);
  add (items, "d", "video_d", "@sum", NULL, 120, 2);
  add (items, "e", "video_e", "-1", "2026-03-02T10:00:00Z", -1, -1);
  return items;
}

static void
assert_month (TrsSpending *spending,
              guint        index,
              int          year,
              int          month,
              gint64       credits,
              guint        n_known,
              guint        n_unknown)
{
  const TrsSpendingMonth *found = g_ptr_array_index (spending->months, index);

  g_assert_cmpint (found->year, ==, year);
  g_assert_cmpint (found->month, ==, month);
  g_assert_cmpint (found->credits, ==, credits);
  g_assert_cmpuint (found->n_known, ==, n_known);
  g_assert_cmpuint (found->n_unknown, ==, n_unknown);
  g_assert_cmpuint (found->items->len, ==, n_known + n_unknown);
}

static void
test_months (void)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GTimeZone) later = g_time_zone_new_identifier ("+01:00");
  g_autoptr (TrsSpending) spending = trs_spending_new (make_items (), 2, utc);
  g_autoptr (TrsSpending) elsewhere = trs_spending_new (make_items (), 0, later);
  const TrsSpendingItem *item;

  g_assert_cmpuint (spending->months->len, ==, 3);
  assert_month (spending, 0, 2026, 3, 11, 2, 1);
  assert_month (spending, 1, 2025, 12, 0, 0, 1);
  assert_month (spending, 2, 0, 0, 2, 1, 0);
  item = g_ptr_array_index (((TrsSpendingMonth *) g_ptr_array_index (spending->months, 0))->items, 1);
  g_assert_cmpstr (item->project_id, ==, "b");
  g_assert_cmpint (spending->credits, ==, 13);
  g_assert_cmpuint (spending->n_known, ==, 3);
  g_assert_cmpuint (spending->n_unknown, ==, 2);
  g_assert_cmpuint (spending->n_undecided, ==, 2);

  g_assert_cmpuint (elsewhere->months->len, ==, 4);
  assert_month (elsewhere, 0, 2026, 4, 10, 1, 0);
}

static void
test_nothing (void)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (TrsSpending) spending = trs_spending_new (g_ptr_array_new (), 0, utc);
  g_autofree char *csv = trs_spending_to_csv (spending, NULL, FALSE);

  g_assert_cmpuint (spending->months->len, ==, 0);
  g_assert_cmpint (spending->credits, ==, 0);
  g_assert_cmpstr (csv, ==, "date,title,link,video,project,state,seconds,credits\r\n");
}

static void
test_csv (void)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (TrsSpending) spending = trs_spending_new (make_items (), 0, utc);
  g_autofree char *plain = trs_spending_to_csv (spending, PATTERN, FALSE);
  g_autofree char *marked = trs_spending_to_csv (spending, NULL, TRUE);

  g_assert_cmpstr (plain, ==,
                   "date,title,link,video,project,state,seconds,credits\r\n"
                   "2026-03-31,\"Council\",\"https://video.example/watch?v=-video-a\","
                   "\"'-video-a\",\"a\",done,600,10\r\n"
                   "2026-03-02,\"Quote \"\"this\"\", please\nnow\",\"\",\"\",\"b\",done,59,1\r\n"
                   "2025-12-01,\"'=HYPERLINK(\"\"x\"\")\",\"https://video.example/watch?v=video%2C%22c%22\","
                   "\"video,\"\"c\"\"\",\"c\",error,,\r\n"
                   ",\"'@sum\",\"https://video.example/watch?v=video_d\",\"video_d\",\"d\",done,120,2\r\n"
                   "2026-03-02,\"'-1\",\"https://video.example/watch?v=video_e\",\"video_e\",\"e\",error,,\r\n");
  /* Where videos have no page, there is no link. */
  g_assert_true (g_str_has_prefix (marked, "\xef\xbb\xbf" "date,"));
  g_assert_nonnull (strstr (marked, "2026-03-31,\"Council\",\"\",\"'-video-a\",\"a\",done,600,10\r\n"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/spending/months", test_months);
  g_test_add_func ("/spending/nothing", test_nothing);
  g_test_add_func ("/spending/csv", test_csv);
  return g_test_run ();
}
