/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-json.h"

#include "trs-error.h"

#include <math.h>

/* The grammar of RFC 8259, without escapes that json-glib would cut off (U+0000) or turn into invalid UTF-8 (half a
 * surrogate pair). */
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

/* Counts brackets outside of strings. */
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

/* Its document is read as foreign bytes are: the file may be anything. */
JsonNode *
trs_service_json_parse_file (const char  *path,
                             GError     **error)
{
  g_autofree char *contents = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, error))
    return NULL;
  return trs_service_json_parse (contents, length, error);
}

static gboolean
read_number (JsonNode                   *node,
             const TrsServiceJsonMember *member,
             double                     *number)
{
  GType type = json_node_get_value_type (node);

  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *number = json_node_get_double (node);
  return isfinite (*number) && *number >= member->minimum && *number <= member->maximum;
}

static gboolean
read_value (JsonNode                   *node,
            const TrsServiceJsonMember *member,
            gpointer                    place)
{
  GType type = json_node_get_value_type (node);
  const char *string;
  double number;

  switch (member->type)
    {
    case TRS_SERVICE_JSON_STRING:
      string = type == G_TYPE_STRING ? json_node_get_string (node) : NULL;
      if (string == NULL || strlen (string) < member->minimum ||
          (member->words != NULL && !g_strv_contains (member->words, string)) ||
          (member->check != NULL && !member->check (string)))
        return FALSE;
      *(const char **) place = string;
      return TRUE;

    case TRS_SERVICE_JSON_BOOLEAN:
      if (type != G_TYPE_BOOLEAN)
        return FALSE;
      *(gboolean *) place = json_node_get_boolean (node);
      return TRUE;

    case TRS_SERVICE_JSON_INTEGER:
      if (!read_number (node, member, &number) || floor (number) != number)
        return FALSE;
      *(gint64 *) place = (gint64) number;
      return TRUE;

    case TRS_SERVICE_JSON_NUMBER:
      return read_number (node, member, place);

    case TRS_SERVICE_JSON_OBJECT:
      *(JsonNode **) place = node;
      return JSON_NODE_HOLDS_OBJECT (node);

    case TRS_SERVICE_JSON_ARRAY:
      *(JsonNode **) place = node;
      return JSON_NODE_HOLDS_ARRAY (node);
    }
  g_return_val_if_reached (FALSE);
}

static const char *
find_unknown (JsonObject                 *object,
              const TrsServiceJsonMember *members)
{
  JsonObjectIter iter;
  const char *name;

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, NULL))
    {
      const TrsServiceJsonMember *member = members;

      while (member->name != NULL && !g_str_equal (member->name, name))
        member++;
      if (member->name == NULL)
        return name;
    }
  return NULL;
}

/* Where null stands for what is not known, it is as good as left out. */
void
trs_service_json_drop_nulls (JsonObject *object)
{
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *l = names; l != NULL; l = l->next)
    if (json_object_get_null_member (object, l->data))
      json_object_remove_member (object, l->data);
}

/**
 * trs_service_json_read_members:
 * @node: what should be an object
 * @members: what it may hold
 * @closed: whether it may hold nothing else
 * @record: where the values go; what is left out is left alone there
 * @error: return location for an error
 *
 * Returns: %TRUE if all is as it should be, otherwise %FALSE with %TRS_ERROR_INVALID_INPUT
 */
gboolean
trs_service_json_read_members (JsonNode                    *node,
                               const TrsServiceJsonMember  *members,
                               gboolean                     closed,
                               gpointer                     record,
                               GError                     **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *unknown = object != NULL && closed ? find_unknown (object, members) : NULL;

  if (object == NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "is not an object");
      return FALSE;
    }
  if (unknown != NULL)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "“%s” means nothing", unknown);
      return FALSE;
    }

  for (const TrsServiceJsonMember *member = members; member->name != NULL; member++)
    {
      JsonNode *value = json_object_get_member (object, member->name);

      if (value != NULL ? read_value (value, member, (char *) record + member->offset) : !member->required)
        continue;
      if (member->fault != NULL)
        g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, member->fault);
      else
        g_set_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT, "“%s” cannot be what it is", member->name);
      return FALSE;
    }
  return TRUE;
}

/**
 * trs_service_json_write:
 * @value: (transfer floating): dictionaries from strings to variants, arrays of them, strings, numbers and booleans
 *
 * Returns: (transfer full): it as JSON in UTF-8, without whitespace
 */
GBytes *
trs_service_json_write (GVariant *value)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (value);
  gsize length;
  char *text = json_gvariant_serialize_data (sunk, &length);

  return g_bytes_new_take (text, length);
}
