/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"

/* What other tests rely on where they see that something does not happen. */

#define N_TURNS 20

static void
work (GTask        *task,
      gpointer      source,
      gpointer      task_data,
      GCancellable *cancellable)
{
  gint64 until = g_get_monotonic_time () + 5000;

  while (g_get_monotonic_time () < until)
    continue;
  g_task_return_boolean (task, TRUE);
}

/* Each result leads to the next job on a worker. */
static void
worked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  guint *n = user_data;
  g_autoptr (GTask) next = NULL;

  if (++*n == N_TURNS)
    return;
  next = g_task_new (NULL, NULL, worked_cb, n);
  g_task_run_in_thread (next, work);
}

static void
test_waits_for_workers (void)
{
  g_autoptr (GTask) task = NULL;
  guint n = 0;

  task = g_task_new (NULL, NULL, worked_cb, &n);
  g_task_run_in_thread (task, work);
  trs_test_settle ();
  g_assert_cmpuint (n, ==, N_TURNS);
}

static gboolean
count_cb (gpointer user_data)
{
  return ++*(guint *) user_data == N_TURNS ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
test_waits_for_the_main_context (void)
{
  guint n = 0;

  g_idle_add_full (G_PRIORITY_LOW, count_cb, &n, NULL);
  trs_test_settle ();
  g_assert_cmpuint (n, ==, N_TURNS);
}

/* Time on the wall is not waited for. */
static void
test_does_not_wait_for_time (void)
{
  guint n = 0;
  guint id = g_timeout_add_seconds (3600, count_cb, &n);

  trs_test_settle ();
  g_assert_cmpuint (n, ==, 0);
  g_source_remove (id);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/settle/waits-for-workers", test_waits_for_workers);
  g_test_add_func ("/settle/waits-for-the-main-context", test_waits_for_the_main_context);
  g_test_add_func ("/settle/does-not-wait-for-time", test_does_not_wait_for_time);
  return g_test_run ();
}
