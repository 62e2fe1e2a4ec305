/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-json.h"

#include "trs-error.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *position;
  const char *end;
  guint depth;
} Scanner;

static gboolean scan_value (Scanner *scanner);

static inline char
peek (const Scanner *scanner)
{
  return scanner->position < scanner->end ? *scanner->position : '\0';
}

static gboolean
accept_char (Scanner *scanner,
             char     wanted)
{
  if (peek (scanner) != wanted)
    return FALSE;
  scanner->position++;
  return TRUE;
}

static void
skip_blanks (Scanner *scanner)
{
  while (scanner->position < scanner->end && strchr (" \t\r\n", *scanner->position) != NULL)
    {
      if (*scanner->position == '\0')
        return;
      scanner->position++;
    }
}

static gboolean
scan_hex (Scanner *scanner,
          guint   *value)
{
  *value = 0;
  for (guint i = 0; i < 4; i++, scanner->position++)
    {
      if (!g_ascii_isxdigit (peek (scanner)))
        return FALSE;
      *value = *value * 16 + (guint) g_ascii_xdigit_value (*scanner->position);
    }
  return TRUE;
}

/* What json-glib would cut (U+0000) or turn into broken UTF-8 (half a pair) is refused. */
static gboolean
scan_unicode_escape (Scanner *scanner)
{
  guint first;
  guint second;

  if (!scan_hex (scanner, &first) || first == 0 || (first >= 0xDC00 && first <= 0xDFFF))
    return FALSE;
  if (first < 0xD800 || first > 0xDBFF)
    return TRUE;

  return accept_char (scanner, '\\') && accept_char (scanner, 'u') && scan_hex (scanner, &second) &&
         second >= 0xDC00 && second <= 0xDFFF;
}

static gboolean
scan_string (Scanner *scanner)
{
  if (!accept_char (scanner, '"'))
    return FALSE;

  while (scanner->position < scanner->end)
    {
      char c = *scanner->position++;

      if (c == '"')
        return TRUE;
      if ((guchar) c < 0x20)
        return FALSE;
      if (c != '\\')
        continue;

      c = peek (scanner);
      if (c == '\0' || strchr ("\"\\/bfnrtu", c) == NULL)
        return FALSE;
      scanner->position++;
      if (c == 'u' && !scan_unicode_escape (scanner))
        return FALSE;
    }

  return FALSE;
}

static gboolean
scan_digits (Scanner *scanner)
{
  const char *start = scanner->position;

  while (g_ascii_isdigit (peek (scanner)))
    scanner->position++;
  return scanner->position > start;
}

static gboolean
scan_number (Scanner *scanner)
{
  accept_char (scanner, '-');
  if (!accept_char (scanner, '0') && !scan_digits (scanner))
    return FALSE;
  if (accept_char (scanner, '.') && !scan_digits (scanner))
    return FALSE;
  if (accept_char (scanner, 'e') || accept_char (scanner, 'E'))
    {
      if (!accept_char (scanner, '+'))
        accept_char (scanner, '-');
      return scan_digits (scanner);
    }
  return TRUE;
}

static gboolean
scan_word (Scanner    *scanner,
           const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (scanner->end - scanner->position) < length || memcmp (scanner->position, word, length) != 0)
    return FALSE;
  scanner->position += length;
  return TRUE;
}

static gboolean
scan_members (Scanner *scanner,
              char     close,
              gboolean named)
{
  guint n_members = 0;

  scanner->position++;
  skip_blanks (scanner);
  if (accept_char (scanner, close))
    return TRUE;

  do
    {
      skip_blanks (scanner);
      if (named)
        {
          if (++n_members > TRS_SERVICE_JSON_MAX_MEMBERS || !scan_string (scanner))
            return FALSE;
          skip_blanks (scanner);
          if (!accept_char (scanner, ':'))
            return FALSE;
        }
      if (!scan_value (scanner))
        return FALSE;
    }
  while (accept_char (scanner, ','));

  return accept_char (scanner, close);
}

static gboolean
scan_nested (Scanner *scanner)
{
  gboolean named = peek (scanner) == '{';
  gboolean good;

  if (++scanner->depth > TRS_SERVICE_JSON_MAX_DEPTH)
    return FALSE;
  good = scan_members (scanner, named ? '}' : ']', named);
  scanner->depth--;
  return good;
}

static gboolean
scan_value (Scanner *scanner)
{
  gboolean good;

  skip_blanks (scanner);
  switch (peek (scanner))
    {
    case '{':
    case '[':
      good = scan_nested (scanner);
      break;
    case '"':
      good = scan_string (scanner);
      break;
    case 't':
      good = scan_word (scanner, "true");
      break;
    case 'f':
      good = scan_word (scanner, "false");
      break;
    case 'n':
      good = scan_word (scanner, "null");
      break;
    default:
      good = scan_number (scanner);
      break;
    }
  skip_blanks (scanner);
  return good;
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
  Scanner scanner = { .position = data, .end = data + length };

  if (length > G_MAXSSIZE || !g_utf8_validate (data, (gssize) length, NULL) || !scan_value (&scanner) ||
      scanner.position != scanner.end)
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
