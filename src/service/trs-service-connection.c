/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

/* Lies with the address of the other side, an object that libsoup hands out with each message of the connection. */
#define CONNECTION "trs-connection"

struct _TrsServiceConnection
{
  GSocket *socket;
  TrsClock *clock;
  guint timer_id;
  gboolean late;
};

static void
connection_free (gpointer data)
{
  TrsServiceConnection *self = data;

  trs_service_connection_stop_wait (self);
  g_object_unref (self->socket);
  g_object_unref (self->clock);
  g_free (self);
}

/* The server finds the end of the connection, and takes it for the end of the request. */
static gboolean
deadline_cb (gpointer user_data)
{
  TrsServiceConnection *self = user_data;

  self->timer_id = 0;
  self->late = TRUE;
  g_socket_shutdown (self->socket, TRUE, TRUE, NULL);
  return G_SOURCE_REMOVE;
}

/**
 * trs_service_connection_open:
 * @server: the server
 * @socket: a connection that was just accepted
 * @clock: the time
 * @error: return location for an error
 *
 * Hands the connection to @server and waits for the first request.
 *
 * Returns: %FALSE if the other side has left
 */
gboolean
trs_service_connection_open (SoupServer  *server,
                             GSocket     *socket,
                             TrsClock    *clock,
                             GError     **error)
{
  g_autoptr (GSocketConnection) connection = g_socket_connection_factory_create_connection (socket);
  g_autoptr (GSocketAddress) local = g_socket_get_local_address (socket, error);
  g_autoptr (GSocketAddress) remote = local != NULL ? g_socket_get_remote_address (socket, error) : NULL;
  TrsServiceConnection *self;

  if (remote == NULL)
    return FALSE;

  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  self = g_new0 (TrsServiceConnection, 1);
  self->socket = g_object_ref (socket);
  self->clock = g_object_ref (clock);
  g_object_set_data_full (G_OBJECT (remote), CONNECTION, self, connection_free);
  trs_service_connection_wait (self);

  return soup_server_accept_iostream (server, G_IO_STREAM (connection), local, remote, error);
}

/**
 * trs_service_connection_get:
 * @message: a message
 *
 * Returns: (transfer none): what it came on
 */
TrsServiceConnection *
trs_service_connection_get (SoupServerMessage *message)
{
  return g_object_get_data (G_OBJECT (soup_server_message_get_remote_address (message)), CONNECTION);
}

/**
 * trs_service_connection_get_socket:
 * @self: a connection
 *
 * Returns: (transfer none): its socket
 */
GSocket *
trs_service_connection_get_socket (TrsServiceConnection *self)
{
  return self->socket;
}

/**
 * trs_service_connection_wait:
 * @self: a connection
 *
 * Closes it unless a whole request comes within %TRS_SERVICE_REQUEST_DEADLINE.
 */
void
trs_service_connection_wait (TrsServiceConnection *self)
{
  trs_service_connection_stop_wait (self);
  self->timer_id = trs_clock_add_timeout (self->clock, TRS_SERVICE_REQUEST_DEADLINE, deadline_cb, self, NULL);
}

/**
 * trs_service_connection_stop_wait:
 * @self: a connection on which a whole request has come
 *
 * Returns: %FALSE if it only seems whole, because the connection was closed
 */
gboolean
trs_service_connection_stop_wait (TrsServiceConnection *self)
{
  if (self->timer_id != 0)
    trs_clock_remove_timeout (self->clock, self->timer_id);
  self->timer_id = 0;

  return !self->late;
}

/**
 * trs_service_connection_refuse:
 * @self: a connection on which a body is coming that nobody wants
 * @reply: the answer to it
 *
 * Answers in the middle of the request, which libsoup cannot, and says nothing
 * more. What still comes has to be read until the deadline: a connection that
 * is closed before is reset, and the answer lost with it.
 */
void
trs_service_connection_refuse (TrsServiceConnection  *self,
                               const TrsServiceReply *reply)
{
  g_autoptr (GString) answer = g_string_new (NULL);
  gsize length;
  const char *body = g_bytes_get_data (reply->body, &length);

  g_string_append_printf (answer, "HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Type: application/json\r\n",
                          reply->status, trs_service_reply_get_phrase (reply->status));
  if (reply->allow != NULL)
    g_string_append_printf (answer, "Allow: %s\r\n", reply->allow);
  g_string_append_printf (answer, "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n", length);
  g_string_append_len (answer, body, (gssize) length);

  /* Nothing was sent yet, so that it fits into what the system keeps. */
  g_socket_send_with_blocking (self->socket, answer->str, answer->len, FALSE, NULL, NULL);
  g_socket_shutdown (self->socket, FALSE, TRUE, NULL);
}
