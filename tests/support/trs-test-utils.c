/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"

#include <ftw.h>
#include <gio/gunixoutputstream.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define MAX_ALARMS 8

static guint alarm_id;
static guint n_alarms;
static const char *awaited[MAX_ALARMS];

static char *folder;

static int
remove_cb (const char        *path,
           const struct stat *status,
           int                kind,
           struct FTW        *where)
{
  return remove (path);
}

static void
remove_folder (void)
{
  nftw (folder, remove_cb, 16, FTW_DEPTH | FTW_PHYS);
  g_clear_pointer (&folder, g_free);
}

/* G_TEST_OPTION_ISOLATE_DIRS would leak the names of the folders, and only a slow unwinder could tell this from leaks
 * of ours. */
static void
isolate_folders (void)
{
  static const char * const names[] = { "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                        "XDG_RUNTIME_DIR" };

  folder = g_dir_make_tmp ("trs-test-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
      g_setenv (names[i], path, TRUE);
    }
  atexit (remove_folder);
}

/**
 * trs_test_init:
 * @argc: from main()
 * @argv: from main()
 *
 * Like g_test_init(), and makes sure that the environment is as hostile to
 * sloppiness as the test setup means it to be: a misspelt variable would
 * otherwise quietly turn the checks off.
 */
void
trs_test_init (int    *argc,
               char ***argv)
{
  g_test_init (argc, argv, NULL);
  isolate_folders ();

  if (g_strstr_len (g_getenv ("G_DEBUG") != NULL ? g_getenv ("G_DEBUG") : "", -1, "fatal-warnings") == NULL)
    g_error ("Tests need G_DEBUG=fatal-warnings; run them with “meson test”");
  if (g_strcmp0 (g_getenv ("GSETTINGS_BACKEND"), "memory") != 0)
    g_error ("Tests need GSETTINGS_BACKEND=memory; run them with “meson test”");
}

/**
 * trs_test_data_path:
 * @name: path below tests/data
 *
 * Returns: (transfer full): the absolute path
 */
char *
trs_test_data_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

/**
 * trs_test_store_result:
 * @source: ignored
 * @result: what came
 * @user_data: a `GAsyncResult **`, %NULL until now
 *
 * The callback for trs_test_wait_result().
 */
void
trs_test_store_result (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  GAsyncResult **place = user_data;

  g_assert_null (*place);
  *place = g_object_ref (result);
}

/**
 * trs_test_tell_record:
 * @project: a project
 * @record: an entry of a list
 * @now: microseconds since the epoch
 *
 * Gives a project what the worker of the store merges into its row.
 *
 * Returns: %TRUE if anything has changed
 */
gboolean
trs_test_tell_record (TrsProject             *project,
                      const TrsProjectRecord *record,
                      gint64                  now)
{
  TrsProjectData *data = (TrsProjectData *) trs_project_get_data (project);
  gboolean changed = trs_project_data_merge_record (data, record, FALSE, now);

  if (changed)
    g_signal_emit_by_name (project, "changed", TRUE);
  return changed;
}

/* The line of the status of a thread that begins with @name. */
static const char *
find_line (const char *status,
           const char *name)
{
  const char *line = strstr (status, name);

  g_assert_nonnull (line);
  return line + strlen (name);
}

/* Whether all other threads sleep. @switches: how often each has begun or ceased to. */
static gboolean
read_threads (GString *switches)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  gboolean asleep = TRUE;
  const char *id;

  g_assert_nonnull (threads);
  while ((id = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", id, "status", NULL);
      g_autofree char *status = NULL;

      /* It may have ended since. */
      if (g_ascii_strtoll (id, NULL, 10) == getpid () || !g_file_get_contents (path, &status, NULL, NULL))
        continue;
      asleep = asleep && *find_line (status, "\nState:\t") == 'S';
      g_string_append_printf (switches, "%s %s\n", id, find_line (status, "\nvoluntary_ctxt_switches:"));
    }
  return asleep;
}

/* No thread has run between two looks at them all, so that none can have woken another behind the first. */
static gboolean
are_threads_asleep (void)
{
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);

  return read_threads (before) && read_threads (after) && g_string_equal (before, after);
}

/**
 * trs_test_settle:
 *
 * Runs the main context until it has nothing to do and every other thread of this process has gone to sleep: to see
 * that something does not happen. What waits for time or for another process has not happened then; time of
 * #TrsManualClock passes before. To be called in the main thread.
 */
void
trs_test_settle (void)
{
  trs_test_alarm_start (60);
  do
    {
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      g_thread_yield ();
    }
  while (!are_threads_asleep () || g_main_context_pending (NULL));
  trs_test_alarm_stop ();
}

static gboolean
iterated_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/**
 * trs_test_iterate_for:
 * @milliseconds: how long
 *
 * Runs the main context for a while, where what is waited for is done by another process or by a timer of a library,
 * which nothing tells of. What this process does by itself, trs_test_settle() waits for.
 */
void
trs_test_iterate_for (guint milliseconds)
{
  gboolean done = FALSE;

  g_timeout_add (milliseconds, iterated_cb, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

/**
 * trs_test_has_read:
 * @pipe: a pipe to another process
 *
 * Returns: whether that has read all that was written
 */
gboolean
trs_test_has_read (GOutputStream *pipe)
{
  int n_unread = 0;

  g_assert_no_errno (ioctl (g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (pipe)), FIONREAD, &n_unread));
  return n_unread == 0;
}

/* Sanitizers that unwind every allocation make layout of text some fifty times slower. */
#if defined(__SANITIZE_ADDRESS__)
#define PATIENCE 3
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PATIENCE 3
#endif
#endif
#ifndef PATIENCE
#define PATIENCE 1
#endif

/**
 * trs_test_patience:
 * @seconds: how long something may take that a busy machine makes slow
 *
 * Returns: so many seconds; more under a sanitizer
 */
guint
trs_test_patience (guint seconds)
{
  return seconds * PATIENCE;
}

static gboolean
alarm_cb (gpointer user_data)
{
  /* What waits for something itself comes first. */
  for (guint i = 0; i < n_alarms; i++)
    g_printerr ("It waits for %s\n", awaited[i]);
  g_error ("A condition that the test waits for did not come true in time");
  return G_SOURCE_REMOVE;
}

/**
 * trs_test_find_arguments:
 * @text: what no program should be told
 *
 * Looks through the arguments of all processes but this one.
 *
 * Returns: (transfer full) (nullable): those that contain it, with blanks between them; %NULL if there are none
 */
char *
trs_test_find_arguments (const char *text)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL);
      g_autofree char *arguments = NULL;
      gsize length;

      if (!g_ascii_isdigit (*name) || atoi (name) == getpid () ||
          !g_file_get_contents (path, &arguments, &length, NULL))
        continue;
      for (gsize i = 0; i < length; i++)
        if (arguments[i] == '\0')
          arguments[i] = ' ';
      if (strstr (arguments, text) != NULL)
        return g_steal_pointer (&arguments);
    }
  return NULL;
}

/**
 * trs_test_alarm_begin:
 * @seconds: how long a wait may last; longer under a sanitizer
 * @what: (transfer none): where it is and what is waited for, for whoever reads that it did not come; lives as long as
 *   the wait
 *
 * What is waited for may wait for something itself, for as long as the outer alarm allows.
 */
void
trs_test_alarm_begin (guint       seconds,
                      const char *what)
{
  g_assert (n_alarms < MAX_ALARMS);
  awaited[n_alarms] = what;
  if (n_alarms++ == 0)
    alarm_id = g_timeout_add_seconds (trs_test_patience (seconds), alarm_cb, NULL);
}

/**
 * trs_test_alarm_stop:
 *
 * Takes the alarm back.
 */
void
trs_test_alarm_stop (void)
{
  g_assert (n_alarms > 0);
  if (--n_alarms == 0)
    g_clear_handle_id (&alarm_id, g_source_remove);
}
