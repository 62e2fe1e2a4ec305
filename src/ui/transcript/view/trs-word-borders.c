/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-word-borders.h"

#include <pango/pango.h>

/* Bytes around a place that are searched for word borders: a paragraph may have a megabyte. */
#define CONTEXT 512

static gsize
to_character_start (const TrsParagraph *paragraph,
                    gsize               byte)
{
  while (byte > 0 && byte < paragraph->body_length && ((guchar) paragraph->body[byte] & 0xc0) == 0x80)
    byte--;
  return byte;
}

/* For scripts without spaces that need a dictionary, such as Thai, UAX #29 defines no words: use the word starts and
 * ends of Pango there. Elsewhere those would split "can't". */
static gboolean
is_border (const PangoLogAttr *attribute,
           const char         *at)
{
  if (g_unichar_break_type (g_utf8_get_char (g_utf8_prev_char (at))) == G_UNICODE_BREAK_COMPLEX_CONTEXT &&
      g_unichar_break_type (g_utf8_get_char (at)) == G_UNICODE_BREAK_COMPLEX_CONTEXT)
    return attribute->is_word_start || attribute->is_word_end;
  return attribute->is_word_boundary;
}

/* Returns: the nearest word border in a direction, which may be the place itself */
static gsize
find_border (TrsTranscript      *transcript,
             const TrsParagraph *paragraph,
             gsize               byte,
             gboolean            forward)
{
  gsize from = to_character_start (paragraph, byte - MIN (byte, CONTEXT));
  gsize to = to_character_start (paragraph, MIN (byte + CONTEXT, paragraph->body_length));
  const char *text = paragraph->body + from;
  const char *at = paragraph->body + byte;
  glong n = g_utf8_strlen (text, (gssize) (to - from));
  glong i = g_utf8_strlen (text, at - text);
  g_autofree PangoLogAttr *attributes = g_new0 (PangoLogAttr, n + 1);

  pango_get_log_attrs (text, (int) (to - from), -1,
                       pango_language_from_string (trs_transcript_get_language (transcript) != NULL
                                                       ? trs_transcript_get_language (transcript)
                                                       : ""),
                       attributes, (int) n + 1);
  while (i > 0 && i < n && !is_border (&attributes[i], at))
    {
      at = forward ? g_utf8_next_char (at) : g_utf8_prev_char (at);
      i += forward ? 1 : -1;
    }
  return (gsize) (at - paragraph->body);
}

static void
widen (TrsTranscript   *transcript,
       TrsTextFlags     flags,
       TrsTextPosition *position,
       gboolean         forward)
{
  const TrsParagraph *paragraph;

  if (position->paragraph >= trs_transcript_get_n_paragraphs (transcript, flags))
    return;

  paragraph = trs_transcript_get_paragraph (transcript, flags, position->paragraph);
  if (position->byte > 0 && position->byte < paragraph->body_length)
    position->byte = find_border (transcript, paragraph, to_character_start (paragraph, position->byte), forward);
}

/**
 * trs_word_borders_widen:
 * @transcript: a transcript
 * @flags: which of its texts, for one that is not aligned
 * @start: (inout): where a passage begins
 * @end: (inout): where it ends
 *
 * Widens a passage to whole words, in any script. Ends that are between words stay where they are.
 */
void
trs_word_borders_widen (TrsTranscript   *transcript,
                        TrsTextFlags     flags,
                        TrsTextPosition *start,
                        TrsTextPosition *end)
{
  widen (transcript, flags, start, FALSE);
  widen (transcript, flags, end, TRUE);
}
