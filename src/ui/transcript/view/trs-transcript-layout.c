/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-layout.h"

#include <pango/pango.h>
#include <string.h>

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-palette.h"

/* Bytes after which a chunk ends, whatever the number of its paragraphs. */
#define MAX_CHUNK 16384

/* A paragraph of 900 kB in one line costs half a second at every change, so a
 * paragraph is broken for display at the next good place after 2 kB. */
#define BREAK_AFTER 2048
#define BREAK_SENTENCE_UNTIL 3072
#define BREAK_BLANK_UNTIL 4096

#define LEFT_TO_RIGHT_MARK "\342\200\216"
#define RIGHT_TO_LEFT_MARK "\342\200\217"

struct _TrsTranscriptLayout
{
  TrsTranscript *transcript;
  TrsTextFlags flags;
  gboolean rtl;
  gboolean has_speakers;
  guint n_paragraphs;

  GArray *lines;

  /* where the next chunk begins */
  guint paragraph;
  gsize byte;
};

/**
 * trs_transcript_layout_new:
 * @transcript: what is to be laid out
 * @flags: which of its texts, for one that is not aligned
 *
 * Returns: (transfer full): the layout, with nothing laid out yet
 */
TrsTranscriptLayout *
trs_transcript_layout_new (TrsTranscript *transcript,
                           TrsTextFlags   flags)
{
  TrsTranscriptLayout *self = g_new0 (TrsTranscriptLayout, 1);

  self->lines = g_array_new (FALSE, FALSE, sizeof (TrsLayoutLine));
  self->transcript = g_object_ref (transcript);
  self->flags = transcript->aligned ? TRS_TEXT_ALL : flags;
  self->rtl = transcript->is_rtl;
  self->has_speakers = transcript->aligned && transcript->has_speakers;
  self->n_paragraphs = trs_transcript_get_n_paragraphs (transcript, self->flags);
  return self;
}

void
trs_transcript_layout_free (TrsTranscriptLayout *self)
{
  g_object_unref (self->transcript);
  g_array_unref (self->lines);
  g_free (self);
}

TrsTranscript *
trs_transcript_layout_get_transcript (TrsTranscriptLayout *self)
{
  return self->transcript;
}

TrsTextFlags
trs_transcript_layout_get_flags (TrsTranscriptLayout *self)
{
  return self->flags;
}

/* The name as the service wrote it, without the colon and the blanks. */
static gsize
get_name_length (const TrsParagraph *paragraph)
{
  gsize length = paragraph->label_length;

  while (length > 0 && strchr (" \t:", paragraph->label[length - 1]) != NULL)
    length--;
  return length;
}

static const TrsParagraph *
get_paragraph (TrsTranscriptLayout *self,
               guint                index)
{
  return trs_transcript_get_paragraph (self->transcript, self->flags, index);
}

/* Words without a name are not those of the speaker before them. */
static gboolean
is_first_of_run (TrsTranscriptLayout *self,
                 guint                index)
{
  return self->has_speakers &&
         (index == 0 || get_paragraph (self, index - 1)->speaker != get_paragraph (self, index)->speaker);
}

static guint
append_time (GString            *text,
             const TrsParagraph *paragraph,
             const char         *before,
             const char         *after)
{
  g_autofree char *time = NULL;

  if (paragraph->start < 0)
    return 0;

  time = trs_timecode_format_clock (paragraph->start);
  g_string_append (text, before);
  g_string_append (text, time);
  g_string_append (text, after);
  return strlen (time);
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

/* GTK finds the direction of each line by itself, from its first strong
 * character: a Latin name in an Arabic transcript would turn its line round,
 * and so would an Arabic word, or an override, in an English one. */
static guint
append_mark (TrsTranscriptLayout *self,
             const char          *words,
             gsize                length,
             GString             *text)
{
  const char *mark = LEFT_TO_RIGHT_MARK;

  if (self->rtl)
    mark = RIGHT_TO_LEFT_MARK;
  else if (begins_left_to_right (words, length))
    mark = "";
  g_string_append (text, mark);
  return strlen (mark);
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Without blanks, break between characters, not before a combining one. */
static gsize
break_at_character (const char *text)
{
  const char *p = g_utf8_find_next_char (text + BREAK_AFTER - 1, NULL);

  while (p < text + BREAK_BLANK_UNTIL && (g_unichar_ismark (g_utf8_get_char (p)) ||
                                          g_unichar_iszerowidth (g_utf8_get_char (p))))
    p = g_utf8_next_char (p);
  return p - text;
}

/* Bytes of words without line ends that go into one line. */
static gsize
break_words (const char *text,
             gsize       length)
{
  gsize i;

  if (length <= BREAK_BLANK_UNTIL)
    return length;
  for (i = BREAK_AFTER; i < BREAK_SENTENCE_UNTIL; i++)
    if (is_blank (text[i]) && strchr (".?!", text[i - 1]) != NULL)
      return i + 1;
  for (i = BREAK_AFTER; i < BREAK_BLANK_UNTIL; i++)
    if (is_blank (text[i]))
      return i + 1;
  return break_at_character (text);
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

  /* As GtkTextBuffer finds the ends of its lines. */
  pango_find_paragraph_boundary (words, (int) MIN (length, BREAK_BLANK_UNTIL + 2), &line_end, &next_line);
  n = break_words (words, next_line > line_end ? (gsize) line_end : length);

  *taken = n == (gsize) line_end ? (gsize) next_line : n;
  return n;
}

static void
append_name_line (TrsTranscriptLayout *self,
                  const TrsParagraph  *paragraph,
                  GString             *text)
{
  TrsLayoutLine line = { .paragraph = self->paragraph, .kind = TRS_LAYOUT_NAME, .first = TRUE };
  guint number = MAX (paragraph->speaker, 1) - 1;
  const char *name = paragraph->label;

  line.name = get_name_length (paragraph);
  line.unknown = line.name == 0;
  if (line.unknown)
    {
      name = _("Speaker unknown");
      line.name = strlen (name);
    }
  line.mark = append_mark (self, name, line.name, text);
  line.time = append_time (text, paragraph, "", "\t");
  line.colour = number % TRS_PALETTE_N_SPEAKERS;
  line.again = number >= TRS_PALETTE_N_SPEAKERS;
  g_string_append_len (text, name, line.name);
  append_time (text, paragraph, "  ", "");
  g_string_append_c (text, '\n');
  g_array_append_val (self->lines, line);
}

/* Appends the next line of words of the current paragraph and goes on behind it. */
static void
append_body_line (TrsTranscriptLayout *self,
                  const TrsParagraph  *paragraph,
                  gboolean             first,
                  GString             *text)
{
  TrsLayoutLine line = { .paragraph = self->paragraph, .byte = self->byte, .first = first };
  const char *words = paragraph->body + self->byte;
  gsize taken;

  line.length = trs_line_break (words, paragraph->body_length - self->byte, &taken);
  self->byte += taken;
  line.continued = taken > line.length || self->byte < paragraph->body_length;
  line.kind = line.byte == 0 ? TRS_LAYOUT_BODY : TRS_LAYOUT_MORE;

  line.mark = append_mark (self, words, line.length, text);
  if (line.kind == TRS_LAYOUT_BODY)
    line.time = append_time (text, paragraph, "", "\t");
  g_string_append_len (text, words, line.length);
  g_array_append_val (self->lines, line);

  if (!line.continued)
    {
      self->paragraph++;
      self->byte = 0;
    }
  if (self->paragraph < self->n_paragraphs)
    g_string_append_c (text, '\n');
}

/**
 * trs_transcript_layout_append:
 * @self: a layout
 * @max_paragraphs: how many paragraphs to lay out; less, if they are long
 * @text: takes their lines
 *
 * Lays out the next chunk. Each line ends with a newline, except for the last
 * one of the transcript.
 *
 * Returns: whether there is more
 */
gboolean
trs_transcript_layout_append (TrsTranscriptLayout *self,
                              guint                max_paragraphs,
                              GString             *text)
{
  guint until = MIN (self->n_paragraphs, self->paragraph + max_paragraphs);
  gsize max_length = text->len + MAX_CHUNK;

  while (self->paragraph < until && text->len < max_length)
    {
      const TrsParagraph *paragraph = get_paragraph (self, self->paragraph);
      gboolean first = is_first_of_run (self, self->paragraph);

      if (first && self->byte == 0)
        append_name_line (self, paragraph, text);
      append_body_line (self, paragraph, first, text);
    }

  return self->paragraph < self->n_paragraphs;
}

/* How many lines are laid out so far. */
guint
trs_transcript_layout_get_n_lines (TrsTranscriptLayout *self)
{
  return self->lines->len;
}

/**
 * trs_transcript_layout_get_line:
 * @self: a layout
 * @line: number of a line that is laid out
 *
 * Returns: (transfer none): the line; gone after the next trs_transcript_layout_append()
 */
const TrsLayoutLine *
trs_transcript_layout_get_line (TrsTranscriptLayout *self,
                                guint                line)
{
  g_return_val_if_fail (line < self->lines->len, NULL);

  return &g_array_index (self->lines, TrsLayoutLine, line);
}

/**
 * trs_layout_line_get_prefix:
 * @line: a line
 *
 * Returns: the bytes that stand in it before the words or the name
 */
guint
trs_layout_line_get_prefix (const TrsLayoutLine *line)
{
  return line->mark + (line->time > 0 ? line->time + 1 : 0);
}

/**
 * trs_transcript_layout_to_position:
 * @self: a layout
 * @line: number of a line of the buffer
 * @index: byte in it
 *
 * Where a place of the buffer is in the transcript. Prefixes and name lines
 * are at the beginning of their paragraph.
 *
 * Returns: the position
 */
TrsTextPosition
trs_transcript_layout_to_position (TrsTranscriptLayout *self,
                                   guint                line,
                                   gsize                index)
{
  const TrsLayoutLine *found;
  gsize prefix;

  if (self->lines->len == 0)
    return (TrsTextPosition) { 0, 0 };

  found = trs_transcript_layout_get_line (self, MIN (line, self->lines->len - 1));
  if (found->kind == TRS_LAYOUT_NAME)
    return (TrsTextPosition) { found->paragraph, 0 };
  if (line >= self->lines->len)
    return (TrsTextPosition) { found->paragraph, found->byte + found->length };

  prefix = trs_layout_line_get_prefix (found);
  return (TrsTextPosition) { found->paragraph, found->byte + MIN (index - MIN (index, prefix), found->length) };
}

/**
 * trs_transcript_layout_from_position:
 * @self: a layout
 * @position: a place in the transcript
 * @line: (out): number of its line in the buffer
 * @index: (out): byte in the line
 *
 * Returns: %FALSE if that place is not laid out yet
 */
gboolean
trs_transcript_layout_from_position (TrsTranscriptLayout *self,
                                     TrsTextPosition      position,
                                     guint               *line,
                                     gsize               *index)
{
  guint low = 0;
  guint high = self->lines->len;
  const TrsLayoutLine *found;

  /* the first line that begins behind the place */
  while (low < high)
    {
      guint middle = (low + high) / 2;

      found = trs_transcript_layout_get_line (self, middle);
      if (found->paragraph > position.paragraph ||
          (found->paragraph == position.paragraph && found->byte > position.byte))
        high = middle;
      else
        low = middle + 1;
    }
  if (low == 0)
    return FALSE;

  found = trs_transcript_layout_get_line (self, low - 1);
  *line = low - 1;
  *index = trs_layout_line_get_prefix (found) + MIN (position.byte - found->byte, found->length);
  return found->paragraph == position.paragraph &&
         (position.byte <= found->byte + found->length || !found->continued || low < self->lines->len);
}
