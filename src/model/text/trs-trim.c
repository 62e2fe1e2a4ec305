/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-trim.h"

#include <string.h>

/**
 * trs_trim_is_invisible:
 * @c: a character
 *
 * Returns: %TRUE for what is pasted along unseen: spaces of any kind, line
 *   breaks, control characters, zero-width characters, a byte order mark
 */
gboolean
trs_trim_is_invisible (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SPACE_SEPARATOR:
      return TRUE;
    default:
      return FALSE;
    }
}

/**
 * trs_trim:
 * @text: any text, also one that is not UTF-8
 * @length: (out): length in bytes of what is left
 *
 * Finds the part of what was typed or pasted that was meant. No copy is made,
 * so that a key does not lie about.
 *
 * Returns: (transfer none): where it begins inside @text
 */
const char *
trs_trim (const char *text,
          gsize      *length)
{
  const char *start = text;
  const char *end = text + strlen (text);

  while (start < end)
    {
      gunichar c = g_utf8_get_char_validated (start, end - start);

      if (c >= (gunichar) -2 || !trs_trim_is_invisible (c))
        break;
      start = g_utf8_next_char (start);
    }

  while (end > start)
    {
      const char *previous = g_utf8_find_prev_char (start, end);
      gunichar c = previous != NULL ? g_utf8_get_char_validated (previous, end - previous) : (gunichar) -1;

      if (c >= (gunichar) -2 || g_utf8_next_char (previous) != end || !trs_trim_is_invisible (c))
        break;
      end = previous;
    }

  *length = (gsize) (end - start);
  return start;
}

/**
 * trs_is_blank:
 * @text: a text
 * @length: its length in bytes
 *
 * Returns: %TRUE if it has no words: nothing but white space of ASCII
 */
gboolean
trs_is_blank (const char *text,
              gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (text[i]))
      return FALSE;
  return TRUE;
}
