/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-child.h"

#include "trs-error.h"

#include <gio/gunixinputstream.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Milliseconds that a process has to end what it has started, before all of its group is killed. */
#define GRACE 600
#define CHUNK 4096
#define MAX_COMPLAINT 400
#define NICENESS 10
/* That of TRS_SERVICE_CHILD_FILE. */
#define FILE_DESCRIPTOR 3

/* What a helper may know of the surroundings of the service. */
static const char * const VARIABLES[] = { "PATH", "HOME", "TZ", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "ASAN_OPTIONS",
                                          "LSAN_OPTIONS", "UBSAN_OPTIONS" };

typedef struct
{
  rlim_t max_file;
  pid_t parent;
} Setup;

typedef struct
{
  GPid pid; /* the leader of its process group */
  int life_line;
  GInputStream *standard_output;
  GInputStream *standard_error;
  TrsClock *clock;
  guint deadline_id;
  guint grace_id;
  GCancellable *reading;
  GSource *cancelled;
  GString *output;
  GString *complaint;
  TrsServiceLineFunc line;
  gpointer line_data;
  guint n_pending;
  gboolean exited;
  gint status; /* of the process that has exited, as waitpid() gives it */
  GError *error;
} Run;

static void
run_free (Run *run)
{
  trs_clock_clear_timeout (run->clock, &run->deadline_id);
  trs_clock_clear_timeout (run->clock, &run->grace_id);
  if (run->life_line >= 0)
    close (run->life_line);
  g_object_unref (run->standard_output);
  g_object_unref (run->standard_error);
  g_object_unref (run->clock);
  g_object_unref (run->reading);
  g_string_free (run->output, TRUE);
  g_string_free (run->complaint, TRUE);
  g_clear_error (&run->error);
  g_free (run);
}

static void
fail (Run        *run,
      GQuark      domain,
      int         code,
      const char *message)
{
  if (run->error == NULL)
    run->error = g_error_new_literal (domain, code, message);
}

static void
kill_group (Run *run)
{
  kill (-run->pid, SIGKILL);
}

static void
grace_cb (gpointer user_data)
{
  GTask *task = user_data;
  Run *run = g_task_get_task_data (task);

  if (!run->exited)
    kill_group (run);
  g_cancellable_cancel (run->reading);
}

/* Standard input is the life-line: a worker that sees its end takes all of its processes along. */
static void
end (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (run->exited || run->grace_id != 0)
    return;
  close (run->life_line);
  run->life_line = -1;
  kill (run->pid, SIGTERM);
  trs_clock_set_timeout (run->clock, &run->grace_id, GRACE, grace_cb, task);
}

static void
deadline_cb (gpointer user_data)
{
  Run *run = g_task_get_task_data (user_data);

  fail (run, TRS_ERROR, TRS_ERROR_TIMED_OUT, "it took too long");
  end (user_data);
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  Run *run = g_task_get_task_data (user_data);

  fail (run, G_IO_ERROR, G_IO_ERROR_CANCELLED, "it was cancelled");
  end (user_data);
  return G_SOURCE_REMOVE;
}

/* The last line of it, without what controls a terminal. */
static char *
make_sentence (const GString *complaint)
{
  g_autofree char *valid = g_utf8_make_valid (complaint->str, (gssize) complaint->len);
  char *stripped = g_strchomp (valid);
  const char *newline = strrchr (stripped, '\n');
  GString *sentence = g_string_new (NULL);

  for (const char *p = newline != NULL ? newline + 1 : stripped; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_iscntrl (g_utf8_get_char (p)))
      g_string_append_unichar (sentence, g_utf8_get_char (p));
  return g_string_free (sentence, FALSE);
}

static void
check_status (Run *run)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *complaint = NULL;

  if (g_spawn_check_wait_status (run->status, &error))
    return;
  complaint = make_sentence (run->complaint);
  fail (run, error->domain, error->code, *complaint != '\0' ? complaint : error->message);
}

/* The task holds itself until process, output and complaints are at their end. */
static void
complete_one (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (--run->n_pending > 0)
    return;
  trs_clock_clear_timeout (run->clock, &run->deadline_id);
  trs_clock_clear_timeout (run->clock, &run->grace_id);
  if (run->cancelled != NULL)
    g_source_destroy (run->cancelled);
  g_clear_pointer (&run->cancelled, g_source_unref);

  check_status (run);
  if (run->error != NULL)
    g_task_return_error (task, g_steal_pointer (&run->error));
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* How it ended is looked at when all that it wrote before has been read. */
static void
exited_cb (GPid     pid,
           gint     status,
           gpointer user_data)
{
  GTask *task = user_data;
  Run *run = g_task_get_task_data (task);

  run->exited = TRUE;
  /* The kernel may announce an end a moment before the process can be waited for. GLib 2.74 takes that for an end
   * with 0, and leaves the process.
   */
  if (waitpid (pid, &run->status, 0) != pid)
    run->status = status;
  /* What it has left behind has its pipes, too. */
  kill_group (run);
  trs_clock_set_timeout (run->clock, &run->grace_id, GRACE, grace_cb, task);
  complete_one (task);
}

static gboolean
give_lines (Run *run)
{
  gsize start = 0;

  for (gsize i = 0; i < run->output->len && run->error == NULL; i++)
    {
      if (run->output->str[i] != '\n' && run->output->str[i] != '\r')
        continue;
      run->output->str[i] = '\0';
      run->line (run->output->str + start, i - start, run->line_data);
      start = i + 1;
    }
  g_string_erase (run->output, 0, (gssize) start);
  return run->output->len <= TRS_SERVICE_CHILD_MAX_LINE;
}

static void
output_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GTask *task = user_data;
  Run *run = g_task_get_task_data (task);
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      complete_one (task);
      return;
    }
  /* After a failure it is read on, so that nobody waits for room in the pipe. */
  if (run->error == NULL)
    {
      g_string_append_len (run->output, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
      if (!give_lines (run))
        {
          fail (run, TRS_ERROR, TRS_ERROR_TOO_LARGE, "a line of its output is too long");
          end (task);
        }
    }
  g_input_stream_read_bytes_async (G_INPUT_STREAM (source), CHUNK, G_PRIORITY_DEFAULT, run->reading, output_cb, task);
}

/* Reads its standard error, of which the end is kept for the message. */
static void
complaint_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  GTask *task = user_data;
  Run *run = g_task_get_task_data (task);
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      complete_one (task);
      return;
    }
  g_string_append_len (run->complaint, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
  if (run->complaint->len > MAX_COMPLAINT)
    g_string_erase (run->complaint, 0, (gssize) (run->complaint->len - MAX_COMPLAINT));
  g_input_stream_read_bytes_async (G_INPUT_STREAM (source), CHUNK, G_PRIORITY_DEFAULT, run->reading, complaint_cb,
                                   task);
}

/* Between fork and exec: nothing that allocates. The group is what can be killed at once, and a helper of a service
 * that has gone has nobody to work for. */
static void
setup_cb (gpointer user_data)
{
  const Setup *setup = user_data;
  struct rlimit none = { 0, 0 };
  struct rlimit file = { setup->max_file, setup->max_file };

  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != setup->parent)
    _exit (1);
  setrlimit (RLIMIT_CORE, &none);
  if (setup->max_file > 0)
    setrlimit (RLIMIT_FSIZE, &file);
  setpriority (PRIO_PROCESS, 0, NICENESS);
}

static GStrv
make_environment (void)
{
  g_auto (GStrv) all = g_get_environ ();
  g_auto (GStrv) kept = g_environ_setenv (NULL, "LC_ALL", "C.UTF-8", TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (VARIABLES); i++)
    if (g_environ_getenv (all, VARIABLES[i]) != NULL)
      kept = g_environ_setenv (kept, VARIABLES[i], g_environ_getenv (all, VARIABLES[i]), TRUE);
  /* Where GStreamer has its plug-ins. */
  for (guint i = 0; all != NULL && all[i] != NULL; i++)
    if (g_str_has_prefix (all[i], "GST_") && strchr (all[i], '=') != NULL)
      {
        g_autofree char *name = g_strndup (all[i], strcspn (all[i], "="));

        kept = g_environ_setenv (kept, name, strchr (all[i], '=') + 1, TRUE);
      }
  return g_steal_pointer (&kept);
}

/* Not GSubprocess, which forgets the number of a process that ends soon, and with it that of the group. */
static Run *
spawn (const char * const  *argv,
       int                  file,
       gint64               max_file,
       GError             **error)
{
  g_auto (GStrv) environment = make_environment ();
  Setup setup = { (rlim_t) MAX (max_file, 0), getpid () };
  const int target = FILE_DESCRIPTOR;
  int output, complaints;
  Run *run = g_new0 (Run, 1);

  if (!g_spawn_async_with_pipes_and_fds ("/", argv, (const char * const *) environment,
                                         G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, setup_cb, &setup, -1, -1, -1,
                                         &file, &target, file >= 0 ? 1 : 0, &run->pid, &run->life_line, &output,
                                         &complaints, error))
    {
      g_free (run);
      return NULL;
    }
  run->standard_output = g_unix_input_stream_new (output, TRUE);
  run->standard_error = g_unix_input_stream_new (complaints, TRUE);
  return run;
}

static void
watch_cancellable (GTask *task)
{
  Run *run = g_task_get_task_data (task);
  g_autoptr (GSource) source = NULL;

  if (g_task_get_cancellable (task) == NULL)
    return;
  source = g_cancellable_source_new (g_task_get_cancellable (task));
  g_source_set_callback (source, G_SOURCE_FUNC (cancelled_cb), task, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  run->cancelled = g_steal_pointer (&source);
}

/**
 * trs_service_child_run_async:
 * @argv: (array zero-terminated=1): the program and its arguments; no shell sees them
 * @file: (transfer full): a descriptor that it finds as %TRS_SERVICE_CHILD_FILE; −1 for none
 * @deadline: milliseconds after which it is ended; 0 for never
 * @max_file: the largest file it may write, in bytes; 0 for any
 * @clock: the time
 * @line: gets what it writes on standard output
 * @line_data: for @line
 * @cancellable: (nullable): ends it
 * @callback: called when it and all of its group are gone
 * @user_data: for @callback
 *
 * Runs a helper. To be called on the main thread, because the kernel ends it with the thread that started it. It has a
 * process group of its own, a pipe as standard input that ends with this program, and no more of the environment than
 * it takes to be found and to find its libraries.
 */
void
trs_service_child_run_async (const char * const  *argv,
                             int                  file,
                             guint                deadline,
                             gint64               max_file,
                             TrsClock            *clock,
                             TrsServiceLineFunc   line,
                             gpointer             line_data,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GError *error = NULL;
  Run *run;

  g_task_set_source_tag (task, trs_service_child_run_async);
  /* Who cancels it wants it gone, and the callback says when it is. */
  g_task_set_check_cancellable (task, FALSE);
  run = spawn (argv, file, max_file, &error);
  if (file >= 0)
    close (file);
  if (run == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  run->clock = g_object_ref (clock);
  run->reading = g_cancellable_new ();
  run->output = g_string_new (NULL);
  run->complaint = g_string_new (NULL);
  run->line = line;
  run->line_data = line_data;
  run->n_pending = 3;
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);

  if (deadline > 0)
    trs_clock_set_timeout (clock, &run->deadline_id, deadline, deadline_cb, task);
  watch_cancellable (task);
  g_input_stream_read_bytes_async (run->standard_output, CHUNK, G_PRIORITY_DEFAULT, run->reading, output_cb, task);
  g_input_stream_read_bytes_async (run->standard_error, CHUNK, G_PRIORITY_DEFAULT, run->reading, complaint_cb, task);
  g_child_watch_add (run->pid, exited_cb, g_steal_pointer (&task));
}

/**
 * trs_service_child_run_finish:
 * @result: what the callback got
 * @error: return location for an error: what it complained of last, if it failed by itself; %G_IO_ERROR_CANCELLED,
 *   %TRS_ERROR_TIMED_OUT or %TRS_ERROR_TOO_LARGE if it was ended
 *
 * Returns: whether it ended by itself, with 0
 */
gboolean
trs_service_child_run_finish (GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_service_child_run_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
