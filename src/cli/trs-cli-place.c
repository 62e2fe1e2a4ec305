/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-place.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/**
 * trs_cli_place_find:
 * @path: what was given as `--output`, which need not exist
 * @several: whether several transcripts go there
 *
 * `-` and `/dev/stdout` are the same, and so is the file that standard output goes to.
 *
 * Returns: what it is
 */
TrsCliPlace
trs_cli_place_find (const char *path,
                    gboolean    several)
{
  struct stat there, output;

  if (strcmp (path, "-") == 0)
    return TRS_CLI_PLACE_OUTPUT;
  if (g_str_has_suffix (path, "/"))
    return TRS_CLI_PLACE_FOLDER;
  if (stat (path, &there) != 0)
    return several ? TRS_CLI_PLACE_FOLDER : TRS_CLI_PLACE_FILE;
  if (S_ISDIR (there.st_mode))
    return TRS_CLI_PLACE_FOLDER;
  if (fstat (STDOUT_FILENO, &output) == 0 && output.st_dev == there.st_dev && output.st_ino == there.st_ino)
    return TRS_CLI_PLACE_OUTPUT;
  if (!S_ISREG (there.st_mode))
    return TRS_CLI_PLACE_STREAM;
  return several ? TRS_CLI_PLACE_FOLDER : TRS_CLI_PLACE_FILE;
}

/**
 * trs_cli_place_dup_extension:
 * @path: of a file
 *
 * Returns: (transfer full) (nullable): what is behind the last dot of its name, in small letters; %NULL if there is
 *   none, as in a hidden file
 */
char *
trs_cli_place_dup_extension (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name && dot[1] != '\0' ? g_ascii_strdown (dot + 1, -1) : NULL;
}

/* The sandbox */

static gboolean
is_below (const char *path,
          const char *folder)
{
  gsize length = folder != NULL ? strlen (folder) : 0;

  while (length > 1 && folder[length - 1] == '/')
    length--;
  return length > 0 && strncmp (path, folder, length) == 0 &&
         (path[length] == '/' || path[length] == '\0' || length == 1);
}

/* @name: "xdg-download" or "xdg-download/folder" */
static char *
resolve_special (const char *name)
{
  static const struct
  {
    const char *name;
    GUserDirectory directory;
  } specials[] = {
    { "xdg-desktop", G_USER_DIRECTORY_DESKTOP },        { "xdg-documents", G_USER_DIRECTORY_DOCUMENTS },
    { "xdg-download", G_USER_DIRECTORY_DOWNLOAD },      { "xdg-music", G_USER_DIRECTORY_MUSIC },
    { "xdg-pictures", G_USER_DIRECTORY_PICTURES },      { "xdg-public-share", G_USER_DIRECTORY_PUBLIC_SHARE },
    { "xdg-templates", G_USER_DIRECTORY_TEMPLATES },    { "xdg-videos", G_USER_DIRECTORY_VIDEOS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (specials); i++)
    if (is_below (name, specials[i].name) && g_get_user_special_dir (specials[i].directory) != NULL)
      return g_strconcat (g_get_user_special_dir (specials[i].directory), name + strlen (specials[i].name), NULL);

  return NULL;
}

/* @permission: one of `filesystems`, as in flatpak-metadata(5) */
static gboolean
is_permitted (const char *path,
              const char *permission)
{
  g_autofree char *name = g_strndup (permission, strcspn (permission, ":"));
  g_autofree char *folder = NULL;

  if (strcmp (name, "host") == 0)
    /* What the sandbox has of its own at these places hides that of the host. */
    return !is_below (path, "/app") && !is_below (path, "/usr") && !is_below (path, "/tmp") &&
           !is_below (path, "/var") && !is_below (path, "/etc");
  if (strcmp (name, "home") == 0)
    folder = g_strdup (g_get_home_dir ());
  else if (g_str_has_prefix (name, "~/"))
    folder = g_build_filename (g_get_home_dir (), name + 2, NULL);
  else if (*name == '/')
    folder = g_strdup (name);
  else
    folder = resolve_special (name);
  return is_below (path, folder);
}

/**
 * trs_cli_place_is_seen:
 * @path: a file or folder, which need not exist
 * @sandbox: where the sandbox of Flatpak says what it is: "/.flatpak-info"
 *
 * In a sandbox nearly every path can be written, and what is written is gone at
 * its end.
 *
 * Returns: whether the user finds there what is saved there
 */
gboolean
trs_cli_place_is_seen (const char *path,
                       const char *sandbox)
{
  g_autoptr (GKeyFile) info = g_key_file_new ();
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *documents = g_build_filename (g_get_user_runtime_dir (), "doc", NULL);
  g_auto (GStrv) permissions = NULL;

  if (!g_file_test (sandbox, G_FILE_TEST_EXISTS))
    return TRUE;
  if (is_below (full, documents) || is_below (full, g_get_user_data_dir ()) ||
      is_below (full, g_get_user_config_dir ()) || is_below (full, g_get_user_cache_dir ()))
    return TRUE;

  g_key_file_load_from_file (info, sandbox, G_KEY_FILE_NONE, NULL);
  permissions = g_key_file_get_string_list (info, "Context", "filesystems", NULL, NULL);
  for (guint i = 0; permissions != NULL && permissions[i] != NULL; i++)
    if (is_permitted (full, permissions[i]))
      return TRUE;
  return FALSE;
}

/* Streams */

static void
open_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  int fd = open (task_data, O_WRONLY | O_CLOEXEC | O_NOCTTY);

  if (fd >= 0)
    g_task_return_pointer (task, g_unix_output_stream_new (fd, TRUE), g_object_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s", g_strerror (errno));
}

/**
 * trs_cli_place_open_async:
 * @path: of a %TRS_CLI_PLACE_STREAM
 * @cancellable: (nullable): a #GCancellable
 * @callback: called when it is open
 * @user_data: (closure): for @callback
 *
 * Opens what is not a regular file for writing. A FIFO that nobody reads is waited for.
 */
void
trs_cli_place_open_async (const char          *path,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_cli_place_open_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  /* The thread stays where it is until somebody reads, or the program ends. */
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, open_in_thread);
}

/**
 * trs_cli_place_open_finish:
 * @result: what the callback got
 * @error: return location for an error of the system, %G_IO_ERROR
 *
 * Returns: (transfer full) (nullable): the stream
 */
GOutputStream *
trs_cli_place_open_finish (GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_cli_place_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
