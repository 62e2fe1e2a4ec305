/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-frame-harness.h"

#include <sched.h>
#include <time.h>

/* The frame clock waits at most one frame; what waits longer sleeps. */
#define SLEEP_MS 40
#define REST_MS 50

static struct
{
  gint64 woke;
  gint64 woke_cpu;
  gint64 stall;
  gint64 stall_cpu;
  gboolean asleep;
  gboolean patient;
} loop;

static gint64
get_cpu_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Exact, without sampling: all that runs in the main loop runs between two polls. */
static int
poll_cb (GPollFD *fds,
         guint    n_fds,
         int      timeout)
{
  gint64 now = g_get_monotonic_time ();
  int result;

  loop.stall = MAX (loop.stall, now - loop.woke);
  loop.stall_cpu = MAX (loop.stall_cpu, get_cpu_time () - loop.woke_cpu);
  if (!loop.patient && (timeout < 0 || timeout > SLEEP_MS))
    {
      result = g_poll (fds, n_fds, 0);
      loop.asleep = result == 0;
    }
  else
    {
      result = g_poll (fds, n_fds, timeout);
    }
  loop.woke = g_get_monotonic_time ();
  loop.woke_cpu = get_cpu_time ();
  return result;
}

static void
watch (gboolean on)
{
  g_main_context_set_poll_func (NULL, on ? poll_cb : NULL);
  loop.woke = g_get_monotonic_time ();
  loop.woke_cpu = get_cpu_time ();
  loop.stall = 0;
  loop.stall_cpu = 0;
  loop.asleep = FALSE;
}

static gboolean
rested_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/**
 * trs_frame_harness_settle:
 *
 * Runs the main loop until it has nothing to do, and then as long as it takes
 * the frame clock to stop: otherwise the next frame would wait for its turn.
 */
void
trs_frame_harness_settle (void)
{
  gboolean rested = FALSE;

  watch (TRUE);
  while (!loop.asleep)
    g_main_context_iteration (NULL, TRUE);
  watch (FALSE);

  g_timeout_add (REST_MS, rested_cb, &rested);
  while (!rested)
    g_main_context_iteration (NULL, TRUE);
}

typedef struct
{
  gint64 start;
  gint64 start_cpu;
  TrsFrameFunc painted;
  gpointer user_data;
  TrsFrameTimes *times;
} Run;

static void
after_paint_cb (GdkFrameClock *clock,
                Run           *run)
{
  if (run->times->n_frames++ == 0)
    {
      run->times->frame = (g_get_monotonic_time () - run->start) / 1000.0;
      run->times->frame_cpu = (get_cpu_time () - run->start_cpu) / 1000.0;
    }
  if (run->painted != NULL)
    run->painted (run->user_data);
}

static void
begin (Run          *run,
       TrsFrameFunc  change)
{
  *run->times = (TrsFrameTimes) { 0 };
  watch (TRUE);
  run->start = g_get_monotonic_time ();
  run->start_cpu = get_cpu_time ();
  change (run->user_data);
  run->times->call = (g_get_monotonic_time () - run->start) / 1000.0;
}

static void
end (Run *run)
{
  run->times->settled = (g_get_monotonic_time () - run->start) / 1000.0;
  run->times->stall = loop.stall / 1000.0;
  run->times->stall_cpu = loop.stall_cpu / 1000.0;
  watch (FALSE);
}

/**
 * trs_frame_harness_run:
 * @widget: a widget in a window that is shown
 * @change: makes a change
 * @painted: (nullable): called after each frame
 * @user_data: for both
 * @times: (out): what the change costs
 *
 * Makes a change and runs the main loop until it sleeps again.
 */
void
trs_frame_harness_run (GtkWidget     *widget,
                       TrsFrameFunc   change,
                       TrsFrameFunc   painted,
                       gpointer       user_data,
                       TrsFrameTimes *times)
{
  Run run = { .painted = painted, .user_data = user_data, .times = times };
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gulong id = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &run);

  begin (&run, change);
  while (!loop.asleep)
    g_main_context_iteration (NULL, TRUE);
  end (&run);
  g_signal_handler_disconnect (clock, id);
}

/**
 * trs_frame_harness_run_until:
 * @widget: a widget in a window that is shown
 * @change: makes a change
 * @painted: (nullable): called after each frame
 * @done: whether all has happened that follows from the change
 * @user_data: for all
 * @times: (out): what the change costs
 *
 * As trs_frame_harness_run(), for what goes on in other threads while the
 * main loop sleeps.
 */
void
trs_frame_harness_run_until (GtkWidget        *widget,
                             TrsFrameFunc      change,
                             TrsFrameFunc      painted,
                             TrsFrameDoneFunc  done,
                             gpointer          user_data,
                             TrsFrameTimes    *times)
{
  Run run = { .painted = painted, .user_data = user_data, .times = times };
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gulong id = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &run);

  loop.patient = TRUE;
  begin (&run, change);
  while (!done (user_data))
    g_main_context_iteration (NULL, TRUE);
  end (&run);
  loop.patient = FALSE;
  g_signal_handler_disconnect (clock, id);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

/**
 * trs_frame_harness_percentile:
 * @values: (element-type double): figures; sorted by this
 * @percent: 50 for the median
 *
 * Returns: the smallest figure that so many of a hundred do not exceed
 */
double
trs_frame_harness_percentile (GArray *values,
                              double  percent)
{
  guint index = (guint) (values->len * percent / 100.0 + 0.999);

  g_array_sort (values, compare);
  return g_array_index (values, double, CLAMP (index, 1, values->len) - 1);
}

/**
 * trs_frame_harness_pin:
 *
 * Keeps the program on one processor, so that figures can be compared.
 */
void
trs_frame_harness_pin (void)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (MAX (sched_getcpu (), 0), &set);
  if (sched_setaffinity (0, sizeof set, &set) != 0)
    g_printerr ("This program could not be kept on one processor\n");
}
