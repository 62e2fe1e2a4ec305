/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "engine-fixture.h"

/* What belongs to a project on this computer: its title and note here, and whether it is news. */

static void
keep (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "noted", "transcripts.db", NULL);

  g_remove (path);
  fixture_keep (fixture, path);
}

static void
settle (Fixture *fixture)
{
  fixture_advance (fixture, 1);
  trs_store_flush (fixture->store);
  fixture_drain ();
}

/* Another run of the program, which has read the list again. */
static void
restart (Fixture *fixture)
{
  fixture_end_session (fixture);
  fixture_advance (fixture, 60);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  settle (fixture);
  trs_history_refresh_async (fixture->history, NULL, NULL, NULL);
  settle (fixture);
}

static TrsProject *
find (Fixture    *fixture,
      const char *id)
{
  TrsProject *project = trs_history_find_by_id (fixture->history, id);

  g_assert_nonnull (project);
  return project;
}

static void
test_written_at_the_end (Fixture       *fixture,
                         gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "done");
  TrsProject *project;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  project = find (fixture, id);
  trs_session_set_local_title (fixture->session, project, "Port strike");
  for (guint i = 1; i <= 9; i++)
    {
      g_autofree char *typed = g_strndup ("Ask again", i);

      trs_session_set_note (fixture->session, project, typed);
    }
  g_assert_cmpstr (trs_project_get_note (project), ==, "Ask again");

  /* The window is closed while the last letters still gather. */
  restart (fixture);
  project = find (fixture, id);
  g_assert_cmpstr (trs_project_get_local_title (project), ==, "Port strike");
  g_assert_cmpstr (trs_project_get_note (project), ==, "Ask again");

  trs_session_set_local_title (fixture->session, project, "");
  settle (fixture);
  restart (fixture);
  g_assert_null (trs_project_get_local_title (find (fixture, id)));
  g_assert_cmpstr (trs_project_get_note (find (fixture, id)), ==, "Ask again");
}

static void
test_first_history_is_no_news (Fixture       *fixture,
                               gconstpointer  data)
{
  for (guint i = 0; i < 250; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  keep (fixture);
  fixture_connect (fixture);
  while (!trs_history_get_complete (fixture->history))
    {
      trs_history_load_more (fixture->history);
      fixture_advance (fixture, 4);
    }
  settle (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 250);
  for (guint i = 0; i < 250; i++)
    g_assert_false (trs_project_get_unread (fixture_get (fixture, i)));
}

static void
test_appeared_since (Fixture       *fixture,
                     gconstpointer  data)
{
  const char *old = trs_toy_service_add (fixture->toy, "old", "done");
  const char *fresh;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  fixture_advance (fixture, 60);

  /* From another device, and finished before this one looked. */
  fresh = trs_toy_service_add (fixture->toy, "new", "done");
  restart (fixture);
  g_assert_false (trs_project_get_unread (find (fixture, old)));
  g_assert_true (trs_project_get_unread (find (fixture, fresh)));

  restart (fixture);
  g_assert_true (trs_project_get_unread (find (fixture, fresh)));
  trs_session_set_current (fixture->session, find (fixture, fresh));
  g_assert_false (trs_project_get_unread (find (fixture, fresh)));
  restart (fixture);
  g_assert_false (trs_project_get_unread (find (fixture, fresh)));
}

static void
test_finished_while_away (Fixture       *fixture,
                          gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "transcription");

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  g_assert_false (trs_project_get_unread (find (fixture, id)));

  fixture_end_session (fixture);
  trs_toy_service_set_state (fixture->toy, id, "done");
  fixture_new_session (fixture);
  restart (fixture);
  g_assert_cmpint (trs_project_get_state (find (fixture, id)), ==, TRS_PROJECT_STATE_DONE);
  g_assert_true (trs_project_get_unread (find (fixture, id)));
}

static void
test_finished_on_the_screen (Fixture       *fixture,
                             gconstpointer  data)
{
  const char *id = trs_toy_service_add (fixture->toy, "video", "transcription");

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  trs_session_set_current (fixture->session, find (fixture, id));
  trs_toy_service_set_state (fixture->toy, id, "done");
  for (guint i = 0; i < 40 && trs_project_is_under_way (find (fixture, id)); i++)
    fixture_advance (fixture, 10);
  fixture_advance (fixture, 10);
  g_assert_cmpint (trs_project_get_state (find (fixture, id)), ==, TRS_PROJECT_STATE_DONE);
  g_assert_false (trs_project_get_unread (find (fixture, id)));
  restart (fixture);
  g_assert_false (trs_project_get_unread (find (fixture, id)));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/notes/written-at-the-end", test_written_at_the_end);
  fixture_add_test ("/notes/first-history-is-no-news", test_first_history_is_no_news);
  fixture_add_test ("/notes/appeared-since", test_appeared_since);
  fixture_add_test ("/notes/finished-while-away", test_finished_while_away);
  fixture_add_test ("/notes/finished-on-the-screen", test_finished_on_the_screen);
  return g_test_run ();
}
