/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-exporter.h"

#include <gio/gfiledescriptorbased.h>
#include <sys/stat.h>

#include "trs-error.h"
#include "trs-task.h"

#define ATTRIBUTES                        \
  G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK "," \
  G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET "," \
  G_FILE_ATTRIBUTE_UNIX_MODE

#define MAX_LINKS 16

/* A save never ends half done. The old file stays where it is until the new one
 * is complete beside it. Where there is none, an empty one takes its place: GIO
 * would write a new file where it is to be, and whoever ended the program under
 * way would find a part of a transcript there. It is removed if the new one
 * could not be completed. All of it runs on a worker thread.
 */
typedef struct
{
  GBytes *bytes;
  GFile *file;
  guint mode; /* of the old file, or 0 */
  gboolean was_there;
  gboolean is_ours;
} SaveState;

static void
save_state_clear (SaveState *state)
{
  g_clear_pointer (&state->bytes, g_bytes_unref);
  g_clear_object (&state->file);
}

TRS_DEFINE_TASK_STATE (SaveState, save_state)

/* A link is the user's own, and stays: what it leads to is replaced. */
static gboolean
follow_link (SaveState *state,
             GFileInfo *info)
{
  const char *target = g_file_info_get_is_symlink (info) ? g_file_info_get_symlink_target (info) : NULL;
  g_autoptr (GFile) folder = g_file_get_parent (state->file);
  GFile *file;

  if (target == NULL || folder == NULL)
    return FALSE;

  file = g_file_resolve_relative_path (folder, target);
  g_object_unref (state->file);
  state->file = file;
  return TRUE;
}

static gboolean
look_at_file (SaveState     *state,
              GCancellable  *cancellable,
              GError       **error)
{
  for (guint n_links = 0; n_links <= MAX_LINKS; n_links++)
    {
      g_autoptr (GError) local = NULL;
      g_autoptr (GFileInfo) info =
          g_file_query_info (state->file, ATTRIBUTES, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable, &local);

      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        return TRUE;
      if (info == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (!follow_link (state, info))
        {
          state->was_there = TRUE;
          state->mode = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE);
          return TRUE;
        }
    }

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS, "A link leads back to itself");
  return FALSE;
}

/* Only for a file of this computer: elsewhere there may be no way to replace what was just written. */
static gboolean
reserve (SaveState  *state,
         GError    **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GFileOutputStream) stream = g_file_create (state->file, G_FILE_CREATE_NONE, NULL, &local);

  state->is_ours = stream != NULL;
  if (state->is_ours)
    return g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error);

  /* It came a moment ago. */
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      state->was_there = TRUE;
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static GFileOutputStream *
open_stream (SaveState  *state,
             GError    **error)
{
  GFileCreateFlags flags = G_FILE_CREATE_REPLACE_DESTINATION;
  GFileOutputStream *stream;

  /* Without REPLACE_DESTINATION, GIO writes over the old file in place where it cannot put a new one beside it. */
  if (state->mode != 0)
    flags |= G_FILE_CREATE_PRIVATE;

  stream = g_file_replace (state->file, NULL, FALSE, flags, NULL, error);
  if (stream == NULL)
    return NULL;

  state->is_ours = !state->was_there;
  /* It was opened for the owner alone; if this fails, it stays so. */
  if (G_IS_FILE_DESCRIPTOR_BASED (stream) && state->mode != 0)
    (void) !fchmod (g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (stream)), state->mode & 0777);
  return stream;
}

/* A new file whose folder was removed under way is closed without an error. */
static gboolean
verify (SaveState  *state,
        GError    **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (state->file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, error);

  if (info == NULL)
    return FALSE;
  if ((gsize) g_file_info_get_size (info) == g_bytes_get_size (state->bytes))
    return TRUE;

  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, "The file has another size than what was written");
  return FALSE;
}

static gboolean
replace (SaveState     *state,
         GCancellable  *cancellable,
         GError       **error)
{
  g_autoptr (GFileOutputStream) stream = open_stream (state, error);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  gsize size;
  const void *data = g_bytes_get_data (state->bytes, &size);

  if (stream == NULL)
    return FALSE;

  if (!g_output_stream_write_all (G_OUTPUT_STREAM (stream), data, size, NULL, cancellable, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      /* A close that is cancelled from the start drops what was written, and keeps the old file. */
      g_cancellable_cancel (cancelled);
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancelled, NULL);
      return FALSE;
    }

  /* This is the step that replaces the old file. Cancelled in the middle, it could
   * have done so and report the opposite.
   */
  return g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error) && verify (state, error);
}

static gboolean
save (SaveState     *state,
      GCancellable  *cancellable,
      GError       **error)
{
  if (!look_at_file (state, cancellable, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!state->was_there && g_file_is_native (state->file) && !reserve (state, error))
    return FALSE;
  return replace (state, cancellable, error);
}

static void
save_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  SaveState *state = task_data;
  GError *error = NULL;

  if (save (state, cancellable, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (state->is_ours)
    g_file_delete (state->file, NULL, NULL);
  g_task_return_error (task, error);
}

/**
 * trs_exporter_save_async:
 * @bytes: what the file shall hold
 * @file: where to write it
 * @cancellable: (nullable): a #GCancellable
 * @callback: called when it is saved, or failed
 * @user_data: (closure): for @callback
 *
 * Saves a file as a whole. If that fails or is cancelled, a file that was
 * there keeps its contents, and none is left where there was none.
 */
void
trs_exporter_save_async (GBytes              *bytes,
                         GFile               *file,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (bytes != NULL);
  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_exporter_save_async);
  /* What was saved was saved, also if the user gave up at the last moment. */
  g_task_set_check_cancellable (task, FALSE);
  save_state_attach (task)->file = g_object_ref (file);
  save_state_get (task)->bytes = g_bytes_ref (bytes);
  g_task_run_in_thread (task, save_in_thread);
}

/**
 * trs_exporter_save_finish:
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Errors: %G_IO_ERROR of the system; %TRS_ERROR_FAILED if what was saved
 * is not there as it should be.
 *
 * Returns: %TRUE if the file is complete
 */
gboolean
trs_exporter_save_finish (GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
