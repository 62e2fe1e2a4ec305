/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-order.h"

static gboolean
stands_before (const TrsStoreEntry *a,
               const TrsStoreEntry *b)
{
  return a->sort_at != b->sort_at ? a->sort_at > b->sort_at : a->row > b->row;
}

static gboolean
is_same (GArray *from,
         guint   i,
         GArray *to,
         guint   j)
{
  const TrsStoreEntry *a = trs_history_order_get (from, i);
  const TrsStoreEntry *b = trs_history_order_get (to, j);

  return a->row == b->row && a->sort_at == b->sort_at;
}

/**
 * trs_history_order_find_place:
 * @entries: (element-type TrsStoreEntry): a list
 * @order: its order
 * @entry: an entry that the store has no row of
 *
 * Returns: where it belongs; in the order of titles, above all others
 */
guint
trs_history_order_find_place (GArray              *entries,
                              TrsProjectOrder      order,
                              const TrsStoreEntry *entry)
{
  guint first = 0;
  guint end = entries->len;

  if (order == TRS_PROJECT_ORDER_TITLE)
    return 0;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (stands_before (trs_history_order_get (entries, middle), entry))
        first = middle + 1;
      else
        end = middle;
    }

  return first;
}

static void
add_run (GArray *runs,
         guint   position,
         guint   end,
         guint   from,
         guint   from_end)
{
  TrsHistoryRun run = { position, end - position, from_end - from, from };

  if (run.removed > 0 || run.added > 0)
    g_array_append_val (runs, run);
}

/* Both lists are sorted by the same key, so one pass from their ends finds the differences. */
static void
compare_dates (GArray *from,
               GArray *to,
               GArray *runs)
{
  guint i = from->len;
  guint j = to->len;

  while (i > 0 || j > 0)
    {
      guint end = i;
      guint from_end = j;

      while ((i > 0 || j > 0) && (i == 0 || j == 0 || !is_same (from, i - 1, to, j - 1)))
        {
          if (j == 0 || (i > 0 && stands_before (trs_history_order_get (to, j - 1),
                                                 trs_history_order_get (from, i - 1))))
            i--;
          else
            j--;
        }
      add_run (runs, i, end, j, from_end);
      while (i > 0 && j > 0 && is_same (from, i - 1, to, j - 1))
        {
          i--;
          j--;
        }
    }
}

/* Entries do not hold titles, so their order cannot be compared. Everything between the first and the last
 * difference counts as changed. */
static void
compare_ends (GArray *from,
              GArray *to,
              GArray *runs)
{
  guint n = MIN (from->len, to->len);
  guint start = 0;
  guint end = 0;

  while (start < n && is_same (from, start, to, start))
    start++;
  while (end < n - start && is_same (from, from->len - 1 - end, to, to->len - 1 - end))
    end++;
  add_run (runs, start, from->len - end, start, to->len - end);
}

/**
 * trs_history_order_compare:
 * @from: (element-type TrsStoreEntry): a list
 * @to: (element-type TrsStoreEntry): what it becomes
 * @order: the order of both
 *
 * Returns: (transfer full) (element-type TrsHistoryRun): where they differ, the
 *   last first, so that the positions hold while one run is notified after another
 */
GArray *
trs_history_order_compare (GArray          *from,
                           GArray          *to,
                           TrsProjectOrder  order)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (TrsHistoryRun));

  if (order == TRS_PROJECT_ORDER_DATE)
    compare_dates (from, to, runs);
  else
    compare_ends (from, to, runs);
  return runs;
}
