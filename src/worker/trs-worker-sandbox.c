/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What strangers' bytes may reach when they have taken over a decoder. Each part is asked of the kernel at run time,
 * and what a kernel does not have is left out: the others hold without it.
 */
#include "trs-worker-sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The headers of the floor are older than what kernels know. */
#define SYS_LANDLOCK_CREATE_RULESET 444
#define SYS_LANDLOCK_ADD_RULE 445
#define SYS_LANDLOCK_RESTRICT_SELF 446
#define SYS_CLOSE_RANGE 436
#define SYS_IO_URING_SETUP 425

#define RULESET_VERSION 1
#define RULE_PATH_BENEATH 1

#define FS_EXECUTE (1ULL << 0)
#define FS_WRITE_FILE (1ULL << 1)
#define FS_READ_FILE (1ULL << 2)
#define FS_READ_DIR (1ULL << 3)
#define FS_REFER (1ULL << 13)
#define FS_TRUNCATE (1ULL << 14)
#define FS_IOCTL_DEV (1ULL << 15)
#define FS_ALL_OF_1 ((1ULL << 13) - 1)

#define NET_ALL 3ULL
#define SCOPE_ALL 3ULL

#define READ_AND_RUN (FS_EXECUTE | FS_READ_FILE | FS_READ_DIR)
#define FOR_FILES (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)

/* A decoder needs some 100 MB, and libraries reserve more than they use. */
#define DECODER_MEMORY (4ULL * 1024 * 1024 * 1024)

/* A day of sound is 2.8 GB. */
#define LARGEST_FILE (6ULL * 1024 * 1024 * 1024)

#if defined (__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined (__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#elif defined (__riscv) && __riscv_xlen == 64
#define NATIVE_ARCH AUDIT_ARCH_RISCV64
#endif

/* A sanitizer reserves more memory than there is. */
#if defined (__SANITIZE_ADDRESS__)
#define HAS_SANITIZER 1
#elif defined (__has_feature)
#if __has_feature (address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

typedef struct
{
  guint64 handled_fs;
  guint64 handled_net;
  guint64 scoped;
} RulesetAttr;

typedef struct __attribute__ ((packed))
{
  guint64 allowed;
  gint32 parent_fd;
} PathBeneathAttr;

/* What programs and libraries are made of. */
static const char * const SYSTEM[] = { "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/app", "/nix/store",
                                       "/gnu/store", "/sys/devices/system/cpu", "/proc/cpuinfo", "/proc/meminfo",
                                       "/proc/self", "/proc/thread-self", "/run/host", NULL };

static const char * const DEVICES[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL };

/* Folders in /dev whose files are no devices, or belong to other programs. */
static const char * const NO_DEVICES[] = { "shm", "mqueue", "hugepages", "pts", "fd", NULL };

/* For itself a program may leave folders in the environment in which its plug-ins lie. */
static const char * const FOLDER_VARIABLES[] = { "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SYSTEM_PATH",
                                                 "GST_PLUGIN_SYSTEM_PATH_1_0", "LD_LIBRARY_PATH", NULL };

/**
 * trs_worker_sandbox_get_landlock:
 *
 * Returns: the version of Landlock in this kernel; 0 for none
 */
int
trs_worker_sandbox_get_landlock (void)
{
  long version = syscall (SYS_LANDLOCK_CREATE_RULESET, NULL, 0, RULESET_VERSION);

  return version > 0 ? (int) version : 0;
}

static guint64
get_known_rights (int version)
{
  guint64 rights = FS_ALL_OF_1;

  if (version >= 2)
    rights |= FS_REFER;
  if (version >= 3)
    rights |= FS_TRUNCATE;
  return rights;
}

static void
allow (int         ruleset,
       const char *path,
       guint64     rights)
{
  PathBeneathAttr rule = { .allowed = rights };
  struct stat status;

  rule.parent_fd = open (path, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0)
    return;
  if (fstat (rule.parent_fd, &status) == 0 && !S_ISDIR (status.st_mode))
    rule.allowed &= FOR_FILES;
  syscall (SYS_LANDLOCK_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
  close (rule.parent_fd);
}

static void
allow_all (int                 ruleset,
           const char * const *paths,
           guint64             rights)
{
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    allow (ruleset, paths[i], rights);
}

static void
allow_variables (int ruleset)
{
  for (guint i = 0; FOLDER_VARIABLES[i] != NULL; i++)
    {
      const char *value = g_getenv (FOLDER_VARIABLES[i]);
      g_auto (GStrv) folders = value != NULL ? g_strsplit (value, ":", -1) : NULL;

      for (guint j = 0; folders != NULL && folders[j] != NULL; j++)
        if (g_path_is_absolute (folders[j]))
          allow (ruleset, folders[j], READ_AND_RUN);
    }
}

/* Cards, of which the system says who may use them, and not what is in memory or leads to other programs. */
static void
allow_devices (int         ruleset,
               const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;

      if (lstat (path, &status) != 0)
        continue;
      if (S_ISCHR (status.st_mode))
        allow (ruleset, path, FS_READ_FILE | FS_WRITE_FILE);
      else if (S_ISDIR (status.st_mode) && !g_strv_contains (NO_DEVICES, name))
        allow_devices (ruleset, path);
    }
}

/* A program of the user may lie and keep its models anywhere. */
static void
allow_for_kind (int                     ruleset,
                const TrsWorkerSandbox *self)
{
  if (self->kind == TRS_WORKER_SANDBOX_COMMAND)
    {
      allow (ruleset, "/", READ_AND_RUN);
      allow_devices (ruleset, "/dev");
      return;
    }
  allow_all (ruleset, SYSTEM, READ_AND_RUN);
  allow_all (ruleset, DEVICES, FS_READ_FILE | FS_WRITE_FILE);
  allow_variables (ruleset);
}

static void
enter_landlock (const TrsWorkerSandbox *self)
{
  int version = trs_worker_sandbox_get_landlock ();
  guint64 all = get_known_rights (version);
  RulesetAttr attr = { .handled_fs = all };
  gsize size = sizeof attr.handled_fs;
  int ruleset;

  if (version == 0)
    return;
  if (version >= 4)
    {
      attr.handled_net = NET_ALL;
      size = offsetof (RulesetAttr, scoped);
    }
  if (version >= 6)
    {
      attr.scoped = SCOPE_ALL;
      size = sizeof attr;
    }
  ruleset = (int) syscall (SYS_LANDLOCK_CREATE_RULESET, &attr, size, 0);
  if (ruleset < 0)
    return;

  allow_for_kind (ruleset, self);
  allow_all (ruleset, self->readable, READ_AND_RUN);
  if (self->writable != NULL)
    allow (ruleset, self->writable, all);
  syscall (SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0);
  close (ruleset);
}

#ifdef NATIVE_ARCH
/* Landlock knows TCP alone. No socket is needed: one in the file system leads to programs that may do what is forbidden
 * here, and a pair of them, with which a program talks to itself, is another call. io_uring makes sockets without this
 * call, and what is not native would have other numbers. */
static void
enter_seccomp (void)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, arch)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 0, 4),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 2, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_IO_URING_SETUP, 1, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { .len = G_N_ELEMENTS (filter), .filter = filter };

  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#endif

static void
limit (int     resource,
       guint64 most)
{
  struct rlimit now, wanted = { most, most };

  if (getrlimit (resource, &now) != 0)
    return;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most)
    wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
  setrlimit (resource, &wanted);
}

/* What a card reserves of addresses says nothing: for a command it is what can be written to that counts, and some is
 * left for everybody else. */
static void
limit_memory (const TrsWorkerSandbox *self)
{
#ifndef HAS_SANITIZER
  long pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE);

  if (self->kind == TRS_WORKER_SANDBOX_DECODER)
    limit (RLIMIT_AS, DECODER_MEMORY);
  else if (pages > 0 && page > 0)
    limit (RLIMIT_DATA, (guint64) pages * (guint64) page / 4 * 3);
#endif
}

/**
 * trs_worker_sandbox_enter:
 * @self: what is allowed
 *
 * There is no way back, and what this process starts is in it, too.
 */
void
trs_worker_sandbox_enter (const TrsWorkerSandbox *self)
{
  /* Where cores are piped to a program, only a limit of 1 counts. Not to be dumpable would keep the process that
   * watches this one from reading what it does. */
  limit (RLIMIT_CORE, 1);
  limit (RLIMIT_FSIZE, LARGEST_FILE);
  limit_memory (self);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return;
  enter_landlock (self);
#ifdef NATIVE_ARCH
  enter_seccomp ();
#endif
}

/**
 * trs_worker_sandbox_close_all:
 * @lowest: the first descriptor that is closed, with all above it
 */
void
trs_worker_sandbox_close_all (int lowest)
{
  if (syscall (SYS_CLOSE_RANGE, (guint) lowest, G_MAXUINT, 0) == 0)
    return;
  for (int fd = lowest; fd < (int) sysconf (_SC_OPEN_MAX) && fd < 65536; fd++)
    close (fd);
}
