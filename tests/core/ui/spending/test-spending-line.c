/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-line.h"
#include "trs-test-utils.h"

/* 2026-03-12 12:04:40 UTC */
#define NOON (G_GINT64_CONSTANT (1773317080) * G_USEC_PER_SEC)

static void
assert_words (char       *actual,
              const char *expected)
{
  g_assert_cmpstr (actual, ==, expected);
  g_free (actual);
}

static void
add (GPtrArray  *items,
     const char *title,
     gint64      created_at,
     gint64      length,
     gint64      credits)
{
  TrsSpendingItem *item = g_new0 (TrsSpendingItem, 1);

  item->project_id = g_strdup ("id");
  item->title = g_strdup (title);
  item->created_at = created_at;
  item->video_length = length;
  item->credits = credits;
  g_ptr_array_add (items, item);
}

static TrsSpending *
make (guint n_known,
      guint n_unknown,
      guint n_undecided)
{
  GPtrArray *items = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_spending_item_free);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  for (guint i = 0; i < n_known; i++)
    add (items, "Known", NOON, 12 * 60 + 59, 12);
  for (guint i = 0; i < n_unknown; i++)
    add (items, "Not known", NOON, -1, -1);
  return trs_spending_new (items, n_undecided, utc);
}

static void
test_sum (void)
{
  g_autoptr (TrsSpending) both = make (2, 3, 0);
  g_autoptr (TrsSpending) one = make (1, 1, 1);
  g_autoptr (TrsSpending) known = make (100, 0, 2);
  g_autoptr (TrsSpending) unknown = make (0, 3, 0);
  g_autoptr (TrsSpending) nothing = make (0, 0, 0);

  assert_words (trs_spending_strings_sum (both), "24 credits, plus 3 videos of unknown cost");
  assert_words (trs_spending_strings_sum (one), "12 credits, plus 1 video of unknown cost");
  assert_words (trs_spending_strings_sum (known), "1200 credits");
  /* No zero that nobody told. */
  assert_words (trs_spending_strings_sum (unknown), "3 videos of unknown cost");
  assert_words (trs_spending_strings_sum (nothing), "0 credits");

  assert_words (trs_spending_strings_undecided (both), NULL);
  assert_words (trs_spending_strings_undecided (one),
                "1 submission is not counted: the service may not have accepted it.");
  assert_words (trs_spending_strings_undecided (known),
                "2 submissions are not counted: the service may not have accepted them.");
}

static void
assert_line (const TrsSpendingMonth *month,
             const TrsSpendingItem  *item,
             const char             *title,
             const char             *facts,
             const char             *amount)
{
  g_autoptr (TrsSpendingLine) line = trs_spending_line_new (month, item);

  assert_words (trs_spending_line_dup_title (line), title);
  assert_words (trs_spending_line_dup_facts (line), facts);
  assert_words (trs_spending_line_dup_amount (line), amount);
}

static void
test_month (void)
{
  g_autoptr (TrsSpending) both = make (2, 3, 0);
  g_autoptr (TrsSpending) unknown = make (0, 1, 0);
  const TrsSpendingMonth nowhen = { .n_known = 1, .credits = 1 };

  assert_line (g_ptr_array_index (both->months, 0), NULL, "March 2026", "5 videos, 3 of unknown cost", "24 credits");
  assert_line (g_ptr_array_index (unknown->months, 0), NULL, "March 2026", "1 video", "Unknown cost");
  assert_line (&nowhen, NULL, "Date not known", "1 video", "1 credit");
}

static void
test_item (void)
{
  const TrsSpendingItem whole = { .title = (char *) "A\nB", .created_at = NOON, .video_length = 59, .credits = 1 };
  const TrsSpendingItem untitled = { .title = (char *) "\n", .video_id = (char *) "dQw4w9WgXcQ", .video_length = -1,
                                     .credits = -1 };
  const TrsSpendingItem bare = { .title = (char *) "", .video_length = -1, .credits = -1 };

  assert_line (NULL, &whole, "A B", "12 March 2026 · 59 s", "1 credit");
  assert_line (NULL, &untitled, "dQw4w9WgXcQ", "Date not known", "Unknown");
  assert_line (NULL, &bare, "Untitled", "Date not known", "Unknown");
}

static void
test_lines (void)
{
  g_autoptr (TrsSpending) spending = make (2, 1, 0);
  g_autoptr (GListModel) months = trs_spending_line_list_months (spending);
  g_autoptr (TrsSpendingLine) month = g_list_model_get_item (months, 0);
  g_autoptr (GListModel) projects = trs_spending_line_list_projects (month);
  g_autoptr (TrsSpendingLine) last = g_list_model_get_item (projects, 2);

  g_assert_cmpuint (g_list_model_get_n_items (months), ==, 1);
  g_assert_null (trs_spending_line_get_item (month));
  g_assert_cmpuint (g_list_model_get_n_items (projects), ==, 3);
  g_assert_cmpint (trs_spending_line_get_item (last)->credits, ==, -1);
  g_assert_true (trs_spending_line_get_month (last) == trs_spending_line_get_month (month));
  g_assert_null (trs_spending_line_list_projects (last));
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_test_init (&argc, &argv);
  g_test_add_func ("/spending-line/sum", test_sum);
  g_test_add_func ("/spending-line/month", test_month);
  g_test_add_func ("/spending-line/item", test_item);
  g_test_add_func ("/spending-line/lines", test_lines);
  return g_test_run ();
}
