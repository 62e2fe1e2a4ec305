/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-callback-listener.h"

#include "trs-error.h"
#include "trs-i18n.h"

#include <libsoup/soup.h>

#define MAX_BODY (1024 * 1024)
#define MAX_REFUSED_BODY (16 * 1024)
#define MAX_EXCHANGES 16
/* For all of a request, the line and the headers included. */
#define DEADLINE_MILLISECONDS 30000

struct _TrsCallbackListener
{
  GObject parent_instance;

  TrsClock *clock;
  SoupServer *server;
  char *address;
  guint port; /* as asked for, 0 for any */
  char *base; /* without a trailing slash */
  GHashTable *paths;
  GHashTable *exchanges; /* SoupServerMessage → Exchange */
  GQueue ended; /* the paths of calls that have ended */
  guint idle_id;
};

typedef struct
{
  TrsCallbackListener *self;
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
  IDLE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsCallbackListener, trs_callback_listener, G_TYPE_OBJECT)

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
trs_callback_listener_finalize (GObject *object)
{
  TrsCallbackListener *self = TRS_CALLBACK_LISTENER (object);

  /* First, because the server tells the end of each while it goes away. */
  g_hash_table_remove_all (self->exchanges);
  if (self->server != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->server, self);
      soup_server_disconnect (self->server);
    }
  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_hash_table_unref (self->exchanges);
  g_hash_table_unref (self->paths);
  g_queue_clear_full (&self->ended, g_free);
  g_clear_object (&self->server);
  g_clear_object (&self->clock);
  g_free (self->address);
  g_free (self->base);

  G_OBJECT_CLASS (trs_callback_listener_parent_class)->finalize (object);
}

static void
trs_callback_listener_class_init (TrsCallbackListenerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_callback_listener_finalize;

  signals[CALLED] = g_signal_new ("called", TRS_TYPE_CALLBACK_LISTENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[IDLE] = g_signal_new ("idle", TRS_TYPE_CALLBACK_LISTENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
trs_callback_listener_init (TrsCallbackListener *self)
{
  self->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->exchanges = g_hash_table_new_full (NULL, NULL, NULL, exchange_free);
}

static gboolean
is_idle (TrsCallbackListener *self)
{
  return g_hash_table_size (self->paths) == 0 && g_hash_table_size (self->exchanges) == 0;
}

static gboolean
idle_cb (gpointer user_data)
{
  g_autoptr (TrsCallbackListener) self = g_object_ref (user_data);
  char *path;

  self->idle_id = 0;
  while ((path = g_queue_pop_head (&self->ended)) != NULL)
    {
      g_signal_emit (self, signals[CALLED], 0, path);
      g_free (path);
    }
  if (is_idle (self))
    g_signal_emit (self, signals[IDLE], 0);

  return G_SOURCE_REMOVE;
}

/* Later, because the server must not go away under its own signals. */
static void
tell_later (TrsCallbackListener *self)
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
end_exchange (TrsCallbackListener *self,
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
  TrsCallbackListener *self = user_data;
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
judge (TrsCallbackListener *self,
       Exchange            *exchange,
       const char          *path)
{
  SoupMessageHeaders *response = soup_server_message_get_response_headers (exchange->message);

  if (!g_hash_table_contains (self->paths, path))
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
      g_hash_table_remove (self->paths, path);
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
  TrsCallbackListener *self = user_data;
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
  TrsCallbackListener *self = user_data;
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

static gboolean
start (TrsCallbackListener  *self,
       GError              **error)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string (self->address, self->port);
  g_autoptr (GError) cause = NULL;
  GSList *uris;

  if (address == NULL)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, _("“%s” is not a network address of this computer"),
                   self->address);
      return FALSE;
    }

  self->server = soup_server_new (NULL, NULL);
  soup_server_add_early_handler (self->server, NULL, early_cb, self, NULL);
  soup_server_add_handler (self->server, NULL, handler_cb, self, NULL);
  g_signal_connect (self->server, "request-started", G_CALLBACK (request_started_cb), self);
  g_signal_connect (self->server, "request-finished", G_CALLBACK (request_ended_cb), self);
  g_signal_connect (self->server, "request-aborted", G_CALLBACK (request_ended_cb), self);

  if (!soup_server_listen (self->server, address, 0, &cause))
    {
      g_propagate_error (error, listen_error (cause, self->address, self->port));
      return FALSE;
    }

  uris = soup_server_get_uris (self->server);
  self->base = g_uri_join (G_URI_FLAGS_NONE, "http", NULL, self->address, g_uri_get_port (uris->data), "", NULL, NULL);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return TRUE;
}

/**
 * trs_callback_listener_new:
 * @clock: for the deadline of a request
 * @address: an IP address of this computer
 * @port: a port; 0 for any that is free
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): a listener without a path; %NULL if it
 *   cannot listen there, with a sentence for the user
 */
TrsCallbackListener *
trs_callback_listener_new (TrsClock    *clock,
                           const char  *address,
                           guint        port,
                           GError     **error)
{
  g_autoptr (TrsCallbackListener) self = g_object_new (TRS_TYPE_CALLBACK_LISTENER, NULL);

  self->clock = g_object_ref (clock);
  self->address = g_strdup (address);
  self->port = port;
  return start (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * trs_callback_listener_is_for:
 * @self: a listener
 * @address: an IP address
 * @port: a port, 0 for any
 *
 * Returns: %TRUE if it was made for just these
 */
gboolean
trs_callback_listener_is_for (TrsCallbackListener *self,
                              const char          *address,
                              guint                port)
{
  return self->port == port && g_str_equal (self->address, address);
}

/**
 * trs_callback_listener_add_path:
 * @self: a listener
 * @path: a path, with its slash
 *
 * Returns: (transfer full): the whole address of the path
 */
char *
trs_callback_listener_add_path (TrsCallbackListener *self,
                                const char          *path)
{
  g_hash_table_add (self->paths, g_strdup (path));
  return g_strconcat (self->base, path, NULL);
}

/**
 * trs_callback_listener_remove_path:
 * @self: a listener
 * @path: a path, which from now on is not found
 *
 * A request to it that has begun still ends with `called`.
 */
void
trs_callback_listener_remove_path (TrsCallbackListener *self,
                                   const char          *path)
{
  g_hash_table_remove (self->paths, path);
  tell_later (self);
}

/**
 * trs_callback_listener_is_awaiting:
 * @self: a listener
 *
 * Returns: %TRUE if it has a path that was not called yet
 */
gboolean
trs_callback_listener_is_awaiting (TrsCallbackListener *self)
{
  return g_hash_table_size (self->paths) > 0;
}
