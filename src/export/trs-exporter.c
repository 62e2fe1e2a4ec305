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
 * could not be completed.
 */
typedef struct
{
  GBytes *bytes;
  GFile *file;
  GFileOutputStream *stream;
  GError *error;
  guint n_links;
  guint mode;
  gboolean was_there;
  gboolean is_reserved;
} SaveState;

static void
save_state_clear (SaveState *state)
{
  g_clear_pointer (&state->bytes, g_bytes_unref);
  g_clear_object (&state->file);
  g_clear_object (&state->stream);
  g_clear_error (&state->error);
}

TRS_DEFINE_TASK_STATE (SaveState, save_state)

static void save_look_at_file (GTask *task);

static void
save_removed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SaveState *state = save_state_get (task);

  /* Whether that went well or not, the first error is the one that tells. */
  g_file_delete_finish (G_FILE (source), result, NULL);
  g_task_return_error (task, g_steal_pointer (&state->error));
}

static void
save_fail (GTask  *task,
           GError *error)
{
  SaveState *state = save_state_get (task);

  state->error = error;
  if (state->was_there || (state->stream == NULL && !state->is_reserved))
    g_task_return_error (task, g_steal_pointer (&state->error));
  else
    g_file_delete_async (state->file, G_PRIORITY_DEFAULT, NULL, save_removed_cb, g_object_ref (task));
}

static void
save_abandoned_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SaveState *state = save_state_get (task);

  g_output_stream_close_finish (G_OUTPUT_STREAM (source), result, NULL);
  save_fail (task, g_steal_pointer (&state->error));
}

/* A close that is cancelled from the start drops what was written, and keeps the old file. */
static void
save_abandon (GTask  *task,
              GError *error)
{
  SaveState *state = save_state_get (task);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  state->error = error;
  g_output_stream_close_async (G_OUTPUT_STREAM (state->stream), G_PRIORITY_DEFAULT, cancelled,
                               save_abandoned_cb, g_object_ref (task));
}

static void
save_verified_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SaveState *state = save_state_get (task);
  GError *error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);

  if (info == NULL)
    save_fail (task, error);
  else if ((gsize) g_file_info_get_size (info) != g_bytes_get_size (state->bytes))
    save_fail (task, g_error_new (TRS_ERROR, TRS_ERROR_FAILED, "The file has another size than what was written"));
  else
    g_task_return_boolean (task, TRUE);
}

static void
save_closed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SaveState *state = save_state_get (task);
  GError *error = NULL;

  if (!g_output_stream_close_finish (G_OUTPUT_STREAM (source), result, &error))
    save_fail (task, error);
  else
    /* A new file whose folder was removed under way is closed without an error. */
    g_file_query_info_async (state->file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE,
                             G_PRIORITY_DEFAULT, NULL, save_verified_cb, g_object_ref (task));
}

static void
save_written_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error) ||
      g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    save_abandon (task, error);
  else
    /* This is the step that replaces the old file. Cancelled in the middle, it could
     * have done so and report the opposite.
     */
    g_output_stream_close_async (G_OUTPUT_STREAM (source), G_PRIORITY_DEFAULT, NULL,
                                 save_closed_cb, g_object_ref (task));
}

static void
save_opened_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SaveState *state = save_state_get (task);
  GError *error = NULL;
  gsize size;
  const void *data = g_bytes_get_data (state->bytes, &size);

  state->stream = g_file_replace_finish (G_FILE (source), result, &error);
  if (state->stream == NULL)
    {
      save_fail (task, error);
      return;
    }

  /* It was opened for the owner alone; if this fails, it stays so. */
  if (state->was_there && G_IS_FILE_DESCRIPTOR_BASED (state->stream) && state->mode != 0)
    (void) !fchmod (g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (state->stream)), state->mode & 0777);

  g_output_stream_write_all_async (G_OUTPUT_STREAM (state->stream), data, size, G_PRIORITY_DEFAULT,
                                   g_task_get_cancellable (task), save_written_cb, g_object_ref (task));
}

static void
save_open (GTask *task)
{
  SaveState *state = save_state_get (task);
  GFileCreateFlags flags = G_FILE_CREATE_REPLACE_DESTINATION;

  /* Without REPLACE_DESTINATION, GIO writes over the old file in place where it
   * cannot put a new one beside it. No cancellable: one that comes too late drops
   * the stream, which then closes itself, and leaves an empty file in place of the old.
   */
  if (state->was_there && state->mode != 0)
    flags |= G_FILE_CREATE_PRIVATE;

  g_file_replace_async (state->file, NULL, FALSE, flags, G_PRIORITY_DEFAULT, NULL,
                        save_opened_cb, g_object_ref (task));
}

static void
save_reservation_closed_cb (GObject      *source,
                            GAsyncResult *result,
                            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_output_stream_close_finish (G_OUTPUT_STREAM (source), result, &error))
    save_open (task);
  else
    save_fail (task, error);
}

static void
save_reserved_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SaveState *state = save_state_get (task);
  GError *error = NULL;
  g_autoptr (GFileOutputStream) stream = g_file_create_finish (G_FILE (source), result, &error);

  if (stream != NULL)
    {
      state->is_reserved = TRUE;
      g_output_stream_close_async (G_OUTPUT_STREAM (stream), G_PRIORITY_DEFAULT, NULL, save_reservation_closed_cb,
                                   g_object_ref (task));
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      /* It came a moment ago, and is not ours. */
      g_error_free (error);
      state->was_there = TRUE;
      save_open (task);
    }
  else
    {
      save_fail (task, error);
    }
}

/* Nothing may be written twice that is not a file of this computer: there may be no way to replace it. */
static void
save_open_new (GTask *task)
{
  SaveState *state = save_state_get (task);

  if (g_file_is_native (state->file))
    g_file_create_async (state->file, G_FILE_CREATE_NONE, G_PRIORITY_DEFAULT, NULL, save_reserved_cb,
                         g_object_ref (task));
  else
    save_open (task);
}

/* A link is the user's own, and stays: what it leads to is replaced. */
static gboolean
save_follow_link (SaveState *state,
                  GFileInfo *info)
{
  const char *target;
  g_autoptr (GFile) folder = NULL;
  GFile *file;

  if (!g_file_info_get_is_symlink (info))
    return FALSE;

  target = g_file_info_get_symlink_target (info);
  folder = g_file_get_parent (state->file);
  if (target == NULL || folder == NULL)
    return FALSE;

  file = g_file_resolve_relative_path (folder, target);
  g_object_unref (state->file);
  state->file = file;
  return TRUE;
}

static void
save_looked_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SaveState *state = save_state_get (task);
  GError *error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);

  if (info == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      save_fail (task, error);
      return;
    }
  g_clear_error (&error);

  if (info != NULL && save_follow_link (state, info))
    {
      if (++state->n_links > MAX_LINKS)
        save_fail (task, g_error_new (G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS, "A link leads back to itself"));
      else
        save_look_at_file (task);
      return;
    }

  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    {
      save_fail (task, error);
      return;
    }

  state->was_there = info != NULL;
  state->mode = info != NULL ? g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE) : 0;
  if (state->was_there)
    save_open (task);
  else
    save_open_new (task);
}

static void
save_look_at_file (GTask *task)
{
  SaveState *state = save_state_get (task);

  g_file_query_info_async (state->file, ATTRIBUTES, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, G_PRIORITY_DEFAULT,
                           g_task_get_cancellable (task), save_looked_cb, g_object_ref (task));
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
  save_look_at_file (task);
}

/**
 * trs_exporter_save_finish:
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Errors: %G_IO_ERROR as the system tells; %TRS_ERROR_FAILED if what was saved
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
