/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-string.h"

#include <string.h>

#define CODE_UNIT_LENGTH 6

static int
read_code_unit (const char *text,
                gsize       length)
{
  int unit = 0;

  if (length < CODE_UNIT_LENGTH || text[0] != '\\' || text[1] != 'u')
    return -1;
  for (guint i = 2; i < CODE_UNIT_LENGTH; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return -1;
      unit = unit * 16 + g_ascii_xdigit_value (text[i]);
    }

  return unit;
}

static gboolean
is_high_surrogate (int unit)
{
  return unit >= 0xd800 && unit <= 0xdbff;
}

static gboolean
is_low_surrogate (int unit)
{
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/* A NUL would cut the string short in silence, a lone surrogate would make it
 * invalid UTF-8: both become the replacement character, which is as long. */
static gboolean
check_unicode_escape (char               **position,
                      char                *end,
                      TrsJsonStringFlags  *flags)
{
  gsize left = (gsize) (end - *position);
  int unit = read_code_unit (*position, left);

  if (unit < 0)
    return FALSE;

  if (is_high_surrogate (unit) &&
      is_low_surrogate (read_code_unit (*position + CODE_UNIT_LENGTH, left - CODE_UNIT_LENGTH)))
    {
      *position += 2 * CODE_UNIT_LENGTH;
      return TRUE;
    }

  if (unit == 0 || is_high_surrogate (unit) || is_low_surrogate (unit))
    {
      memcpy (*position, "\\ufffd", CODE_UNIT_LENGTH);
      *flags |= TRS_JSON_STRING_DAMAGED;
    }

  *position += CODE_UNIT_LENGTH;
  return TRUE;
}

static gboolean
check_escape (char               **position,
              char                *end,
              TrsJsonStringFlags  *flags)
{
  char c = end - *position > 1 ? (*position)[1] : '\0';

  *flags |= TRS_JSON_STRING_ESCAPED;
  if (c == 'u')
    return check_unicode_escape (position, end, flags);
  if (c == '\0' || strchr ("\"\\/bfnrt", c) == NULL)
    return FALSE;

  *position += 2;
  return TRUE;
}

/* Whether one of eight bytes is a quote, a backslash or a control character. */
static inline gboolean
ends_plain_run (guint64 bytes)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 quotes = bytes ^ (ones * '"');
  const guint64 backslashes = bytes ^ (ones * '\\');

  const guint64 found = ((quotes - ones) & ~quotes) | ((backslashes - ones) & ~backslashes) |
                        ((bytes - ones * 0x20) & ~bytes);

  return (found & (ones * 0x80)) != 0;
}

static char *
skip_plain_run (char *position,
                char *end)
{
  guint64 bytes;

  for (; end - position >= (gssize) sizeof bytes; position += sizeof bytes)
    {
      memcpy (&bytes, position, sizeof bytes);
      if (ends_plain_run (bytes))
        break;
    }
  while (position < end && *position != '"' && *position != '\\' && (guchar) *position >= 0x20)
    position++;

  return position;
}

/**
 * trs_json_string_check:
 * @position: (inout): behind the opening quote; behind the closing one
 *   afterwards, or where the string goes wrong
 * @end: end of the text
 * @flags: (out): what the string holds
 *
 * Holds a string against the grammar, and replaces the escapes of NUL and lone
 * surrogates by that of U+FFFD, in place.
 *
 * Returns: %TRUE if there is a whole string
 */
gboolean
trs_json_string_check (char               **position,
                       char                *end,
                       TrsJsonStringFlags  *flags)
{
  *flags = TRS_JSON_STRING_PLAIN;

  for (;;)
    {
      *position = skip_plain_run (*position, end);
      if (*position == end)
        return FALSE;
      if (**position == '"')
        {
          (*position)++;
          return TRUE;
        }
      if (**position != '\\' || !check_escape (position, end, flags))
        return FALSE;
    }
}

static char
decode_letter (char letter)
{
  switch (letter)
    {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return letter;
    }
}

static char *
decode_unicode_escape (char **from,
                       char  *end,
                       char  *to)
{
  gunichar character = (gunichar) read_code_unit (*from, (gsize) (end - *from));

  *from += CODE_UNIT_LENGTH;
  if (is_high_surrogate ((int) character))
    {
      gunichar low = (gunichar) read_code_unit (*from, (gsize) (end - *from));

      character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
      *from += CODE_UNIT_LENGTH;
    }

  return to + g_unichar_to_utf8 (character, to);
}

/**
 * trs_json_string_decode:
 * @start: what stands between the quotes of a string that was checked
 * @end: its end
 *
 * Replaces the escapes by what they stand for, in place: no escape is shorter
 * than what it stands for.
 *
 * Returns: (transfer none): the new end
 */
char *
trs_json_string_decode (char *start,
                        char *end)
{
  char *from = memchr (start, '\\', (gsize) (end - start));
  char *to = from;

  if (from == NULL)
    return end;

  while (from < end)
    {
      char *run = skip_plain_run (from, end);

      memmove (to, from, (gsize) (run - from));
      to += run - from;
      from = run;
      if (from == end)
        break;

      if (from[1] == 'u')
        {
          to = decode_unicode_escape (&from, end, to);
        }
      else
        {
          *to++ = decode_letter (from[1]);
          from += 2;
        }
    }

  return to;
}
