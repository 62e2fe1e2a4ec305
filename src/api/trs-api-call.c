/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-call.h"

#include <string.h>

#include "trs-api-codec.h"
#include "trs-task.h"

/* Below it parsing takes less time than a frame, whatever it is that is parsed. */
#define INLINE_BODY_SIZE (64 * 1024)

/* Anything shorter is no secret, but may well be a word of a message. */
#define MIN_SECRET_LENGTH 8

typedef struct
{
  TrsApiEndpoint endpoint;
  char *key;
  char *project_field;
  char *project_id;
  TrsReply *reply;

  /* for what is read in a thread */
  gint64 deadline;
  GSource *late;
  GSource *cancelled;
  gboolean answered;
} CallState;

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
call_state_clear (CallState *state)
{
  clear_source (&state->late);
  clear_source (&state->cancelled);
  trs_api_call_wipe (&state->key);
  g_free (state->project_field);
  g_free (state->project_id);
  g_clear_pointer (&state->reply, trs_reply_free);
}

TRS_DEFINE_TASK_STATE (CallState, call_state)

/* A server may repeat the key in its words; they must not carry it into a log. */
static GError *
without_key (GError     *error,
             const char *key)
{
  const char *words = trs_error_get_server_message (error);
  g_autoptr (GString) clean = NULL;
  GError *copy;

  if (words == NULL || strlen (key) < MIN_SECRET_LENGTH || strstr (words, key) == NULL)
    return error;

  clean = g_string_new (words);
  g_string_replace (clean, key, "…", 0);
  copy = trs_error_new_http ((TrsError) error->code, trs_error_get_http_status (error), clean->str,
                             trs_error_get_retry_after (error), "%s", error->message);
  g_error_free (error);
  return copy;
}

static TrsDetailRecord *
read_detail (CallState  *state,
             GError    **error)
{
  g_autoptr (TrsDetailRecord) record = NULL;

  record = trs_api_codec_read_detail (state->reply->body, state->project_field, error);
  if (record == NULL)
    return NULL;

  /* The words of one project must never be kept under the name of another. */
  if (record->id != NULL && g_ascii_strcasecmp (record->id, state->project_id) != 0)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The detail is that of another project");
      return NULL;
    }

  return g_steal_pointer (&record);
}

static gpointer
read_body (CallState  *state,
           GError    **error)
{
  switch (state->endpoint)
    {
    case TRS_API_SUBMIT:
      return trs_api_codec_read_submission (state->reply->body, error);
    case TRS_API_LIST:
      return trs_api_codec_read_list (state->reply->body, state->project_field, error);
    case TRS_API_DETAIL:
      return read_detail (state, error);
    default:
      g_return_val_if_reached (NULL);
    }
}

static GDestroyNotify
get_free_func (TrsApiEndpoint endpoint)
{
  switch (endpoint)
    {
    case TRS_API_SUBMIT:
      return g_free;
    case TRS_API_LIST:
      return (GDestroyNotify) g_ptr_array_unref;
    case TRS_API_DETAIL:
      return (GDestroyNotify) trs_detail_record_free;
    default:
      g_return_val_if_reached (NULL);
    }
}

/* An unreadable success keeps its status: a submission with one may have gone through. */
static void
return_read (GTask    *task,
             gpointer  value,
             GError   *error)
{
  CallState *state = call_state_get (task);

  if (error == NULL)
    g_task_return_pointer (task, value, get_free_func (state->endpoint));
  else if (error->domain == TRS_ERROR)
    g_task_return_error (task, trs_error_new_http ((TrsError) error->code, state->reply->status, NULL, -1,
                                                   "Unreadable reply: %s", error->message));
  else
    g_task_return_error (task, g_error_copy (error));
}

static void
read_in_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  CallState *state = task_data;
  GError *error = NULL;
  gpointer value = read_body (state, &error);

  if (value != NULL)
    g_task_return_pointer (task, value, get_free_func (state->endpoint));
  else
    g_task_return_error (task, error);
}

static void
call_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  gpointer value = g_task_propagate_pointer (G_TASK (result), &error);
  CallState *state = call_state_get (task);

  clear_source (&state->late);
  clear_source (&state->cancelled);
  if (!state->answered)
    return_read (task, value, error);
  else if (value != NULL)
    get_free_func (state->endpoint) (value);
}

/* The thread cannot be stopped while it parses. Whoever asked has the answer now; the thread comes to its end soon,
 * because what it parses is bounded, and what it read is dropped. */
static gboolean
late_cb (gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (G_TASK (user_data));
  CallState *state = call_state_get (task);

  state->answered = TRUE;
  clear_source (&state->cancelled);
  g_task_return_error (task, trs_error_new_http (TRS_ERROR_TIMED_OUT, state->reply->status, NULL, -1,
                                                 "The deadline passed while the reply was read"));
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr (GTask) task = g_object_ref (G_TASK (user_data));
  CallState *state = call_state_get (task);

  state->answered = TRUE;
  clear_source (&state->late);
  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

static void
start_watches (GTask     *task,
               CallState *state)
{
  gint64 rest = (state->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  state->late = g_timeout_source_new ((guint) MAX (rest, 0));
  g_source_set_callback (state->late, late_cb, task, NULL);
  g_source_attach (state->late, g_task_get_context (task));

  if (g_task_get_cancellable (task) == NULL)
    return;
  state->cancelled = g_cancellable_source_new (g_task_get_cancellable (task));
  g_source_set_callback (state->cancelled, G_SOURCE_FUNC (cancelled_cb), task, NULL);
  g_source_attach (state->cancelled, g_task_get_context (task));
}

/* Has a task of its own, so that the thread never holds the last reference to
 * the client or the transport. The state outlives it with the outer task. */
static void
read_body_in_thread (GTask     *task,
                     CallState *state)
{
  g_autoptr (GTask) reading = g_task_new (NULL, NULL, call_read_cb, g_object_ref (task));

  start_watches (task, state);

  g_task_set_source_tag (reading, read_body_in_thread);
  g_task_set_task_data (reading, state, NULL);
  g_task_run_in_thread (reading, read_in_thread);
}

static void
return_body (GTask     *task,
             CallState *state)
{
  g_autoptr (GError) error = NULL;
  gpointer value = read_body (state, &error);

  return_read (task, value, error);
}

static void
call_got_reply_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  CallState *state = call_state_get (task);
  GError *error = NULL;

  state->reply = trs_transport_send_finish (TRS_TRANSPORT (source), result, &error);
  if (g_task_return_error_if_cancelled (task))
    {
      g_clear_error (&error);
      return;
    }
  if (state->reply != NULL)
    {
      error = trs_api_error_from_reply (state->endpoint, state->reply);
      if (error != NULL)
        error = without_key (error, state->key);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else if (g_bytes_get_size (state->reply->body) <= INLINE_BODY_SIZE)
    return_body (task, state);
  else
    read_body_in_thread (task, state);
}

/**
 * trs_api_call_wipe:
 * @secret: (inout) (nullable): a string that is owned, or %NULL
 *
 * Overwrites and frees it.
 */
void
trs_api_call_wipe (char **secret)
{
  if (*secret != NULL)
    explicit_bzero (*secret, strlen (*secret));
  g_clear_pointer (secret, g_free);
}

/**
 * trs_api_call_run:
 * @task: what to return on: a `char *` id, a `GPtrArray *` of #TrsProjectRecord
 *   or a #TrsDetailRecord; its task data is taken
 * @transport: the road to the network
 * @endpoint: what is asked
 * @request: (transfer none): how it is asked
 * @project_field: name of the video field in projects
 * @project_id: (nullable): the project that a detail is asked of
 *
 * One call from the request to the record. Big bodies are parsed on a worker
 * thread; the deadline of the request and the cancellable of @task hold there, too.
 */
void
trs_api_call_run (GTask            *task,
                  TrsTransport     *transport,
                  TrsApiEndpoint    endpoint,
                  const TrsRequest *request,
                  const char       *project_field,
                  const char       *project_id)
{
  CallState *state = call_state_attach (task);

  state->endpoint = endpoint;
  state->deadline = g_get_monotonic_time () + request->deadline * G_TIME_SPAN_SECOND;
  state->key = g_strdup (request->key);
  state->project_field = g_strdup (project_field);
  state->project_id = g_strdup (project_id);

  trs_transport_send_async (transport, request, g_task_get_cancellable (task), call_got_reply_cb,
                            g_object_ref (task));
}
