/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-find.h"

#include <string.h>

#include "trs-search-results.h"

typedef struct
{
  gsize offset;
  gboolean shifted;
} Folded;

struct _TrsTranscriptFind
{
  TrsTranscript *transcript;
  TrsTextFlags flags;
  GString *text;
  GArray *paragraphs;
};

#define FINAL_SIGMA 0x3c2
#define SIGMA 0x3c3
#define NO_BREAK_SPACE 0xa0

static gunichar
fold_character (gunichar c)
{
  c = g_unichar_tolower (c);
  if (c == FINAL_SIGMA)
    return SIGMA;
  return c == NO_BREAK_SPACE ? ' ' : c;
}

/* Returns whether any character takes another number of bytes than before. */
static gboolean
fold (const char *words,
      gsize       length,
      GString    *text)
{
  gsize before = text->len;
  gboolean shifted = FALSE;

  for (const char *p = words; p < words + length; p = g_utf8_next_char (p))
    {
      if ((guchar) *p < 0x80)
        g_string_append_c (text, g_ascii_tolower (*p));
      else
        g_string_append_unichar (text, fold_character (g_utf8_get_char (p)));
      shifted = shifted || text->len - before != (gsize) (g_utf8_next_char (p) - words);
    }

  return shifted;
}

static void
add_paragraph (TrsTranscriptFind  *self,
               const TrsParagraph *paragraph)
{
  Folded folded = { .offset = self->text->len };

  folded.shifted = fold (paragraph->body, paragraph->body_length, self->text);
  /* No words that are looked for hold a NUL. */
  g_string_append_c (self->text, '\0');
  g_array_append_val (self->paragraphs, folded);
}

/**
 * trs_transcript_find_new:
 * @transcript: a transcript
 * @flags: which of its texts, for one that is not aligned
 *
 * Returns: (transfer full): the words, ready to be searched
 */
TrsTranscriptFind *
trs_transcript_find_new (TrsTranscript *transcript,
                         TrsTextFlags   flags)
{
  TrsTranscriptFind *self = g_new0 (TrsTranscriptFind, 1);
  guint n;

  self->text = g_string_new (NULL);
  self->paragraphs = g_array_new (FALSE, FALSE, sizeof (Folded));
  self->transcript = g_object_ref (transcript);
  self->flags = trs_transcript_get_aligned (transcript) ? TRS_TEXT_ALL : flags;
  n = trs_transcript_get_n_paragraphs (transcript, self->flags);
  for (guint i = 0; i < n; i++)
    add_paragraph (self, trs_transcript_get_paragraph (transcript, self->flags, i));
  return self;
}

void
trs_transcript_find_free (TrsTranscriptFind *self)
{
  g_object_unref (self->transcript);
  g_string_free (self->text, TRUE);
  g_array_unref (self->paragraphs);
  g_free (self);
}

/**
 * trs_transcript_find_search_query:
 * @self: the words
 * @words: what was looked for in every transcript, see trs_search_query_new()
 *
 * Returns: (transfer full) (element-type TrsFindHit): the hits, as the search
 *   across every transcript understands the words
 */
GArray *
trs_transcript_find_search_query (TrsTranscriptFind *self,
                                  const char        *words)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (words);
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));

  for (guint i = 0; i < self->paragraphs->len; i++)
    {
      const TrsParagraph *raw = trs_transcript_get_paragraph (self->transcript, self->flags, i);
      g_autoptr (GArray) ranges = trs_search_find_ranges (query, raw->body, raw->body_length);

      for (guint j = 0; j < ranges->len; j++)
        {
          const TrsSearchRange *range = &g_array_index (ranges, TrsSearchRange, j);
          TrsFindHit hit = { { i, range->start }, range->length };

          g_array_append_val (hits, hit);
        }
    }

  return hits;
}

/* Where a byte of the folded words stands in the words as they are. */
static gsize
unfold (TrsTranscriptFind *self,
        guint              paragraph,
        gsize              folded_byte)
{
  const TrsParagraph *raw;
  const char *p;
  gsize seen = 0;

  if (!g_array_index (self->paragraphs, Folded, paragraph).shifted)
    return folded_byte;

  raw = trs_transcript_get_paragraph (self->transcript, self->flags, paragraph);
  for (p = raw->body; seen < folded_byte; p = g_utf8_next_char (p))
    seen += g_unichar_to_utf8 (fold_character (g_utf8_get_char (p)), NULL);

  return p - raw->body;
}

/**
 * trs_transcript_find_search:
 * @self: the words
 * @words: what to look for
 *
 * Finds all places, in their order; they do not overlap.
 *
 * Returns: (transfer full) (element-type TrsFindHit): the hits
 */
GArray *
trs_transcript_find_search (TrsTranscriptFind *self,
                            const char        *words)
{
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));
  g_autoptr (GString) needle = g_string_new (NULL);
  const char *from = self->text->str;
  const char *end = from + self->text->len;
  guint paragraph = 0;

  fold (words, strlen (words), needle);
  if (needle->len == 0)
    return hits;

  while ((from = memmem (from, end - from, needle->str, needle->len)) != NULL)
    {
      gsize offset = from - self->text->str;
      gsize begin;
      TrsFindHit hit;

      while (paragraph + 1 < self->paragraphs->len
             && g_array_index (self->paragraphs, Folded, paragraph + 1).offset <= offset)
        paragraph++;

      begin = offset - g_array_index (self->paragraphs, Folded, paragraph).offset;
      hit.start = (TrsTextPosition) { paragraph, unfold (self, paragraph, begin) };
      hit.length = unfold (self, paragraph, begin + needle->len) - hit.start.byte;
      g_array_append_val (hits, hit);
      from += needle->len;
    }

  return hits;
}
