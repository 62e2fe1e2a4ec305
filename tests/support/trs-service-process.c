/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-process.h"

#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <signal.h>

#define LISTENING "Listening on "
#define KEY "Key "
#define NO_FAULTS "{ \"rules\": [] }"

/* Below what the system gives to outgoing connections, so that a port is still free at a restart. */
#define LOWEST_PORT 20000
#define HIGHEST_PORT 32000
#define MAX_TRIES 20

struct _TrsServiceProcess
{
  GStrv extra_args;
  char *folder;
  char *data;
  char *faults;
  char *address;
  char *key;
  GString *log;

  GSubprocess *process;
  GDataInputStream *output;
  GDataInputStream *errors;
  GCancellable *cancellable;
  guint n_lines;
  guint n_reading;
};

static void read_line (TrsServiceProcess *self,
                       GDataInputStream  *stream);

static void
take_output (TrsServiceProcess *self,
             const char        *line)
{
  self->n_lines++;
  if (g_str_has_prefix (line, LISTENING))
    {
      g_free (self->address);
      self->address = g_strdup (line + strlen (LISTENING));
    }
  else if (g_str_has_prefix (line, KEY))
    {
      g_free (self->key);
      self->key = g_strdup (line + strlen (KEY));
    }
}

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  TrsServiceProcess *self = user_data;
  g_autofree char *line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, NULL, NULL);

  self->n_reading--;
  if (line == NULL)
    return;

  if (G_DATA_INPUT_STREAM (source) == self->output)
    take_output (self, line);
  else
    g_string_append_printf (self->log, "%s\n", line);
  read_line (self, G_DATA_INPUT_STREAM (source));
}

static void
read_line (TrsServiceProcess *self,
           GDataInputStream  *stream)
{
  self->n_reading++;
  g_data_input_stream_read_line_async (stream, G_PRIORITY_DEFAULT, self->cancellable, line_cb, self);
}

static gboolean
has_users (TrsServiceProcess *self)
{
  return g_strv_contains ((const char * const *) self->extra_args, "--users");
}

/* Moves the users into a file, where no other program sees their keys. */
static void
move_users (TrsServiceProcess *self)
{
  g_autofree char *path = g_build_filename (self->folder, "users", NULL);
  g_autoptr (GString) users = g_string_new (NULL);
  g_autoptr (GStrvBuilder) rest = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; self->extra_args[i] != NULL; i++)
    if (g_str_equal (self->extra_args[i], "--user") && self->extra_args[i + 1] != NULL)
      g_string_append_printf (users, "%s\n", self->extra_args[++i]);
    else
      g_strv_builder_add (rest, self->extra_args[i]);
  if (users->len == 0)
    return;

  self->key = g_strndup (users->str, strcspn (users->str, ":"));
  g_file_set_contents_full (path, users->str, -1, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
  g_strv_builder_add_many (rest, "--users", path, NULL);
  g_strfreev (self->extra_args);
  self->extra_args = g_strv_builder_end (rest);
}

static void
stop_reading (TrsServiceProcess *self)
{
  while (self->n_reading > 0)
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&self->output);
  g_clear_object (&self->errors);
  g_clear_object (&self->process);
}

static gboolean
start (TrsServiceProcess *self,
       const char        *port)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *catalogue = g_test_build_filename (G_TEST_DIST, "..", "data", "catalogue", NULL);
  g_auto (GStrv) args = NULL;
  g_autoptr (GError) error = NULL;
  guint n_wanted = has_users (self) ? 1 : 2;

  g_strv_builder_add_many (builder, TRS_SERVICE_PROGRAM, "--speed", "100", "--catalogue", catalogue, "--data",
                           self->data, "--faults", self->faults, NULL);
  g_strv_builder_addv (builder, (const char **) self->extra_args);
  g_strv_builder_add_many (builder, "--port", port, NULL);
  args = g_strv_builder_end (builder);

  self->process = g_subprocess_newv ((const char * const *) args,
                                     G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  self->errors = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  self->n_lines = 0;
  read_line (self, self->output);
  read_line (self, self->errors);

  trs_test_wait_until (self->n_lines >= n_wanted || self->n_reading == 0);
  if (self->n_lines >= n_wanted)
    return TRUE;
  stop_reading (self);
  return FALSE;
}

static void
start_somewhere (TrsServiceProcess *self)
{
  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *port = g_strdup_printf ("%d", g_random_int_range (LOWEST_PORT, HIGHEST_PORT));

      if (start (self, port))
        return;
    }
  g_error ("The service did not start: %s", self->log->str);
}

/**
 * trs_service_process_new:
 * @extra_args: (nullable) (array zero-terminated=1): more arguments; they win over those of this class. The users of
 *   `--user` are given in a file
 *
 * Runs the main context until the service listens on a free port.
 *
 * Returns: (transfer full): the service
 */
TrsServiceProcess *
trs_service_process_new (const char * const *extra_args)
{
  TrsServiceProcess *self = g_new0 (TrsServiceProcess, 1);
  g_autoptr (GError) error = NULL;

  self->extra_args = extra_args != NULL ? g_strdupv ((char **) extra_args) : g_new0 (char *, 1);
  self->folder = g_dir_make_tmp ("trs-service-XXXXXX", &error);
  g_assert_no_error (error);
  self->data = g_build_filename (self->folder, "data.db", NULL);
  self->faults = g_build_filename (self->folder, "faults.json", NULL);
  self->log = g_string_new (NULL);
  self->cancellable = g_cancellable_new ();
  g_file_set_contents (self->faults, NO_FAULTS, -1, &error);
  g_assert_no_error (error);

  move_users (self);
  start_somewhere (self);
  return self;
}

/**
 * trs_service_process_free:
 * @self: (transfer full): a service, which is killed if it runs
 */
void
trs_service_process_free (TrsServiceProcess *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  if (self->process != NULL)
    trs_service_process_kill (self);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->folder);

  g_strfreev (self->extra_args);
  g_free (self->folder);
  g_free (self->data);
  g_free (self->faults);
  g_free (self->address);
  g_free (self->key);
  g_string_free (self->log, TRUE);
  g_object_unref (self->cancellable);
  g_free (self);
}

/**
 * trs_service_process_get_program:
 *
 * Returns: path of the program
 */
const char *
trs_service_process_get_program (void)
{
  return TRS_SERVICE_PROGRAM;
}

/**
 * trs_service_process_get_address:
 * @self: a service
 *
 * Returns: `http://127.0.0.1:PORT`; stays the same over a restart
 */
const char *
trs_service_process_get_address (TrsServiceProcess *self)
{
  return self->address;
}

/**
 * trs_service_process_get_key:
 * @self: a service
 *
 * Returns: the key that it made up, or that of the first `--user`
 */
const char *
trs_service_process_get_key (TrsServiceProcess *self)
{
  return self->key;
}

/**
 * trs_service_process_get_log:
 * @self: a service
 *
 * Returns: what came on standard error so far, restarts included; it grows as the main context runs
 */
const char *
trs_service_process_get_log (TrsServiceProcess *self)
{
  return self->log->str;
}

/**
 * trs_service_process_kill:
 * @self: a service that runs
 *
 * Kills it without a warning.
 */
void
trs_service_process_kill (TrsServiceProcess *self)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  stop_reading (self);
}

/**
 * trs_service_process_terminate:
 * @self: a service that runs
 *
 * Asks it to end.
 *
 * Returns: its exit status
 */
int
trs_service_process_terminate (TrsServiceProcess *self)
{
  int status;

  g_subprocess_send_signal (self->process, SIGTERM);
  g_subprocess_wait (self->process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (self->process));
  status = g_subprocess_get_exit_status (self->process);
  stop_reading (self);

  return status;
}

/**
 * trs_service_process_restart:
 * @self: a service, running (then it is killed first) or not
 *
 * Starts it on the port and with the data that it had.
 */
void
trs_service_process_restart (TrsServiceProcess *self)
{
  g_autofree char *port = g_strdup (strrchr (self->address, ':') + 1);

  if (self->process != NULL)
    trs_service_process_kill (self);
  if (!start (self, port))
    g_error ("The service did not start again: %s", self->log->str);
}

/**
 * trs_service_process_set_faults:
 * @self: a service, running or not
 * @json: (nullable): the script, see `transcription-service --help`; %NULL for none
 *
 * Runs the main context until the service has taken the script. It also holds after a restart.
 */
void
trs_service_process_set_faults (TrsServiceProcess *self,
                                const char        *json)
{
  g_autoptr (GError) error = NULL;
  gsize length = self->log->len;

  g_file_set_contents (self->faults, json != NULL ? json : NO_FAULTS, -1, &error);
  g_assert_no_error (error);
  if (self->process == NULL)
    return;

  g_subprocess_send_signal (self->process, SIGHUP);
  trs_test_wait_until (strstr (self->log->str + length, "aults") != NULL);
  if (strstr (self->log->str + length, "Faults: ") == NULL)
    g_error ("The service refused the faults: %s", self->log->str + length);
}
