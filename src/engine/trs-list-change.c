/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-list-change.h"

#include <string.h>

#define NOWHERE G_MAXUINT32

typedef struct
{
  guint old_position;
  guint new_position;
} Stay;

/* Of rows that changed their order, as many as can stay without passing one another. */
static void
keep_rising (GArray *stays)
{
  g_autofree guint *last_of = g_new (guint, stays->len + 1);
  g_autofree guint *before = g_new (guint, stays->len + 1);
  Stay *stay = (Stay *) (gpointer) stays->data;
  guint length = 0;

  for (guint i = 0; i < stays->len; i++)
    {
      guint low = 0;
      guint high = length;

      /* nearly always it follows the longest */
      if (length > 0 && stay[last_of[length - 1]].new_position < stay[i].new_position)
        low = length;
      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (stay[last_of[middle]].new_position < stay[i].new_position)
            low = middle + 1;
          else
            high = middle;
        }
      before[i] = low > 0 ? last_of[low - 1] : NOWHERE;
      last_of[low] = i;
      length = MAX (length, low + 1);
    }

  /* from the end, into the places of the longest */
  for (guint i = length, at = length > 0 ? last_of[length - 1] : 0; i > 0; i--, at = before[at])
    last_of[i - 1] = at;
  for (guint i = 0; i < length; i++)
    stay[i] = stay[last_of[i]];
  g_array_set_size (stays, length);
}

static GArray *
find_stays (const guint32 *old_rows,
            guint          first,
            guint          last,
            const guint32 *new_position_of)
{
  GArray *stays = g_array_sized_new (FALSE, FALSE, sizeof (Stay), last - first);
  gboolean rising = TRUE;
  guint highest = 0;

  for (guint i = first; i < last; i++)
    {
      Stay stay = { i, new_position_of[old_rows[i]] };

      if (stay.new_position == NOWHERE)
        continue;
      rising = rising && (stays->len == 0 || stay.new_position > highest);
      highest = stay.new_position;
      g_array_append_val (stays, stay);
    }
  if (!rising)
    keep_rising (stays);

  return stays;
}

static GArray *
find_gaps (GArray *stays,
           guint   n_old,
           guint   n_new)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (TrsListGap));
  Stay end = { n_old, n_new };
  Stay from = { 0, 0 };

  for (guint i = 0; i <= stays->len; i++)
    {
      const Stay *stay = i < stays->len ? &g_array_index (stays, Stay, i) : &end;
      TrsListGap gap = { from.new_position, stay->old_position - from.old_position,
                         stay->new_position - from.new_position };

      if (gap.removed > 0 || gap.added > 0)
        g_array_append_val (gaps, gap);
      from = (Stay) { stay->old_position + 1, stay->new_position + 1 };
    }

  return gaps;
}

/* Most changes of a long list are of this kind, and need no look at all that is in it. */
static GArray *
one_gap (guint position,
         guint n_removed,
         guint n_added)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (TrsListGap));
  TrsListGap gap = { position, n_removed, n_added };

  if (n_removed > 0 || n_added > 0)
    g_array_append_val (gaps, gap);
  return gaps;
}

/* With how many equal ones both begin. */
static guint
count_same (const guint32 *old_rows,
            guint          n_old,
            const guint32 *new_rows,
            guint          n_new)
{
  guint n = MIN (n_old, n_new);
  guint i = 0;

  while (i < n && old_rows[i] == new_rows[i])
    i++;
  return i;
}

/**
 * trs_list_change_find:
 * @old_rows: handles of the rows that are there, each once
 * @n_old: how many
 * @new_rows: handles of the rows that are to be there, each once
 * @n_new: how many
 * @n_handles: a number above all handles
 * @first: the first row of those in sight
 * @last: the row behind the last of those in sight
 * @max_gaps: how many changes may be told
 *
 * Finds what has to change in a list, as little of it as can be: rows that
 * stay keep their widgets. If that are more than @max_gaps changes, only rows
 * in sight (from @first to @last of the old ones) are worth the trouble.
 *
 * Returns: (transfer full) (element-type TrsListGap): the changes, from the top
 */
GArray *
trs_list_change_find (const guint32 *old_rows,
                      guint          n_old,
                      const guint32 *new_rows,
                      guint          n_new,
                      guint          n_handles,
                      guint          first,
                      guint          last,
                      guint          max_gaps)
{
  guint start = count_same (old_rows, n_old, new_rows, n_new);
  g_autofree guint32 *new_position_of = NULL;
  g_autoptr (GArray) stays = NULL;
  GArray *gaps;

  if (start > 0)
    {
      old_rows += start;
      new_rows += start;
    }
  n_old -= start;
  n_new -= start;
  first = MIN (first > start ? first - start : 0, n_old);
  last = CLAMP (last > start ? last - start : 0, first, n_old);

  if (n_old == 0 || n_new == 0 || (max_gaps == 0 && first == last))
    return one_gap (start, n_old, n_new);

  new_position_of = g_new (guint32, n_handles + 1);
  memset (new_position_of, 0xff, (n_handles + 1) * sizeof *new_position_of);
  for (guint i = 0; i < n_new; i++)
    new_position_of[new_rows[i]] = i;

  stays = find_stays (old_rows, 0, n_old, new_position_of);
  gaps = find_gaps (stays, n_old, n_new);
  if (gaps->len > max_gaps)
    {
      g_array_unref (gaps);
      g_array_unref (stays);
      stays = find_stays (old_rows, first, last, new_position_of);
      gaps = find_gaps (stays, n_old, n_new);
    }

  for (guint i = 0; i < gaps->len; i++)
    g_array_index (gaps, TrsListGap, i).position += start;
  return gaps;
}
