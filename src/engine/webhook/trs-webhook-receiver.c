/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-webhook-receiver.h"

#include "trs-error.h"
#include "trs-i18n.h"

#include <libsoup/soup.h>
#include <sys/random.h>

#define LOOPBACK "127.0.0.1"
#define SECRET_BYTES 32
#define MAX_BODY (1024 * 1024)
#define MAX_REFUSED_BODY (16 * 1024)
#define MAX_EXCHANGES 16
/* For all of a request, the line and the headers included. */
#define DEADLINE_MILLISECONDS 30000

struct _TrsWebhookReceiver
{
  GObject parent_instance;

  TrsClock *clock;
  SoupServer *server;    /* while anything is awaited */
  GHashTable *bases;     /* address and port, as asked for → address without a path */
  GHashTable *awaited;   /* local id → Awaited */
  GHashTable *exchanges; /* SoupServerMessage → Exchange */
  GQueue ended;          /* the paths of calls that have ended */
  guint idle_id;
};

typedef struct
{
  char *path;
  gboolean begun; /* the call; there is no second one */
} Awaited;

typedef struct
{
  TrsWebhookReceiver *self;
  SoupServerMessage *message;
  char *path;    /* of a call; NULL for anything else */
  guint status;  /* the answer, if the body is too large to wait for its end */
  goffset limit; /* of the body */
  goffset length;
  guint deadline_id;
} Exchange;

enum
{
  CALLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsWebhookReceiver, trs_webhook_receiver, G_TYPE_OBJECT)

static void
awaited_free (gpointer data)
{
  Awaited *awaited = data;

  g_free (awaited->path);
  g_free (awaited);
}

static void
exchange_free (gpointer data)
{
  Exchange *exchange = data;

  if (exchange->deadline_id != 0)
    trs_clock_remove_timeout (exchange->self->clock, exchange->deadline_id);
  g_signal_handlers_disconnect_by_data (exchange->message, exchange);
  g_object_unref (exchange->message);
  g_free (exchange->path);
  g_free (exchange);
}

static void
stop (TrsWebhookReceiver *self)
{
  /* First, because the server tells the end of each while it goes away. */
  g_hash_table_remove_all (self->exchanges);
  if (self->server != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->server, self);
      soup_server_disconnect (self->server);
    }
  g_clear_object (&self->server);
  g_hash_table_remove_all (self->bases);
}

static void
trs_webhook_receiver_finalize (GObject *object)
{
  TrsWebhookReceiver *self = TRS_WEBHOOK_RECEIVER (object);

  stop (self);
  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_hash_table_unref (self->bases);
  g_hash_table_unref (self->awaited);
  g_hash_table_unref (self->exchanges);
  g_queue_clear_full (&self->ended, g_free);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_webhook_receiver_parent_class)->finalize (object);
}

static void
trs_webhook_receiver_class_init (TrsWebhookReceiverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_webhook_receiver_finalize;

  signals[CALLED] = g_signal_new ("called", TRS_TYPE_WEBHOOK_RECEIVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
trs_webhook_receiver_init (TrsWebhookReceiver *self)
{
  self->bases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->awaited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, awaited_free);
  self->exchanges = g_hash_table_new_full (NULL, NULL, NULL, exchange_free);
}

/* Returns: (nullable): the local id that is called at @path */
static const char *
find_by_path (TrsWebhookReceiver  *self,
              const char           *path,
              Awaited             **found)
{
  GHashTableIter iter;
  gpointer local_id;
  Awaited *awaited;

  g_hash_table_iter_init (&iter, self->awaited);
  while (g_hash_table_iter_next (&iter, &local_id, (gpointer *) &awaited))
    if (g_str_equal (awaited->path, path))
      {
        *found = awaited;
        return local_id;
      }
  return NULL;
}

static gboolean
is_idle (TrsWebhookReceiver *self)
{
  return !trs_webhook_receiver_get_listening (self) && g_hash_table_size (self->exchanges) == 0;
}

static void
tell_called (TrsWebhookReceiver *self,
             const char          *path)
{
  Awaited *awaited;
  g_autofree char *local_id = g_strdup (find_by_path (self, path, &awaited));

  if (local_id == NULL)
    return;

  g_hash_table_remove (self->awaited, local_id);
  g_signal_emit (self, signals[CALLED], 0, local_id);
}

static gboolean
idle_cb (gpointer user_data)
{
  g_autoptr (TrsWebhookReceiver) self = g_object_ref (user_data);
  char *path;

  self->idle_id = 0;
  while ((path = g_queue_pop_head (&self->ended)) != NULL)
    {
      tell_called (self, path);
      g_free (path);
    }
  if (is_idle (self))
    stop (self);

  return G_SOURCE_REMOVE;
}

/* Later, because the server must not go away under its own signals. */
static void
tell_later (TrsWebhookReceiver *self)
{
  if (self->idle_id == 0 && (is_idle (self) || !g_queue_is_empty (&self->ended)))
    self->idle_id = g_idle_add (idle_cb, self);
}

/* Neither reads nor writes any more: the server sees the end and lets go. */
static void
hang_up (SoupServerMessage *message)
{
  GSocket *socket = soup_server_message_get_socket (message);

  if (socket != NULL)
    g_socket_shutdown (socket, TRUE, TRUE, NULL);
}

static gboolean
deadline_cb (gpointer user_data)
{
  Exchange *exchange = user_data;

  exchange->deadline_id = 0;
  hang_up (exchange->message);
  return G_SOURCE_REMOVE;
}

static void
end_exchange (TrsWebhookReceiver *self,
              SoupServerMessage   *message)
{
  Exchange *exchange = g_hash_table_lookup (self->exchanges, message);

  if (exchange == NULL)
    return;

  if (exchange->path != NULL)
    g_queue_push_tail (&self->ended, g_steal_pointer (&exchange->path));
  g_hash_table_remove (self->exchanges, message);
  tell_later (self);
}

static void
request_ended_cb (SoupServer        *server,
                  SoupServerMessage *message,
                  gpointer           user_data)
{
  end_exchange (user_data, message);
}

/* The server says nothing of a request whose headers never came. */
static void
disconnected_cb (SoupServerMessage *message,
                 gpointer           user_data)
{
  end_exchange (((Exchange *) user_data)->self, message);
}

static void
request_started_cb (SoupServer        *server,
                    SoupServerMessage *message,
                    gpointer           user_data)
{
  TrsWebhookReceiver *self = user_data;
  Exchange *exchange;

  if (g_hash_table_size (self->exchanges) >= MAX_EXCHANGES)
    {
      hang_up (message);
      return;
    }

  exchange = g_new0 (Exchange, 1);
  exchange->self = self;
  exchange->message = g_object_ref (message);
  exchange->deadline_id = trs_clock_add_timeout (self->clock, DEADLINE_MILLISECONDS, deadline_cb, exchange, NULL);
  g_signal_connect (message, "disconnected", G_CALLBACK (disconnected_cb), exchange);
  g_hash_table_insert (self->exchanges, message, exchange);
}

/* The server itself answers only when it has read to the end. */
static void
answer_at_once (Exchange *exchange)
{
  GSocket *socket = soup_server_message_get_socket (exchange->message);
  g_autofree char *answer = g_strdup_printf ("HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                                             exchange->status, soup_status_get_phrase (exchange->status));

  if (socket != NULL)
    g_socket_send (socket, answer, strlen (answer), NULL, NULL);
  hang_up (exchange->message);
}

static void
got_chunk_cb (SoupServerMessage *message,
              GBytes            *chunk,
              gpointer           user_data)
{
  Exchange *exchange = user_data;

  exchange->length += (goffset) g_bytes_get_size (chunk);
  if (exchange->length <= exchange->limit)
    return;

  g_signal_handlers_disconnect_by_func (message, got_chunk_cb, exchange);
  answer_at_once (exchange);
}

static void
refuse (Exchange *exchange,
        guint     status)
{
  exchange->status = status;
  exchange->limit = MAX_REFUSED_BODY;
  soup_server_message_set_status (exchange->message, status, NULL);
}

static void
judge (TrsWebhookReceiver *self,
       Exchange            *exchange,
       const char          *path)
{
  SoupMessageHeaders *response = soup_server_message_get_response_headers (exchange->message);
  Awaited *awaited;

  if (find_by_path (self, path, &awaited) == NULL || awaited->begun)
    refuse (exchange, SOUP_STATUS_NOT_FOUND);
  else if (soup_server_message_get_method (exchange->message) != SOUP_METHOD_POST)
    {
      soup_message_headers_replace (response, "Allow", "POST");
      refuse (exchange, SOUP_STATUS_METHOD_NOT_ALLOWED);
    }
  else
    {
      exchange->path = g_strdup (path);
      exchange->status = SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE;
      exchange->limit = MAX_BODY;
      awaited->begun = TRUE;
    }
}

/* With the headers, before the body. */
static void
early_cb (SoupServer        *server,
          SoupServerMessage *message,
          const char        *path,
          GHashTable        *query,
          gpointer           user_data)
{
  TrsWebhookReceiver *self = user_data;
  SoupMessageHeaders *request = soup_server_message_get_request_headers (message);
  Exchange *exchange = g_hash_table_lookup (self->exchanges, message);

  soup_message_body_set_accumulate (soup_server_message_get_request_body (message), FALSE);
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Connection", "close");
  if (exchange == NULL)
    return;

  judge (self, exchange, path);
  if (soup_message_headers_get_encoding (request) == SOUP_ENCODING_CONTENT_LENGTH
      && soup_message_headers_get_content_length (request) > exchange->limit)
    answer_at_once (exchange);
  else
    g_signal_connect (message, "got-chunk", G_CALLBACK (got_chunk_cb), exchange);
}

static void
handler_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  TrsWebhookReceiver *self = user_data;
  gboolean was_judged = g_hash_table_contains (self->exchanges, message);

  soup_server_message_set_status (message, was_judged ? SOUP_STATUS_NO_CONTENT : SOUP_STATUS_NOT_FOUND, NULL);
}

static GError *
listen_error (const GError *cause,
              const char   *address,
              guint         port)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE))
    return g_error_new (TRS_ERROR, TRS_ERROR_FAILED,
                        _("Another program uses port %u of this computer. Choose another port in Preferences."), port);
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return g_error_new (TRS_ERROR, TRS_ERROR_FAILED,
                        _("Port %u is reserved for the system. Choose a port from 1024 on in Preferences."), port);

  return g_error_new (TRS_ERROR, TRS_ERROR_FAILED, _("This computer can’t receive transcripts on %s, port %u (%s)"),
                      address, port, cause->message);
}

static void
ensure_server (TrsWebhookReceiver *self)
{
  if (self->server != NULL)
    return;

  self->server = soup_server_new (NULL, NULL);
  soup_server_add_early_handler (self->server, NULL, early_cb, self, NULL);
  soup_server_add_handler (self->server, NULL, handler_cb, self, NULL);
  g_signal_connect (self->server, "request-started", G_CALLBACK (request_started_cb), self);
  g_signal_connect (self->server, "request-finished", G_CALLBACK (request_ended_cb), self);
  g_signal_connect (self->server, "request-aborted", G_CALLBACK (request_ended_cb), self);
}

static gboolean
is_known_port (TrsWebhookReceiver *self,
               int                  port)
{
  g_autofree char *end = g_strdup_printf (":%d", port);
  GHashTableIter iter;
  gpointer base;

  g_hash_table_iter_init (&iter, self->bases);
  while (g_hash_table_iter_next (&iter, NULL, &base))
    if (g_str_has_suffix (base, end))
      return TRUE;
  return FALSE;
}

/* Returns: the port that the server has got for an address with any */
static int
find_new_port (TrsWebhookReceiver *self)
{
  GSList *uris = soup_server_get_uris (self->server);
  int port = 0;

  for (GSList *l = uris; l != NULL; l = l->next)
    if (!is_known_port (self, g_uri_get_port (l->data)))
      port = g_uri_get_port (l->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return port;
}

/* Returns: (transfer none) (nullable): the address without a path at which the server listens */
static const char *
listen_at (TrsWebhookReceiver  *self,
           const char           *interface,
           guint                 port,
           GError              **error)
{
  g_autofree char *key = g_strdup_printf ("%s %u", interface, port);
  const char *known = g_hash_table_lookup (self->bases, key);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GError) cause = NULL;
  char *base;

  if (known != NULL)
    return known;

  address = g_inet_socket_address_new_from_string (interface, port);
  if (address == NULL)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, _("“%s” is not a network address of this computer"), interface);
      return NULL;
    }

  ensure_server (self);
  if (!soup_server_listen (self->server, address, 0, &cause))
    {
      g_propagate_error (error, listen_error (cause, interface, port));
      tell_later (self);
      return NULL;
    }

  base = g_uri_join (G_URI_FLAGS_NONE, "http", NULL, interface, port != 0 ? (int) port : find_new_port (self), "", NULL,
                     NULL);
  g_hash_table_insert (self->bases, g_steal_pointer (&key), base);
  return base;
}

static char *
make_path (GError **error)
{
  guint8 secret[SECRET_BYTES];
  g_autoptr (GString) path = g_string_new ("/");
  gssize length;

  do
    length = getrandom (secret, sizeof secret, 0);
  while (length < 0 && errno == EINTR);

  if (length != sizeof secret)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, _("This computer has no random numbers to give"));
      return NULL;
    }

  for (gsize i = 0; i < sizeof secret; i++)
    g_string_append_printf (path, "%02x", secret[i]);
  return g_strdup (path->str);
}

/**
 * trs_webhook_receiver_new:
 * @clock: for the 30 seconds that a request may take
 *
 * Returns: (transfer full): a receiver that does not listen yet
 */
TrsWebhookReceiver *
trs_webhook_receiver_new (TrsClock *clock)
{
  TrsWebhookReceiver *self = g_object_new (TRS_TYPE_WEBHOOK_RECEIVER, NULL);

  self->clock = g_object_ref (clock);
  return self;
}

/**
 * trs_webhook_receiver_expect:
 * @self: a receiver
 * @local_id: identifier of a submission
 * @interface: (nullable): IP address of this computer to listen on; %NULL or
 *   empty for loopback
 * @port: port to listen on; 0 for any that is free
 * @error: return location for an error
 *
 * Awaits the callback of a submission, at a new address. An address that it
 * had before is forgotten.
 *
 * Returns: (transfer full) (nullable): the `webhookUrl`; %NULL with a sentence
 *   for the user if this computer cannot listen there
 */
char *
trs_webhook_receiver_expect (TrsWebhookReceiver  *self,
                             const char           *local_id,
                             const char           *interface,
                             guint                 port,
                             GError              **error)
{
  const char *address = interface != NULL && *interface != '\0' ? interface : LOOPBACK;
  const char *base;
  Awaited *awaited;
  char *path;

  g_return_val_if_fail (TRS_IS_WEBHOOK_RECEIVER (self), NULL);
  g_return_val_if_fail (local_id != NULL, NULL);

  base = listen_at (self, address, port, error);
  if (base == NULL)
    return NULL;
  path = make_path (error);
  if (path == NULL)
    return NULL;

  awaited = g_new0 (Awaited, 1);
  awaited->path = path;
  g_hash_table_replace (self->awaited, g_strdup (local_id), awaited);
  return g_strconcat (base, path, NULL);
}

/**
 * trs_webhook_receiver_forget:
 * @self: a receiver
 * @local_id: identifier of a submission that awaits nothing any more
 *
 * `called` is not emitted for it afterwards.
 */
void
trs_webhook_receiver_forget (TrsWebhookReceiver *self,
                             const char          *local_id)
{
  g_return_if_fail (TRS_IS_WEBHOOK_RECEIVER (self));
  g_return_if_fail (local_id != NULL);

  if (g_hash_table_remove (self->awaited, local_id))
    tell_later (self);
}

/**
 * trs_webhook_receiver_get_listening:
 * @self: a receiver
 *
 * Returns: %TRUE while an address awaits its call
 */
gboolean
trs_webhook_receiver_get_listening (TrsWebhookReceiver *self)
{
  GHashTableIter iter;
  Awaited *awaited;

  g_return_val_if_fail (TRS_IS_WEBHOOK_RECEIVER (self), FALSE);

  g_hash_table_iter_init (&iter, self->awaited);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &awaited))
    if (!awaited->begun)
      return TRUE;
  return FALSE;
}
