/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-bidi.h"

/* Unicode keeps these blocks for scripts that run from right to left, also for those still to come. */
static gboolean
is_in_rtl_block (gunichar c)
{
  return (c >= 0x0590 && c <= 0x08ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefe) ||
         (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
}

/**
 * trs_bidi_get_direction:
 * @c: a character
 *
 * Returns: 1 for a letter that runs from left to right, -1 for one that runs
 *   from right to left, 0 for what has no direction of its own
 */
int
trs_bidi_get_direction (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isalpha ((char) c) ? 1 : 0;
  if (!g_unichar_isalpha (c))
    return 0;
  return is_in_rtl_block (c) ? -1 : 1;
}

/**
 * trs_bidi_get_first_direction:
 * @text: valid UTF-8
 * @length: its length in bytes
 *
 * Returns: the direction of the first letter that has one, or 0 if none has
 */
int
trs_bidi_get_first_direction (const char *text,
                              gsize       length)
{
  const char *end = text + length;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      int direction = trs_bidi_get_direction (g_utf8_get_char (p));

      if (direction != 0)
        return direction;
    }
  return 0;
}
