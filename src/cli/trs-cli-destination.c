/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-place.h"

#include "trs-cli-output.h"
#include "trs-export-target.h"
#include "trs-i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How often it is looked whether a pipe has a reader, and whether a signal has come. */
#define PIPE_MSEC 50

/* Names of files without a template. */
#define DEFAULT_TEMPLATE "{title}"

/* Fields stand in the name of a file alone: no title makes a folder. Returns: %FALSE if @output has one elsewhere */
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

/* Returns: %FALSE if the name has an extension, and no format has it */
static gboolean
check_extension (const char  *name,
                 gboolean     has_format,
                 GError     **error)
{
  const char *dot = strrchr (name, '.');
  g_autoptr (GString) list = g_string_new (NULL);

  if (has_format || dot == NULL || dot == name || trs_cli_format_find_extension (name) != NULL)
    return TRUE;

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    g_string_append_printf (list, " .%s", trs_export_formats[i].extension);
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
               /* Translators: the first %s is an extension such as ".pdf", the second a list of them. */
               _("No format has the extension “%s”. Use --format, or one of:%s"), dot, list->str);
  return FALSE;
}

/* @name: the name of a file, with fields in it */
static gboolean
read_template (TrsCliPlace  *self,
               const char   *name,
               gboolean      has_format,
               GError      **error)
{
  g_autoptr (GError) wrong = NULL;

  if (!trs_export_template_check (name, &wrong))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, wrong->message);
      return FALSE;
    }
  if (!check_extension (name, has_format, error))
    return FALSE;

  self->format = trs_cli_format_find_extension (name);
  self->name_template = g_strdup (name);
  if (self->format != NULL)
    {
      char *dot = strrchr (self->name_template, '.');

      self->extension = g_strdup (dot + 1);
      *dot = '\0';
    }
  return TRUE;
}

/* Returns: (nullable): the name of the file in @output that is a template; %NULL if there are no fields in it */
static const char *
find_template (const char *output)
{
  const char *slash = strrchr (output, '/');
  const char *name = slash != NULL ? slash + 1 : output;

  return strchr (name, '{') != NULL ? name : NULL;
}

static gboolean
read_file (TrsCliPlace  *self,
           const char   *output,
           gboolean      several,
           gboolean      has_format,
           GError      **error)
{
  g_autofree char *name = g_path_get_basename (output);
  struct stat info;

  if (stat (output, &info) == 0 && !S_ISREG (info.st_mode) && !S_ISDIR (info.st_mode))
    self->kind = TRS_CLI_PLACE_PIPE;
  else if (trs_export_target_find_archive (name) != TRS_EXPORT_ARCHIVE_NONE)
    {
      self->kind = TRS_CLI_PLACE_ARCHIVE;
      return TRUE;
    }
  /* The name of a folder may have a dot in it. */
  else if (!several && !check_extension (name, has_format, error))
    return FALSE;

  self->format = trs_cli_format_find_extension (name);
  if (!several)
    return TRUE;
  if (self->kind == TRS_CLI_PLACE_FILE && self->format == NULL)
    {
      self->kind = TRS_CLI_PLACE_FOLDER;
      return TRUE;
    }
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("Several transcripts don’t fit in one file: use a folder, a name with {title} in it, or an "
                         "archive"));
  return FALSE;
}

/**
 * trs_cli_place_new:
 * @output: what was typed, or the default of the command
 * @several: whether more than one file may go there
 * @has_format: whether formats were asked for; otherwise the extension has to say one
 * @error: return location for an error
 *
 * Reads `--output`. Nothing is created.
 *
 * Errors: %TRS_CLI_USAGE
 *
 * Returns: (transfer full) (nullable): what it means
 */
TrsCliPlace *
trs_cli_place_new (const char  *output,
                   gboolean     several,
                   gboolean     has_format,
                   GError     **error)
{
  g_autoptr (TrsCliPlace) self = g_new0 (TrsCliPlace, 1);
  const char *name = find_template (output);
  g_autofree char *folder = name != NULL ? g_strndup (output, (gsize) (name - output)) : g_strdup (output);

  /* The device would be replaced where it is a file. */
  if (g_str_equal (output, "-") || g_str_equal (output, "/dev/stdout") || g_str_equal (output, "/dev/fd/1"))
    {
      self->kind = TRS_CLI_PLACE_STREAM;
      return g_steal_pointer (&self);
    }
  if (!check_folder (folder, error))
    return NULL;

  self->file = g_file_new_for_commandline_arg (*folder != '\0' ? folder : ".");
  self->kind = TRS_CLI_PLACE_FOLDER;
  if (name != NULL)
    return read_template (self, name, has_format, error) ? g_steal_pointer (&self) : NULL;

  self->name_template = g_strdup (DEFAULT_TEMPLATE);
  if (g_str_has_suffix (output, "/") || g_file_test (output, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&self);
  self->kind = TRS_CLI_PLACE_FILE;
  return read_file (self, output, several, has_format, error) ? g_steal_pointer (&self) : NULL;
}

void
trs_cli_place_free (TrsCliPlace *self)
{
  g_clear_object (&self->file);
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

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", name, g_strerror (code));
  return FALSE;
}

/**
 * trs_cli_place_try:
 * @self: a place
 * @error: return location for an error of the system, %G_IO_ERROR
 *
 * Looks whether something can be saved there, before anything is done for it. Nothing is created. That the disk is
 * full shows only later.
 *
 * Returns: %FALSE if it cannot
 */
gboolean
trs_cli_place_try (TrsCliPlace  *self,
                   GError      **error)
{
  g_autoptr (GFile) folder = NULL;

  if (self->kind == TRS_CLI_PLACE_STREAM || self->kind == TRS_CLI_PLACE_PIPE || !g_file_is_native (self->file))
    return TRUE;

  folder = self->kind == TRS_CLI_PLACE_FOLDER ? g_object_ref (self->file) : g_file_get_parent (self->file);
  /* A folder is made, with those above it. */
  while (self->kind == TRS_CLI_PLACE_FOLDER && access (g_file_peek_path (folder), F_OK) != 0 && errno == ENOENT)
    {
      GFile *above = g_file_get_parent (folder);

      if (above == NULL)
        return fail (folder, ENOENT, error);
      g_object_unref (folder);
      folder = above;
    }
  if (folder == NULL)
    return fail (self->file, EISDIR, error);
  if (access (g_file_peek_path (folder), W_OK | X_OK) != 0)
    return fail (folder, errno, error);
  return g_file_test (g_file_peek_path (folder), G_FILE_TEST_IS_DIR) || fail (folder, ENOTDIR, error);
}

/* Turns the main loop, in which signals are seen, and waits a little. @fd: what is waited for, or -1 */
static gboolean
wait_for_reader (int            fd,
                 GCancellable  *cancellable,
                 GError       **error)
{
  struct pollfd poll_fd = { .fd = fd, .events = POLLOUT };

  poll (&poll_fd, 1, PIPE_MSEC);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Returns: -1 on an error. Nobody may have opened the other end yet. */
static int
open_pipe (GFile         *file,
           GCancellable  *cancellable,
           GError       **error)
{
  while (TRUE)
    {
      int fd = open (g_file_peek_path (file), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);

      if (fd >= 0)
        return fd;
      if (errno != ENXIO)
        {
          fail (file, errno, error);
          return -1;
        }
      if (!wait_for_reader (-1, cancellable, error))
        return -1;
    }
}

/**
 * trs_cli_place_write:
 * @self: a %TRS_CLI_PLACE_PIPE
 * @bytes: what to write
 * @cancellable: (nullable): to stop waiting for whoever reads it
 * @error: return location for an error of the system, %G_IO_ERROR
 *
 * Returns: whether all of it was written
 */
gboolean
trs_cli_place_write (TrsCliPlace   *self,
                     GBytes        *bytes,
                     GCancellable  *cancellable,
                     GError       **error)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  int fd = open_pipe (self->file, cancellable, error);
  gboolean good = fd >= 0;

  while (good && size > 0)
    {
      gssize written = write (fd, data, size);

      if (written >= 0)
        {
          data += written;
          size -= (gsize) written;
        }
      else if (errno == EAGAIN || errno == EINTR)
        good = wait_for_reader (fd, cancellable, error);
      else
        good = fail (self->file, errno, error);
    }
  if (fd >= 0)
    close (fd);
  return good;
}
