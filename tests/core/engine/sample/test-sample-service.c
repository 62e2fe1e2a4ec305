/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-manual-clock.h"
#include "trs-sample-service.h"
#include "trs-server-address.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

/* Programs in place of the real one: scripts that say and do what a case needs.
 * They know their folder by the variable $here. */
#define SAYS_ALL "echo 'Listening on http://127.0.0.1:4711'; echo 'Key sample-key'; "

typedef struct
{
  TrsManualClock *clock;
  TrsSampleService *service;
  char *folder;
  guint n_ended;
} Fixture;

static void
ended_cb (TrsSampleService *service,
          gpointer          user_data)
{
  Fixture *fixture = user_data;

  g_assert_false (trs_sample_service_is_running (service));
  fixture->n_ended++;
}

static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  fixture->clock = trs_manual_clock_new (0);
  fixture->folder = g_dir_make_tmp ("trs-sample-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
drop_service (Fixture *fixture)
{
  if (fixture->service != NULL)
    trs_sample_service_stop (fixture->service);
  g_clear_object (&fixture->service);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  drop_service (fixture);
  /* The program has ended when nobody waits for it to end. */
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 0);
  g_object_unref (fixture->clock);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

static void
make_service (Fixture    *fixture,
              const char *program,
              const char *catalogue,
              const char *data)
{
  drop_service (fixture);
  fixture->service = trs_sample_service_new (program, catalogue, data, TRS_CLOCK (fixture->clock));
  g_signal_connect (fixture->service, "ended", G_CALLBACK (ended_cb), fixture);
}

static void
make_script (Fixture    *fixture,
             const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, "program", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\nhere='%s'\n%s\n", fixture->folder, text);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  make_service (fixture, path, NULL, NULL);
}

static gboolean
has_file (Fixture    *fixture,
          const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
start (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sample_service_start_async (fixture->service, NULL, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  trs_sample_service_start_finish (fixture->service, result, &error);
  g_assert_no_error (error);
  g_assert_true (trs_sample_service_is_running (fixture->service));
}

static void
assert_fails (Fixture      *fixture,
              GAsyncResult *result,
              const char   *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (trs_sample_service_start_finish (fixture->service, result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_false (trs_sample_service_is_running (fixture->service));
  g_assert_cmpuint (fixture->n_ended, ==, 0);
}

static void
start_fails (Fixture    *fixture,
             const char *words)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_sample_service_start_async (fixture->service, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  assert_fails (fixture, result, words);
}

static void
test_tells_address_and_key (Fixture       *fixture,
                            gconstpointer  data)
{
  make_script (fixture,
               "echo 'A word before' >&2; " SAYS_ALL "echo \"$@\" > \"$here/arguments\"; cat; : > \"$here/end\"");
  start (fixture);
  g_assert_cmpstr (trs_sample_service_get_address (fixture->service), ==, "http://127.0.0.1:4711");
  g_assert_cmpstr (trs_sample_service_get_key (fixture->service), ==, "sample-key");

  trs_sample_service_stop (fixture->service);
  g_assert_false (trs_sample_service_is_running (fixture->service));
  /* Its input closed, and that was enough. */
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 0);
  g_assert_true (has_file (fixture, "end"));
  g_assert_cmpuint (fixture->n_ended, ==, 0);
  trs_sample_service_stop (fixture->service);
}

static void
test_arguments (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *program = g_build_filename (fixture->folder, "program", NULL);
  g_autofree char *data_path = g_build_filename (fixture->folder, "new", "folder", "sample data.db", NULL);
  g_autofree char *data_folder = g_path_get_dirname (data_path);
  g_autofree char *arguments_path = g_build_filename (fixture->folder, "arguments", NULL);
  g_autofree char *arguments = NULL;
  g_autofree char *wanted = NULL;
  GStatBuf status;

  make_script (fixture, "printf '%s|' \"$@\" > \"$here/arguments\"; " SAYS_ALL "exec cat");
  make_service (fixture, program, "/the/catalogue", data_path);
  start (fixture);

  g_assert_true (g_file_get_contents (arguments_path, &arguments, NULL, NULL));
  wanted = g_strdup_printf ("--until-stdin-closes|--port=0|--catalogue|/the/catalogue|--data|%s|", data_path);
  g_assert_cmpstr (arguments, ==, wanted);

  g_assert_cmpint (g_stat (data_folder, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0700);
}

static void
test_no_program (Fixture       *fixture,
                 gconstpointer  data)
{
  make_service (fixture, "/nonexistent/transcription-service", NULL, NULL);
  start_fails (fixture, "sample service");
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
}

static void
test_no_data_folder (Fixture       *fixture,
                     gconstpointer  data)
{
  make_service (fixture, "/nonexistent/transcription-service", NULL, "/dev/null/folder/data");
  start_fails (fixture, "/dev/null/folder");
}

static void
test_ends_at_once (Fixture       *fixture,
                   gconstpointer  data)
{
  make_script (fixture, "echo 'Listening on http://127.0.0.1:4711'; echo 'The data file is damaged.' >&2; exit 1");
  start_fails (fixture, "The data file is damaged.");
  make_script (fixture, "exit 1");
  start_fails (fixture, "could not start");

  make_script (fixture, SAYS_ALL "exec cat");
  start (fixture);
}

static void
test_does_not_start_in_time (Fixture       *fixture,
                             gconstpointer  data)
{
  const char *scripts[] = {
    "",
    "echo 'Listening on http://127.0.0.1:4711'",
    "echo 'Key sample-key'",
    "echo 'Key sample-key'; echo 'Listening on http://example.com:80'",
    "echo 'Key two words'; echo 'Listening on http://127.0.0.1:4711'",
    "printf '\\377\\376\\n\\000\\n'",
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autofree char *said = g_strdup_printf ("said-%u", i);
      g_autofree char *script = g_strdup_printf ("%s\n: > \"$here/%s\"; exec cat", scripts[i], said);

      make_script (fixture, script);
      trs_sample_service_start_async (fixture->service, NULL, trs_test_store_result, &result);
      trs_test_poll_until (has_file (fixture, said));
      trs_test_settle ();
      trs_manual_clock_advance (fixture->clock, 9900);
      g_assert_null (result);
      trs_manual_clock_advance (fixture->clock, 100);
      trs_test_wait_result (result);
      assert_fails (fixture, result, "in time");
      trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 0);
    }
}

static void
test_dies (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "die", NULL);

  make_script (fixture, SAYS_ALL "while ! [ -e \"$here/die\" ]; do sleep 0.01; done");
  start (fixture);
  g_assert_cmpuint (fixture->n_ended, ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  trs_test_wait_until (fixture->n_ended == 1);

  make_script (fixture, SAYS_ALL "exec cat");
  start (fixture);
  g_assert_cmpuint (fixture->n_ended, ==, 1);
}

static void
test_does_not_want_to_end (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autofree char *turn = g_build_filename (fixture->folder, "turn", NULL);

  make_script (fixture,
               "trap ': > \"$here/asked\"' TERM; " SAYS_ALL "while :; do sleep 0.01; : > \"$here/turn\"; done");
  start (fixture);
  trs_sample_service_stop (fixture->service);

  /* Between two commands the shell does what it was asked for. */
  trs_manual_clock_advance (fixture->clock, 2900);
  for (guint i = 0; i < 2; i++)
    {
      g_unlink (turn);
      trs_test_poll_until (has_file (fixture, "turn"));
    }
  g_assert_false (has_file (fixture, "asked"));

  trs_manual_clock_advance (fixture->clock, 100);
  trs_test_poll_until (has_file (fixture, "asked"));
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 1);

  trs_manual_clock_advance (fixture->clock, 3000);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
}

/* Whoever does not read the log of a program stops it sooner or later. */
static void
test_talks_a_lot (Fixture       *fixture,
                  gconstpointer  data)
{
  make_script (fixture,
               SAYS_ALL "i=0; while [ $i -lt 20000 ]; do echo 'GET /api/list 200 3 ms' >&2; i=$((i + 1)); done;"
                                 " : > \"$here/said\"; exec cat");
  start (fixture);
  trs_test_poll_until (has_file (fixture, "said"));
  g_assert_true (trs_sample_service_is_running (fixture->service));
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;

  make_script (fixture, "exec cat");
  trs_sample_service_start_async (fixture->service, cancellable, trs_test_store_result, &result);
  g_cancellable_cancel (cancellable);
  g_assert_null (result);
  trs_test_wait_result (result);
  g_assert_false (trs_sample_service_start_finish (fixture->service, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  make_script (fixture, "exec cat");
  trs_sample_service_start_async (fixture->service, cancellable, trs_test_store_result, &second);
  trs_test_wait_result (second);
  g_assert_false (trs_sample_service_start_finish (fixture->service, second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_stopped_while_starting (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  make_script (fixture, "exec cat");
  trs_sample_service_start_async (fixture->service, NULL, trs_test_store_result, &result);
  trs_sample_service_stop (fixture->service);
  g_assert_null (result);
  trs_test_wait_result (result);
  g_assert_false (trs_sample_service_start_finish (fixture->service, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  make_script (fixture, SAYS_ALL "exec cat");
  start (fixture);
}

static char *
get_real_program (void)
{
  return g_test_build_filename (G_TEST_BUILT, "..", "src", "service", "transcription-service", NULL);
}

static gboolean
answers (const char *address)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GSocketConnection) connection = NULL;

  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_to_uri_async (client, address, 80, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  connection = g_socket_client_connect_to_uri_finish (client, result, NULL);
  return connection != NULL;
}

static void
make_real (Fixture *fixture)
{
  g_autofree char *program = get_real_program ();
  g_autofree char *catalogue = g_test_build_filename (G_TEST_DIST, "..", "data", "catalogue", NULL);
  g_autofree char *data = g_build_filename (fixture->folder, "sample", "service.db", NULL);

  make_service (fixture, program, catalogue, data);
}

static void
test_real (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *address = NULL;
  g_autofree char *key = NULL;

  make_real (fixture);
  start (fixture);
  address = g_strdup (trs_sample_service_get_address (fixture->service));
  key = g_strdup (trs_sample_service_get_key (fixture->service));
  g_assert_true (trs_server_address_is_loopback (address));
  g_assert_true (answers (address));

  trs_sample_service_stop (fixture->service);
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 0);
  g_assert_false (answers (address));

  /* At another port perhaps, but it is the same account. */
  make_real (fixture);
  start (fixture);
  g_assert_cmpstr (trs_sample_service_get_key (fixture->service), ==, key);
  g_assert_true (answers (trs_sample_service_get_address (fixture->service)));
}

static void
test_real_restarted_at_once (Fixture       *fixture,
                             gconstpointer  data)
{
  for (guint i = 0; i < 4; i++)
    {
      make_real (fixture);
      start (fixture);
    }
  g_assert_cmpuint (fixture->n_ended, ==, 0);
}

/* Another process, which ends without a word to the service it started. */
static void
test_orphan (Fixture       *fixture,
             gconstpointer  data)
{
  make_real (fixture);
  start (fixture);
  g_print ("<%s>", trs_sample_service_get_address (fixture->service));
  _exit (0);
}

static void
test_never_outlives (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *test = g_test_build_filename (G_TEST_BUILT, "core", "engine", "test-sample-service", NULL);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  g_autofree char *address = NULL;
  const char *begin;

  /* It does not tidy up behind itself either. */
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", fixture->folder, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, test, "--GTestSubprocess", "-p",
                                         "/sample-service/subprocess/orphan", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (process, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_subprocess_communicate_utf8_finish (process, result, &output, NULL, &error);
  g_assert_no_error (error);

  begin = strchr (output, '<');
  g_assert_nonnull (begin);
  address = g_strndup (begin + 1, strcspn (begin + 1, ">"));
  g_assert_true (g_str_has_prefix (address, "http://127.0.0.1:"));
  trs_test_poll_until (!answers (address));
}

#define ADD(name, function) \
  g_test_add ("/sample-service/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("tells-address-and-key", test_tells_address_and_key);
  ADD ("arguments", test_arguments);
  ADD ("no-program", test_no_program);
  ADD ("no-data-folder", test_no_data_folder);
  ADD ("ends-at-once", test_ends_at_once);
  ADD ("does-not-start-in-time", test_does_not_start_in_time);
  ADD ("dies", test_dies);
  ADD ("does-not-want-to-end", test_does_not_want_to_end);
  ADD ("talks-a-lot", test_talks_a_lot);
  ADD ("cancelled", test_cancelled);
  ADD ("stopped-while-starting", test_stopped_while_starting);
  ADD ("real", test_real);
  ADD ("real-restarted-at-once", test_real_restarted_at_once);
  ADD ("never-outlives", test_never_outlives);
  ADD ("subprocess/orphan", test_orphan);
  return g_test_run ();
}
