/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>

/* Length of the queue of connections: the usual limit of the system, which may apply a lower one. */
#define BACKLOG 4096

/* File descriptors that connections leave free for the database, the callbacks and everything else. */
#define RESERVE 64

/* Milliseconds without accepting connections after that has failed. */
#define PAUSE 1000

struct _TrsServiceListener
{
  SoupServer *server;
  TrsClock *clock;
  GSocketListener *sockets;
  GCancellable *cancellable;
  guint timer_id;
  int limit;
  gboolean full;
};

/* Of the data on the remote address, an object that libsoup returns with each message of a connection. */
static G_DEFINE_QUARK (trs-service-connection, trs_service_connection)

static void
connection_free (gpointer data)
{
  TrsServiceConnection *self = data;

  trs_service_connection_stop_wait (self);
  g_object_unref (self->socket);
  g_object_unref (self->clock);
  g_free (self);
}

/* The server notices the end of the connection and treats it as the end of the request. */
static void
deadline_cb (gpointer user_data)
{
  TrsServiceConnection *self = user_data;

  self->late = TRUE;
  g_socket_shutdown (self->socket, TRUE, TRUE, NULL);
}

/* Passes an accepted connection to the server and starts the deadline of its first request, unless the client has
 * closed it. */
static void
open_connection (TrsServiceListener *self,
                 GSocketConnection  *stream)
{
  GSocket *socket = g_socket_connection_get_socket (stream);
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (stream, NULL);
  g_autoptr (GSocketAddress) remote = local != NULL ? g_socket_connection_get_remote_address (stream, NULL) : NULL;
  TrsServiceConnection *connection;

  if (remote == NULL)
    return;

  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  connection = g_new0 (TrsServiceConnection, 1);
  connection->socket = g_object_ref (socket);
  connection->clock = g_object_ref (self->clock);
  g_object_set_qdata_full (G_OBJECT (remote), trs_service_connection_quark (), connection, connection_free);
  trs_service_connection_wait (connection);

  soup_server_accept_iostream (self->server, G_IO_STREAM (stream), local, remote, NULL);
}

TrsServiceConnection *
trs_service_connection_get (SoupServerMessage *message)
{
  return g_object_get_qdata (G_OBJECT (soup_server_message_get_remote_address (message)),
                             trs_service_connection_quark ());
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
  trs_clock_set_timeout (self->clock, &self->timer_id, TRS_SERVICE_REQUEST_DEADLINE, deadline_cb, self);
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
  trs_clock_clear_timeout (self->clock, &self->timer_id);

  return !self->late;
}

static void accept_next (gpointer user_data);

/* Descriptors are numbered from the lowest free one, and the limit applies to that number. */
static gboolean
is_full (TrsServiceListener *self,
         GSocket            *socket)
{
  gboolean full = g_socket_get_fd (socket) >= self->limit;

  if (full && !self->full)
    g_message ("Too many connections: those above %d are refused", self->limit);
  self->full = full;
  return full;
}

static void
accepted_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  TrsServiceListener *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) stream =
      g_socket_listener_accept_finish (G_SOCKET_LISTENER (source), result, NULL, &error);

  /* The listener was freed. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (stream != NULL && !is_full (self, g_socket_connection_get_socket (stream)))
    open_connection (self, stream);

  /* The client may have closed the connection, or another process accepted it. Other errors would be repeated at
   * once, so there is a pause, or the program would spin. */
  if (stream != NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    {
      accept_next (self);
      return;
    }
  g_message ("A connection could not be accepted: %s", error->message);
  trs_clock_set_timeout (self->clock, &self->timer_id, PAUSE, accept_next, self);
}

static void
accept_next (gpointer user_data)
{
  TrsServiceListener *self = user_data;

  g_socket_listener_accept_async (self->sockets, self->cancellable, accepted_cb, self);
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
add_socket (TrsServiceListener  *self,
            GSocketFamily        family,
            guint16             *port,
            GError             **error)
{
  g_autoptr (GSocket) socket = listen_on (family, *port, error);
  g_autoptr (GSocketAddress) address = socket != NULL ? g_socket_get_local_address (socket, error) : NULL;

  if (address == NULL || !g_socket_listener_add_socket (self->sockets, socket, NULL, error))
    return FALSE;
  *port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
  return TRUE;
}

/* SoupServer without a socket of its own thinks it was stopped, and closes the connection after each reply. So it
 * gets a socket, which is closed at once. */
static gboolean
keep_server_going (SoupServer  *server,
                   GError     **error)
{
  g_autoptr (GSocket) socket = listen_on (G_SOCKET_FAMILY_IPV4, 0, error);

  return socket != NULL && soup_server_listen_socket (server, socket, 0, error) &&
         g_socket_shutdown (socket, TRUE, TRUE, error);
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
 * @port: (inout): where to listen; 0 becomes a free port
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
                          guint16     *port,
                          GError     **error)
{
  g_autoptr (TrsServiceListener) self = g_new0 (TrsServiceListener, 1);

  self->server = g_object_ref (server);
  self->clock = g_object_ref (clock);
  self->sockets = g_socket_listener_new ();
  self->cancellable = g_cancellable_new ();
  self->limit = get_limit ();
  if (!add_socket (self, G_SOCKET_FAMILY_IPV4, port, error) || !keep_server_going (server, error))
    return NULL;

  add_socket (self, G_SOCKET_FAMILY_IPV6, port, NULL);
  accept_next (self);
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
  trs_clock_clear_timeout (self->clock, &self->timer_id);
  g_cancellable_cancel (self->cancellable);
  g_socket_listener_close (self->sockets);
  g_object_unref (self->sockets);
  g_object_unref (self->cancellable);
  g_object_unref (self->server);
  g_object_unref (self->clock);
  g_free (self);
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
