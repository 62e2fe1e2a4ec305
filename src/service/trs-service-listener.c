/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-listener.h"

#include "trs-service-log.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>

/* As many as the system allows as a rule; it takes less where it allows less. */
#define BACKLOG 4096

/* File descriptors that connections leave to the database, the callbacks and whatever else there is. */
#define RESERVE 64

/* How long nothing is accepted, in milliseconds, when that has failed. */
#define PAUSE 1000

typedef struct
{
  TrsServiceListener *listener;
  GSocket *socket;
  GSource *source;
  guint timer_id;
} Port;

struct _TrsServiceListener
{
  SoupServer *server;
  TrsClock *clock;
  int limit;
  gboolean full;

  Port ipv4;
  Port ipv6;
};

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

/* Hands a connection that was just accepted to the server and waits for the first request. Returns %FALSE if the other
 * side has left. */
static gboolean
open_connection (SoupServer *server,
                 GSocket    *socket,
                 TrsClock   *clock)
{
  g_autoptr (GSocketConnection) connection = g_socket_connection_factory_create_connection (socket);
  g_autoptr (GSocketAddress) local = g_socket_get_local_address (socket, NULL);
  g_autoptr (GSocketAddress) remote = local != NULL ? g_socket_get_remote_address (socket, NULL) : NULL;
  TrsServiceConnection *self;

  if (remote == NULL)
    return FALSE;

  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  self = g_new0 (TrsServiceConnection, 1);
  self->socket = g_object_ref (socket);
  self->clock = g_object_ref (clock);
  g_object_set_data_full (G_OBJECT (remote), CONNECTION, self, connection_free);
  trs_service_connection_wait (self);

  return soup_server_accept_iostream (server, G_IO_STREAM (connection), local, remote, NULL);
}

TrsServiceConnection *
trs_service_connection_get (SoupServerMessage *message)
{
  return g_object_get_data (G_OBJECT (soup_server_message_get_remote_address (message)), CONNECTION);
}

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

static void watch (Port *port);

static gboolean
pause_over_cb (gpointer user_data)
{
  Port *port = user_data;

  port->timer_id = 0;
  watch (port);
  return G_SOURCE_REMOVE;
}

/* One that is to be accepted keeps the socket readable: without a pause the program would turn in circles. */
static void
pause_accepting (Port         *port,
                 const GError *error)
{
  trs_service_log ("A connection could not be accepted: %s", error->message);
  g_source_destroy (port->source);
  g_clear_pointer (&port->source, g_source_unref);
  port->timer_id = trs_clock_add_timeout (port->listener->clock, PAUSE, pause_over_cb, port, NULL);
}

/* Descriptors are given out from the lowest free one upwards, and the limit is one on their number. */
static gboolean
is_full (TrsServiceListener *self,
         GSocket            *socket)
{
  gboolean full = g_socket_get_fd (socket) >= self->limit;

  if (full && !self->full)
    trs_service_log ("Too many connections: those above %d are refused", self->limit);
  self->full = full;
  return full;
}

static gboolean
incoming_cb (GSocket      *socket,
             GIOCondition  condition,
             gpointer      user_data)
{
  Port *port = user_data;
  TrsServiceListener *self = port->listener;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocket) accepted = g_socket_accept (socket, NULL, &error);

  if (accepted == NULL)
    {
      /* The other side may have left, or another process have been faster. */
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        pause_accepting (port, error);
      return G_SOURCE_CONTINUE;
    }

  if (is_full (self, accepted) || !open_connection (self->server, accepted, self->clock))
    g_socket_close (accepted, NULL);
  return G_SOURCE_CONTINUE;
}

static void
watch (Port *port)
{
  port->source = g_socket_create_source (port->socket, G_IO_IN, NULL);
  g_source_set_callback (port->source, G_SOURCE_FUNC (incoming_cb), port, NULL);
  g_source_attach (port->source, g_main_context_get_thread_default ());
}

static GSocket *
listen_on (GSocketFamily   family,
           guint16         number,
           GError        **error)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (family);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, number);
  g_autoptr (GSocket) socket = g_socket_new (family, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, error);

  if (socket == NULL)
    return NULL;
  if (family == G_SOCKET_FAMILY_IPV6 && !g_socket_set_option (socket, IPPROTO_IPV6, IPV6_V6ONLY, TRUE, error))
    return NULL;

  g_socket_set_blocking (socket, FALSE);
  g_socket_set_listen_backlog (socket, BACKLOG);
  if (!g_socket_bind (socket, address, TRUE, error) || !g_socket_listen (socket, error))
    return NULL;
  return g_steal_pointer (&socket);
}

static gboolean
open_port (TrsServiceListener *self,
           Port               *port,
           GSocketFamily       family,
           guint16             number,
           GError            **error)
{
  port->listener = self;
  port->socket = listen_on (family, number, error);
  if (port->socket == NULL)
    return FALSE;

  watch (port);
  return TRUE;
}

/* A server without any socket of its own takes itself for stopped, and closes a connection behind each answer. So it
 * gets one, which is shut at once. */
static gboolean
keep_server_going (SoupServer  *server,
                   GError     **error)
{
  g_autoptr (GSocket) socket = listen_on (G_SOCKET_FAMILY_IPV4, 0, error);

  return socket != NULL && soup_server_listen_socket (server, socket, 0, error) &&
         g_socket_shutdown (socket, TRUE, TRUE, error);
}

static void
close_port (TrsServiceListener *self,
            Port               *port)
{
  if (port->timer_id != 0)
    trs_clock_remove_timeout (self->clock, port->timer_id);
  if (port->source != NULL)
    g_source_destroy (port->source);
  g_clear_pointer (&port->source, g_source_unref);
  if (port->socket != NULL)
    g_socket_close (port->socket, NULL);
  g_clear_object (&port->socket);
}

static int
get_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > G_MAXINT)
    return G_MAXINT;
  return (int) (limit.rlim_cur - MIN (RESERVE, limit.rlim_cur / 2));
}

/**
 * trs_service_listener_new:
 * @server: what answers; it does not know the sockets
 * @clock: the time
 * @port: where to listen, or 0 for a free port
 * @error: return location for an error
 *
 * Listens on loopback, of IPv4 and, where there is one, of IPv6: for clients
 * that take “localhost” for ::1. Connections that would take the last file
 * descriptors are closed at once.
 *
 * Returns: (transfer full) (nullable): the listener
 */
TrsServiceListener *
trs_service_listener_new (SoupServer  *server,
                          TrsClock    *clock,
                          guint16      port,
                          GError     **error)
{
  g_autoptr (TrsServiceListener) self = g_new0 (TrsServiceListener, 1);

  self->server = g_object_ref (server);
  self->clock = g_object_ref (clock);
  self->limit = get_limit ();
  if (!open_port (self, &self->ipv4, G_SOCKET_FAMILY_IPV4, port, error) || !keep_server_going (server, error))
    return NULL;

  open_port (self, &self->ipv6, G_SOCKET_FAMILY_IPV6, trs_service_listener_get_port (self), NULL);
  return g_steal_pointer (&self);
}

/**
 * trs_service_listener_free:
 * @self: (transfer full): a listener, which closes its sockets
 *
 * Connections that were accepted belong to the server.
 */
void
trs_service_listener_free (TrsServiceListener *self)
{
  close_port (self, &self->ipv4);
  close_port (self, &self->ipv6);
  g_object_unref (self->server);
  g_object_unref (self->clock);
  g_free (self);
}

guint16
trs_service_listener_get_port (TrsServiceListener *self)
{
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (self->ipv4.socket, NULL);

  return address != NULL ? g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)) : 0;
}

/**
 * trs_service_listener_raise_limit:
 *
 * Lets this process have as many file descriptors as it may: the usual number
 * is that of programs that use select().
 */
void
trs_service_listener_raise_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);
}
