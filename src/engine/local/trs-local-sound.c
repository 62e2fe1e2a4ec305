/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-sound.h"

#include "trs-local-folder.h"
#include "trs-local-ticket.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".opus"

/* As long as it is there, the service keeps more; `--sound` of transcription-service. */
#define WISH "keep"

static gboolean
fail (GError **error,
      int      code)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  return FALSE;
}

/**
 * trs_local_sound_set_kept:
 * @folder: (type filename): where everything of On This Computer lies
 * @kept: whether sound is kept from now on, also of what is under way
 * @error: return location for an error of the file system
 *
 * What was kept before stays.
 *
 * Returns: whether the service knows it
 */
gboolean
trs_local_sound_set_kept (const char  *folder,
                          gboolean     kept,
                          GError     **error)
{
  g_autofree char *sound = g_build_filename (folder, TRS_LOCAL_FOLDER_SOUND, NULL);
  g_autofree char *wish = g_build_filename (sound, WISH, NULL);
  int fd;

  if (!kept)
    return g_unlink (wish) == 0 || errno == ENOENT || fail (error, errno);

  if (g_mkdir_with_parents (sound, 0700) != 0 || g_chmod (sound, 0700) != 0)
    return fail (error, errno);
  fd = g_open (wish, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0)
    return fail (error, errno);
  close (fd);
  return TRUE;
}

/* Returns: (nullable): %NULL for what is not an identifier */
static char *
make_path (const char *folder,
           const char *id)
{
  g_autofree char *ticket = trs_local_ticket_make_path (folder, id);
  g_autofree char *name = ticket != NULL ? g_strconcat (id, SUFFIX, NULL) : NULL;

  return name != NULL ? g_build_filename (folder, TRS_LOCAL_FOLDER_SOUND, name, NULL) : NULL;
}

/**
 * trs_local_sound_find:
 * @folder: (type filename): where everything of On This Computer lies
 * @id: identifier of a recording
 *
 * Returns: (transfer full) (nullable) (type filename): its sound, %NULL if that is not kept
 */
char *
trs_local_sound_find (const char *folder,
                      const char *id)
{
  g_autofree char *path = make_path (folder, id);
  struct stat info;

  return path != NULL && lstat (path, &info) == 0 && S_ISREG (info.st_mode) ? g_steal_pointer (&path) : NULL;
}

/**
 * trs_local_sound_drop:
 * @folder: (type filename): where everything of On This Computer lies
 * @id: identifier of a recording
 *
 * Removes its sound, whose ticket is gone already: a service that runs does the same.
 */
void
trs_local_sound_drop (const char *folder,
                      const char *id)
{
  g_autofree char *path = make_path (folder, id);

  if (path != NULL)
    g_unlink (path);
}

typedef void (*FileFunc) (const char        *path,
                          const struct stat *info,
                          gpointer           data);

static void
visit (const char *folder,
       FileFunc    func,
       gpointer    data)
{
  g_autofree char *sound = g_build_filename (folder, TRS_LOCAL_FOLDER_SOUND, NULL);
  g_autoptr (GDir) dir = g_dir_open (sound, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (sound, name, NULL);
      struct stat info;

      if (g_str_has_suffix (name, SUFFIX) && lstat (path, &info) == 0)
        func (path, &info, data);
    }
}

static void
add_size (const char        *path,
          const struct stat *info,
          gpointer           data)
{
  *(guint64 *) data += (guint64) info->st_size;
}

/**
 * trs_local_sound_measure:
 * @folder: (type filename): where everything of On This Computer lies
 *
 * For a worker thread.
 *
 * Returns: how many bytes of sound are kept
 */
guint64
trs_local_sound_measure (const char *folder)
{
  guint64 size = 0;

  visit (folder, add_size, &size);
  return size;
}

/* @data: a `GError **`: the first error of all files */
static void
remove_file (const char        *path,
             const struct stat *info,
             gpointer           data)
{
  GError **error = data;

  if (g_unlink (path) != 0 && errno != ENOENT && *error == NULL)
    fail (error, errno);
}

/**
 * trs_local_sound_clear:
 * @folder: (type filename): where everything of On This Computer lies
 * @error: return location for an error of the file system
 *
 * Removes all sound that is kept. Transcripts and the files of the user stay. For a worker thread.
 *
 * Returns: whether none is left
 */
gboolean
trs_local_sound_clear (const char  *folder,
                       GError     **error)
{
  GError *inner = NULL;

  visit (folder, remove_file, &inner);
  if (inner != NULL)
    g_propagate_error (error, inner);
  return inner == NULL;
}
