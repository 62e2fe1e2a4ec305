/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-line-break.h"

#include <pango/pango.h>
#include <string.h>

#include "trs-display-text.h"

/* GtkTextView takes half a second for every change in a line of 900 kB, so a paragraph is broken for display at the
 * next good place after 2 kB. */
#define BREAK_AFTER 2048
#define BREAK_SENTENCE_UNTIL 3072
#define BREAK_BLANK_UNTIL 4096

/* Where Pango finds no place for a line to end, it tries each character of what is left: 20 to 40 ms for 2 kB, and
 * seconds for a megabyte. Such a run has lines of its own, shorter ones, which may end anywhere. */
#define RUN_MAX 512

/* In scripts without spaces, break between characters, but not before a combining one. */
static gsize
break_at_character (const char *text,
                    gsize       after)
{
  const char *p = g_utf8_find_next_char (text + after - 1, NULL);

  while (p < text + BREAK_BLANK_UNTIL &&
         (g_unichar_ismark (g_utf8_get_char (p)) || g_unichar_iszerowidth (g_utf8_get_char (p))))
    p = g_utf8_next_char (p);
  return p - text;
}

static gboolean
has_long_word (const char *text,
               gsize       length,
               gsize       than)
{
  gsize start = 0;

  for (gsize i = 0; i < length; i++)
    if (g_ascii_isspace (text[i]))
      start = i + 1;
    else if (i - start >= than)
      return TRUE;
  return FALSE;
}

/* Finds the first run of more than @than bytes in which no line may end. Scripts without spaces have such places all
 * the same. Returns: whether there is one */
static gboolean
find_run (const char *text,
          gsize       length,
          gsize       than,
          gsize      *start,
          gsize      *end)
{
  g_autofree PangoLogAttr *attrs = NULL;
  const char *p = text;
  glong n;

  if (!has_long_word (text, length, than))
    return FALSE;

  n = g_utf8_strlen (text, (gssize) length);
  attrs = g_new0 (PangoLogAttr, n + 1);
  pango_get_log_attrs (text, (int) length, -1, pango_language_get_default (), attrs, (int) n + 1);
  *start = 0;
  for (glong i = 0; i <= n; i++)
    {
      *end = p - text;
      if ((i == n || attrs[i].is_line_break) && *end - *start > than)
        return TRUE;
      if (attrs[i].is_line_break)
        *start = *end;
      p = g_utf8_next_char (p);
    }
  return FALSE;
}

/* Returns: the number of bytes that go into one line, if no run is in the way */
static gsize
break_sentences (const char *text,
                 gsize       length)
{
  gsize i;

  if (length <= BREAK_BLANK_UNTIL)
    return length;
  for (i = BREAK_AFTER; i < BREAK_SENTENCE_UNTIL; i++)
    if (g_ascii_isspace (text[i]) && strchr (".?!", text[i - 1]) != NULL)
      return i + 1;
  for (i = BREAK_AFTER; i < BREAK_BLANK_UNTIL; i++)
    if (g_ascii_isspace (text[i]))
      return i + 1;
  return break_at_character (text, BREAK_AFTER);
}

/**
 * trs_line_is_run:
 * @words: what stands in a line, valid UTF-8
 * @length: its length in bytes
 *
 * Returns: whether it is a part of a paragraph in which no line may end, and
 *   so may be wrapped at any character
 */
gboolean
trs_line_is_run (const char *words,
                 gsize       length)
{
  gsize start;
  gsize end;

  return length >= RUN_MAX && find_run (words, length, RUN_MAX - 1, &start, &end) && end - start == length;
}

/* Returns: the number of bytes that go into one line; @words has no line ends */
static gsize
break_words (const char *text,
             gsize       length)
{
  gsize piece = length > RUN_MAX ? break_at_character (text, RUN_MAX) : length;
  gsize n;
  gsize start;
  gsize end;

  if (trs_line_is_run (text, MIN (piece, length)))
    return MIN (piece, length);

  n = break_sentences (text, length);
  if (!find_run (text, n, RUN_MAX, &start, &end))
    return n;
  return start > 0 ? start : MIN (piece, length);
}

/**
 * trs_line_break:
 * @words: what is left of a paragraph, valid UTF-8
 * @length: its length in bytes
 * @taken: (out): bytes that the line takes up: its words and the line end in
 *   the paragraph itself
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
  int line_end;
  int next_line;
  gsize n;

  /* Line ends as GtkTextBuffer recognises them. */
  pango_find_paragraph_boundary (words, (int) MIN (length, BREAK_BLANK_UNTIL + 2), &line_end, &next_line);
  n = break_words (words, next_line > line_end ? (gsize) line_end : length);

  *taken = n == (gsize) line_end ? (gsize) next_line : n;
  return n;
}

static gboolean
begins_left_to_right (const char *words,
                      gsize       length)
{
  for (const char *p = words; p < words + length; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      int direction = trs_bidi_get_direction (c);
      gboolean is_control = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);

      if (direction != 0 || is_control)
        return direction > 0;
    }
  return FALSE;
}

/**
 * trs_line_get_direction_mark:
 * @words: what stands in a line, valid UTF-8
 * @length: its length in bytes
 * @is_rtl: whether the transcript runs from right to left
 *
 * GTK finds the direction of each line by itself, from its first strong
 * character: a Latin name in an Arabic transcript would turn its line round,
 * and so would an Arabic word, or an override, in an English one.
 *
 * Returns: what the line is to begin with: a mark, or nothing
 */
const char *
trs_line_get_direction_mark (const char *words,
                             gsize       length,
                             gboolean    is_rtl)
{
  if (is_rtl)
    return "\342\200\217";
  return begins_left_to_right (words, length) ? "" : "\342\200\216";
}
