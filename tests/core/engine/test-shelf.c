/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-shelf.h"
#include "trs-test-utils.h"

static GPtrArray *
make (gint64      newest,
      const char *first,
      ...)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);
  va_list args;

  va_start (args, first);
  for (const char *id = first; id != NULL; id = va_arg (args, const char *))
    {
      g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
      TrsProject *project = trs_project_new (id);

      record->id = g_strdup (id);
      record->name = g_strdup ("Title");
      /* The first letter is the video. */
      record->video_id = g_strndup (id, 1);
      record->created_at = newest > 0 ? g_date_time_new_from_unix_utc (newest--) : NULL;
      trs_project_update_from_record (project, record);
      g_ptr_array_add (projects, project);
    }
  va_end (args);

  return projects;
}

static void
assert_ids (TrsShelf   *shelf,
            const char *expected)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < trs_shelf_get_length (shelf); i++)
    {
      TrsProject *project = trs_shelf_get (shelf, i);
      guint position = G_MAXUINT;

      g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", trs_project_get_id (project));
      g_assert_true (trs_shelf_find_by_id (shelf, trs_project_get_id (project)) == project);
      g_assert_true (trs_shelf_index_of (shelf, project, &position));
      g_assert_cmpuint (position, ==, i);
    }
  g_assert_null (trs_shelf_get (shelf, trs_shelf_get_length (shelf)));
  g_assert_cmpstr (ids->str, ==, expected);
}

static void
assert_video (TrsShelf   *shelf,
              const char *video_id,
              const char *id)
{
  TrsProject *project = trs_shelf_find_by_video (shelf, video_id);

  g_assert_cmpstr (project != NULL ? trs_project_get_id (project) : NULL, ==, id);
}

static void
test_order (void)
{
  g_autoptr (TrsShelf) shelf = trs_shelf_new ();
  g_autoptr (GPtrArray) middle = make (100, "a1", "b1", "a2", NULL);
  g_autoptr (GPtrArray) older = make (50, "b2", "c1", NULL);
  g_autoptr (GPtrArray) newer = make (200, "c2", NULL);
  g_autoptr (GPtrArray) between = make (99, "d1", "a3", NULL);
  g_autoptr (GPtrArray) none = make (1, NULL);

  trs_shelf_insert (shelf, 0, middle);
  trs_shelf_insert (shelf, 3, older);
  trs_shelf_insert (shelf, 0, newer);
  trs_shelf_insert (shelf, 2, between);
  trs_shelf_insert (shelf, 2, none);
  assert_ids (shelf, "c2 a1 d1 a3 b1 a2 b2 c1");
  g_assert_null (trs_shelf_find_by_id (shelf, "d2"));
  assert_video (shelf, "a", "a1");
  assert_video (shelf, "b", "b1");
  assert_video (shelf, "c", "c2");
  assert_video (shelf, "e", NULL);

  trs_shelf_remove (shelf, 1);
  trs_shelf_remove (shelf, 0);
  assert_ids (shelf, "d1 a3 b1 a2 b2 c1");
  assert_video (shelf, "a", "a3");
  assert_video (shelf, "c", "c1");
  trs_shelf_remove (shelf, 5);
  assert_video (shelf, "c", NULL);
  g_assert_false (trs_shelf_index_of (shelf, g_ptr_array_index (newer, 0), NULL));

  trs_shelf_clear (shelf);
  assert_ids (shelf, "");
  assert_video (shelf, "a", NULL);
}

/* What was submitted just now has no date yet. */
static void
test_undated_is_newest (void)
{
  g_autoptr (TrsShelf) shelf = trs_shelf_new ();
  g_autoptr (GPtrArray) dated = make (100, "a1", NULL);
  g_autoptr (GPtrArray) undated = make (0, "a2", NULL);

  trs_shelf_insert (shelf, 0, dated);
  trs_shelf_insert (shelf, 0, undated);
  assert_video (shelf, "a", "a2");
}

/* A project whose video was told anew leaves nothing behind. */
static void
test_video_changes (void)
{
  g_autoptr (TrsShelf) shelf = trs_shelf_new ();
  g_autoptr (GPtrArray) projects = make (100, "a1", NULL);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  trs_shelf_insert (shelf, 0, projects);
  record->id = g_strdup ("a1");
  record->name = g_strdup ("Title");
  record->video_id = g_strdup ("z");
  trs_project_update_from_record (g_ptr_array_index (projects, 0), record);
  trs_shelf_remove (shelf, 0);
  assert_video (shelf, "a", NULL);
  assert_video (shelf, "z", NULL);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/shelf/order", test_order);
  g_test_add_func ("/shelf/undated-is-newest", test_undated_is_newest);
  g_test_add_func ("/shelf/video-changes", test_video_changes);
  return g_test_run ();
}
