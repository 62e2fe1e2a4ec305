/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-scanner.h"

#include <string.h>

#include "trs-error.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* With more digits a number may not fit 64 bits. */
#define MAX_INTEGER_DIGITS 18

#define ESCAPE_LENGTH (sizeof "\\uffff" - 1)

enum
{
  EXPECT_VALUE,
  EXPECT_VALUE_OR_END,
  EXPECT_NAME,
  EXPECT_NAME_OR_END,
  EXPECT_COLON,
  EXPECT_COMMA_OR_END,
};

static void
set_cut_short (GError **error)
{
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_CUT_SHORT, "The JSON ends in the middle");
}

/* Nothing, or the first bytes of a word or an escape. */
static gboolean
begins_token (const char *rest,
              gsize       length)
{
  static const char *const words[] = { "true", "false", "null" };

  if (length == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length < strlen (words[i]) && memcmp (rest, words[i], length) == 0)
      return TRUE;
  if (rest[0] != '\\' || length >= ESCAPE_LENGTH || (length > 1 && rest[1] != 'u'))
    return FALSE;
  for (gsize i = 2; i < length; i++)
    if (!g_ascii_isxdigit (rest[i]))
      return FALSE;
  return TRUE;
}

static TrsJsonToken
refuse (TrsJsonScanner  *self,
        GError         **error)
{
  if (self->depth > 0 && begins_token (self->position, (gsize) (self->end - self->position)))
    {
      set_cut_short (error);
      return TRS_JSON_TOKEN_FAILED;
    }

  g_set_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "Not JSON, at byte %" G_GSIZE_FORMAT,
               (gsize) (self->position - self->text));
  return TRS_JSON_TOKEN_FAILED;
}

static TrsJsonToken
scan_string (TrsJsonScanner  *self,
             TrsJsonToken     token,
             GError         **error)
{
  self->string = ++self->position;
  if (!trs_json_string_check (&self->position, self->end, &self->string_flags))
    return refuse (self, error);

  self->string_end = self->position - 1;
  if ((self->string_flags & TRS_JSON_STRING_DAMAGED) != 0)
    self->damaged = TRUE;
  return token;
}

static gsize
skip_digits (TrsJsonScanner *self)
{
  char *start = self->position;

  while (g_ascii_isdigit (*self->position))
    self->position++;

  return (gsize) (self->position - start);
}

static gboolean
skip_char (TrsJsonScanner *self,
           char            c)
{
  if (*self->position != c)
    return FALSE;

  self->position++;
  return TRUE;
}

static TrsJsonToken
scan_number (TrsJsonScanner  *self,
             GError         **error)
{
  char *digits;
  gsize n_digits;
  gboolean integer = TRUE;

  skip_char (self, '-');
  digits = self->position;
  n_digits = skip_digits (self);
  if (n_digits == 0 || (n_digits > 1 && digits[0] == '0'))
    return refuse (self, error);

  if (skip_char (self, '.'))
    {
      integer = FALSE;
      if (skip_digits (self) == 0)
        return refuse (self, error);
    }
  if (skip_char (self, 'e') || skip_char (self, 'E'))
    {
      integer = FALSE;
      if (!skip_char (self, '+'))
        skip_char (self, '-');
      if (skip_digits (self) == 0)
        return refuse (self, error);
    }

  /* The parser would wrap it into some believable number: make it one that is beyond every range. */
  if (integer && n_digits > MAX_INTEGER_DIGITS)
    {
      memset (digits, ' ', n_digits);
      memcpy (digits, "1e99", 4);
    }

  return TRS_JSON_TOKEN_NUMBER;
}

static TrsJsonToken
scan_word (TrsJsonScanner  *self,
           const char      *word,
           GError         **error)
{
  gsize length = strlen (word);

  if ((gsize) (self->end - self->position) < length || memcmp (self->position, word, length) != 0)
    return refuse (self, error);

  self->position += length;
  return TRS_JSON_TOKEN_WORD;
}

static TrsJsonToken
open_container (TrsJsonScanner  *self,
                GError         **error)
{
  gboolean object = *self->position == '{';

  if (self->depth == TRS_JSON_MAX_DEPTH)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_TOO_LARGE, "JSON nested deeper than %d", TRS_JSON_MAX_DEPTH);
      return TRS_JSON_TOKEN_FAILED;
    }

  self->closers[self->depth] = object ? '}' : ']';
  self->n_members[self->depth++] = 0;
  self->expectation = object ? EXPECT_NAME_OR_END : EXPECT_VALUE_OR_END;
  self->position++;
  return object ? TRS_JSON_TOKEN_OBJECT : TRS_JSON_TOKEN_ARRAY;
}

static TrsJsonToken
close_container (TrsJsonScanner  *self,
                 GError         **error)
{
  if (self->depth == 0 || *self->position != self->closers[self->depth - 1])
    return refuse (self, error);

  self->depth--;
  self->expectation = EXPECT_COMMA_OR_END;
  return *self->position++ == '}' ? TRS_JSON_TOKEN_OBJECT_END : TRS_JSON_TOKEN_ARRAY_END;
}

static TrsJsonToken
scan_value (TrsJsonScanner  *self,
            GError         **error)
{
  if (++self->n_values > TRS_JSON_MAX_VALUES)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_TOO_LARGE, "JSON of more than %d values", TRS_JSON_MAX_VALUES);
      return TRS_JSON_TOKEN_FAILED;
    }

  self->expectation = EXPECT_COMMA_OR_END;
  switch (*self->position)
    {
    case '{':
    case '[':
      return open_container (self, error);
    case '"':
      return scan_string (self, TRS_JSON_TOKEN_STRING, error);
    case 't':
      return scan_word (self, "true", error);
    case 'f':
      return scan_word (self, "false", error);
    case 'n':
      return scan_word (self, "null", error);
    default:
      return scan_number (self, error);
    }
}

static TrsJsonToken
scan_name (TrsJsonScanner  *self,
           GError         **error)
{
  if (*self->position != '"')
    return refuse (self, error);
  if (++self->n_members[self->depth - 1] > TRS_JSON_MAX_MEMBERS)
    {
      g_set_error (error, TRS_ERROR, TRS_ERROR_TOO_LARGE, "An object of more than %d members", TRS_JSON_MAX_MEMBERS);
      return TRS_JSON_TOKEN_FAILED;
    }

  self->expectation = EXPECT_COLON;
  return scan_string (self, TRS_JSON_TOKEN_NAME, error);
}

static TrsJsonToken
scan_colon (TrsJsonScanner  *self,
            GError         **error)
{
  self->expectation = EXPECT_VALUE;
  return skip_char (self, ':') ? TRS_JSON_TOKEN_PUNCTUATION : refuse (self, error);
}

static TrsJsonToken
scan_comma_or_end (TrsJsonScanner  *self,
                   GError         **error)
{
  if (*self->position != ',')
    return close_container (self, error);
  if (self->depth == 0)
    return refuse (self, error);

  self->expectation = self->closers[self->depth - 1] == '}' ? EXPECT_NAME : EXPECT_VALUE;
  self->position++;
  return TRS_JSON_TOKEN_PUNCTUATION;
}

static TrsJsonToken
scan (TrsJsonScanner  *self,
      GError         **error)
{
  switch (self->expectation)
    {
    case EXPECT_VALUE_OR_END:
      return *self->position == ']' ? close_container (self, error) : scan_value (self, error);
    case EXPECT_VALUE:
      return scan_value (self, error);
    case EXPECT_NAME_OR_END:
      return *self->position == '}' ? close_container (self, error) : scan_name (self, error);
    case EXPECT_NAME:
      return scan_name (self, error);
    case EXPECT_COLON:
      return scan_colon (self, error);
    case EXPECT_COMMA_OR_END:
      return scan_comma_or_end (self, error);
    default:
      g_return_val_if_reached (TRS_JSON_TOKEN_FAILED);
    }
}

static gboolean
is_cut_character (const char *data,
                  gsize       length,
                  const char *wrong)
{
  gsize rest = length - (gsize) (wrong - data);

  /* GLib calls a NUL the beginning of something, too. */
  return (*data == '{' || *data == '[') && *wrong != '\0' &&
         g_utf8_get_char_validated (wrong, (gssize) rest) == (gunichar) -2;
}

/**
 * trs_json_scanner_init:
 * @self: (out caller-allocates): a scanner, to clear in any case
 * @bytes: a body: UTF-8, with or without a byte order mark; copied
 * @error: return location for an error
 *
 * Returns: %TRUE if there is a text to scan; otherwise %FALSE with
 *   %TRS_ERROR_NOT_THE_SERVICE or %TRS_ERROR_CUT_SHORT
 */
gboolean
trs_json_scanner_init (TrsJsonScanner  *self,
                       GBytes          *bytes,
                       GError         **error)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const char *wrong;

  memset (self, 0, sizeof *self);
  if (length >= strlen (BYTE_ORDER_MARK) && memcmp (data, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      data += strlen (BYTE_ORDER_MARK);
      length -= strlen (BYTE_ORDER_MARK);
    }
  if (length == 0)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The body is empty");
      return FALSE;
    }
  if (!g_utf8_validate_len (data, length, &wrong))
    {
      if (is_cut_character (data, length, wrong))
        {
          set_cut_short (error);
          return FALSE;
        }
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE, "The body is not UTF-8");
      return FALSE;
    }

  self->text = g_malloc (length + 1);
  memcpy (self->text, data, length);
  self->text[length] = '\0';
  self->length = length;
  self->position = self->text;
  self->end = self->text + length;
  self->expectation = EXPECT_VALUE;
  return TRUE;
}

/**
 * trs_json_scanner_clear:
 * @self: a scanner
 *
 * Frees the text, and with it all strings that were handed out.
 */
void
trs_json_scanner_clear (TrsJsonScanner *self)
{
  g_clear_pointer (&self->text, g_free);
}

/**
 * trs_json_scanner_next:
 * @self: a scanner
 * @error: return location for an error
 *
 * Holds the text against the grammar of RFC 8259, without recursion: comments,
 * single quotes, leading zeros, text after the document and a document that is
 * cut short are refused, and so is what is nested deeper than
 * %TRS_JSON_MAX_DEPTH, has an object of more than %TRS_JSON_MAX_MEMBERS, a
 * repeated one counted each time, or more than %TRS_JSON_MAX_VALUES.
 *
 * What json-glib would falsify in silence is replaced in the text: NUL and lone
 * surrogates by U+FFFD, integers of more than 18 digits by 1e99.
 *
 * Returns: the next token; %TRS_JSON_TOKEN_ENDED behind one whole document;
 *   otherwise %TRS_JSON_TOKEN_FAILED with %TRS_ERROR_TOO_LARGE,
 *   %TRS_ERROR_CUT_SHORT if the text is right up to its end and an array or
 *   object is open there, or %TRS_ERROR_NOT_THE_SERVICE
 */
TrsJsonToken
trs_json_scanner_next (TrsJsonScanner  *self,
                       GError         **error)
{
  TrsJsonToken token;

  do
    {
      while (*self->position == ' ' || *self->position == '\n' || *self->position == '\r' || *self->position == '\t')
        self->position++;
      if (self->position == self->end)
        {
          if (self->depth != 0 || self->expectation != EXPECT_COMMA_OR_END)
            return refuse (self, error);
          return TRS_JSON_TOKEN_ENDED;
        }
      token = scan (self, error);
    }
  while (token == TRS_JSON_TOKEN_PUNCTUATION);

  return token;
}

/**
 * trs_json_scanner_get_string:
 * @self: a scanner whose last token was a name or a string
 *
 * Decodes it in the text, which nothing else can read as JSON afterwards.
 *
 * Returns: (transfer none): the string, valid UTF-8, until the scanner is cleared
 */
const char *
trs_json_scanner_get_string (TrsJsonScanner *self)
{
  if ((self->string_flags & TRS_JSON_STRING_ESCAPED) != 0)
    self->string_end = trs_json_string_decode (self->string, self->string_end);

  self->string_flags = TRS_JSON_STRING_PLAIN;
  *self->string_end = '\0';
  return self->string;
}

/**
 * trs_json_scanner_finish:
 * @self: a scanner
 * @error: return location for an error
 *
 * Holds the rest of the text against the grammar.
 *
 * Returns: %TRUE if the text is one whole document, or %FALSE with @error set
 */
gboolean
trs_json_scanner_finish (TrsJsonScanner  *self,
                         GError         **error)
{
  TrsJsonToken token;

  do
    token = trs_json_scanner_next (self, error);
  while (token != TRS_JSON_TOKEN_ENDED && token != TRS_JSON_TOKEN_FAILED);

  return token == TRS_JSON_TOKEN_ENDED;
}
