/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-links.h"

#include "trs-i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* More than a hundred thousand links. */
#define MAX_BYTES (8 * 1024 * 1024)

static gboolean
set_errno (const char  *path,
           GError     **error)
{
  int number = errno;
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, TRS_CLI_ERROR, number == EFBIG ? TRS_CLI_USAGE : TRS_CLI_FAILED, "%s: %s", name,
               g_strerror (number));
  return FALSE;
}

static gboolean
read_all (int         fd,
          GByteArray *bytes)
{
  guint8 chunk[16 * 1024];
  gssize n;

  while ((n = read (fd, chunk, sizeof chunk)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      g_byte_array_append (bytes, chunk, (guint) n);
      if (bytes->len > MAX_BYTES)
        {
          errno = EFBIG;
          return FALSE;
        }
    }
  return TRUE;
}

/* A pipe may wait for its writer at each step. */
static void
read_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const char *path = task_data;
  gboolean standard = g_str_equal (path, "-");
  int fd = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  GError *error = NULL;

  if (fd < 0 || !read_all (fd, bytes))
    set_errno (path, &error);
  if (fd >= 0 && !standard)
    close (fd);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_byte_array_free_to_bytes (g_steal_pointer (&bytes)), (GDestroyNotify) g_bytes_unref);
}

/* Can be cancelled whatever the thread waits for. */
static void
read_async (const char          *path,
            GCancellable        *cancellable,
            GAsyncReadyCallback  callback,
            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, read_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_thread);
}

static GBytes *
read_finish (GAsyncResult  *result,
             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* One link a line; a line that begins with # is a remark. */
static gboolean
add_lines (TrsCli        *self,
           GStrvBuilder  *builder,
           const char    *path,
           GError       **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  read_async (path, self->cancellable, trs_cli_done_cb, &result);
  bytes = read_finish (trs_cli_wait (&result), error);
  if (bytes == NULL)
    return FALSE;
  if (g_bytes_get_size (bytes) == 0)
    return TRUE;
  if (!g_utf8_validate_len (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL))
    {
      g_autofree char *name = g_filename_display_name (path);

      /* Translators: %s is a file name. */
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("%s is no text in UTF-8. Nothing was sent."), name);
      return FALSE;
    }

  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (g_str_has_prefix (text, "\357\273\277") ? text + 3 : text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*g_strstrip (lines[i]) != '\0' && *lines[i] != '#')
      g_strv_builder_add (builder, lines[i]);
  return TRUE;
}

/**
 * trs_cli_read_links:
 * @self: a run
 * @error: return location for an error
 *
 * Replaces the words of the command by links: first those of `--file`, then the words, where `-` stands for the lines
 * of standard input. Without either, standard input is read unless it is a terminal.
 *
 * Returns: whether there are any
 */
gboolean
trs_cli_read_links (TrsCli  *self,
                    GError **error)
{
  TrsCliOptions *options = self->options;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean piped = options->file == NULL && options->words[0] == NULL && !isatty (STDIN_FILENO);

  if (options->file != NULL && !add_lines (self, builder, options->file, error))
    return FALSE;
  if (piped && !options->key.standard_input && !add_lines (self, builder, "-", error))
    return FALSE;
  for (guint i = 0; options->words[i] != NULL; i++)
    if (!g_str_equal (options->words[i], "-"))
      g_strv_builder_add (builder, options->words[i]);
    else if (!add_lines (self, builder, "-", error))
      return FALSE;

  g_strfreev (options->words);
  options->words = g_strv_builder_end (builder);
  if (options->words[0] != NULL)
    return TRUE;
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("There are no links. Try “transcripts help submit”."));
  return FALSE;
}
