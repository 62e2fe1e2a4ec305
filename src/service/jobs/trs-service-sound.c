/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-sound.h"

#include "trs-error.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".opus"

/* As long as there is such a file, more is kept. The client may make and remove it at any time. */
#define WISH "keep"

/* @folder: (nullable): where sound is kept */
gboolean
trs_service_sound_is_wished (const char *folder)
{
  g_autofree char *path = folder != NULL ? g_build_filename (folder, WISH, NULL) : NULL;

  return path != NULL && g_access (path, F_OK) == 0;
}

/**
 * trs_service_sound_keep:
 * @folder: where sound is kept
 * @id: identifier of the ticket
 * @path: the sound, whole and on the disk, in the same file system; it is there no more afterwards
 * @error: return location for an error
 *
 * A file under its name is whole, whenever this process ends.
 *
 * Returns: whether it is kept
 */
gboolean
trs_service_sound_keep (const char  *folder,
                        const char  *id,
                        const char  *path,
                        GError     **error)
{
  g_autofree char *name = g_strconcat (id, SUFFIX, NULL);
  g_autofree char *kept = g_build_filename (folder, name, NULL);
  struct stat info;

  if (lstat (path, &info) == 0 && S_ISREG (info.st_mode) && info.st_size > 0 && g_rename (path, kept) == 0)
    return TRUE;
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, "its file cannot be kept");
  return FALSE;
}

/**
 * trs_service_sound_sweep:
 * @folder: where sound is kept
 * @has_ticket: (scope call): says which tickets there are
 * @user_data: for @has_ticket
 *
 * Removes the sound whose tickets were removed.
 */
void
trs_service_sound_sweep (const char           *folder,
                         TrsServiceTicketFunc  has_ticket,
                         gpointer              user_data)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *id = NULL;

      if (!g_str_has_suffix (name, SUFFIX))
        continue;
      id = g_strndup (name, strlen (name) - strlen (SUFFIX));
      if (!has_ticket (id, user_data))
        g_unlink (path);
    }
}
