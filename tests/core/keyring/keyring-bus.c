/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "keyring-bus.h"

#include "trs-test-bus.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define SERVICE_NAME "org.freedesktop.secrets"
#define SERVICE_PATH "/org/freedesktop/secrets"
#define LOGIN_COLLECTION "/org/freedesktop/secrets/collection/login"

/* Returns TRUE in a process that runs this test alone; FALSE after such a process has passed. */
gboolean
keyring_test_in_process (void)
{
  if (g_test_subprocess ())
    return TRUE;

  g_test_trap_subprocess (NULL, 60 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  return FALSE;
}

KeyringBus *
keyring_bus_new (void)
{
  static GTestDBus *bus;
  static GDBusConnection *shared;
  KeyringBus *self = g_new0 (KeyringBus, 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (bus);
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  self->bus = bus;

  /* The bus goes down before the process does. */
  shared = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_set_exit_on_close (shared, FALSE);

  /* The daemon counts its sessions for each connection. */
  self->connection = trs_test_bus_connect (g_test_dbus_get_bus_address (bus));

  self->home = g_dir_make_tmp ("trs-keyring-XXXXXX", &error);
  g_assert_no_error (error);
  return self;
}

void
keyring_bus_remove_tree (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      keyring_bus_remove_tree (child);
    }
  g_remove (path);
}

void
keyring_bus_free (KeyringBus *self)
{
  if (self->daemon != NULL)
    keyring_bus_stop_daemon (self);
  if (self->prompter_id != 0)
    g_dbus_connection_unregister_object (self->connection, self->prompter_id);
  if (self->prompter_name_id != 0)
    g_bus_unown_name (self->prompter_name_id);

  g_clear_object (&self->connection);
  /* Its last reference would wait for the bus connection, which libsecret keeps. */
  g_test_dbus_stop (self->bus);
  keyring_bus_remove_tree (self->home);
  g_free (self->home);
  g_free (self->prompt_sender);
  g_free (self->prompt_path);
  g_free (self);
}

static GVariant *
call (KeyringBus *self,
      const char *destination,
      const char *path,
      const char *interface,
      const char *method,
      GVariant   *parameters)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GVariant *reply;

  g_dbus_connection_call (self->connection, destination, path, interface, method, parameters, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  reply = g_dbus_connection_call_finish (self->connection, result, &error);
  g_assert_no_error (error);
  return reply;
}

static void
appeared_cb (GDBusConnection *connection,
             const char      *name,
             const char      *owner,
             gpointer         user_data)
{
  *(gboolean *) user_data = TRUE;
}

static void
vanished_cb (GDBusConnection *connection,
             const char      *name,
             gpointer         user_data)
{
  *(gboolean *) user_data = FALSE;
}

static void
wait_for_name (KeyringBus *self,
               gboolean    there)
{
  gboolean is_there = !there;
  guint id = g_bus_watch_name_on_connection (self->connection, SERVICE_NAME, G_BUS_NAME_WATCHER_FLAGS_NONE, appeared_cb,
                                             vanished_cb, &is_there, NULL);

  trs_test_wait_until (is_there == there);
  g_bus_unwatch_name (id);
}

static void
die_with_the_test (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

void
keyring_bus_start_daemon (KeyringBus *self,
                          gboolean    unlocked)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autofree char *data = g_build_filename (self->home, "data", NULL);
  g_autoptr (GError) error = NULL;
  GOutputStream *input;

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE
                                        | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_setenv (launcher, "HOME", self->home, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", data, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_RUNTIME_DIR", self->home, TRUE);
  /* The checks of these tests are not meant for it. */
  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  g_subprocess_launcher_set_child_setup (launcher, die_with_the_test, NULL, NULL);

  self->daemon = g_subprocess_launcher_spawn (launcher, &error, "gnome-keyring-daemon", "--foreground",
                                              "--components=secrets", unlocked ? "--unlock" : NULL, NULL);
  g_assert_no_error (error);

  input = g_subprocess_get_stdin_pipe (self->daemon);
  if (unlocked)
    g_output_stream_write_all (input, KEYRING_PASSWORD, strlen (KEYRING_PASSWORD), NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (input, NULL, &error);
  g_assert_no_error (error);

  wait_for_name (self, TRUE);
}

void
keyring_bus_stop_daemon (KeyringBus *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  keyring_bus_signal_daemon (self, SIGCONT);
  keyring_bus_signal_daemon (self, SIGTERM);
  g_subprocess_wait_async (self->daemon, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  wait_for_name (self, FALSE);
  g_clear_object (&self->daemon);
}

void
keyring_bus_signal_daemon (KeyringBus *self,
                           int         signal_number)
{
  pid_t pid = (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (self->daemon), NULL, 10);
  siginfo_t info;
  int waited = -1;

  g_subprocess_send_signal (self->daemon, signal_number);
  if (signal_number != SIGSTOP)
    return;

  /* It could answer until it really stands still. */
  do
    waited = waitid (P_PID, (id_t) pid, &info, WSTOPPED | WNOWAIT);
  while (waited < 0 && errno == EINTR);
  g_assert_cmpint (waited, ==, 0);
}

void
keyring_bus_lock (KeyringBus *self)
{
  const char *const paths[] = { LOGIN_COLLECTION, NULL };

  g_variant_unref (call (self, SERVICE_NAME, SERVICE_PATH, "org.freedesktop.Secret.Service", "Lock",
                         g_variant_new ("(^ao)", paths)));
}

/* As a user who types the password into the prompt of somebody else. */
void
keyring_bus_unlock (KeyringBus *self)
{
  g_autoptr (GVariant) session = NULL;
  GVariant *password;
  const char *path;

  session = call (self, SERVICE_NAME, SERVICE_PATH, "org.freedesktop.Secret.Service", "OpenSession",
                  g_variant_new ("(sv)", "plain", g_variant_new_string ("")));
  g_variant_get_child (session, 1, "&o", &path);
  password = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, KEYRING_PASSWORD, strlen (KEYRING_PASSWORD), 1);
  g_variant_unref (call (self, SERVICE_NAME, SERVICE_PATH,
                         "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface", "UnlockWithMasterPassword",
                         g_variant_new ("(o(o@ay@ays))", LOGIN_COLLECTION, path,
                                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, "", 0, 1), password,
                                        "text/plain")));
}

/* Returns: (transfer full): what SearchItems says, `(unlocked, locked)` */
GVariant *
keyring_bus_search (KeyringBus *self,
                    const char *address)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&builder, "{ss}", "server", address);
  return call (self, SERVICE_NAME, SERVICE_PATH, "org.freedesktop.Secret.Service", "SearchItems",
               g_variant_new ("(a{ss})", &builder));
}

/* Returns: (transfer full): a property of an item */
GVariant *
keyring_bus_get_property (KeyringBus *self,
                          const char *item,
                          const char *name)
{
  g_autoptr (GVariant) reply = call (self, SERVICE_NAME, item, "org.freedesktop.DBus.Properties", "Get",
                                     g_variant_new ("(ss)", "org.freedesktop.Secret.Item", name));
  GVariant *value;

  g_variant_get (reply, "(v)", &value);
  return value;
}
