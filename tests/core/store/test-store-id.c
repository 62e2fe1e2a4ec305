/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-data.h"
#include "trs-sql.h"
#include "trs-store-id.h"
#include "trs-test-utils.h"

static char *
read_text (sqlite3    *db,
           const char *sql)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (db, NULL, sql, "");
  gboolean row = FALSE;

  g_assert_nonnull (statement);
  g_assert_true (trs_sql_step (statement, &row, NULL));
  g_assert_true (row);
  return trs_sql_column_text (statement, 0);
}

/* What is packed comes out as it is known here, and nothing is packed but UUIDs. */
static void
test_both_ways (void)
{
  static const struct
  {
    const char *id;
    gboolean packed;
  } cases[] = {
    { "0b5c7f9e-12ab-4cde-8f01-23456789abcd", TRUE },   { "00000000-0000-0000-0000-000000000000", TRUE },
    { "ffffffff-ffff-ffff-ffff-ffffffffffff", TRUE },   { "0B5C7F9E-12AB-4CDE-8F01-23456789ABCD", TRUE },
    { "0b5c7f9e-12ab-4cde-8f01-23456789abcD", TRUE },   { "0b5c7f9e12ab4cde8f0123456789abcd", FALSE },
    { "0b5c7f9e-12ab-4cde-8f01-23456789abcd0", FALSE }, { "0b5c7f9e-12ab-4cde-8f01-23456789abc", FALSE },
    { "0b5c7f9-e12ab-4cde-8f01-23456789abcd", FALSE },  { "0b5c7f9e-12ab-4cde-8f01-23456789ab-d", FALSE },
    { "0b5c7f9e-12ab-4cde-8f01-23456789abcg", FALSE },  { "------------------------------------", FALSE },
    { "", FALSE },                                      { "0123456789abcdef", FALSE },
    { "\xe6\x97\xa5\xe6\x9c\xac", FALSE },
  };
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_true (trs_store_id_add_functions (db, NULL));
  g_assert_true (trs_sql_exec (db, "CREATE TABLE t (id TEXT)", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *type = NULL;
      g_autofree char *id = NULL;
      g_autofree char *normal = trs_project_id_normalize (cases[i].id);

      g_assert_true (trs_sql_execute (db, NULL, "INSERT INTO t VALUES (packed_id (?1))", "s", cases[i].id));
      type = read_text (db, "SELECT typeof (id) FROM t");
      g_assert_cmpstr (type, ==, cases[i].packed ? "blob" : "text");
      id = read_text (db, "SELECT plain_id (id) FROM t");
      g_assert_cmpstr (id, ==, normal);
      g_assert_true (trs_sql_exec (db, "DELETE FROM t", NULL));
    }
  sqlite3_close (db);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/store/id/both-ways", test_both_ways);
  return g_test_run ();
}
