/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <gio/gunixsocketaddress.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static void
allow_core_dumps_cb (gpointer user_data)
{
  struct rlimit limit;

  getrlimit (RLIMIT_CORE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_CORE, &limit);
}

static void
clear_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static gboolean
has_no_core_limit (GSubprocess *process)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/limits", g_subprocess_get_identifier (process));
  g_autofree char *limits = NULL;

  g_file_get_contents (path, &limits, NULL, NULL);
  return limits != NULL && g_regex_match_simple ("^Max core file size +[01] ", limits, G_REGEX_MULTILINE, 0);
}

static void
assert_no_core (GSubprocess *process)
{
  g_autoptr (GAsyncResult) ended = NULL;

  g_assert_true (has_no_core_limit (process));
  g_subprocess_send_signal (process, SIGABRT);
  g_subprocess_wait_async (process, NULL, trs_test_store_result, &ended);
  trs_test_wait_result (ended);
  g_assert_true (g_subprocess_get_if_signaled (process));
  g_assert_false (WCOREDUMP (g_subprocess_get_status (process)));
}

/* The kernel cuts the name of a program after 15 bytes. */
static gboolean
is_command (GSubprocess *process)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/comm", g_subprocess_get_identifier (process));
  g_autofree char *name = NULL;

  g_file_get_contents (path, &name, NULL, NULL);
  return g_strcmp0 (name, "transcripts-com\n") == 0;
}

/* A dump would hold the key, and lie where nobody thinks of it. This command waits for its key. */
static void
test_command (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-core-XXXXXX", NULL);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_set_cwd (launcher, folder);
  g_subprocess_launcher_set_child_setup (launcher, allow_core_dumps_cb, NULL, NULL);
  process = g_subprocess_launcher_spawn (launcher, &error, TRS_PROGRAM, "list", "--server", "http://127.0.0.1:9",
                                         "--key-stdin", NULL);
  g_assert_no_error (error);
  trs_test_poll_until (is_command (process) && has_no_core_limit (process));
  assert_no_core (process);
  clear_folder (folder);
}

#ifdef TRS_WINDOW
static gboolean
knock_cb (GSocketService    *service,
          GSocketConnection *connection,
          GObject           *source,
          gpointer           user_data)
{
  GSocketConnection **knocked = user_data;

  g_set_object (knocked, connection);
  return TRUE;
}

/* A bus that never answers: whoever comes to it waits. */
static GSocketService *
start_bus (const char         *path,
           GSocketConnection **knocked)
{
  GSocketService *bus = g_socket_service_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;

  g_socket_listener_add_address (G_SOCKET_LISTENER (bus), address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                                 NULL, NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (bus, "incoming", G_CALLBACK (knock_cb), knocked);
  return bus;
}

static void
test_window (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-core-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bus", NULL);
  g_autofree char *address = g_strconcat ("unix:path=", path, NULL);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GSocketService) bus = NULL;
  g_autoptr (GSocketConnection) knocked = NULL;
  g_autoptr (GError) error = NULL;

  bus = start_bus (path, &knocked);
  g_subprocess_launcher_set_cwd (launcher, folder);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", address, TRUE);
  g_subprocess_launcher_set_child_setup (launcher, allow_core_dumps_cb, NULL, NULL);
  process = g_subprocess_launcher_spawn (launcher, &error, TRS_PROGRAM, "--gapplication-service", NULL);
  g_assert_no_error (error);
  trs_test_wait_until (knocked != NULL);
  assert_no_core (process);
  g_socket_service_stop (bus);
  g_socket_listener_close (G_SOCKET_LISTENER (bus));
  clear_folder (folder);
}
#endif

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
#ifdef TRS_WINDOW
  g_test_add_func ("/core-dump/window", test_window);
#endif
  g_test_add_func ("/core-dump/command", test_command);
  return g_test_run ();
}
