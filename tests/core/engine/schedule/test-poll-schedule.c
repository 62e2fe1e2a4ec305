/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-poll-schedule.h"
#include "trs-test-utils.h"

#define S G_TIME_SPAN_SECOND

static void
test_table (void)
{
  static const struct
  {
    gint64 age;
    gint64 interval;
  } rows[] = {
    { 0, 5 },    { 29, 5 },   { 30, 10 },  { 119, 10 }, { 120, 30 },
    { 359, 30 }, { 360, 60 }, { 719, 60 }, { 720, 0 },  { 100000, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (trs_poll_schedule_get_interval (rows[i].age * S), ==, rows[i].interval * S);
}

/* All checks of a project that never ends, when every answer comes at once. */
static void
test_whole_run (void)
{
  gint64 started = 1000 * S;
  gint64 at = started;
  guint n = 0;
  guint n_first_minute = 0;

  while ((at = trs_poll_schedule_get_next (started, at)) != 0)
    {
      n++;
      g_assert_cmpint (at, <=, started + 720 * S);
      if (at < started + 60 * S)
        n_first_minute++;
    }

  /* 6 to 30 s, 9 to 2 min, 8 to 6 min, 6 to 12 min */
  g_assert_cmpuint (n, ==, 29);
  g_assert_cmpuint (n_first_minute, <=, 12);
}

static void
test_after_sleep (void)
{
  gint64 started = 1000 * S;

  g_assert_cmpint (trs_poll_schedule_get_next (started, started + 200 * S), ==, started + 230 * S);
  g_assert_cmpint (trs_poll_schedule_get_next (started, started + 700 * S), ==, 0);
  g_assert_cmpint (trs_poll_schedule_get_next (started, started + 3600 * S), ==, 0);
}

/* Whoever waits longer is served as the schedule says, and then every minute. */
static void
test_patient (void)
{
  gint64 started = 1000 * S;
  gint64 at = started;
  gint64 next;

  while ((next = trs_poll_schedule_get_next (started, at)) != 0)
    {
      g_assert_cmpint (trs_poll_schedule_get_next_patient (started, at), ==, next);
      at = next;
    }
  g_assert_cmpint (at, ==, started + 720 * S);
  g_assert_cmpint (trs_poll_schedule_get_next_patient (started, at), ==, started + 780 * S);
  g_assert_cmpint (trs_poll_schedule_get_next_patient (started, started + 7200 * S), ==, started + 7260 * S);
}

static void
test_backoff (void)
{
  static const gint64 growing[] = { 5, 10, 20, 40, 80, 120, 120, 120, 120, 120 };

  for (guint i = 0; i < G_N_ELEMENTS (growing); i++)
    g_assert_cmpint (trs_poll_schedule_get_backoff (i + 1, -1), ==, growing[i] * S);
  g_assert_cmpint (trs_poll_schedule_get_backoff (G_MAXUINT, -1), ==, 120 * S);

  g_assert_cmpint (trs_poll_schedule_get_backoff (1, 45), ==, 45 * S);
  g_assert_cmpint (trs_poll_schedule_get_backoff (7, 1), ==, 3 * S);
  g_assert_cmpint (trs_poll_schedule_get_backoff (1, G_MAXINT), ==, 3600 * S);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/poll-schedule/table", test_table);
  g_test_add_func ("/poll-schedule/whole-run", test_whole_run);
  g_test_add_func ("/poll-schedule/after-sleep", test_after_sleep);
  g_test_add_func ("/poll-schedule/patient", test_patient);
  g_test_add_func ("/poll-schedule/backoff", test_backoff);
  return g_test_run ();
}
