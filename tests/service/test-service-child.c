/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-child.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>

/* What becomes of a process that works on the files of strangers. */

typedef struct
{
  TrsClock *clock;
  GCancellable *cancellable;
  GPtrArray *lines;
  char *folder;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->clock = trs_system_clock_new ();
  fixture->cancellable = g_cancellable_new ();
  fixture->lines = g_ptr_array_new_with_free_func (g_free);
  fixture->folder = g_dir_make_tmp ("trs-child-XXXXXX", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_ptr_array_unref (fixture->lines);
  g_object_unref (fixture->cancellable);
  g_object_unref (fixture->clock);
}

static void
line_cb (const char *line,
         gsize       length,
         gpointer    user_data)
{
  Fixture *fixture = user_data;

  g_assert_cmpuint (strlen (line), ==, length);
  g_ptr_array_add (fixture->lines, g_strdup (line));
}

static void
start (Fixture       *fixture,
       const char    *script,
       guint          deadline,
       gint64         max_file,
       GAsyncResult **result)
{
  const char *argv[] = { "sh", "-c", script, "sh", fixture->folder, NULL };

  trs_service_child_run_async (argv, -1, deadline, max_file, fixture->clock, line_cb, fixture, fixture->cancellable,
                               trs_test_store_result, result);
}

static gboolean
run (Fixture     *fixture,
     const char  *script,
     guint        deadline,
     gint64       max_file,
     GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  start (fixture, script, deadline, max_file, &result);
  trs_test_wait_result (result);
  return trs_service_child_run_finish (result, error);
}

static gboolean
has_line (Fixture    *fixture,
          const char *prefix)
{
  for (guint i = 0; i < fixture->lines->len; i++)
    if (g_str_has_prefix (fixture->lines->pdata[i], prefix))
      return TRUE;
  return FALSE;
}

static void
test_knows_little (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *inherited = g_build_filename (fixture->folder, "inherited", NULL);
  FILE *file = fopen (inherited, "w");

  g_setenv ("TRS_SECRET", "value", TRUE);
  g_setenv ("GST_PLUGIN_PATH", "/plug-ins", TRUE);
  run (fixture, "env; pwd; nice; ulimit -c; ls -l /proc/self/fd", 0, 0, &error);
  g_assert_no_error (error);
  fclose (file);
  g_unsetenv ("TRS_SECRET");
  g_unsetenv ("GST_PLUGIN_PATH");
  g_assert_true (has_line (fixture, "PATH="));
  g_assert_true (has_line (fixture, "GST_PLUGIN_PATH=/plug-ins"));
  g_assert_false (has_line (fixture, "TRS_SECRET"));
  g_assert_false (has_line (fixture, "G_TEST_SRCDIR"));
  g_assert_false (has_line (fixture, "DBUS_SESSION_BUS_ADDRESS"));
  g_assert_true (has_line (fixture, "/"));
  g_assert_true (has_line (fixture, "10"));
  g_assert_true (has_line (fixture, "0"));
  g_assert_cmpuint (fixture->lines->len, >, 6);
  for (guint i = 0; i < fixture->lines->len; i++)
    g_assert_null (strstr (fixture->lines->pdata[i], "inherited"));
}

static void
test_says_what_it_complains_of (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) silent = NULL;
  g_autoptr (GError) missing = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  const char *nothing[] = { "/nowhere/at/all", NULL };

  g_assert_false (run (fixture, "echo first >&2; printf 'sec\\033[31mond\\n' >&2; exit 3", 0, 0, &error));
  g_assert_error (error, G_SPAWN_EXIT_ERROR, 3);
  g_assert_cmpstr (error->message, ==, "sec[31mond");
  g_assert_false (run (fixture, "kill -9 $$", 0, 0, &silent));
  g_assert_error (silent, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED);

  trs_service_child_run_async (nothing, -1, 0, 0, fixture->clock, line_cb, fixture, NULL, trs_test_store_result,
                               &result);
  trs_test_wait_result (result);
  g_assert_false (trs_service_child_run_finish (result, &missing));
  g_assert_error (missing, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT);
}

static void
test_lines (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) too_long = NULL;

  g_assert_true (run (fixture, "printf 'a\\n\\nb\\rc\\nno end'", 0, 0, &error));
  g_assert_cmpuint (fixture->lines->len, ==, 4);
  g_assert_cmpstr (fixture->lines->pdata[2], ==, "b");
  g_assert_false (run (fixture, "head -c 100000 /dev/zero | tr '\\0' x; sleep 20", 0, 0, &too_long));
  g_assert_error (too_long, TRS_ERROR, TRS_ERROR_TOO_LARGE);
  /* Much that nobody wants to hear fills no pipe. */
  g_assert_true (run (fixture, "head -c 3000000 /dev/zero >&2", 0, 0, &error));
}

static void
test_ends_in_time (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (run (fixture, "sleep 20", 50, 0, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TIMED_OUT);
}

/* It hears nothing, and has a child in its group: both are gone soon. */
static void
test_is_cancelled (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 cancelled_at;
  pid_t child;

  start (fixture, "trap '' TERM; sleep 20 & echo $!; while :; do sleep 1; done", 0, 0, &result);
  trs_test_wait_until (fixture->lines->len == 1);
  child = (pid_t) atoi (fixture->lines->pdata[0]);
  g_assert_cmpint (kill (child, 0), ==, 0);
  cancelled_at = g_get_monotonic_time ();
  g_cancellable_cancel (fixture->cancellable);
  trs_test_wait_result (result);
  g_assert_cmpint (g_get_monotonic_time () - cancelled_at, <, trs_test_patience (1) * G_USEC_PER_SEC);
  g_assert_false (trs_service_child_run_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  for (;;)
    {
      g_autofree char *path = g_strdup_printf ("/proc/%d/cmdline", (int) child);
      g_autofree char *text = NULL;
      gsize length = 0;

      if (!g_file_get_contents (path, &text, &length, NULL) || length == 0)
        break;
    }
}

/* A child that has left the group keeps the pipe open, and nobody waiting. */
static void
test_leaves_something_behind (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (run (fixture, "setsid sleep 5 & echo $!; exit 0", 0, 0, &error));
  g_assert_no_error (error);
  kill ((pid_t) atoi (fixture->lines->pdata[0]), SIGKILL);
}

static void
test_files_are_bounded (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "large", NULL);
  GStatBuf info;

  g_assert_false (run (fixture, "head -c 100000 /dev/zero >\"$1/large\"", 0, 1000, &error));
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_size, <=, 1000);
}

#define ADD(path, function) g_test_add ("/service/child/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("knows-little", test_knows_little);
  ADD ("complains", test_says_what_it_complains_of);
  ADD ("lines", test_lines);
  ADD ("ends-in-time", test_ends_in_time);
  ADD ("cancelled", test_is_cancelled);
  ADD ("leaves-something-behind", test_leaves_something_behind);
  ADD ("files-are-bounded", test_files_are_bounded);
  return g_test_run ();
}
