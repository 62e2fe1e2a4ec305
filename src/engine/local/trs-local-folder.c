/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#define MAX_FOLDERS_OPEN 16

static gboolean
fail (GError **error,
      int      code)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

/**
 * trs_local_folder_make:
 * @folder: (type filename): a folder, which may be there already
 * @error: return location for an error of the file system
 *
 * Returns: %TRUE if it is there, with a folder for tickets, for this user alone
 */
gboolean
trs_local_folder_make (const char  *folder,
                       GError     **error)
{
  g_autofree char *tickets = g_build_filename (folder, TRS_LOCAL_FOLDER_TICKETS, NULL);

  if (g_mkdir_with_parents (tickets, 0700) == 0 && g_chmod (folder, 0700) == 0 && g_chmod (tickets, 0700) == 0)
    return TRUE;
  return fail (error, errno);
}

/**
 * trs_local_folder_lock:
 * @folder: (type filename): a folder that is there
 * @error: return location for an error of the file system
 *
 * Takes the lock, which goes with the descriptor to a service that gets it, and
 * is given back by the kernel when the last one who has it ends.
 *
 * Returns: a descriptor, to be closed; -1 without an error if a service has it
 */
int
trs_local_folder_lock (const char  *folder,
                       GError     **error)
{
  g_autofree char *path = g_build_filename (folder, TRS_LOCAL_FOLDER_LOCK, NULL);
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  int code;

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0)
    return fd;
  code = errno;
  if (fd < 0 || code != EWOULDBLOCK)
    fail (error, code);
  if (fd >= 0)
    close (fd);
  return -1;
}

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *place)
{
  g_autofree char *name = g_path_get_basename (path);

  /* The lock is held, and stays: who waits for it has to wait for this one. So does the folder of the tickets, which
   * may be watched. */
  if (place->level > 1 || (place->level == 1 && !g_str_equal (name, TRS_LOCAL_FOLDER_LOCK) &&
                           !g_str_equal (name, TRS_LOCAL_FOLDER_TICKETS)))
    remove (path);
  return 0;
}

/* Links in it are removed, not what they lead to. */
static void
remove_tree (const char *path)
{
  nftw (path, remove_cb, MAX_FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/**
 * trs_local_folder_drop_tickets:
 * @folder: (type filename): a folder
 *
 * Removes all tickets: a service that runs removes what it has by itself.
 */
void
trs_local_folder_drop_tickets (const char *folder)
{
  g_autofree char *tickets = g_build_filename (folder, TRS_LOCAL_FOLDER_TICKETS, NULL);

  remove_tree (tickets);
}

/**
 * trs_local_folder_erase:
 * @folder: (type filename): a folder, whose lock the caller has
 * @error: return location for an error of the file system
 *
 * Removes what is in it, but for the lock and the empty folder of the tickets. Takes as long as files take; for a
 * worker thread.
 *
 * Returns: %TRUE if nothing of the user's is left there
 */
gboolean
trs_local_folder_erase (const char  *folder,
                        GError     **error)
{
  g_autofree char *data = g_build_filename (folder, TRS_LOCAL_FOLDER_DATA, NULL);

  remove_tree (folder);
  if (!g_file_test (data, G_FILE_TEST_EXISTS))
    return TRUE;
  return fail (error, EBUSY);
}
