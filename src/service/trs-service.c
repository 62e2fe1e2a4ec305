/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service.h"

#include "config.h"
#include "trs-error.h"
#include "trs-service-faults.h"
#include "trs-service-fetch.h"
#include "trs-service-listener.h"
#include "trs-service-media.h"
#include "trs-service-runner.h"

#include <unistd.h>

#define MAX_CALLBACKS 8
#define CALLBACK_SECONDS 30

#define MAX_LOGGED_METHOD 20
#define MAX_LOGGED_PATH 200

struct _TrsService
{
  TrsClock *clock;
  sqlite3 *database;
  TrsServiceCatalogue *catalogue;
  TrsServiceProjects projects;
  TrsServiceDiscovery *discovery;
  TrsServiceMedia *media;
  TrsServiceFetch *fetch;
  GCancellable *fetching; /* questions to the platform */
  TrsServiceRunner *runner;
  char *recognizer;
  char *model;
  char *scratch; /* of a service without a data file */
  SoupSession *callbacks;
  GPtrArray *attempts; /* callbacks under way */
  GPtrArray *faults;
  SoupServer *server;
  TrsServiceListener *listener;

  char *faults_path;
  char *key;
  guint16 port;
};

/* Data about a request that is kept until it is logged. */
typedef struct
{
  TrsService *service;
  gint64 started_at;
  char *path;
  char *query; /* or NULL */
  GByteArray *body;
  TrsServiceDelivery *delivery;
  gsize n_sent;
  guint status;
  gboolean refused;
  gboolean over;
  char *wanted;
  GPtrArray *rules; /* the script to which @fault belongs */
  const TrsServiceFault *fault;
} Exchange;

static G_DEFINE_QUARK (trs-service-exchange, exchange)

static void
exchange_free (Exchange *exchange)
{
  g_clear_pointer (&exchange->delivery, trs_service_delivery_free);
  g_clear_pointer (&exchange->rules, g_ptr_array_unref);
  g_free (exchange->wanted);
  g_free (exchange->path);
  g_free (exchange->query);
  g_byte_array_unref (exchange->body);
  g_free (exchange);
}

/* @body: (transfer none): what the request lives on */
static TrsServiceRequest
make_request (SoupServerMessage *message,
              Exchange          *exchange,
              GBytes            *body)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  GUri *uri = soup_server_message_get_uri (message);

  return (TrsServiceRequest) {
    .method = soup_server_message_get_method (message),
    /* libsoup takes it from the request line, else from the header Host, else it is the address of the socket. */
    .host = g_uri_get_host (uri),
    .path = exchange->path,
    .query = exchange->query,
    .key = soup_message_headers_get_one (headers, "api-key"),
    .body = body,
  };
}

/* @medium: (nullable): the video of the submission, if it is one of the media. @reason: (nullable): why it is none */
static TrsServiceReply *
answer (SoupServerMessage      *message,
        Exchange               *exchange,
        const TrsServiceMedium *medium,
        const char             *reason)
{
  g_autoptr (GBytes) body = g_bytes_new_static (exchange->body->data, exchange->body->len);
  TrsServiceRequest request = make_request (message, exchange, body);
  TrsServiceReply *reply;

  request.medium = medium;
  request.reason = reason;
  reply = trs_service_routes_answer (&exchange->service->projects, &request);

  exchange->status = reply->status;
  exchange->n_sent = g_bytes_get_size (reply->body);
  return reply;
}

/* The body may never end, so it is refused before it has arrived, which libsoup cannot do. The rest is read until
 * the deadline, because closing the connection earlier would reset it, and the reply would be lost. */
static void
refuse (SoupServerMessage *message,
        Exchange          *exchange)
{
  static const TrsServiceFault plain = { .content_type = "application/json", .framing = "length", .cut = -1 };
  g_autoptr (TrsServiceReply) reply = answer (message, exchange, NULL, NULL);
  GSocket *socket = trs_service_connection_get (message)->socket;
  g_autoptr (GString) bytes = trs_service_fault_write (&plain, reply, NULL);

  exchange->refused = TRUE;
  /* Nothing was sent before, so the reply fits into the buffer of the socket. */
  g_socket_send_with_blocking (socket, bytes->str, bytes->len, FALSE, NULL, NULL);
  g_socket_shutdown (socket, FALSE, TRUE, NULL);
}

/* Keeps one byte more than the limit, to show that it was exceeded, and drops the rest. */
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

/* Of a request of HTTP/1.0 without the header Host libsoup takes the query for a part of the path. In any other path a
 * question mark is escaped. */
static void
set_target (Exchange *exchange,
            GUri     *uri)
{
  const char *path = g_uri_get_path (uri);
  const char *mark = strchr (path, '?');

  exchange->path = mark != NULL ? g_strndup (path, (gsize) (mark - path)) : g_strdup (path);
  exchange->query = g_strdup (mark != NULL ? mark + 1 : g_uri_get_query (uri));
}

static void
got_headers_cb (SoupServer        *server,
                SoupServerMessage *message,
                const char        *path,
                GHashTable        *query,
                gpointer           user_data)
{
  Exchange *exchange = g_new0 (Exchange, 1);

  exchange->service = user_data;
  exchange->started_at = g_get_monotonic_time ();
  exchange->body = g_byte_array_new ();
  set_target (exchange, soup_server_message_get_uri (message));
  g_object_set_qdata_full (G_OBJECT (message), exchange_quark (), exchange, (GDestroyNotify) exchange_free);
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
deliver (SoupServerMessage     *message,
         Exchange              *exchange,
         const TrsServiceReply *reply)
{
  if (exchange->fault == NULL)
    {
      send_reply (message, reply);
      return;
    }
  exchange->delivery = trs_service_delivery_new (message, trs_service_connection_get (message)->socket,
                                                 exchange->fault, reply, exchange->service->clock);
  exchange->status = soup_server_message_get_status (message);
}

/* @medium: (nullable): what was found; otherwise @error says why not */
static void
answer_found (SoupServerMessage      *message,
              const TrsServiceMedium *medium,
              const GError           *error)
{
  Exchange *exchange = g_object_get_qdata (G_OBJECT (message), exchange_quark ());
  g_autoptr (TrsServiceReply) reply = NULL;

  /* The service or the client has gone: nobody would learn of the project, and nobody pays for it. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || exchange->over)
    return;
  if (medium == NULL)
    g_message ("Media: not accepted: %s", error->message);

  reply = answer (message, exchange, medium,
                  g_error_matches (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT) ? error->message : NULL);
  deliver (message, exchange, reply);
  /* A delivery that goes wrong continues by itself. */
  if (exchange->delivery == NULL)
    soup_server_message_unpause (message);
  trs_service_runner_kick (exchange->service->runner);
}

static void
found_on_platform_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (SoupServerMessage) message = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsServiceMedium) medium = trs_service_fetch_find_finish (result, &error);

  answer_found (message, medium, error);
}

static void
ask_platform (TrsService        *self,
              SoupServerMessage *message,
              const char        *wanted)
{
  trs_service_fetch_find_async (self->fetch, wanted, self->clock, self->fetching, found_on_platform_cb,
                                g_object_ref (message));
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (SoupServerMessage) message = user_data;
  Exchange *exchange = g_object_get_qdata (G_OBJECT (message), exchange_quark ());
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsServiceMedium) medium = trs_service_media_find_finish (result, &error);

  if (medium == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !exchange->over &&
      exchange->service->fetch != NULL)
    ask_platform (exchange->service, message, exchange->wanted);
  else
    answer_found (message, medium, error);
}

/* Returns: whether the answer comes later, when it is known what the video is */
static gboolean
look_for_medium (TrsService        *self,
                 SoupServerMessage *message,
                 Exchange          *exchange)
{
  g_autoptr (GBytes) body = g_bytes_new_static (exchange->body->data, exchange->body->len);
  TrsServiceRequest request = make_request (message, exchange, body);

  exchange->wanted = self->runner != NULL ? trs_service_routes_get_wanted (&self->projects, &request) : NULL;
  if (exchange->wanted == NULL)
    return FALSE;
  soup_server_message_pause (message);
  if (self->media != NULL)
    trs_service_media_find_async (self->media, exchange->wanted, found_cb, g_object_ref (message));
  else
    ask_platform (self, message, exchange->wanted);
  return TRUE;
}

static void
got_request_cb (SoupServer        *server,
                SoupServerMessage *message,
                const char        *path,
                GHashTable        *query,
                gpointer           user_data)
{
  TrsService *self = user_data;
  Exchange *exchange = g_object_get_qdata (G_OBJECT (message), exchange_quark ());
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  g_autoptr (TrsServiceReply) reply = NULL;

  if (exchange->refused || !trs_service_connection_stop_wait (trs_service_connection_get (message)))
    return;
  exchange->fault = trs_service_faults_match (self->faults, soup_server_message_get_method (message),
                                              exchange->path,
                                              soup_message_headers_get_one (headers, "api-key"));
  exchange->rules = self->faults != NULL ? g_ptr_array_ref (self->faults) : NULL;
  if (exchange->fault == NULL || exchange->fault->process)
    {
      /* The monitor of the folder may be slower than who has removed a ticket and asks for the list. */
      if (self->media != NULL)
        trs_service_media_check_tickets (self->media);
      if (look_for_medium (self, message, exchange))
        return;
      reply = answer (message, exchange, NULL, NULL);
    }
  deliver (message, exchange, reply);
}

/* Escapes values of the client, so that they cannot control the terminal in which the log is read. */
static void
log_request_cb (SoupServer        *server,
                SoupServerMessage *message,
                gpointer           ending)
{
  Exchange *exchange = g_object_get_qdata (G_OBJECT (message), exchange_quark ());
  g_autofree char *line = NULL;
  g_autofree char *escaped = NULL;

  if (exchange == NULL)
    return;

  exchange->over = TRUE;
  line = g_strdup_printf ("%.*s %.*s", MAX_LOGGED_METHOD, soup_server_message_get_method (message), MAX_LOGGED_PATH,
                          exchange->path);
  escaped = g_strescape (line, NULL);
  if (exchange->delivery != NULL)
    ending = " scripted";
  else if (exchange->refused)
    ending = "";
  g_message ("%s %u %" G_GSIZE_FORMAT " B %" G_GINT64_FORMAT " ms%s", escaped, exchange->status,
             exchange->delivery != NULL ? exchange->delivery->n_sent : exchange->n_sent,
             (g_get_monotonic_time () - exchange->started_at) / 1000, (const char *) ending);
}

static void
request_finished_cb (SoupServer        *server,
                     SoupServerMessage *message,
                     gpointer           user_data)
{
  trs_service_connection_wait (trs_service_connection_get (message));
}

/* "Events" of the interface: one POST for each finished project, tried once. Choices of this service: the body is
 * the finished detail without prefixes, it is not signed, and a project in state `error` sends none. */

typedef struct
{
  TrsService *self;
  GCancellable *cancellable;
  guint deadline_id;
  char *id;
} Attempt;

static void send_callbacks (gpointer user_data);

/* Takes an attempt out of the list, whether it has ended or is to be cancelled. */
static void
attempt_leave (Attempt *attempt)
{
  /* Who has left is in no list. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
  trs_clock_clear_timeout (attempt->self->clock, &attempt->deadline_id);
  g_ptr_array_remove_fast (attempt->self->attempts, attempt);
  attempt->self = NULL;
}

static void
attempt_sent_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Attempt *attempt = user_data;
  TrsService *self = attempt->self;
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  const char *host = g_uri_get_host (soup_message_get_uri (message));
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  /* Only the status of the reply is of interest, however long its body is. */
  if (stream != NULL)
    g_message ("Callback for %s to %s: %u", attempt->id, host, soup_message_get_status (message));
  else
    g_message ("Callback for %s to %s failed: %s", attempt->id, host, error->message);

  if (self != NULL)
    {
      attempt_leave (attempt);
      send_callbacks (self);
    }
  g_object_unref (attempt->cancellable);
  g_free (attempt->id);
  g_free (attempt);
}

static void
send_body (TrsService         *self,
           TrsServiceProject  *project,
           GUri               *uri,
           GBytes             *body)
{
  Attempt *attempt = g_new0 (Attempt, 1);
  g_autoptr (SoupMessage) message = soup_message_new_from_uri (SOUP_METHOD_POST, uri);

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_set_request_body_from_bytes (message, "application/json", body);

  attempt->self = self;
  attempt->id = g_strdup (project->id);
  attempt->cancellable = g_cancellable_new ();
  trs_clock_set_timeout (self->clock, &attempt->deadline_id, CALLBACK_SECONDS * 1000,
                         (GSourceOnceFunc) g_cancellable_cancel, attempt->cancellable);
  g_ptr_array_add (self->attempts, attempt);
  soup_session_send_async (self->callbacks, message, G_PRIORITY_LOW, attempt->cancellable, attempt_sent_cb, attempt);
}

static void
start_attempt (TrsService         *self,
               TrsServiceProject  *project)
{
  g_autoptr (GUri) uri = g_uri_parse (project->webhook, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  /* By RFC 6761 names in `.invalid` never exist, so no look-up is needed. */
  if (uri == NULL || g_str_has_suffix (g_uri_get_host (uri), ".invalid"))
    {
      g_message ("Callback for %s failed: there is no such host", project->id);
      return;
    }

  body = trs_service_projects_describe (&self->projects, project, FALSE, FALSE, &error);
  if (body != NULL)
    send_body (self, project, uri, body);
  else
    g_message ("Callback for %s failed: %s", project->id, error->message);
}

static void
send_callbacks (gpointer user_data)
{
  TrsService *self = user_data;

  while (self->attempts->len < MAX_CALLBACKS)
    {
      g_autoptr (TrsServiceProject) project = trs_service_projects_take_callback (&self->projects);

      if (project == NULL)
        return;
      start_attempt (self, project);
    }
}

static void
start_callbacks (TrsService *self)
{
  /* Proxies are not used, because one from the environment would take loopback addresses as well. */
  self->callbacks = soup_session_new_with_options ("timeout", CALLBACK_SECONDS, "max-conns", MAX_CALLBACKS,
                                                   "max-conns-per-host", MAX_CALLBACKS, "proxy-resolver", NULL,
                                                   "user-agent", "transcription-service/" TRS_VERSION, NULL);
  /* With credentials in the address libsoup would send a second request, which counts as a second attempt. */
  soup_session_remove_feature_by_type (self->callbacks, SOUP_TYPE_AUTH_MANAGER);
  self->projects.callback_due = send_callbacks;
  self->projects.callback_data = self;
}

/* Cancels callbacks under way, which are not tried again. */
static void
stop_callbacks (TrsService *self)
{
  while (self->attempts->len > 0)
    {
      Attempt *attempt = self->attempts->pdata[0];

      attempt_leave (attempt);
      g_cancellable_cancel (attempt->cancellable);
    }
  g_ptr_array_unref (self->attempts);
  g_clear_object (&self->callbacks);
}

static gboolean
start_server (TrsService  *self,
              GError     **error)
{
  self->server = soup_server_new ("raw-paths", TRUE, "server-header",
                                  "transcription-service/" TRS_VERSION, NULL);
  soup_server_add_early_handler (self->server, NULL, got_headers_cb, self, NULL);
  soup_server_add_handler (self->server, NULL, got_request_cb, self, NULL);
  g_signal_connect (self->server, "request-finished", G_CALLBACK (request_finished_cb), NULL);
  g_signal_connect (self->server, "request-finished", G_CALLBACK (log_request_cb), (gpointer) "");
  g_signal_connect (self->server, "request-aborted", G_CALLBACK (log_request_cb), (gpointer) " aborted");

  self->listener = trs_service_listener_new (self->server, self->clock, &self->port, error);
  if (self->listener == NULL)
    g_prefix_error (error, "Port %u of 127.0.0.1 cannot be used: ", self->port);
  return self->listener != NULL;
}

static gboolean
set_up_users (TrsService          *self,
              const char * const  *users,
              gboolean             new_key,
              GError             **error)
{
  if (users == NULL)
    {
      self->key = trs_service_accounts_generate (self->database, new_key, error);
      return self->key != NULL;
    }

  for (guint i = 0; users[i] != NULL; i++)
    if (!trs_service_accounts_add (self->database, users[i], error))
      return FALSE;
  return TRUE;
}

static void
projects_changed_cb (gpointer user_data)
{
  TrsService *self = user_data;

  trs_service_projects_forget (&self->projects);
  send_callbacks (self);
}

static gboolean
has_ticket_cb (const char *video,
               gpointer    user_data)
{
  return trs_service_media_has_ticket (user_data, video);
}

static void
ticket_gone_cb (gpointer user_data)
{
  TrsService *self = user_data;

  trs_service_runner_sweep (self->runner);
}

/* Beside the data file, because there is room for what is kept and not for what is not; `/tmp` may be memory. */
static char *
make_scratch_path (TrsService *self,
                   const char *data)
{
  g_autofree char *name = NULL;

  if (data != NULL)
    {
      g_autofree char *path = g_canonicalize_filename (data, NULL);

      return g_strconcat (path, ".work", NULL);
    }
  name = g_strdup_printf ("transcription-service-%d.work", getpid ());
  self->scratch = g_build_filename (g_get_user_cache_dir (), name, NULL);
  return g_strdup (self->scratch);
}

static gboolean
set_up_media (TrsService               *self,
              const TrsServiceOptions  *options,
              GError                  **error)
{
  g_autofree char *scratch = NULL;

  if (options->media == NULL && options->fetch == NULL)
    return TRUE;
  self->recognizer = g_strdup (options->recognizer != NULL ? options->recognizer : TRS_SERVICE_BUILT_IN);
  self->model = g_strdup (options->model);
  self->projects.recognizer = self->recognizer;
  self->projects.model = self->model;

  scratch = make_scratch_path (self, options->data);
  if (options->media != NULL)
    {
      self->discovery = trs_service_discovery_new (options->worker, self->clock);
      self->media = trs_service_media_new (options->media, options->tickets, self->discovery, error);
      if (self->media == NULL)
        return FALSE;
    }
  if (options->fetch != NULL)
    {
      self->fetching = g_cancellable_new ();
      self->fetch = trs_service_fetch_new (options->fetch, options->fetch_url, error);
      if (self->fetch == NULL)
        return FALSE;
      self->projects.fetch = self->fetch->command;
    }
  self->runner = trs_service_runner_new (self->database, self->clock, options->worker, scratch, options->sound,
                                         (guint) options->jobs, error);
  return self->runner != NULL;
}

static void
start_media (TrsService *self,
             gboolean    tickets)
{
  if (self->media != NULL)
    trs_service_media_watch (self->media, ticket_gone_cb, self);
  if (self->runner != NULL)
    trs_service_runner_start (self->runner, tickets ? has_ticket_cb : NULL, self->media, projects_changed_cb, self);
  if (self->media != NULL)
    trs_service_media_list (self->media);
}

static gboolean
set_up_catalogue (TrsService  *self,
                  const char  *folder,
                  GError     **error)
{
  if (folder == NULL)
    return TRUE;
  self->catalogue = trs_service_catalogue_new (folder, error);
  if (self->catalogue == NULL)
    return FALSE;
  for (guint i = 0; i < self->catalogue->problems->len; i++)
    g_message ("Catalogue: %s", (const char *) self->catalogue->problems->pdata[i]);
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
  g_autoptr (TrsService) self = g_new0 (TrsService, 1);

  self->clock = g_object_ref (clock);
  self->attempts = g_ptr_array_new ();
  self->port = (guint16) options->port;
  self->faults_path = g_strdup (options->faults);
  if (!trs_service_reload_faults (self, error))
    return NULL;

  if (!set_up_catalogue (self, options->catalogue, error))
    return NULL;
  self->database = trs_service_database_open (options->data, error);
  if (self->database == NULL || !set_up_users (self, (const char * const *) options->users, options->new_key, error))
    return NULL;

  self->projects = (TrsServiceProjects) { self->database, self->catalogue, clock, options->speed };
  self->projects.is_free = options->is_free;
  if (!set_up_media (self, options, error))
    return NULL;
  start_callbacks (self);
  if (!start_server (self, error))
    return NULL;

  trs_service_projects_start (&self->projects);
  start_media (self, options->tickets);
  return g_steal_pointer (&self);
}

/**
 * trs_service_free:
 * @self: (transfer full): a service
 *
 * Closes all connections and gives up the callbacks under way.
 */
void
trs_service_free (TrsService *self)
{
  stop_callbacks (self);
  g_clear_pointer (&self->listener, trs_service_listener_free);
  if (self->server != NULL)
    soup_server_disconnect (self->server);
  g_clear_object (&self->server);
  g_clear_pointer (&self->runner, trs_service_runner_free);
  g_clear_pointer (&self->media, trs_service_media_free);
  g_clear_pointer (&self->discovery, trs_service_discovery_free);
  if (self->fetching != NULL)
    g_cancellable_cancel (self->fetching);
  g_clear_object (&self->fetching);
  g_clear_pointer (&self->fetch, trs_service_fetch_free);
  if (self->scratch != NULL)
    trs_service_file_remove_tree (self->scratch);
  trs_service_projects_clear (&self->projects);
  g_clear_pointer (&self->catalogue, trs_service_catalogue_free);
  g_clear_pointer (&self->database, sqlite3_close_v2);
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  g_object_unref (self->clock);
  g_free (self->recognizer);
  g_free (self->model);
  g_free (self->scratch);
  g_free (self->faults_path);
  g_free (self->key);
  g_free (self);
}

guint16
trs_service_get_port (TrsService *self)
{
  return self->port;
}

/* Returns: (nullable): the key that it made up, %NULL if users were given */
const char *
trs_service_get_key (TrsService *self)
{
  return self->key;
}

/**
 * trs_service_set_paused:
 * @self: a service
 * @paused: whether what is really transcribed is to wait
 *
 * What is under way is given back, and goes on later as after a new start. Everything else works as ever.
 */
void
trs_service_set_paused (TrsService *self,
                        gboolean    paused)
{
  if (self->runner != NULL)
    trs_service_runner_set_paused (self->runner, paused);
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
  GPtrArray *faults;

  if (self->faults_path == NULL)
    return TRUE;
  faults = trs_service_faults_read (self->faults_path, error);
  if (faults == NULL)
    {
      g_prefix_error (error, "The faults cannot be read: ");
      return FALSE;
    }

  g_clear_pointer (&self->faults, g_ptr_array_unref);
  self->faults = faults;
  g_message ("Faults: %u rules", faults->len);
  return TRUE;
}
