/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-file.h"

#include "trs-error.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK 1048576
#define MAX_FOLDERS_OPEN 16

/**
 * trs_service_file_read_stamp:
 * @path: a path; links are followed
 * @stamp: (out): what it is
 * @error: return location for an error
 *
 * Returns: %FALSE with %TRS_ERROR_VIDEO_NOT_FOUND if there is no regular file
 */
gboolean
trs_service_file_read_stamp (const char       *path,
                             TrsServiceStamp  *stamp,
                             GError          **error)
{
  struct stat info;

  if (stat (path, &info) != 0)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND,
                           errno == ENOENT || errno == ENOTDIR ? "The file is gone" : "The file cannot be read");
      return FALSE;
    }
  if (!S_ISREG (info.st_mode))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "It is not a regular file");
      return FALSE;
    }
  stamp->size = info.st_size;
  stamp->modified_at = info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000;
  return TRUE;
}

/**
 * trs_service_file_open:
 * @path: a path; links are followed
 * @error: return location for an error
 *
 * Returns: a descriptor for reading, or −1 with %TRS_ERROR_VIDEO_NOT_FOUND, or %TRS_ERROR_INVALID_INPUT if it is there
 */
int
trs_service_file_open (const char  *path,
                       GError     **error)
{
  /* Without this flag a FIFO waits for somebody who writes. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);

  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "The file is gone");
  else if (fd < 0)
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "The file cannot be read");
  return fd;
}

/* Returns: %FALSE with a sentence if the file is not there or another one than it was */
gboolean
trs_service_file_check_stamp (const char             *path,
                              const TrsServiceStamp  *stamp,
                              GError                **error)
{
  TrsServiceStamp now;

  if (!trs_service_file_read_stamp (path, &now, error))
    return FALSE;
  if (now.size == stamp->size && now.modified_at == stamp->modified_at)
    return TRUE;
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "The file has changed");
  return FALSE;
}

static void
digest_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *buffer = g_malloc (CHUNK);
  /* What was a file may be a pipe by now, which would be waited for. */
  int fd = g_open (task_data, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  gssize n = fd < 0 ? -1 : 1;

  while (n > 0 && !g_cancellable_is_cancelled (cancellable))
    {
      n = read (fd, buffer, CHUNK);
      if (n > 0)
        g_checksum_update (checksum, buffer, n);
    }
  if (fd >= 0)
    close (fd);

  if (g_task_return_error_if_cancelled (task))
    return;
  if (n < 0)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "The file cannot be read");
  else
    g_task_return_pointer (task, g_strdup (g_checksum_get_string (checksum)), g_free);
}

/**
 * trs_service_file_digest_async:
 * @path: a file of any size, which is read on a worker
 * @cancellable: (nullable): ends it
 * @callback: called when it is read
 * @user_data: for @callback
 */
void
trs_service_file_digest_async (const char          *path,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_service_file_digest_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, digest_thread);
}

/* Returns: (transfer full) (nullable): SHA-256 in lower-case hexadecimal digits */
char *
trs_service_file_digest_finish (GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_service_file_digest_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Makes it, with those above it, for this user alone. */
gboolean
trs_service_file_make_folder (const char  *path,
                              GError     **error)
{
  if (g_mkdir_with_parents (path, 0700) == 0)
    return TRUE;
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, g_strerror (errno));
  return FALSE;
}

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *place)
{
  remove (path);
  return 0;
}

/* Links in it are removed, not what they lead to. */
void
trs_service_file_remove_tree (const char *path)
{
  nftw (path, remove_cb, MAX_FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
