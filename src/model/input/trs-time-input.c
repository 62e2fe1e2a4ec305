/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-time-input.h"

#include "trs-trim.h"

#define MAX_PARTS 3
#define MAX_DIGITS 9
#define PART_DIGITS 2
#define FRACTION_DIGITS 3

/* As they are typed with Latin and with Chinese or Japanese keyboards. */
#define COLONS ":\357\274\232"

/* Steps over one of some characters, if it stands there. */
static gboolean
take (const char **text,
      const char  *characters)
{
  gunichar c = g_utf8_get_char (*text);

  if (c == '\0' || g_utf8_strchr (characters, -1, c) == NULL)
    return FALSE;

  *text = g_utf8_next_char (*text);
  return TRUE;
}

/* Steps over the digits of any script. Returns: how many there are, or one more than may be read */
static guint
take_number (const char **text,
             gint64      *value)
{
  guint n = 0;

  *value = 0;
  for (; n <= MAX_DIGITS && g_unichar_isdigit (g_utf8_get_char (*text)); n++)
    {
      *value = *value * 10 + g_unichar_digit_value (g_utf8_get_char (*text));
      *text = g_utf8_next_char (*text);
    }
  return n;
}

/* `1:02:03`, `62:03` or `3723`: only the first part may be as large as one likes. */
static gboolean
take_seconds (const char **text,
              gint64      *seconds)
{
  *seconds = 0;
  for (guint part = 0; part < MAX_PARTS; part++)
    {
      gint64 value;
      guint n = take_number (text, &value);

      if (n == 0 || n > (part == 0 ? MAX_DIGITS : PART_DIGITS) || (part > 0 && value > 59))
        return FALSE;

      *seconds = *seconds * 60 + value;
      if (!take (text, COLONS))
        return TRUE;
    }
  return FALSE;
}

/* Milliseconds; digits that are left out are nines. */
static gboolean
take_fraction (const char **text,
               gint64      *fraction)
{
  guint n = take_number (text, fraction);

  for (guint i = n; i < FRACTION_DIGITS; i++)
    *fraction = *fraction * 10 + 9;
  return n > 0 && n <= FRACTION_DIGITS;
}

/**
 * trs_time_input_parse:
 * @text: what was typed or pasted, valid UTF-8
 * @milliseconds: (out): the last moment that is written so: a paragraph that
 *   begins at 12:04.500 is shown at 12:04, and found by it
 *
 * Reads a time such as `1:02:03`, `62:03` or `3723`, also as it stands in a
 * copied text, `[00:12:04.500]`.
 *
 * Returns: %FALSE if it is not one
 */
gboolean
trs_time_input_parse (const char *text,
                      gint64     *milliseconds)
{
  gsize length;
  const char *trimmed = trs_trim (text, &length);
  g_autofree char *input = g_strndup (trimmed, length);
  const char *p = input;
  gint64 seconds;
  gint64 fraction = 999;

  take (&p, "[");
  if (!take_seconds (&p, &seconds) || (take (&p, ".,") && !take_fraction (&p, &fraction)))
    return FALSE;

  take (&p, "]");
  *milliseconds = seconds * 1000 + fraction;
  return *p == '\0';
}
