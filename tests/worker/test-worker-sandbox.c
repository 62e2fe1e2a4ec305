/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Each promise is tried out by a child, which says what became of it. */
#include "trs-worker-sandbox.h"
#include "trs-test-utils.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  TrsWorkerSandboxKind kind;
  gboolean (*attempt) (const char *argument);
  const char *argument;
} Attempt;

static char *
get_path (const char *name)
{
  return g_build_filename (g_get_user_data_dir (), name, NULL);
}

/* Whether it works from inside. One file can be read and one folder be written to. */
static gboolean
try_inside (TrsWorkerSandboxKind kind,
            gboolean             (*attempt) (const char *argument),
            const char          *argument)
{
  g_autofree char *readable = get_path ("readable");
  g_autofree char *writable = get_path ("writable");
  const char *files[] = { readable, NULL };
  TrsWorkerSandbox sandbox = { kind, files, writable };
  pid_t child;
  int status;

  g_mkdir_with_parents (writable, 0700);
  g_assert_true (g_file_set_contents (readable, "r", 1, NULL));
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      trs_worker_sandbox_enter (&sandbox);
      _exit (attempt (argument) ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status) == 0;
}

static gboolean
read_it (const char *path)
{
  int fd = open (path, O_RDONLY);
  char byte;

  return fd >= 0 && read (fd, &byte, 1) == 1;
}

static gboolean
write_it (const char *path)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  return fd >= 0 && write (fd, "x", 1) == 1;
}

static void
test_files (void)
{
  g_autofree char *readable = get_path ("readable");
  g_autofree char *other = get_path ("other");
  g_autofree char *inside = get_path ("writable/file");
  g_autofree char *shared = g_strdup_printf ("/dev/shm/trs-sandbox-%d", getpid ());
  g_autofree char *device = g_strdup_printf ("/dev/trs-sandbox-%d", getpid ());

  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  g_assert_true (g_file_set_contents (other, "o", 1, NULL));
  for (TrsWorkerSandboxKind kind = TRS_WORKER_SANDBOX_DECODER; kind <= TRS_WORKER_SANDBOX_COMMAND; kind++)
    {
      g_assert_true (try_inside (kind, read_it, readable));
      g_assert_true (try_inside (kind, read_it, "/usr/share/common-licenses/GPL-3"));
      g_assert_true (try_inside (kind, write_it, inside));
      g_assert_true (try_inside (kind, write_it, "/dev/null"));
    }
  g_assert_true (try_inside (TRS_WORKER_SANDBOX_COMMAND, read_it, other));
  if (trs_worker_sandbox_get_landlock () == 0)
    return;
  g_assert_false (try_inside (TRS_WORKER_SANDBOX_DECODER, read_it, other));
  for (TrsWorkerSandboxKind kind = TRS_WORKER_SANDBOX_DECODER; kind <= TRS_WORKER_SANDBOX_COMMAND; kind++)
    {
      g_assert_false (try_inside (kind, write_it, other));
      g_assert_false (try_inside (kind, write_it, readable));
      g_assert_false (try_inside (kind, write_it, shared));
      g_assert_false (try_inside (kind, write_it, device));
    }
  /* What is there already is changed neither. */
  g_assert_true (write_it (shared));
  g_assert_false (try_inside (TRS_WORKER_SANDBOX_COMMAND, write_it, shared));
  g_unlink (shared);
}

static gboolean
connect_it (const char *port)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons ((guint16) g_ascii_strtoull (port, NULL, 10)),
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  int fd = socket (AF_INET, SOCK_STREAM, 0);

  return fd >= 0 && connect (fd, (struct sockaddr *) &address, sizeof address) == 0;
}

static gboolean
send_it (const char *ignored)
{
  return socket (AF_INET, SOCK_DGRAM, 0) >= 0 || socket (AF_INET6, SOCK_DGRAM, 0) >= 0 ||
         socket (AF_NETLINK, SOCK_RAW, 0) >= 0;
}

static gboolean
open_unix (const char *ignored)
{
  return socket (AF_UNIX, SOCK_STREAM, 0) >= 0;
}

static gboolean
open_pair (const char *ignored)
{
  int fds[2];

  return socketpair (AF_UNIX, SOCK_STREAM, 0, fds) == 0;
}

/* Not even to this computer. */
static void
test_network (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autofree char *port = g_strdup_printf ("%u", g_socket_listener_add_any_inet_port (listener, NULL, NULL));

  g_assert_true (connect_it (port));
  for (TrsWorkerSandboxKind kind = TRS_WORKER_SANDBOX_DECODER; kind <= TRS_WORKER_SANDBOX_COMMAND; kind++)
    {
      g_assert_false (try_inside (kind, connect_it, port));
      g_assert_false (try_inside (kind, send_it, NULL));
    }
  /* A socket in the file system leads to programs that may write where they like; to itself a command may talk. */
  for (TrsWorkerSandboxKind kind = TRS_WORKER_SANDBOX_DECODER; kind <= TRS_WORKER_SANDBOX_COMMAND; kind++)
    g_assert_false (try_inside (kind, open_unix, NULL));
  g_assert_true (try_inside (TRS_WORKER_SANDBOX_COMMAND, open_pair, NULL));
}

static gboolean
has_limits (const char *ignored)
{
  struct rlimit core, size;

  return getrlimit (RLIMIT_CORE, &core) == 0 && core.rlim_max <= 1 && getrlimit (RLIMIT_FSIZE, &size) == 0 &&
         size.rlim_max != RLIM_INFINITY && prctl (PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}

static gboolean
has_less_than_the_machine (const char *ignored)
{
  struct rlimit data;

  return getrlimit (RLIMIT_DATA, &data) == 0 &&
         data.rlim_max < (rlim_t) sysconf (_SC_PHYS_PAGES) * (rlim_t) sysconf (_SC_PAGESIZE);
}

/* What sanitizers need is more than there may be. */
static gboolean
has_memory (const char *gigabytes)
{
  gsize size = (gsize) g_ascii_strtoull (gigabytes, NULL, 10) << 30;
  char *memory = g_try_malloc (size);

  if (memory != NULL)
    memory[size / 2] = 1;
  g_free (memory);
  return memory != NULL;
}

static void
test_limits (void)
{
  for (TrsWorkerSandboxKind kind = TRS_WORKER_SANDBOX_DECODER; kind <= TRS_WORKER_SANDBOX_COMMAND; kind++)
    g_assert_true (try_inside (kind, has_limits, NULL));
  g_assert_false (has_limits (NULL));
#if defined (__has_feature)
#if __has_feature (address_sanitizer)
  return;
#endif
#endif
  g_assert_true (try_inside (TRS_WORKER_SANDBOX_DECODER, has_memory, "1"));
  g_assert_false (try_inside (TRS_WORKER_SANDBOX_DECODER, has_memory, "5"));
  g_assert_false (try_inside (TRS_WORKER_SANDBOX_COMMAND, has_memory, "100000"));
  g_assert_true (try_inside (TRS_WORKER_SANDBOX_COMMAND, has_less_than_the_machine, NULL));
}

static gboolean
has_descriptors (const char *ignored)
{
  trs_worker_sandbox_close_all (STDERR_FILENO + 1);
  return fcntl (STDERR_FILENO, F_GETFD) >= 0 && fcntl (100, F_GETFD) < 0 && fcntl (STDERR_FILENO + 1, F_GETFD) < 0;
}

static void
test_descriptors (void)
{
  int fd = dup2 (STDERR_FILENO, 100);

  g_assert_cmpint (fd, ==, 100);
  g_assert_true (try_inside (TRS_WORKER_SANDBOX_DECODER, has_descriptors, NULL));
  close (fd);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/sandbox/files", test_files);
  g_test_add_func ("/worker/sandbox/network", test_network);
  g_test_add_func ("/worker/sandbox/limits", test_limits);
  g_test_add_func ("/worker/sandbox/descriptors", test_descriptors);
  return g_test_run ();
}
