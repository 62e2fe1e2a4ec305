/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-body-reader.h"

#include "trs-error.h"

/* A decompressor fills any buffer that it is given while the window waits, so the chunks are small. */
#define CHUNK_SIZE (64 * 1024)

static void read_next (GTask *task);

static void
read_got_chunk_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GByteArray *body = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GBytes) chunk = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);
  gsize length = chunk != NULL ? g_bytes_get_size (chunk) : 0;

  if (length > TRS_BODY_LIMIT - body->len)
    error = g_error_new (TRS_ERROR, TRS_ERROR_TOO_LARGE, "A body of more than %d bytes", TRS_BODY_LIMIT);
  else if (length > 0)
    {
      g_byte_array_append (body, g_bytes_get_data (chunk, NULL), (guint) length);
      read_next (task);
      return;
    }

  /* The stream is closed without waiting for the rest of a body that was not read to the end. */
  g_input_stream_close_async (G_INPUT_STREAM (source), G_PRIORITY_DEFAULT, NULL, NULL, NULL);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_byte_array_free_to_bytes (g_byte_array_ref (body)), (GDestroyNotify) g_bytes_unref);
}

static void
read_next (GTask *task)
{
  g_input_stream_read_bytes_async (g_task_get_source_object (task), CHUNK_SIZE, G_PRIORITY_DEFAULT,
                                   g_task_get_cancellable (task), read_got_chunk_cb, g_object_ref (task));
}

/**
 * trs_body_read_async:
 * @stream: a stream; closed at the end in any case
 * @cancellable: (nullable): to give up
 * @callback: called at the end
 * @user_data: (closure): for @callback
 *
 * Reads a whole stream, of %TRS_BODY_LIMIT bytes at most: %TRS_ERROR_TOO_LARGE.
 */
void
trs_body_read_async (GInputStream        *stream,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (stream, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_body_read_async);
  g_task_set_task_data (task, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref);
  read_next (task);
}

/**
 * trs_body_read_finish:
 * @stream: the stream
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the whole body; %NULL with @error set
 */
GBytes *
trs_body_read_finish (GInputStream  *stream,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, stream), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_body_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
