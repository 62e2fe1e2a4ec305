/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transport.h"

#include <string.h>

#define DEADLINE_SECONDS 60

G_DEFINE_INTERFACE (TrsTransport, trs_transport, G_TYPE_OBJECT)

static void
trs_transport_default_init (TrsTransportInterface *iface)
{
}

/**
 * trs_request_new:
 * @method: (transfer none): a static string, `GET` or `POST`
 * @uri: complete address
 * @key: the API key
 *
 * Returns: (transfer full): a request with the ordinary deadline of 60 seconds
 */
TrsRequest *
trs_request_new (const char *method,
                 const char *uri,
                 const char *key)
{
  TrsRequest *request = g_new0 (TrsRequest, 1);

  request->method = method;
  request->uri = g_strdup (uri);
  request->key = g_strdup (key);
  request->deadline = DEADLINE_SECONDS;

  return request;
}

/**
 * trs_request_free:
 * @request: (transfer full): a request
 *
 * The key is overwritten first.
 */
void
trs_request_free (TrsRequest *request)
{
  if (request->key != NULL)
    explicit_bzero (request->key, strlen (request->key));
  g_free (request->uri);
  g_free (request->key);
  g_clear_pointer (&request->body, g_bytes_unref);
  g_free (request);
}

TrsReply *
trs_reply_new (guint   status,
               GBytes *body)
{
  TrsReply *reply = g_new0 (TrsReply, 1);

  reply->status = status;
  reply->retry_after = -1;
  reply->body = g_bytes_ref (body);

  return reply;
}

void
trs_reply_free (TrsReply *reply)
{
  g_clear_pointer (&reply->body, g_bytes_unref);
  g_free (reply);
}

/**
 * trs_transport_send_async:
 * @self: a transport
 * @request: (transfer none): what to send; copied as far as it is needed
 * @cancellable: (nullable): to give up
 * @callback: called on the main context when there is a reply or an error
 * @user_data: (closure): for @callback
 *
 * Sends one request. Nothing is repeated and no redirect is followed.
 */
void
trs_transport_send_async (TrsTransport        *self,
                          const TrsRequest    *request,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_transport_send_async);
  TRS_TRANSPORT_GET_IFACE (self)->send (self, request, task);
}

/**
 * trs_transport_send_finish:
 * @self: a transport
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the reply, of any status; %NULL with @error set
 */
TrsReply *
trs_transport_send_finish (TrsTransport  *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transport_send_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_transport_set_keep_open:
 * @self: a transport
 * @keep_open: whether more requests follow within a minute or so
 *
 * Says whether connections are worth keeping open between two requests. They are closed soon otherwise.
 */
void
trs_transport_set_keep_open (TrsTransport *self,
                             gboolean      keep_open)
{
  if (TRS_TRANSPORT_GET_IFACE (self)->set_keep_open != NULL)
    TRS_TRANSPORT_GET_IFACE (self)->set_keep_open (self, keep_open);
}
