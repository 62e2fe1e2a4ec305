/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-raw-peer.h"

#include <string.h>

/* Of the system, for a connection that it should make without the server. */
#define PATIENCE_SECONDS 20

static gboolean
readable_cb (GSocket      *socket,
             GIOCondition  condition,
             gpointer      user_data)
{
  TrsRawPeer *self = user_data;
  g_autoptr (GError) error = NULL;
  char buffer[4096];
  gssize length = g_socket_receive (socket, buffer, sizeof buffer, NULL, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return G_SOURCE_CONTINUE;
  if (length > 0)
    {
      g_string_append_len (self->got, buffer, length);
      return G_SOURCE_CONTINUE;
    }

  self->ended = TRUE;
  return G_SOURCE_REMOVE;
}

/**
 * trs_raw_peer_new:
 * @family: IPv4 or IPv6
 * @port: a port of loopback
 *
 * Connects without running the main context: the system does that for a server
 * that listens, and keeps the connection until it is accepted.
 *
 * Returns: (transfer full): a connection
 */
TrsRawPeer *
trs_raw_peer_new (GSocketFamily family,
                  guint16       port)
{
  TrsRawPeer *self = g_new0 (TrsRawPeer, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (family);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, port);
  g_autoptr (GError) error = NULL;

  self->got = g_string_new (NULL);
  self->socket = g_socket_new (family, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
  g_assert_no_error (error);
  g_socket_set_timeout (self->socket, PATIENCE_SECONDS);
  g_socket_connect (self->socket, address, NULL, &error);
  g_assert_no_error (error);
  g_socket_set_timeout (self->socket, 0);
  g_socket_set_blocking (self->socket, FALSE);

  self->source = g_socket_create_source (self->socket, G_IO_IN, NULL);
  g_source_set_callback (self->source, G_SOURCE_FUNC (readable_cb), self, NULL);
  g_source_attach (self->source, NULL);
  return self;
}

/**
 * trs_raw_peer_free:
 * @self: (transfer full): a connection, which is closed
 */
void
trs_raw_peer_free (TrsRawPeer *self)
{
  g_source_destroy (self->source);
  g_source_unref (self->source);
  g_socket_close (self->socket, NULL);
  g_object_unref (self->socket);
  g_string_free (self->got, TRUE);
  g_free (self);
}

/**
 * trs_raw_peer_say:
 * @self: a connection
 * @text: a few bytes
 */
void
trs_raw_peer_say (TrsRawPeer *self,
                  const char *text)
{
  g_assert_cmpuint (trs_raw_peer_try (self, text, strlen (text)), ==, strlen (text));
}

/**
 * trs_raw_peer_try:
 * @self: a connection
 * @data: bytes
 * @length: their number
 *
 * Returns: how many of them the system took; none if the connection is closed
 */
gsize
trs_raw_peer_try (TrsRawPeer *self,
                  const char *data,
                  gsize       length)
{
  gssize sent = g_socket_send (self->socket, data, length, NULL, NULL);

  return (gsize) MAX (sent, 0);
}
