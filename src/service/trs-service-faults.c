/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-faults.h"

#include "trs-error.h"
#include "trs-service-json.h"

#define MEBIBYTE ((gsize) 1048576)
#define MAX_MEBIBYTES 1024
#define MAX_NUMBER G_GINT64_CONSTANT (1000000000)

struct _TrsServiceFaults
{
  GObject parent_instance;

  GPtrArray *rules;
};

G_DEFINE_FINAL_TYPE (TrsServiceFaults, trs_service_faults, G_TYPE_OBJECT)

static void
fault_free (TrsServiceFault *fault)
{
  g_free (fault->method);
  g_free (fault->prefix);
  g_clear_pointer (&fault->regex, g_regex_unref);
  g_free (fault->key);
  g_strfreev (fault->headers);
  g_free (fault->content_type);
  g_clear_pointer (&fault->body, g_bytes_unref);
  g_free (fault);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceFault, fault_free)

static gboolean
set_wrong (GError     **error,
           const char  *name)
{
  g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "“%s” cannot be what it is", name);
  return FALSE;
}

static gboolean
read_text (JsonObject  *object,
           const char  *name,
           char       **text,
           GError     **error)
{
  *text = g_strdup (trs_service_json_get_string (object, name));
  return *text != NULL || !json_object_has_member (object, name) || set_wrong (error, name);
}

static gboolean
read_count (JsonObject  *object,
            const char  *name,
            gint64       maximum,
            gint64      *value,
            GError     **error)
{
  return trs_service_json_get_integer (object, name, 0, maximum, value) || set_wrong (error, name);
}

/* Which of the words, from 0. */
static gboolean
read_word (JsonObject          *object,
           const char          *name,
           const char * const  *words,
           int                 *index,
           GError             **error)
{
  const char *word = trs_service_json_get_string (object, name);

  if (!json_object_has_member (object, name))
    return TRUE;
  for (int i = 0; word != NULL && words[i] != NULL; i++)
    if (g_str_equal (words[i], word))
      {
        *index = i;
        return TRUE;
      }
  return set_wrong (error, name);
}

static gboolean
check_members (JsonObject          *object,
               const char * const  *known,
               GError             **error)
{
  const char *unknown = trs_service_json_find_unknown (object, known);

  if (unknown != NULL)
    g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "“%s” means nothing", unknown);
  return unknown == NULL;
}

static gboolean
read_match (TrsServiceFault  *fault,
            JsonObject       *object,
            GError          **error)
{
  static const char * const known[] = { "method", "prefix", "regex", "user", "after", "count", "nth", NULL };
  g_autofree char *regex = NULL;
  gint64 nth = 0;

  if (!check_members (object, known, error) || !read_text (object, "method", &fault->method, error) ||
      !read_text (object, "prefix", &fault->prefix, error) || !read_text (object, "regex", &regex, error) ||
      !read_text (object, "user", &fault->key, error) ||
      !read_count (object, "after", MAX_NUMBER, &fault->after, error) ||
      !read_count (object, "count", MAX_NUMBER, &fault->count, error) ||
      !read_count (object, "nth", MAX_NUMBER, &nth, error))
    return FALSE;

  if (nth > 0)
    {
      fault->after = nth - 1;
      fault->count = 1;
    }
  if (regex != NULL)
    fault->regex = g_regex_new (regex, G_REGEX_DEFAULT, 0, error);
  return regex == NULL || fault->regex != NULL;
}

static gboolean
read_headers (TrsServiceFault  *fault,
              JsonObject       *object,
              GError          **error)
{
  JsonNode *node = json_object_get_member (object, "headers");
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  JsonObjectIter iter;
  const char *name;

  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    return set_wrong (error, "headers");

  if (node != NULL)
    json_object_iter_init (&iter, json_node_get_object (node));
  while (node != NULL && json_object_iter_next (&iter, &name, NULL))
    {
      const char *value = trs_service_json_get_string (json_node_get_object (node), name);
      g_autofree char *line = g_strdup_printf ("%s: %s\r\n", name, value);

      if (value == NULL)
        return set_wrong (error, name);
      g_strv_builder_add (lines, line);
    }

  fault->headers = g_strv_builder_end (lines);
  return TRUE;
}

/* Blanks inside brackets: valid JSON, whatever the size. */
static GBytes *
make_blanks (gsize size)
{
  char *blanks = g_malloc (size);

  memset (blanks, ' ', size);
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

static GBytes *
make_brackets (gsize count)
{
  char *brackets = g_malloc (count);

  memset (brackets, '[', count);
  return g_bytes_new_take (brackets, count);
}

static gboolean
read_body (TrsServiceFault  *fault,
           JsonObject       *object,
           GError          **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GBytes) plain = NULL;
  gint64 nested = 0;
  gint64 oversized = 0;
  gint64 bomb = 0;

  if (!read_text (object, "body", &text, error) || !read_count (object, "nested", MAX_NUMBER, &nested, error) ||
      !read_count (object, "oversized", MAX_MEBIBYTES, &oversized, error) ||
      !read_count (object, "gzip-bomb", MAX_MEBIBYTES, &bomb, error))
    return FALSE;

  if (text != NULL)
    fault->body = g_bytes_new (text, strlen (text));
  else if (nested > 0)
    fault->body = make_brackets ((gsize) nested);
  else if (oversized > 0)
    fault->body = make_blanks ((gsize) oversized * MEBIBYTE);
  else if (bomb > 0)
    {
      plain = make_blanks ((gsize) bomb * MEBIBYTE);
      fault->body = compress (plain, error);
      fault->gzipped = TRUE;
      return fault->body != NULL;
    }
  return TRUE;
}

static gboolean
read_delivery (TrsServiceFault  *fault,
               JsonObject       *object,
               GError          **error)
{
  static const char * const framings[] = { "length", "chunked", "close", NULL };
  static const char * const endings[] = { "", "fin", "reset", NULL };
  int framing = TRS_SERVICE_FRAMING_LENGTH;
  int ending = TRS_SERVICE_ENDING_NONE;

  if (!read_count (object, "delay", MAX_NUMBER, &fault->delay, error) ||
      !read_count (object, "status", 599, &fault->status, error) ||
      !read_text (object, "content-type", &fault->content_type, error) ||
      !read_word (object, "framing", framings, &framing, error) ||
      !read_count (object, "cut", G_GINT64_CONSTANT (1) << 40, &fault->cut, error) ||
      !read_count (object, "drip", MAX_NUMBER, &fault->drip, error) ||
      !read_word (object, "close", endings, &ending, error))
    return FALSE;

  fault->framing = (TrsServiceFraming) framing;
  fault->ending = (TrsServiceEnding) ending;
  return TRUE;
}

static TrsServiceFault *
fault_new_from_json (JsonObject  *object,
                     GError     **error)
{
  static const char * const known[] = { "match", "process", "delay", "close", "status", "headers", "content-type",
                                        "body", "nested", "oversized", "gzip-bomb", "framing", "cut",
                                        "drip", NULL };
  g_autoptr (TrsServiceFault) fault = g_new0 (TrsServiceFault, 1);
  JsonNode *match = json_object_get_member (object, "match");

  fault->count = G_MAXINT64;
  fault->cut = -1;
  if (!check_members (object, known, error))
    return NULL;
  if (match != NULL && !JSON_NODE_HOLDS_OBJECT (match))
    {
      set_wrong (error, "match");
      return NULL;
    }
  if ((match != NULL && !read_match (fault, json_node_get_object (match), error)) ||
      !read_headers (fault, object, error) || !read_body (fault, object, error) ||
      !read_delivery (fault, object, error))
    return NULL;

  fault->process = fault->body == NULL && fault->status == 0 && fault->ending == TRS_SERVICE_ENDING_NONE;
  if (!trs_service_json_get_boolean (object, "process", &fault->process))
    {
      set_wrong (error, "process");
      return NULL;
    }
  return g_steal_pointer (&fault);
}

static GPtrArray *
rules_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) fault_free);
}

static void
trs_service_faults_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_SERVICE_FAULTS (object)->rules);

  G_OBJECT_CLASS (trs_service_faults_parent_class)->finalize (object);
}

static void
trs_service_faults_class_init (TrsServiceFaultsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_service_faults_finalize;
}

static void
trs_service_faults_init (TrsServiceFaults *self)
{
  self->rules = rules_new ();
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

static GPtrArray *
read_rules (JsonNode  *root,
            GError   **error)
{
  g_autoptr (GPtrArray) rules = rules_new ();
  JsonNode *list = json_object_get_member (json_node_get_object (root), "rules");

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "it has no “rules”");
      return NULL;
    }

  for (guint i = 0; i < json_array_get_length (json_node_get_array (list)); i++)
    {
      JsonNode *node = json_array_get_element (json_node_get_array (list), i);
      TrsServiceFault *fault;

      if (!JSON_NODE_HOLDS_OBJECT (node))
        {
          g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "rule %u is not an object", i + 1);
          return NULL;
        }
      fault = fault_new_from_json (json_node_get_object (node), error);
      if (fault == NULL)
        {
          g_prefix_error (error, "rule %u: ", i + 1);
          return NULL;
        }
      g_ptr_array_add (rules, fault);
    }
  return g_steal_pointer (&rules);
}

TrsServiceFaults *
trs_service_faults_new (void)
{
  return g_object_new (TRS_TYPE_SERVICE_FAULTS, NULL);
}

/**
 * trs_service_faults_load:
 * @self: a script
 * @path: its file
 * @error: return location for an error
 *
 * Takes the rules of the file in place of those so far, with all counts at
 * zero. If the file cannot be used, the rules so far stay.
 *
 * Returns: %TRUE if the file could be used
 */
gboolean
trs_service_faults_load (TrsServiceFaults  *self,
                         const char        *path,
                         GError           **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) rules = NULL;

  if ((root = trs_service_json_read (path, error)) == NULL || (rules = read_rules (root, error)) == NULL)
    {
      g_prefix_error (error, "The faults cannot be read: ");
      return FALSE;
    }

  g_ptr_array_unref (self->rules);
  self->rules = g_steal_pointer (&rules);
  return TRUE;
}

guint
trs_service_faults_get_n (TrsServiceFaults *self)
{
  return self->rules->len;
}

/**
 * trs_service_faults_match:
 * @self: a script
 * @method: of a request
 * @path: of the request, percent-encoded
 * @key: (nullable): the key of the request
 *
 * Counts the request for each rule that it matches, also behind the one that is taken.
 *
 * Returns: (nullable): the first rule that applies, valid until the next load
 */
const TrsServiceFault *
trs_service_faults_match (TrsServiceFaults *self,
                          const char       *method,
                          const char       *path,
                          const char       *key)
{
  TrsServiceFault *first = NULL;

  for (guint i = 0; i < self->rules->len; i++)
    {
      TrsServiceFault *fault = self->rules->pdata[i];

      if (!applies (fault, method, path, key))
        continue;
      fault->n_seen++;
      if (first == NULL && fault->n_seen > fault->after && fault->n_seen - fault->after <= fault->count)
        first = fault;
    }

  return first;
}
