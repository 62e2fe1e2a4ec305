/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-time-input.h"

#include "trs-trim.h"

/* Accepts `1:02:03`, `62:03` and `3723`: only the first part is unlimited. Colons may be Latin ones or those of
 * Chinese and Japanese keyboards; digits may be of any script. */
#define COLON "[:\357\274\232]"
#define TIME "(\\d{1,9})(?:" COLON "(\\d{1,2}))?(?:" COLON "(\\d{1,2}))?"
#define PATTERN "^\\[?" TIME "(?:[.,](\\d{1,3}))?\\]?$"

#define FRACTION_DIGITS 3

static gint64
read_digits (const char *digits,
             guint       n)
{
  gint64 number = 0;

  for (; *digits != '\0' && n > 0; n--, digits = g_utf8_next_char (digits))
    number = number * 10 + g_unichar_digit_value (g_utf8_get_char (digits));
  return number;
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
  g_autoptr (GRegex) regex = g_regex_new (PATTERN, G_REGEX_DOLLAR_ENDONLY, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *fraction = NULL;
  g_autofree char *padded = NULL;
  gint64 seconds = 0;

  if (!g_regex_match (regex, input, 0, &match))
    return FALSE;

  for (int group = 1; group <= 3; group++)
    {
      g_autofree char *part = g_match_info_fetch (match, group);
      gint64 value = part != NULL ? read_digits (part, G_MAXUINT) : 0;

      if (part == NULL || *part == '\0')
        continue;
      if (group > 1 && value > 59)
        return FALSE;
      seconds = seconds * 60 + value;
    }

  /* Missing digits of the fraction are filled up with nines. */
  fraction = g_match_info_fetch (match, 4);
  padded = g_strconcat (fraction != NULL ? fraction : "", "999", NULL);
  *milliseconds = seconds * 1000 + read_digits (padded, FRACTION_DIGITS);
  return TRUE;
}
