/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-list-change.h"
#include "trs-test-utils.h"

#define N_HANDLES 400

/* Some of the handles, each once, in order or shuffled. */
static GArray *
pick (double   share,
      gboolean shuffled)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < N_HANDLES; i++)
    if (g_random_double () < share)
      g_array_append_val (rows, i);
  for (guint i = 1; shuffled && i < rows->len; i++)
    {
      guint other = (guint) g_random_int_range (0, (int) i + 1);
      guint32 swap = g_array_index (rows, guint32, i);

      g_array_index (rows, guint32, i) = g_array_index (rows, guint32, other);
      g_array_index (rows, guint32, other) = swap;
    }
  return rows;
}

/* Makes the changes one after the other in a copy of the old list; what comes is taken from the new one. */
static GArray *
apply (GArray *old_rows,
       GArray *new_rows,
       GArray *gaps)
{
  GArray *rows = g_array_copy (old_rows);

  for (guint i = 0; i < gaps->len; i++)
    {
      const TrsListGap *gap = &g_array_index (gaps, TrsListGap, i);

      g_assert_cmpuint (gap->removed + gap->added, >, 0);
      g_assert_cmpuint (gap->position + gap->removed, <=, rows->len);
      if (gap->removed > 0)
        g_array_remove_range (rows, gap->position, gap->removed);
      if (gap->added > 0)
        g_array_insert_vals (rows, gap->position, &g_array_index (new_rows, guint32, gap->position), gap->added);
    }
  return rows;
}

static guint
count_changes (GArray *gaps)
{
  guint n = 0;

  for (guint i = 0; i < gaps->len; i++)
    n += g_array_index (gaps, TrsListGap, i).removed + g_array_index (gaps, TrsListGap, i).added;
  return n;
}

static GArray *
find (GArray *old_rows,
      GArray *new_rows,
      guint   first,
      guint   last,
      guint   max_gaps)
{
  return trs_list_change_find ((guint32 *) (gpointer) old_rows->data, old_rows->len,
                               (guint32 *) (gpointer) new_rows->data, new_rows->len, N_HANDLES, first, last, max_gaps);
}

/* Whatever the lists, the changes turn the one into the other. */
static void
test_random (void)
{
  static const double shares[] = { 0, 0.01, 0.3, 0.97, 1 };

  for (guint round = 0; round < 6000; round++)
    {
      gboolean shuffled = g_random_int_range (0, 4) == 0;
      g_autoptr (GArray) old_rows = pick (shares[g_random_int_range (0, 5)], shuffled);
      g_autoptr (GArray) new_rows = pick (shares[g_random_int_range (0, 5)], shuffled);
      guint first = (guint) g_random_int_range (0, N_HANDLES + 9);
      guint last = first + (guint) g_random_int_range (0, 60);
      g_autoptr (GArray) gaps = find (old_rows, new_rows, first, last, (guint) g_random_int_range (0, N_HANDLES));
      g_autoptr (GArray) rows = apply (old_rows, new_rows, gaps);

      g_assert_cmpmem (rows->data, rows->len * sizeof (guint32), new_rows->data, new_rows->len * sizeof (guint32));
      g_assert_cmpuint (gaps->len, <=, MAX (old_rows->len, new_rows->len) + 1);
    }
}

/* What stays in its order is not touched, however many places change. */
static void
test_minimal (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GArray) old_rows = pick (0.6, FALSE);
      g_autoptr (GArray) new_rows = pick (0.6, FALSE);
      g_autoptr (GArray) gaps = find (old_rows, new_rows, 0, 0, G_MAXUINT);
      gboolean there[N_HANDLES] = { FALSE };
      guint n_common = 0;

      for (guint i = 0; i < old_rows->len; i++)
        there[g_array_index (old_rows, guint32, i)] = TRUE;
      for (guint i = 0; i < new_rows->len; i++)
        n_common += there[g_array_index (new_rows, guint32, i)];
      g_assert_cmpuint (count_changes (gaps), ==, old_rows->len + new_rows->len - 2 * n_common);
    }
}

/* A row that goes to another place takes no other with it. */
static void
test_moved (void)
{
  g_autoptr (GArray) old_rows = pick (1, FALSE);
  g_autoptr (GArray) down = g_array_copy (old_rows);
  g_autoptr (GArray) gaps = NULL;
  g_autoptr (GArray) back = NULL;
  guint32 handle = 3;

  g_array_remove_index (down, 3);
  g_array_insert_val (down, 350, handle);
  gaps = find (old_rows, down, 0, 0, 100);
  g_assert_cmpuint (count_changes (gaps), ==, 2);
  back = find (down, old_rows, 0, 0, 100);
  g_assert_cmpuint (count_changes (back), ==, 2);
}

/* Where too much changes, what is in sight stays, and the rest is told in a few signals. */
static void
test_in_sight (void)
{
  g_autoptr (GArray) old_rows = pick (1, FALSE);
  g_autoptr (GArray) odd = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) gaps = NULL;
  guint n_gone = 0;

  for (guint32 i = 1; i < N_HANDLES; i += 2)
    g_array_append_val (odd, i);
  gaps = find (old_rows, odd, 100, 120, 50);
  g_assert_cmpuint (gaps->len, <=, 12);
  for (guint i = 0; i < gaps->len; i++)
    {
      const TrsListGap *gap = &g_array_index (gaps, TrsListGap, i);

      if (gap->removed == 1 && gap->added == 0)
        n_gone++;
    }
  g_assert_cmpuint (n_gone, >=, 9);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/list-change/random", test_random);
  g_test_add_func ("/list-change/minimal", test_minimal);
  g_test_add_func ("/list-change/moved", test_moved);
  g_test_add_func ("/list-change/in-sight", test_in_sight);
  return g_test_run ();
}
