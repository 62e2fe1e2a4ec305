/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-list-reader.h"

#define S G_TIME_SPAN_SECOND

/* A list on which nothing was known before is read to its end. */
static void
connect_with_history (Fixture *fixture)
{
  trs_toy_service_add (fixture->toy, "old", "done");
  fixture_connect (fixture);
}

static guint
count (Fixture    *fixture,
       const char *part)
{
  return trs_toy_service_count (fixture->toy, part);
}

static void
test_idle_is_idle (Fixture       *fixture,
                   gconstpointer  data)
{
  guint asked;

  for (guint i = 0; i < 250; i++)
    trs_toy_service_add (fixture->toy, "old", "done");
  fixture_connect (fixture);
  fixture_advance (fixture, 1);
  asked = trs_toy_service_get_n_asked (fixture->toy);

  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
  fixture_advance (fixture, 24 * 60 * 60);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, asked);
}

static void
test_one_on_screen (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  TrsProject *project;
  guint lists;

  fixture_connect (fixture);
  submission = fixture_submit (fixture, "video");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  project = trs_submission_get_project (submission);
  g_assert_true (project == fixture_get (fixture, 0));
  /* The length is told only while it is under way. */
  g_assert_cmpuint (count (fixture, "/api/detail/"), ==, 1);
  g_assert_cmpint (trs_project_get_data (project)->video_length, ==, 90);
  g_assert_cmpstr (trs_project_get_data (project)->message, ==, "Working on upload");
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
  g_assert_cmpint (trs_project_get_next_check_at (project), ==, FIXTURE_START + 5 * S);

  trs_session_set_current (fixture->session, project);
  lists = count (fixture, "/api/list");
  fixture_advance (fixture, 12 * 60 + 10);
  g_assert_cmpuint (count (fixture, "/api/detail/"), ==, 1 + 29);
  g_assert_cmpuint (count (fixture, "/api/list"), ==, lists);
  g_assert_cmpint (trs_toy_service_shortest_gap (fixture->toy, "/api/detail/"), >=, 5 * S);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_STOPPED);
  g_assert_cmpint (trs_project_get_next_check_at (project), ==, 0);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);

  /* Opened again: once. */
  trs_session_set_current (fixture->session, NULL);
  trs_session_set_current (fixture->session, project);
  trs_session_set_current (fixture->session, NULL);
  trs_session_set_current (fixture->session, project);
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (count (fixture, "/api/detail/"), ==, 1 + 29 + 1);
}

/* Whoever waits beyond the end of the schedule is asked for every minute, until it is final or he has gone. */
static void
test_patient (Fixture       *fixture,
              gconstpointer  data)
{
  TrsPoller *poller = trs_session_get_poller (fixture->session);
  TrsProject *project;
  guint before;

  connect_with_history (fixture);
  g_object_unref (fixture_submit (fixture, "video"));
  project = fixture_get (fixture, 0);
  fixture_advance (fixture, 20 * 60);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_STOPPED);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
  g_assert_cmpuint (trs_poller_get_n_active (poller), ==, 0);

  trs_poller_set_patient (poller, TRUE);
  g_assert_cmpuint (trs_poller_get_n_active (poller), ==, 1);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
  fixture_advance (fixture, 1);
  before = count (fixture, "GET");
  fixture_advance (fixture, 30 * 60);
  g_assert_cmpuint (count (fixture, "GET"), >=, before + 29);
  g_assert_cmpuint (count (fixture, "GET"), <=, before + 31);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);

  trs_toy_service_set_state (fixture->toy, trs_project_get_id (project), "done");
  fixture_advance (fixture, 61);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpuint (fixture->ready->len, ==, 1);
  g_assert_cmpuint (trs_poller_get_n_active (poller), ==, 0);

  /* One that goes on when nobody waits any more is not asked for any more. */
  g_object_unref (fixture_submit (fixture, "other"));
  fixture_advance (fixture, 13 * 60);
  trs_poller_set_patient (poller, FALSE);
  fixture_advance (fixture, 2 * 60);
  before = count (fixture, "GET");
  fixture_advance (fixture, 30 * 60);
  g_assert_cmpuint (count (fixture, "GET"), ==, before);
}

static void
test_many_cost_one (Fixture       *fixture,
                    gconstpointer  data)
{
  gint64 after;

  connect_with_history (fixture);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *video_id = g_strdup_printf ("video%u", i);

      g_object_unref (fixture_submit (fixture, video_id));
    }
  g_assert_cmpuint (count (fixture, "/api/detail/"), ==, 40);
  trs_session_set_current (fixture->session, fixture_get (fixture, 3));
  fixture_advance (fixture, 3);

  for (guint minute = 0; minute < 13; minute++)
    {
      after = trs_clock_get_time (TRS_CLOCK (fixture->clock));
      fixture_advance (fixture, 60);
      g_assert_cmpuint (trs_toy_service_count_since (fixture->toy, "GET", after), <=, 12);
    }
  g_assert_cmpint (trs_toy_service_shortest_gap (fixture->toy, "/api/list?page=1"), >=, 3 * S);
  for (guint i = 0; i < 40; i++)
    g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, i)), ==, TRS_PROJECT_WATCH_STOPPED);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
}

static void
test_ready (Fixture       *fixture,
            gconstpointer  data)
{
  TrsProject *first;
  TrsProject *second;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  g_object_unref (fixture_submit (fixture, "b"));
  second = fixture_get (fixture, 0);
  first = fixture_get (fixture, 1);
  trs_session_set_current (fixture->session, second);

  trs_toy_service_set_state (fixture->toy, trs_project_get_id (first), "transcription");
  fixture_advance (fixture, 6);
  g_assert_cmpint (trs_project_get_state (first), ==, TRS_PROJECT_STATE_TRANSCRIPTION);
  g_assert_cmpstr (trs_project_get_data (first)->message, ==, "Working on transcription");
  g_assert_cmpint (trs_project_get_data (first)->fetched_seen_at, >, FIXTURE_START);
  g_assert_cmpuint (fixture->ready->len, ==, 0);

  trs_toy_service_set_text (fixture->toy, trs_project_get_id (first), "Words", "Words", "Words", "Words");
  trs_toy_service_set_state (fixture->toy, trs_project_get_id (second), "error");
  fixture_advance (fixture, 11);
  g_assert_cmpuint (fixture->ready->len, ==, 2);
  g_assert_cmpint (trs_project_get_state (first), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpstr (trs_project_get_data (first)->language, ==, "en");
  g_assert_true (trs_project_get_data (first)->unread);
  g_assert_cmpint (trs_project_get_state (second), ==, TRS_PROJECT_STATE_ERROR);
  g_assert_false (trs_project_get_data (second)->unread);
  g_assert_cmpint (trs_project_get_watch (first), ==, TRS_PROJECT_WATCH_NONE);
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (fixture->ready->len, ==, 2);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);

  /* Whoever passes it on the way through the list has not read it: that is for the window to say. */
  trs_session_set_current (fixture->session, first);
  g_assert_true (trs_project_get_data (first)->unread);
}

/* Whatever is clicked, and however often. */
static void
test_clicks (Fixture       *fixture,
             gconstpointer  data)
{
  TrsProject *project;
  guint done = 0;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  g_object_unref (fixture_submit (fixture, "b"));
  project = fixture_get (fixture, 1);
  g_assert_cmpint (trs_poller_get_check_allowed_at (trs_session_get_poller (fixture->session), project), ==,
                   FIXTURE_START + 3 * S);
  g_assert_false (trs_poller_check_now (trs_session_get_poller (fixture->session), project));

  for (guint i = 0; i < 300; i++)
    {
      gboolean allowed = trs_poller_get_check_allowed_at (trs_session_get_poller (fixture->session), project) == 0;

      g_assert_true (trs_poller_check_now (trs_session_get_poller (fixture->session), project) == allowed);
      done += allowed;
      if (i >= 150)
        fixture_refresh (fixture);
      if (i >= 200)
        trs_list_reader_read_async (trs_session_get_reader (fixture->session), TRS_LIST_READ_CHECK, NULL, NULL, NULL);
      trs_session_set_current (fixture->session, i % 2 ? project : fixture_get (fixture, 0));
      trs_manual_clock_advance (fixture->clock, 100);
      fixture_drain ();
    }

  g_assert_cmpuint (done, >, 3);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *part = g_strconcat ("/api/detail/", trs_project_get_id (fixture_get (fixture, i)), NULL);

      g_assert_cmpint (trs_toy_service_shortest_gap (fixture->toy, part), >=, 3 * S);
    }
  g_assert_cmpint (trs_toy_service_shortest_gap (fixture->toy, "/api/list?page=1"), >=, 3 * S);
}

static void
test_sleep (Fixture       *fixture,
            gconstpointer  data)
{
  guint before;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  fixture_advance (fixture, 7);
  before = count (fixture, "GET");

  trs_manual_clock_suspend (fixture->clock, 5 * 60 * 1000);
  fixture_advance (fixture, 6);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 1);
  fixture_advance (fixture, 20);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 1);

  trs_manual_clock_suspend (fixture->clock, 60 * 60 * 1000);
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 2);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_STOPPED);
}

/* Nobody is told that the next look is long past, while it waits for the shortest gap. */
static void
test_pending_next (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  TrsProject *pending;

  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, 0, 1);
  submission = fixture_submit (fixture, "a");
  pending = fixture_get (fixture, 0);
  g_assert_true (trs_project_is_pending (pending));
  g_assert_cmpint (trs_project_get_next_check_at (pending), >=, FIXTURE_START);
  trs_toy_service_hold (fixture->toy);
  fixture_advance (fixture, 4);
  g_assert_cmpint (trs_project_get_next_check_at (pending), >=, FIXTURE_START);
}

/* A project that is being transcribed, between two checks. */
static TrsProject *
watch_one (Fixture *fixture)
{
  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  fixture_advance (fixture, 7);
  return fixture_get (fixture, 0);
}

/* The clock of this computer ran ahead, and is set right while something is being waited for. */
static void
test_clock_set_back (Fixture       *fixture,
                     gconstpointer  data)
{
  TrsProject *project = watch_one (fixture);
  guint before;

  trs_manual_clock_set (fixture->clock, -2 * 60 * 60 * 1000);
  g_assert_cmpint (trs_poller_get_check_allowed_at (trs_session_get_poller (fixture->session), project), <=,
                   trs_clock_get_time (TRS_CLOCK (fixture->clock)) + 3 * S);
  before = count (fixture, "GET");
  fixture_advance (fixture, 61);
  g_assert_cmpuint (count (fixture, "GET"), >, before);
  g_assert_cmpuint (count (fixture, "GET"), <=, before + 12);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);

  trs_toy_service_set_text (fixture->toy, trs_project_get_id (project), "x", "x", "x", "x");
  fixture_advance (fixture, 61);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
}

/* It was behind: no twelve minutes have passed, as they would have in a sleep. */
static void
test_clock_set_forward (Fixture       *fixture,
                        gconstpointer  data)
{
  TrsProject *project = watch_one (fixture);
  guint before;

  trs_manual_clock_set (fixture->clock, 48 * 60 * 60 * 1000);
  before = count (fixture, "GET");
  fixture_advance (fixture, 61);
  g_assert_cmpuint (count (fixture, "GET"), >, before + 3);
  g_assert_cmpuint (count (fixture, "GET"), <=, before + 12);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);

  fixture_advance (fixture, 15 * 60);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_STOPPED);
}

/* It is an hour ahead, as with a wrong time zone: what somebody else has submitted just now is not an hour old. */
static void
test_clock_ahead_of_the_service (Fixture       *fixture,
                                 gconstpointer  data)
{
  trs_toy_service_set_behind (fixture->toy, 60 * 60 * S);
  connect_with_history (fixture);
  trs_toy_service_add (fixture->toy, "elsewhere", "upload");
  fixture_advance (fixture, 4);
  fixture_refresh (fixture);
  fixture_drain ();
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->video_id, ==, "elsewhere");
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_CHECKING);

  fixture_advance (fixture, 12 * 60 + 10);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_STOPPED);
}

/* And while the service wants to be left alone: not for longer than it asked for. */
static void
test_clock_set_back_in_backoff (Fixture       *fixture,
                                gconstpointer  data)
{
  TrsProject *project;
  guint before;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = fixture_get (fixture, 0);
  fixture_advance (fixture, 4);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 429, 60, 1);
  fixture_advance (fixture, 2);

  trs_manual_clock_set (fixture->clock, -2 * 60 * 60 * 1000);
  before = count (fixture, "GET");
  fixture_advance (fixture, 58);
  g_assert_cmpuint (count (fixture, "GET"), ==, before);
  fixture_advance (fixture, 65);
  g_assert_cmpuint (count (fixture, "GET"), >, before);
  g_assert_cmpint (trs_poller_get_check_allowed_at (trs_session_get_poller (fixture->session), project), <=,
                   trs_clock_get_time (TRS_CLOCK (fixture->clock)) + 3 * S);
}

/* The schedule goes on where the one before the restart would be. */
static void
test_restart (Fixture       *fixture,
              gconstpointer  data)
{
  guint before;

  connect_with_history (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  trs_toy_service_add (fixture->toy, "elsewhere", "upload");
  fixture_end_session (fixture);
  fixture_new_session (fixture);

  trs_manual_clock_advance (fixture->clock, 100 * 1000);
  trs_session_start (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 3);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_CHECKING);

  before = count (fixture, "GET");
  fixture_advance (fixture, 21);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 2);
  fixture_advance (fixture, 600);
  fixture_end_session (fixture);

  /* Beyond its end the list tells the state, down to a page on which all is final, and no more is asked. */
  fixture_new_session (fixture);
  before = count (fixture, "GET");
  trs_session_start (fixture->session);
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 2);
  g_assert_cmpuint (count (fixture, "/api/detail/"), ==, 1);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_STOPPED);
}

static void
test_backs_off (Fixture       *fixture,
                gconstpointer  data)
{
  TrsProject *project;
  guint before;

  connect_with_history (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = fixture_get (fixture, 0);
  fixture_advance (fixture, 4);

  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 429, 60, 1);
  before = count (fixture, "GET");
  fixture_advance (fixture, 2);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 1);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
  g_assert_cmpint (trs_project_get_next_check_at (project), ==, FIXTURE_START + 65 * S);
  g_assert_cmpint (trs_poller_get_check_allowed_at (trs_session_get_poller (fixture->session), project), ==,
                   FIXTURE_START + 65 * S);
  fixture_advance (fixture, 58);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 1);
  fixture_advance (fixture, 2);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 2);

  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 503, -1, 100);
  before = count (fixture, "GET");
  fixture_advance (fixture, 120);
  /* 10, 20, 40 and 80 seconds, and not every ten. */
  g_assert_cmpuint (count (fixture, "GET"), <=, before + 5);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), ==, 0);
}

static void
test_offline (Fixture       *fixture,
              gconstpointer  data)
{
  TrsProject *project;
  guint before;

  connect_with_history (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = fixture_get (fixture, 0);
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, 0, 3);
  fixture_advance (fixture, 6);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_OFFLINE);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), ==,
                   FIXTURE_START + 5 * S);
  g_assert_cmpint (trs_project_get_checked_at (project), ==, FIXTURE_START);

  fixture_advance (fixture, 24);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_OFFLINE);
  before = count (fixture, "GET");
  g_signal_emit_by_name (g_network_monitor_get_default (), "network-changed", FALSE);
  fixture_advance (fixture, 3);
  g_assert_cmpuint (count (fixture, "GET"), ==, before);
  /* A network that comes up tells of it more than once. */
  g_signal_emit_by_name (g_network_monitor_get_default (), "network-changed", TRUE);
  fixture_advance (fixture, 2);
  g_signal_emit_by_name (g_network_monitor_get_default (), "network-changed", TRUE);
  g_assert_cmpuint (count (fixture, "GET"), ==, before);
  fixture_advance (fixture, 1);
  g_assert_cmpuint (count (fixture, "GET"), ==, before + 1);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), ==, 0);
}

/* It answers, but not about the project: that is said, and not mistaken for a check. */
static void
test_no_word (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    guint status;
    TrsProjectWatch watch;
  } cases[] = {
    { 404, TRS_PROJECT_WATCH_NOT_FOUND },
    { 500, TRS_PROJECT_WATCH_NO_WORD },
    { 400, TRS_PROJECT_WATCH_NO_WORD },
  };
  TrsProject *project;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = fixture_get (fixture, 0);
  trs_session_set_current (fixture->session, project);
  fixture_advance (fixture, 4);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 checked_at = trs_project_get_checked_at (project);
      gint64 now = trs_clock_get_time (TRS_CLOCK (fixture->clock));

      trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, cases[i].status, 0, 1);
      while (trs_project_get_watch (project) == TRS_PROJECT_WATCH_CHECKING)
        fixture_advance (fixture, 1);
      g_assert_cmpint (trs_project_get_watch (project), ==, cases[i].watch);
      g_assert_cmpint (trs_project_get_checked_at (project), ==, checked_at);
      g_assert_cmpint (trs_project_get_next_check_at (project), >, now);
      while (trs_project_get_watch (project) == cases[i].watch)
        fixture_advance (fixture, 1);
      g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
      g_assert_cmpint (trs_project_get_checked_at (project), >, checked_at);
      /* One time for the list and for the one project that is asked about. */
      g_assert_cmpint (trs_history_get_updated_at (fixture->history), ==, trs_project_get_checked_at (project));
      g_assert_cmpint (trs_history_get_checked_at (fixture->history), <, trs_project_get_checked_at (project));
    }

  /* The same, where the list is asked. */
  trs_session_set_current (fixture->session, NULL);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_GARBAGE, 0, 0, 1);
  while (trs_project_get_watch (project) == TRS_PROJECT_WATCH_CHECKING)
    fixture_advance (fixture, 1);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_NO_WORD);
}

static void
test_without_key (Fixture       *fixture,
                  gconstpointer  data)
{
  TrsProject *project;
  guint before;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = fixture_get (fixture, 0);

  trs_toy_service_set_key (fixture->toy, "other-key");
  fixture_advance (fixture, 6);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_REFUSED);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_NEEDS_KEY);
  g_assert_cmpint (trs_project_get_next_check_at (project), ==, 0);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
  before = trs_toy_service_get_n_asked (fixture->toy);
  g_assert_false (trs_poller_check_now (trs_session_get_poller (fixture->session), project));
  trs_session_set_current (fixture->session, project);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, before);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);

  trs_toy_service_set_key (fixture->toy, "toy-key");
  fixture_connect (fixture);
  g_assert_true (fixture_get (fixture, 0) == project);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
  before = trs_toy_service_get_n_asked (fixture->toy);
  fixture_advance (fixture, 11);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, before + 1);
}

static void
test_dismissed (Fixture       *fixture,
                gconstpointer  data)
{
  TrsProject *project;
  guint before;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = fixture_get (fixture, 0);
  trs_poller_dismiss (trs_session_get_poller (fixture->session), project);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_DISMISSED);
  before = count (fixture, "GET");
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (count (fixture, "GET"), ==, before);

  fixture_refresh (fixture);
  fixture_advance (fixture, 3600);
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_DISMISSED);
  trs_toy_service_set_text (fixture->toy, trs_project_get_id (project), "x", "x", "x", "x");
  fixture_refresh (fixture);
  fixture_advance (fixture, 10);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpuint (fixture->ready->len, ==, 0);
}

/* What no list tells of any more is asked for by id. */
static void
test_beyond_first_page (Fixture       *fixture,
                        gconstpointer  data)
{
  TrsProject *project;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = g_object_ref (fixture_get (fixture, 0));
  for (guint i = 0; i < 120; i++)
    trs_toy_service_add (fixture->toy, "flood", "done");
  fixture_advance (fixture, 6);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 121);

  trs_toy_service_set_text (fixture->toy, trs_project_get_id (project), "x", "x", "x", "x");
  fixture_advance (fixture, 11);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpuint (fixture->ready->len, ==, 1);
  g_object_unref (project);
}

/* More than a page of them: some more pages of the list, and not a request for each. */
static void
test_many_beyond_first_page (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr (TrsProject) last = NULL;
  guint lists;
  guint details;

  for (guint i = 0; i < 350; i++)
    trs_toy_service_add (fixture->toy, "old", "done");
  for (guint i = 0; i < 350; i++)
    trs_toy_service_add (fixture->toy, "batch", "upload");
  fixture_connect (fixture);
  fixture_pass_until (fixture, fixture_get_n (fixture) == 700);
  last = g_object_ref (fixture_get (fixture, 349));
  g_assert_cmpint (trs_project_get_watch (last), ==, TRS_PROJECT_WATCH_CHECKING);

  lists = count (fixture, "/api/list");
  details = count (fixture, "/api/detail/");
  fixture_advance (fixture, 120);
  g_assert_cmpuint (count (fixture, "/api/detail/") - details, <=, 12);
  g_assert_cmpuint (count (fixture, "/api/list") - lists, <=, 15 * 5);
  g_assert_cmpint (trs_toy_service_shortest_gap (fixture->toy, "/api/list?page=1"), >=, 3 * S);
  g_assert_cmpint (trs_toy_service_shortest_gap (fixture->toy, "/api/list?page=2"), >=, 3 * S);

  trs_toy_service_set_text (fixture->toy, trs_project_get_id (last), "x", "x", "x", "x");
  fixture_advance (fixture, 31);
  g_assert_cmpint (trs_project_get_state (last), ==, TRS_PROJECT_STATE_DONE);
}

/* What no page tells of is asked for by id, a few at a time, each once before any comes again. */
static void
test_many_in_no_list (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GPtrArray) hidden = g_ptr_array_new_with_free_func (g_free);
  guint details;

  fixture_connect (fixture);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *video_id = g_strdup_printf ("video%u", i);

      g_object_unref (fixture_submit (fixture, video_id));
      g_ptr_array_add (hidden, g_strdup (trs_project_get_id (fixture_get (fixture, 0))));
      trs_toy_service_hide (fixture->toy, hidden->pdata[i], TRUE);
    }
  fixture_advance (fixture, 4);
  details = count (fixture, "/api/detail/");
  fixture_advance (fixture, 120);
  g_assert_cmpuint (count (fixture, "/api/detail/") - details, <=, 15 * 5);
  for (guint i = 0; i < hidden->len; i++)
    {
      g_autofree char *part = g_strconcat ("/api/detail/", hidden->pdata[i], NULL);

      g_assert_cmpuint (count (fixture, part), >=, 2);
    }
}

/* A reader that was reset gives the read up; the poller was not, and asks again. */
static void
test_reader_is_reset (Fixture       *fixture,
                      gconstpointer  data)
{
  guint before;

  connect_with_history (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  fixture_advance (fixture, 4);
  trs_toy_service_hold (fixture->toy);
  fixture_advance (fixture, 10);
  g_assert_cmpuint (trs_toy_service_get_n_held (fixture->toy), ==, 1);
  trs_list_reader_reset (trs_session_get_reader (fixture->session));
  trs_toy_service_release (fixture->toy);
  fixture_drain ();
  before = count (fixture, "/api/list");
  fixture_advance (fixture, 60);
  g_assert_cmpuint (count (fixture, "/api/list"), >, before);
}

/* What was asked before the poller was cleared is over, and does not answer for what is asked after it. */
static void
test_cleared_while_asking (Fixture       *fixture,
                           gconstpointer  data)
{
  TrsPoller *poller = trs_session_get_poller (fixture->session);
  TrsProject *project;
  guint before;

  connect_with_history (fixture);
  g_object_unref (fixture_submit (fixture, "a"));
  project = fixture_get (fixture, 0);
  fixture_advance (fixture, 4);
  trs_toy_service_hold (fixture->toy);
  g_assert_true (trs_poller_check_now (poller, project));
  fixture_advance (fixture, 4);
  g_assert_cmpuint (trs_toy_service_get_n_held (fixture->toy), >, 0);

  trs_poller_clear (poller);
  before = count (fixture, "/api/detail/");
  trs_poller_watch (poller, project);
  g_assert_cmpuint (count (fixture, "/api/detail/"), ==, before + 1);
  trs_test_settle ();
  trs_manual_clock_advance (fixture->clock, 4000);
  /* It is still being asked. */
  g_assert_false (trs_poller_check_now (poller, project));
  trs_toy_service_release (fixture->toy);
  trs_test_settle ();
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_CHECKING);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/poller/idle-is-idle", test_idle_is_idle);
  fixture_add_test ("/poller/one-on-screen", test_one_on_screen);
  fixture_add_test ("/poller/patient", test_patient);
  fixture_add_test ("/poller/many-cost-one", test_many_cost_one);
  fixture_add_test ("/poller/ready", test_ready);
  fixture_add_test ("/poller/clicks", test_clicks);
  fixture_add_test ("/poller/sleep", test_sleep);
  fixture_add_test ("/poller/pending-next", test_pending_next);
  fixture_add_test ("/poller/clock-set-back", test_clock_set_back);
  fixture_add_test ("/poller/clock-set-forward", test_clock_set_forward);
  fixture_add_test ("/poller/clock-ahead-of-the-service", test_clock_ahead_of_the_service);
  fixture_add_test ("/poller/clock-set-back-in-backoff", test_clock_set_back_in_backoff);
  fixture_add_test ("/poller/restart", test_restart);
  fixture_add_test ("/poller/backs-off", test_backs_off);
  fixture_add_test ("/poller/offline", test_offline);
  fixture_add_test ("/poller/no-word", test_no_word);
  fixture_add_test ("/poller/without-key", test_without_key);
  fixture_add_test ("/poller/dismissed", test_dismissed);
  fixture_add_test ("/poller/beyond-first-page", test_beyond_first_page);
  fixture_add_test ("/poller/many-beyond-first-page", test_many_beyond_first_page);
  fixture_add_test ("/poller/many-in-no-list", test_many_in_no_list);
  fixture_add_test ("/poller/reader-is-reset", test_reader_is_reset);
  fixture_add_test ("/poller/cleared-while-asking", test_cleared_while_asking);
  return g_test_run ();
}
