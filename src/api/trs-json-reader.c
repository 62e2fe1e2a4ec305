/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-reader.h"

#include <math.h>
#include <string.h>

#include "trs-error.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define ESCAPE_LENGTH (sizeof "\\uffff" - 1)

#define BLANKS " \n\r\t"
#define DIGITS "0123456789"
#define HEX_DIGITS DIGITS "abcdefABCDEF"

/* Characters that a JSON string cannot contain unescaped. */
#define SPECIAL_CHARACTERS \
  "\"\\\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f" \
  "\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

/* Numbers with more digits may not fit into 64 bits. */
#define MAX_INTEGER_DIGITS 18

/* Goes through a text before json-glib does. Each of the skip functions checks what stands at the position and moves
 * behind it, or returns %FALSE with the error set. */
typedef struct
{
  char *text; /* has a NUL at its end, and nowhere else */
  char *position;
  gboolean damaged;
  guint n_values;
  guint depth;
  char closers[TRS_JSON_MAX_DEPTH];
  guint n_members[TRS_JSON_MAX_DEPTH];
  GError **error;
} Guard;

static gboolean
refuse (Guard *self)
{
  g_set_error (self->error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "Not JSON, at byte %" G_GSIZE_FORMAT,
               (gsize) (self->position - self->text));
  return FALSE;
}

static gboolean
refuse_cut (Guard *self)
{
  g_set_error_literal (self->error, TRS_ERROR, TRS_ERROR_CUT_SHORT, "The JSON ends in the middle");
  return FALSE;
}

static gboolean
refuse_large (Guard      *self,
              const char *what,
              guint       maximum)
{
  g_set_error (self->error, TRS_ERROR, TRS_ERROR_TOO_LARGE, "JSON with more than %u %s", maximum, what);
  return FALSE;
}

/* Returns: the code unit of an escape, or -1 */
static int
read_code_unit (const char *escape)
{
  char digits[] = "0000";

  if (escape[0] != '\\' || escape[1] != 'u' || strspn (escape + 2, HEX_DIGITS) < strlen (digits))
    return -1;
  memcpy (digits, escape + 2, strlen (digits));
  return (int) g_ascii_strtoull (digits, NULL, 16);
}

/* A NUL would silently cut the string off, and half a surrogate pair would make it invalid UTF-8. */
static gboolean
skip_unicode_escape (Guard *self)
{
  int unit = read_code_unit (self->position);

  if (unit < 0)
    return self->position[2 + strspn (self->position + 2, HEX_DIGITS)] == '\0' ? refuse_cut (self) : refuse (self);

  if ((unit & 0xfc00) == 0xd800 && (read_code_unit (self->position + ESCAPE_LENGTH) & 0xfc00) == 0xdc00)
    self->position += ESCAPE_LENGTH;
  else if (unit == 0 || (unit & 0xf800) == 0xd800)
    {
      memcpy (self->position, "\\ufffd", ESCAPE_LENGTH);
      self->damaged = TRUE;
    }
  self->position += ESCAPE_LENGTH;
  return TRUE;
}

static gboolean
skip_escape (Guard *self)
{
  char c = self->position[1];

  if (c == 'u')
    return skip_unicode_escape (self);
  if (c == '\0')
    return refuse_cut (self);
  if (strchr ("\"\\/bfnrt", c) == NULL)
    return refuse (self);

  self->position += 2;
  return TRUE;
}

static gboolean
skip_string (Guard *self)
{
  self->position++;
  while (TRUE)
    {
      self->position += strcspn (self->position, SPECIAL_CHARACTERS);
      if (*self->position == '\0')
        return refuse_cut (self);
      if (*self->position != '\\')
        return *self->position++ == '"' || refuse (self);
      if (!skip_escape (self))
        return FALSE;
    }
}

/* json-glib accepts more forms of numbers than JSON has. */
static gboolean
is_number (const char *text,
           const char *end)
{
  gsize n_digits;

  text += *text == '-';
  n_digits = strspn (text, DIGITS);
  if (n_digits > 1 && *text == '0')
    return FALSE;

  text += n_digits;
  if (n_digits > 0 && *text == '.')
    {
      n_digits = strspn (++text, DIGITS);
      text += n_digits;
    }
  if (n_digits > 0 && (*text == 'e' || *text == 'E'))
    {
      text++;
      text += *text == '+' || *text == '-';
      n_digits = strspn (text, DIGITS);
      text += n_digits;
    }
  return n_digits > 0 && text == end;
}

/* A keyword, which json-glib knows, or a number. json-glib would wrap a large number into a plausible one, so such a
 * number is replaced by one that is out of every range. */
static gboolean
skip_scalar (Guard *self)
{
  char *end = self->position + strspn (self->position, "+-." DIGITS "Eaeflnrstu");
  char *digits = self->position + (*self->position == '-');
  gsize n_digits = strspn (digits, DIGITS);

  if (end == self->position)
    return refuse (self);
  if (*end == '\0')
    return refuse_cut (self);
  if (!g_ascii_isalpha (*self->position) && !is_number (self->position, end))
    return refuse (self);

  if (n_digits > MAX_INTEGER_DIGITS && digits + n_digits == end)
    {
      memset (digits, ' ', n_digits);
      memcpy (digits, "1e99", 4);
    }
  self->position = end;
  return TRUE;
}

/* A member has one colon. A value is the root, comes first in a container, or follows a comma. */
static gboolean
skip_token (Guard *self)
{
  char c = *self->position;

  switch (c)
    {
    case '{':
    case '[':
      if (self->depth == TRS_JSON_MAX_DEPTH)
        return refuse_large (self, "levels", TRS_JSON_MAX_DEPTH);
      self->closers[self->depth] = c == '{' ? '}' : ']';
      self->n_members[self->depth++] = 0;
      self->n_values++;
      break;
    case '}':
    case ']':
      if (self->closers[--self->depth] != c)
        return refuse (self);
      break;
    case ':':
      if (++self->n_members[self->depth - 1] > TRS_JSON_MAX_MEMBERS)
        return refuse_large (self, "members in an object", TRS_JSON_MAX_MEMBERS);
      break;
    case ',':
      self->n_values++;
      break;
    case '"':
      return skip_string (self);
    default:
      return skip_scalar (self);
    }
  self->position++;
  return TRUE;
}

static gboolean
check_all (Guard *self)
{
  self->position += strspn (self->position, BLANKS);
  if (*self->position != '{' && *self->position != '[')
    return refuse (self);

  do
    {
      if (!skip_token (self))
        return FALSE;
      if (self->n_values > TRS_JSON_MAX_VALUES)
        return refuse_large (self, "values", TRS_JSON_MAX_VALUES);
      self->position += strspn (self->position, BLANKS);
    }
  while (self->depth > 0 && *self->position != '\0');
  if (self->depth > 0)
    return refuse_cut (self);

  return *self->position == '\0' || refuse (self);
}

/* Limits the input for json-glib, whose parser cannot be interrupted. Further errors of syntax are left to
 * json-glib. Returns: (transfer full) (nullable): the text */
static char *
check_bytes (GBytes    *bytes,
             gboolean  *damaged,
             GError   **error)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const char *wrong;
  g_autofree char *text = NULL;
  Guard guard = { .n_values = 1, .error = error };

  if (length >= strlen (BYTE_ORDER_MARK) && memcmp (data, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      data += strlen (BYTE_ORDER_MARK);
      length -= strlen (BYTE_ORDER_MARK);
    }
  guard.text = guard.position = text = length > 0 ? g_strndup (data, length) : g_strdup ("");
  if (length > 0 && !g_utf8_validate_len (data, length, &wrong))
    {
      guard.position += wrong - data;
      /* GLib also regards a NUL as the beginning of a character. */
      if ((*data == '{' || *data == '[') && *wrong != '\0' &&
          g_utf8_get_char_validated (wrong, (gssize) (data + length - wrong)) == (gunichar) -2)
        refuse_cut (&guard);
      else
        refuse (&guard);
      return NULL;
    }
  if (!check_all (&guard))
    return NULL;

  *damaged = guard.damaged;
  return g_steal_pointer (&text);
}

/**
 * trs_json_reader_parse:
 * @bytes: a body: UTF-8, with or without a byte order mark
 * @damaged: (out) (optional): whether NUL or lone surrogates stood in strings;
 *   they are U+FFFD now
 * @error: return location for an error
 *
 * Parses one whole JSON document of at most 32 levels, 100 members an object and
 * 500,000 values. That bounds the time, too: json-glib cannot be stopped once it
 * has begun. Of a member that is there twice the last one counts. Can be called
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
  gboolean is_damaged;
  g_autofree char *text = check_bytes (bytes, &is_damaged, error);

  if (text == NULL)
    return NULL;

  if (!json_parser_load_from_data (parser, text, -1, &parse_error))
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "Not JSON: %s", parse_error->message);
      return NULL;
    }

  if (damaged != NULL)
    *damaged = is_damaged;
  return json_parser_steal_root (parser);
}

static gboolean
holds (JsonNode *node,
       GType     type)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}

static gboolean
is_container (JsonNode      *node,
              JsonNodeType   type,
              GError       **error)
{
  if (node != NULL && JSON_NODE_TYPE (node) == type)
    return TRUE;

  g_set_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The JSON is not %s",
               type == JSON_NODE_OBJECT ? "an object" : "an array");
  return FALSE;
}

/* Returns: (transfer none) (nullable): the object, or %NULL with %TRS_ERROR_NOT_THE_SERVICE */
JsonObject *
trs_json_reader_as_object (JsonNode  *node,
                           GError   **error)
{
  return is_container (node, JSON_NODE_OBJECT, error) ? json_node_get_object (node) : NULL;
}

/* Returns: (transfer none) (nullable): the array, or %NULL with %TRS_ERROR_NOT_THE_SERVICE */
JsonArray *
trs_json_reader_as_array (JsonNode  *node,
                          GError   **error)
{
  return is_container (node, JSON_NODE_ARRAY, error) ? json_node_get_array (node) : NULL;
}

/* Returns: (transfer none) (nullable): the string, valid UTF-8 */
const char *
trs_json_reader_as_string (JsonNode *node)
{
  return holds (node, G_TYPE_STRING) ? json_node_get_string (node) : NULL;
}

/* Returns: %TRUE if the member is there, and is not `null` */
gboolean
trs_json_reader_has (JsonObject *object,
                     const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && !JSON_NODE_HOLDS_NULL (node);
}

/* Returns: (transfer none) (nullable): the string, valid UTF-8 */
const char *
trs_json_reader_get_string (JsonObject *object,
                            const char *name)
{
  return trs_json_reader_as_string (json_object_get_member (object, name));
}

/* Returns: (transfer none) (nullable): the array */
JsonArray *
trs_json_reader_get_array (JsonObject *object,
                           const char *name)
{
  return trs_json_reader_as_array (json_object_get_member (object, name), NULL);
}

/**
 * trs_json_reader_get_integer:
 * @object: an object
 * @name: name of a member
 * @minimum: the least that is believed
 * @maximum: the most that is believed
 * @value: (out): the number; untouched if there is none
 *
 * A whole number in the form of a fraction, `5.0`, is a whole number.
 *
 * Returns: %TRUE if there is one in the range
 */
gboolean
trs_json_reader_get_integer (JsonObject *object,
                             const char *name,
                             gint64      minimum,
                             gint64      maximum,
                             gint64     *value)
{
  JsonNode *node = json_object_get_member (object, name);
  gint64 number;

  if (holds (node, G_TYPE_INT64))
    number = json_node_get_int (node);
  /* Beyond 2^53 a double cannot represent every integer. */
  else if (holds (node, G_TYPE_DOUBLE) && fabs (json_node_get_double (node)) <= 9007199254740992.0 &&
           trunc (json_node_get_double (node)) == json_node_get_double (node))
    number = (gint64) json_node_get_double (node);
  else
    return FALSE;

  if (number < minimum || number > maximum)
    return FALSE;
  *value = number;
  return TRUE;
}

/**
 * trs_json_reader_get_number:
 * @object: an object
 * @name: name of a member
 * @minimum: the least that is believed
 * @maximum: the most that is believed
 * @value: (out): the number, whole or not; untouched if there is none
 *
 * Returns: %TRUE if there is one in the range
 */
gboolean
trs_json_reader_get_number (JsonObject *object,
                            const char *name,
                            double      minimum,
                            double      maximum,
                            double     *value)
{
  JsonNode *node = json_object_get_member (object, name);
  double number;

  if (!holds (node, G_TYPE_INT64) && !holds (node, G_TYPE_DOUBLE))
    return FALSE;
  number = json_node_get_double (node);
  /* Also false for what is not a number. */
  if (!(number >= minimum && number <= maximum))
    return FALSE;
  *value = number;
  return TRUE;
}

/* Returns: %TRUE if there is one; otherwise @value is untouched */
gboolean
trs_json_reader_get_boolean (JsonObject *object,
                             const char *name,
                             gboolean   *value)
{
  JsonNode *node = json_object_get_member (object, name);

  if (!holds (node, G_TYPE_BOOLEAN))
    return FALSE;
  *value = json_node_get_boolean (node);
  return TRUE;
}
