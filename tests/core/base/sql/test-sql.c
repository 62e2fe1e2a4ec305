/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "trs-sql.h"
#include "trs-test-utils.h"

static sqlite3 *
open_memory (void)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_true (trs_sql_exec (db, "CREATE TABLE t (i INTEGER, x INTEGER, s TEXT UNIQUE, y BLOB)", NULL));
  return db;
}

static void
test_values (void)
{
  g_autoptr (sqlite3) db = open_memory ();
  g_autoptr (GBytes) bytes = g_bytes_new_static ("a\0b", 3);
  g_autoptr (GBytes) empty = g_bytes_new_static (NULL, 0);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = FALSE;

  g_assert_true (trs_sql_execute (db, NULL, "INSERT INTO t VALUES (?1, ?2, ?3, ?4)", "ixsy", -7, G_MAXINT64, "text",
                                  bytes));
  g_assert_true (trs_sql_execute (db, NULL, "INSERT INTO t VALUES (?1, ?2, ?3, ?4)", "ixsy", 0, G_MININT64, NULL,
                                  NULL));
  g_assert_true (trs_sql_execute (db, NULL, "INSERT INTO t (i, y) VALUES (?1, ?2)", "iy", 1, empty));

  statement = trs_sql_query (db, NULL, "SELECT * FROM t ORDER BY rowid", "");
  g_assert_true (trs_sql_step (statement, &row, NULL) && row);
  {
    g_autofree char *text = trs_sql_column_text (statement, 2);
    g_autoptr (GBytes) read = trs_sql_column_bytes (statement, 3);

    g_assert_cmpint (sqlite3_column_int (statement, 0), ==, -7);
    g_assert_cmpint (sqlite3_column_int64 (statement, 1), ==, G_MAXINT64);
    g_assert_cmpstr (text, ==, "text");
    g_assert_true (g_bytes_equal (read, bytes));
  }
  g_assert_true (trs_sql_step (statement, &row, NULL) && row);
  g_assert_cmpint (sqlite3_column_int64 (statement, 1), ==, G_MININT64);
  g_assert_null (trs_sql_column_text (statement, 2));
  g_assert_null (trs_sql_column_bytes (statement, 3));
  /* No bytes are something else than none. */
  g_assert_true (trs_sql_step (statement, &row, NULL) && row);
  {
    g_autoptr (GBytes) read = trs_sql_column_bytes (statement, 3);

    g_assert_cmpuint (g_bytes_get_size (read), ==, 0);
  }
  g_assert_true (trs_sql_step (statement, &row, NULL) && !row);
}

static void
test_numbers (void)
{
  g_autoptr (sqlite3) db = open_memory ();
  gint64 number = 7;

  g_assert_true (trs_sql_read_number (db, &number, NULL, "SELECT ?1 + ?2", "ix", 1, G_GINT64_CONSTANT (1) << 40));
  g_assert_cmpint (number, ==, (G_GINT64_CONSTANT (1) << 40) + 1);
  g_assert_true (trs_sql_read_number (db, &number, NULL, "SELECT i FROM t", ""));
  g_assert_cmpint (number, ==, 0);
}

/* The primary code, also where the connection has the extended ones. */
static void
test_errors (void)
{
  g_autoptr (sqlite3) db = open_memory ();
  g_autoptr (GError) error = NULL;
  gint64 number = 7;

  sqlite3_extended_result_codes (db, 1);
  g_assert_null (trs_sql_query (db, &error, "NOT SQL", ""));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_ERROR);
  g_assert_nonnull (strstr (error->message, "NOT"));
  g_clear_error (&error);

  g_assert_true (trs_sql_execute (db, &error, "INSERT INTO t (s) VALUES (?1)", "s", "once"));
  g_assert_false (trs_sql_execute (db, &error, "INSERT INTO t (s) VALUES (?1)", "s", "once"));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_CONSTRAINT);
  g_clear_error (&error);

  g_assert_false (trs_sql_read_number (db, &number, &error, "SELECT abs (-9223372036854775807 - 1)", ""));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_ERROR);
  g_assert_cmpint (number, ==, 7);
  g_clear_error (&error);

  g_assert_false (trs_sql_exec (db, "COMMIT", NULL));
}

static void
test_errno (void)
{
  g_autoptr (sqlite3) db = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) copy = NULL;

  g_assert_cmpint (sqlite3_open_v2 ("/nowhere/at/all", &db, SQLITE_OPEN_READONLY, NULL), !=, SQLITE_OK);
  g_assert_false (trs_sql_fail (db, &error));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_CANTOPEN);
  copy = g_error_copy (error);
  g_assert_cmpint (trs_sql_error_get_errno (copy), ==, ENOENT);
}

static gpointer
read_or_fail (sqlite3_stmt *statement)
{
  return trs_sql_column_text (statement, 0);
}

/* All or none, whichever row fails. */
static void
test_all_rows (void)
{
  g_autoptr (sqlite3) db = open_memory ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) items = NULL;

  items = trs_sql_read_all (trs_sql_query (db, &error, "SELECT value FROM json_each (?1)", "s", "[\"a\",\"b\"]"),
                            read_or_fail, g_free, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (items->len, ==, 2);
  g_assert_cmpstr (items->pdata[1], ==, "b");
  g_clear_pointer (&items, g_ptr_array_unref);

  items = trs_sql_read_all (trs_sql_query (db, &error, "SELECT s FROM t", ""), read_or_fail, g_free, &error);
  g_assert_cmpuint (items->len, ==, 0);
  g_clear_pointer (&items, g_ptr_array_unref);

  g_assert_null (trs_sql_read_all (
      trs_sql_query (db, &error, "SELECT abs (value) FROM json_each ('[1, -9223372036854775808]')", ""), read_or_fail,
      g_free, &error));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_ERROR);
  g_clear_error (&error);
  g_assert_null (trs_sql_read_all (trs_sql_query (db, &error, "NOT SQL", ""), read_or_fail, g_free, &error));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_ERROR);
}

static void
test_transactions (void)
{
  g_autoptr (sqlite3) db = open_memory ();
  g_autoptr (GError) error = NULL;
  gint64 n = 0;

  g_assert_true (trs_sql_exec (db, "BEGIN; INSERT INTO t (i) VALUES (1)", NULL));
  g_assert_false (trs_sql_end_transaction (db, FALSE, &error));
  g_assert_no_error (error);
  g_assert_true (trs_sql_exec (db, "BEGIN; INSERT INTO t (i) VALUES (2)", NULL));
  g_assert_true (trs_sql_end_transaction (db, TRUE, &error));
  g_assert_true (trs_sql_read_number (db, &n, NULL, "SELECT sum (i) FROM t", ""));
  g_assert_cmpint (n, ==, 2);

  /* What cannot be committed is rolled back. */
  g_assert_true (trs_sql_exec (db,
                               "PRAGMA foreign_keys = ON; CREATE TABLE parent (p INTEGER PRIMARY KEY);"
                               "CREATE TABLE child (p REFERENCES parent DEFERRABLE INITIALLY DEFERRED);"
                               "BEGIN; INSERT INTO child VALUES (1)",
                               NULL));
  g_assert_false (trs_sql_end_transaction (db, TRUE, &error));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_CONSTRAINT);
  g_assert_true (sqlite3_get_autocommit (db));
}

static void
test_copies_rows (void)
{
  g_autoptr (sqlite3) from = open_memory ();
  g_autoptr (sqlite3) to = open_memory ();
  g_autoptr (sqlite3_stmt) all = NULL;
  g_autoptr (sqlite3_stmt) insert = NULL;
  gboolean row = TRUE;
  gint64 n = 0;

  g_assert_true (trs_sql_exec (from, "INSERT INTO t VALUES (1, NULL, 'a', x'0001'), (2, 3, NULL, NULL)", NULL));
  all = trs_sql_query (from, NULL, "SELECT * FROM t", "");
  insert = trs_sql_query (to, NULL, "INSERT INTO t VALUES (?, ?, ?, ?)", "");
  while (trs_sql_step (all, &row, NULL) && row)
    g_assert_true (trs_sql_copy_row (all, insert, NULL));
  g_assert_true (trs_sql_read_number (to, &n, NULL,
                                      "SELECT count (*) FROM t WHERE (i, x, s, y) IS (1, NULL, 'a', x'0001') "
                                      "OR (i, x, s, y) IS (2, 3, NULL, NULL)",
                                      ""));
  g_assert_cmpint (n, ==, 2);
}

static void
test_names (void)
{
  g_autoptr (sqlite3) db = open_memory ();
  g_autoptr (GError) error = NULL;
  gint64 number = 0;

  trs_sql_define ("one", "1");
  trs_sql_define ("one", "1");
  trs_sql_define ("list", "?1, ?2");
  g_assert_true (trs_sql_read_number (db, &number, &error, "SELECT {one} + max ({list}) + {one}", "ii", 5, 3));
  g_assert_no_error (error);
  g_assert_cmpint (number, ==, 7);
  number = 0;

  /* A part of a name is none, and what has no meaning is an error. */
  g_assert_true (trs_sql_read_number (db, &number, &error, "SELECT length ('{on') + length ('one}')", ""));
  g_assert_no_error (error);
  g_assert_cmpint (number, ==, 7);
  g_assert_false (trs_sql_execute (db, &error, "SELECT {two}", ""));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_ERROR);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/sql/values", test_values);
  g_test_add_func ("/sql/numbers", test_numbers);
  g_test_add_func ("/sql/errors", test_errors);
  g_test_add_func ("/sql/errno", test_errno);
  g_test_add_func ("/sql/all-rows", test_all_rows);
  g_test_add_func ("/sql/transactions", test_transactions);
  g_test_add_func ("/sql/copies-rows", test_copies_rows);
  g_test_add_func ("/sql/names", test_names);
  return g_test_run ();
}
