/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz.h"
#include "trs-transcript.h"

#include <string.h>

static GBytes *
join (TrsTranscript *transcript,
      TrsTextFlags   flags)
{
  GString *string = g_string_new (NULL);
  guint n = trs_transcript_get_n_paragraphs (transcript, flags);

  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, flags, i);

      if (i > 0)
        g_string_append (string, trs_transcript_get_separator (transcript, flags));
      trs_paragraph_append_prefix (paragraph, flags, NULL, string);
      g_string_append_len (string, paragraph->body, (gssize) paragraph->body_length);
    }
  return g_string_free_to_bytes (string);
}

static void
check_text (TrsTranscript *transcript,
            TrsTextFlags   flags,
            GBytes        *expected)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, flags);
  g_autoptr (GBytes) joined = join (transcript, flags);

  g_assert_true (g_bytes_equal (text, expected));
  g_assert_true (g_bytes_equal (joined, expected));
}

/* Two texts, parted by the first line that is only `%`. If they align, both
 * come out of the paragraphs byte for byte; and the text with one kind of
 * prefix aligns with the bare one to the same words. If they do not, each of
 * them comes out as it went in.
 */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *input = g_strndup ((const char *) data, size);
  const char *border = g_strstr_len (input, (gssize) size, "\n%\n");
  gsize bare_size = border != NULL ? (gsize) (border - input) : size;
  gsize skipped = border != NULL ? bare_size + 3 : size;
  g_autoptr (GBytes) bare = g_bytes_new (input, bare_size);
  g_autoptr (GBytes) prefixed = g_bytes_new (input + skipped, size - skipped);
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GBytes) timecodes = NULL;
  g_autoptr (GBytes) speakers = NULL;
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { bare, NULL, NULL, prefixed };

  if (!g_utf8_validate (input, (gssize) size, NULL))
    return 0;

  transcript = trs_transcript_align (bare, prefixed, NULL, FALSE);
  if (transcript == NULL)
    transcript = trs_transcript_new_unaligned (texts, NULL, FALSE);
  check_text (transcript, TRS_TEXT_BARE, bare);
  check_text (transcript, TRS_TEXT_ALL, prefixed);

  if (trs_transcript_is_aligned (transcript))
    {
      timecodes = trs_transcript_get_text (transcript, TRS_TEXT_TIMECODES);
      speakers = trs_transcript_get_text (transcript, TRS_TEXT_SPEAKERS);
      check_text (transcript, TRS_TEXT_TIMECODES, timecodes);
      check_text (transcript, TRS_TEXT_SPEAKERS, speakers);
      g_assert_cmpuint (g_bytes_get_size (timecodes) + g_bytes_get_size (speakers), ==,
                        g_bytes_get_size (bare) + g_bytes_get_size (prefixed));
    }
  return 0;
}
