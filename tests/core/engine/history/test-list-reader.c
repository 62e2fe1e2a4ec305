/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-list-reader.h"
#include "trs-store.h"
#include "trs-test-store.h"

#define LIST "/api/list"

static char *
get_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "synced", "transcripts.db", NULL);
}

/* A session that keeps what it sees; transcripts are another matter. */
static void
keep (Fixture *fixture)
{
  g_autofree char *path = get_path ();

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  g_remove (path);
  fixture_keep (fixture, path);
}

static TrsListReader *
get_reader (Fixture *fixture)
{
  return trs_session_get_reader (fixture->session);
}

static gboolean
is_active (Fixture *fixture)
{
  return trs_history_get_walking (fixture->history);
}

/* Lent, as by fixture_get(); NULL if it is not known. */
static TrsProject *
find (Fixture    *fixture,
      const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsProject *project;

  trs_projects_find_async (fixture->projects, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  project = trs_projects_find_finish (fixture->projects, result, &error);
  g_assert_no_error (error);
  if (project != NULL)
    g_ptr_array_add (fixture->held, project);
  return project;
}

/* All rows at once, as a view asks for them. */
static GPtrArray *
list_projects (Fixture *fixture)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < fixture_get_n (fixture); i++)
    g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (fixture->history), i));
  for (guint i = 0; i < items->len; i++)
    {
      trs_test_wait_until (trs_history_item_get_project (TRS_HISTORY_ITEM (g_ptr_array_index (items, i))) != NULL);
      g_ptr_array_add (projects,
                       g_object_ref (trs_history_item_get_project (TRS_HISTORY_ITEM (g_ptr_array_index (items, i)))));
    }
  return projects;
}

static void
add_done (Fixture *fixture,
          guint    n)
{
  for (guint i = 0; i < n; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
}

static void
pass_until_whole (Fixture *fixture)
{
  trs_test_alarm_start (60);
  while (!trs_history_get_complete (fixture->history) || is_active (fixture))
    {
      fixture_pass (fixture);
      /* The user tries again when something went wrong. */
      if (trs_history_get_error (fixture->history) != NULL && !trs_history_get_reading (fixture->history))
        trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
    }
  trs_test_alarm_stop ();
  trs_test_flush_store (fixture->store);
  fixture_drain ();
}

static void
restart (Fixture *fixture)
{
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
}

/* The whole list is to be read again. */
static void
restart_a_week_later (Fixture *fixture)
{
  fixture_end_session (fixture);
  trs_manual_clock_advance (fixture->clock, G_GINT64_CONSTANT (8 * 24 * 3600 * 1000));
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
}

/* Only what the store had at this moment is there afterwards. */
static void
kill_and_restart (Fixture *fixture)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "synced", NULL);
  g_autofree char *command = g_strdup_printf ("rm -rf '%s.before' && cp -r '%s' '%s.before'", folder, folder, folder);
  g_autofree char *back = g_strdup_printf ("rm -rf '%s' && cp -r '%s.before' '%s'", folder, folder, folder);
  g_autofree char *path = get_path ();

  trs_test_flush_store (fixture->store);
  g_assert_cmpint (system (command), ==, 0);
  fixture_end_session (fixture);
  g_clear_object (&fixture->store);
  g_assert_cmpint (system (back), ==, 0);
  fixture->store = trs_store_new (path);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
}

static guint
count_lists (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, LIST);
}

static guint
count_page (Fixture    *fixture,
            const char *page)
{
  guint n = 0;

  for (guint i = 0; i < trs_toy_service_get_n_asked (fixture->toy); i++)
    n += g_str_has_suffix (trs_toy_service_get_line (fixture->toy, i), page);
  return n;
}

/* The next project that the list of the service shows. */
static guint
skip_hidden (Fixture *fixture,
             guint    n)
{
  while (n < trs_toy_service_get_n (fixture->toy) &&
         trs_toy_service_get_hidden (fixture->toy, trs_toy_service_get_id (fixture->toy, n)))
    n++;
  return n;
}

/* Same ids in the same order, and none twice; beside them what has left the list: what is final is called missing. */
static void
assert_same (Fixture *fixture)
{
  g_autoptr (GPtrArray) projects = list_projects (fixture);
  guint n = skip_hidden (fixture, 0);

  for (guint i = 0; i < projects->len; i++)
    {
      TrsProject *project = g_ptr_array_index (projects, i);
      gboolean missing = trs_project_get_data (project)->missing_since != 0;

      if (trs_toy_service_get_hidden (fixture->toy, trs_project_get_id (project)))
        {
          g_assert_true (missing || !trs_project_state_is_final (trs_project_get_state (project)));
          continue;
        }
      g_assert_false (missing);
      g_assert_cmpuint (n, <, trs_toy_service_get_n (fixture->toy));
      g_assert_cmpstr (trs_project_get_id (project), ==, trs_toy_service_get_id (fixture->toy, n));
      n = skip_hidden (fixture, n + 1);
    }
  g_assert_cmpuint (n, ==, trs_toy_service_get_n (fixture->toy));
}

static void
test_first (Fixture       *fixture,
            gconstpointer  data)
{
  guint before;

  add_done (fixture, 1250);
  keep (fixture);
  fixture_connect (fixture);
  g_assert_true (is_active (fixture) ||
      trs_history_get_complete (fixture->history));
  pass_until_whole (fixture);
  assert_same (fixture);
  /* Thirteen pages and the end. */
  before = count_lists (fixture);
  g_assert_cmpuint (before, ==, 14);

  /* Nothing ticks and nothing is asked any more. */
  for (guint i = 0; i < 30; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_lists (fixture), ==, before);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);

  /* Whole once, it takes one request, in this run and in the next. */
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  for (guint i = 0; i < 10; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_lists (fixture), ==, before + 1);
  restart (fixture);
  pass_until_whole (fixture);
  for (guint i = 0; i < 10; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_lists (fixture), ==, before + 2);
  assert_same (fixture);
}

/* What is asked for now is answered a second later, and what is asked then later still. */
static void
pass_slowly (Fixture *fixture)
{
  trs_toy_service_hold (fixture->toy);
  trs_test_wait_until (trs_toy_service_get_n_held (fixture->toy) > 0 ||
                       !is_active (fixture) ||
                       fixture_count_timers (fixture) > 0);
  fixture_advance (fixture, 1);
  trs_toy_service_release (fixture->toy);
}

/* Pages in flight together could lose a row when the list moves between them. */
static void
test_one_at_a_time (Fixture       *fixture,
                    gconstpointer  data)
{
  guint most = 0;

  add_done (fixture, 1500);
  keep (fixture);
  fixture_connect (fixture);
  for (guint i = 0; i < 200 && !trs_history_get_complete (fixture->history); i++)
    {
      trs_toy_service_hold (fixture->toy);
      trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
      fixture_pass (fixture);
      most = MAX (most, trs_toy_service_get_n_held (fixture->toy));
      trs_toy_service_release (fixture->toy);
    }
  pass_until_whole (fixture);
  g_assert_cmpuint (most, <=, 1);
  assert_same (fixture);
}

static void
test_goes_on (Fixture       *fixture,
              gconstpointer  data)
{
  guint before;

  add_done (fixture, 2600);
  keep (fixture);
  trs_toy_service_fail (fixture->toy, "page=2", TRS_TOY_STATUS, 429, 3, 1);
  trs_toy_service_fail (fixture->toy, "page=26", TRS_TOY_OFFLINE, 0, -1, 1);
  fixture_connect (fixture);
  for (guint i = 0; i < 300 && is_active (fixture); i++)
    pass_slowly (fixture);
  g_assert_false (trs_history_get_complete (fixture->history));
  g_assert_false (is_active (fixture));
  g_assert_error (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_OFFLINE);

  before = count_page (fixture, "page=3");
  restart (fixture);
  pass_until_whole (fixture);
  assert_same (fixture);
  /* What was checked is known, and not read again. */
  g_assert_cmpuint (count_page (fixture, "page=3"), ==, before);
}

static void
test_busy_service (Fixture       *fixture,
                   gconstpointer  data)
{
  add_done (fixture, 1500);
  keep (fixture);
  trs_toy_service_fail (fixture->toy, "page=7", TRS_TOY_STATUS, 429, 60, 2);
  trs_toy_service_fail (fixture->toy, "page=9", TRS_TOY_STATUS, 503, -1, 2);
  trs_toy_service_fail (fixture->toy, "page=12", TRS_TOY_CUT_SHORT, 0, -1, 1);
  fixture_connect (fixture);
  for (guint i = 0; i < 20; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "page=7"), ==, 1);
  g_assert_true (is_active (fixture));
  pass_until_whole (fixture);
  assert_same (fixture);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  guint before;

  add_done (fixture, 2000);
  keep (fixture);
  trs_toy_service_fail (fixture->toy, "page=9", TRS_TOY_STATUS, 429, 60, 1);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_toy_service_count (fixture->toy, "page=9") > 0);
  fixture_pass (fixture);
  g_assert_true (trs_history_get_reading (fixture->history));
  trs_list_reader_cancel (get_reader (fixture));
  g_assert_false (is_active (fixture));
  g_assert_false (trs_history_get_reading (fixture->history));
  g_assert_null (trs_history_get_error (fixture->history));
  fixture_pass (fixture);
  before = count_lists (fixture);
  for (guint i = 0; i < 100; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_lists (fixture), ==, before);

  /* A refresh goes on. */
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  pass_until_whole (fixture);
  assert_same (fixture);
}

/* New projects push pages down while several of them are under way. */
static void
test_moving (Fixture       *fixture,
             gconstpointer  data)
{
  add_done (fixture, 1700);
  keep (fixture);
  fixture_connect (fixture);
  for (guint i = 0; i < 40 && !trs_history_get_complete (fixture->history); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      if (i % 4 == 0)
        add_done (fixture, i % 3 == 0 ? 130 : 7);
    }
  pass_until_whole (fixture);
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  for (guint i = 0; i < 10; i++)
    fixture_pass (fixture);
  assert_same (fixture);
}

/* Whole pages of new ones come between two pages, so that the pages tell of far more than is known: that is no list
 * without an end.
 */
static void
test_moving_fast (Fixture       *fixture,
                  gconstpointer  data)
{
  add_done (fixture, 1700);
  keep (fixture);
  fixture_connect (fixture);
  for (guint i = 0; i < 30 && !trs_history_get_complete (fixture->history); i++)
    {
      trs_toy_service_hold (fixture->toy);
      trs_test_wait_until (trs_toy_service_get_n_held (fixture->toy) > 0 ||
                           !is_active (fixture) ||
                           fixture_count_timers (fixture) > 0);
      add_done (fixture, 130);
      trs_toy_service_release (fixture->toy);
      fixture_pass (fixture);
      g_assert_no_error (trs_history_get_error (fixture->history));
    }
  pass_until_whole (fixture);
  fixture_advance (fixture, 10);
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  for (guint i = 0; i < 10; i++)
    fixture_pass (fixture);
  assert_same (fixture);
}

/* A refresh that is answered by what was read a moment ago starts a sync that has ended all the same. */
static void
test_again_at_once (Fixture       *fixture,
                    gconstpointer  data)
{
  add_done (fixture, 450);
  keep (fixture);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_OFFLINE, 0, -1, 1);
  fixture_connect (fixture);
  trs_test_wait_until (trs_history_get_error (fixture->history) != NULL);
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  pass_until_whole (fixture);
  assert_same (fixture);
}

static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *gone = NULL;
  TrsProject *project;

  add_done (fixture, 450);
  keep (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);
  gone = g_strdup (trs_toy_service_get_id (fixture->toy, 321));
  trs_toy_service_hide (fixture->toy, gone, TRUE);

  /* A refresh of the top says nothing of it, and neither does the next start. */
  restart (fixture);
  pass_until_whole (fixture);
  g_assert_cmpint (trs_project_get_data (find (fixture, gone))->missing_since, ==, 0);

  /* The whole list does, when it is read again. */
  restart_a_week_later (fixture);
  pass_until_whole (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 450);
  for (guint i = 0; i < 450; i++)
    {
      project = fixture_get (fixture, i);
      g_assert_cmpint (trs_project_get_data (project)->missing_since != 0, ==,
                       g_str_equal (trs_project_get_id (project), gone));
    }
  restart (fixture);
  pass_until_whole (fixture);
  g_assert_cmpint (trs_project_get_data (find (fixture, gone))->missing_since, !=, 0);
}

static void
test_comes_back (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *gone = NULL;
  TrsProject *project;

  add_done (fixture, 30);
  keep (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);
  gone = g_strdup (trs_toy_service_get_id (fixture->toy, 12));
  trs_toy_service_hide (fixture->toy, gone, TRUE);
  restart_a_week_later (fixture);
  pass_until_whole (fixture);
  project = find (fixture, gone);
  g_assert_cmpint (trs_project_get_data (project)->missing_since, !=, 0);

  trs_toy_service_hide (fixture->toy, gone, FALSE);
  fixture_advance (fixture, 5);
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  fixture_pass_until (fixture, trs_project_get_data (project)->missing_since == 0);
  restart (fixture);
  pass_until_whole (fixture);
  g_assert_cmpint (trs_project_get_data (find (fixture, gone))->missing_since, ==, 0);
  assert_same (fixture);
}

/* Pages of which each has a project that is under way, so that a refresh reads on below them. */
static void
add_open_pages (Fixture *fixture,
                guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      trs_toy_service_add (fixture->toy, "video", "upload");
      add_done (fixture, 99);
    }
}

/* A refresh that comes to the end of the list has not seen what is gone, and says so as a walk over all of it does. */
static void
test_missing_while_more_is_open (Fixture       *fixture,
                                 gconstpointer  data)
{
  add_open_pages (fixture, 3);
  keep (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);
  trs_toy_service_hide (fixture->toy, trs_toy_service_get_id (fixture->toy, 150), TRUE);
  restart_a_week_later (fixture);
  pass_until_whole (fixture);
  assert_same (fixture);
}

/* While the answer to a page is awaited. */
static void
ask_for_a_check (Fixture *fixture)
{
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_CHECK, NULL, NULL, NULL);
  fixture_advance (fixture, 5);
}

/* Answers one page after the other until this one is asked for; that one waits. */
static void
answer_up_to (Fixture    *fixture,
              const char *page)
{
  guint before = count_page (fixture, page);

  for (guint i = 0; i < 30 && count_page (fixture, page) == before; i++)
    {
      trs_toy_service_release (fixture->toy);
      trs_toy_service_hold (fixture->toy);
      fixture_drain ();
    }
  g_assert_cmpuint (count_page (fixture, page), ==, before + 1);
}

/* Pages that were read ahead for a refresh, which ends above them, are not those of the whole walk that follows it. */
static void
test_missing_after_reading_ahead (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autofree char *path = get_path ();
  sqlite3 *writer = NULL;
  guint before;

  add_done (fixture, 300);
  add_open_pages (fixture, 6);
  keep (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);
  trs_toy_service_hide (fixture->toy, trs_toy_service_get_id (fixture->toy, 850), TRUE);

  trs_toy_service_hold (fixture->toy);
  restart_a_week_later (fixture);
  answer_up_to (fixture, "page=5");
  ask_for_a_check (fixture);
  answer_up_to (fixture, "page=7");
  before = count_page (fixture, "page=10");
  /* As long as another writes, page 7 is not written, and those below it are read. */
  g_assert_cmpint (sqlite3_open (path, &writer), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (writer, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_until (count_page (fixture, "page=10") > before);
  trs_test_settle ();
  g_assert_cmpint (sqlite3_close (writer), ==, SQLITE_OK);
  pass_until_whole (fixture);
  assert_same (fixture);
}

/* New ones that came above a walk over the whole list are read after it. */
static void
test_new_above_a_whole_walk (Fixture       *fixture,
                             gconstpointer  data)
{
  add_done (fixture, 1000);
  keep (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);

  trs_toy_service_hold (fixture->toy);
  restart_a_week_later (fixture);
  answer_up_to (fixture, "page=5");
  add_done (fixture, 250);
  ask_for_a_check (fixture);
  trs_toy_service_release (fixture->toy);
  pass_until_whole (fixture);
  assert_same (fixture);
}

static gboolean
ended_endless (Fixture *fixture)
{
  return g_error_matches (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_ENDLESS_LIST) &&
         !trs_history_get_reading (fixture->history);
}

/* It knows of no pages, or of some and begins anew: that is noticed, and said; what was told is there. */
static void
test_endless (Fixture       *fixture,
              gconstpointer  data)
{
  static const guint ns[] = { 1, 100, 100, 350 };
  static const guint pages[] = { 1, 1, 3, 4 };

  keep (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (ns); i++)
    {
      guint before;

      g_test_message ("%u of them on %u pages", ns[i], pages[i]);
      trs_toy_service_clear (fixture->toy);
      trs_toy_service_set_page_size (fixture->toy, pages[i] == 3 ? 34 : 100);
      add_done (fixture, ns[i]);
      trs_toy_service_repeat_pages (fixture->toy, pages[i]);
      before = count_lists (fixture);
      /* A list of other projects is another user's unless the key is entered. */
      fixture_connect (fixture);
      fixture_pass_until (fixture, ended_endless (fixture));
      g_assert_false (is_active (fixture));
      g_assert_cmpuint (count_lists (fixture) - before, <=, 4 + 4 * 6);
      g_assert_nonnull (find (fixture, trs_toy_service_get_id (fixture->toy, ns[i] - 1)));
    }

  trs_toy_service_repeat_pages (fixture->toy, 0);
  fixture_advance (fixture, 10);
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  pass_until_whole (fixture);
  g_assert_no_error (trs_history_get_error (fixture->history));
}

/* It shows the first pages for ever, all of which are known: that ends as well, and says nothing of what is below. */
static void
test_endless_whole_walk (Fixture       *fixture,
                         gconstpointer  data)
{
  guint before;

  add_done (fixture, 450);
  keep (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);

  before = count_lists (fixture);
  trs_toy_service_repeat_pages (fixture->toy, 2);
  restart_a_week_later (fixture);
  fixture_pass_until (fixture, ended_endless (fixture));
  g_assert_cmpuint (count_lists (fixture) - before, <=, 10);
  assert_same (fixture);
}

/* A check that has read on, as more is under way, has shown the same pages to nobody but itself. */
static void
test_far_check_is_not_endless (Fixture       *fixture,
                               gconstpointer  data)
{
  add_done (fixture, 1);
  keep (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);

  add_open_pages (fixture, 10);
  trs_toy_service_hold (fixture->toy);
  fixture_advance (fixture, 10);
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  answer_up_to (fixture, "page=3");
  trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_FAR, NULL, NULL, NULL);
  fixture_advance (fixture, 5);
  trs_toy_service_release (fixture->toy);
  while (is_active (fixture))
    {
      fixture_pass (fixture);
      g_assert_no_error (trs_history_get_error (fixture->history));
    }
  assert_same (fixture);
}

/* A project leaves the list: what stood below it moves up, past whoever reads. */
static void
hide_some (Fixture *fixture)
{
  for (gint i = g_test_rand_int_range (1, 4); i > 0 && trs_toy_service_get_n (fixture->toy) > 0; i--)
    {
      guint n = trs_toy_service_get_n (fixture->toy);
      g_autofree char *id =
          g_strdup (trs_toy_service_get_id (fixture->toy, (guint) g_test_rand_int_range (0, (gint) n)));

      trs_toy_service_hide (fixture->toy, id, TRUE);
    }
}

/* Whole walks with nothing in between. */
static void
walk_quietly (Fixture *fixture)
{
  restart_a_week_later (fixture);
  pass_until_whole (fixture);
  /* What has left the list while it was under way is asked for by id, and only then it is final. */
  for (guint i = 0; i < 15; i++)
    {
      guint n_asked = trs_toy_service_count (fixture->toy, "/api/detail/");

      fixture_pass (fixture);
      if (trs_toy_service_count (fixture->toy, "/api/detail/") != n_asked)
        i = 0;
    }
}

static void
disturb (Fixture *fixture)
{
  static const char * const states[] = { "upload", "transcription", "done", "error" };
  gint dice = g_test_rand_int_range (0, 100);

  if (dice < 12)
    {
      for (gint i = g_test_rand_int_range (0, dice < 3 ? 230 : 20); i > 0; i--)
        trs_toy_service_add (fixture->toy, "video", states[g_test_rand_int_range (0, 4)]);
    }
  else if (dice < 25 && trs_toy_service_get_n (fixture->toy) > 0)
    {
      guint n = trs_toy_service_get_n (fixture->toy);
      const char *id = trs_toy_service_get_id (fixture->toy, (guint) g_test_rand_int_range (0, (gint) n));
      const char *state = trs_toy_service_get_state (fixture->toy, id);

      /* No road leads out of a final state. */
      if (!g_str_equal (state, "done") && !g_str_equal (state, "error"))
        trs_toy_service_set_state (fixture->toy, id, states[g_test_rand_int_range (2, 4)]);
    }
  else if (dice < 30)
    hide_some (fixture);
  else if (dice < 35)
    trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  else if (dice < 40)
    trs_list_reader_read_async (get_reader (fixture), TRS_LIST_READ_CHECK, NULL, NULL, NULL);
  else if (dice < 44)
    trs_toy_service_fail (fixture->toy, LIST, TRS_TOY_STATUS, dice < 42 ? 500 : 429, -1, 1);
  else if (dice < 46)
    trs_toy_service_fail (fixture->toy, LIST, TRS_TOY_OFFLINE, 0, -1, 1);
  else if (dice < 48)
    trs_list_reader_cancel (get_reader (fixture));
  else if (dice < 49)
    kill_and_restart (fixture);
  else if (dice < 85)
    g_main_context_iteration (NULL, FALSE);
  else
    fixture_pass (fixture);
}

/* Whatever happens in between: in the end there is what the service has. */
static void
test_random (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GPtrArray) projects = NULL;

  keep (fixture);
  add_done (fixture, (guint) g_test_rand_int_range (0, 900));
  fixture_connect (fixture);
  for (guint round = 0; round < 150; round++)
    disturb (fixture);

  /* A walk that fails is not quiet. */
  trs_toy_service_mend (fixture->toy);
  fixture_advance (fixture, 1000);
  walk_quietly (fixture);
  walk_quietly (fixture);
  assert_same (fixture);
  projects = list_projects (fixture);
  for (guint i = 0; i < projects->len; i++)
    {
      TrsProject *project = g_ptr_array_index (projects, i);

      if (!trs_toy_service_get_hidden (fixture->toy, trs_project_get_id (project)))
        g_assert_cmpstr (trs_project_state_to_string (trs_project_get_state (project)), ==,
                         trs_toy_service_get_state (fixture->toy, trs_project_get_id (project)));
    }
  restart (fixture);
  pass_until_whole (fixture);
  assert_same (fixture);
}

/* Whoever gives up does not wait for the answer, and others get it. */
static void
test_gives_up (Fixture       *fixture,
             gconstpointer  data)
{
  TrsListReader *reader = trs_session_get_reader (fixture->session);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) given_up = NULL;
  g_autoptr (GAsyncResult) late = NULL;
  g_autoptr (GAsyncResult) other = NULL;
  g_autoptr (GError) error = NULL;
  guint before;

  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  fixture_advance (fixture, 60);
  before = trs_toy_service_count (fixture->toy, "/api/list");
  trs_toy_service_hold (fixture->toy);
  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, cancellable, trs_test_store_result, &given_up);
  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, NULL, trs_test_store_result, &other);
  trs_test_wait_until (trs_toy_service_count (fixture->toy, "/api/list") == before + 1);
  g_cancellable_cancel (cancellable);
  trs_test_wait_result (given_up);
  g_assert_false (trs_list_reader_read_finish (reader, given_up, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (other);

  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, cancellable, trs_test_store_result, &late);
  trs_test_wait_result (late);
  g_assert_false (trs_list_reader_read_finish (reader, late, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (other);
  g_assert_true (trs_list_reader_read_finish (reader, other, NULL));
}

static void
assert_cancelled (TrsListReader *reader,
                  GAsyncResult  *result)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (result);
  g_assert_false (trs_list_reader_read_finish (reader, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Who asks after a reset gets an answer of its own: what was out before has no say any more. */
static void
test_reset_while_asking (Fixture       *fixture,
                         gconstpointer  data)
{
  TrsListReader *reader = get_reader (fixture);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;

  add_done (fixture, 3);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history) && !is_active (fixture));
  fixture_advance (fixture, 10);

  trs_toy_service_hold (fixture->toy);
  trs_list_reader_read_async (reader, TRS_LIST_READ_CHECK, NULL, trs_test_store_result, &first);
  trs_test_wait_until (trs_toy_service_get_n_held (fixture->toy) == 1);
  trs_list_reader_reset (reader);
  trs_list_reader_read_async (reader, TRS_LIST_READ_CHECK, NULL, trs_test_store_result, &second);
  trs_test_settle ();
  assert_cancelled (reader, first);
  g_assert_null (second);

  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (second);
  g_assert_true (trs_list_reader_read_finish (reader, second, &error));
  g_assert_no_error (error);
}

/* The same, when the page has come and is being written. */
static void
test_reset_while_writing (Fixture       *fixture,
                          gconstpointer  data)
{
  TrsListReader *reader;
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = get_path ();
  sqlite3 *writer = NULL;

  add_done (fixture, 3);
  keep (fixture);
  reader = get_reader (fixture);
  fixture_connect (fixture);
  pass_until_whole (fixture);
  fixture_advance (fixture, 10);

  g_assert_cmpint (sqlite3_open (path, &writer), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (writer, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  trs_toy_service_hold (fixture->toy);
  trs_list_reader_read_async (reader, TRS_LIST_READ_CHECK, NULL, trs_test_store_result, &first);
  trs_test_wait_until (trs_toy_service_get_n_held (fixture->toy) == 1);
  trs_toy_service_release (fixture->toy);
  trs_test_settle ();
  g_assert_null (first);

  trs_toy_service_hold (fixture->toy);
  trs_list_reader_reset (reader);
  trs_list_reader_read_async (reader, TRS_LIST_READ_CHECK, NULL, trs_test_store_result, &second);
  g_assert_cmpint (sqlite3_close (writer), ==, SQLITE_OK);
  trs_test_flush_store (fixture->store);
  trs_test_settle ();
  assert_cancelled (reader, first);
  g_assert_null (second);

  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (second);
  g_assert_true (trs_list_reader_read_finish (reader, second, &error));
  g_assert_no_error (error);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/list-reader/first", test_first);
  fixture_add_test ("/list-reader/one-at-a-time", test_one_at_a_time);
  fixture_add_test ("/list-reader/goes-on", test_goes_on);
  fixture_add_test ("/list-reader/busy-service", test_busy_service);
  fixture_add_test ("/list-reader/cancel", test_cancel);
  fixture_add_test ("/list-reader/moving", test_moving);
  fixture_add_test ("/list-reader/moving-fast", test_moving_fast);
  fixture_add_test ("/list-reader/again-at-once", test_again_at_once);
  fixture_add_test ("/list-reader/endless", test_endless);
  fixture_add_test ("/list-reader/endless-whole-walk", test_endless_whole_walk);
  fixture_add_test ("/list-reader/far-check-is-not-endless", test_far_check_is_not_endless);
  fixture_add_test ("/list-reader/missing", test_missing);
  fixture_add_test ("/list-reader/missing-while-more-is-open", test_missing_while_more_is_open);
  fixture_add_test ("/list-reader/missing-after-reading-ahead", test_missing_after_reading_ahead);
  fixture_add_test ("/list-reader/new-above-a-whole-walk", test_new_above_a_whole_walk);
  fixture_add_test ("/list-reader/comes-back", test_comes_back);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *path = g_strdup_printf ("/list-reader/random/%u", i);

      fixture_add_test (path, test_random);
    }
  fixture_add_test ("/list-reader/gives-up", test_gives_up);
  fixture_add_test ("/list-reader/reset-while-asking", test_reset_while_asking);
  fixture_add_test ("/list-reader/reset-while-writing", test_reset_while_writing);
  return g_test_run ();
}
