/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-recording-transport.h"

#include <string.h>

typedef struct
{
  char *part;
  TrsReply *reply;
  GError *error;
} Answer;

typedef struct
{
  TrsRequest *request;
  char *line;
  GTask *task;
  GSource *cancelled;
} Entry;

struct _TrsRecordingTransport
{
  GObject parent_instance;

  GPtrArray *answers;
  GPtrArray *entries;
};

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_free (answer->part);
  g_clear_pointer (&answer->reply, trs_reply_free);
  g_clear_error (&answer->error);
  g_free (answer);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (entry->cancelled != NULL)
    {
      g_source_destroy (entry->cancelled);
      g_source_unref (entry->cancelled);
    }
  g_clear_object (&entry->task);
  trs_request_free (entry->request);
  g_free (entry->line);
  g_free (entry);
}

static void
entry_return (Entry    *entry,
              TrsReply *reply,
              GError   *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&entry->task);

  g_assert_nonnull (task);
  if (entry->cancelled != NULL)
    g_source_destroy (entry->cancelled);
  g_clear_pointer (&entry->cancelled, g_source_unref);

  if (reply != NULL)
    g_task_return_pointer (task, reply, (GDestroyNotify) trs_reply_free);
  else
    g_task_return_error (task, error);
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  entry_return (user_data, NULL, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled"));
  return G_SOURCE_REMOVE;
}

static void
entry_wait (Entry *entry)
{
  GCancellable *cancellable = g_task_get_cancellable (entry->task);

  if (cancellable == NULL)
    return;

  entry->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_callback (entry->cancelled, G_SOURCE_FUNC (cancelled_cb), entry, NULL);
  g_source_attach (entry->cancelled, g_main_context_get_thread_default ());
}

static TrsRequest *
copy_request (const TrsRequest *request)
{
  TrsRequest *copy = trs_request_new (request->method, request->uri, request->key);

  copy->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  copy->deadline = request->deadline;
  copy->background = request->background;
  return copy;
}

static void
trs_recording_transport_send (TrsTransport     *transport,
                              const TrsRequest *request,
                              GTask            *task)
{
  TrsRecordingTransport *self = TRS_RECORDING_TRANSPORT (transport);
  Entry *entry = g_new0 (Entry, 1);

  entry->request = copy_request (request);
  entry->line = g_strdup_printf ("%s %s", request->method, request->uri);
  entry->task = g_object_ref (task);
  g_ptr_array_add (self->entries, entry);

  for (guint i = 0; i < self->answers->len; i++)
    {
      Answer *answer = g_ptr_array_index (self->answers, i);

      if (answer->part == NULL || strstr (entry->line, answer->part) != NULL)
        {
          entry_return (entry, g_steal_pointer (&answer->reply), g_steal_pointer (&answer->error));
          g_ptr_array_remove_index (self->answers, i);
          return;
        }
    }

  entry_wait (entry);
}

static void
trs_recording_transport_iface_init (TrsTransportInterface *iface)
{
  iface->send = trs_recording_transport_send;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsRecordingTransport, trs_recording_transport, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_TRANSPORT, trs_recording_transport_iface_init))

static void
trs_recording_transport_finalize (GObject *object)
{
  TrsRecordingTransport *self = TRS_RECORDING_TRANSPORT (object);

  g_ptr_array_unref (self->answers);
  g_ptr_array_unref (self->entries);

  G_OBJECT_CLASS (trs_recording_transport_parent_class)->finalize (object);
}

static void
trs_recording_transport_class_init (TrsRecordingTransportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_recording_transport_finalize;
}

static void
trs_recording_transport_init (TrsRecordingTransport *self)
{
  self->answers = g_ptr_array_new_with_free_func (answer_free);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
}

/**
 * trs_recording_transport_new:
 *
 * Returns: (transfer full): a transport without a script
 */
TrsRecordingTransport *
trs_recording_transport_new (void)
{
  return g_object_new (TRS_TYPE_RECORDING_TRANSPORT, NULL);
}

static TrsReply *
make_reply (guint       status,
            const char *body)
{
  g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));

  return trs_reply_new (status, bytes);
}

static void
add_answer (TrsRecordingTransport *self,
            const char            *part,
            TrsReply              *reply,
            GError                *error)
{
  Answer *answer = g_new0 (Answer, 1);

  answer->part = g_strdup (part);
  answer->reply = reply;
  answer->error = error;
  g_ptr_array_add (self->answers, answer);
}

/**
 * trs_recording_transport_add:
 * @self: a transport
 * @status: HTTP status
 * @body: body of the reply
 *
 * Answers one request, whichever comes next.
 */
void
trs_recording_transport_add (TrsRecordingTransport *self,
                             guint                  status,
                             const char            *body)
{
  add_answer (self, NULL, make_reply (status, body), NULL);
}

/**
 * trs_recording_transport_add_for:
 * @self: a transport
 * @part: (nullable): a part of `METHOD uri`
 * @status: HTTP status
 * @body: body of the reply
 *
 * Answers the next request that contains @part.
 */
void
trs_recording_transport_add_for (TrsRecordingTransport *self,
                                 const char            *part,
                                 guint                  status,
                                 const char            *body)
{
  add_answer (self, part, make_reply (status, body), NULL);
}

/**
 * trs_recording_transport_add_reply_for:
 * @self: a transport
 * @part: (nullable): a part of `METHOD uri`
 * @reply: (transfer full): the reply
 */
void
trs_recording_transport_add_reply_for (TrsRecordingTransport *self,
                                       const char            *part,
                                       TrsReply              *reply)
{
  add_answer (self, part, reply, NULL);
}

/**
 * trs_recording_transport_add_error_for:
 * @self: a transport
 * @part: (nullable): a part of `METHOD uri`
 * @error: (transfer full): how it fails
 */
void
trs_recording_transport_add_error_for (TrsRecordingTransport *self,
                                       const char            *part,
                                       GError                *error)
{
  add_answer (self, part, NULL, error);
}

/**
 * trs_recording_transport_forget:
 * @self: a transport
 *
 * Drops the script and the log. No request may be waiting.
 */
void
trs_recording_transport_forget (TrsRecordingTransport *self)
{
  g_assert_cmpuint (trs_recording_transport_get_n_waiting (self), ==, 0);
  g_ptr_array_set_size (self->answers, 0);
  g_ptr_array_set_size (self->entries, 0);
}

/**
 * trs_recording_transport_get_n_requests:
 * @self: a transport
 *
 * Returns: how many requests there were
 */
guint
trs_recording_transport_get_n_requests (TrsRecordingTransport *self)
{
  return self->entries->len;
}

/**
 * trs_recording_transport_count:
 * @self: a transport
 * @part: a part of `METHOD uri`
 *
 * Returns: how many requests contain @part
 */
guint
trs_recording_transport_count (TrsRecordingTransport *self,
                               const char            *part)
{
  guint n = 0;

  for (guint i = 0; i < self->entries->len; i++)
    n += strstr (trs_recording_transport_get_line (self, i), part) != NULL;

  return n;
}

/**
 * trs_recording_transport_get_n_waiting:
 * @self: a transport
 *
 * Returns: how many requests have no answer yet
 */
guint
trs_recording_transport_get_n_waiting (TrsRecordingTransport *self)
{
  guint n = 0;

  for (guint i = 0; i < self->entries->len; i++)
    n += ((Entry *) g_ptr_array_index (self->entries, i))->task != NULL;

  return n;
}

static Entry *
get_entry (TrsRecordingTransport *self,
           guint                  index)
{
  g_assert_cmpuint (index, <, self->entries->len);
  return g_ptr_array_index (self->entries, index);
}

/**
 * trs_recording_transport_get_request:
 * @self: a transport
 * @index: from 0, in the order of sending
 *
 * Returns: (transfer none): a copy of the request
 */
const TrsRequest *
trs_recording_transport_get_request (TrsRecordingTransport *self,
                                     guint                  index)
{
  return get_entry (self, index)->request;
}

/**
 * trs_recording_transport_get_line:
 * @self: a transport
 * @index: from 0, in the order of sending
 *
 * Returns: (transfer none): method, blank, address
 */
const char *
trs_recording_transport_get_line (TrsRecordingTransport *self,
                                  guint                  index)
{
  return get_entry (self, index)->line;
}

/**
 * trs_recording_transport_answer:
 * @self: a transport
 * @index: a request that waits
 * @status: HTTP status
 * @body: body of the reply
 */
void
trs_recording_transport_answer (TrsRecordingTransport *self,
                                guint                  index,
                                guint                  status,
                                const char            *body)
{
  entry_return (get_entry (self, index), make_reply (status, body), NULL);
}

/**
 * trs_recording_transport_answer_reply:
 * @self: a transport
 * @index: a request that waits
 * @reply: (transfer full): the reply
 */
void
trs_recording_transport_answer_reply (TrsRecordingTransport *self,
                                      guint                  index,
                                      TrsReply              *reply)
{
  entry_return (get_entry (self, index), reply, NULL);
}

/**
 * trs_recording_transport_answer_error:
 * @self: a transport
 * @index: a request that waits
 * @error: (transfer full): how it fails
 */
void
trs_recording_transport_answer_error (TrsRecordingTransport *self,
                                      guint                  index,
                                      GError                *error)
{
  entry_return (get_entry (self, index), NULL, error);
}
