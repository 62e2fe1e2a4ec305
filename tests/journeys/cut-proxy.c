/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cut-proxy.h"

#include <string.h>

#define CHUNK 4096

struct _CutProxy
{
  GObject parent_instance;

  GSocketService *service;
  char *address;
  guint16 target_port;

  char *beginning;
  gssize answer_limit;
  gssize request_limit;
};

/* One connection: two pumps over the same pair of streams. */
typedef struct
{
  grefcount refs;
  CutProxy *proxy;
  GSocketConnection *client;
  GSocketConnection *server;
  gboolean over;
  gssize answer_left;
  gssize request_left;
} Pair;

typedef struct
{
  Pair *pair;
  gboolean answer;
  gsize length;
  char buffer[CHUNK];
} Pump;

G_DEFINE_FINAL_TYPE (CutProxy, cut_proxy, G_TYPE_OBJECT)

static void pump_read (Pump *pump);

static void
pair_unref (Pair *pair)
{
  if (!g_ref_count_dec (&pair->refs))
    return;

  g_clear_object (&pair->client);
  g_clear_object (&pair->server);
  g_object_unref (pair->proxy);
  g_free (pair);
}

static void
pair_end (Pair *pair)
{
  if (pair->over)
    return;

  pair->over = TRUE;
  g_io_stream_close (G_IO_STREAM (pair->client), NULL, NULL);
  g_io_stream_close (G_IO_STREAM (pair->server), NULL, NULL);
}

static void
pump_free (Pump *pump)
{
  pair_unref (pump->pair);
  g_free (pump);
}

static void
pump_wrote_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  Pump *pump = user_data;
  gssize *left = pump->answer ? &pump->pair->answer_left : &pump->pair->request_left;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL) || pump->pair->over ||
      *left == 0)
    {
      pair_end (pump->pair);
      pump_free (pump);
      return;
    }

  pump_read (pump);
}

static void
pump_write (Pump *pump)
{
  gssize *left = pump->answer ? &pump->pair->answer_left : &pump->pair->request_left;
  GSocketConnection *to = pump->answer ? pump->pair->client : pump->pair->server;

  if (*left >= 0)
    {
      pump->length = MIN (pump->length, (gsize) *left);
      *left -= (gssize) pump->length;
    }
  g_output_stream_write_all_async (g_io_stream_get_output_stream (G_IO_STREAM (to)), pump->buffer, pump->length,
                                   G_PRIORITY_DEFAULT, NULL, pump_wrote_cb, pump);
}

static void
pump_got_bytes_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  Pump *pump = user_data;
  Pair *pair = pump->pair;
  gssize length = g_input_stream_read_finish (G_INPUT_STREAM (source), result, NULL);

  if (length <= 0 || pair->over)
    {
      pair_end (pair);
      pump_free (pump);
      return;
    }

  if (!pump->answer && pair->proxy->beginning != NULL)
    {
      gsize wanted = strlen (pair->proxy->beginning);

      /* A request begins with a chunk, because none is sent before the answer to the one before. */
      if ((gsize) length >= wanted && memcmp (pump->buffer, pair->proxy->beginning, wanted) == 0)
        {
          pair->answer_left = pair->proxy->answer_limit;
          pair->request_left = pair->proxy->request_limit;
        }
    }
  pump->length = (gsize) length;
  pump_write (pump);
}

static void
pump_read (Pump *pump)
{
  GSocketConnection *from = pump->answer ? pump->pair->server : pump->pair->client;

  g_input_stream_read_async (g_io_stream_get_input_stream (G_IO_STREAM (from)), pump->buffer, CHUNK,
                             G_PRIORITY_DEFAULT, NULL, pump_got_bytes_cb, pump);
}

static void
pump_start (Pair     *pair,
            gboolean  answer)
{
  Pump *pump = g_new0 (Pump, 1);

  g_ref_count_inc (&pair->refs);
  pump->pair = pair;
  pump->answer = answer;
  pump_read (pump);
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Pair *pair = user_data;

  pair->server = g_socket_client_connect_to_host_finish (G_SOCKET_CLIENT (source), result, NULL);
  if (pair->server == NULL)
    g_io_stream_close (G_IO_STREAM (pair->client), NULL, NULL);
  else
    {
      pump_start (pair, FALSE);
      pump_start (pair, TRUE);
    }
  pair_unref (pair);
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  CutProxy *self = user_data;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  Pair *pair = g_new0 (Pair, 1);

  g_ref_count_init (&pair->refs);
  pair->proxy = g_object_ref (self);
  pair->client = g_object_ref (connection);
  pair->answer_left = -1;
  pair->request_left = -1;
  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_to_host_async (client, "127.0.0.1", self->target_port, NULL, connected_cb, pair);
  return TRUE;
}

static void
cut_proxy_dispose (GObject *object)
{
  CutProxy *self = CUT_PROXY (object);

  if (self->service != NULL)
    {
      g_socket_service_stop (self->service);
      g_socket_listener_close (G_SOCKET_LISTENER (self->service));
    }
  g_clear_object (&self->service);

  G_OBJECT_CLASS (cut_proxy_parent_class)->dispose (object);
}

static void
cut_proxy_finalize (GObject *object)
{
  CutProxy *self = CUT_PROXY (object);

  g_free (self->address);
  g_free (self->beginning);

  G_OBJECT_CLASS (cut_proxy_parent_class)->finalize (object);
}

static void
cut_proxy_class_init (CutProxyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = cut_proxy_dispose;
  G_OBJECT_CLASS (klass)->finalize = cut_proxy_finalize;
}

static void
cut_proxy_init (CutProxy *self)
{
  cut_proxy_cut_nothing (self);
}

/**
 * cut_proxy_new:
 * @target: `http://127.0.0.1:PORT`
 *
 * Returns: (transfer full): a proxy that cuts nothing yet
 */
CutProxy *
cut_proxy_new (const char *target)
{
  CutProxy *self = g_object_new (CUT_TYPE_PROXY, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  self->target_port = (guint16) g_ascii_strtoull (strrchr (target, ':') + 1, NULL, 10);
  self->service = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error);
  g_assert_no_error (error);
  self->address = g_strdup_printf ("http://127.0.0.1:%u",
                                   g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective)));
  g_signal_connect_object (self->service, "incoming", G_CALLBACK (incoming_cb), self, 0);

  return self;
}

/**
 * cut_proxy_get_address:
 * @self: a proxy
 *
 * Returns: its own address
 */
const char *
cut_proxy_get_address (CutProxy *self)
{
  return self->address;
}

static void
set_cut (CutProxy   *self,
         const char *beginning,
         gssize      answer_limit,
         gssize      request_limit)
{
  g_free (self->beginning);
  self->beginning = g_strdup (beginning);
  self->answer_limit = answer_limit;
  self->request_limit = request_limit;
}

/**
 * cut_proxy_cut_answer:
 * @self: a proxy
 * @beginning: how a request begins, `POST`
 * @after: so many bytes of the answer come through
 *
 * Until told otherwise.
 */
void
cut_proxy_cut_answer (CutProxy   *self,
                      const char *beginning,
                      gssize      after)
{
  set_cut (self, beginning, after, -1);
}

/**
 * cut_proxy_cut_request:
 * @self: a proxy
 * @beginning: how a request begins
 * @after: so many bytes of the request come through
 */
void
cut_proxy_cut_request (CutProxy   *self,
                       const char *beginning,
                       gssize      after)
{
  set_cut (self, beginning, -1, after);
}

/**
 * cut_proxy_cut_nothing:
 * @self: a proxy
 */
void
cut_proxy_cut_nothing (CutProxy *self)
{
  set_cut (self, NULL, -1, -1);
}
