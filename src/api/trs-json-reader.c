/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-reader.h"

#include <math.h>

#include "trs-error.h"
#include "trs-json-guard.h"

static void
set_wrong_type (GError     **error,
                const char  *name,
                const char  *type)
{
  if (name != NULL)
    g_set_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The member “%s” is missing or not %s", name, type);
  else
    g_set_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The JSON is not %s", type);
}

static gboolean
holds (JsonNode *node,
       GType     type)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}

/**
 * trs_json_reader_parse:
 * @bytes: a body: UTF-8, with or without a byte order mark
 * @damaged: (out) (optional): whether NUL or lone surrogates stood in strings;
 *   they are U+FFFD now
 * @error: return location for an error
 *
 * Parses one whole JSON document within the bounds of trs_json_guard_check(),
 * which are what bounds the time, too: json-glib cannot be stopped once it has
 * begun. Of a member that is there twice the last one counts. Can be called
 * from any thread.
 *
 * Returns: (transfer full) (nullable): the root, an object or an array, or %NULL with
 *   %TRS_ERROR_NOT_THE_SERVICE, %TRS_ERROR_CUT_SHORT or %TRS_ERROR_TOO_LARGE
 */
JsonNode *
trs_json_reader_parse (GBytes    *bytes,
                       gboolean  *damaged,
                       GError   **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) parse_error = NULL;
  g_autofree char *text = NULL;
  gsize length;
  gboolean is_damaged;

  g_return_val_if_fail (bytes != NULL, NULL);

  text = trs_json_guard_check (bytes, &length, &is_damaged, error);
  if (text == NULL)
    return NULL;

  if (!json_parser_load_from_data (parser, text, (gssize) length, &parse_error))
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "Not JSON: %s", parse_error->message);
      return NULL;
    }

  if (damaged != NULL)
    *damaged = is_damaged;
  return json_parser_steal_root (parser);
}

/**
 * trs_json_reader_as_object:
 * @node: (nullable): a node
 * @error: return location for an error
 *
 * Returns: (transfer none) (nullable): the object, or %NULL with %TRS_ERROR_NOT_THE_SERVICE
 */
JsonObject *
trs_json_reader_as_object (JsonNode  *node,
                           GError   **error)
{
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);

  set_wrong_type (error, NULL, "an object");
  return NULL;
}

/**
 * trs_json_reader_as_array:
 * @node: (nullable): a node
 * @error: return location for an error
 *
 * Returns: (transfer none) (nullable): the array, or %NULL with %TRS_ERROR_NOT_THE_SERVICE
 */
JsonArray *
trs_json_reader_as_array (JsonNode  *node,
                          GError   **error)
{
  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);

  set_wrong_type (error, NULL, "an array");
  return NULL;
}

/**
 * trs_json_reader_as_string:
 * @node: (nullable): a node
 * @error: return location for an error
 *
 * Returns: (transfer none) (nullable): the string, or %NULL with %TRS_ERROR_NOT_THE_SERVICE
 */
const char *
trs_json_reader_as_string (JsonNode  *node,
                           GError   **error)
{
  if (holds (node, G_TYPE_STRING))
    return json_node_get_string (node);

  set_wrong_type (error, NULL, "a string");
  return NULL;
}

/**
 * trs_json_reader_has:
 * @object: an object
 * @name: name of a member
 *
 * Returns: %TRUE if the member is there, and is not `null`
 */
gboolean
trs_json_reader_has (JsonObject *object,
                     const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && !JSON_NODE_HOLDS_NULL (node);
}

/**
 * trs_json_reader_get_string:
 * @object: an object
 * @name: name of a member
 * @error: return location for an error
 *
 * Returns: (transfer none) (nullable): the string, valid UTF-8, or %NULL with %TRS_ERROR_NOT_THE_SERVICE
 */
const char *
trs_json_reader_get_string (JsonObject  *object,
                            const char  *name,
                            GError     **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (holds (node, G_TYPE_STRING))
    return json_node_get_string (node);

  set_wrong_type (error, name, "a string");
  return NULL;
}

/**
 * trs_json_reader_get_array:
 * @object: an object
 * @name: name of a member
 * @error: return location for an error
 *
 * Returns: (transfer none) (nullable): the array, or %NULL with %TRS_ERROR_NOT_THE_SERVICE
 */
JsonArray *
trs_json_reader_get_array (JsonObject  *object,
                           const char  *name,
                           GError     **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);

  set_wrong_type (error, name, "an array");
  return NULL;
}

/**
 * trs_json_reader_get_integer:
 * @object: an object
 * @name: name of a member
 * @minimum: the least that is believed
 * @maximum: the most that is believed
 * @value: (out): the number; untouched if there is none
 * @error: return location for an error
 *
 * A whole number in the form of a fraction, `5.0`, is a whole number.
 *
 * Returns: %TRUE if there is one in the range, or %FALSE with %TRS_ERROR_NOT_THE_SERVICE
 */
gboolean
trs_json_reader_get_integer (JsonObject  *object,
                             const char  *name,
                             gint64       minimum,
                             gint64       maximum,
                             gint64      *value,
                             GError     **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (holds (node, G_TYPE_INT64))
    {
      gint64 number = json_node_get_int (node);

      if (number >= minimum && number <= maximum)
        {
          *value = number;
          return TRUE;
        }
    }
  else if (holds (node, G_TYPE_DOUBLE))
    {
      double number = json_node_get_double (node);

      /* 2^53: beyond it not every whole number is one. */
      if (isfinite (number) && fabs (number) <= 9007199254740992.0 && trunc (number) == number &&
          (gint64) number >= minimum && (gint64) number <= maximum)
        {
          *value = (gint64) number;
          return TRUE;
        }
    }

  set_wrong_type (error, name, "a whole number in the range");
  return FALSE;
}

/**
 * trs_json_reader_get_boolean:
 * @object: an object
 * @name: name of a member
 * @value: (out): the value; untouched if there is none
 * @error: return location for an error
 *
 * Returns: %TRUE if there is one, or %FALSE with %TRS_ERROR_NOT_THE_SERVICE
 */
gboolean
trs_json_reader_get_boolean (JsonObject  *object,
                             const char  *name,
                             gboolean    *value,
                             GError     **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (holds (node, G_TYPE_BOOLEAN))
    {
      *value = json_node_get_boolean (node);
      return TRUE;
    }

  set_wrong_type (error, name, "true or false");
  return FALSE;
}
