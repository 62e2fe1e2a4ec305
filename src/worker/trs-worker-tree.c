/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-tree.h"

#include "trs-worker-sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Bytes that a pipe which is writable takes without blocking. */
#define SAFE_BYTES 4096

/* How long to wait for the end of a process that was killed. One that waits for a disk may not end at all. */
#define KILL_MS 2000

/* The longest time between two looks whether a child hangs. */
#define LONGEST_INTERVAL_MS 5000

/* Where times stand in /proc/PID/stat, behind the name: utime, stime, cutime, cstime. */
#define STAT_TIMES 11
#define STAT_N_TIMES 4

/* How a program that was started ends for its guard when a signal ended it: as a shell says it. */
#define SIGNAL_STATUS 128

static struct
{
  /* Written to by the signals. */
  int wake[2];
  volatile sig_atomic_t end_asked;
  void (*on_end) (void);
} tree = { .wake = { -1, -1 } };

static void
signal_cb (int number)
{
  int saved = errno;

  if (number != SIGCHLD)
    tree.end_asked = TRUE;
  (void) !write (tree.wake[1], "", 1);
  errno = saved;
}

static void
handle (int number,
        void (*handler) (int))
{
  struct sigaction action = { .sa_handler = handler };

  sigemptyset (&action.sa_mask);
  sigaction (number, &action, NULL);
}

static void
handle_signals (void (*handler) (int))
{
  static const int signals[] = { SIGTERM, SIGINT, SIGHUP, SIGCHLD };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    handle (signals[i], handler);
}

static void
make_wake_pipe (void)
{
  if (pipe2 (tree.wake, O_CLOEXEC | O_NONBLOCK) != 0)
    g_error ("No pipe: %s", g_strerror (errno));
}

/**
 * trs_worker_tree_plant:
 * @file: the descriptor of the recording, which becomes %TRS_WORKER_TREE_FILE; −1 for none
 *
 * Makes this process the root of a tree. To be called once, before anything else is started.
 */
void
trs_worker_tree_plant (int file)
{
  if (file >= 0 && file != TRS_WORKER_TREE_FILE)
    dup2 (file, TRS_WORKER_TREE_FILE);
  trs_worker_sandbox_close_all (file >= 0 ? TRS_WORKER_TREE_FILE + 1 : TRS_WORKER_TREE_FILE);
  if (file >= 0)
    fcntl (TRS_WORKER_TREE_FILE, F_SETFD, FD_CLOEXEC);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  /* At a terminal it would not be allowed to read any more. */
  if (!isatty (STDIN_FILENO))
    setpgid (0, 0);
  make_wake_pipe ();
  handle_signals (signal_cb);
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
}

/**
 * trs_worker_tree_on_end:
 * @func: (nullable): called before this process ends because nobody wants it any more
 */
void
trs_worker_tree_on_end (void (*func) (void))
{
  tree.on_end = func;
}

/* The parent of a process, 0 if it is gone. */
static pid_t
read_parent (const char *pid)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "stat", NULL);
  g_autofree char *line = NULL;
  const char *name_end;

  if (!g_file_get_contents (path, &line, NULL, NULL))
    return 0;
  /* Its name stands in brackets, and may hold some. */
  name_end = strrchr (line, ')');
  return name_end != NULL && strlen (name_end) > 4 ? (pid_t) strtol (name_end + 4, NULL, 10) : 0;
}

static GHashTable *
read_parents (void)
{
  GHashTable *parents = g_hash_table_new (NULL, NULL);
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_ascii_isdigit (*name))
      g_hash_table_insert (parents, GINT_TO_POINTER ((int) strtol (name, NULL, 10)),
                           GINT_TO_POINTER (read_parent (name)));
  return parents;
}

static gboolean
is_below (GHashTable *parents,
          gpointer    pid,
          gpointer    top)
{
  for (guint i = 0; i < 1000 && pid != NULL; i++)
    {
      pid = g_hash_table_lookup (parents, pid);
      if (pid == top)
        return TRUE;
    }
  return FALSE;
}

/* What lost its parent came to this process, so that all are below it. */
static void
kill_below (void)
{
  g_autoptr (GHashTable) parents = read_parents ();
  gpointer self = GINT_TO_POINTER (getpid ());
  GHashTableIter iter;
  gpointer pid;

  g_hash_table_iter_init (&iter, parents);
  while (g_hash_table_iter_next (&iter, &pid, NULL))
    if (is_below (parents, pid, self))
      kill (GPOINTER_TO_INT (pid), SIGKILL);
}

/* Until there is none: what forks meanwhile is killed in the next round. */
static void
kill_all (pid_t child)
{
  for (guint i = 0; i < KILL_MS; i++)
    {
      pid_t gone;

      if (child > 0)
        kill (-child, SIGKILL);
      kill_below ();
      while ((gone = waitpid (-1, NULL, WNOHANG)) > 0)
        if (gone == child)
          child = 0;
      if (gone < 0 && errno == ECHILD)
        return;
      poll (NULL, 0, 1);
    }
}

static G_GNUC_NORETURN void
end (void)
{
  kill_all (0);
  if (tree.on_end != NULL)
    tree.on_end ();
  _exit (EXIT_FAILURE);
}

/* The other end of standard input belongs to the process that has started this one. */
static void
check_life_line (const struct pollfd *input)
{
  char ignored[256];

  if (tree.end_asked)
    end ();
  if (input->revents != 0 && read (STDIN_FILENO, ignored, sizeof ignored) <= 0)
    end ();
}

/**
 * trs_worker_tree_print:
 * @text: what goes to standard output
 *
 * Waits until it is read; when standard input ends meanwhile, so does this process.
 *
 * Returns: %FALSE if nobody reads any more
 */
gboolean
trs_worker_tree_print (const char *text)
{
  gsize length = strlen (text);

  for (gsize done = 0; done < length;)
    {
      struct pollfd fds[] = { { STDIN_FILENO, POLLIN, 0 },
                              { STDOUT_FILENO, POLLOUT, 0 },
                              { tree.wake[0], POLLIN, 0 } };
      gssize n;

      if (poll (fds, G_N_ELEMENTS (fds), -1) < 0 && errno != EINTR)
        return FALSE;
      check_life_line (&fds[0]);
      if (fds[1].revents == 0)
        continue;
      n = write (STDOUT_FILENO, text + done, MIN (length - done, SAFE_BYTES));
      if (n < 0 && errno != EINTR && errno != EAGAIN)
        return FALSE;
      done += n > 0 ? (gsize) n : 0;
    }
  return TRUE;
}

static void
drain (int fd)
{
  char ignored[64];

  while (read (fd, ignored, sizeof ignored) > 0)
    ;
}

/* Returns FALSE if the other end is gone, or the function wants no more; then @stop says which. */
static gboolean
read_output (int                  fd,
             TrsWorkerOutputFunc  func,
             gpointer             user_data,
             gboolean            *stop)
{
  char data[16384];
  gssize n = read (fd, data, sizeof data);

  if (n < 0)
    return errno == EINTR || errno == EAGAIN;
  if (n > 0 && func != NULL && !func (data, (gsize) n, user_data))
    *stop = TRUE;
  return n > 0 && !*stop;
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* How often to look whether a child hangs, in milliseconds. */
static int
get_interval (const TrsMediaStall *stall)
{
  return stall == NULL || stall->limit <= 0 ? -1 : (int) CLAMP (stall->limit / 1000 / 8, 10, LONGEST_INTERVAL_MS);
}

/* What a process, and those that it has waited for, have used of the processor. */
static gint64
read_cpu (const char *pid)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "stat", NULL);
  g_autofree char *line = NULL;
  g_auto (GStrv) fields = NULL;
  gint64 ticks = 0;

  if (!g_file_get_contents (path, &line, NULL, NULL) || strrchr (line, ')') == NULL)
    return 0;
  fields = g_strsplit (strrchr (line, ')') + 2, " ", -1);
  if (g_strv_length (fields) < STAT_TIMES + STAT_N_TIMES)
    return 0;
  for (guint i = 0; i < STAT_N_TIMES; i++)
    ticks += g_ascii_strtoll (fields[STAT_TIMES + i], NULL, 10);
  return ticks * G_USEC_PER_SEC / sysconf (_SC_CLK_TCK);
}

static guint64
read_bytes (const char *pid)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "io", NULL);
  g_autofree char *text = NULL;
  const char *at;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  at = strstr (text, "rchar: ");
  return at != NULL ? g_ascii_strtoull (at + strlen ("rchar: "), NULL, 10) : 0;
}

/* Whether a thread of it has only to wait for a processor, or for a disk. */
static gboolean
is_ready (const char *pid)
{
  g_autofree char *folder = g_build_filename ("/proc", pid, "task", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, "stat", NULL);
      g_autofree char *line = NULL;
      const char *end;

      if (g_file_get_contents (path, &line, NULL, NULL) && (end = strrchr (line, ')')) != NULL &&
          strlen (end) > 2 && strchr ("RD", end[2]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* All below this process count, as a recogniser may be started by a script. */
static gboolean
hangs (TrsMediaStall *stall)
{
  g_autoptr (GHashTable) parents = read_parents ();
  GHashTableIter iter;
  guint64 bytes = 0;
  gint64 cpu = 0;
  gboolean ready = FALSE;
  gpointer pid;

  g_hash_table_iter_init (&iter, parents);
  while (g_hash_table_iter_next (&iter, &pid, NULL))
    if (is_below (parents, pid, GINT_TO_POINTER (getpid ())))
      {
        char name[16];

        g_snprintf (name, sizeof name, "%d", GPOINTER_TO_INT (pid));
        bytes += read_bytes (name);
        cpu += read_cpu (name);
        ready = ready || is_ready (name);
      }
  return trs_media_stall_look (stall, g_get_monotonic_time (), bytes, cpu, ready);
}

static void
become_child (const TrsWorkerChild *child,
              pid_t                 parent,
              int                   output,
              int                   errors)
{
  int nothing = open ("/dev/null", O_RDONLY);

  setpgid (0, 0);
  /* A guard has to live long enough to take others along. */
  prctl (PR_SET_PDEATHSIG, child->guarded ? SIGTERM : SIGKILL);
  if (getppid () != parent)
    _exit (EXIT_FAILURE);
  dup2 (nothing, STDIN_FILENO);
  dup2 (output, STDOUT_FILENO);
  if (errors >= 0)
    dup2 (errors, STDERR_FILENO);
  trs_worker_sandbox_close_all (child->guarded ? TRS_WORKER_TREE_FILE : TRS_WORKER_TREE_FILE + 1);
}

static void
run_program (const TrsWorkerChild *child,
             pid_t                 parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (EXIT_FAILURE);
  trs_worker_sandbox_close_all (STDERR_FILENO + 1);
  signal (SIGPIPE, SIG_DFL);
  handle_signals (SIG_DFL);
  child->run (child->data);
  _exit (TRS_WORKER_TREE_NO_PROGRAM);
}

/* Waits until the program ends, or the process that has started this one does. */
static G_GNUC_NORETURN void
guard (const TrsWorkerChild *child)
{
  pid_t self = getpid (), program;
  int status = 0;

  prctl (PR_SET_CHILD_SUBREAPER, 1);
  tree.end_asked = FALSE;
  make_wake_pipe ();
  handle_signals (signal_cb);
  program = fork ();
  if (program == 0)
    run_program (child, self);
  while (program > 0)
    {
      struct pollfd wake = { tree.wake[0], POLLIN, 0 };
      pid_t gone;

      while ((gone = waitpid (-1, &status, WNOHANG)) > 0 && gone != program)
        ;
      if (gone == program || tree.end_asked)
        break;
      poll (&wake, 1, -1);
      drain (tree.wake[0]);
    }
  kill_all (0);
  if (program < 0 || tree.end_asked)
    _exit (EXIT_FAILURE);
  _exit (WIFEXITED (status) ? WEXITSTATUS (status) : SIGNAL_STATUS + WTERMSIG (status));
}

static pid_t
start (const TrsWorkerChild *child,
       int                  *output,
       int                  *errors)
{
  int out[2] = { -1, -1 }, err[2] = { -1, -1 };
  pid_t self = getpid (), pid = -1;

  if (pipe2 (out, O_CLOEXEC) == 0 && (child->errors == NULL || pipe2 (err, O_CLOEXEC) == 0))
    pid = fork ();
  if (pid == 0)
    {
      become_child (child, self, out[1], err[1]);
      if (child->guarded)
        guard (child);
      handle_signals (SIG_DFL);
      child->run (child->data);
      /* What libraries do at the end of a program they would do in a room that has no doors. */
      _exit (EXIT_SUCCESS);
    }
  close_fd (&out[1]);
  close_fd (&err[1]);
  *output = out[0];
  *errors = err[0];
  return pid;
}

/* Returns how it ended; until then what it prints is read. */
static TrsWorkerChildEnd
watch (const TrsWorkerChild *child,
       pid_t                 pid,
       int                  *output,
       int                  *errors,
       int                  *status)
{
  gboolean stop = FALSE, gone = FALSE;
  gint64 looked = g_get_monotonic_time ();

  if (child->stall != NULL)
    trs_media_stall_reset (child->stall);
  while (!stop && (!gone || *output >= 0 || *errors >= 0))
    {
      struct pollfd fds[] = { { STDIN_FILENO, POLLIN, 0 },
                              { tree.wake[0], POLLIN, 0 },
                              { *output, POLLIN, 0 },
                              { *errors, POLLIN, 0 } };
      int interval = get_interval (child->stall);
      int n = poll (fds, G_N_ELEMENTS (fds), interval);

      if (n < 0 && errno != EINTR)
        return TRS_WORKER_CHILD_NONE;
      if (n < 0)
        memset (fds, 0, sizeof fds);
      check_life_line (&fds[0]);
      if (fds[1].revents != 0)
        drain (tree.wake[0]);
      if (interval > 0 && g_get_monotonic_time () - looked >= interval * G_TIME_SPAN_MILLISECOND)
        {
          looked = g_get_monotonic_time ();
          if (hangs (child->stall))
            return TRS_WORKER_CHILD_STALLED;
        }
      if (fds[2].revents != 0 && !read_output (*output, child->output, child->user_data, &stop))
        close_fd (output);
      if (fds[3].revents != 0 && !read_output (*errors, child->errors, child->user_data, &stop))
        close_fd (errors);
      if (!gone && waitpid (pid, status, WNOHANG) == pid)
        {
          gone = TRUE;
          /* What it has left behind may hold the pipes. */
          kill_all (0);
        }
    }
  if (stop)
    return TRS_WORKER_CHILD_STOPPED;
  if (WIFSIGNALED (*status))
    return TRS_WORKER_CHILD_CRASHED;
  *status = WEXITSTATUS (*status);
  if (child->guarded && *status > SIGNAL_STATUS)
    return TRS_WORKER_CHILD_CRASHED;
  return *status == 0 ? TRS_WORKER_CHILD_DONE : TRS_WORKER_CHILD_FAILED;
}

/**
 * trs_worker_tree_run:
 * @child: what to run
 * @status: its exit status, where it ended by itself
 *
 * Runs a child to its end. If nobody wants this process any more, it does not come back.
 *
 * Returns: how it ended; nothing that it has started is left
 */
TrsWorkerChildEnd
trs_worker_tree_run (const TrsWorkerChild *child,
                     int                  *status)
{
  int output = -1, errors = -1;
  pid_t pid = start (child, &output, &errors);
  TrsWorkerChildEnd ended = TRS_WORKER_CHILD_NONE;

  *status = 0;
  if (pid > 0)
    ended = watch (child, pid, &output, &errors, status);
  close_fd (&output);
  close_fd (&errors);
  kill_all (pid > 0 ? pid : 0);
  return ended;
}
