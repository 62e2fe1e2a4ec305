/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-history-private.h"
#include "trs-history-view.h"

/* A view, and what somebody sees who believes nothing but its signals. */
typedef struct
{
  Fixture *fixture;
  TrsProjectFilter *filter;
  TrsHistoryView *view;
  GPtrArray *mirror;
  guint n_signals;
  guint n_added;
  guint serial;
} Watched;

static void
place_told_cb (TrsHistoryPlace *place,
               GParamSpec      *pspec,
               gpointer         user_data)
{
  const char *id = trs_project_get_id (trs_history_place_get_project (place));

  g_object_set_data_full (G_OBJECT (place), "told", g_strdup (id), g_free);
}

static const char *
get_told (Watched *watched,
          guint    position)
{
  return g_object_get_data (watched->mirror->pdata[position], "told");
}

static void
place_free (gpointer data)
{
  g_signal_handlers_disconnect_by_func (data, place_told_cb, NULL);
  g_object_unref (data);
}

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       removed,
                  guint       added,
                  Watched    *watched)
{
  watched->n_signals++;
  watched->n_added += added;
  /* views look at all rows for a signal that does both */
  g_assert_true (removed == 0 || added == 0);
  g_assert_cmpuint (position + removed, <=, watched->mirror->len);
  if (removed > 0)
    g_ptr_array_remove_range (watched->mirror, position, removed);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, watched->mirror->len + added);
  for (guint i = position; i < position + added; i++)
    {
      TrsHistoryPlace *place = g_list_model_get_item (model, i);

      g_signal_connect (place, "notify::project", G_CALLBACK (place_told_cb), NULL);
      place_told_cb (place, NULL, NULL);
      g_ptr_array_insert (watched->mirror, (int) i, place);
    }
}

static Watched *
watch (Fixture *fixture)
{
  Watched *watched = g_new0 (Watched, 1);

  watched->fixture = fixture;
  watched->filter = trs_project_filter_new ();
  watched->view = trs_history_view_new (fixture->history, watched->filter);
  watched->mirror = g_ptr_array_new_with_free_func (place_free);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (watched->view)), ==, 0);
  g_signal_connect (watched->view, "items-changed", G_CALLBACK (items_changed_cb), watched);
  return watched;
}

static void
unwatch (Watched *watched)
{
  fixture_drain ();
  g_assert_finalize_object (watched->view);
  g_object_unref (watched->filter);
  g_ptr_array_unref (watched->mirror);
  fixture_drain ();
  g_free (watched);
}

static void
settle (Watched *watched)
{
  fixture_drain ();
  while (trs_history_view_get_pending (watched->view))
    trs_history_view_show_more (watched->view);
}

static void
insert (Watched    *watched,
        guint       position,
        guint       n,
        const char *title,
        const char *state)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
      TrsProject *project;

      record->id = g_strdup_printf ("%u", watched->serial++);
      record->name = g_strdup (title);
      record->state = trs_project_state_from_string (state);
      record->created_at = g_date_time_new_from_unix_utc (1000000 - watched->serial);
      project = trs_project_new (record->id);
      trs_project_update_from_record (project, record);
      g_ptr_array_add (projects, project);
    }
  trs_history_insert_at (watched->fixture->history, position, projects);
}

/* What the view is to show, from the objects of the history one by one. */
static void
assert_rows (Watched    *watched,
             const char *word,
             gboolean    failed)
{
  GListModel *history = G_LIST_MODEL (watched->fixture->history);
  guint n = 0;

  settle (watched);
  for (guint i = 0; i < g_list_model_get_n_items (history); i++)
    {
      g_autoptr (TrsProject) project = g_list_model_get_item (history, i);
      g_autoptr (TrsHistoryPlace) shown = NULL;
      guint position = G_MAXUINT;

      if ((word != NULL && strstr (trs_project_get_title (project), word) == NULL) ||
          (failed && trs_project_get_state (project) != TRS_PROJECT_STATE_ERROR))
        {
          g_assert_false (trs_history_view_find (watched->view, project, &position));
          continue;
        }

      g_assert_cmpstr (get_told (watched, n), ==, trs_project_get_id (project));
      shown = g_list_model_get_item (G_LIST_MODEL (watched->view), n);
      g_assert_true (shown == watched->mirror->pdata[n]);
      g_assert_true (trs_history_place_get_project (shown) == project);
      g_assert_cmpint (trs_history_view_get_created_at (watched->view, n), ==, trs_project_get_created_at (project));
      if (i % 7 == 0)
        {
          g_assert_true (trs_history_view_find (watched->view, project, &position));
          g_assert_cmpuint (position, ==, n);
        }
      n++;
    }
  g_assert_cmpuint (watched->mirror->len, ==, n);
  g_assert_cmpuint (trs_history_view_get_n_matches (watched->view), ==, n);
}

static void
test_rows_come_by_the_frame (Fixture       *fixture,
                             gconstpointer  data)
{
  Watched *watched = watch (fixture);
  GListModel *model = G_LIST_MODEL (watched->view);
  guint n_shown = 0;

  insert (watched, 0, 5000, "A title", "done");
  fixture_drain ();
  g_assert_cmpuint (trs_history_view_get_n_matches (watched->view), ==, 5000);
  while (trs_history_view_get_pending (watched->view))
    {
      guint n = g_list_model_get_n_items (model);

      /* widgets are made for the first few hundred only */
      g_assert_true (n > n_shown);
      g_assert_cmpuint (n, <=, n_shown + 20);
      n_shown = n;
      trs_history_view_show_more (watched->view);
    }
  g_assert_cmpuint (n_shown, >=, 200);
  g_assert_cmpuint (n_shown, <=, 300);

  /* nobody sees the end: it comes at once */
  watched->n_signals = 0;
  insert (watched, 5000, 3000, "A title", "done");
  fixture_drain ();
  g_assert_false (trs_history_view_get_pending (watched->view));
  g_assert_cmpuint (watched->n_signals, ==, 1);
  assert_rows (watched, NULL, FALSE);
  unwatch (watched);
}

/* A list takes down the widgets of rows that go: what can stay does, and shows something else. */
static void
test_filter_changes_little (Fixture       *fixture,
                            gconstpointer  data)
{
  Watched *watched = watch (fixture);
  gpointer top;

  for (guint i = 0; i < 40; i++)
    {
      insert (watched, 0, 50, "other", "done");
      insert (watched, 0, 1, "wanted", "done");
    }
  assert_rows (watched, NULL, FALSE);

  watched->n_signals = 0;
  watched->n_added = 0;
  top = watched->mirror->pdata[0];
  trs_project_filter_set_text (watched->filter, "w");
  g_assert_cmpuint (watched->n_signals, ==, 1);
  g_assert_cmpuint (watched->n_added, ==, 0);
  g_assert_cmpuint (watched->mirror->len, ==, 40);
  g_assert_true (watched->mirror->pdata[0] == top);
  g_assert_cmpint (g_ascii_strtoll (get_told (watched, 0), NULL, 10) % 51, ==, 50);
  /* no more than a frame has time for */
  g_assert_cmpint (g_ascii_strtoll (get_told (watched, 39), NULL, 10) % 51, !=, 50);
  trs_history_view_hurry (watched->view);
  g_assert_cmpint (g_ascii_strtoll (get_told (watched, 39), NULL, 10) % 51, ==, 50);
  assert_rows (watched, "w", FALSE);

  watched->n_signals = 0;
  trs_project_filter_set_text (watched->filter, "wanted");
  trs_project_filter_set_text (watched->filter, "wante");
  g_assert_cmpuint (watched->n_signals, ==, 0);

  /* all again: no more rows at once than a frame has time for */
  watched->n_added = 0;
  trs_project_filter_set_text (watched->filter, "");
  g_assert_cmpuint (watched->n_added, <=, 20);
  assert_rows (watched, NULL, FALSE);
  unwatch (watched);
}

static void
count_added_cb (GListModel *view,
                guint       position,
                guint       removed,
                guint       added,
                guint      *n_added)
{
  *n_added += added;
}

/* Whoever is far down keeps the places that have widgets, as the first ones of another list. */
static void
test_far_down (Fixture       *fixture,
               gconstpointer  data)
{
  Watched watched = { .fixture = fixture };
  g_autoptr (TrsProjectFilter) filter = trs_project_filter_new ();
  g_autoptr (TrsHistoryView) view = NULL;
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (TrsHistoryPlace) selected = NULL;
  g_autoptr (TrsHistoryPlace) last = NULL;
  guint n_added = 0;

  for (guint i = 0; i < 300; i++)
    {
      insert (&watched, 0, 4, "other", "done");
      insert (&watched, 0, 1, "wanted", "done");
    }
  view = trs_history_view_new (fixture->history, filter);
  while (trs_history_view_get_pending (view))
    trs_history_view_show_more (view);
  selected = g_list_model_get_item (G_LIST_MODEL (view), 3);
  for (guint i = 500; i < 700; i++)
    g_ptr_array_add (held, g_list_model_get_item (G_LIST_MODEL (view), i));

  trs_history_view_set_in_sight (view, 600, 12);
  g_signal_connect (view, "items-changed", G_CALLBACK (count_added_cb), &n_added);
  trs_project_filter_set_text (filter, "wanted");
  g_assert_cmpuint (n_added, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, held->len);
  for (guint i = 0; i < held->len; i++)
    {
      g_autoptr (TrsHistoryPlace) place = g_list_model_get_item (G_LIST_MODEL (view), i);
      TrsProject *project = trs_history_place_get_project (place);

      g_assert_true (place == held->pdata[i]);
      if (i < 12)
        g_assert_cmpstr (trs_project_get_title (project), ==, "wanted");
    }

  while (trs_history_view_get_pending (view))
    trs_history_view_show_more (view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 300);
  last = g_list_model_get_item (G_LIST_MODEL (view), 299);
  g_assert_cmpstr (trs_project_get_title (trs_history_place_get_project (last)), ==, "wanted");
  g_assert_cmpstr (trs_project_get_title (trs_history_place_get_project (selected)), ==, "other");
}

/* A project that comes or changes takes one signal, and is let through or not as it is now. */
static void
count_change_cb (GListModel *model,
                 guint       position,
                 guint       removed,
                 guint       added,
                 guint      *n_changes)
{
  (*n_changes)++;
}

/* Each change moves the widgets of a list view: to take them down, one is enough. */
static void
test_nothing_from_far_down (Fixture       *fixture,
                            gconstpointer  data)
{
  Watched watched = { .fixture = fixture };
  g_autoptr (TrsProjectFilter) filter = trs_project_filter_new ();
  g_autoptr (TrsHistoryView) view = NULL;
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_changes = 0;

  insert (&watched, 0, 1000, "other", "done");
  view = trs_history_view_new (fixture->history, filter);
  while (trs_history_view_get_pending (view))
    trs_history_view_show_more (view);
  for (guint i = 500; i < 700; i++)
    g_ptr_array_add (held, g_list_model_get_item (G_LIST_MODEL (view), i));

  trs_history_view_set_in_sight (view, 600, 12);
  g_signal_connect (view, "items-changed", G_CALLBACK (count_change_cb), &n_changes);
  trs_project_filter_set_text (filter, "wanted");
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 0);
  g_assert_false (trs_history_view_get_pending (view));
}

static void
test_follows (Fixture       *fixture,
              gconstpointer  data)
{
  Watched *watched = watch (fixture);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  insert (watched, 0, 400, "A title", "done");
  insert (watched, 0, 1, "A title", "upload");
  trs_project_filter_set_show (watched->filter, TRS_PROJECT_SHOW_FAILED);
  assert_rows (watched, NULL, TRUE);
  g_assert_cmpuint (watched->mirror->len, ==, 0);

  record->id = g_strdup ("400");
  record->name = g_strdup ("A title");
  record->state = TRS_PROJECT_STATE_ERROR;
  trs_project_update_from_record (trs_history_find_by_id (fixture->history, "400"), record);
  assert_rows (watched, NULL, TRUE);
  g_assert_cmpuint (watched->mirror->len, ==, 1);

  trs_project_filter_set_show (watched->filter, TRS_PROJECT_SHOW_ALL);
  settle (watched);
  watched->n_signals = 0;
  insert (watched, 0, 1, "A title", "done");
  assert_rows (watched, NULL, FALSE);
  g_assert_cmpuint (watched->n_signals, ==, 1);
  trs_history_clear (fixture->history);
  g_assert_cmpuint (watched->mirror->len, ==, 0);
  unwatch (watched);
}

static const char *
title_at (Watched *watched,
          guint    position)
{
  return trs_project_get_title (trs_history_find_by_id (watched->fixture->history, get_told (watched, position)));
}

static void
test_by_title (Fixture       *fixture,
               gconstpointer  data)
{
  static const char *const sorted[] = { "Äpfel", "apple", "Interview 2", "interview 10", "Zebra" };
  Watched *watched = watch (fixture);

  insert (watched, 0, 1, sorted[3], "done");
  insert (watched, 0, 1, sorted[4], "done");
  insert (watched, 0, 1, sorted[0], "done");
  insert (watched, 0, 1, sorted[2], "done");
  settle (watched);
  trs_history_view_set_sort (watched->view, TRS_HISTORY_SORT_TITLE);
  trs_test_wait_until (g_strcmp0 (title_at (watched, 3), sorted[4]) == 0);
  insert (watched, 0, 1, sorted[1], "done");
  settle (watched);
  g_assert_cmpuint (watched->mirror->len, ==, 5);
  trs_test_wait_until (g_strcmp0 (title_at (watched, 1), sorted[1]) == 0);
  for (guint i = 0; i < G_N_ELEMENTS (sorted); i++)
    g_assert_cmpstr (title_at (watched, i), ==, sorted[i]);

  trs_history_view_set_sort (watched->view, TRS_HISTORY_SORT_DATE);
  assert_rows (watched, NULL, FALSE);
  unwatch (watched);
}

/* Whatever happens, the signals tell the truth, and the view shows what a plain loop finds. */
static void
test_random (Fixture       *fixture,
             gconstpointer  data)
{
  static const char *const titles[] = { "budget", "council", "budget council", "port" };
  static const char *const states[] = { "done", "error", "upload" };
  static const char *const words[] = { NULL, "budget", "b", "council", "zzz" };
  Watched *watched = watch (fixture);
  const char *word = NULL;
  gboolean failed = FALSE;

  for (guint round = 0; round < 600; round++)
    {
      guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->history));

      switch (g_random_int_range (0, 8))
        {
        case 0:
        case 1:
          insert (watched, (guint) g_random_int_range (0, (int) n + 1), (guint) g_random_int_range (1, 60),
                  titles[g_random_int_range (0, 4)], states[g_random_int_range (0, 3)]);
          break;
        case 2:
          word = words[g_random_int_range (0, 5)];
          trs_project_filter_set_text (watched->filter, word);
          break;
        case 3:
          failed = !failed;
          trs_project_filter_set_show (watched->filter, failed ? TRS_PROJECT_SHOW_FAILED : TRS_PROJECT_SHOW_ALL);
          break;
        case 4:
          if (n > 0)
            {
              g_autoptr (TrsProject) project =
                  g_list_model_get_item (G_LIST_MODEL (fixture->history), (guint) g_random_int_range (0, (int) n));

              trs_history_remove (fixture->history, project);
            }
          break;
        case 5:
          trs_history_view_set_in_sight (watched->view, (guint) g_random_int_range (0, 1000), 12);
          break;
        case 6:
          trs_history_view_show_more (watched->view);
          break;
        default:
          if (g_random_int_range (0, 40) == 0)
            trs_history_clear (fixture->history);
          fixture_drain ();
          break;
        }
      if (round % 20 == 0)
        assert_rows (watched, word, failed);
    }
  assert_rows (watched, word, failed);
  unwatch (watched);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/history-view/rows-come-by-the-frame", test_rows_come_by_the_frame);
  fixture_add_test ("/history-view/filter-changes-little", test_filter_changes_little);
  fixture_add_test ("/history-view/far-down", test_far_down);
  fixture_add_test ("/history-view/nothing-from-far-down", test_nothing_from_far_down);
  fixture_add_test ("/history-view/follows", test_follows);
  fixture_add_test ("/history-view/by-title", test_by_title);
  fixture_add_test ("/history-view/random", test_random);
  return g_test_run ();
}
