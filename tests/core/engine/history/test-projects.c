/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-projects.h"

/* The objects of the account of the session, apart from those of the session. */
static TrsProjects *
make_projects (Fixture *fixture)
{
  TrsProjects *projects = trs_projects_new (fixture->store, TRS_CLOCK (fixture->clock));

  for (guint i = 0; i < 3; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  trs_projects_set_account (projects, trs_projects_get_account (fixture->projects));
  return projects;
}

static TrsProject *
find (TrsProjects *projects,
      const char  *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsProject *project;

  trs_projects_find_async (projects, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  project = trs_projects_find_finish (projects, result, &error);
  g_assert_no_error (error);
  return project;
}

static void
count_cb (gpointer n)
{
  (*(guint *) n)++;
}

static void
count_signal (TrsProjects *projects,
              const char  *name,
              guint       *n)
{
  g_signal_connect_swapped (projects, name, G_CALLBACK (count_cb), n);
}

/* However it is asked for, it is the same object, until nobody has it. */
static void
test_one_each (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr (TrsProjects) projects = make_projects (fixture);
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GPtrArray) attempts = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (TrsProject) taken = NULL;
  TrsProject *project = find (projects, "id-2");

  g_assert_true (trs_projects_peek (projects, "id-2") == project);
  g_assert_null (trs_projects_peek (projects, "id-1"));
  taken = trs_projects_take_data (projects, trs_project_get_data (project));
  g_assert_true (taken == project);
  trs_projects_list_attempts_async (projects, "video", NULL, trs_test_store_result, &listed);
  trs_test_wait_result (listed);
  attempts = trs_projects_list_attempts_finish (projects, listed, NULL);
  g_assert_cmpuint (attempts->len, ==, 3);
  g_assert_true (g_ptr_array_find (attempts, project, NULL));
  rows = trs_projects_list_rows (projects);
  g_assert_cmpuint (rows->len, ==, 3);

  g_clear_pointer (&attempts, g_ptr_array_unref);
  g_clear_object (&taken);
  g_assert_finalize_object (project);
  g_assert_null (trs_projects_peek (projects, "id-2"));
}

/* What was asked for an account is nobody's once another one is open. */
static void
test_other_account (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr (TrsProjects) projects = make_projects (fixture);
  g_autoptr (TrsProject) project = find (projects, "id-1");
  g_autoptr (GAsyncResult) found = NULL;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GPtrArray) attempts = NULL;
  g_autoptr (GError) error = NULL;
  guint n_changed = 0;

  count_signal (projects, "project-changed", &n_changed);
  trs_project_set_unread (project, !trs_project_get_data (project)->unread);
  g_assert_cmpuint (n_changed, ==, 1);

  trs_projects_find_async (projects, "id-2", NULL, trs_test_store_result, &found);
  trs_projects_list_attempts_async (projects, "video", NULL, trs_test_store_result, &listed);
  trs_projects_set_account (projects, trs_projects_get_account (fixture->projects) + 1);
  trs_test_wait_result (found);
  trs_test_wait_result (listed);
  g_assert_null (trs_projects_find_finish (projects, found, &error));
  g_assert_no_error (error);
  attempts = trs_projects_list_attempts_finish (projects, listed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (attempts->len, ==, 0);

  /* Whoever still has one is followed no more. */
  g_assert_null (trs_projects_peek (projects, "id-1"));
  trs_project_set_unread (project, !trs_project_get_data (project)->unread);
  g_assert_cmpuint (n_changed, ==, 1);
}

static void
test_held (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr (TrsProjects) projects = make_projects (fixture);
  g_autoptr (GPtrArray) held = NULL;
  TrsProject *pending = trs_project_new_pending ("local", "video", "de");
  g_autofree char *id = g_strdup (trs_project_get_id (pending));
  guint n_held = 0;
  guint n_released = 0;

  count_signal (projects, "held", &n_held);
  count_signal (projects, "released", &n_released);
  trs_projects_release (projects, pending);
  g_assert_cmpuint (n_released, ==, 0);
  trs_projects_hold (projects, pending);
  trs_projects_hold (projects, pending);
  g_assert_cmpuint (n_held, ==, 1);

  /* It is there, although nobody else has it and no row is. */
  g_object_unref (pending);
  g_assert_true (trs_projects_peek (projects, id) == pending);
  pending = find (projects, id);
  held = trs_projects_get_held (projects);
  g_assert_cmpuint (held->len, ==, 1);
  g_assert_true (held->pdata[0] == pending);

  /* What became of it has another id. */
  trs_projects_release (projects, pending);
  g_assert_cmpuint (n_released, ==, 1);
  g_assert_null (trs_projects_peek (projects, id));
  g_object_unref (pending);
}

static void
test_removed (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr (TrsProjects) projects = make_projects (fixture);
  g_autoptr (TrsProject) project = find (projects, "id-3");
  guint n_removed = 0;

  count_signal (projects, "removed", &n_removed);
  trs_projects_remove (projects, trs_project_get_id (project));
  g_assert_cmpuint (n_removed, ==, 1);
  g_assert_null (trs_projects_peek (projects, "id-3"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  fixture_add_test ("/projects/one-each", test_one_each);
  fixture_add_test ("/projects/other-account", test_other_account);
  fixture_add_test ("/projects/held", test_held);
  fixture_add_test ("/projects/removed", test_removed);

  return g_test_run ();
}
