/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-shelf.h"
#include "trs-test-utils.h"

typedef struct
{
  TrsShelf *shelf;
  guint n_changes;
} Fixture;

static void
changed_cb (gpointer    user_data,
            TrsProject *project)
{
  ((Fixture *) user_data)->n_changes++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->shelf = trs_shelf_new (changed_cb, fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_shelf_free (fixture->shelf);
}

/* The loop turns, and what was lent goes back. */
static void
turn (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static TrsProject *
make_one (const char      *id,
          const char      *video_id,
          TrsProjectState  state,
          gint64           created_at)
{
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  TrsProject *project = trs_project_new (id);

  record->id = g_strdup (id);
  record->name = g_strdup_printf ("Title of %s", id);
  record->video_id = g_strdup (video_id);
  record->state = state;
  record->created_at = created_at > 0 ? g_date_time_new_from_unix_utc (created_at) : NULL;
  trs_project_update_from_record (project, record);
  return project;
}

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
      /* The first letter is the video. */
      g_autofree char *video_id = g_strndup (id, 1);

      g_ptr_array_add (projects, make_one (id, video_id, TRS_PROJECT_STATE_DONE, newest > 0 ? newest-- : 0));
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
      g_assert_true (trs_shelf_contains (shelf, trs_project_get_id (project)));
      g_assert_cmpint (trs_shelf_get_created_at (shelf, i), ==, trs_project_get_created_at (project));
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
test_order (Fixture       *fixture,
            gconstpointer  data)
{
  TrsShelf *shelf = fixture->shelf;
  g_autoptr (GPtrArray) middle = make (100, "a1", "b1", "a2", NULL);
  g_autoptr (GPtrArray) older = make (50, "b2", "c1", NULL);
  g_autoptr (GPtrArray) newer = make (200, "c2", NULL);
  g_autoptr (GPtrArray) between = make (100, "d1", "a3", NULL);
  g_autoptr (GPtrArray) none = make (1, NULL);
  g_autoptr (GPtrArray) all = NULL;

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
  all = trs_shelf_list_by_video (shelf, "a");
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpstr (trs_project_get_id (all->pdata[1]), ==, "a3");

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
test_undated_is_newest (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GPtrArray) dated = make (100, "a1", NULL);
  g_autoptr (GPtrArray) undated = make (0, "a2", NULL);

  trs_shelf_insert (fixture->shelf, 0, dated);
  trs_shelf_insert (fixture->shelf, 0, undated);
  assert_video (fixture->shelf, "a", "a2");
}

static void
tell_video (TrsProject *project,
            const char *video_id)
{
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->id = g_strdup (trs_project_get_id (project));
  record->name = g_strdup ("Title");
  record->video_id = g_strdup (video_id);
  trs_project_update_from_record (project, record);
}

/* A project whose video was told anew is found by that one alone, and leaves nothing behind. */
static void
test_video_changes (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GPtrArray) projects = make (100, "a1", "a2", NULL);

  trs_shelf_insert (fixture->shelf, 0, projects);
  tell_video (projects->pdata[0], "z");
  assert_video (fixture->shelf, "a", "a2");
  assert_video (fixture->shelf, "z", "a1");
  trs_shelf_remove (fixture->shelf, 0);
  assert_video (fixture->shelf, "z", NULL);
}

/* Somebody holds it: there is one object of it. Nobody does: there is none, and nothing of it is lost. */
static void
test_one_object (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GPtrArray) projects = make (100, "a1", "b1", NULL);
  g_autoptr (TrsProject) held = NULL;
  TrsProject *lent;

  trs_shelf_insert (fixture->shelf, 0, projects);
  g_assert_true (trs_shelf_get (fixture->shelf, 0) == projects->pdata[0]);
  g_ptr_array_set_size (projects, 0);
  turn ();
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 0);

  held = trs_shelf_dup (fixture->shelf, 1);
  g_assert_cmpstr (trs_project_get_title (held), ==, "Title of b1");
  g_assert_true (trs_shelf_find_by_id (fixture->shelf, "b1") == held);
  g_assert_true (trs_shelf_find_by_video (fixture->shelf, "b") == held);
  turn ();
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 1);

  trs_project_set_unread (held, TRUE);
  g_assert_cmpuint (fixture->n_changes, ==, 1);
  trs_project_set_unread (held, TRUE);
  g_assert_cmpuint (fixture->n_changes, ==, 1);
  g_clear_object (&held);
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 0);

  lent = trs_shelf_find_by_id (fixture->shelf, "b1");
  g_assert_true (trs_project_get_unread (lent));
  turn ();
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 0);
}

/* More is known of what is under way than a row keeps. */
static void
test_under_way_is_held (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  TrsProject *project = make_one ("a1", "a", TRS_PROJECT_STATE_UPLOAD, 100);
  g_autoptr (TrsProjectRecord) done = trs_project_record_new ();

  g_ptr_array_add (projects, project);
  g_ptr_array_add (projects, trs_project_new_pending ("pending:1", "b", NULL));
  trs_shelf_insert (fixture->shelf, 0, projects);
  trs_project_set_checked (project, 5, 6);
  g_ptr_array_set_size (projects, 0);
  turn ();
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 2);
  g_assert_true (trs_project_get_pending (trs_shelf_find_by_video (fixture->shelf, "b")));

  project = trs_shelf_find_by_id (fixture->shelf, "a1");
  g_assert_cmpint (trs_project_get_next_check_at (project), ==, 6);
  done->id = g_strdup ("a1");
  done->name = g_strdup ("Title");
  done->state = TRS_PROJECT_STATE_DONE;
  trs_project_update_from_record (project, done);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  turn ();
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 1);
  g_assert_cmpint (trs_project_get_state (trs_shelf_get (fixture->shelf, 0)), ==, TRS_PROJECT_STATE_DONE);
}

/* Objects that others hold outlive the shelf, and no longer speak to it. */
static void
test_outlived (void)
{
  Fixture fixture = { NULL };
  g_autoptr (GPtrArray) projects = make (100, "a1", "a2", NULL);
  g_autoptr (TrsProject) pending = trs_project_new_pending ("pending:1", "b", NULL);

  set_up (&fixture, NULL);
  trs_shelf_insert (fixture.shelf, 0, projects);
  g_ptr_array_add (projects, g_object_ref (pending));
  trs_shelf_get (fixture.shelf, 1);
  trs_shelf_remove (fixture.shelf, 0);
  trs_project_set_unread (projects->pdata[0], TRUE);
  trs_shelf_clear (fixture.shelf);
  trs_project_set_unread (projects->pdata[1], TRUE);
  tear_down (&fixture, NULL);
  g_assert_cmpuint (fixture.n_changes, ==, 0);
}

static GBytes *
pack (guint first,
      guint n)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();

  for (guint i = first; i < first + n; i++)
    {
      g_autofree char *id = g_strdup_printf ("%08x-0000-4000-8000-000000000000", i);
      g_autoptr (TrsProject) project = make_one (id, "v", TRS_PROJECT_STATE_DONE, 1000000 - i);
      g_autoptr (TrsProjectSnapshot) snapshot = trs_project_snapshot_new (project);

      trs_packed_project_append (block, snapshot, FALSE);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&block));
}

static void
test_packed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GBytes) first = pack (0, 500);
  g_autoptr (GBytes) overlapping = pack (400, 300);
  g_autoptr (GBytes) none = g_bytes_new (NULL, 0);

  g_assert_cmpuint (trs_shelf_append_packed (fixture->shelf, first), ==, 500);
  g_assert_cmpuint (trs_shelf_append_packed (fixture->shelf, overlapping), ==, 200);
  g_assert_cmpuint (trs_shelf_append_packed (fixture->shelf, overlapping), ==, 0);
  g_assert_cmpuint (trs_shelf_append_packed (fixture->shelf, none), ==, 0);
  g_assert_cmpuint (trs_shelf_get_length (fixture->shelf), ==, 700);
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 0);
  for (guint i = 0; i < 700; i++)
    g_assert_cmpint (trs_shelf_get_created_at (fixture->shelf, i), ==, (1000000 - (gint64) i) * G_USEC_PER_SEC);
  g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 0);
  g_assert_cmpstr (trs_project_get_id (trs_shelf_get (fixture->shelf, 699)), ==,
                   "000002bb-0000-4000-8000-000000000000");
}

static void
assert_order (GArray *order,
              guint   n)
{
  g_assert_cmpuint (order->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (g_array_index (order, guint32, i), ==, i);
}

/* Whoever has the order has it as it was, whatever becomes of the shelf. */
static void
test_order_is_kept (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GBytes) first = pack (0, 300);
  g_autoptr (GBytes) second = pack (300, 300);
  g_autoptr (GBytes) newest = pack (600, 100);
  g_autoptr (GPtrArray) one = make (1, "a", NULL);
  g_autoptr (GArray) before = trs_shelf_ref_order (fixture->shelf);
  g_autoptr (GArray) order = NULL;
  g_autoptr (GArray) longer = NULL;
  guint n;

  trs_shelf_append_packed (fixture->shelf, first);
  order = trs_shelf_ref_order (fixture->shelf);
  trs_shelf_append_packed (fixture->shelf, second);
  longer = trs_shelf_ref_order (fixture->shelf);
  trs_shelf_insert_packed (fixture->shelf, 0, newest);
  trs_shelf_insert (fixture->shelf, 7, one);
  g_assert_cmpuint (trs_shelf_get_handles (fixture->shelf, &n)[0], ==, 600);
  g_assert_cmpuint (n, ==, 701);
  g_clear_pointer (&longer, g_array_unref);
  longer = trs_shelf_ref_order (fixture->shelf);
  trs_shelf_remove (fixture->shelf, 0);
  g_assert_cmpuint (g_array_index (longer, guint32, 0), ==, 600);
  g_assert_cmpuint (trs_shelf_get_handles (fixture->shelf, &n)[0], ==, 601);
  assert_order (order, 300);
  trs_shelf_clear (fixture->shelf);
  assert_order (order, 300);
  assert_order (before, 0);
  g_assert_cmpuint (longer->len, ==, 701);
  g_assert_cmpuint (trs_shelf_get_length (fixture->shelf), ==, 0);
}

/* Rows lie in blocks of any size, one of them in more than one segment, and are found there before and after a move. */
static void
test_many_blocks (Fixture       *fixture,
                  gconstpointer  data)
{
  static const guint lengths[] = { 1, 3, 5000, 2, 900, 1, 4094 };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); n += lengths[i++])
    {
      g_autoptr (GBytes) block = pack (n, lengths[i]);

      g_assert_cmpuint (trs_shelf_append_packed (fixture->shelf, block), ==, lengths[i]);
    }

  for (guint round = 0; round < 2; round++)
    {
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (TrsProject) project = trs_shelf_dup (fixture->shelf, i);
          g_autofree char *id = g_strdup_printf ("%08x-0000-4000-8000-000000000000", i * (round + 1));
          g_autofree char *title = g_strdup_printf ("Title of %s", id);

          g_assert_cmpstr (trs_project_get_id (project), ==, id);
          g_assert_cmpstr (trs_project_get_title (project), ==, title);
          g_assert_cmpuint (trs_shelf_find_handle (fixture->shelf, id), ==, i * (round + 1));
        }
      /* more than half goes, and the rest moves together */
      for (guint i = 1; round == 0 && i <= n / 2; i++)
        trs_shelf_remove (fixture->shelf, i);
      n = trs_shelf_get_length (fixture->shelf);
    }
}

static void
compare_with_naive (TrsShelf  *shelf,
                    GPtrArray *naive)
{
  g_assert_cmpuint (trs_shelf_get_length (shelf), ==, naive->len);
  for (guint i = 0; i < naive->len; i++)
    {
      g_autoptr (TrsProject) project = trs_shelf_dup (shelf, i);
      const TrsProjectSnapshot *expected = naive->pdata[i];

      g_assert_cmpstr (trs_project_get_id (project), ==, expected->id);
      g_assert_cmpstr (trs_project_get_title (project), ==, expected->title);
      g_assert_cmpstr (trs_project_get_video_id (project), ==, expected->video_id);
      g_assert_cmpint (trs_project_get_unread (project), ==, expected->unread);
      g_assert_cmpint (trs_shelf_get_created_at (shelf, i), ==, expected->created_at);
      g_assert_true (trs_shelf_contains (shelf, expected->id));
    }
}

static char *
random_id (guint serial)
{
  return g_random_boolean () ? g_strdup_printf ("%08x-0000-4000-8000-%012x", (guint) g_random_int (), serial)
                             : g_strdup_printf ("project %u", serial);
}

static void
insert_some (TrsShelf  *shelf,
             GPtrArray *naive,
             guint     *serial)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  guint position = (guint) g_random_int_range (0, (int) naive->len + 1);
  guint n = (guint) g_random_int_range (0, 8);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = random_id ((*serial)++);
      g_autofree char *video_id = g_strdup_printf ("%d", g_random_int_range (0, 40));

      g_ptr_array_add (projects, make_one (id, video_id, TRS_PROJECT_STATE_DONE, 1 + (gint64) *serial));
      g_ptr_array_insert (naive, (int) (position + i), trs_project_snapshot_new (projects->pdata[i]));
    }
  trs_shelf_insert (shelf, position, projects);
}

static void
change_one (TrsShelf  *shelf,
            GPtrArray *naive)
{
  guint position = (guint) g_random_int_range (0, (int) naive->len);
  g_autoptr (TrsProject) project = trs_shelf_dup (shelf, position);

  if (g_random_boolean ())
    trs_project_set_unread (project, g_random_boolean ());
  else
    tell_video (project, g_random_boolean () ? "told" : "told anew");
  trs_project_snapshot_free (naive->pdata[position]);
  naive->pdata[position] = trs_project_snapshot_new (project);
}

/* Whatever is done in whatever order, it is what a plain list of copies is. */
static void
test_random (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GPtrArray) naive = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_snapshot_free);
  guint serial = 0;

  for (guint round = 0; round < 1200; round++)
    {
      int choice = g_random_int_range (0, 100);

      if (choice < 35)
        insert_some (fixture->shelf, naive, &serial);
      else if (choice < 60 && naive->len > 0)
        {
          guint position = (guint) g_random_int_range (0, (int) naive->len);

          trs_shelf_remove (fixture->shelf, position);
          g_ptr_array_remove_index (naive, position);
        }
      else if (choice < 99 && naive->len > 0)
        change_one (fixture->shelf, naive);
      else if (choice == 99 && g_random_int_range (0, 10) == 0)
        {
          trs_shelf_clear (fixture->shelf);
          g_ptr_array_set_size (naive, 0);
        }
      turn ();
      if (round % 50 == 49)
        compare_with_naive (fixture->shelf, naive);
      g_assert_cmpuint (trs_shelf_count_objects (fixture->shelf), ==, 0);
    }
  compare_with_naive (fixture->shelf, naive);
}

/* What is replaced again and again does not pile up, and moves nothing else. */
static void
test_changes_often (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GBytes) block = pack (0, 20);
  g_autoptr (TrsProject) project = NULL;

  trs_shelf_append_packed (fixture->shelf, block);
  project = trs_shelf_dup (fixture->shelf, 5);
  for (guint i = 0; i < 1000; i++)
    trs_project_set_unread (project, i % 2 == 0);
  g_assert_cmpuint (fixture->n_changes, ==, 1000);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (TrsProject) other = trs_shelf_dup (fixture->shelf, i);
      g_autofree char *id = g_strdup_printf ("%08x-0000-4000-8000-000000000000", i);

      g_assert_cmpstr (trs_project_get_id (other), ==, id);
      g_assert_cmpint (trs_shelf_get_created_at (fixture->shelf, i), ==, (1000000 - (gint64) i) * G_USEC_PER_SEC);
      g_assert_true (trs_shelf_find_by_id (fixture->shelf, id) == other);
    }
}

#define ADD(path, function) g_test_add ("/shelf/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("order", test_order);
  ADD ("undated-is-newest", test_undated_is_newest);
  ADD ("video-changes", test_video_changes);
  ADD ("one-object", test_one_object);
  ADD ("under-way-is-held", test_under_way_is_held);
  ADD ("packed", test_packed);
  ADD ("order-is-kept", test_order_is_kept);
  ADD ("many-blocks", test_many_blocks);
  ADD ("changes-often", test_changes_often);
  ADD ("random", test_random);
  g_test_add_func ("/shelf/outlived", test_outlived);
  return g_test_run ();
}
