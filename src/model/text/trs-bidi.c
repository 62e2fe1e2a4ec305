/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-bidi.h"

#include <string.h>

/* U+00B7 MIDDLE DOT */
#define TRS_BIDI_DOT "\xc2\xb7"

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

static gboolean
has_rtl (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if ((guchar) *p >= 0x80 && trs_bidi_get_direction (g_utf8_get_char (p)) < 0)
      return TRUE;

  return FALSE;
}

/**
 * trs_bidi_isolate:
 * @text: (transfer full): valid UTF-8
 *
 * Makes that a text which runs from right to left, as a date in Arabic, stays
 * in one piece between other words: its numbers would be drawn to them.
 *
 * Returns: (transfer full): the text, isolated if it needs to be
 */
char *
trs_bidi_isolate (char *text)
{
  g_autofree char *own = text;

  return has_rtl (own) ? g_strconcat (TRS_BIDI_FSI, own, TRS_BIDI_PDI, NULL) : g_steal_pointer (&own);
}

static void
append_part (GString    *line,
             const char *part)
{
  gsize before = strspn (part, " ");
  gsize length = strlen (part);
  gsize after = 0;

  while (length - after > before && part[length - after - 1] == ' ')
    after++;

  g_string_append_len (line, part, (gssize) before);
  g_string_append (line, TRS_BIDI_FSI);
  g_string_append_len (line, part + before, (gssize) (length - before - after));
  g_string_append (line, TRS_BIDI_PDI);
  g_string_append_len (line, part + length - after, (gssize) after);
}

/**
 * trs_bidi_isolate_parts:
 * @line: (transfer full): valid UTF-8, parts with middle dots between them
 *
 * Makes that of `العربية · 3 h 04 min` each part stays in one piece, if one of
 * them runs from right to left: the number would else be drawn to the language.
 *
 * Returns: (transfer full): the line, its parts isolated if they need to be
 */
char *
trs_bidi_isolate_parts (char *line)
{
  g_autofree char *own = line;
  g_auto (GStrv) parts = NULL;
  GString *isolated;

  if (strstr (own, TRS_BIDI_DOT) == NULL || !has_rtl (own))
    return g_steal_pointer (&own);

  parts = g_strsplit (own, TRS_BIDI_DOT, -1);
  isolated = g_string_new (NULL);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (isolated, TRS_BIDI_DOT);
      append_part (isolated, parts[i]);
    }
  return g_string_free (isolated, FALSE);
}
