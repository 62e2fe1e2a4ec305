/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-manual-clock.h"
#include "trs-service-projects.h"
#include "trs-test-utils.h"

#define START G_GINT64_CONSTANT (1741806000123456)

typedef struct
{
  sqlite3 *database;
  TrsServiceCatalogue *catalogue;
  TrsManualClock *clock;
  TrsServiceProjects projects;
  gint64 user;
  guint n_due;
} Fixture;

static void
callback_due_cb (gpointer user_data)
{
  ((Fixture *) user_data)->n_due++;
}

static void
make_projects (Fixture *fixture,
               double   speed)
{
  trs_service_projects_clear (&fixture->projects);
  fixture->projects = (TrsServiceProjects) { fixture->database, fixture->catalogue, TRS_CLOCK (fixture->clock), speed,
                                             callback_due_cb, fixture };
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *folder = trs_test_data_path ("catalogue-small");

  fixture->database = trs_service_database_open (NULL, NULL);
  fixture->catalogue = trs_service_catalogue_new (folder, NULL);
  fixture->clock = trs_manual_clock_new (START);
  make_projects (fixture, 1);
  trs_service_accounts_add (fixture->database, "key:1000", NULL);
  trs_service_accounts_find (fixture->database, "key", &fixture->user, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_service_projects_clear (&fixture->projects);
  trs_service_catalogue_free (fixture->catalogue);
  sqlite3_close_v2 (fixture->database);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
  g_object_unref (fixture->clock);
}

static char *
create (Fixture    *fixture,
        const char *video)
{
  g_autoptr (GError) error = NULL;
  char *id = trs_service_projects_create (&fixture->projects, fixture->user,
                                          trs_service_catalogue_find (fixture->catalogue, video), NULL,
                                          "http://x.invalid/", &error);

  g_assert_no_error (error);
  return id;
}

static void
assert_state (Fixture    *fixture,
              const char *id,
              const char *state)
{
  g_autoptr (TrsServiceProject) project = trs_service_projects_find (&fixture->projects, fixture->user, id, NULL);

  g_assert_nonnull (project);
  g_assert_cmpstr (project->state, ==, state);
}

static void
test_idle_has_no_timer (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *id = NULL;

  trs_service_projects_start (&fixture->projects);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
  id = create (fixture, "hour");
  g_free (create (fixture, "dialogue"));
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 1);
  trs_manual_clock_advance (fixture->clock, 200000);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
  assert_state (fixture, id, "done");
}

/* The timer alone moves a project; nobody has to look. */
static void
test_moves_by_itself (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *quick = create (fixture, "silent");
  g_autofree char *slow = create (fixture, "hour");
  g_autoptr (TrsServiceProject) first = NULL;

  trs_manual_clock_advance (fixture->clock, 5002);
  g_assert_cmpuint (fixture->n_due, >, 0);
  first = trs_service_projects_take_callback (&fixture->projects);
  g_assert_cmpstr (first->id, ==, quick);
  g_assert_null (trs_service_projects_take_callback (&fixture->projects));
  assert_state (fixture, slow, "upload");
}

static void
test_speed_divides (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *id = NULL;

  make_projects (fixture, 10);
  id = create (fixture, "hour");
  trs_manual_clock_advance (fixture->clock, 3799);
  assert_state (fixture, id, "upload");
  trs_manual_clock_advance (fixture->clock, 1);
  assert_state (fixture, id, "transcription");
  trs_manual_clock_advance (fixture->clock, 7499);
  assert_state (fixture, id, "transcription");
  trs_manual_clock_advance (fixture->clock, 1);
  assert_state (fixture, id, "done");
}

static void
test_a_state_never_goes_back (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autofree char *id = create (fixture, "silent");

  trs_manual_clock_advance (fixture->clock, 5000);
  assert_state (fixture, id, "done");
  trs_manual_clock_suspend (fixture->clock, -4000);
  assert_state (fixture, id, "done");
}

static void
test_slept_through (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *good = create (fixture, "dialogue");
  g_autofree char *lost = create (fixture, "lost");
  g_autofree char *garbled = create (fixture, "garbled");
  g_autoptr (TrsServiceProject) first = NULL;

  trs_manual_clock_suspend (fixture->clock, 3600000);
  make_projects (fixture, 1);
  trs_service_projects_start (&fixture->projects);
  assert_state (fixture, good, "done");
  assert_state (fixture, lost, "error");
  assert_state (fixture, garbled, "error");
  first = trs_service_projects_take_callback (&fixture->projects);
  g_assert_cmpstr (first->id, ==, good);
  g_assert_null (trs_service_projects_take_callback (&fixture->projects));
}

static gboolean
execute (Fixture    *fixture,
         const char *sql)
{
  return trs_sql_exec (fixture->database, sql, NULL);
}

static gint64
credits_left (Fixture *fixture)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (fixture->database, NULL, "SELECT credits FROM users WHERE number = ?", "x", fixture->user);
  gboolean row = FALSE;

  g_assert_true (trs_sql_step (statement, &row, NULL));
  g_assert_true (row);
  return sqlite3_column_int64 (statement, 0);
}

static void
test_credit_and_project_are_one (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  const TrsServiceVideo *video = trs_service_catalogue_find (fixture->catalogue, "hour");

  g_free (create (fixture, "hour"));
  g_assert_cmpint (credits_left (fixture), ==, 940);

  /* The project cannot be written: the credit stays. */
  g_assert_true (execute (fixture, "CREATE TEMP TRIGGER full BEFORE INSERT ON projects"
                                   " BEGIN SELECT RAISE (ABORT, 'full'); END"));
  g_assert_null (
      trs_service_projects_create (&fixture->projects, fixture->user, video, NULL, "http://x.invalid/", &error));
  g_assert_error (error, TRS_SQL_ERROR, SQLITE_CONSTRAINT);
  g_assert_cmpint (credits_left (fixture), ==, 940);

  projects = trs_service_projects_list (&fixture->projects, fixture->user, 1, NULL);
  g_assert_cmpuint (projects->len, ==, 1);
}

/* A full disk, say: nothing moves, and it is tried again. */
static void
test_goes_on_after_a_failure (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autofree char *id = create (fixture, "silent");

  g_assert_true (execute (fixture, "CREATE TEMP TRIGGER full BEFORE UPDATE ON projects"
                                   " BEGIN SELECT RAISE (ABORT, 'full'); END"));
  trs_manual_clock_advance (fixture->clock, 60000);
  assert_state (fixture, id, "upload");

  g_assert_true (execute (fixture, "DROP TRIGGER full"));
  trs_manual_clock_advance (fixture->clock, 2000);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
  assert_state (fixture, id, "done");
}

static void
test_pages_are_stable (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < 250; i++)
    {
      g_ptr_array_add (ids, create (fixture, "silent"));
      if (i % 50 == 0)
        trs_manual_clock_advance (fixture->clock, 1);
    }

  for (guint page = 1; page <= 4; page++)
    {
      g_autoptr (GPtrArray) projects =
          trs_service_projects_list (&fixture->projects, fixture->user, (gint64) page, NULL);

      g_assert_cmpuint (projects->len, ==, page <= 2 ? 100 : page == 3 ? 50 : 0);
      for (guint i = 0; i < projects->len; i++)
        {
          TrsServiceProject *project = projects->pdata[i];

          g_assert_cmpstr (project->id, ==, ids->pdata[249 - (page - 1) * 100 - i]);
        }
    }
}

static void
test_formats (Fixture       *fixture,
              gconstpointer  data)
{
  TrsServiceProject project = { .state = (char *) "upload", .fails = (char *) "", .cause = (char *) "",
                                .progress = TRS_SERVICE_PROGRESS_BY_CLOCK, .created_at = START,
                                .uploaded_at = START + 1000, .ends_at = START + 1000 };
  g_autofree char *created = trs_service_project_format_created (&project);
  g_autofree char *early = trs_service_project_format_message (&project, START - 5000000);
  g_autofree char *late = trs_service_project_format_message (&project, START + 5000000);
  g_autofree char *instant = NULL;

  g_assert_cmpstr (created, ==, "2025-03-12T19:00:00.123Z");
  g_assert_nonnull (strstr (early, "(0 %)"));
  g_assert_nonnull (strstr (late, "(99 %)"));
  project.state = (char *) "transcription";
  instant = trs_service_project_format_message (&project, START + 1000);
  g_assert_nonnull (strstr (instant, "(99 %)"));
}

#define ADD(path, function) g_test_add ("/service/projects/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("idle-has-no-timer", test_idle_has_no_timer);
  ADD ("moves-by-itself", test_moves_by_itself);
  ADD ("speed-divides", test_speed_divides);
  ADD ("a-state-never-goes-back", test_a_state_never_goes_back);
  ADD ("slept-through", test_slept_through);
  ADD ("credit-and-project-are-one", test_credit_and_project_are_one);
  ADD ("goes-on-after-a-failure", test_goes_on_after_a_failure);
  ADD ("pages-are-stable", test_pages_are_stable);
  ADD ("formats", test_formats);
  return g_test_run ();
}
