/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-raw-server.h"

#include <string.h>
#include <sys/socket.h>

#define DRIP_MILLISECONDS 50

typedef struct
{
  TrsRawServer *server;
  GSocketConnection *connection;
  GCancellable *cancellable;
  GString *request;
  GBytes *reply;
  guint drip_id;
  char buffer[4096];
} Peer;

struct _TrsRawServer
{
  GObject parent_instance;

  GSocketService *service;
  guint16 port;
  GBytes *reply;
  TrsRawEnd end;
  GPtrArray *peers;
  guint n_requests;
  guint n_floods;
  char *request;
};

G_DEFINE_FINAL_TYPE (TrsRawServer, trs_raw_server, G_TYPE_OBJECT)

static void
peer_read_next (Peer *peer);

static void
peer_free (gpointer data)
{
  Peer *peer = data;

  g_clear_handle_id (&peer->drip_id, g_source_remove);
  g_io_stream_close (G_IO_STREAM (peer->connection), NULL, NULL);
  g_object_unref (peer->connection);
  g_object_unref (peer->cancellable);
  g_clear_pointer (&peer->reply, g_bytes_unref);
  g_string_free (peer->request, TRUE);
  g_free (peer);
}

static void
peer_drop (Peer *peer)
{
  g_ptr_array_remove (peer->server->peers, peer);
}

static gboolean
peer_drip_cb (gpointer user_data)
{
  Peer *peer = user_data;
  GSocket *socket = g_socket_connection_get_socket (peer->connection);

  if (g_socket_send (socket, " ", 1, NULL, NULL) == 1)
    return G_SOURCE_CONTINUE;

  peer->drip_id = 0;
  peer_drop (peer);
  return G_SOURCE_REMOVE;
}

static void
peer_flooded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Peer *peer = user_data;

  peer->server->n_floods--;
  if (!g_cancellable_is_cancelled (peer->cancellable))
    peer_drop (peer);
}

static void
flood (GTask        *task,
       gpointer      source,
       gpointer      task_data,
       GCancellable *cancellable)
{
  Peer *peer = task_data;
  GSocket *socket = g_socket_connection_get_socket (peer->connection);
  gsize size;
  const char *data = g_bytes_get_data (peer->reply, &size);
  gsize offset = 0;
  gssize sent;

  while ((sent = g_socket_send_with_blocking (socket, data + offset, size - offset, TRUE, cancellable, NULL)) > 0)
    offset = (offset + (gsize) sent) % size;
}

static void
peer_flood (Peer *peer)
{
  g_autoptr (GTask) task = g_task_new (NULL, peer->cancellable, peer_flooded_cb, peer);

  peer->server->n_floods++;
  g_task_set_task_data (task, peer, NULL);
  g_task_run_in_thread (task, flood);
}

static void
peer_reset (Peer *peer)
{
  struct linger linger = { .l_onoff = 1, .l_linger = 0 };
  GSocket *socket = g_socket_connection_get_socket (peer->connection);

  g_assert_cmpint (setsockopt (g_socket_get_fd (socket), SOL_SOCKET, SO_LINGER, &linger, sizeof linger), ==, 0);
  peer_drop (peer);
}

static void
peer_wrote_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  gboolean wrote = g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error);
  Peer *peer = user_data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (!wrote)
    {
      peer_drop (peer);
      return;
    }

  switch (peer->server->end)
    {
    case TRS_RAW_CLOSE:
      peer_drop (peer);
      break;
    case TRS_RAW_RESET:
      peer_reset (peer);
      break;
    case TRS_RAW_HANG:
      peer_read_next (peer);
      break;
    case TRS_RAW_DRIP:
      peer->drip_id = g_timeout_add (DRIP_MILLISECONDS, peer_drip_cb, peer);
      break;
    case TRS_RAW_FLOOD:
      peer_flood (peer);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_complete (const char *request)
{
  const char *body = strstr (request, "\r\n\r\n");
  const char *length = strstr (request, "Content-Length: ");

  if (body == NULL)
    return FALSE;
  return length == NULL ||
         strlen (body + 4) >= g_ascii_strtoull (length + strlen ("Content-Length: "), NULL, 10);
}

static void
peer_got_bytes_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  gssize length = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);
  Peer *peer = user_data;
  TrsRawServer *self;
  gsize size;
  gconstpointer data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (length <= 0)
    {
      peer_drop (peer);
      return;
    }

  self = peer->server;
  g_string_append_len (peer->request, peer->buffer, length);
  if (peer->reply != NULL || !is_complete (peer->request->str))
    {
      peer_read_next (peer);
      return;
    }

  self->n_requests++;
  g_free (self->request);
  self->request = g_strdup (peer->request->str);
  peer->reply = g_bytes_ref (self->reply);
  data = g_bytes_get_data (peer->reply, &size);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (G_IO_STREAM (peer->connection)), data, size,
                                   G_PRIORITY_DEFAULT, peer->cancellable, peer_wrote_cb, peer);
}

static void
peer_read_next (Peer *peer)
{
  g_input_stream_read_async (g_io_stream_get_input_stream (G_IO_STREAM (peer->connection)), peer->buffer,
                             sizeof peer->buffer, G_PRIORITY_DEFAULT, peer->cancellable, peer_got_bytes_cb, peer);
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             TrsRawServer      *self)
{
  Peer *peer = g_new0 (Peer, 1);

  peer->server = self;
  peer->connection = g_object_ref (connection);
  peer->cancellable = g_cancellable_new ();
  peer->request = g_string_new (NULL);
  g_ptr_array_add (self->peers, peer);
  peer_read_next (peer);
  return TRUE;
}

static void
trs_raw_server_dispose (GObject *object)
{
  trs_raw_server_stop (TRS_RAW_SERVER (object));

  G_OBJECT_CLASS (trs_raw_server_parent_class)->dispose (object);
}

static void
trs_raw_server_finalize (GObject *object)
{
  TrsRawServer *self = TRS_RAW_SERVER (object);

  g_clear_pointer (&self->reply, g_bytes_unref);
  g_ptr_array_unref (self->peers);
  g_free (self->request);

  G_OBJECT_CLASS (trs_raw_server_parent_class)->finalize (object);
}

static void
trs_raw_server_class_init (TrsRawServerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_raw_server_dispose;
  G_OBJECT_CLASS (klass)->finalize = trs_raw_server_finalize;
}

static void
trs_raw_server_init (TrsRawServer *self)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  self->peers = g_ptr_array_new_with_free_func (peer_free);
  self->reply = g_bytes_new (NULL, 0);
  self->end = TRS_RAW_HANG;
  self->service = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &bound, &error);
  g_assert_no_error (error);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  g_signal_connect (self->service, "incoming", G_CALLBACK (incoming_cb), self);
}

/**
 * trs_raw_server_new:
 *
 * Returns: (transfer full): a server that reads requests and never answers
 */
TrsRawServer *
trs_raw_server_new (void)
{
  return g_object_new (TRS_TYPE_RAW_SERVER, NULL);
}

/**
 * trs_raw_server_get_uri:
 * @self: a server
 * @path: begins with a slash, or is empty
 *
 * Returns: (transfer full): its address with @path
 */
char *
trs_raw_server_get_uri (TrsRawServer *self,
                        const char   *path)
{
  return g_strdup_printf ("http://127.0.0.1:%u%s", self->port, path);
}

/**
 * trs_raw_server_set_reply:
 * @self: a server
 * @reply: the bytes that every request is answered with, headers included
 * @end: what comes after them
 */
void
trs_raw_server_set_reply (TrsRawServer *self,
                          GBytes       *reply,
                          TrsRawEnd     end)
{
  g_bytes_unref (self->reply);
  self->reply = g_bytes_ref (reply);
  self->end = end;
}

/**
 * trs_raw_server_get_n_requests:
 * @self: a server
 *
 * Returns: how many whole requests came
 */
guint
trs_raw_server_get_n_requests (TrsRawServer *self)
{
  return self->n_requests;
}

/**
 * trs_raw_server_get_n_open:
 * @self: a server
 *
 * Returns: how many connections are open
 */
guint
trs_raw_server_get_n_open (TrsRawServer *self)
{
  return self->peers->len;
}

/**
 * trs_raw_server_get_request:
 * @self: a server
 *
 * Returns: (nullable): the last request, headers and body
 */
const char *
trs_raw_server_get_request (TrsRawServer *self)
{
  return self->request;
}

/**
 * trs_raw_server_stop:
 * @self: a server
 *
 * Closes the port and every connection.
 */
void
trs_raw_server_stop (TrsRawServer *self)
{
  if (self->service == NULL)
    return;

  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_clear_object (&self->service);

  for (guint i = 0; i < self->peers->len; i++)
    g_cancellable_cancel (((Peer *) g_ptr_array_index (self->peers, i))->cancellable);
  /* The cancelled operations end, without touching their peers, before these go. */
  while (g_main_context_iteration (NULL, self->n_floods > 0))
    continue;
  g_ptr_array_set_size (self->peers, 0);
}
