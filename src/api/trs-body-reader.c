/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-body-reader.h"

#include "trs-error.h"
#include "trs-task.h"

/* Room for a page of a list; a transcript takes a few steps more. */
#define FIRST_CAPACITY (32 * 1024)

/* With less of it, reading costs more than what is read. */
#define LEAST_ROOM (8 * 1024)

/* What decompresses fills all the room it is given, and the window waits for it. */
#define MOST_AT_ONCE (512 * 1024)

typedef struct
{
  gsize limit;
  guint8 *data;
  gsize length;
  gsize capacity;

  /* the length at which the window gets its turn */
  gsize enough;
} ReadState;

static void
read_state_clear (ReadState *state)
{
  g_free (state->data);
}

TRS_DEFINE_TASK_STATE (ReadState, read_state)

static void read_next (GTask *task);

static GBytes *
take_body (ReadState *state)
{
  guint8 *data = g_realloc (g_steal_pointer (&state->data), state->length);

  return g_bytes_new_take (data, state->length);
}

static void
end (GTask  *task,
     GError *error)
{
  /* A connection whose body was not read to the end must not wait for the rest. */
  g_input_stream_close_async (g_task_get_source_object (task), G_PRIORITY_DEFAULT, NULL, NULL, NULL);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, take_body (read_state_get (task)), (GDestroyNotify) g_bytes_unref);
}

/* One byte beyond the limit tells a body that just fits from one that does not. */
static void
make_room (ReadState *state)
{
  if (state->capacity - state->length >= LEAST_ROOM)
    return;

  state->capacity = MIN (MAX (2 * state->capacity, FIRST_CAPACITY), state->limit + 1);
  state->data = g_realloc (state->data, state->capacity);
}

static GError *
new_too_large_error (ReadState *state)
{
  return g_error_new (TRS_ERROR, TRS_ERROR_TOO_LARGE, "A body of more than %" G_GSIZE_FORMAT " bytes", state->limit);
}

/* Returns whether the body goes on. */
static gboolean
take (GTask  *task,
      gssize  length,
      GError *error)
{
  ReadState *state = read_state_get (task);

  if (length > 0 && state->length + (gsize) length <= state->limit)
    {
      state->length += (gsize) length;
      return TRUE;
    }

  end (task, length > 0 ? new_too_large_error (state) : error);
  return FALSE;
}

/* What has come by now is taken at once: to be called back for each piece takes longer than the piece. Returns whether
 * the body goes on. */
static gboolean
read_ready (GTask *task)
{
  ReadState *state = read_state_get (task);
  GInputStream *stream = g_task_get_source_object (task);

  if (!G_IS_POLLABLE_INPUT_STREAM (stream) || !g_pollable_input_stream_can_poll (G_POLLABLE_INPUT_STREAM (stream)))
    return TRUE;

  while (state->length < state->enough)
    {
      GError *error = NULL;
      gssize length;

      make_room (state);
      length = g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (stream), state->data + state->length,
                                                         MIN (state->capacity, state->enough) - state->length,
                                                         g_task_get_cancellable (task), &error);
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        {
          g_error_free (error);
          return TRUE;
        }
      if (!take (task, length, error))
        return FALSE;
    }

  return TRUE;
}

static void
read_got_some_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  gssize length = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (take (task, length, error) && read_ready (task))
    read_next (task);
}

static void
read_next (GTask *task)
{
  ReadState *state = read_state_get (task);

  make_room (state);
  state->enough = state->length + MOST_AT_ONCE;
  g_input_stream_read_async (g_task_get_source_object (task), state->data + state->length,
                             MIN (state->capacity, state->enough) - state->length, G_PRIORITY_DEFAULT,
                             g_task_get_cancellable (task), read_got_some_cb, g_object_ref (task));
}

/**
 * trs_body_read_async:
 * @stream: a stream; closed at the end in any case
 * @limit: how many bytes are taken at most, less than %G_MAXSSIZE
 * @cancellable: (nullable): to give up
 * @callback: called at the end
 * @user_data: (closure): for @callback
 *
 * Reads a whole stream with bounded memory.
 */
void
trs_body_read_async (GInputStream        *stream,
                     gsize                limit,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (G_IS_INPUT_STREAM (stream));

  task = g_task_new (stream, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_body_read_async);
  read_state_attach (task)->limit = limit;
  read_next (task);
}

/**
 * trs_body_read_finish:
 * @stream: a stream
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with
 *   %TRS_ERROR_TOO_LARGE or an error of the stream
 */
GBytes *
trs_body_read_finish (GInputStream  *stream,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, stream), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
