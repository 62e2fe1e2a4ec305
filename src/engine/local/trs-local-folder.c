/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-folder.h"

#include <errno.h>
#include <glib/gstdio.h>

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
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  return FALSE;
}
