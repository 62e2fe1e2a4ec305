/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service.h"

#include "config.h"
#include "trs-error.h"
#include "trs-service-callback.h"
#include "trs-service-delivery.h"
#include "trs-service-faults.h"
#include "trs-service-listener.h"
#include "trs-service-log.h"
#include "trs-service-routes.h"

#include <libsoup/soup.h>

#define EXCHANGE "trs-exchange"
#define MAX_LOGGED_METHOD 20
#define MAX_LOGGED_PATH 200

struct _TrsService
{
  GObject parent_instance;

  TrsClock *clock;
  TrsServiceDatabase *database;
  TrsServiceCatalogue *catalogue;
  TrsServiceProjects *projects;
  TrsServiceCallback *callback;
  TrsServiceRoutes routes;
  TrsServiceFaults *faults;
  SoupServer *server;
  TrsServiceListener *listener;
  GHashTable *deliveries;

  char *faults_path;
  char *key;
};

/* What is remembered of a request until its line is logged. */
typedef struct
{
  TrsService *service;
  gint64 started_at;
  GByteArray *body;
  gsize n_sent;
  guint status;
  gboolean scripted;
  gboolean refused;
} Exchange;

G_DEFINE_FINAL_TYPE (TrsService, trs_service, G_TYPE_OBJECT)

static void
trs_service_dispose (GObject *object)
{
  TrsService *self = TRS_SERVICE (object);

  trs_service_stop (self);
  g_clear_object (&self->server);
  g_clear_object (&self->callback);
  g_clear_object (&self->projects);
  g_clear_object (&self->catalogue);
  g_clear_object (&self->database);
  g_clear_object (&self->faults);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_service_parent_class)->dispose (object);
}

static void
trs_service_finalize (GObject *object)
{
  TrsService *self = TRS_SERVICE (object);

  g_hash_table_unref (self->deliveries);
  g_free (self->faults_path);
  g_free (self->key);

  G_OBJECT_CLASS (trs_service_parent_class)->finalize (object);
}

static void
trs_service_class_init (TrsServiceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_service_dispose;
  object_class->finalize = trs_service_finalize;
}

static void
trs_service_init (TrsService *self)
{
  self->faults = trs_service_faults_new ();
  self->deliveries = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) trs_service_delivery_free, NULL);
}

static void
exchange_free (Exchange *exchange)
{
  g_byte_array_unref (exchange->body);
  g_free (exchange);
}

static TrsServiceReply *
answer (TrsService        *self,
        SoupServerMessage *message,
        Exchange          *exchange)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  GUri *uri = soup_server_message_get_uri (message);
  g_autoptr (GBytes) body = g_bytes_new_static (exchange->body->data, exchange->body->len);
  TrsServiceRequest request = {
    .method = soup_server_message_get_method (message),
    .path = g_uri_get_path (uri),
    .query = g_uri_get_query (uri),
    .key = soup_message_headers_get_one (headers, "api-key"),
    .body = body,
  };

  return trs_service_routes_answer (&self->routes, &request);
}

/* Nobody knows whether such a body ever ends. */
static void
refuse (SoupServerMessage *message,
        Exchange          *exchange)
{
  g_autoptr (TrsServiceReply) reply = answer (exchange->service, message, exchange);

  exchange->refused = TRUE;
  exchange->status = reply->status;
  exchange->n_sent = g_bytes_get_size (reply->body);
  trs_service_connection_refuse (trs_service_connection_get (message), reply);
}

/* One byte too many is kept, as the sign of it; the rest of such a body passes by. */
static void
got_chunk_cb (SoupServerMessage *message,
              GBytes            *chunk,
              gpointer           user_data)
{
  Exchange *exchange = user_data;
  gsize length;
  const guint8 *data = g_bytes_get_data (chunk, &length);
  gsize room = TRS_SERVICE_MAX_BODY + 1 - exchange->body->len;

  g_byte_array_append (exchange->body, data, (guint) MIN (length, room));
  if (exchange->body->len > TRS_SERVICE_MAX_BODY && !exchange->refused)
    refuse (message, exchange);
}

static void
got_headers_cb (SoupServer        *server,
                SoupServerMessage *message,
                const char        *path,
                GHashTable        *query,
                gpointer           user_data)
{
  Exchange *exchange = g_new0 (Exchange, 1);

  exchange->service = TRS_SERVICE (user_data);
  exchange->started_at = g_get_monotonic_time ();
  exchange->body = g_byte_array_new ();
  g_object_set_data_full (G_OBJECT (message), EXCHANGE, exchange, (GDestroyNotify) exchange_free);
  soup_message_body_set_accumulate (soup_server_message_get_request_body (message), FALSE);
  g_signal_connect (message, "got-chunk", G_CALLBACK (got_chunk_cb), exchange);
}

static void
send_reply (SoupServerMessage     *message,
            const TrsServiceReply *reply)
{
  gsize length;
  const char *data = g_bytes_get_data (reply->body, &length);

  soup_server_message_set_status (message, reply->status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, data, length);
  if (reply->allow != NULL)
    soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow", reply->allow);
}

static void
delivered_cb (TrsServiceDelivery *delivery,
              gsize               n_sent,
              gpointer            user_data)
{
  TrsService *self = TRS_SERVICE (user_data);
  Exchange *exchange = g_hash_table_lookup (self->deliveries, delivery);

  exchange->n_sent = n_sent;
  g_hash_table_remove (self->deliveries, delivery);
}

static void
got_request_cb (SoupServer        *server,
                SoupServerMessage *message,
                const char        *path,
                GHashTable        *query,
                gpointer           user_data)
{
  TrsService *self = TRS_SERVICE (user_data);
  Exchange *exchange = g_object_get_data (G_OBJECT (message), EXCHANGE);
  TrsServiceConnection *connection = trs_service_connection_get (message);
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  g_autoptr (TrsServiceReply) reply = NULL;
  const TrsServiceFault *fault;
  TrsServiceDelivery *delivery;

  if (exchange->refused || !trs_service_connection_stop_wait (connection))
    return;
  fault = trs_service_faults_match (self->faults, soup_server_message_get_method (message),
                                    g_uri_get_path (soup_server_message_get_uri (message)),
                                    soup_message_headers_get_one (headers, "api-key"));
  if (fault == NULL || fault->process)
    reply = answer (self, message, exchange);

  if (fault == NULL)
    {
      exchange->status = reply->status;
      exchange->n_sent = g_bytes_get_size (reply->body);
      send_reply (message, reply);
      return;
    }

  delivery = trs_service_delivery_new (message, trs_service_connection_get_socket (connection), fault, reply,
                                       self->clock, delivered_cb, self);
  exchange->scripted = TRUE;
  exchange->status = soup_server_message_get_status (message);
  g_hash_table_insert (self->deliveries, delivery, exchange);
}

static char *
escape (const char *text,
        gsize       length)
{
  g_autofree char *beginning = g_strndup (text, length);

  return g_strescape (beginning, NULL);
}

/* What comes from outside must not steer the terminal in which the log is read. */
static void
log_request (SoupServerMessage *message,
             const char        *ending)
{
  Exchange *exchange = g_object_get_data (G_OBJECT (message), EXCHANGE);
  g_autofree char *method = escape (soup_server_message_get_method (message), MAX_LOGGED_METHOD);
  g_autofree char *path = escape (g_uri_get_path (soup_server_message_get_uri (message)), MAX_LOGGED_PATH);

  if (exchange->scripted)
    ending = " scripted";
  else if (exchange->refused)
    ending = "";
  trs_service_log ("%s %s %u %" G_GSIZE_FORMAT " B %" G_GINT64_FORMAT " ms%s", method, path, exchange->status,
                   exchange->n_sent, (g_get_monotonic_time () - exchange->started_at) / 1000, ending);
}

static void
request_finished_cb (SoupServer        *server,
                     SoupServerMessage *message,
                     gpointer           user_data)
{
  trs_service_connection_wait (trs_service_connection_get (message));
  if (g_object_get_data (G_OBJECT (message), EXCHANGE) != NULL)
    log_request (message, "");
}

static void
request_aborted_cb (SoupServer        *server,
                    SoupServerMessage *message,
                    gpointer           user_data)
{
  if (g_object_get_data (G_OBJECT (message), EXCHANGE) != NULL)
    log_request (message, " aborted");
}

static gboolean
start_server (TrsService  *self,
              guint16      port,
              GError     **error)
{
  self->server = soup_server_new ("raw-paths", TRUE, "server-header",
                                  "transcription-service/" TRS_VERSION, NULL);
  soup_server_add_early_handler (self->server, NULL, got_headers_cb, self, NULL);
  soup_server_add_handler (self->server, NULL, got_request_cb, self, NULL);
  g_signal_connect (self->server, "request-finished", G_CALLBACK (request_finished_cb), self);
  g_signal_connect (self->server, "request-aborted", G_CALLBACK (request_aborted_cb), self);

  self->listener = trs_service_listener_new (self->server, self->clock, port, error);
  if (self->listener == NULL)
    g_prefix_error (error, "Port %u of 127.0.0.1 cannot be used: ", port);
  return self->listener != NULL;
}

static gboolean
set_up_accounts (TrsService          *self,
                 const char * const  *users,
                 GError             **error)
{
  if (users == NULL)
    {
      self->key = trs_service_accounts_generate (self->database, error);
      return self->key != NULL;
    }

  for (guint i = 0; users[i] != NULL; i++)
    {
      g_autofree char *key = NULL;
      gint64 credits;

      if (!trs_service_accounts_parse (users[i], &key, &credits, error) ||
          !trs_service_accounts_add (self->database, key, credits, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_up (TrsService               *self,
        const TrsServiceOptions  *options,
        GError                  **error)
{
  const char * const *problems;

  self->faults_path = g_strdup (options->faults);
  if (self->faults_path != NULL && !trs_service_reload_faults (self, error))
    return FALSE;

  self->catalogue = trs_service_catalogue_new (options->catalogue, error);
  if (self->catalogue == NULL)
    return FALSE;
  problems = trs_service_catalogue_get_problems (self->catalogue);
  for (guint i = 0; problems[i] != NULL; i++)
    trs_service_log ("Catalogue: %s", problems[i]);

  self->database = trs_service_database_new (options->data, error);
  if (self->database == NULL || !set_up_accounts (self, options->users, error))
    return FALSE;

  self->projects = trs_service_projects_new (self->database, self->catalogue, self->clock, options->speed);
  self->callback = trs_service_callback_new (self->projects, self->clock);
  self->routes = (TrsServiceRoutes) { self->database, self->catalogue, self->projects };
  if (!start_server (self, options->port, error))
    return FALSE;

  trs_service_projects_start (self->projects);
  return TRUE;
}

/**
 * trs_service_new:
 * @options: what the command line says
 * @clock: the time
 * @error: return location for an error: a sentence
 *
 * Returns: (transfer full) (nullable): the service, which listens
 */
TrsService *
trs_service_new (const TrsServiceOptions  *options,
                 TrsClock                 *clock,
                 GError                  **error)
{
  g_autoptr (TrsService) self = NULL;

  g_return_val_if_fail (options != NULL && options->catalogue != NULL, NULL);
  g_return_val_if_fail (options->speed > 0, NULL);

  self = g_object_new (TRS_TYPE_SERVICE, NULL);
  self->clock = g_object_ref (clock);
  return set_up (self, options, error) ? g_steal_pointer (&self) : NULL;
}

guint16
trs_service_get_port (TrsService *self)
{
  return trs_service_listener_get_port (self->listener);
}

/**
 * trs_service_get_key:
 * @self: a service
 *
 * Returns: (nullable): the key that it made up, %NULL if users were given
 */
const char *
trs_service_get_key (TrsService *self)
{
  return self->key;
}

/**
 * trs_service_reload_faults:
 * @self: a service
 * @error: return location for an error
 *
 * Reads the script of faults again. Without such a file there is nothing to do.
 *
 * Returns: %FALSE if it cannot be used; then the faults so far stay
 */
gboolean
trs_service_reload_faults (TrsService  *self,
                           GError     **error)
{
  if (self->faults_path == NULL)
    return TRUE;
  if (!trs_service_faults_load (self->faults, self->faults_path, error))
    return FALSE;

  trs_service_log ("Faults: %u rules", trs_service_faults_get_n (self->faults));
  return TRUE;
}

/**
 * trs_service_stop:
 * @self: a service
 *
 * Closes all connections and gives up the callbacks under way. There is no way back.
 */
void
trs_service_stop (TrsService *self)
{
  g_hash_table_remove_all (self->deliveries);
  if (self->callback != NULL)
    trs_service_callback_stop (self->callback);
  g_clear_pointer (&self->listener, trs_service_listener_free);
  if (self->server != NULL)
    soup_server_disconnect (self->server);
}
