/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "trs-i18n.h"

#include "trs-soup-transport.h"

#include <libsoup/soup.h>

#include "trs-body-reader.h"
#include "trs-error.h"
#include "trs-server-address.h"
#include "trs-soup-error.h"
#include "trs-task.h"

#define SOCKET_TIMEOUT_SECONDS 30
/* An idle connection wakes up the program once more when it is closed, so it is closed soon. */
#define IDLE_TIMEOUT_SECONDS 15
/* What is under way is asked about once a minute at the least, which should not take a handshake each time. */
#define KEEP_TIMEOUT_SECONDS 75

/* Fraction of the deadline after which a server that has not answered the ClientHello counts as one without TLS: a
 * server that expects plain HTTP would wait for us until the deadline. */
#define HANDSHAKE_PART 6
#define MAX_RETRY_AFTER_SECONDS (24 * 60 * 60)

/* One or two informational replies are usual. While more arrive, libsoup reads them without returning to the main
 * loop. */
#define MAX_INFORMATIONAL 16

/* With the default of two, polls that hang would block a request of the user. */
#define MAX_CONNECTIONS 32

struct _TrsSoupTransport
{
  GObject parent_instance;

  GTlsDatabase *database;
  guint idle_timeout;
  guint keep_timeout;
  gboolean keep_open;

  guint n_sending;
  /* runs after connections need not be kept any more */
  GSource *closing;

  /* not there before something is sent */
  SoupSession *session;
  SoupSession *loopback_session;
};

enum
{
  PROP_0,
  PROP_IDLE_TIMEOUT,
  PROP_KEEP_TIMEOUT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

typedef struct
{
  TrsSoupTransport *transport;
  SoupMessage *message;
  char *address;
  GCancellable *stop;
  GSource *deadline;
  GSource *handshake;
  GSource *cancelled;
  guint seconds;
  guint n_informational;
  gboolean left;
  gboolean answered;
} SendState;

static void
send_state_clear (SendState *state)
{
  if (state->transport != NULL)
    state->transport->n_sending--;
  g_clear_object (&state->transport);
  g_clear_object (&state->stop);
  g_clear_object (&state->message);
  g_free (state->address);
}

TRS_DEFINE_TASK_STATE (SendState, send_state)

static void
answer (GTask    *task,
        TrsReply *reply,
        GError   *error)
{
  SendState *state = send_state_get (task);

  state->answered = TRUE;
  g_clear_pointer (&state->deadline, g_source_destroy);
  g_clear_pointer (&state->handshake, g_source_destroy);
  g_clear_pointer (&state->cancelled, g_source_destroy);

  if (reply != NULL)
    g_task_return_pointer (task, reply, (GDestroyNotify) trs_reply_free);
  else
    g_task_return_error (task, error);
}

/* Returns the error at once instead of waiting until libsoup has ended the request. */
static gboolean
give_up (GTask  *task,
         GError *error)
{
  g_autoptr (GCancellable) stop = g_object_ref (send_state_get (task)->stop);

  answer (task, NULL, error);
  g_cancellable_cancel (stop);
  return G_SOURCE_REMOVE;
}

static gboolean
deadline_passed_cb (gpointer user_data)
{
  SendState *state = send_state_get (user_data);
  GError *error = trs_error_new_http (TRS_ERROR_TIMED_OUT, soup_message_get_status (state->message), NULL, -1,
                                      "The deadline of the request passed");

  if (!state->left)
    trs_error_set_not_sent (error);
  return give_up (user_data, error);
}

static gboolean
handshake_hangs_cb (gpointer user_data)
{
  GError *error = trs_soup_error_new_no_tls ();

  trs_error_set_not_sent (error);
  return give_up (user_data, error);
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  return give_up (user_data, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The request was cancelled"));
}

static void
network_event_cb (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  gpointer            user_data)
{
  static const char *const protocols[] = { "http/1.1", NULL };
  GTask *task = user_data;
  SendState *state = send_state_get (task);

  g_clear_pointer (&state->handshake, g_source_destroy);
  if (event != G_SOCKET_CLIENT_TLS_HANDSHAKING || state->answered)
    return;

  /* Over HTTP/2, libsoup ignores a cancellation as long as data arrives, so that an endless reply could not be
   * stopped. */
  g_tls_connection_set_advertised_protocols (G_TLS_CONNECTION (connection), protocols);

  state->handshake = trs_task_attach_source (
      task, g_timeout_source_new_seconds (MAX (state->seconds / HANDSHAKE_PART, 1)), handshake_hangs_cb);
}

/* From here on the request counts as sent: the signal is emitted once the connection is established and secured,
 * before the first byte is written. */
static void
starting_cb (SoupMessage *message,
             gpointer     user_data)
{
  send_state_get (user_data)->left = TRUE;
}

/* Cancels after too many informational replies. libsoup notices that when it next reads from the network, closes the
 * connection and reports an error. */
static void
got_informational_cb (SoupMessage *message,
                      gpointer     user_data)
{
  SendState *state = send_state_get (user_data);

  if (++state->n_informational > MAX_INFORMATIONAL)
    g_cancellable_cancel (state->stop);
}

static gint
read_retry_after (SoupMessageHeaders *headers)
{
  const char *value = soup_message_headers_get_one (headers, "Retry-After");
  const char *date = soup_message_headers_get_one (headers, "Date");
  g_autoptr (GDateTime) until = NULL;
  g_autoptr (GDateTime) now = NULL;
  guint64 seconds;

  if (value == NULL)
    return -1;
  if (g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT64, &seconds, NULL))
    return (gint) MIN (seconds, MAX_RETRY_AFTER_SECONDS);

  until = soup_date_time_new_from_http_string (value);
  if (until == NULL)
    return -1;

  /* Both dates are taken from the clock of the server if it sends one, because the clock of this computer may be
   * wrong. */
  now = date != NULL ? soup_date_time_new_from_http_string (date) : NULL;
  if (now == NULL)
    now = g_date_time_new_now_utc ();
  return (gint) CLAMP (g_date_time_difference (until, now) / G_TIME_SPAN_SECOND, 0, MAX_RETRY_AFTER_SECONDS);
}

static gint64
read_date (SoupMessageHeaders *headers)
{
  const char *value = soup_message_headers_get_one (headers, "Date");
  g_autoptr (GDateTime) date = value != NULL ? soup_date_time_new_from_http_string (value) : NULL;

  return date != NULL ? g_date_time_to_unix (date) * G_USEC_PER_SEC : 0;
}

/* Not every version of libsoup reports that a connection ended before the body did. */
static gboolean
is_cut_short (SoupMessage *message,
              GBytes      *body)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  return soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH &&
         soup_message_headers_get_one (headers, "Content-Encoding") == NULL &&
         soup_message_headers_get_content_length (headers) > (goffset) g_bytes_get_size (body);
}

static void
send_got_body_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SendState *state = send_state_get (task);
  SoupMessageHeaders *headers = soup_message_get_response_headers (state->message);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) body = trs_body_read_finish (G_INPUT_STREAM (source), result, &error);
  guint status = soup_message_get_status (state->message);
  TrsReply *reply;

  if (state->answered)
    return;
  if (error != NULL)
    {
      answer (task, NULL, trs_soup_error_translate (error, state->message, TRUE));
      return;
    }
  if (is_cut_short (state->message, body))
    {
      answer (task, NULL, trs_error_new_http (TRS_ERROR_CUT_SHORT, status, NULL, -1, "The body was cut short"));
      return;
    }

  reply = trs_reply_new (status, body);
  reply->retry_after = read_retry_after (headers);
  reply->date = read_date (headers);
  answer (task, reply, NULL);
}

/* Returns: (nullable): an error that makes reading the body pointless. Without headers, because the request failed,
 * @failure is set. */
static GError *
check_headers (SendState    *state,
               const GError *failure)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (state->message);
  guint status = soup_message_get_status (state->message);
  GError *error;

  if (state->n_informational > MAX_INFORMATIONAL)
    return g_error_new (TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "More than %d informational replies", MAX_INFORMATIONAL);

  if (failure != NULL)
    return trs_soup_error_translate (failure, state->message, state->left);

  /* libsoup reports that a proxy refused the request as if the server had done so. */
  if (!state->left)
    {
      error = g_error_new (TRS_ERROR, TRS_ERROR_OFFLINE, "The proxy answered with status %u", status);
      trs_error_set_not_sent (error);
      return error;
    }
  if (soup_message_headers_get_content_length (headers) > TRS_BODY_LIMIT)
    return trs_error_new_http (TRS_ERROR_TOO_LARGE, status, NULL, -1, "A body of more than %d bytes", TRS_BODY_LIMIT);

  return NULL;
}

static void
send_got_headers_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SendState *state = send_state_get (task);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GInputStream) stream = soup_session_send_finish (SOUP_SESSION (source), result, &failure);
  GError *error = state->answered ? NULL : check_headers (state, failure);

  /* Never headers: the key is one of them. */
  g_debug ("%s %s: %u %s", soup_message_get_method (state->message), state->address,
           soup_message_get_status (state->message), failure != NULL ? failure->message : "");
  if (error != NULL)
    answer (task, NULL, error);
  if (stream == NULL)
    return;
  if (state->answered)
    g_cancellable_cancel (state->stop);

  /* trs_body_read_async() closes the stream in any case. */
  trs_body_read_async (stream, state->stop, send_got_body_cb, g_object_ref (task));
}

static GError *
refuse (TrsError    code,
        const char *message)
{
  GError *error = g_error_new_literal (TRS_ERROR, code, message);

  trs_error_set_not_sent (error);
  return error;
}

/* Whether the key may be sent to @uri and is valid in a header. It is only sent over TLS or to this computer,
 * whatever the settings say. Returns: (nullable): why the request must not be sent */
static GError *
check_request (const TrsRequest *request,
               GUri             *uri)
{
  gboolean tls;

  if (request->key == NULL || *request->key == '\0')
    return refuse (TRS_ERROR_NO_KEY, "There is no key");
  for (const char *key = request->key; *key != '\0'; key++)
    {
      if (!g_ascii_isgraph (*key))
        return refuse (TRS_ERROR_INVALID_KEY, "The key has characters that cannot stand in a header");
    }

  if (uri == NULL || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0' ||
      g_uri_get_userinfo (uri) != NULL || g_uri_get_fragment (uri) != NULL)
    return refuse (TRS_ERROR_REFUSED_ADDRESS, "That is no address of a server");

  tls = g_str_equal (g_uri_get_scheme (uri), "https");
  if (!tls && !(g_str_equal (g_uri_get_scheme (uri), "http") && trs_server_address_is_loopback (request->uri)))
    return refuse (TRS_ERROR_REFUSED_ADDRESS, "The address is neither https nor this computer");
  if (tls && !g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    return refuse (TRS_ERROR_TLS, _("Support for secure connections (TLS) is not installed"));

  return NULL;
}

static SoupMessage *
make_message (const TrsRequest *request,
              GUri             *uri)
{
  SoupMessage *message = soup_message_new_from_uri (request->method, uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  /* libsoup would send the key to any address that a redirect names. The metrics show whether a server has answered. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS);
  if (request->background)
    soup_message_set_priority (message, SOUP_MESSAGE_PRIORITY_LOW);
  if (request->body != NULL)
    soup_message_set_request_body_from_bytes (message, "application/json", request->body);
  soup_message_headers_replace (headers, "api-key", request->key);
  soup_message_headers_replace (headers, "Accept", "application/json");

  return message;
}

static guint
get_timeout (TrsSoupTransport *self)
{
  return self->keep_open ? self->keep_timeout : self->idle_timeout;
}

/* Sessions are created with the first request, because none is needed offline. */
static SoupSession *
ensure_session (TrsSoupTransport *self,
                gboolean          loopback)
{
  SoupSession **session = loopback ? &self->loopback_session : &self->session;

  if (*session != NULL)
    return *session;

  *session = soup_session_new_with_options ("user-agent", "transcripts/" TRS_VERSION,
                                            "timeout", SOCKET_TIMEOUT_SECONDS,
                                            "idle-timeout", get_timeout (self),
                                            "max-conns", MAX_CONNECTIONS,
                                            "max-conns-per-host", MAX_CONNECTIONS,
                                            NULL);
  if (self->database != NULL)
    soup_session_set_tls_database (*session, self->database);
  /* A proxy from the environment would get the requests to loopback, and the key with them. */
  if (loopback)
    soup_session_set_proxy_resolver (*session, NULL);
  return *session;
}

static void
trs_soup_transport_send (TrsTransport     *transport,
                         const TrsRequest *request,
                         GTask            *task)
{
  TrsSoupTransport *self = TRS_SOUP_TRANSPORT (transport);
  g_autoptr (GUri) uri = g_uri_parse (request->uri, SOUP_HTTP_URI_FLAGS, NULL);
  SendState *state;
  GError *error;

  if (g_task_return_error_if_cancelled (task))
    return;

  error = check_request (request, uri);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  state = send_state_attach (task);
  state->transport = g_object_ref (self);
  self->n_sending++;
  state->message = make_message (request, uri);
  state->address = g_strdup (request->uri);
  state->stop = g_cancellable_new ();
  g_signal_connect_object (state->message, "starting", G_CALLBACK (starting_cb), task, 0);
  g_signal_connect_object (state->message, "got-informational", G_CALLBACK (got_informational_cb), task, 0);
  g_signal_connect_object (state->message, "network-event", G_CALLBACK (network_event_cb), task, 0);
  state->seconds = request->deadline;
  state->deadline = trs_task_attach_source (task, g_timeout_source_new_seconds (request->deadline), deadline_passed_cb);
  state->cancelled = trs_task_attach_source (task, g_cancellable_source_new (g_task_get_cancellable (task)),
                                             G_SOURCE_FUNC (cancelled_cb));

  soup_session_send_async (ensure_session (self, trs_server_address_is_loopback (request->uri)), state->message,
                           G_PRIORITY_DEFAULT, state->stop, send_got_headers_cb, g_object_ref (task));
}

/* Connections that were opened to last are closed while nobody uses them: aborting a session closes what is idle, and
 * would cancel what is being sent. */
static gboolean
close_cb (gpointer user_data)
{
  TrsSoupTransport *self = user_data;

  if (self->n_sending > 0)
    return G_SOURCE_CONTINUE;
  if (self->session != NULL)
    soup_session_abort (self->session);
  if (self->loopback_session != NULL)
    soup_session_abort (self->loopback_session);
  g_clear_pointer (&self->closing, g_source_unref);
  return G_SOURCE_REMOVE;
}

static void
stop_closing (TrsSoupTransport *self)
{
  if (self->closing != NULL)
    g_source_destroy (self->closing);
  g_clear_pointer (&self->closing, g_source_unref);
}

/* The timeout of a session holds for the connections that it opens from then on. */
static void
trs_soup_transport_set_keep_open (TrsTransport *transport,
                                  gboolean      keep_open)
{
  TrsSoupTransport *self = TRS_SOUP_TRANSPORT (transport);

  if (self->keep_open == keep_open)
    return;
  self->keep_open = keep_open;
  if (self->session != NULL)
    soup_session_set_idle_timeout (self->session, get_timeout (self));
  if (self->loopback_session != NULL)
    soup_session_set_idle_timeout (self->loopback_session, get_timeout (self));

  stop_closing (self);
  if (keep_open || (self->session == NULL && self->loopback_session == NULL))
    return;
  self->closing = g_timeout_source_new_seconds (self->idle_timeout);
  g_source_set_callback (self->closing, close_cb, self, NULL);
  g_source_attach (self->closing, g_main_context_get_thread_default ());
}

static void
trs_soup_transport_iface_init (TrsTransportInterface *iface)
{
  iface->send = trs_soup_transport_send;
  iface->set_keep_open = trs_soup_transport_set_keep_open;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsSoupTransport, trs_soup_transport, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_TRANSPORT, trs_soup_transport_iface_init))

static void
trs_soup_transport_dispose (GObject *object)
{
  TrsSoupTransport *self = TRS_SOUP_TRANSPORT (object);

  stop_closing (self);
  g_clear_object (&self->session);
  g_clear_object (&self->loopback_session);
  g_clear_object (&self->database);

  G_OBJECT_CLASS (trs_soup_transport_parent_class)->dispose (object);
}

static void
trs_soup_transport_set_property (GObject      *object,
                                 guint         id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  TrsSoupTransport *self = TRS_SOUP_TRANSPORT (object);

  switch (id)
    {
    case PROP_IDLE_TIMEOUT:
      self->idle_timeout = g_value_get_uint (value);
      break;
    case PROP_KEEP_TIMEOUT:
      self->keep_timeout = g_value_get_uint (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_soup_transport_class_init (TrsSoupTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = trs_soup_transport_set_property;
  object_class->dispose = trs_soup_transport_dispose;

  props[PROP_IDLE_TIMEOUT] =
      g_param_spec_uint ("idle-timeout", NULL, NULL, 1, G_MAXUINT, IDLE_TIMEOUT_SECONDS,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  props[PROP_KEEP_TIMEOUT] =
      g_param_spec_uint ("keep-timeout", NULL, NULL, 1, G_MAXUINT, KEEP_TIMEOUT_SECONDS,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_soup_transport_init (TrsSoupTransport *self)
{
}

/**
 * trs_soup_transport_new:
 * @database: (nullable): the authorities to trust; %NULL for those of the system
 *
 * Returns: (transfer full): the network
 */
TrsTransport *
trs_soup_transport_new (GTlsDatabase *database)
{
  TrsSoupTransport *self = g_object_new (TRS_TYPE_SOUP_TRANSPORT, NULL);

  g_set_object (&self->database, database);
  return TRS_TRANSPORT (self);
}
