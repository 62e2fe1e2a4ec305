/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The service of On This Computer as those see it who need it: with a program of the test in its place, and a network
 * that answers as the test wrote down. The real one is in the journeys. */
#include "trs-local-service.h"

#include "trs-error.h"
#include "trs-fake-worker.h"
#include "trs-local-folder.h"
#include "trs-recording-transport.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define KEY "0123456789abcdef0123456789abcdef"
#define ADDRESS "http://127.0.0.1:4711"

/* As the program does: it prints address and key, and lives as long as its standard input is open. `@` is the folder of
 * the test, in which it writes down its arguments. */
#define PROGRAM(words)                                                                                             \
  "#!/bin/sh\n"                                                                                                   \
  "printf '%s\\n' \"$*\" >> @/arguments\n" words
#define SERVES                                                                                                     \
  PROGRAM ("echo $$ > @/pid\necho 'Listening on " ADDRESS "'\necho 'Key " KEY "'\nexec cat > @/input\n")

typedef struct
{
  char *folder;
  char *local;
  char *program;
  TrsRecordingTransport *transport;
  TrsClock *clock;
  TrsLocalService *service;
  guint n_ended;
} Fixture;

static void
write_program (Fixture    *fixture,
               const char *script)
{
  g_auto (GStrv) parts = g_strsplit (script, "@", -1);
  g_autofree char *filled = g_strjoinv (fixture->folder, parts);

  g_assert_true (g_file_set_contents (fixture->program, filled, -1, NULL));
  g_assert_cmpint (g_chmod (fixture->program, 0700), ==, 0);
}

static TrsLocalService *
new_service (Fixture *fixture)
{
  return trs_local_service_new (fixture->program, "/nowhere/worker", fixture->local,
                                TRS_TRANSPORT (fixture->transport), fixture->clock);
}

static void
count_cb (Fixture *fixture)
{
  fixture->n_ended++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("trs-service-XXXXXX", NULL);
  fixture->local = g_build_filename (fixture->folder, "local", NULL);
  fixture->program = g_build_filename (fixture->folder, "program", NULL);
  fixture->transport = trs_recording_transport_new ();
  fixture->clock = trs_system_clock_new ();
  fixture->service = new_service (fixture);
  g_signal_connect_swapped (fixture->service, "ended", G_CALLBACK (count_cb), fixture);
  write_program (fixture, SERVES);
}

/* Returns: whether nobody has the lock */
static gboolean
is_free (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  int lock = g_file_test (fixture->local, G_FILE_TEST_IS_DIR) ? trs_local_folder_lock (fixture->local, &error) : -1;

  if (lock < 0)
    return !g_file_test (fixture->local, G_FILE_TEST_IS_DIR) || error != NULL;
  close (lock);
  return TRUE;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_local_service_stop (fixture->service);
  g_clear_object (&fixture->service);
  trs_test_poll_until (is_free (fixture));
  g_object_unref (fixture->transport);
  g_object_unref (fixture->clock);
  trs_fake_worker_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->local);
  g_free (fixture->program);
}

/* Answers the next request for the list, which proves the service. */
static void
expect_list (Fixture *fixture)
{
  trs_recording_transport_add_for (fixture->transport, "/api/list", 200, "[]");
}

static gboolean
start (TrsLocalService  *service,
       GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_local_service_start_async (service, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_local_service_start_finish (service, result, error);
}

static char *
read_file (Fixture    *fixture,
           const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : g_strdup ("");
}

static guint
count_starts (Fixture *fixture)
{
  g_autofree char *arguments = read_file (fixture, "arguments");
  g_auto (GStrv) lines = g_strsplit (arguments, "\n", -1);

  return *arguments != '\0' ? g_strv_length (lines) - 1 : 0;
}

static void
test_start (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *note = NULL;
  g_autofree char *note_path = g_build_filename (fixture->local, "service.json", NULL);
  GStatBuf info;

  expect_list (fixture);
  g_assert_true (start (fixture->service, &error));
  g_assert_no_error (error);
  g_assert_true (trs_local_service_is_running (fixture->service));
  g_assert_cmpstr (trs_local_service_get_address (fixture->service), ==, ADDRESS);
  g_assert_cmpstr (trs_local_service_get_key (fixture->service), ==, KEY);
  /* It was asked with its key, which stands in no argument. */
  g_assert_cmpuint (trs_recording_transport_count (fixture->transport, ADDRESS "/api/list"), ==, 1);
  arguments = read_file (fixture, "arguments");
  g_assert_null (strstr (arguments, KEY));
  g_assert_nonnull (strstr (arguments, "--tickets"));
  g_assert_null (strstr (arguments, "--recognizer"));
  /* This user alone can read where it is. */
  note = read_file (fixture, "local/service.json");
  g_assert_nonnull (strstr (note, KEY));
  g_assert_cmpint (g_stat (note_path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (fixture->local, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);

  /* Once more costs nothing. */
  g_assert_true (start (fixture->service, &error));
  g_assert_cmpuint (count_starts (fixture), ==, 1);
  trs_local_service_stop (fixture->service);
  g_assert_false (trs_local_service_is_running (fixture->service));
  trs_test_poll_until (is_free (fixture));
  g_assert_cmpuint (fixture->n_ended, ==, 0);
}

/* Whoever comes second joins the one that holds the lock, and it lives until both have let go. */
static void
test_second (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (TrsLocalService) second = new_service (fixture);
  g_autoptr (GError) error = NULL;

  expect_list (fixture);
  g_assert_true (start (fixture->service, &error));
  /* One that does not take the key is not it, so that it is looked for again. */
  trs_recording_transport_add_for (fixture->transport, "/api/list", 401, "{}");
  expect_list (fixture);
  g_assert_true (start (second, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_starts (fixture), ==, 1);
  g_assert_cmpstr (trs_local_service_get_key (second), ==, KEY);

  trs_local_service_stop (fixture->service);
  trs_test_settle ();
  g_assert_false (is_free (fixture));
  trs_local_service_stop (second);
  trs_test_poll_until (is_free (fixture));
}

/* It is known at once, and the next start begins with another one. */
static void
test_dies (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gint64 pid;

  expect_list (fixture);
  g_assert_true (start (fixture->service, &error));
  text = read_file (fixture, "pid");
  pid = g_ascii_strtoll (text, NULL, 10);
  g_assert_cmpint (pid, >, 1);
  g_assert_cmpint (kill ((pid_t) pid, SIGKILL), ==, 0);
  trs_test_wait_until (fixture->n_ended == 1);
  g_assert_false (trs_local_service_is_running (fixture->service));
  expect_list (fixture);
  g_assert_true (start (fixture->service, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_starts (fixture), ==, 2);
}

/* What it said last is said to the user, a full disk for one. */
static void
test_full_disk (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  write_program (fixture, PROGRAM ("echo 'The data cannot be written: database or disk is full'\nexit 1\n"));
  g_assert_false (start (fixture->service, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, "(The data cannot be written: database or disk is full)"));
  g_assert_false (trs_local_service_is_running (fixture->service));
  g_assert_cmpuint (trs_recording_transport_get_n_requests (fixture->transport), ==, 0);
  trs_test_poll_until (is_free (fixture));

  /* Nothing of it is in the way when there is room. */
  write_program (fixture, SERVES);
  expect_list (fixture);
  g_clear_error (&error);
  g_assert_true (start (fixture->service, &error));
  g_assert_no_error (error);
}

static void
test_no_program (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_unlink (fixture->program), ==, 0);
  g_assert_false (start (fixture->service, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  trs_test_poll_until (is_free (fixture));
}

/* Root may write everywhere: a file where the folder is to be is in the way of everybody. */
static void
test_folder_not_writable (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (fixture->local, "", 0, NULL));
  g_assert_false (start (fixture->service, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_cmpuint (count_starts (fixture), ==, 0);
  g_assert_cmpint (g_unlink (fixture->local), ==, 0);

  if (getuid () != 0)
    {
      g_assert_cmpint (g_chmod (fixture->folder, 0500), ==, 0);
      g_clear_error (&error);
      g_assert_false (start (fixture->service, &error));
      g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
      g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
    }
}

/* A lock, or a life-line, that leads elsewhere is not followed. */
static void
test_links (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *lock = g_build_filename (fixture->local, "lock", NULL);
  g_autofree char *victim = g_build_filename (fixture->folder, "victim", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (trs_local_folder_make (fixture->local, NULL));
  g_assert_cmpint (symlink (victim, lock), ==, 0);
  g_assert_false (start (fixture->service, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_false (g_file_test (victim, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (lock), ==, 0);
}

/* Another recogniser ends it for all; the same one does not. */
static void
test_recognizer (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *input = NULL;

  trs_local_service_set_recognizer (fixture->service, "mine {input}", "");
  expect_list (fixture);
  g_assert_true (start (fixture->service, &error));
  arguments = read_file (fixture, "arguments");
  g_assert_nonnull (strstr (arguments, "--recognizer mine {input}"));
  g_assert_null (strstr (arguments, "--model"));
  trs_local_service_set_recognizer (fixture->service, "mine {input}", NULL);
  trs_local_service_set_recognizer (fixture->service, NULL, "/a/model");
  trs_test_poll_until (*(input = (g_free (input), read_file (fixture, "input"))) != '\0');
  g_assert_cmpstr (input, ==, "end\n");
}

static gboolean
is_sound_wished (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->local, "sound", "keep", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Whether sound is kept changes without an end of the service, also for the one that another program has started. */
static void
test_keep_sound (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *kept = g_build_filename (fixture->local, "sound", "f-abc.opus", NULL);
  g_autofree char *folder = g_build_filename (fixture->local, "sound", NULL);
  g_autofree char *arguments = NULL;
  g_autofree char *input = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf info;

  trs_local_service_set_keep_sound (fixture->service, TRUE);
  g_assert_false (g_file_test (fixture->local, G_FILE_TEST_EXISTS));
  expect_list (fixture);
  g_assert_true (start (fixture->service, &error));
  g_assert_true (is_sound_wished (fixture));
  g_assert_cmpint (g_stat (folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  arguments = read_file (fixture, "arguments");
  g_assert_nonnull (strstr (arguments, "--sound"));
  g_assert_nonnull (strstr (arguments, folder));

  g_assert_true (g_file_set_contents (kept, "", 0, NULL));
  trs_local_service_set_keep_sound (fixture->service, FALSE);
  g_assert_false (is_sound_wished (fixture));
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  trs_local_service_set_keep_sound (fixture->service, TRUE);
  g_assert_true (is_sound_wished (fixture));
  g_assert_true (trs_local_service_is_running (fixture->service));
  g_assert_cmpuint (fixture->n_ended, ==, 0);
  input = read_file (fixture, "input");
  g_assert_cmpstr (input, ==, "");
}

static char *
read_input (Fixture *fixture,
            char    *before)
{
  g_free (before);
  return read_file (fixture, "input");
}

/* Who has a say in it says so at once, and to each one that it finds. */
static void
test_pauses (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (TrsLocalService) second = new_service (fixture);
  g_autoptr (TrsLocalService) silent = new_service (fixture);
  g_autoptr (GError) error = NULL;
  g_autofree char *input = NULL;

  trs_local_service_set_paused (fixture->service, TRUE);
  expect_list (fixture);
  g_assert_true (start (fixture->service, &error));
  trs_test_poll_until (g_str_equal (input = read_input (fixture, input), "pause\n"));
  trs_local_service_set_paused (fixture->service, TRUE);
  expect_list (fixture);
  g_assert_true (start (silent, &error));
  trs_local_service_set_paused (fixture->service, FALSE);
  trs_test_poll_until (g_str_equal (input = read_input (fixture, input), "pause\ngo on\n"));

  trs_local_service_set_paused (second, FALSE);
  expect_list (fixture);
  g_assert_true (start (second, &error));
  trs_test_poll_until (g_str_equal (input = read_input (fixture, input), "pause\ngo on\ngo on\n"));
  g_assert_no_error (error);
  trs_local_service_stop (second);
  trs_local_service_stop (silent);
}

/* Whoever stops waiting hears so, and a start that is given up leaves nothing behind. */
static void
test_given_up (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_local_service_start_async (fixture->service, NULL, trs_test_store_result, &result);
  /* Nobody answers its request. */
  trs_test_wait_until (trs_recording_transport_get_n_requests (fixture->transport) == 1);
  trs_local_service_stop (fixture->service);
  trs_test_wait_result (result);
  g_assert_false (trs_local_service_start_finish (fixture->service, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  trs_test_poll_until (is_free (fixture));
}

#define ADD(path, function) g_test_add ("/local-service/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("start", test_start);
  ADD ("second", test_second);
  ADD ("pauses", test_pauses);
  ADD ("dies", test_dies);
  ADD ("full-disk", test_full_disk);
  ADD ("no-program", test_no_program);
  ADD ("folder-not-writable", test_folder_not_writable);
  ADD ("links", test_links);
  ADD ("recognizer", test_recognizer);
  ADD ("keep-sound", test_keep_sound);
  ADD ("given-up", test_given_up);
  return g_test_run ();
}
