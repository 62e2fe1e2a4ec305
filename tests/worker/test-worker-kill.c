/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Nothing outlives the worker, however it ends: a deaf recogniser and its child in another session are gone within a
 * second. */
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"
#include "trs-worker-process.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define LIMIT_SECONDS 1

static char *sound;

/* A recogniser that hangs, and what it has started. */
typedef struct
{
  TrsWorkerProcess *worker;
  int recognizer;
  int grandchild;
} Hanging;

static gboolean
is_alive (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;
  const char *name_end;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return FALSE;
  /* One that nobody has waited for yet is dead. */
  name_end = g_strrstr (stat, ")");
  return name_end != NULL && name_end[1] != '\0' && name_end[2] != 'Z';
}

static int
get_parent (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;

  g_assert_true (g_file_get_contents (path, &stat, NULL, NULL));
  return atoi (g_strrstr (stat, ")") + 4);
}

static void
hanging_start (Hanging *self)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) pids = NULL;

  self->worker = trs_worker_process_start_command ("hang", sound, "en");
  trs_test_poll_until ((path = trs_worker_process_find (self->worker, "pids")) != NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  pids = g_strsplit (text, " ", 2);
  self->recognizer = atoi (pids[0]);
  self->grandchild = atoi (pids[1]);
  g_assert_true (is_alive (self->recognizer));
  g_assert_true (is_alive (self->grandchild));
}

static void
hanging_assert_gone (Hanging *self,
                     gint64   since)
{
  gint64 end = since + (gint64) trs_test_patience (LIMIT_SECONDS) * G_USEC_PER_SEC;

  trs_test_poll_until ((!is_alive (self->recognizer) && !is_alive (self->grandchild)) ||
                       g_get_monotonic_time () > end);
  g_test_message ("gone after %.3f s", (double) (g_get_monotonic_time () - since) / G_USEC_PER_SEC);
  g_assert_false (is_alive (self->recognizer));
  g_assert_false (is_alive (self->grandchild));
}

static void
test_let_go (void)
{
  Hanging hanging;
  gint64 since;

  hanging_start (&hanging);
  since = g_get_monotonic_time ();
  trs_worker_process_let_go (hanging.worker);
  trs_worker_process_wait (hanging.worker);
  hanging_assert_gone (&hanging, since);
  g_assert_cmpint (hanging.worker->status, ==, 1);
  g_assert_false (trs_worker_process_has_left (hanging.worker));
  trs_worker_process_free (hanging.worker);
}

static void
test_signals (void)
{
  static const int signals[] = { SIGTERM, SIGINT, SIGHUP };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      Hanging hanging;
      gint64 since;

      hanging_start (&hanging);
      since = g_get_monotonic_time ();
      kill (trs_worker_process_get_pid (hanging.worker), signals[i]);
      trs_worker_process_wait (hanging.worker);
      hanging_assert_gone (&hanging, since);
      g_assert_false (trs_worker_process_has_left (hanging.worker));
      trs_worker_process_free (hanging.worker);
    }
}

/* The worker itself: those it has started see to it. */
static void
test_killed (void)
{
  Hanging hanging;
  gint64 since;

  hanging_start (&hanging);
  since = g_get_monotonic_time ();
  kill (trs_worker_process_get_pid (hanging.worker), SIGKILL);
  hanging_assert_gone (&hanging, since);
  trs_worker_process_wait (hanging.worker);
  g_assert_cmpint (hanging.worker->status, ==, -1);
  trs_worker_process_free (hanging.worker);
}

/* The guard above the recogniser, or the recogniser: the worker says that it failed. */
static void
test_part_killed (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Hanging hanging;
      gint64 since;
      int guard;

      hanging_start (&hanging);
      guard = get_parent (hanging.recognizer);
      g_assert_cmpint (get_parent (guard), ==, trs_worker_process_get_pid (hanging.worker));
      since = g_get_monotonic_time ();
      kill (i == 0 ? guard : hanging.recognizer, SIGKILL);
      hanging_assert_gone (&hanging, since);
      trs_worker_process_wait (hanging.worker);
      g_assert_cmpint (hanging.worker->status, ==, 1);
      g_assert_cmpstr (hanging.worker->last->reason, ==, "recognizer");
      g_assert_false (trs_worker_process_has_left (hanging.worker));
      trs_worker_process_free (hanging.worker);
    }
}

/* Whoever reads nothing keeps the worker waiting, and can still be rid of it. */
static void
test_nobody_reads (void)
{
  const char *args[] = { TRS_WORKER_PROGRAM, "transcribe", "nothing", NULL };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  process = g_subprocess_newv (args, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  g_input_stream_close (g_subprocess_get_stdout_pipe (process), NULL, NULL);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GArray) samples = NULL;
  int status;

  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/kill/let-go", test_let_go);
  g_test_add_func ("/worker/kill/signals", test_signals);
  g_test_add_func ("/worker/kill/killed", test_killed);
  g_test_add_func ("/worker/kill/part-killed", test_part_killed);
  g_test_add_func ("/worker/kill/nobody-reads", test_nobody_reads);

  samples = trs_test_media_new_samples (2);
  sound = g_build_filename (g_get_tmp_dir (), "trs-worker-kill-XXXXXX", NULL);
  close (g_mkstemp (sound));
  trs_test_media_write_wav (sound, samples);
  status = g_test_run ();
  g_unlink (sound);
  g_free (sound);
  return status;
}
