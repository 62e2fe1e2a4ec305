/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Saves a local file atomically: after a crash or a power cut, either the whole new file or the old one is there. The
 * data goes into an unnamed file (O_TMPFILE), which is linked when it is complete and on the disk. GFileOutputStream
 * could leave an empty file or .goutputstream-* behind. */
#include "trs-file-save.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Temporary name where unnamed files are not supported: host, process id and a number. If that process has died, a
 * later save in the same folder removes the file. */
#define PART_PREFIX ".transcripts-"
#define PART_SUFFIX ".part"

/* Process ids in a sandbox may equal those outside, so files that were written recently are kept. */
#define ABANDONED_SECONDS 60

#define CHUNK_BYTES (1024 * 1024)

/* How many files wait for the disk at the same time. */
#define N_SYNCS 16

static gboolean
fail (int          code,
      const char  *path,
      GError     **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", shown, g_strerror (code));
  return FALSE;
}

static char *
make_part_path (const char *folder)
{
  static int last;

  return g_strdup_printf ("%s/" PART_PREFIX "%x-%d-%d" PART_SUFFIX, folder, g_str_hash (g_get_host_name ()),
                          (int) getpid (), g_atomic_int_add (&last, 1));
}

static gboolean
is_abandoned (const char *folder,
              const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct stat info;
  unsigned host;
  int process;

  if (!g_str_has_prefix (name, PART_PREFIX) || !g_str_has_suffix (name, PART_SUFFIX) ||
      sscanf (name + strlen (PART_PREFIX), "%x-%d-", &host, &process) != 2 || process <= 0 ||
      host != g_str_hash (g_get_host_name ()))
    return FALSE;
  if (process == (int) getpid () || kill (process, 0) == 0 || errno != ESRCH)
    return FALSE;
  return lstat (path, &info) == 0 && S_ISREG (info.st_mode) && info.st_uid == geteuid () &&
         g_get_real_time () / G_USEC_PER_SEC - info.st_mtime > ABANDONED_SECONDS;
}

/* @part: (out) (nullable): the temporary name of the file; %NULL if it has none */
static int
open_part (const char  *folder,
           char       **part)
{
  int fd = open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);

  *part = NULL;
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL && errno != ENOENT))
    return fd;

  *part = make_part_path (folder);
  return open (*part, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0666);
}

static gboolean
write_bytes (int            fd,
             const char    *path,
             GBytes        *bytes,
             GCancellable  *cancellable,
             GError       **error)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  while (size > 0)
    {
      gssize written = write (fd, data, MIN (size, CHUNK_BYTES));

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return fail (errno, path, error);
      data += written;
      size -= (gsize) written;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static int
link_fd (int         fd,
         const char *path)
{
  g_autofree char *source = g_strdup_printf ("/proc/self/fd/%d", fd);

  return linkat (AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

/* Not every file system supports RENAME_NOREPLACE: then the check just before has to suffice. */
static int
rename_new (const char *part,
            const char *path)
{
  if (renameat2 (AT_FDCWD, part, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  return g_file_test (path, G_FILE_TEST_EXISTS) ? (errno = EEXIST, -1) : rename (part, path);
}

/**
 * trs_file_save_can_be_atomic:
 * @file: a file
 *
 * The document portal exports a single file, and no other can be created beside it.
 *
 * Returns: %TRUE if trs_file_save() can be used for the file
 */
gboolean
trs_file_save_can_be_atomic (GFile *file)
{
  g_autofree char *documents = g_build_filename (g_get_user_runtime_dir (), "doc", "", NULL);
  const char *path = g_file_is_native (file) ? g_file_peek_path (file) : NULL;

  return path != NULL && !g_str_has_prefix (path, documents);
}

struct _TrsFilePart
{
  int fd;
  char *part; /* the temporary name; NULL if it has none */
  gboolean synced;
  int sync_error; /* an errno */
};

/**
 * trs_file_part_new:
 * @folder: the folder in which the file is to be
 * @bytes: what it shall hold
 * @mode: its permissions, 0 for those of a new file
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error of the system, %G_IO_ERROR
 *
 * Writes a file that has no name yet. The disk begins to work on it; trs_file_part_publish() waits for that.
 *
 * Returns: (transfer full) (nullable): the file
 */
TrsFilePart *
trs_file_part_new (const char    *folder,
                   GBytes        *bytes,
                   guint          mode,
                   GCancellable  *cancellable,
                   GError       **error)
{
  g_autoptr (TrsFilePart) self = g_new0 (TrsFilePart, 1);

  self->fd = open_part (folder, &self->part);
  if (self->fd < 0)
    {
      int code = errno;

      /* It may be the name of a file of another process. */
      g_clear_pointer (&self->part, g_free);
      fail (code, folder, error);
      return NULL;
    }
  if (!write_bytes (self->fd, folder, bytes, cancellable, error))
    return NULL;
  if (mode != 0 && fchmod (self->fd, mode & 0777) != 0)
    {
      fail (errno, folder, error);
      return NULL;
    }

  /* Only to begin earlier: without it, publishing takes longer. */
  (void) sync_file_range (self->fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  return g_steal_pointer (&self);
}

/**
 * trs_file_part_free:
 * @self: a file
 *
 * Removes the file, unless it was published.
 */
void
trs_file_part_free (TrsFilePart *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->part != NULL)
    unlink (self->part);
  g_free (self->part);
  g_free (self);
}

/* Gives the complete file its final name. Returns: 0, or an errno */
static int
give_name (TrsFilePart *self,
           const char  *path,
           gboolean     replace)
{
  int result;

  if (self->part == NULL && !replace)
    return link_fd (self->fd, path) == 0 ? 0 : errno;
  if (self->part == NULL)
    {
      g_autofree char *folder = g_path_get_dirname (path);
      g_autofree char *linked = make_part_path (folder);

      if (link_fd (self->fd, linked) != 0)
        return errno;
      self->part = g_steal_pointer (&linked);
    }

  result = replace ? rename (self->part, path) : rename_new (self->part, path);
  if (result != 0)
    return errno;
  g_clear_pointer (&self->part, g_free);
  return 0;
}

static void
sync_part (gpointer data,
           gpointer user_data)
{
  TrsFilePart *self = data;

  self->sync_error = fdatasync (self->fd) == 0 ? 0 : errno;
  self->synced = TRUE;
}

/**
 * trs_file_part_sync_all:
 * @parts: (array length=n_parts): files
 * @n_parts: how many
 *
 * Waits until the contents of all of them are on the disk. What is asked of a file system at the same time it does in
 * one go, while each file by itself would cost a write to its journal. trs_file_part_publish() reports errors.
 */
void
trs_file_part_sync_all (TrsFilePart * const *parts,
                        guint                n_parts)
{
  GThreadPool *pool = n_parts > 1 ? g_thread_pool_new (sync_part, NULL, N_SYNCS, FALSE, NULL) : NULL;

  for (guint i = 0; pool != NULL && i < n_parts; i++)
    g_thread_pool_push (pool, parts[i], NULL);
  if (pool != NULL)
    g_thread_pool_free (pool, FALSE, TRUE);
}

/**
 * trs_file_part_publish:
 * @self: a file
 * @path: its name, in the folder it was made for; no symbolic link
 * @replace: whether an older file may be replaced; otherwise it is %G_IO_ERROR_EXISTS, and another name may be tried
 * @error: return location for an error of the system, %G_IO_ERROR
 *
 * Waits until the content is on the disk, if trs_file_part_sync_all() has not, and gives the file its name.
 *
 * Returns: %FALSE if it has none; an older file is as it was
 */
gboolean
trs_file_part_publish (TrsFilePart  *self,
                       const char   *path,
                       gboolean      replace,
                       GError      **error)
{
  int code;

  /* Otherwise the name, or the removal of the old file, may reach the disk before the content does. */
  if (!self->synced)
    sync_part (self, NULL);
  if (self->sync_error != 0)
    return fail (self->sync_error, path, error);
  code = give_name (self, path, replace);
  return code == 0 || fail (code, path, error);
}

/**
 * trs_file_save_sync_folder:
 * @path: a folder
 * @error: return location for an error of the system, %G_IO_ERROR
 *
 * Waits until the names in the folder are on the disk, where the file system can do that.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_file_save_sync_folder (const char  *path,
                           GError     **error)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean synced = fd >= 0 && (fsync (fd) == 0 || errno == EINVAL || errno == EBADF || errno == ENOSYS);
  int code = errno;

  if (fd >= 0)
    close (fd);
  /* What may be written need not be readable. */
  return synced || code == EACCES || fail (code, path, error);
}

/**
 * trs_file_save_sweep:
 * @folder: a folder
 *
 * Removes what programs that were ended while they saved have left in it.
 */
void
trs_file_save_sweep (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_abandoned (folder, name))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        unlink (path);
      }
}

/**
 * trs_file_save:
 * @path: where the file is to be; no symbolic link
 * @bytes: what it shall hold
 * @mode: its permissions, 0 for those of a new file
 * @replace: whether an older file may be replaced; otherwise it is %G_IO_ERROR_EXISTS
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error of the system, %G_IO_ERROR
 *
 * Blocks, for a worker thread. A crash leaves the whole file or nothing new; on
 * a file system that knows no files without a name, a hidden file may be left,
 * which the next save into the folder removes.
 *
 * Returns: %FALSE if nothing was saved; an older file is as it was
 */
gboolean
trs_file_save (const char    *path,
               GBytes        *bytes,
               guint          mode,
               gboolean       replace,
               GCancellable  *cancellable,
               GError       **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (TrsFilePart) part = NULL;

  trs_file_save_sweep (folder);
  part = trs_file_part_new (folder, bytes, mode, cancellable, error);
  return part != NULL && trs_file_part_publish (part, path, replace, error);
}
