/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-faults.h"

#include "trs-error.h"
#include "trs-service-json.h"

#include <sys/socket.h>

#define MEBIBYTE ((gsize) 1048576)
#define MAX_MEBIBYTES 1024
#define MAX_NUMBER 1000000000
#define MAX_CUT 1099511627776
#define CHUNK 16384
#define AT(field) G_STRUCT_OFFSET (TrsServiceFault, field)

static void
fault_free (TrsServiceFault *fault)
{
  json_node_unref (fault->rule);
  g_clear_pointer (&fault->regex, g_regex_unref);
  g_clear_pointer (&fault->body, g_bytes_unref);
  g_string_free (fault->headers, TRUE);
  g_free (fault);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceFault, fault_free)

static gboolean
read_match (TrsServiceFault  *fault,
            GError          **error)
{
  static const TrsServiceJsonMember members[] = {
    { "method", TRS_SERVICE_JSON_STRING, AT (method) },
    { "prefix", TRS_SERVICE_JSON_STRING, AT (prefix) },
    { "regex", TRS_SERVICE_JSON_STRING, AT (pattern) },
    { "user", TRS_SERVICE_JSON_STRING, AT (key) },
    { "after", TRS_SERVICE_JSON_INTEGER, AT (after), 0, MAX_NUMBER },
    { "count", TRS_SERVICE_JSON_INTEGER, AT (count), 0, MAX_NUMBER },
    { "nth", TRS_SERVICE_JSON_INTEGER, AT (nth), 0, MAX_NUMBER },
    { NULL }
  };

  if (fault->match == NULL)
    return TRUE;
  if (!trs_service_json_read_members (fault->match, members, TRUE, fault, error))
    return FALSE;

  if (fault->nth > 0)
    {
      fault->after = fault->nth - 1;
      fault->count = 1;
    }
  if (fault->pattern != NULL)
    fault->regex = g_regex_new (fault->pattern, G_REGEX_DEFAULT, 0, error);
  return fault->pattern == NULL || fault->regex != NULL;
}

static gboolean
read_headers (TrsServiceFault  *fault,
              GError          **error)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (fault->header_object == NULL)
    return TRUE;

  json_object_iter_init (&iter, json_node_get_object (fault->header_object));
  while (json_object_iter_next (&iter, &name, &value))
    {
      if (json_node_get_value_type (value) != G_TYPE_STRING)
        {
          g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "“%s” cannot be what it is", name);
          return FALSE;
        }
      g_string_append_printf (fault->headers, "%s: %s\r\n", name, json_node_get_string (value));
    }
  return TRUE;
}

/* Returns an array filled with blanks: valid JSON of any size. */
static GBytes *
make_blanks (gint64 mebibytes)
{
  gsize size = (gsize) mebibytes * MEBIBYTE;
  char *blanks = g_strnfill (size, ' ');

  blanks[0] = '[';
  blanks[size - 1] = ']';
  return g_bytes_new_take (blanks, size);
}

static GBytes *
compress (GBytes  *bytes,
          GError **error)
{
  g_autoptr (GConverter) gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, gzip);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (!g_output_stream_write_all (stream, data, length, NULL, NULL, error) ||
      !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static gboolean
make_body (TrsServiceFault  *fault,
           GError          **error)
{
  g_autoptr (GBytes) plain = NULL;

  if (fault->text != NULL)
    fault->body = g_bytes_new (fault->text, strlen (fault->text));
  else if (fault->nested > 0)
    fault->body = g_bytes_new_take (g_strnfill ((gsize) fault->nested, '['), (gsize) fault->nested);
  else if (fault->oversized > 0)
    fault->body = make_blanks (fault->oversized);
  else if (fault->bomb > 0)
    {
      plain = make_blanks (fault->bomb);
      fault->body = compress (plain, error);
      g_string_append (fault->headers, "Content-Encoding: gzip\r\n");
      return fault->body != NULL;
    }
  return TRUE;
}

static TrsServiceFault *
read_fault (JsonNode  *rule,
            GError   **error)
{
  static const char * const framings[] = { "length", "chunked", "close", NULL };
  static const char * const endings[] = { "fin", "reset", NULL };
  static const TrsServiceJsonMember members[] = {
    { "match", TRS_SERVICE_JSON_OBJECT, AT (match) },
    { "process", TRS_SERVICE_JSON_BOOLEAN, AT (process) },
    { "delay", TRS_SERVICE_JSON_INTEGER, AT (delay), 0, MAX_NUMBER },
    { "close", TRS_SERVICE_JSON_STRING, AT (ending), .words = endings },
    { "status", TRS_SERVICE_JSON_INTEGER, AT (status), 0, 599 },
    { "headers", TRS_SERVICE_JSON_OBJECT, AT (header_object) },
    { "content-type", TRS_SERVICE_JSON_STRING, AT (content_type) },
    { "body", TRS_SERVICE_JSON_STRING, AT (text) },
    { "nested", TRS_SERVICE_JSON_INTEGER, AT (nested), 0, MAX_NUMBER },
    { "oversized", TRS_SERVICE_JSON_INTEGER, AT (oversized), 0, MAX_MEBIBYTES },
    { "gzip-bomb", TRS_SERVICE_JSON_INTEGER, AT (bomb), 0, MAX_MEBIBYTES },
    { "framing", TRS_SERVICE_JSON_STRING, AT (framing), .words = framings },
    { "cut", TRS_SERVICE_JSON_INTEGER, AT (cut), 0, MAX_CUT },
    { "drip", TRS_SERVICE_JSON_INTEGER, AT (drip), 0, MAX_NUMBER },
    { NULL }
  };
  g_autoptr (TrsServiceFault) fault = g_new0 (TrsServiceFault, 1);

  fault->rule = json_node_ref (rule);
  fault->headers = g_string_new (NULL);
  fault->count = G_MAXINT64;
  fault->cut = -1;
  fault->process = -1;
  fault->framing = "length";
  fault->content_type = "application/json";
  if (!trs_service_json_read_members (rule, members, TRUE, fault, error) || !read_match (fault, error) ||
      !read_headers (fault, error) || !make_body (fault, error))
    return NULL;

  if (fault->process == -1)
    fault->process = fault->body == NULL && fault->status == 0 && fault->ending == NULL;
  return g_steal_pointer (&fault);
}

/**
 * trs_service_faults_read:
 * @path: a script of faults
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsServiceFault): its rules, with all counts
 *   at zero; %NULL if it cannot be used
 */
GPtrArray *
trs_service_faults_read (const char  *path,
                         GError     **error)
{
  static const TrsServiceJsonMember members[] = {
    { "rules", TRS_SERVICE_JSON_ARRAY, .required = TRUE, .fault = "it has no “rules”" },
    { NULL }
  };
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) fault_free);
  g_autoptr (JsonNode) root = trs_service_json_parse_file (path, error);
  JsonNode *list = NULL;
  JsonArray *array;

  if (root == NULL || !trs_service_json_read_members (root, members, FALSE, &list, error))
    return NULL;

  array = json_node_get_array (list);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      TrsServiceFault *fault = read_fault (json_array_get_element (array, i), error);

      if (fault == NULL)
        {
          g_prefix_error (error, "rule %u: ", i + 1);
          return NULL;
        }
      g_ptr_array_add (rules, fault);
    }
  return g_steal_pointer (&rules);
}

static gboolean
applies (const TrsServiceFault *fault,
         const char            *method,
         const char            *path,
         const char            *key)
{
  return (fault->method == NULL || g_str_equal (fault->method, method)) &&
         (fault->prefix == NULL || g_str_has_prefix (path, fault->prefix)) &&
         (fault->regex == NULL || g_regex_match (fault->regex, path, 0, NULL)) &&
         (fault->key == NULL || g_strcmp0 (fault->key, key) == 0);
}

/**
 * trs_service_faults_match:
 * @self: (nullable): the rules
 * @method: of a request
 * @path: of the request, percent-encoded
 * @key: (nullable): the key of the request
 *
 * Counts the request for each rule that it matches, also behind the one that is taken.
 *
 * Returns: (nullable): the first rule that applies
 */
const TrsServiceFault *
trs_service_faults_match (GPtrArray  *self,
                          const char *method,
                          const char *path,
                          const char *key)
{
  TrsServiceFault *first = NULL;

  for (guint i = 0; self != NULL && i < self->len; i++)
    {
      TrsServiceFault *fault = self->pdata[i];

      if (!applies (fault, method, path, key))
        continue;
      fault->n_seen++;
      if (first == NULL && fault->n_seen > fault->after && fault->n_seen - fault->after <= fault->count)
        first = fault;
    }

  return first;
}

static void
append_body (GString               *bytes,
             const TrsServiceFault *fault,
             GBytes                *body)
{
  gsize length;
  const char *data = g_bytes_get_data (body, &length);
  gsize end = fault->cut >= 0 ? MIN ((gsize) fault->cut, length) : length;

  if (!g_str_equal (fault->framing, "chunked"))
    {
      g_string_append_len (bytes, data, (gssize) end);
      return;
    }

  for (gsize start = 0; start < end; start += CHUNK)
    {
      gsize size = MIN (CHUNK, end - start);

      g_string_append_printf (bytes, "%" G_GSIZE_MODIFIER "x\r\n", size);
      g_string_append_len (bytes, data + start, (gssize) size);
      g_string_append (bytes, "\r\n");
    }
  if (end == length)
    g_string_append (bytes, "0\r\n\r\n");
}

/* Returns the status of the fault, or else of the regular reply. */
static guint
find_status (const TrsServiceFault *fault,
             const TrsServiceReply *reply)
{
  if (fault->status > 0)
    return (guint) fault->status;
  return reply != NULL ? reply->status : SOUP_STATUS_OK;
}

/**
 * trs_service_fault_write:
 * @fault: what shall go wrong
 * @reply: (nullable): the true answer, if the request took effect
 * @head_length: (out) (optional): bytes before the body
 *
 * Returns: (transfer full): the answer as it goes through the socket
 */
GString *
trs_service_fault_write (const TrsServiceFault *fault,
                         const TrsServiceReply *reply,
                         gsize                 *head_length)
{
  GString *bytes = g_string_new (NULL);
  guint status = find_status (fault, reply);
  g_autoptr (TrsServiceReply) scripted = trs_service_reply_new_error (status, "This answer is scripted", NULL);
  GBytes *body = fault->body;

  /* A scripted status replaces the body, too: an error whose body reads like a success would test nothing useful. */
  if (body == NULL)
    body = reply != NULL && fault->status == 0 ? reply->body : scripted->body;

  g_string_append_printf (bytes, "HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Type: %s\r\n", status,
                          trs_service_reply_get_phrase (status), fault->content_type);
  if (fault->headers != NULL)
    g_string_append (bytes, fault->headers->str);
  if (reply != NULL && reply->allow != NULL)
    g_string_append_printf (bytes, "Allow: %s\r\n", reply->allow);
  if (g_str_equal (fault->framing, "length"))
    g_string_append_printf (bytes, "Content-Length: %" G_GSIZE_FORMAT "\r\n", g_bytes_get_size (body));
  else if (g_str_equal (fault->framing, "chunked"))
    g_string_append (bytes, "Transfer-Encoding: chunked\r\n");
  g_string_append (bytes, "\r\n");
  if (head_length != NULL)
    *head_length = bytes->len;
  append_body (bytes, fault, body);
  return bytes;
}

static void send_more (gpointer user_data);

/* Closes the socket below SoupServer, which notices that when it goes on with the message. */
static void
finish (TrsServiceDelivery *self)
{
  g_autoptr (SoupServerMessage) message = g_object_ref (self->message);
  struct linger at_once = { .l_onoff = 1 };

  if (self->reset)
    setsockopt (g_socket_get_fd (self->socket), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  g_socket_close (self->socket, NULL);
  soup_server_message_unpause (message);
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
send_more (gpointer user_data)
{
  TrsServiceDelivery *self = user_data;

  while (self->n_sent < self->bytes->len)
    {
      g_autoptr (GError) error = NULL;
      gboolean dripping = self->drip > 0 && self->n_sent >= self->head_length;
      gsize end = self->drip > 0 && !dripping ? self->head_length : self->bytes->len;
      gssize sent = g_socket_send_with_blocking (self->socket, self->bytes->str + self->n_sent,
                                                 dripping ? 1 : end - self->n_sent, FALSE, NULL, &error);

      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        {
          self->source = g_socket_create_source (self->socket, G_IO_OUT, NULL);
          g_source_set_callback (self->source, G_SOURCE_FUNC (writable_cb), self, NULL);
          g_source_attach (self->source, g_main_context_get_thread_default ());
          return;
        }
      if (sent < 0)
        break;

      self->n_sent += (gsize) sent;
      if (dripping)
        {
          trs_clock_set_timeout (self->clock, &self->timer_id, self->drip, send_more, self);
          return;
        }
    }

  finish (self);
}

/**
 * trs_service_delivery_new:
 * @message: a message that its handler has just got, which keeps the delivery
 * @socket: what it came on
 * @fault: (transfer none): what shall go wrong
 * @reply: (nullable): the true answer, if the request took effect
 * @clock: the time
 *
 * Returns: (transfer full): the delivery, under way
 */
TrsServiceDelivery *
trs_service_delivery_new (SoupServerMessage     *message,
                          GSocket               *socket,
                          const TrsServiceFault *fault,
                          const TrsServiceReply *reply,
                          TrsClock              *clock)
{
  TrsServiceDelivery *self = g_new0 (TrsServiceDelivery, 1);

  self->message = message;
  self->socket = g_object_ref (socket);
  self->clock = g_object_ref (clock);
  self->bytes =
      fault->ending == NULL ? trs_service_fault_write (fault, reply, &self->head_length) : g_string_new (NULL);
  self->drip = (guint) fault->drip;
  self->reset = g_strcmp0 (fault->ending, "reset") == 0;

  soup_server_message_set_status (message, find_status (fault, reply), NULL);
  soup_server_message_pause (message);
  trs_clock_set_timeout (clock, &self->timer_id, (guint) fault->delay, send_more, self);
  return self;
}

/**
 * trs_service_delivery_free:
 * @self: (transfer full): a delivery, which stops where it is
 */
void
trs_service_delivery_free (TrsServiceDelivery *self)
{
  trs_clock_clear_timeout (self->clock, &self->timer_id);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  g_string_free (self->bytes, TRUE);
  g_object_unref (self->socket);
  g_object_unref (self->clock);
  g_free (self);
}
