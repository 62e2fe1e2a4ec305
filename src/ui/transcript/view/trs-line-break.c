/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-line-break.h"

#include <string.h>

/* A paragraph of 900 kB in one line costs half a second at every change, so a
 * paragraph is broken for display at the next good place after 2 kB. */
#define BREAK_AFTER 2048
#define BREAK_SENTENCE_UNTIL 3072
#define BREAK_BLANK_UNTIL 4096

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* After a long stretch without blanks: at a character, and not before one that belongs to it. */
static gsize
break_at_character (const char *text,
                    gsize       length)
{
  const char *end = text + length;
  const char *p = text + BREAK_AFTER;

  while (p < end && (*p & 0xc0) == 0x80)
    p++;
  while (p < end && p < text + BREAK_BLANK_UNTIL)
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_ismark (c) && !g_unichar_iszerowidth (c))
        break;
      p = g_utf8_next_char (p);
    }

  return p - text;
}

/* Bytes of a piece of words without line ends that go into one line. */
static gsize
break_words (const char *text,
             gsize       length)
{
  gsize i;

  if (length <= BREAK_BLANK_UNTIL)
    return length;
  for (i = BREAK_AFTER; i < BREAK_SENTENCE_UNTIL; i++)
    if (is_blank (text[i]) && strchr (".?!", text[i - 1]) != NULL && text[i - 1] != '\0')
      return i + 1;
  for (i = BREAK_AFTER; i < BREAK_BLANK_UNTIL; i++)
    if (is_blank (text[i]))
      return i + 1;
  return break_at_character (text, length);
}

/* Finds the first thing that GtkTextBuffer takes as the end of a line, and the bytes it takes up. */
static gsize
find_line_end (const char *text,
               gsize       length,
               gsize      *end_length)
{
  for (gsize i = 0; i < length; i++)
    {
      const char c = text[i];

      if (c == '\n')
        *end_length = 1;
      else if (c == '\r')
        *end_length = i + 1 < length && text[i + 1] == '\n' ? 2 : 1;
      else if (c == '\342' && i + 2 < length && text[i + 1] == '\200' && text[i + 2] == '\251')
        *end_length = 3;
      else
        continue;
      return i;
    }

  *end_length = 0;
  return length;
}

/**
 * trs_line_break:
 * @words: what is left of a paragraph, valid UTF-8
 * @length: its length in bytes
 * @taken: (out): bytes that are through with the line: its words, and what
 *   ends it in the paragraph itself
 *
 * Breaks a paragraph for display: where the text has a line end, and at the
 * next good place after 2 kB.
 *
 * Returns: the bytes of words that go into the line
 */
gsize
trs_line_break (const char *words,
                gsize       length,
                gsize      *taken)
{
  gsize end_length;
  gsize until_end = find_line_end (words, MIN (length, BREAK_BLANK_UNTIL + 2), &end_length);
  gsize n = break_words (words, end_length > 0 ? until_end : length);

  *taken = n + (n == until_end ? end_length : 0);
  return n;
}
