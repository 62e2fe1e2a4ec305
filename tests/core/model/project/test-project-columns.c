/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of the members of a project: each of them is there, and what is said of it is true. */
#include "trs-project-data.h"
#include "trs-test-utils.h"

#include <string.h>

#define AT(type, data, column) G_STRUCT_MEMBER (type, data, (column)->offset)

static gsize
get_size (const TrsProjectColumn *column)
{
  switch (column->type)
    {
    case TRS_PROJECT_COLUMN_INT64:
      return sizeof (gint64);
    case TRS_PROJECT_COLUMN_BOOLEAN:
      return sizeof (gboolean);
    case TRS_PROJECT_COLUMN_STATE:
      return sizeof (TrsProjectState);
    case TRS_PROJECT_COLUMN_STRING:
      return sizeof (char *);
    default:
      g_assert_not_reached ();
    }
}

/* Each byte of the struct belongs to one row, and to one alone, or to no member. Where the compiler does not say which
 * bytes belong to none, those are that are needed so that the next member or struct begins where it must. */
static void
test_every_member (void)
{
  g_autofree guint8 *rows = g_new0 (guint8, sizeof (TrsProjectData));
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);
#if defined __has_builtin && __has_builtin (__builtin_clear_padding)
  TrsProjectData members;

  memset (&members, 0xff, sizeof members);
  __builtin_clear_padding (&members);
#endif

  for (guint i = 0; i < n_columns; i++)
    for (gsize at = 0; at < get_size (&columns[i]); at++)
      {
        g_assert_cmpuint (columns[i].offset + at, <, sizeof (TrsProjectData));
        rows[columns[i].offset + at]++;
      }

  for (gsize at = 0; at < sizeof (TrsProjectData); at++)
    {
#if defined __has_builtin && __has_builtin (__builtin_clear_padding)
      gboolean is_member = ((guint8 *) &members)[at] == 0xff;
#else
      gboolean is_member = at % sizeof (gint64) < sizeof (gboolean) || rows[at] != 0;
#endif

      if (rows[at] != is_member)
        g_test_message ("Byte %" G_GSIZE_FORMAT " of TrsProjectData has %u rows", at, rows[at]);
      g_assert_cmpuint (rows[at], ==, is_member);
    }
}

/* No two columns get the same; @round tells fills apart. */
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
        AT (gint64, data, &columns[i]) = 1000 * round + i;
        break;
      case TRS_PROJECT_COLUMN_BOOLEAN:
        AT (gboolean, data, &columns[i]) = round % 2;
        break;
      case TRS_PROJECT_COLUMN_STATE:
        AT (TrsProjectState, data, &columns[i]) = TRS_PROJECT_STATE_TRANSCRIPTION;
        break;
      case TRS_PROJECT_COLUMN_STRING:
        if (strcmp (columns[i].name, "id") != 0)
          {
            g_free (AT (char *, data, &columns[i]));
            AT (char *, data, &columns[i]) = g_strdup_printf ("%s %u", columns[i].name, round);
          }
        break;
      default:
        g_assert_not_reached ();
      }
}

static gboolean
is_equal (const TrsProjectColumn *column,
          const TrsProjectData   *one,
          const TrsProjectData   *other)
{
  if (column->type == TRS_PROJECT_COLUMN_STRING)
    return g_strcmp0 (AT (char *, one, column), AT (char *, other, column)) == 0;
  return memcmp (G_STRUCT_MEMBER_P (one, column->offset), G_STRUCT_MEMBER_P (other, column->offset),
                 get_size (column)) == 0;
}

static void
assert_equal (const TrsProjectColumn *column,
              const TrsProjectData   *one,
              const TrsProjectData   *other)
{
  if (!is_equal (column, one, other))
    g_test_message ("%s", column->name);
  g_assert_true (is_equal (column, one, other));
}

static void
test_new (void)
{
  g_autoptr (TrsProjectData) data = trs_project_data_new ("p");
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  g_assert_cmpstr (data->id, ==, "p");
  g_assert_cmpint (data->video_length, ==, -1);
  g_assert_cmpint (data->created_at, ==, 0);
  for (guint i = 0; i < n_columns; i++)
    if (columns[i].type == TRS_PROJECT_COLUMN_INT64)
      g_assert_cmpint (AT (gint64, data, &columns[i]), ==, columns[i].none);
    else if (columns[i].type == TRS_PROJECT_COLUMN_STRING && strcmp (columns[i].name, "id") != 0)
      g_assert_null (AT (char *, data, &columns[i]));
}

static void
test_copy (void)
{
  g_autoptr (TrsProjectData) data = trs_project_data_new ("p");
  g_autoptr (TrsProjectData) copy = NULL;
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  fill (data, 1);
  copy = trs_project_data_copy (data);
  for (guint i = 0; i < n_columns; i++)
    {
      assert_equal (&columns[i], copy, data);
      if (columns[i].type == TRS_PROJECT_COLUMN_STRING)
        g_assert_true (AT (char *, copy, &columns[i]) != AT (char *, data, &columns[i]));
    }
}

/* Whether the other project knows something, and this one does. */
static void
test_merge (gconstpointer is_known_here)
{
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  for (guint both = 0; both < 2; both++)
    {
      g_autoptr (TrsProjectData) here = trs_project_data_new ("p");
      g_autoptr (TrsProjectData) other = trs_project_data_new ("p");
      g_autoptr (TrsProjectData) merged = NULL;

      if (is_known_here != NULL)
        fill (here, 1);
      if (both)
        fill (other, 2);
      merged = trs_project_data_copy (here);
      trs_project_data_merge (merged, other);
      for (guint i = 0; i < n_columns; i++)
        switch (columns[i].merge)
          {
          case TRS_PROJECT_MERGE_KEEP:
            assert_equal (&columns[i], merged, here);
            break;
          case TRS_PROJECT_MERGE_FILL:
            assert_equal (&columns[i], merged, both && is_known_here == NULL ? other : here);
            break;
          case TRS_PROJECT_MERGE_REPLACE:
            assert_equal (&columns[i], merged, both ? other : here);
            break;
          case TRS_PROJECT_MERGE_COPY:
            assert_equal (&columns[i], merged, other);
            break;
          case TRS_PROJECT_MERGE_RULES:
            break;
          default:
            g_assert_not_reached ();
          }
    }
}

/* Nothing that the service reports changes what is the user's own, or where the row stands. */
static void
test_reported (void)
{
  static const char *const own[] = { "row", "id", "local_title", "note", "unread", "dismissed", "place", "caret",
                                     "missing_since", "hidden", "listed" };
  g_autoptr (TrsProjectData) before = trs_project_data_new ("p");
  g_autoptr (TrsProjectData) after = NULL;
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  fill (before, 1);
  after = trs_project_data_copy (before);
  record->id = g_strdup ("p");
  record->name = g_strdup ("Name");
  record->state = TRS_PROJECT_STATE_DONE;
  record->created_at = g_date_time_new_from_unix_utc (5);
  record->text = g_bytes_new_static ("text", 4);
  g_assert_true (trs_project_data_merge_record (after, record, TRUE, 1));
  for (guint i = 0; i < n_columns; i++)
    for (guint j = 0; j < G_N_ELEMENTS (own); j++)
      if (g_str_equal (columns[i].name, own[j]))
        assert_equal (&columns[i], after, before);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/project-columns/every-member", test_every_member);
  g_test_add_func ("/project-columns/new", test_new);
  g_test_add_func ("/project-columns/copy", test_copy);
  g_test_add_data_func ("/project-columns/merge/nothing-known", NULL, test_merge);
  g_test_add_data_func ("/project-columns/merge/all-known", "known", test_merge);
  g_test_add_func ("/project-columns/reported", test_reported);
  return g_test_run ();
}
