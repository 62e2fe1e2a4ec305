/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-worker.h"

#include "trs-error.h"
#include "trs-fake-worker.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

typedef struct
{
  char *folder;
  char *worker;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("trs-worker-XXXXXX", NULL);
  fixture->worker = trs_fake_worker_make (fixture->folder);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_fake_worker_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->worker);
}

static TrsLocalMedium *
discover (Fixture     *fixture,
          const char  *name,
          GError     **error)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, name);
  g_autoptr (GAsyncResult) result = NULL;

  trs_local_worker_discover_async (fixture->worker, path, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_local_worker_discover_finish (result, error);
}

static char *
try (Fixture     *fixture,
     const char  *name,
     GError     **error)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, name);
  g_autoptr (GAsyncResult) result = NULL;

  trs_local_worker_try_async (fixture->worker, "", "", path, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_local_worker_try_finish (result, error);
}

static void
test_discover (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsLocalMedium) titled = discover (fixture, "-titled.mp4", &error);
  g_autoptr (TrsLocalMedium) plain = NULL;

  g_assert_no_error (error);
  g_assert_cmpfloat (titled->length, ==, 754.6);
  g_assert_cmpstr (titled->title, ==, "Q&A <b>\xe2\x80\xaeport");
  plain = discover (fixture, "plain.wav", &error);
  g_assert_no_error (error);
  g_assert_null (plain->title);
}

static void
assert_track (TrsLocalMedium *medium,
              guint           i,
              const char     *name)
{
  g_autofree char *found = trs_local_track_dup_name (medium->tracks->pdata[i]);

  g_assert_cmpstr (found, ==, name);
}

/* What the worker says of tracks is foreign: none is better than one of which nobody knows what it is. */
static void
test_tracks (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const bad[] = { "[]", "[{}]", "{}", "[{},1]", "[{},{\"language\":1}]", "[{},{\"title\":\"%s\"}]",
                                      "[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]" };
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsLocalMedium) plain = discover (fixture, "plain.wav", &error);
  g_autoptr (TrsLocalMedium) two = discover (fixture, "interpreted.mkv", &error);
  g_autofree char *long_title = g_strnfill (101, 'x');

  g_assert_no_error (error);
  g_assert_null (plain->tracks);
  g_assert_cmpuint (two->tracks->len, ==, 2);
  assert_track (two, 0, "English");
  assert_track (two, 1, "Floor <b>");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto (GStrv) parts = g_strsplit (bad[i], "%s", 2);
      g_autofree char *tracks = g_strjoinv (long_title, parts);
      g_autofree char *script = g_strdup_printf ("#!/bin/sh\necho '{\"type\":\"media\",\"length\":1,\"tracks\":%s}'\n",
                                                 tracks);

      g_assert_true (g_file_set_contents (fixture->worker, script, -1, NULL));
      g_assert_cmpint (g_chmod (fixture->worker, 0700), ==, 0);
      g_assert_null (discover (fixture, "plain.wav", &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
      g_clear_error (&error);
    }
}

/* What a user can do something about is said in the user's words, the rest in those of the worker. */
static void
test_faults (Fixture       *fixture,
             gconstpointer  data)
{
  static const struct
  {
    const char *name;
    int code;
    const char *message;
  } cases[] = {
    { "silent.mp4", TRS_ERROR_INVALID_INPUT, "This recording has no sound" },
    { "strange.mp4", TRS_ERROR_INVALID_INPUT, "Needs {model}." },
    { "broken.mp4", TRS_ERROR_FAILED, "The program that reads recordings broke off" },
    { "garbage.mp4", TRS_ERROR_FAILED, "The program that reads recordings broke off" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) of_trial = NULL;

      g_assert_null (discover (fixture, cases[i].name, &error));
      g_assert_error (error, TRS_ERROR, cases[i].code);
      g_assert_cmpstr (error->message, ==, cases[i].message);
      g_assert_null (try (fixture, cases[i].name, &of_trial));
      g_assert_error (of_trial, TRS_ERROR, cases[i].code);
    }
}

static void
test_try (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *words = try (fixture, "talk.mp4", &error);
  g_autofree char *none = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (words, ==, "Good evening everyone");
  none = try (fixture, "quiet.mp4", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (none, ==, "");
}

/* Returns: (transfer full) (nullable): the line that a file has by now */
static char *
read_line (const char *path)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || strchr (text, '\n') == NULL)
    return NULL;
  return g_strchomp (g_steal_pointer (&text));
}

/* Nothing goes on that nobody waits for. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, "hanging.wav");
  g_autofree char *pid_path = g_strconcat (path, ".pid", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *pid = NULL;

  trs_local_worker_discover_async (fixture->worker, path, cancellable, trs_test_store_result, &result);
  trs_test_poll_until ((pid = read_line (pid_path)) != NULL);
  /* All users of a computer can read the arguments of a program. */
  g_assert_null (trs_test_find_arguments ("hanging.wav"));
  g_cancellable_cancel (cancellable);
  trs_test_wait_result (result);
  g_assert_null (trs_local_worker_discover_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  trs_test_poll_until (kill (atoi (pid), 0) != 0);
}

static void
test_no_worker (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_local_worker_discover_async ("/nonexistent/worker", "/dev/null", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_null (trs_local_worker_discover_finish (result, &error));
  g_assert_nonnull (error);
}

static gboolean
check_sound (const char  *worker,
             GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_local_worker_check_sound_async (worker, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_local_worker_check_sound_finish (result, error);
}

/* What cannot be kept is another thing than who says nothing of it. */
static void
test_check_sound (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *mark = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (check_sound (fixture->worker, &error));
  g_assert_no_error (error);
  mark = trs_fake_worker_make_file (fixture->folder, "no-opus");
  g_assert_false (check_sound (fixture->worker, &error));
  g_assert_no_error (error);
  g_assert_false (check_sound ("/bin/true", &error));
  g_assert_nonnull (error);
}

#define ADD(path, test) g_test_add ("/local-worker/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("discover", test_discover);
  ADD ("tracks", test_tracks);
  ADD ("faults", test_faults);
  ADD ("try", test_try);
  ADD ("check-sound", test_check_sound);
  ADD ("cancel", test_cancel);
  ADD ("no-worker", test_no_worker);
  return g_test_run ();
}
