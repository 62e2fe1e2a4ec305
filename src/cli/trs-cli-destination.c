/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-destination.h"

#include "trs-cli-output.h"
#include "trs-export-format.h"
#include "trs-export-target.h"
#include "trs-i18n.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What Flatpak says of the sandbox that the program is in. */
#define SANDBOX "/.flatpak-info"

/* Names of files without a template. */
#define DEFAULT_TEMPLATE "{title}"

/* Fields stand in the name of a file alone: no title makes a folder. */
static gboolean
check_folder (const char  *folder,
              GError     **error)
{
  for (const char *open = strchr (folder, '{'); open != NULL; open = strchr (open + 1, '{'))
    {
      const char *close = strchr (open, '}');
      g_autofree char *field = close != NULL ? g_strndup (open, (gsize) (close + 1 - open)) : NULL;

      if (field == NULL || !trs_export_template_check (field, NULL))
        continue;
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                   /* Translators: %s is a field such as {title}. */
                   _("Fields such as %s can only stand in the name of the file, not in that of a folder"), field);
      return FALSE;
    }
  return TRUE;
}

/* Returns: (nullable): where in @output the name of the file begins, if that is a template */
static const char *
find_template (const char *output)
{
  const char *slash = strrchr (output, '/');
  const char *name = slash != NULL ? slash + 1 : output;

  return strchr (name, '{') != NULL ? name : NULL;
}

static void
set_extension (TrsCliDestination *self,
               const char        *name)
{
  const char *dot = strrchr (name, '.');

  /* A hidden file has none, and what is behind the last dot of a template may be a field. */
  self->extension =
      dot != NULL && dot != name && dot[1] != '\0' && strchr (dot, '}') == NULL ? g_strdup (dot + 1) : NULL;
}

/* @name: the name of a file, with fields in it */
static gboolean
read_template (TrsCliDestination  *self,
               const char         *name,
               GError            **error)
{
  g_autoptr (GError) wrong = NULL;

  if (!trs_export_template_check (name, &wrong))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, wrong->message);
      return FALSE;
    }

  set_extension (self, name);
  self->name_template = g_strndup (name, strlen (name) - (self->extension != NULL ? strlen (self->extension) + 1 : 0));
  return TRUE;
}

static gboolean
is_format (const char *extension)
{
  g_autofree char *lower = extension != NULL ? g_ascii_strdown (extension, -1) : NULL;

  return trs_export_format_find (lower) != NULL;
}

static gboolean
read_path (TrsCliDestination  *self,
           const char         *output,
           gboolean            several,
           GError            **error)
{
  g_autofree char *name = g_path_get_basename (output);
  g_autofree char *extension = NULL;

  self->place = trs_cli_place_find (output, several);
  if (self->place == TRS_CLI_PLACE_OUTPUT || g_str_has_suffix (output, "/") ||
      g_file_test (output, G_FILE_TEST_IS_DIR))
    return TRUE;

  if (self->place != TRS_CLI_PLACE_STREAM && trs_export_target_find_archive (name) != TRS_EXPORT_ARCHIVE_NONE)
    {
      self->place = TRS_CLI_PLACE_FOLDER;
      self->archive = TRUE;
      return TRUE;
    }
  set_extension (self, name);
  if (self->place != TRS_CLI_PLACE_FOLDER)
    return TRUE;

  /* The name of a folder may have a dot in it, but this is that of a file. */
  extension = g_steal_pointer (&self->extension);
  if (!is_format (extension))
    return TRUE;
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("Several transcripts don’t fit in one file: use a folder, a name with {title} in it, or an "
                         "archive"));
  return FALSE;
}

/**
 * trs_cli_destination_new:
 * @output: what was typed, or the default of the command
 * @several: whether more than one file may go there
 * @error: return location for an error
 *
 * Reads `--output`. Nothing is created.
 *
 * Errors: %TRS_CLI_USAGE
 *
 * Returns: (transfer full) (nullable): what it means
 */
TrsCliDestination *
trs_cli_destination_new (const char  *output,
                         gboolean     several,
                         GError     **error)
{
  g_autoptr (TrsCliDestination) self = g_new0 (TrsCliDestination, 1);
  const char *name = find_template (output);
  g_autofree char *folder = name != NULL ? g_strndup (output, (gsize) (name - output)) : g_strdup (output);

  self->path = g_strdup (*folder != '\0' ? folder : ".");
  self->file = g_file_new_for_commandline_arg (self->path);
  self->place = TRS_CLI_PLACE_FOLDER;
  if (!check_folder (folder, error) || (name != NULL && !read_template (self, name, error)) ||
      (name == NULL && !read_path (self, output, several, error)))
    return NULL;
  if (self->name_template == NULL)
    self->name_template = g_strdup (DEFAULT_TEMPLATE);
  return g_steal_pointer (&self);
}

/**
 * trs_cli_destination_new_file:
 * @output: what was typed
 * @error: return location for an error
 *
 * Reads the `--output` of what is one file, whatever its name: nothing in it stands for something else.
 *
 * Errors: %G_IO_ERROR_IS_DIRECTORY
 *
 * Returns: (transfer full) (nullable): what it means
 */
TrsCliDestination *
trs_cli_destination_new_file (const char  *output,
                              GError     **error)
{
  g_autoptr (TrsCliDestination) self = g_new0 (TrsCliDestination, 1);

  self->path = g_strdup (output);
  self->file = g_file_new_for_commandline_arg (output);
  self->place = trs_cli_place_find (output, FALSE);
  if (self->place == TRS_CLI_PLACE_FOLDER)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, g_strerror (EISDIR));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
trs_cli_destination_free (TrsCliDestination *self)
{
  g_clear_object (&self->file);
  g_clear_object (&self->stream);
  g_free (self->path);
  g_free (self->name_template);
  g_free (self->extension);
  g_free (self);
}

static gboolean
fail (GFile   *file,
      int      code,
      GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);

  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_FAILED, "%s: %s", name, g_strerror (code));
  return FALSE;
}

/* Returns: (transfer full): the folder in which something is made first */
static GFile *
find_folder (TrsCliDestination *self)
{
  gboolean is_folder = self->place == TRS_CLI_PLACE_FOLDER && !self->archive;
  GFile *folder = is_folder ? g_object_ref (self->file) : g_file_get_parent (self->file);

  /* A folder is made, with those above it. */
  while (is_folder && folder != NULL && access (g_file_peek_path (folder), F_OK) != 0 && errno == ENOENT)
    {
      g_autoptr (GFile) below = folder;

      folder = g_file_get_parent (below);
    }
  return folder;
}

/**
 * trs_cli_destination_try:
 * @self: a destination
 * @error: return location for an error
 *
 * Looks whether something can be saved there, before anything is done for it. Nothing is created. That the disk is
 * full shows only later.
 *
 * Errors: %TRS_CLI_FAILED with what the system says; %TRS_CLI_USAGE in a sandbox that would lose it.
 *
 * Returns: %FALSE if nothing can
 */
gboolean
trs_cli_destination_try (TrsCliDestination  *self,
                         GError            **error)
{
  g_autoptr (GFile) folder = NULL;

  if (self->place == TRS_CLI_PLACE_OUTPUT || self->place == TRS_CLI_PLACE_STREAM || !g_file_is_native (self->file))
    return TRUE;

  if (!trs_cli_place_is_seen (self->path, SANDBOX))
    {
      g_autofree char *path = g_canonicalize_filename (self->path, NULL);

      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                   /* Translators: %s is a path. */
                   _("The sandbox of Flatpak does not let Transcripts save to “%s”. Use “-o -”, and redirect the "
                     "output."),
                   path);
      return FALSE;
    }
  folder = find_folder (self);
  if (folder == NULL)
    return fail (self->file, EISDIR, error);
  if (access (g_file_peek_path (folder), W_OK | X_OK) != 0)
    return fail (folder, errno, error);
  return g_file_test (g_file_peek_path (folder), G_FILE_TEST_IS_DIR) || fail (folder, ENOTDIR, error);
}

/**
 * trs_cli_destination_write:
 * @self: a destination that is a %TRS_CLI_PLACE_STREAM
 * @run: the run, which may be interrupted
 * @data: (array length=size): what to write
 * @size: in bytes
 * @error: return location for an error
 *
 * A FIFO stays open for all that follows: its reader would take a gap for the end.
 *
 * Errors: %TRS_CLI_BROKEN_PIPE if the reader has gone; %G_IO_ERROR
 *
 * Returns: whether it was written
 */
gboolean
trs_cli_destination_write (TrsCliDestination  *self,
                           TrsCli             *run,
                           const char         *data,
                           gsize               size,
                           GError            **error)
{
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GError) local = NULL;

  if (self->stream == NULL)
    {
      trs_cli_place_open_async (self->path, run->cancellable, trs_cli_done_cb, &opened);
      self->stream = trs_cli_place_open_finish (trs_cli_wait (&opened), error);
      if (self->stream == NULL)
        return FALSE;
    }
  g_output_stream_write_all_async (self->stream, data, size, G_PRIORITY_DEFAULT, run->cancellable, trs_cli_done_cb,
                                   &written);
  if (g_output_stream_write_all_finish (self->stream, trs_cli_wait (&written), NULL, &local))
    return TRUE;

  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_BROKEN_PIPE, local->message);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
