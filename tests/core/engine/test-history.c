/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-history-private.h"

#define S G_TIME_SPAN_SECOND

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       removed,
                  guint       added,
                  gpointer    user_data)
{
  (*(guint *) user_data)++;
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

static void
load_more (Fixture *fixture)
{
  trs_history_load_more (fixture->history);
  fixture_advance (fixture, 3);
}

static gboolean
refresh (Fixture  *fixture,
         GError  **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_history_refresh_async (fixture->history, NULL, trs_test_store_result, &result);
  fixture_advance (fixture, 3);
  g_assert_nonnull (result);
  return trs_history_refresh_finish (fixture->history, result, error);
}

static void
test_page_by_page (Fixture       *fixture,
                   gconstpointer  data)
{
  guint n_signals = 0;

  add_done (fixture, 250);
  fixture_connect (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 100);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "GET"), ==, 1);
  g_assert_false (trs_history_get_complete (fixture->history));
  g_signal_connect (fixture->history, "items-changed", G_CALLBACK (items_changed_cb), &n_signals);

  /* Many callers, one request. */
  for (guint i = 0; i < 5; i++)
    trs_history_load_more (fixture->history);
  g_assert_true (trs_history_get_reading (fixture->history));
  fixture_drain ();
  g_assert_false (trs_history_get_reading (fixture->history));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 200);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "GET"), ==, 2);
  g_assert_cmpuint (n_signals, ==, 1);

  load_more (fixture);
  g_assert_cmpuint (trs_history_get_n_read (fixture->history), ==, 250);
  g_assert_false (trs_history_get_complete (fixture->history));
  load_more (fixture);
  g_assert_true (trs_history_get_complete (fixture->history));
  load_more (fixture);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "GET"), ==, 4);
  g_assert_cmpuint (n_signals, ==, 2);
  assert_same (fixture);

  g_assert_true (trs_history_find_by_id (fixture->history, "id-7") == fixture_get (fixture, 243));
  g_assert_null (trs_history_find_by_id (fixture->history, "id-251"));
  g_assert_true (trs_history_find_by_video (fixture->history, "video") == fixture_get (fixture, 0));
  g_assert_null (trs_history_find_by_video (fixture->history, "other"));
}

static void
test_refresh_stops_early (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint before;

  add_done (fixture, 450);
  fixture_connect (fixture);
  for (guint i = 0; i < 5; i++)
    load_more (fixture);
  assert_same (fixture);

  before = trs_toy_service_count (fixture->toy, "GET");
  g_assert_true (refresh (fixture, &error));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "GET"), ==, before + 1);

  fixture_advance (fixture, 60);
  add_done (fixture, 3);
  before = trs_toy_service_count (fixture->toy, "GET");
  g_assert_true (refresh (fixture, &error));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "GET"), ==, before + 2);
  assert_same (fixture);

  /* More new ones than a page holds. */
  fixture_advance (fixture, 60);
  add_done (fixture, 230);
  before = trs_toy_service_count (fixture->toy, "GET");
  g_assert_true (refresh (fixture, &error));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "GET"), <=, before + 4);
  assert_same (fixture);
}

/* A gap that was not read to its end leaves no hole. */
static void
test_interrupted_gap (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  add_done (fixture, 150);
  fixture_connect (fixture);
  load_more (fixture);
  fixture_advance (fixture, 60);
  add_done (fixture, 350);
  trs_toy_service_fail (fixture->toy, "page=3", TRS_TOY_STATUS, 503, -1, 1);
  g_assert_false (refresh (fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_SERVER);
  g_assert_error (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_SERVER);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 150);

  g_clear_error (&error);
  g_assert_true (refresh (fixture, &error));
  g_assert_null (trs_history_get_error (fixture->history));
  assert_same (fixture);
}

/* More than a page of new projects between two pages. */
static void
test_pushed_down (Fixture       *fixture,
                  gconstpointer  data)
{
  add_done (fixture, 200);
  fixture_connect (fixture);
  fixture_advance (fixture, 60);
  add_done (fixture, 250);
  while (!trs_history_get_complete (fixture->history))
    load_more (fixture);
  assert_same (fixture);
}

/* Without a store nothing is read ahead; the user scrolls, and is told that there is no end. */
static void
test_endless (Fixture       *fixture,
              gconstpointer  data)
{
  for (guint i = 0; i < 250; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  trs_toy_service_repeat_pages (fixture->toy, 3);
  fixture_connect (fixture);
  for (guint i = 0; i < 30 && trs_history_get_error (fixture->history) == NULL; i++)
    {
      trs_history_load_more (fixture->history);
      fixture_advance (fixture, 4);
    }
  g_assert_error (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_ENDLESS_LIST);
  g_assert_false (trs_history_get_reading (fixture->history));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 250);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/list"), <=, 20);
}

static void
test_failed_page (Fixture       *fixture,
                  gconstpointer  data)
{
  add_done (fixture, 150);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "page=2", TRS_TOY_OFFLINE, 0, -1, 1);
  trs_history_load_more (fixture->history);
  fixture_drain ();
  g_assert_error (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_false (trs_history_get_reading (fixture->history));

  /* A view that is at its end asks all the time. */
  for (guint i = 0; i < 10; i++)
    {
      trs_history_load_more (fixture->history);
      fixture_drain ();
    }
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "page=2"), ==, 1);
  g_assert_true (trs_history_get_reading (fixture->history));
  fixture_advance (fixture, 3);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "page=2"), ==, 2);
  g_assert_null (trs_history_get_error (fixture->history));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 150);
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
  g_signal_connect (fixture->history, "items-changed", G_CALLBACK (items_changed_cb), &n_signals);
  fixture_advance (fixture, 3);
  trs_toy_service_set_state (fixture->toy, trs_project_get_id (project), "transcription");
  g_assert_true (refresh (fixture, NULL));
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
  load_more (fixture);
  trs_toy_service_clear (fixture->toy);
  fixture_advance (fixture, 10);
  g_assert_true (refresh (fixture, NULL));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 120);
  add_done (fixture, 2);
  fixture_advance (fixture, 10);
  g_assert_true (refresh (fixture, NULL));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 122);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, "id-122");
}

static void
test_random_interleaving (Fixture       *fixture,
                          gconstpointer  data)
{
  static const char *const states[] = { "upload", "transcription", "done", "error" };

  /* What is under way is asked for one by one; many pages are wanted here, not many of those. */
  trs_toy_service_set_page_size (fixture->toy, 20);
  fixture_connect (fixture);
  for (guint round = 0; round < 250; round++)
    {
      gint dice = g_test_rand_int_range (0, 100);

      if (dice < 15)
        {
          for (gint i = g_test_rand_int_range (0, dice < 3 ? 46 : 8); i > 0; i--)
            trs_toy_service_add (fixture->toy, "video", states[g_test_rand_int_range (0, 4)]);
        }
      else if (dice < 30 && trs_toy_service_get_n (fixture->toy) > 0)
        trs_toy_service_set_state (
            fixture->toy,
            trs_toy_service_get_id (fixture->toy,
                                    (guint) g_test_rand_int_range (0, (gint) trs_toy_service_get_n (fixture->toy))),
            states[g_test_rand_int_range (2, 4)]);
      else if (dice < 50)
        trs_history_load_more (fixture->history);
      else if (dice < 60)
        trs_history_refresh_async (fixture->history, NULL, NULL, NULL);
      else if (dice < 65)
        trs_history_poll_async (fixture->history, NULL, NULL, NULL);
      else if (dice < 70)
        trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_STATUS, 500, -1, 1);
      else if (dice < 85)
        g_main_context_iteration (NULL, FALSE);
      else
        fixture_advance (fixture, g_test_rand_int_range (0, 30));
    }

  fixture_advance (fixture, 1000);
  for (guint i = 0; i < 300 && !trs_history_get_complete (fixture->history); i++)
    load_more (fixture);
  g_assert_true (trs_history_get_complete (fixture->history));
  fixture_advance (fixture, 10);
  g_assert_true (refresh (fixture, NULL));
  assert_same (fixture);
}

static void
test_hundred_thousand (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);
  const guint32 *handles;
  guint n_signals = 0;
  guint length;

  fixture_connect (fixture);
  g_signal_connect (fixture->history, "items-changed", G_CALLBACK (items_changed_cb), &n_signals);
  for (guint i = 0; i < 100000; i++)
    {
      TrsProjectRecord *record = trs_project_record_new ();

      record->id = g_strdup_printf ("many-%u", i);
      record->name = g_strdup ("Title");
      record->video_id = g_strdup_printf ("v%u", i);
      record->state = TRS_PROJECT_STATE_DONE;
      g_ptr_array_add (records, record);
    }
  trs_history_take_first_page (fixture->history, records);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 100000);
  g_assert_cmpuint (n_signals, ==, 1);

  /* Anything that looked at all of them for each would not come to an end. */
  handles = trs_shelf_get_handles (fixture->history->shelf, &length);
  g_assert_cmpuint (length, ==, 100000);
  for (guint i = 0; i < 100000; i++)
    {
      char id[32];

      g_snprintf (id, sizeof id, "many-%u", i);
      g_assert_cmpuint (trs_shelf_find_handle (fixture->history->shelf, id), ==, handles[i]);
      if (i % 20 == 0)
        g_assert_true (trs_history_find_by_id (fixture->history, id) == fixture_get (fixture, i));
    }
  for (guint i = 0; i < 100; i++)
    g_object_unref (fixture_submit (fixture, "video"));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 100100);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/history/page-by-page", test_page_by_page);
  fixture_add_test ("/history/refresh-stops-early", test_refresh_stops_early);
  fixture_add_test ("/history/interrupted-gap", test_interrupted_gap);
  fixture_add_test ("/history/pushed-down", test_pushed_down);
  fixture_add_test ("/history/endless", test_endless);
  fixture_add_test ("/history/failed-page", test_failed_page);
  fixture_add_test ("/history/updates-in-place", test_updates_in_place);
  fixture_add_test ("/history/keeps-what-it-has", test_keeps_what_it_has);
  fixture_add_test ("/history/random-interleaving", test_random_interleaving);
  fixture_add_test ("/history/hundred-thousand", test_hundred_thousand);
  return g_test_run ();
}
