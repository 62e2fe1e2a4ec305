/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-key-stores.h"
#include "trs-test-utils.h"

#define ADDRESS "https://one.example"
#define OTHER "https://other.example"

/* Whose key it is says the last one that succeeded, whenever it was asked for. */
static void
test_last_one_counts (void)
{
  g_autoptr (TrsKeyStores) stores = trs_key_stores_new ();
  guint first, second;

  g_assert_cmpuint (trs_key_stores_get_last_serial (stores), ==, 0);
  first = trs_key_stores_add (stores, ADDRESS, "a");
  second = trs_key_stores_add (stores, ADDRESS, "b");
  g_assert_cmpuint (trs_key_stores_get_last_serial (stores), ==, second);
  trs_key_stores_set_account (stores, first, 1);
  trs_key_stores_set_account (stores, second, 2);
  trs_key_stores_set_stored (stores, second);
  trs_key_stores_set_stored (stores, first);
  g_assert_cmpint (trs_key_stores_take_account (stores, OTHER), ==, 0);
  g_assert_cmpint (trs_key_stores_take_account (stores, ADDRESS), ==, 1);

  /* Said once: neither says anything any more. */
  g_assert_null (trs_key_stores_find (stores, first));
  g_assert_null (trs_key_stores_find (stores, second));
  g_assert_cmpint (trs_key_stores_take_account (stores, ADDRESS), ==, 0);
}

/* As long as another key may still come, it is not known whose is there. */
static void
test_undecided (void)
{
  g_autoptr (TrsKeyStores) stores = trs_key_stores_new ();
  guint first = trs_key_stores_add (stores, ADDRESS, "a");
  guint again = trs_key_stores_add (stores, ADDRESS, "a");
  guint late = trs_key_stores_add (stores, ADDRESS, "b");

  trs_key_stores_set_account (stores, first, 1);
  trs_key_stores_set_stored (stores, first);
  g_assert_true (trs_key_stores_is_undecided (stores, ADDRESS, "a"));
  g_assert_true (trs_key_stores_is_undecided (stores, ADDRESS, NULL));
  g_assert_false (trs_key_stores_is_undecided (stores, OTHER, "a"));
  g_assert_cmpint (trs_key_stores_take_account (stores, ADDRESS), ==, 0);

  trs_key_stores_remove (stores, late);
  g_assert_false (trs_key_stores_is_undecided (stores, ADDRESS, "a"));
  g_assert_cmpint (trs_key_stores_take_account (stores, ADDRESS), ==, 1);
  /* The same key once more: it may come, and is still known. */
  g_assert_nonnull (trs_key_stores_find (stores, again));
}

static void
test_not_known_whose (void)
{
  g_autoptr (TrsKeyStores) stores = trs_key_stores_new ();
  guint serial = trs_key_stores_add (stores, ADDRESS, "a");

  trs_key_stores_set_stored (stores, serial);
  g_assert_cmpint (trs_key_stores_take_account (stores, ADDRESS), ==, 0);
  g_assert_nonnull (trs_key_stores_find (stores, serial));
  trs_key_stores_set_account (stores, serial, 3);
  g_assert_cmpint (trs_key_stores_take_account (stores, ADDRESS), ==, 3);
}

static void
test_replaced (void)
{
  g_autoptr (TrsKeyStores) stores = trs_key_stores_new ();
  guint first = trs_key_stores_add (stores, ADDRESS, "a");
  guint second = trs_key_stores_add (stores, ADDRESS, "b");
  guint again = trs_key_stores_add (stores, ADDRESS, "a");
  guint elsewhere = trs_key_stores_add (stores, OTHER, "c");

  g_assert_false (trs_key_stores_is_replaced (stores, ADDRESS, "a"));
  trs_key_stores_set_stored (stores, first);
  g_assert_false (trs_key_stores_is_replaced (stores, ADDRESS, "a"));
  trs_key_stores_set_stored (stores, second);
  g_assert_true (trs_key_stores_is_replaced (stores, ADDRESS, "a"));
  trs_key_stores_set_stored (stores, again);
  trs_key_stores_set_stored (stores, elsewhere);
  g_assert_false (trs_key_stores_is_replaced (stores, ADDRESS, "a"));
  g_assert_true (trs_key_stores_is_replaced (stores, ADDRESS, "b"));

  /* Once it is said whose it is, nothing is left to be said. */
  trs_key_stores_set_account (stores, again, 1);
  g_assert_cmpint (trs_key_stores_take_account (stores, ADDRESS), ==, 1);
  g_assert_false (trs_key_stores_is_replaced (stores, ADDRESS, "b"));
}

/* Only what may still come, and only of that account or of one that is not known. */
static void
test_disown (void)
{
  g_autoptr (TrsKeyStores) stores = trs_key_stores_new ();
  guint done = trs_key_stores_add (stores, ADDRESS, "a");
  guint own = trs_key_stores_add (stores, ADDRESS, "b");
  guint unknown = trs_key_stores_add (stores, ADDRESS, "c");
  guint another = trs_key_stores_add (stores, ADDRESS, "d");
  guint elsewhere = trs_key_stores_add (stores, OTHER, "b");

  trs_key_stores_set_account (stores, done, 1);
  trs_key_stores_set_stored (stores, done);
  trs_key_stores_set_account (stores, own, 1);
  trs_key_stores_set_account (stores, another, 2);
  trs_key_stores_disown (stores, ADDRESS, 1);
  g_assert_false (trs_key_stores_find (stores, done)->unwanted);
  g_assert_true (trs_key_stores_find (stores, own)->unwanted);
  g_assert_true (trs_key_stores_find (stores, unknown)->unwanted);
  g_assert_false (trs_key_stores_find (stores, another)->unwanted);
  g_assert_false (trs_key_stores_find (stores, elsewhere)->unwanted);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/key-stores/last-one-counts", test_last_one_counts);
  g_test_add_func ("/key-stores/undecided", test_undecided);
  g_test_add_func ("/key-stores/not-known-whose", test_not_known_whose);
  g_test_add_func ("/key-stores/replaced", test_replaced);
  g_test_add_func ("/key-stores/disown", test_disown);
  return g_test_run ();
}
