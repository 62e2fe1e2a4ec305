/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-json.h"

#include "trs-error.h"

#include <math.h>

/* RFC 8259. An escape that json-glib would cut (U+0000) or turn into broken UTF-8 (half a pair) is refused. */
G_STATIC_ASSERT (TRS_SERVICE_JSON_MAX_MEMBERS == 100);
static const char GRAMMAR[] =
    "(?(DEFINE)"
    "  (?<blanks> [ \\t\\r\\n]*+ )"
    "  (?<hex> [0-9A-Fa-f] )"
    "  (?<pair> [Dd][89ABab] (?&hex){2} \\\\u [Dd][C-Fc-f] (?&hex){2} )"
    "  (?<escape> \\\\ (?: [\"\\\\/bfnrt] | u (?: (?! 0000 | [Dd][89A-Fa-f] ) (?&hex){4} | (?&pair) ) ) )"
    "  (?<string> \" (?: [^\"\\\\\\x00-\\x1F]++ | (?&escape) )*+ \" )"
    "  (?<number> -? (?: 0 | [1-9][0-9]*+ ) (?: \\. [0-9]++ )? (?: [Ee] [+-]? [0-9]++ )? )"
    "  (?<member> (?&blanks) (?&string) (?&blanks) : (?&value) )"
    "  (?<object> \\{ (?: (?&member) (?: , (?&member) ){0,99}+ | (?&blanks) ) \\} )"
    "  (?<array> \\[ (?: (?&value) (?: , (?&value) )*+ | (?&blanks) ) \\] )"
    "  (?<value> (?&blanks) (?: (?&object) | (?&array) | (?&string) | (?&number) | true | false | null ) (?&blanks) )"
    ") \\A (?&value) \\z";

static gboolean
is_json (const char *data,
         gsize       length)
{
  g_autoptr (GRegex) grammar = g_regex_new (GRAMMAR, G_REGEX_EXTENDED | G_REGEX_RAW, 0, NULL);

  return g_regex_match_full (grammar, data, (gssize) length, 0, 0, NULL, NULL);
}

/* Of brackets outside strings. */
static gboolean
is_too_deep (const char *data,
             gsize       length)
{
  guint depth = 0;
  gboolean quoted = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (quoted && data[i] == '\\')
        i++;
      else if (data[i] == '"')
        quoted = !quoted;
      else if (!quoted && (data[i] == '{' || data[i] == '[') && ++depth > TRS_SERVICE_JSON_MAX_DEPTH)
        return TRUE;
      else if (!quoted && (data[i] == '}' || data[i] == ']'))
        depth--;
    }
  return FALSE;
}

static JsonNode *
get_value (JsonObject *object,
           const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? node : NULL;
}

/**
 * trs_service_json_parse:
 * @data: foreign bytes
 * @length: their number
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the document, never a %NULL root, or %NULL with
 *   %TRS_ERROR_INVALID_INPUT if the bytes are not one JSON document of a sane depth
 */
JsonNode *
trs_service_json_parse (const char  *data,
                        gsize        length,
                        GError     **error)
{
  g_autoptr (JsonParser) parser = NULL;

  if (!g_utf8_validate_len (data, length, NULL) || is_too_deep (data, length) || !is_json (data, length))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "not a JSON document, or one nested too deeply");
      return NULL;
    }

  parser = json_parser_new ();
  if (!json_parser_load_from_data (parser, data, (gssize) length, error))
    return NULL;
  return json_parser_steal_root (parser);
}

/**
 * trs_service_json_read:
 * @path: a file
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): its document, which is an object; otherwise %NULL with
 *   %TRS_ERROR_INVALID_INPUT, or an error of the file system
 */
JsonNode *
trs_service_json_read (const char  *path,
                       GError     **error)
{
  g_autofree char *contents = NULL;
  g_autoptr (JsonNode) root = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, error) ||
      (root = trs_service_json_parse (contents, length, error)) == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (root))
    return g_steal_pointer (&root);

  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "is not an object");
  return NULL;
}

/* Returns: (nullable): the name of a member that is none of @known */
const char *
trs_service_json_find_unknown (JsonObject         *object,
                               const char * const *known)
{
  JsonObjectIter iter;
  const char *name;

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, NULL))
    if (!g_strv_contains (known, name))
      return name;
  return NULL;
}

/**
 * trs_service_json_get_string:
 * @object: an object
 * @name: name of a member
 *
 * Returns: (nullable): the string, or %NULL if there is none or it is something else
 */
const char *
trs_service_json_get_string (JsonObject *object,
                             const char *name)
{
  JsonNode *node = get_value (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
}

/**
 * trs_service_json_get_boolean:
 * @object: an object
 * @name: name of a member
 * @value: (inout): left alone if there is no such member
 *
 * Returns: %FALSE if the member is something else
 */
gboolean
trs_service_json_get_boolean (JsonObject *object,
                              const char *name,
                              gboolean   *value)
{
  JsonNode *node = get_value (object, name);

  if (!json_object_has_member (object, name))
    return TRUE;
  if (node == NULL || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return FALSE;
  *value = json_node_get_boolean (node);
  return TRUE;
}

/**
 * trs_service_json_get_number:
 * @object: an object
 * @name: name of a member
 * @minimum: the smallest that is allowed
 * @maximum: the largest
 * @value: (inout): left alone if there is no such member
 *
 * Returns: %FALSE if the member is something else, or outside
 */
gboolean
trs_service_json_get_number (JsonObject *object,
                             const char *name,
                             double      minimum,
                             double      maximum,
                             double     *value)
{
  JsonNode *node = get_value (object, name);
  double number;

  if (!json_object_has_member (object, name))
    return TRUE;
  if (node == NULL ||
      (json_node_get_value_type (node) != G_TYPE_INT64 && json_node_get_value_type (node) != G_TYPE_DOUBLE))
    return FALSE;

  number = json_node_get_double (node);
  if (!isfinite (number) || number < minimum || number > maximum)
    return FALSE;
  *value = number;
  return TRUE;
}

/**
 * trs_service_json_get_integer:
 * @object: an object
 * @name: name of a member
 * @minimum: the smallest that is allowed
 * @maximum: the largest, at most 2^53
 * @value: (inout): left alone if there is no such member
 *
 * Returns: %FALSE if the member is something else, not whole, or outside
 */
gboolean
trs_service_json_get_integer (JsonObject *object,
                              const char *name,
                              gint64      minimum,
                              gint64      maximum,
                              gint64     *value)
{
  double number = 0;

  if (!json_object_has_member (object, name))
    return TRUE;
  if (!trs_service_json_get_number (object, name, (double) minimum, (double) maximum, &number) ||
      floor (number) != number)
    return FALSE;
  *value = (gint64) number;
  return TRUE;
}

/**
 * trs_service_json_write:
 * @node: a document
 *
 * Returns: (transfer full): it as UTF-8, without blanks
 */
GBytes *
trs_service_json_write (JsonNode *node)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  gsize length;
  char *text;

  json_generator_set_root (generator, node);
  text = json_generator_to_data (generator, &length);
  return g_bytes_new_take (text, length);
}
