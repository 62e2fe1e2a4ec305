/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-order.h"
#include "trs-test-utils.h"

static GArray *
make_list (const gint64 *rows,
           guint         n)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));

  for (guint i = 0; i < n; i++)
    {
      TrsStoreEntry entry = { rows[i], rows[i] * 10 };

      g_array_append_val (list, entry);
    }
  return list;
}

/* As a model does it. */
static void
apply (GArray *list,
       GArray *runs,
       GArray *to)
{
  for (guint i = 0; i < runs->len; i++)
    {
      const TrsHistoryRun *run = &g_array_index (runs, TrsHistoryRun, i);

      g_assert_cmpuint (run->removed + run->added, >, 0);
      if (run->removed > 0)
        g_array_remove_range (list, run->position, run->removed);
      if (run->added > 0)
        g_array_insert_vals (list, run->position, trs_history_order_get (to, run->from), run->added);
    }
  g_assert_cmpmem (list->data, list->len * sizeof (TrsStoreEntry), to->data, to->len * sizeof (TrsStoreEntry));
}

static GArray *
make_random_list (gint most)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));

  for (gint64 row = most; row > 0; row--)
    if (g_test_rand_bit ())
      {
        TrsStoreEntry entry = { row, row / 3 };

        g_array_append_val (list, entry);
      }
  return list;
}

static void
test_minimal (void)
{
  static const gint64 before[] = { 9, 8, 6, 5, 2 };
  static const gint64 after[] = { 9, 7, 6, 5, 2, 1 };
  g_autoptr (GArray) from = make_list (before, G_N_ELEMENTS (before));
  g_autoptr (GArray) to = make_list (after, G_N_ELEMENTS (after));
  g_autoptr (GArray) runs = trs_history_order_compare (from, to, TRS_PROJECT_ORDER_DATE);
  const TrsHistoryRun *run = &g_array_index (runs, TrsHistoryRun, 0);

  g_assert_cmpuint (runs->len, ==, 2);
  g_assert_cmpuint (run->position, ==, 5);
  g_assert_cmpuint (run->removed, ==, 0);
  g_assert_cmpuint (run->added, ==, 1);
  run++;
  g_assert_cmpuint (run->position, ==, 1);
  g_assert_cmpuint (run->removed, ==, 1);
  g_assert_cmpuint (run->added, ==, 1);
  apply (from, runs, to);
}

static void
test_same (void)
{
  static const gint64 rows[] = { 3, 2, 1 };
  g_autoptr (GArray) list = make_list (rows, G_N_ELEMENTS (rows));
  g_autoptr (GArray) by_date = trs_history_order_compare (list, list, TRS_PROJECT_ORDER_DATE);
  g_autoptr (GArray) by_title = trs_history_order_compare (list, list, TRS_PROJECT_ORDER_TITLE);

  g_assert_cmpuint (by_date->len, ==, 0);
  g_assert_cmpuint (by_title->len, ==, 0);
}

static void
test_title_is_one_run (void)
{
  static const gint64 before[] = { 5, 1, 4, 2 };
  static const gint64 after[] = { 5, 4, 7, 1, 2 };
  g_autoptr (GArray) from = make_list (before, G_N_ELEMENTS (before));
  g_autoptr (GArray) to = make_list (after, G_N_ELEMENTS (after));
  g_autoptr (GArray) runs = trs_history_order_compare (from, to, TRS_PROJECT_ORDER_TITLE);
  const TrsHistoryRun *run = &g_array_index (runs, TrsHistoryRun, 0);

  g_assert_cmpuint (runs->len, ==, 1);
  g_assert_cmpuint (run->position, ==, 1);
  g_assert_cmpuint (run->removed, ==, 2);
  g_assert_cmpuint (run->added, ==, 3);
  apply (from, runs, to);
}

static void
test_random (void)
{
  for (guint i = 0; i < 300; i++)
    {
      gint most = g_test_rand_int_range (0, 60);
      TrsProjectOrder order = g_test_rand_bit () ? TRS_PROJECT_ORDER_DATE : TRS_PROJECT_ORDER_TITLE;
      g_autoptr (GArray) from = make_random_list (most);
      g_autoptr (GArray) to = make_random_list (most);
      g_autoptr (GArray) runs = trs_history_order_compare (from, to, order);

      apply (from, runs, to);
    }
}

static void
test_place (void)
{
  static const gint64 rows[] = { 9, 6, 3 };
  static const struct
  {
    gint64 sort_at;
    guint place;
  } cases[] = { { G_MAXINT64, 0 }, { 91, 0 }, { 90, 1 }, { 61, 1 }, { 60, 2 }, { 31, 2 }, { 1, 3 } };
  g_autoptr (GArray) list = make_list (rows, G_N_ELEMENTS (rows));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TrsStoreEntry entry = { -1, cases[i].sort_at };

      g_assert_cmpuint (trs_history_order_find_place (list, TRS_PROJECT_ORDER_DATE, &entry), ==, cases[i].place);
      g_assert_cmpuint (trs_history_order_find_place (list, TRS_PROJECT_ORDER_TITLE, &entry), ==, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/history-order/minimal", test_minimal);
  g_test_add_func ("/history-order/same", test_same);
  g_test_add_func ("/history-order/title-is-one-run", test_title_is_one_run);
  g_test_add_func ("/history-order/random", test_random);
  g_test_add_func ("/history-order/place", test_place);
  return g_test_run ();
}
