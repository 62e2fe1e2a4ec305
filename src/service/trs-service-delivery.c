/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-delivery.h"

#include <sys/socket.h>

#define CHUNK 16384

struct _TrsServiceDelivery
{
  SoupServerMessage *message;
  GSocket *socket;
  TrsClock *clock;
  TrsServiceDeliveryDone done;
  gpointer user_data;

  GByteArray *bytes;
  gsize head_length;
  gsize offset;
  guint drip;
  gboolean reset;

  guint timer_id;
  GSource *source;
};

static void send_more (TrsServiceDelivery *self);

/* Closed below the server, which then finds out when it goes on with the message. */
static void
finish (TrsServiceDelivery *self)
{
  g_autoptr (SoupServerMessage) message = g_object_ref (self->message);
  struct linger at_once = { .l_onoff = 1 };

  if (self->reset)
    setsockopt (g_socket_get_fd (self->socket), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  g_socket_close (self->socket, NULL);
  self->done (self, self->offset, self->user_data);
  soup_server_message_unpause (message);
}

static gboolean
timer_cb (gpointer user_data)
{
  TrsServiceDelivery *self = user_data;

  self->timer_id = 0;
  send_more (self);
  return G_SOURCE_REMOVE;
}

static gboolean
writable_cb (GSocket      *socket,
             GIOCondition  condition,
             gpointer      user_data)
{
  TrsServiceDelivery *self = user_data;

  g_clear_pointer (&self->source, g_source_unref);
  send_more (self);
  return G_SOURCE_REMOVE;
}

static void
wait_writable (TrsServiceDelivery *self)
{
  self->source = g_socket_create_source (self->socket, G_IO_OUT, NULL);
  g_source_set_callback (self->source, G_SOURCE_FUNC (writable_cb), self, NULL);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

static void
send_more (TrsServiceDelivery *self)
{
  while (self->offset < self->bytes->len)
    {
      g_autoptr (GError) error = NULL;
      gboolean dripping = self->drip > 0 && self->offset >= self->head_length;
      gsize end = self->drip > 0 && !dripping ? self->head_length : self->bytes->len;
      gssize sent = g_socket_send_with_blocking (self->socket, (const char *) self->bytes->data + self->offset,
                                                 dripping ? 1 : end - self->offset, FALSE, NULL, &error);

      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        {
          wait_writable (self);
          return;
        }
      if (sent < 0)
        break;

      self->offset += (gsize) sent;
      if (dripping)
        {
          self->timer_id = trs_clock_add_timeout (self->clock, self->drip, timer_cb, self, NULL);
          return;
        }
    }

  finish (self);
}

static void
append (GByteArray *bytes,
        const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

static void
append_body (GByteArray            *bytes,
             const TrsServiceFault *fault,
             GBytes                *body)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (body, &length);
  gsize end = fault->cut >= 0 ? MIN ((gsize) fault->cut, length) : length;

  if (fault->framing != TRS_SERVICE_FRAMING_CHUNKED)
    {
      g_byte_array_append (bytes, data, (guint) end);
      return;
    }

  for (gsize start = 0; start < end; start += CHUNK)
    {
      gsize size = MIN (CHUNK, end - start);
      g_autofree char *head = g_strdup_printf ("%" G_GSIZE_MODIFIER "x\r\n", size);

      append (bytes, head);
      g_byte_array_append (bytes, data + start, (guint) size);
      append (bytes, "\r\n");
    }
  if (end == length)
    append (bytes, "0\r\n\r\n");
}

static void
append_head (GByteArray            *bytes,
             const TrsServiceFault *fault,
             guint                  status,
             gsize                  length)
{
  g_autofree char *head =
      g_strdup_printf ("HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Type: %s\r\n", status,
                       trs_service_reply_get_phrase (status),
                       fault->content_type != NULL ? fault->content_type : "application/json");
  g_autofree char *announced = g_strdup_printf ("Content-Length: %" G_GSIZE_FORMAT "\r\n", length);

  append (bytes, head);
  for (guint i = 0; fault->headers[i] != NULL; i++)
    append (bytes, fault->headers[i]);
  if (fault->gzipped)
    append (bytes, "Content-Encoding: gzip\r\n");
  if (fault->framing == TRS_SERVICE_FRAMING_LENGTH)
    append (bytes, announced);
  else if (fault->framing == TRS_SERVICE_FRAMING_CHUNKED)
    append (bytes, "Transfer-Encoding: chunked\r\n");
  append (bytes, "\r\n");
}

static void
compose (TrsServiceDelivery    *self,
         const TrsServiceFault *fault,
         const TrsServiceReply *reply)
{
  guint status = fault->status > 0 ? (guint) fault->status : reply != NULL ? reply->status : SOUP_STATUS_OK;
  g_autoptr (TrsServiceReply) scripted = trs_service_reply_new_error (status, "This answer is scripted", NULL);
  GBytes *body = fault->body;

  /* A scripted status comes with its own body: an error that reads like a success fits no purpose. */
  if (body == NULL)
    body = reply != NULL && fault->status == 0 ? reply->body : scripted->body;

  soup_server_message_set_status (self->message, status, NULL);
  if (fault->ending != TRS_SERVICE_ENDING_NONE)
    return;
  append_head (self->bytes, fault, status, g_bytes_get_size (body));
  self->head_length = self->bytes->len;
  append_body (self->bytes, fault, body);
}

/**
 * trs_service_delivery_new:
 * @message: a message that its handler has just got
 * @socket: what it came on
 * @fault: (transfer none): what shall go wrong
 * @reply: (nullable): the true answer, if the request took effect
 * @clock: the time
 * @done: called when it is over, to free the delivery; never before this returns
 * @user_data: (closure): for @done
 *
 * Returns: (transfer full): the delivery, under way
 */
TrsServiceDelivery *
trs_service_delivery_new (SoupServerMessage      *message,
                          GSocket                *socket,
                          const TrsServiceFault  *fault,
                          const TrsServiceReply  *reply,
                          TrsClock               *clock,
                          TrsServiceDeliveryDone  done,
                          gpointer                user_data)
{
  TrsServiceDelivery *self = g_new0 (TrsServiceDelivery, 1);

  self->message = g_object_ref (message);
  self->socket = g_object_ref (socket);
  self->clock = g_object_ref (clock);
  self->done = done;
  self->user_data = user_data;
  self->bytes = g_byte_array_new ();
  self->drip = (guint) fault->drip;
  self->reset = fault->ending == TRS_SERVICE_ENDING_RESET;

  compose (self, fault, reply);
  soup_server_message_pause (message);
  self->timer_id = trs_clock_add_timeout (clock, (guint) fault->delay, timer_cb, self, NULL);

  return self;
}

/**
 * trs_service_delivery_free:
 * @self: (transfer full): a delivery, which stops where it is
 */
void
trs_service_delivery_free (TrsServiceDelivery *self)
{
  if (self->timer_id != 0)
    trs_clock_remove_timeout (self->clock, self->timer_id);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  g_byte_array_unref (self->bytes);
  g_object_unref (self->message);
  g_object_unref (self->socket);
  g_object_unref (self->clock);
  g_free (self);
}
