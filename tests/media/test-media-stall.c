/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-stall.h"
#include "trs-test-utils.h"

#include <poll.h>

/* Tells what hangs from what is slow. Times are microseconds; the limit is a second. */

#define SECOND G_USEC_PER_SEC
#define STEP (SECOND / 10)

/* Looks ten times a second: every time so much is read and computed. Returns: after how many looks it is given up;
 * 0 if never in ten seconds */
static guint
count_looks (gboolean may_compute,
             guint64  bytes,
             gint64   cpu,
             gboolean ready)
{
  TrsMediaStall stall = { .limit = SECOND, .may_compute = may_compute };

  for (guint i = 1; i <= 100; i++)
    if (trs_media_stall_look (&stall, i * STEP, i * bytes, i * cpu, ready))
      return i;
  return 0;
}

static void
test_idle (void)
{
  g_assert_cmpuint (count_looks (FALSE, 0, 0, FALSE), ==, 11);
  g_assert_cmpuint (count_looks (TRUE, 0, 0, FALSE), ==, 11);
  /* To wake up now and then is not work. */
  g_assert_cmpuint (count_looks (TRUE, 0, 100, FALSE), >, 0);
}

static void
test_works (void)
{
  g_assert_cmpuint (count_looks (FALSE, 1, 0, FALSE), ==, 0);
  g_assert_cmpuint (count_looks (TRUE, 0, STEP / 10, FALSE), ==, 0);
  /* A hundredth of a processor is what is left on a busy computer. */
  g_assert_cmpuint (count_looks (FALSE, 0, STEP / 100, FALSE), ==, 0);
  g_assert_cmpuint (count_looks (FALSE, 0, 0, TRUE), ==, 0);
}

/* Without an end: only a decoder has to read. The second of a processor counts, however long it takes to come by. */
static void
test_spins (void)
{
  g_assert_cmpuint (count_looks (FALSE, 0, STEP, FALSE), ==, 11);
  g_assert_cmpuint (count_looks (FALSE, 0, STEP / 4, TRUE), ==, 41);
  g_assert_cmpuint (count_looks (TRUE, 0, STEP, FALSE), ==, 0);
}

/* A computer that slept, or a process that was stopped, says nothing about the one that is watched. */
static void
test_held_up (void)
{
  TrsMediaStall stall = { .limit = SECOND };

  g_assert_false (trs_media_stall_look (&stall, 1 * SECOND, 0, 0, FALSE));
  g_assert_false (trs_media_stall_look (&stall, 100 * SECOND, 0, 0, FALSE));
  g_assert_false (trs_media_stall_look (&stall, 100 * SECOND + STEP, 0, 0, FALSE));
  trs_media_stall_reset (&stall);
  g_assert_false (trs_media_stall_look (&stall, 200 * SECOND, 0, 0, FALSE));
}

static void
test_here (void)
{
  TrsMediaStall stall = { .limit = SECOND / 2 };
  gint64 begin = g_get_monotonic_time ();

  /* Nothing comes, as from a decoder that hangs. */
  while (!trs_media_stall_look_here (&stall))
    poll (NULL, 0, 50);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, SECOND / 2);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/media/stall/idle", test_idle);
  g_test_add_func ("/media/stall/works", test_works);
  g_test_add_func ("/media/stall/spins", test_spins);
  g_test_add_func ("/media/stall/held-up", test_held_up);
  g_test_add_func ("/media/stall/here", test_here);
  return g_test_run ();
}
