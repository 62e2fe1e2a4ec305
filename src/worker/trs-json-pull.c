/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-pull.h"

#include <math.h>
#include <string.h>

#define REPLACEMENT 0xfffd
#define MAX_NUMBER 64

/**
 * trs_json_pull_init:
 * @self: a reader
 * @data: (array length=size): valid UTF-8, which has to stay as long as @self is used
 * @size: its bytes
 */
void
trs_json_pull_init (TrsJsonPull *self,
                    const char  *data,
                    gsize        size)
{
  memset (self, 0, sizeof *self);
  self->at = data;
  self->end = data + size;
}

static gboolean
fail (TrsJsonPull *self)
{
  self->failed = TRUE;
  self->at = self->end;
  return FALSE;
}

static char
look (TrsJsonPull *self)
{
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t' || *self->at == '\r' || *self->at == '\n'))
    self->at++;
  return self->at < self->end ? *self->at : '\0';
}

static gboolean
accept (TrsJsonPull *self,
        const char  *word)
{
  gsize length = strlen (word);

  look (self);
  if ((gsize) (self->end - self->at) < length || memcmp (self->at, word, length) != 0)
    return FALSE;
  self->at += length;
  return TRUE;
}

/**
 * trs_json_pull_peek:
 * @self: a reader, where a value should begin
 *
 * Returns: what it is. Python writes NaN and Infinity, which count as numbers
 */
TrsJsonPullKind
trs_json_pull_peek (TrsJsonPull *self)
{
  char c = look (self);

  if (self->failed)
    return TRS_JSON_PULL_NONE;
  if (g_ascii_isdigit (c) || c == '-' || c == 'N' || c == 'I')
    return TRS_JSON_PULL_NUMBER;
  switch (c)
    {
    case '{':
      return TRS_JSON_PULL_OBJECT;
    case '[':
      return TRS_JSON_PULL_ARRAY;
    case '"':
      return TRS_JSON_PULL_STRING;
    case 't':
    case 'f':
      return TRS_JSON_PULL_BOOLEAN;
    case 'n':
      return TRS_JSON_PULL_NULL;
    default:
      return TRS_JSON_PULL_NONE;
    }
}

/**
 * trs_json_pull_enter:
 * @self: a reader
 * @bracket: `{` or `[`
 *
 * Goes into an object or an array, whose end is reached when there is no next member or element.
 *
 * Returns: %FALSE if it is something else
 */
gboolean
trs_json_pull_enter (TrsJsonPull *self,
                     char         bracket)
{
  if (self->failed || look (self) != bracket || self->depth >= TRS_JSON_PULL_MAX_DEPTH)
    return fail (self);

  self->at++;
  self->begun[self->depth++] = FALSE;
  return TRUE;
}

static gboolean
next (TrsJsonPull *self,
      char         bracket)
{
  char c = look (self);

  if (self->failed || self->depth == 0)
    return fail (self);
  if (c == bracket)
    {
      self->at++;
      self->depth--;
      return FALSE;
    }
  if (self->begun[self->depth - 1] && !accept (self, ","))
    return fail (self);
  self->begun[self->depth - 1] = TRUE;
  return TRUE;
}

/**
 * trs_json_pull_next_member:
 * @self: a reader in an object; what was read or skipped of it is over
 * @name: where the name goes
 *
 * Returns: whether there is one, whose value comes next; %FALSE leaves the object
 */
gboolean
trs_json_pull_next_member (TrsJsonPull *self,
                           GString     *name)
{
  if (!next (self, '}'))
    return FALSE;
  return trs_json_pull_read_string (self, name) && (accept (self, ":") || fail (self));
}

/**
 * trs_json_pull_next_element:
 * @self: a reader in an array; what was read or skipped of it is over
 *
 * Returns: whether there is one, which comes next; %FALSE leaves the array
 */
gboolean
trs_json_pull_next_element (TrsJsonPull *self)
{
  return next (self, ']');
}

static gboolean
read_hex (TrsJsonPull *self,
          gunichar    *c)
{
  *c = 0;
  if (self->end - self->at < 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (*self->at++);

      if (digit < 0)
        return FALSE;
      *c = *c << 4 | (gunichar) digit;
    }
  return TRUE;
}

/* An unpaired surrogate or U+0000 becomes U+FFFD. */
static gboolean
read_unicode (TrsJsonPull *self,
              GString     *string)
{
  gunichar c, low;
  const char *before;

  if (!read_hex (self, &c))
    return FALSE;
  before = self->at;
  if (c >= 0xd800 && c < 0xdc00 && self->end - self->at >= 6 && self->at[0] == '\\' && self->at[1] == 'u')
    {
      self->at += 2;
      if (!read_hex (self, &low))
        return FALSE;
      if (low >= 0xdc00 && low < 0xe000)
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
      else
        self->at = before;
    }
  g_string_append_unichar (string, c == 0 || (c >= 0xd800 && c < 0xe000) ? REPLACEMENT : c);
  return TRUE;
}

static gboolean
read_escape (TrsJsonPull *self,
             GString     *string)
{
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const char *found;
  char c;

  if (self->at >= self->end)
    return FALSE;
  c = *self->at++;
  if (c == 'u')
    return read_unicode (self, string);
  found = c != '\0' ? strchr (letters, c) : NULL;
  if (found == NULL)
    return FALSE;
  g_string_append_c (string, meanings[found - letters]);
  return TRUE;
}

/**
 * trs_json_pull_read_string:
 * @self: a reader
 * @string: where it goes: valid UTF-8 without NUL
 *
 * Returns: %FALSE if it is something else
 */
gboolean
trs_json_pull_read_string (TrsJsonPull *self,
                           GString     *string)
{
  g_string_truncate (string, 0);
  if (self->failed || look (self) != '"')
    return fail (self);

  self->at++;
  while (self->at < self->end && *self->at != '"')
    {
      const char *from = self->at;

      if (*self->at == '\\')
        {
          self->at++;
          if (!read_escape (self, string))
            return fail (self);
          continue;
        }
      /* Control characters should be escaped; where they are not, the meaning is plain. NUL is not text. */
      while (self->at < self->end && *self->at != '"' && *self->at != '\\' && *self->at != '\0')
        self->at++;
      g_string_append_len (string, from, self->at - from);
      if (self->at < self->end && *self->at == '\0')
        return fail (self);
    }
  if (self->at >= self->end)
    return fail (self);
  self->at++;
  return TRUE;
}

/**
 * trs_json_pull_read_number:
 * @self: a reader
 * @number: where it goes; it may be infinite or no number at all
 *
 * Returns: %FALSE if it is something else
 */
gboolean
trs_json_pull_read_number (TrsJsonPull *self,
                           double      *number)
{
  char copy[MAX_NUMBER + 1];
  gsize length = 0;
  char *rest;

  *number = NAN;
  if (trs_json_pull_peek (self) != TRS_JSON_PULL_NUMBER)
    return fail (self);
  if (accept (self, "NaN"))
    return TRUE;
  if (accept (self, "Infinity") || accept (self, "-Infinity"))
    {
      *number = INFINITY;
      return TRUE;
    }

  while (self->at + length < self->end && length < MAX_NUMBER && strchr ("+-.eE0123456789", self->at[length]) != NULL &&
         self->at[length] != '\0')
    length++;
  memcpy (copy, self->at, length);
  copy[length] = '\0';
  *number = g_ascii_strtod (copy, &rest);
  if (length == 0 || length == MAX_NUMBER || *rest != '\0')
    return fail (self);
  self->at += length;
  return TRUE;
}

/**
 * trs_json_pull_read_boolean:
 * @self: a reader
 * @boolean: where it goes
 *
 * Returns: %FALSE if it is something else
 */
gboolean
trs_json_pull_read_boolean (TrsJsonPull *self,
                            gboolean    *boolean)
{
  *boolean = !self->failed && accept (self, "true");
  return *boolean || (!self->failed && accept (self, "false")) || fail (self);
}

static gboolean
skip_string (TrsJsonPull *self)
{
  self->at++;
  while (self->at < self->end && *self->at != '"')
    self->at += *self->at == '\\' ? 2 : 1;
  if (self->at >= self->end)
    return fail (self);
  self->at++;
  return TRUE;
}

static gboolean
skip_member_name (TrsJsonPull *self)
{
  return look (self) == '"' && skip_string (self) && accept (self, ":");
}

/**
 * trs_json_pull_skip:
 * @self: a reader
 *
 * Passes over one value, whatever it is.
 *
 * Returns: %FALSE if there is none
 */
gboolean
trs_json_pull_skip (TrsJsonPull *self)
{
  double number;
  gboolean boolean;

  switch (trs_json_pull_peek (self))
    {
    case TRS_JSON_PULL_OBJECT:
      if (!trs_json_pull_enter (self, '{'))
        return FALSE;
      while (next (self, '}'))
        if (!skip_member_name (self) || !trs_json_pull_skip (self))
          return fail (self);
      return !self->failed;

    case TRS_JSON_PULL_ARRAY:
      if (!trs_json_pull_enter (self, '['))
        return FALSE;
      while (next (self, ']'))
        if (!trs_json_pull_skip (self))
          return FALSE;
      return !self->failed;

    case TRS_JSON_PULL_STRING:
      return skip_string (self);
    case TRS_JSON_PULL_NUMBER:
      return trs_json_pull_read_number (self, &number);
    case TRS_JSON_PULL_BOOLEAN:
      return trs_json_pull_read_boolean (self, &boolean);
    case TRS_JSON_PULL_NULL:
      return accept (self, "null") || fail (self);
    case TRS_JSON_PULL_NONE:
    default:
      return fail (self);
    }
}

/**
 * trs_json_pull_is_whole:
 * @self: a reader, behind the outermost value
 *
 * Returns: whether all was JSON, and nothing follows
 */
gboolean
trs_json_pull_is_whole (TrsJsonPull *self)
{
  look (self);
  return !self->failed && self->depth == 0 && self->at == self->end;
}
