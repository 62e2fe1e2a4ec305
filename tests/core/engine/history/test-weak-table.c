/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-weak-table.h"

#include "trs-test-utils.h"

static guint
count (TrsWeakTable *table)
{
  TrsWeakTableIter iter;
  guint n = 0;

  trs_weak_table_iter_init (&iter, table);
  while (trs_weak_table_iter_next (&iter) != NULL)
    n++;
  return n;
}

static GObject *
add (TrsWeakTable *table,
     const char   *key)
{
  GObject *object = g_object_new (G_TYPE_OBJECT, NULL);

  trs_weak_table_add (table, g_strdup (key), object);
  return object;
}

static void
test_forgets (void)
{
  g_autoptr (TrsWeakTable) table = trs_weak_table_new (g_str_hash, g_str_equal, g_free);
  g_autoptr (GObject) one = add (table, "one");
  g_autoptr (GObject) two = add (table, "two");

  g_assert_true (trs_weak_table_peek (table, "one") == one);
  g_assert_cmpuint (one->ref_count, ==, 1);
  g_assert_cmpuint (count (table), ==, 2);

  g_clear_object (&one);
  g_assert_null (trs_weak_table_peek (table, "one"));
  g_assert_true (trs_weak_table_peek (table, "two") == two);
  g_assert_cmpuint (count (table), ==, 1);

  /* The key can be used for another object. */
  one = add (table, "one");
  g_assert_true (trs_weak_table_peek (table, "one") == one);
}

/* An object that goes later must not look for a table, or for a key, that is no more. */
static void
test_removed_before (void)
{
  TrsWeakTable *table = trs_weak_table_new (g_str_hash, g_str_equal, g_free);
  g_autoptr (GObject) removed = add (table, "removed");
  g_autoptr (GObject) emptied = add (table, "emptied");
  g_autoptr (GObject) freed = NULL;

  trs_weak_table_remove (table, "removed");
  trs_weak_table_remove (table, "never there");
  g_assert_null (trs_weak_table_peek (table, "removed"));
  g_clear_object (&removed);
  g_assert_true (trs_weak_table_peek (table, "emptied") == emptied);
  trs_weak_table_remove_all (table);
  g_assert_cmpuint (count (table), ==, 0);

  freed = add (table, "emptied");
  g_clear_object (&emptied);
  g_assert_true (trs_weak_table_peek (table, "emptied") == freed);
  trs_weak_table_free (table);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/weak-table/forgets", test_forgets);
  g_test_add_func ("/weak-table/removed-before", test_removed_before);
  return g_test_run ();
}
