/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-webhook-receiver.h"

#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-server-address.h"

#include <libsoup/soup.h>
#include <sys/random.h>

/* The same for everyone; under `.invalid`, which by RFC 6761 can never exist. */
#define NOWHERE "https://callback.invalid/"
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

  TrsAccount *account;
  TrsClock *clock;
  GHashTable *servers;   /* address and port as set → SoupServer; empty while no call is awaited */
  GHashTable *calls;     /* path → Call */
  GHashTable *exchanges; /* SoupServerMessage → Exchange */
  guint idle_id;
};

typedef enum
{
  CALL_AWAITED,
  CALL_RECEIVING,
  CALL_RECEIVED,
  CALL_REPORTED,
} CallState;

/* The call may arrive before the answer to the submission, when there is no project to bind it to yet. */
typedef struct
{
  char *local_id;
  TrsProject *project;
  CallState state;
} Call;

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

static guint called_signal;

G_DEFINE_FINAL_TYPE (TrsWebhookReceiver, trs_webhook_receiver, G_TYPE_OBJECT)

static void
call_free (gpointer data)
{
  Call *call = data;

  g_free (call->local_id);
  g_clear_object (&call->project);
  g_free (call);
}

static void
server_free (gpointer data)
{
  soup_server_disconnect (data);
  g_object_unref (data);
}

static void
exchange_free (gpointer data)
{
  Exchange *exchange = data;

  trs_clock_clear_timeout (exchange->self->clock, &exchange->deadline_id);
  g_signal_handlers_disconnect_by_data (exchange->message, exchange);
  g_object_unref (exchange->message);
  g_free (exchange->path);
  g_free (exchange);
}

static void
stop_listening (TrsWebhookReceiver *self)
{
  /* The exchanges go first, because a server that is being freed emits the end of each of them. */
  g_hash_table_remove_all (self->exchanges);
  g_hash_table_remove_all (self->servers);
}

static void
trs_webhook_receiver_finalize (GObject *object)
{
  TrsWebhookReceiver *self = TRS_WEBHOOK_RECEIVER (object);

  stop_listening (self);
  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_hash_table_unref (self->servers);
  g_hash_table_unref (self->calls);
  g_hash_table_unref (self->exchanges);
  g_clear_object (&self->account);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_webhook_receiver_parent_class)->finalize (object);
}

static void
trs_webhook_receiver_class_init (TrsWebhookReceiverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_webhook_receiver_finalize;

  called_signal = g_signal_new ("called", TRS_TYPE_WEBHOOK_RECEIVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
}

static void
trs_webhook_receiver_init (TrsWebhookReceiver *self)
{
  self->servers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, server_free);
  self->calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, call_free);
  self->exchanges = g_hash_table_new_full (NULL, NULL, NULL, exchange_free);
}

/**
 * trs_webhook_receiver_new:
 * @account: whose callback settings count
 * @clock: for the 30 seconds that a request may take
 *
 * Returns: (transfer full): a receiver that does not listen yet
 */
TrsWebhookReceiver *
trs_webhook_receiver_new (TrsAccount *account,
                          TrsClock   *clock)
{
  TrsWebhookReceiver *self = g_object_new (TRS_TYPE_WEBHOOK_RECEIVER, NULL);

  self->account = g_object_ref (account);
  self->clock = g_object_ref (clock);
  return self;
}

/* The calls that are awaited */

static gboolean
is_awaited (gpointer path,
            gpointer value,
            gpointer user_data)
{
  return ((Call *) value)->state == CALL_AWAITED;
}

static gboolean
is_unreported (gpointer path,
               gpointer value,
               gpointer user_data)
{
  const Call *call = value;

  return call->state == CALL_RECEIVED && call->project != NULL;
}

static gboolean
has_local_id (gpointer path,
              gpointer value,
              gpointer local_id)
{
  return g_str_equal (((Call *) value)->local_id, local_id);
}

static gboolean
has_project (gpointer path,
             gpointer value,
             gpointer project)
{
  return ((Call *) value)->project == project;
}

static gboolean
idle_cb (gpointer user_data)
{
  g_autoptr (TrsWebhookReceiver) self = g_object_ref (user_data);
  Call *call;

  self->idle_id = 0;
  while ((call = g_hash_table_find (self->calls, is_unreported, NULL)) != NULL)
    {
      g_autoptr (TrsProject) project = g_object_ref (call->project);

      call->state = CALL_REPORTED;
      g_signal_emit (self, called_signal, 0, project);
    }
  if (g_hash_table_size (self->exchanges) == 0 && g_hash_table_find (self->calls, is_awaited, NULL) == NULL)
    stop_listening (self);
  return G_SOURCE_REMOVE;
}

/* Runs in an idle callback, because a server must not be freed inside one of its own signals. */
static void
queue_check (TrsWebhookReceiver *self)
{
  if (self->idle_id == 0)
    self->idle_id = g_idle_add (idle_cb, self);
}

/* Exchanges */

/* Stops reading and writing, so that the server sees the end of the connection and closes it. */
static void
close_connection (gpointer message)
{
  GSocket *socket = soup_server_message_get_socket (message);

  if (socket != NULL)
    g_socket_shutdown (socket, TRUE, TRUE, NULL);
}

static void
end_exchange (TrsWebhookReceiver *self,
              SoupServerMessage  *message)
{
  Exchange *exchange = g_hash_table_lookup (self->exchanges, message);
  Call *call;

  if (exchange == NULL)
    return;

  call = exchange->path != NULL ? g_hash_table_lookup (self->calls, exchange->path) : NULL;
  if (call != NULL)
    call->state = CALL_RECEIVED;
  g_hash_table_remove (self->exchanges, message);
  queue_check (self);
}

/* SoupServer emits no signal for a request whose headers never came. */
static void
disconnected_cb (SoupServerMessage *message,
                 Exchange          *exchange)
{
  end_exchange (exchange->self, message);
}

static void
request_started_cb (SoupServer         *server,
                    SoupServerMessage  *message,
                    TrsWebhookReceiver *self)
{
  Exchange *exchange;

  if (g_hash_table_size (self->exchanges) >= MAX_EXCHANGES)
    {
      close_connection (message);
      return;
    }

  exchange = g_new0 (Exchange, 1);
  exchange->self = self;
  exchange->message = g_object_ref (message);
  trs_clock_set_timeout (self->clock, &exchange->deadline_id, DEADLINE_MILLISECONDS, close_connection, message);
  g_signal_connect (message, "disconnected", G_CALLBACK (disconnected_cb), exchange);
  g_hash_table_insert (self->exchanges, message, exchange);
}

/* Answers early: SoupServer itself replies only after it has read the whole request. */
static void
answer_at_once (Exchange *exchange)
{
  GSocket *socket = soup_server_message_get_socket (exchange->message);
  g_autofree char *answer = g_strdup_printf ("HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                                             exchange->status, soup_status_get_phrase (exchange->status));

  if (socket != NULL)
    g_socket_send (socket, answer, strlen (answer), NULL, NULL);
  close_connection (exchange->message);
}

static void
got_chunk_cb (SoupServerMessage *message,
              GBytes            *chunk,
              Exchange          *exchange)
{
  exchange->length += (goffset) g_bytes_get_size (chunk);
  if (exchange->length <= exchange->limit)
    return;

  g_signal_handlers_disconnect_by_func (message, got_chunk_cb, exchange);
  answer_at_once (exchange);
}

static void
refuse_request (Exchange *exchange,
                guint     status)
{
  exchange->status = status;
  exchange->limit = MAX_REFUSED_BODY;
  soup_server_message_set_status (exchange->message, status, NULL);
}

static void
check_request (Exchange   *exchange,
               const char *path)
{
  SoupMessageHeaders *response = soup_server_message_get_response_headers (exchange->message);
  Call *call = g_hash_table_lookup (exchange->self->calls, path);

  if (call == NULL || call->state != CALL_AWAITED)
    refuse_request (exchange, SOUP_STATUS_NOT_FOUND);
  else if (soup_server_message_get_method (exchange->message) != SOUP_METHOD_POST)
    {
      soup_message_headers_replace (response, "Allow", "POST");
      refuse_request (exchange, SOUP_STATUS_METHOD_NOT_ALLOWED);
    }
  else
    {
      exchange->path = g_strdup (path);
      exchange->status = SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE;
      exchange->limit = MAX_BODY;
      call->state = CALL_RECEIVING;
    }
}

/* Runs when the headers have arrived, before the body. */
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

  check_request (exchange, path);
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

/* Addresses */

static GError *
listen_error (const GError *cause,
              const char   *address,
              guint         port)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE))
    return g_error_new (TRS_ERROR, TRS_ERROR_FAILED,
                        /* Translators: %u is the number of a port. */
                        _("Another program is using port %u. Choose another port in Preferences."), port);
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return g_error_new (TRS_ERROR, TRS_ERROR_FAILED,
                        /* Translators: %u is the number of a port. */
                        _("Port %u is reserved for the system. Choose a port from 1024 on in Preferences."), port);

  /* Translators: a network address, the number of a port, and why not, in the words of the system. */
  return g_error_new (TRS_ERROR, TRS_ERROR_FAILED, _("This computer can’t receive transcripts on %s, port %u (%s)"),
                      address, port, cause->message);
}

static SoupServer *
make_server (TrsWebhookReceiver *self)
{
  SoupServer *server = soup_server_new (NULL, NULL);

  soup_server_add_early_handler (server, NULL, early_cb, self, NULL);
  soup_server_add_handler (server, NULL, handler_cb, self, NULL);
  g_signal_connect_object (server, "request-started", G_CALLBACK (request_started_cb), self, 0);
  g_signal_connect_object (server, "request-finished", G_CALLBACK (end_exchange), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "request-aborted", G_CALLBACK (end_exchange), self, G_CONNECT_SWAPPED);
  return server;
}

/* Returns: (transfer none) (nullable): a server that listens there */
static SoupServer *
listen_at (TrsWebhookReceiver  *self,
           const char          *interface,
           guint                port,
           GError             **error)
{
  g_autofree char *key = g_strdup_printf ("%s %u", interface, port);
  SoupServer *known = g_hash_table_lookup (self->servers, key);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (SoupServer) server = NULL;
  g_autoptr (GError) cause = NULL;

  if (known != NULL)
    return known;

  address = g_inet_socket_address_new_from_string (interface, port);
  if (address == NULL)
    {
      /* Translators: %s is what was typed. */
      g_set_error (error, TRS_ERROR, TRS_ERROR_FAILED, _("“%s” is not a network address of this computer"), interface);
      return NULL;
    }

  server = make_server (self);
  if (!soup_server_listen (server, address, 0, &cause))
    {
      g_propagate_error (error, listen_error (cause, interface, port));
      return NULL;
    }

  known = server;
  g_hash_table_insert (self->servers, g_steal_pointer (&key), g_steal_pointer (&server));
  return known;
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
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_FAILED, _("No secure random numbers are available"));
      return NULL;
    }

  for (gsize i = 0; i < sizeof secret; i++)
    g_string_append_printf (path, "%02x", secret[i]);
  return g_strdup (path->str);
}

/* Not by soup_server_get_uris(), which leaks in libsoup 3.2. */
static int
get_port (SoupServer *server)
{
  g_autoptr (GSList) sockets = soup_server_get_listeners (server);
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (sockets->data, NULL);

  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
}

/* Forgets the address that the submission had before. */
static char *
await_call (TrsWebhookReceiver  *self,
            const char          *local_id,
            GError             **error)
{
  const char *set = trs_account_get_callback_interface (self->account);
  const char *interface = *set != '\0' ? set : LOOPBACK;
  SoupServer *server = listen_at (self, interface, trs_account_get_callback_port (self->account), error);
  g_autofree char *path = server != NULL ? make_path (error) : NULL;
  Call *call;
  char *url;

  if (path == NULL)
    return NULL;

  url = g_uri_join (G_URI_FLAGS_NONE, "http", NULL, interface, get_port (server), path, NULL, NULL);
  trs_webhook_receiver_forget (self, local_id);
  call = g_new0 (Call, 1);
  call->local_id = g_strdup (local_id);
  g_hash_table_insert (self->calls, g_steal_pointer (&path), call);
  return url;
}

/* Returns: (transfer none): the account that says where the texts go */
TrsAccount *
trs_webhook_receiver_get_account (TrsWebhookReceiver *self)
{
  return self->account;
}

/**
 * trs_webhook_receiver_get_url:
 * @self: a receiver
 * @local_id: identifier of a submission
 * @error: return location for %TRS_ERROR_FAILED, or an error as of
 *   trs_callback_address_check(), with a sentence for the user
 *
 * Returns: (transfer full) (nullable): the `webhookUrl` of the submission; %NULL
 *   if this computer cannot listen as the account says, or the address of the
 *   user is none
 */
char *
trs_webhook_receiver_get_url (TrsWebhookReceiver  *self,
                              const char          *local_id,
                              GError             **error)
{
  const char *mine = trs_account_get_callback_address (self->account);

  switch (trs_account_get_effective_callback (self->account))
    {
    case TRS_CALLBACK_MY_ADDRESS:
      /* The saved address may be one that the settings would refuse. */
      return trs_callback_address_check (mine, error) ? g_strdup (mine) : NULL;

    case TRS_CALLBACK_THIS_COMPUTER:
      return await_call (self, local_id, error);

    case TRS_CALLBACK_NOWHERE:
    default:
      return g_strdup (NOWHERE);
    }
}

/**
 * trs_webhook_receiver_bind:
 * @self: a receiver
 * @local_id: identifier of a submission
 * @project: the project, or pending project, that it became
 *
 * If it was called already, `called` is emitted in an idle.
 */
void
trs_webhook_receiver_bind (TrsWebhookReceiver *self,
                           const char         *local_id,
                           TrsProject         *project)
{
  Call *call = g_hash_table_find (self->calls, has_local_id, (gpointer) local_id);

  if (call == NULL || !g_set_object (&call->project, project))
    return;
  if (call->state == CALL_REPORTED)
    call->state = CALL_RECEIVED;
  queue_check (self);
}

/* Stops awaiting the call of a submission. */
void
trs_webhook_receiver_forget (TrsWebhookReceiver *self,
                             const char         *local_id)
{
  if (g_hash_table_foreach_remove (self->calls, has_local_id, (gpointer) local_id) > 0)
    queue_check (self);
}

/* Stops awaiting the call of a project. */
void
trs_webhook_receiver_forget_project (TrsWebhookReceiver *self,
                                     TrsProject         *project)
{
  if (g_hash_table_foreach_remove (self->calls, has_project, project) > 0)
    queue_check (self);
}

/* Forgets all calls and stops listening. */
void
trs_webhook_receiver_clear (TrsWebhookReceiver *self)
{
  g_hash_table_remove_all (self->calls);
  queue_check (self);
}
