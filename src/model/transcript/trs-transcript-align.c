/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-align.h"

#include <string.h>

#include "trs-timecode.h"
#include "trs-transcript-private.h"

#define LABEL_WORD "Speaker "
#define LABEL_WORD_LENGTH (sizeof LABEL_WORD - 1)
#define LABEL_MAX_DIGITS 9

static gsize
count_blanks (const char *text,
              gsize       length)
{
  gsize n = 0;

  while (n < length && (text[n] == ' ' || text[n] == '\t'))
    n++;
  return n;
}

/* `Speaker N:`, with N as a number is written; 0 is not taken, as it means "not told" everywhere else. */
static gsize
read_label (const char *text,
            gsize       length,
            guint      *speaker)
{
  gsize n = LABEL_WORD_LENGTH;

  if (length < LABEL_WORD_LENGTH + 2 || memcmp (text, LABEL_WORD, LABEL_WORD_LENGTH) != 0 || text[n] == '0')
    return 0;

  *speaker = 0;
  while (n < length && g_ascii_isdigit (text[n]) && n - LABEL_WORD_LENGTH < LABEL_MAX_DIGITS)
    *speaker = *speaker * 10 + (guint) (text[n++] - '0');

  if (*speaker == 0 || n >= length || text[n] != ':')
    return 0;
  return n + 1;
}

/**
 * trs_transcript_read_prefix:
 * @prefix: what stands before the words of a paragraph
 * @length: in bytes
 * @paragraph: (out): gets what the prefix says; the words are left as they are
 *
 * The whole prefix has to be accounted for.
 *
 * Returns: %FALSE if it is not one
 */
gboolean
trs_transcript_read_prefix (const char   *prefix,
                            gsize         length,
                            TrsParagraph *paragraph)
{
  gsize position = 0;

  paragraph->start = -1;
  paragraph->speaker = 0;
  paragraph->timecode = NULL;
  paragraph->timecode_length = 0;
  paragraph->label = NULL;
  paragraph->label_length = 0;
  paragraph->label_first = FALSE;

  while (position < length)
    {
      const char *token = prefix + position;
      gsize left = length - position;
      gsize n;

      if (paragraph->timecode == NULL && trs_timecode_parse (token, left, &n, &paragraph->start))
        {
          n += count_blanks (token + n, left - n);
          paragraph->timecode = token;
          paragraph->timecode_length = n;
          paragraph->label_first = paragraph->label != NULL;
        }
      else if (paragraph->label == NULL && (n = read_label (token, left, &paragraph->speaker)) > 0)
        {
          n += count_blanks (token + n, left - n);
          paragraph->label = token;
          paragraph->label_length = n;
        }
      else
        return FALSE;
      position += n;
    }
  return TRUE;
}

static GArray *
align_by_rule (GBytes       *bare,
               GBytes       *prefixed,
               TrsSplitRule  rule)
{
  g_autoptr (GArray) paragraphs = NULL;
  TrsSplitter bare_splitter;
  TrsSplitter splitter;
  TrsParagraph paragraph = { NULL };
  const char *body;
  const char *whole;
  gsize length;

  trs_splitter_init (&bare_splitter, bare, rule);
  trs_splitter_init (&splitter, prefixed, rule);
  paragraphs = g_array_sized_new (FALSE, FALSE, sizeof (TrsParagraph), (guint) (g_bytes_get_size (bare) / 256 + 1));

  while (trs_splitter_step (&splitter, &whole, &length))
    {
      /* An empty text has no paragraph, and may yet have a prefix. */
      if (!trs_splitter_step (&bare_splitter, &body, &paragraph.body_length))
        {
          if (g_bytes_get_size (bare) > 0 || paragraphs->len > 0)
            return NULL;
          body = "";
          paragraph.body_length = 0;
        }

      if (length < paragraph.body_length)
        return NULL;
      paragraph.body = whole + (length - paragraph.body_length);
      if (memcmp (paragraph.body, body, paragraph.body_length) != 0 ||
          !trs_transcript_read_prefix (whole, length - paragraph.body_length, &paragraph))
        return NULL;
      g_array_append_val (paragraphs, paragraph);
    }

  if (trs_splitter_step (&bare_splitter, &body, &length))
    return NULL;
  return g_steal_pointer (&paragraphs);
}

/**
 * trs_transcript_align:
 * @bare: the text without prefixes, valid UTF-8
 * @prefixed: the same with both, valid UTF-8
 * @language: (nullable): the language of the transcription
 *
 * Finds the prefixes without guessing: paragraph by paragraph, what stands
 * before the words of @bare is the prefix, whatever the words look like. It
 * may be one timecode `[HH:MM:SS.sss]` and one label `Speaker N:`, in either
 * order, either or both left out, each with the blanks that follow it. So the
 * words are proved to be the same in both, and all four texts follow from the
 * two.
 *
 * Returns: (transfer full) (nullable): an aligned transcript; %NULL if the two
 *   texts do not align
 */
TrsTranscript *
trs_transcript_align (GBytes     *bare,
                      GBytes     *prefixed,
                      const char *language)
{
  static const TrsSplitRule rules[] = { TRS_SPLIT_FIRST, TRS_SPLIT_LAST, TRS_SPLIT_CRLF };

  g_return_val_if_fail (bare != NULL, NULL);
  g_return_val_if_fail (prefixed != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (GArray) paragraphs = align_by_rule (bare, prefixed, rules[i]);

      if (paragraphs != NULL)
        return trs_transcript_new_aligned (bare, prefixed, paragraphs, rules[i], language);
    }
  return NULL;
}
