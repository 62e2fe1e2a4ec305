/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-timecode.h"

/* Enough for a hundred thousand years, and far from an overflow. */
#define MAX_HOUR_DIGITS 9

static gboolean
read_digits (const char *string,
             gsize       length,
             gsize      *position,
             gsize       at_least,
             gsize       at_most,
             gint64     *value)
{
  gsize start = *position;

  *value = 0;
  while (*position < length && *position - start < at_most && g_ascii_isdigit (string[*position]))
    *value = *value * 10 + (string[(*position)++] - '0');

  return *position - start >= at_least;
}

static gboolean
read_sign (const char *string,
           gsize       length,
           gsize      *position,
           char        sign)
{
  if (*position >= length || string[*position] != sign)
    return FALSE;
  (*position)++;
  return TRUE;
}

/**
 * trs_timecode_parse:
 * @string: text, need not be terminated
 * @length: its length in bytes
 * @consumed: (out) (optional): length of the timecode in bytes
 * @milliseconds: (out) (optional): the time
 *
 * Reads the form `[HH:MM:SS.sss]` at the beginning of a text. The hours have
 * two digits or more; nothing else may differ from the form.
 *
 * Returns: %TRUE if the text begins with a timecode
 */
gboolean
trs_timecode_parse (const char *string,
                    gsize       length,
                    gsize      *consumed,
                    gint64     *milliseconds)
{
  gsize position = 0;
  gint64 hours, minutes, seconds, fraction;

  g_return_val_if_fail (string != NULL || length == 0, FALSE);

  if (!read_sign (string, length, &position, '[') ||
      !read_digits (string, length, &position, 2, MAX_HOUR_DIGITS, &hours) ||
      !read_sign (string, length, &position, ':') ||
      !read_digits (string, length, &position, 2, 2, &minutes) ||
      !read_sign (string, length, &position, ':') ||
      !read_digits (string, length, &position, 2, 2, &seconds) ||
      !read_sign (string, length, &position, '.') ||
      !read_digits (string, length, &position, 3, 3, &fraction) ||
      !read_sign (string, length, &position, ']'))
    return FALSE;

  if (minutes > 59 || seconds > 59)
    return FALSE;

  if (consumed != NULL)
    *consumed = position;
  if (milliseconds != NULL)
    *milliseconds = ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction;
  return TRUE;
}

/**
 * trs_timecode_format_clock:
 * @milliseconds: a time, or a negative number if it is not known
 *
 * Writes a time for reading. Rounds down, as a link must land before the words.
 *
 * Returns: (transfer full): `HH:MM:SS`, with more digits from 100 hours on;
 *   empty if the time is not known
 */
char *
trs_timecode_format_clock (gint64 milliseconds)
{
  gint64 seconds = milliseconds / 1000;

  if (milliseconds < 0)
    return g_strdup ("");

  return g_strdup_printf ("%02" G_GINT64_FORMAT ":%02d:%02d",
                          seconds / 3600, (int) (seconds / 60 % 60), (int) (seconds % 60));
}
