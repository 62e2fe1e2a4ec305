/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-list-reader.h"

static void
count_cb (gpointer n)
{
  (*(guint *) n)++;
}

static void
count_signal (Fixture    *fixture,
              const char *name,
              guint      *n)
{
  g_signal_connect_swapped (fixture->history, name, G_CALLBACK (count_cb), n);
}

/* Same ids in the same order, and none twice. */
static void
assert_same (Fixture *fixture)
{
  g_assert_cmpuint (fixture_get_n (fixture), ==, trs_toy_service_get_n (fixture->toy));
  for (guint i = 0; i < fixture_get_n (fixture); i++)
    g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, i)), ==, trs_toy_service_get_id (fixture->toy, i));
}

static void
add_done (Fixture *fixture,
          guint    n)
{
  for (guint i = 0; i < n; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
}

static guint
count_requests (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, "GET");
}

/* A refresh, and what it leaves to be read behind it. */
static void
refresh (Fixture *fixture)
{
  TrsListReader *reader = trs_session_get_reader (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, NULL, trs_test_store_result, &result);
  fixture_advance (fixture, 3);
  g_assert_nonnull (result);
  g_assert_true (trs_list_reader_read_finish (reader, result, &error));
  g_assert_no_error (error);
  fixture_pass_until (fixture, !trs_history_get_reading (fixture->history));
}

static void
test_refresh_stops_early (Fixture       *fixture,
                          gconstpointer  data)
{
  guint before;

  add_done (fixture, 450);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history));
  assert_same (fixture);

  fixture_advance (fixture, 10);
  before = count_requests (fixture);
  refresh (fixture);
  g_assert_cmpuint (count_requests (fixture), ==, before + 1);

  fixture_advance (fixture, 60);
  add_done (fixture, 3);
  before = count_requests (fixture);
  refresh (fixture);
  g_assert_cmpuint (count_requests (fixture), ==, before + 2);
  assert_same (fixture);

  /* More new ones than a page holds. */
  fixture_advance (fixture, 60);
  add_done (fixture, 230);
  before = count_requests (fixture);
  refresh (fixture);
  g_assert_cmpuint (count_requests (fixture), <=, before + 4);
  assert_same (fixture);
}

/* A gap that was not read to its end leaves no hole. */
static void
test_interrupted_gap (Fixture       *fixture,
                      gconstpointer  data)
{
  add_done (fixture, 150);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history));
  fixture_advance (fixture, 60);
  add_done (fixture, 350);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_OFFLINE, 0, -1, 1);
  refresh (fixture);
  g_assert_error (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_false (trs_history_get_complete (fixture->history));

  /* The first page alone would be all known now. */
  refresh (fixture);
  g_assert_null (trs_history_get_error (fixture->history));
  g_assert_true (trs_history_get_complete (fixture->history));
  assert_same (fixture);
}

static void
test_failed_top (Fixture       *fixture,
                 gconstpointer  data)
{
  TrsListReader *reader;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  add_done (fixture, 10);
  fixture_connect (fixture);
  fixture_advance (fixture, 10);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 503, -1, 1);
  reader = trs_session_get_reader (fixture->session);
  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, NULL, trs_test_store_result, &result);
  fixture_advance (fixture, 1);
  g_assert_nonnull (result);
  g_assert_false (trs_list_reader_read_finish (reader, result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_SERVER);
  g_assert_error (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_SERVER);
  g_assert_false (trs_history_get_reading (fixture->history));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 10);

  refresh (fixture);
  g_assert_null (trs_history_get_error (fixture->history));
}

static void
test_updates_in_place (Fixture       *fixture,
                       gconstpointer  data)
{
  guint n_signals = 0;
  TrsProject *project;

  trs_toy_service_add (fixture->toy, "video", "upload");
  add_done (fixture, 5);
  fixture_connect (fixture);
  project = fixture_get (fixture, 5);
  count_signal (fixture, "items-changed", &n_signals);
  fixture_advance (fixture, 3);
  trs_toy_service_set_state (fixture->toy, trs_project_get_id (project), "transcription");
  refresh (fixture);
  g_assert_true (fixture_get (fixture, 5) == project);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_TRANSCRIPTION);
  g_assert_cmpuint (n_signals, ==, 0);
}

/* A service that has lost everything takes nothing away here. */
static void
test_keeps_what_it_has (Fixture       *fixture,
                        gconstpointer  data)
{
  add_done (fixture, 120);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history));
  trs_toy_service_clear (fixture->toy);
  fixture_advance (fixture, 10);
  refresh (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 120);
  add_done (fixture, 2);
  fixture_advance (fixture, 10);
  refresh (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 122);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, "id-122");
}

/* The numbers are there at once, the projects when somebody looks. */
static void
test_rows_on_demand (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (TrsHistoryItem) item = NULL;
  g_autoptr (TrsHistoryItem) same = NULL;
  g_autoptr (TrsHistoryItem) neighbour = NULL;
  guint n_notified = 0;

  add_done (fixture, 1000);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history));
  fixture_drain ();
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1000);

  item = g_list_model_get_item (G_LIST_MODEL (fixture->history), 700);
  same = g_list_model_get_item (G_LIST_MODEL (fixture->history), 700);
  g_assert_true (item == same);
  g_assert_null (trs_history_item_get_project (item));
  g_signal_connect_swapped (item, "notify::project", G_CALLBACK (count_cb), &n_notified);
  fixture_drain ();
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpstr (trs_project_get_id (trs_history_item_get_project (item)), ==,
                   trs_toy_service_get_id (fixture->toy, 700));

  /* What is beside it was read with it. */
  neighbour = g_list_model_get_item (G_LIST_MODEL (fixture->history), 740);
  g_assert_nonnull (trs_history_item_get_project (neighbour));
}

static void
test_one_object (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) attempts_result = NULL;
  g_autoptr (GPtrArray) attempts = NULL;
  g_autoptr (TrsProject) project = NULL;
  g_autoptr (GError) error = NULL;

  add_done (fixture, 3);
  fixture_connect (fixture);
  trs_projects_find_async (fixture->projects, "id-2", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  project = trs_projects_find_finish (fixture->projects, result, &error);
  g_assert_no_error (error);
  g_assert_true (project == fixture_get (fixture, 1));

  trs_projects_list_attempts_async (fixture->projects, "video", NULL, trs_test_store_result, &attempts_result);
  trs_test_wait_result (attempts_result);
  attempts = trs_projects_list_attempts_finish (fixture->projects, attempts_result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (attempts->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_true (g_ptr_array_index (attempts, i) == fixture_get (fixture, i));
}

static void
test_unknown (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  add_done (fixture, 1);
  fixture_connect (fixture);
  trs_projects_find_async (fixture->projects, "id-77", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_null (trs_projects_find_finish (fixture->projects, result, &error));
  g_assert_no_error (error);
}

static void
test_chips (Fixture       *fixture,
            gconstpointer  data)
{
  static const guint wanted[] = { 60, 20, 30, 10 };
  guint n_signals = 0;
  guint n_rearranged = 0;

  add_done (fixture, 30);
  for (guint i = 0; i < 20; i++)
    trs_toy_service_add (fixture->toy, "video", "upload");
  for (guint i = 0; i < 10; i++)
    trs_toy_service_add (fixture->toy, "video", "error");
  fixture_connect (fixture);
  count_signal (fixture, "items-changed", &n_signals);
  count_signal (fixture, "rearranged", &n_rearranged);
  for (guint show = G_N_ELEMENTS (wanted); show-- > 0;)
    {
      n_signals = 0;
      trs_history_set_show (fixture->history, (TrsProjectShow) show);
      g_assert_true (trs_history_get_querying (fixture->history));
      fixture_drain ();
      g_assert_false (trs_history_get_querying (fixture->history));
      g_assert_cmpuint (fixture_get_n (fixture), ==, wanted[show]);
      g_assert_cmpuint (trs_history_get_n_known (fixture->history), ==, 60);
      g_assert_cmpuint (n_signals, ==, 2);
    }
  g_assert_cmpuint (n_rearranged, ==, 4);

  /* The last one wins, whatever is on its way. */
  trs_history_set_show (fixture->history, TRS_PROJECT_SHOW_DONE);
  trs_history_set_show (fixture->history, TRS_PROJECT_SHOW_FAILED);
  fixture_drain ();
  g_assert_cmpuint (fixture_get_n (fixture), ==, 10);
  g_assert_cmpuint (n_rearranged, ==, 5);
}

static void
test_by_title (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const titles[] = { "part 10", "Église", "zebra", "part 9", "eagle" };
  static const char * const wanted[] = { "eagle", "Église", "part 9", "part 10", "zebra" };

  /* The toy makes the title of the video's identifier. */
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    trs_toy_service_add (fixture->toy, titles[i], "done");
  fixture_connect (fixture);
  trs_history_set_order (fixture->history, TRS_PROJECT_ORDER_TITLE);
  fixture_drain ();
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, i))->video_id, ==, wanted[i]);
}

/* What the store has no row of stands among the others. */
static void
test_held (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("local", "video", "de");
  g_autoptr (GPtrArray) held = NULL;
  guint position = G_MAXUINT;

  add_done (fixture, 5);
  fixture_connect (fixture);
  trs_projects_hold (fixture->projects, pending);
  trs_projects_hold (fixture->projects, pending);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 6);
  g_assert_true (fixture_get (fixture, 0) == pending);
  g_assert_true (trs_history_find (fixture->history, pending, &position));
  g_assert_cmpuint (position, ==, 0);
  g_assert_cmpint (trs_history_get_sort_at (fixture->history, 0), ==, 0);
  /* The heading over it is that of the day on which it was sent, however long it stands there. */
  trs_project_set_submitted_at (pending, FIXTURE_START - 3 * G_TIME_SPAN_DAY);
  g_assert_cmpint (trs_history_get_sort_at (fixture->history, 0), ==, FIXTURE_START - 3 * G_TIME_SPAN_DAY);
  fixture_refresh (fixture);
  g_assert_true (trs_history_find (fixture->history, pending, &position));
  g_assert_cmpuint (position, ==, 0);
  g_assert_true (trs_projects_peek (fixture->projects, trs_project_get_id (pending)) == pending);

  trs_history_set_show (fixture->history, TRS_PROJECT_SHOW_DONE);
  fixture_drain ();
  g_assert_cmpuint (fixture_get_n (fixture), ==, 5);
  g_assert_false (trs_history_find (fixture->history, pending, &position));
  trs_history_set_show (fixture->history, TRS_PROJECT_SHOW_IN_PROGRESS);
  fixture_drain ();
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);

  held = trs_projects_get_held (fixture->projects);
  g_assert_cmpuint (held->len, ==, 1);
  trs_projects_release (fixture->projects, pending);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  g_assert_null (trs_projects_peek (fixture->projects, trs_project_get_id (pending)));
}

static void
test_outlived (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (TrsHistoryItem) item = NULL;
  g_autoptr (TrsProject) project = NULL;

  add_done (fixture, 5);
  fixture_connect (fixture);
  item = g_list_model_get_item (G_LIST_MODEL (fixture->history), 2);
  project = g_object_ref (fixture_get (fixture, 2));
  g_ptr_array_set_size (fixture->held, 0);
  fixture_end_session (fixture);
  trs_project_set_unread (project, TRUE);
  g_assert_true (trs_history_item_get_project (item) == project);
}

/* Another chip while the list is opened: what the first query says is not that it could not be opened. */
static void
test_chip_while_opening (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  add_done (fixture, 5);
  trs_toy_service_add (fixture->toy, "video", "error");
  fixture_connect (fixture);
  account = trs_projects_get_account (fixture->projects);
  trs_history_close (fixture->history);

  trs_history_open_async (fixture->history, account, trs_test_store_result, &result);
  trs_history_set_show (fixture->history, TRS_PROJECT_SHOW_FAILED);
  trs_test_wait_result (result);
  g_assert_true (trs_history_open_finish (fixture->history, result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
}

/* Rows that were asked for before the account was closed come too late. */
static void
test_rows_come_late (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (TrsHistoryItem) item = NULL;

  add_done (fixture, 1000);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_history_get_complete (fixture->history));
  fixture_drain ();

  item = g_list_model_get_item (G_LIST_MODEL (fixture->history), 700);
  g_main_context_iteration (NULL, FALSE);
  trs_history_close (fixture->history);
  fixture_drain ();
  g_assert_null (trs_history_item_get_project (item));
  g_assert_null (trs_projects_peek (fixture->projects, trs_toy_service_get_id (fixture->toy, 700)));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/history/refresh-stops-early", test_refresh_stops_early);
  fixture_add_test ("/history/interrupted-gap", test_interrupted_gap);
  fixture_add_test ("/history/failed-top", test_failed_top);
  fixture_add_test ("/history/updates-in-place", test_updates_in_place);
  fixture_add_test ("/history/keeps-what-it-has", test_keeps_what_it_has);
  fixture_add_test ("/history/rows-on-demand", test_rows_on_demand);
  fixture_add_test ("/history/one-object", test_one_object);
  fixture_add_test ("/history/unknown", test_unknown);
  fixture_add_test ("/history/chips", test_chips);
  fixture_add_test ("/history/by-title", test_by_title);
  fixture_add_test ("/history/held", test_held);
  fixture_add_test ("/history/outlived", test_outlived);
  fixture_add_test ("/history/chip-while-opening", test_chip_while_opening);
  fixture_add_test ("/history/rows-come-late", test_rows_come_late);
  return g_test_run ();
}
