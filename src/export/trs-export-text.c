/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-text.h"

static gboolean
is_inside_character (const TrsParagraph *paragraph,
                     gsize               byte)
{
  return byte < paragraph->body_length && (paragraph->body[byte] & 0xc0) == 0x80;
}

/* The bytes of one paragraph that lie between two positions, in whole characters. */
static void
clip (const TrsParagraph    *paragraph,
      guint                  index,
      const TrsTextPosition *start,
      const TrsTextPosition *end,
      gsize                 *from,
      gsize                 *to)
{
  *from = index == start->paragraph ? MIN (start->byte, paragraph->body_length) : 0;
  *to = index == end->paragraph ? MIN (end->byte, paragraph->body_length) : paragraph->body_length;

  while (*from > 0 && is_inside_character (paragraph, *from))
    (*from)--;
  while (is_inside_character (paragraph, *to))
    (*to)++;
}

/**
 * trs_export_text_render_file:
 * @transcript: a transcript
 * @flags: which prefixes are on
 *
 * Returns: (transfer full): exactly the text that the service gives for these
 *   flags, and a newline at the end unless it is empty
 */
GBytes *
trs_export_text_render_file (TrsTranscript *transcript,
                             TrsTextFlags   flags)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, flags);
  gsize size;
  const char *data = g_bytes_get_data (text, &size);
  GByteArray *longer;

  if (size == 0 || data[size - 1] == '\n')
    return g_steal_pointer (&text);

  longer = g_byte_array_sized_new ((guint) size + 1);
  g_byte_array_append (longer, (const guint8 *) data, (guint) size);
  g_byte_array_append (longer, (const guint8 *) "\n", 1);
  return g_byte_array_free_to_bytes (longer);
}

/**
 * trs_export_text_render_range:
 * @transcript: a transcript
 * @flags: which prefixes are on; for one that is not aligned, also of which
 *   text the positions are
 * @start: where the selection begins
 * @end: where it ends; behind the text means at its end
 *
 * Renders a selection: the words between the two positions, and before each
 * paragraph whose beginning is selected the prefixes that are on. A paragraph
 * of which nothing but its border is selected is left out.
 *
 * Returns: (transfer full): valid UTF-8, empty if nothing is selected
 */
char *
trs_export_text_render_range (TrsTranscript   *transcript,
                              TrsTextFlags     flags,
                              TrsTextPosition  start,
                              TrsTextPosition  end)
{
  g_autoptr (GString) string = g_string_new (NULL);
  const char *separator;
  gboolean any = FALSE;
  guint n;

  g_return_val_if_fail (TRS_IS_TRANSCRIPT (transcript), NULL);

  n = trs_transcript_get_n_paragraphs (transcript, flags);
  separator = trs_transcript_get_separator (transcript, flags);

  if (start.paragraph > end.paragraph || (start.paragraph == end.paragraph && start.byte >= end.byte))
    return g_strdup ("");

  for (guint i = start.paragraph; i < n && i <= end.paragraph; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, flags, i);
      gsize from, to;

      clip (paragraph, i, &start, &end, &from, &to);
      if (from >= to && paragraph->body_length > 0)
        continue;

      if (any)
        g_string_append (string, separator);
      if (from == 0)
        trs_paragraph_append_prefix (paragraph, flags, string);
      g_string_append_len (string, paragraph->body + from, (gssize) (to - from));
      any = TRUE;
    }
  return g_string_free (g_steal_pointer (&string), FALSE);
}
