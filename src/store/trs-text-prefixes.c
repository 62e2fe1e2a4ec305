/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-prefixes.h"

static void
append_length (GByteArray *block,
               gsize       length)
{
  while (length >= 0x80)
    {
      guint8 byte = (guint8) (length | 0x80);

      g_byte_array_append (block, &byte, 1);
      length >>= 7;
    }
  g_byte_array_append (block, &(guint8) { (guint8) length }, 1);
}

static void
append_token (GByteArray *block,
              const char *token,
              gsize       length)
{
  if (length > 0)
    g_byte_array_append (block, (const guint8 *) token, (guint) length);
}

/**
 * trs_text_prefixes_take:
 * @transcript: an aligned transcript
 *
 * Returns: (transfer full): its prefixes in one block
 */
GBytes *
trs_text_prefixes_take (TrsTranscript *transcript)
{
  GByteArray *block = g_byte_array_new ();
  guint n = trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL);

  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, i);

      append_length (block, paragraph->timecode_length + paragraph->label_length);
      if (paragraph->label_first)
        append_token (block, paragraph->label, paragraph->label_length);
      append_token (block, paragraph->timecode, paragraph->timecode_length);
      if (!paragraph->label_first)
        append_token (block, paragraph->label, paragraph->label_length);
    }

  return g_byte_array_free_to_bytes (block);
}

/* FALSE at the end of the block and at nonsense. */
static gboolean
next_prefix (const guint8 **place,
             const guint8  *end,
             gsize         *length)
{
  guint shift = 0;

  *length = 0;
  for (const guint8 *byte = *place; byte < end && shift < 63; byte++, shift += 7)
    {
      *length |= (gsize) (*byte & 0x7f) << shift;
      if ((*byte & 0x80) == 0)
        {
          *place = byte + 1;
          return *length <= (gsize) (end - *place);
        }
    }

  return FALSE;
}

static gconstpointer
bytes_or_empty (GBytes *bytes,
                gsize  *size)
{
  gconstpointer data = g_bytes_get_data (bytes, size);

  return data != NULL ? data : "";
}

/**
 * trs_text_prefixes_join:
 * @bare: the bare text
 * @prefixes: what trs_text_prefixes_take() made
 * @rule: how the words are cut into paragraphs
 *
 * Returns: (transfer full) (nullable): the text with both prefixes, byte for
 *   byte as it was; %NULL if the two do not belong together
 */
GBytes *
trs_text_prefixes_join (GBytes       *bare,
                        GBytes       *prefixes,
                        TrsSplitRule  rule)
{
  gsize bare_size = g_bytes_get_size (bare);
  gsize block_size;
  const guint8 *place = bytes_or_empty (prefixes, &block_size);
  const guint8 *end = place + block_size;
  GByteArray *full = g_byte_array_sized_new ((guint) (bare_size + block_size));
  TrsSplitter splitter;
  const char *paragraph;
  gsize length;
  gsize prefix;
  gboolean whole = TRUE;

  trs_splitter_init (&splitter, bare, rule);
  while (whole && trs_splitter_step (&splitter, &paragraph, &length))
    {
      const char *border = splitter.next != NULL ? splitter.next : paragraph + length;

      whole = next_prefix (&place, end, &prefix);
      if (whole)
        {
          g_byte_array_append (full, place, (guint) prefix);
          place += prefix;
          g_byte_array_append (full, (const guint8 *) paragraph, (guint) (border - paragraph));
        }
    }

  /* Without words there is no paragraph, and may yet be a prefix. */
  if (bare_size == 0 && next_prefix (&place, end, &prefix))
    {
      g_byte_array_append (full, place, (guint) prefix);
      place += prefix;
    }

  if (!whole || place != end)
    {
      g_byte_array_unref (full);
      return NULL;
    }

  return g_byte_array_free_to_bytes (full);
}

/**
 * trs_text_prefixes_find_split:
 * @transcript: an aligned transcript
 * @prefixes: what trs_text_prefixes_take() made of it
 * @rule: (out): the rule by which its words are cut into paragraphs
 *
 * Returns: %TRUE if both texts follow from the bare one and @prefixes
 */
gboolean
trs_text_prefixes_find_split (TrsTranscript *transcript,
                              GBytes        *prefixes,
                              TrsSplitRule  *rule)
{
  static const TrsSplitRule rules[] = { TRS_SPLIT_FIRST, TRS_SPLIT_LAST, TRS_SPLIT_CRLF };
  g_autoptr (GBytes) bare = trs_transcript_get_text (transcript, TRS_TEXT_BARE);
  g_autoptr (GBytes) full = trs_transcript_get_text (transcript, TRS_TEXT_ALL);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (GBytes) joined = trs_text_prefixes_join (bare, prefixes, rules[i]);

      *rule = rules[i];
      if (joined != NULL && g_bytes_equal (joined, full))
        return TRUE;
    }

  return FALSE;
}

/**
 * trs_text_prefixes_get:
 * @prefixes: what trs_text_prefixes_take() made
 * @index: number of a paragraph, from 0
 * @length: (out): its length in bytes
 *
 * Returns: (nullable): the prefix of one paragraph, not terminated; %NULL if
 *   there is no such paragraph
 */
const char *
trs_text_prefixes_get (GBytes *prefixes,
                       guint   index,
                       gsize  *length)
{
  gsize size;
  const guint8 *place = bytes_or_empty (prefixes, &size);
  const guint8 *end = place + size;

  while (next_prefix (&place, end, length))
    {
      if (index-- == 0)
        return (const char *) place;
      place += *length;
    }

  return NULL;
}
