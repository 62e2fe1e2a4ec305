/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sql.h"
#include "trs-store-title.h"
#include "trs-test-utils.h"

/* Returns: below 0 if @one stands before @other, 0 if they are equal, else above 0 */
static int
compare (sqlite3    *db,
         const char *one,
         const char *other)
{
  gint64 before = FALSE;
  gint64 after = FALSE;

  g_assert_true (trs_sql_read_number (db, &before, NULL, "SELECT title_key (?) < title_key (?)", "ss", one, other));
  g_assert_true (trs_sql_read_number (db, &after, NULL, "SELECT title_key (?) > title_key (?)", "ss", one, other));
  return (int) after - (int) before;
}

static void
test_order (void)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_true (trs_store_title_add_function (db, NULL));

  /* Capitals and accents do not count, however they are composed. */
  g_assert_cmpint (compare (db, "Elan", "ELAN"), ==, 0);
  g_assert_cmpint (compare (db, "Élan", "elan"), ==, 0);
  g_assert_cmpint (compare (db, "e\314\201lan", "élan"), ==, 0);
  g_assert_cmpint (compare (db, "áz", "ab"), >, 0);

  g_assert_cmpint (compare (db, "Part 9", "part 10"), <, 0);
  g_assert_cmpint (compare (db, "", "a"), <, 0);
  g_assert_cmpint (compare (db, NULL, ""), ==, 0);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/store-title/order", test_order);
  return g_test_run ();
}
