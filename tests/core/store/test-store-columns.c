/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every column of a project, through the database and back. */
#include "store-test.h"
#include "trs-store-file.h"
#include "trs-store-rows.h"
#include "trs-test-utils.h"

#define AT(type, data, column) G_STRUCT_MEMBER (type, data, (column)->offset)

typedef struct
{
  sqlite3 *db;
  TrsStoreRows rows;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  fixture->db = trs_store_file_open (NULL, &error);
  g_assert_no_error (error);
  trs_sql_exec (fixture->db, "INSERT INTO account (account, address, created_at, used_at) VALUES (7, 'x', 1, 1)",
                &error);
  g_assert_no_error (error);
  g_assert_true (trs_store_rows_init (&fixture->rows, fixture->db, 7, &error));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_store_rows_clear (&fixture->rows);
  g_assert_cmpint (sqlite3_close (fixture->db), ==, SQLITE_OK);
}

/* Each column gets a value of its own that is not its default, and another one each @round. */
static void
fill (TrsProjectData *data,
      guint           round)
{
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  for (guint i = 0; i < n_columns; i++)
    switch (columns[i].type)
      {
      case TRS_PROJECT_COLUMN_INT64:
        /* Beyond 32 bits, and a key of the order that is some second. */
        AT (gint64, data, &columns[i]) = (G_GINT64_CONSTANT (1) << 50) + 1000 * (i + 1) + round;
        break;
      case TRS_PROJECT_COLUMN_BOOLEAN:
        AT (gboolean, data, &columns[i]) = round == 1;
        break;
      case TRS_PROJECT_COLUMN_STATE:
        AT (TrsProjectState, data, &columns[i]) = (TrsProjectState) (round + i % 2);
        break;
      case TRS_PROJECT_COLUMN_STRING:
        g_free (AT (char *, data, &columns[i]));
        AT (char *, data, &columns[i]) = g_strdup_printf ("%s %u", columns[i].name, round);
        break;
      default:
        g_assert_not_reached ();
      }
}

static void
assert_equal (const TrsProjectColumn *column,
              const TrsProjectData   *one,
              const TrsProjectData   *other)
{
  g_autofree char *shown = NULL;
  g_autofree char *expected = NULL;

  switch (column->type)
    {
    case TRS_PROJECT_COLUMN_INT64:
      shown = g_strdup_printf ("%s %" G_GINT64_FORMAT, column->name, AT (gint64, one, column));
      expected = g_strdup_printf ("%s %" G_GINT64_FORMAT, column->name, AT (gint64, other, column));
      break;
    case TRS_PROJECT_COLUMN_BOOLEAN:
    case TRS_PROJECT_COLUMN_STATE:
      shown = g_strdup_printf ("%s %d", column->name, AT (int, one, column));
      expected = g_strdup_printf ("%s %d", column->name, AT (int, other, column));
      break;
    case TRS_PROJECT_COLUMN_STRING:
      shown = g_strdup_printf ("%s “%s”", column->name, AT (char *, one, column));
      expected = g_strdup_printf ("%s “%s”", column->name, AT (char *, other, column));
      break;
    default:
      g_assert_not_reached ();
    }
  g_assert_cmpstr (shown, ==, expected);
}

static TrsProjectData *
find (Fixture    *fixture,
      const char *id)
{
  TrsProjectData *data = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (trs_store_rows_find (&fixture->rows, id, &data, &error));
  g_assert_no_error (error);
  return data;
}

static TrsProjectData *
insert_full (Fixture *fixture)
{
  TrsProjectData *data = trs_project_data_new ("p");
  g_autoptr (GError) error = NULL;

  fill (data, 1);
  g_assert_true (trs_store_rows_insert (&fixture->rows, data, &error));
  g_assert_no_error (error);
  return data;
}

static void
test_insert (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr (TrsProjectData) data = insert_full (fixture);
  g_autoptr (TrsProjectData) read = find (fixture, data->id);
  g_autoptr (TrsProjectData) copy = trs_project_data_copy (read);
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  g_assert_cmpint (data->row, ==, data->sort_at / G_USEC_PER_SEC);
  g_assert_cmpint (read->row, ==, data->row);
  for (guint i = 0; i < n_columns; i++)
    if ((columns[i].statements & TRS_PROJECT_INSERT) != 0)
      {
        assert_equal (&columns[i], read, data);
        assert_equal (&columns[i], copy, data);
      }
  /* There is no text in the file. */
  g_assert_false (read->has_text);
  g_assert_false (read->empty_text);
}

static void
test_update (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr (TrsProjectData) before = insert_full (fixture);
  g_autoptr (TrsProjectData) changed = trs_project_data_copy (before);
  g_autoptr (TrsProjectData) read = NULL;
  g_autoptr (GError) error = NULL;
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  fill (changed, 2);
  changed->row = before->row;
  g_assert_true (trs_store_rows_update (&fixture->rows, changed, &error));
  g_assert_no_error (error);
  read = find (fixture, before->id);
  for (guint i = 0; i < n_columns; i++)
    if ((columns[i].statements & TRS_PROJECT_UPDATE) != 0)
      assert_equal (&columns[i], read, changed);
    else if ((columns[i].statements & TRS_PROJECT_INSERT) != 0)
      assert_equal (&columns[i], read, before);
}

/* What is not known comes back as not known, and the columns have no NULL that the schema forbids. */
static void
test_nothing_known (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr (TrsProjectData) data = trs_project_data_new ("p");
  g_autoptr (TrsProjectData) read = NULL;
  g_autoptr (GError) error = NULL;
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  g_assert_true (trs_store_rows_insert (&fixture->rows, data, &error));
  g_assert_no_error (error);
  read = find (fixture, "p");
  for (guint i = 0; i < n_columns; i++)
    assert_equal (&columns[i], read, data);
}

/* Ids are packed, and what is empty in the file is not known. */
static void
test_special (Fixture       *fixture,
              gconstpointer  user_data)
{
  const char *id = "0b5c7f9e-12ab-4cde-8f01-23456789abcd";
  g_autoptr (TrsProjectData) data = trs_project_data_new (id);
  g_autoptr (TrsProjectData) read = NULL;
  g_autoptr (GError) error = NULL;
  gint64 n = 0;

  data->listed = 1;
  g_assert_true (trs_store_rows_insert (&fixture->rows, data, &error));
  g_assert_no_error (error);
  g_assert_true (trs_sql_read_number (fixture->db, &n, NULL,
                                      "SELECT length (id) FROM project WHERE typeof (id) = 'blob'", ""));
  g_assert_cmpint (n, ==, 16);
  g_assert_true (trs_sql_exec (fixture->db, "UPDATE project SET local_title = '', title = ''", NULL));
  read = find (fixture, id);
  g_assert_cmpstr (read->id, ==, id);
  g_assert_null (read->local_title);
  g_assert_null (read->note);
  /* The list has shown it: it is known that it has no title. */
  g_assert_cmpstr (read->title, ==, "");
}

/* A column of the file that nobody reads, or that a new row does not get, would be lost when a row is copied. */
static void
test_schema (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr (sqlite3_stmt) query = trs_sql_query (fixture->db, NULL, "SELECT {project} FROM project", "");
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);
  gint64 n_in_file = 0;
  guint n_written = 0;

  g_assert_nonnull (query);
  g_assert_cmpint (sqlite3_column_count (query), ==, trs_store_rows_get_n_columns ());
  for (guint i = 0; i < n_columns; i++)
    n_written += (columns[i].statements & TRS_PROJECT_INSERT) != 0;
  g_assert_true (trs_sql_read_number (fixture->db, &n_in_file, NULL,
                                      "SELECT count (*) FROM pragma_table_info ('project') "
                                      "WHERE name NOT IN ('row', 'account')",
                                      ""));
  g_assert_cmpint (n_in_file, ==, n_written);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/columns/insert", test_insert);
  ADD ("/store/columns/update", test_update);
  ADD ("/store/columns/nothing-known", test_nothing_known);
  ADD ("/store/columns/special", test_special);
  ADD ("/store/columns/schema", test_schema);
  return g_test_run ();
}
