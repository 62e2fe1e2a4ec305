/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-manual-clock.h"
#include "trs-clock.h"
#include "trs-test-utils.h"

typedef struct
{
  TrsClock *clock;
  guint interval;
  guint id;
  gint64 count;
} Ticker;

static void
tick_cb (gpointer user_data)
{
  Ticker *ticker = user_data;

  g_assert_cmpuint (ticker->id, ==, 0);
  ticker->count++;
  trs_clock_set_timeout (ticker->clock, &ticker->id, ticker->interval, tick_cb, ticker);
}

static void
test_manual_fires_in_order (void)
{
  g_autoptr (TrsManualClock) manual = trs_manual_clock_new (1000000);
  TrsClock *clock = TRS_CLOCK (manual);
  Ticker fast = { clock, 1000 };
  Ticker slow = { clock, 2500 };

  /* The second one takes the place of the first. */
  trs_clock_set_timeout (clock, &fast.id, 1, tick_cb, &fast);
  trs_clock_set_timeout (clock, &fast.id, 1000, tick_cb, &fast);
  trs_clock_set_timeout (clock, &slow.id, 2500, tick_cb, &slow);

  trs_manual_clock_advance (manual, 999);
  g_assert_cmpint (fast.count, ==, 0);
  trs_manual_clock_advance (manual, 4001);
  g_assert_cmpint (fast.count, ==, 5);
  g_assert_cmpint (slow.count, ==, 2);
  g_assert_cmpint (trs_clock_get_time (clock), ==, 6000000);

  trs_clock_clear_timeout (clock, &fast.id);
  g_assert_cmpuint (fast.id, ==, 0);
  trs_manual_clock_suspend (manual, 60000);
  g_assert_cmpint (trs_clock_get_time (clock), ==, 66000000);
  g_assert_cmpint (fast.count, ==, 5);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (manual), ==, 1);
}

static void
test_system_fires_and_forgets (void)
{
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  Ticker fired = { clock, 1 };
  Ticker removed = { clock, 1 };

  tick_cb (&fired);
  tick_cb (&removed);
  trs_clock_clear_timeout (clock, &removed.id);
  trs_test_wait_until (fired.count > 1);
  g_assert_cmpint (removed.count, ==, 1);
  trs_clock_clear_timeout (clock, &fired.id);
  g_assert_cmpint (ABS (trs_clock_get_time (clock) - g_get_real_time ()), <, G_TIME_SPAN_MINUTE);
}

/* What has passed since the computer was started is no less than what it was awake. */
static void
test_system_counts_sleep (void)
{
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  gint64 awake = g_get_monotonic_time ();
  gint64 before = trs_clock_get_boot_time (clock);

  g_assert_cmpint (before, >=, awake);
  g_assert_cmpint (trs_clock_get_boot_time (clock), >=, before);
}

/* Setting the clock is not time that passes; a sleep is. */
static void
test_manual_is_set (void)
{
  g_autoptr (TrsManualClock) manual = trs_manual_clock_new (1000000);
  TrsClock *clock = TRS_CLOCK (manual);
  gint64 before = trs_clock_get_boot_time (clock);

  trs_manual_clock_set (manual, -500);
  g_assert_cmpint (trs_clock_get_time (clock), ==, 500000);
  g_assert_cmpint (trs_clock_get_boot_time (clock), ==, before);
  trs_manual_clock_suspend (manual, 500);
  trs_manual_clock_advance (manual, 500);
  g_assert_cmpint (trs_clock_get_time (clock), ==, 1500000);
  g_assert_cmpint (trs_clock_get_boot_time (clock), ==, before + 1000000);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/clock/manual/fires-in-order", test_manual_fires_in_order);
  g_test_add_func ("/clock/system/fires-and-forgets", test_system_fires_and_forgets);
  g_test_add_func ("/clock/manual/is-set", test_manual_is_set);
  g_test_add_func ("/clock/system/counts-sleep", test_system_counts_sleep);
  return g_test_run ();
}
