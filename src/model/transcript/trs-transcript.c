/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-private.h"

#include "trs-display-text.h"
#include "trs-language-tag.h"

struct _TrsTranscript
{
  GObject parent_instance;

  char *language;
  gboolean damaged;
  gboolean is_rtl;

  /* By flags. Aligned: the paragraphs are the same for all, and the texts with one prefix are made of them. */
  gboolean aligned;
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  GArray *paragraphs[TRS_TEXT_N_VARIANTS];
  TrsSplitRule rules[TRS_TEXT_N_VARIANTS];

  gboolean has_timecodes;
  gboolean has_speakers;
  guint n_speakers;
};

G_DEFINE_FINAL_TYPE (TrsTranscript, trs_transcript, G_TYPE_OBJECT)

static void
trs_transcript_finalize (GObject *object)
{
  TrsTranscript *self = TRS_TRANSCRIPT (object);

  g_free (self->language);
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    {
      g_clear_pointer (&self->texts[i], g_bytes_unref);
      g_clear_pointer (&self->paragraphs[i], g_array_unref);
    }

  G_OBJECT_CLASS (trs_transcript_parent_class)->finalize (object);
}

static void
trs_transcript_class_init (TrsTranscriptClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = trs_transcript_finalize;
}

static void
trs_transcript_init (TrsTranscript *self)
{
}

/* What was not fetched is replaced by the text that has at least what was asked for, then by one that has less: nothing
 * is hidden that could be shown. */
static GBytes *
find_nearest (GBytes       *texts[TRS_TEXT_N_VARIANTS],
              TrsTextFlags  flags)
{
  static const TrsTextFlags nearest[TRS_TEXT_N_VARIANTS][TRS_TEXT_N_VARIANTS] = {
    [TRS_TEXT_BARE] = { TRS_TEXT_BARE, TRS_TEXT_TIMECODES, TRS_TEXT_SPEAKERS, TRS_TEXT_ALL },
    [TRS_TEXT_TIMECODES] = { TRS_TEXT_TIMECODES, TRS_TEXT_ALL, TRS_TEXT_BARE, TRS_TEXT_SPEAKERS },
    [TRS_TEXT_SPEAKERS] = { TRS_TEXT_SPEAKERS, TRS_TEXT_ALL, TRS_TEXT_BARE, TRS_TEXT_TIMECODES },
    [TRS_TEXT_ALL] = { TRS_TEXT_ALL, TRS_TEXT_TIMECODES, TRS_TEXT_SPEAKERS, TRS_TEXT_BARE },
  };

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    if (texts[nearest[flags][i]] != NULL)
      return g_bytes_ref (texts[nearest[flags][i]]);

  return g_bytes_new_static ("", 0);
}

static void
split_text (TrsTranscript *self,
            TrsTextFlags   flags)
{
  TrsSplitter splitter;
  TrsParagraph paragraph = { .start = -1 };

  self->rules[flags] = trs_split_detect (self->texts[flags]);
  self->paragraphs[flags] = g_array_new (FALSE, FALSE, sizeof (TrsParagraph));
  trs_splitter_init (&splitter, self->texts[flags], self->rules[flags]);
  while (trs_splitter_step (&splitter, &paragraph.body, &paragraph.body_length))
    g_array_append_val (self->paragraphs[flags], paragraph);
}

static gboolean
find_direction (TrsTranscript *self)
{
  gsize size;
  const char *data = g_bytes_get_data (self->texts[TRS_TEXT_BARE], &size);

  if (self->language != NULL && *self->language != '\0' && g_ascii_strncasecmp (self->language, "und", 3) != 0)
    return trs_language_tag_is_rtl (self->language);
  return size > 0 && trs_bidi_get_first_direction (data, size) < 0;
}

static gboolean
toggle_matters (GBytes       *texts[TRS_TEXT_N_VARIANTS],
                TrsTextFlags  flag)
{
  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      if ((flags & flag) == 0 && texts[flags] != NULL && texts[flags | flag] != NULL &&
          !g_bytes_equal (texts[flags], texts[flags | flag]))
        return TRUE;
    }
  return FALSE;
}

static void
count_prefixes (TrsTranscript *self)
{
  g_autoptr (GHashTable) speakers = g_hash_table_new (NULL, NULL);
  GArray *paragraphs = self->paragraphs[TRS_TEXT_ALL];

  for (guint i = 0; i < paragraphs->len; i++)
    {
      const TrsParagraph *paragraph = &g_array_index (paragraphs, TrsParagraph, i);

      if (paragraph->timecode != NULL)
        self->has_timecodes = TRUE;
      if (paragraph->label != NULL)
        g_hash_table_add (speakers, GUINT_TO_POINTER (paragraph->speaker));
    }

  self->n_speakers = g_hash_table_size (speakers);
  self->has_speakers = self->n_speakers > 0;
}

TrsTranscript *
trs_transcript_new_aligned (GBytes       *bare,
                            GBytes       *prefixed,
                            GArray       *paragraphs,
                            TrsSplitRule  rule,
                            const char   *language)
{
  TrsTranscript *self = g_object_new (TRS_TYPE_TRANSCRIPT, NULL);

  self->language = g_strdup (language);
  self->texts[TRS_TEXT_BARE] = g_bytes_ref (bare);
  self->texts[TRS_TEXT_ALL] = g_bytes_ref (prefixed);
  self->aligned = TRUE;
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    {
      self->paragraphs[i] = g_array_ref (paragraphs);
      self->rules[i] = rule;
    }
  self->is_rtl = find_direction (self);
  count_prefixes (self);
  return self;
}

/**
 * trs_transcript_new_unaligned:
 * @texts: (array fixed-size=4) (element-type GBytes): the text for each pair of
 *   flags, valid UTF-8; %NULL where it was not fetched
 * @language: (nullable): the language of the transcription
 *
 * Makes a transcript of which nothing is known but the texts. Where one was
 * not given, the nearest takes its place: one with more prefixes before one
 * with fewer.
 *
 * Returns: (transfer full): a new transcript
 */
TrsTranscript *
trs_transcript_new_unaligned (GBytes     *texts[TRS_TEXT_N_VARIANTS],
                              const char *language)
{
  TrsTranscript *self = g_object_new (TRS_TYPE_TRANSCRIPT, NULL);

  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      self->texts[flags] = find_nearest (texts, flags);
      split_text (self, flags);
    }

  self->language = g_strdup (language);
  self->is_rtl = find_direction (self);
  self->has_timecodes = toggle_matters (texts, TRS_TEXT_TIMECODES);
  self->has_speakers = toggle_matters (texts, TRS_TEXT_SPEAKERS);
  return self;
}

/**
 * trs_transcript_get_aligned:
 * @self: a transcript
 *
 * Returns: %TRUE if the prefixes are told apart from the words
 */
gboolean
trs_transcript_get_aligned (TrsTranscript *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), FALSE);

  return self->aligned;
}

const char *
trs_transcript_get_language (TrsTranscript *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), NULL);

  return self->language;
}

/**
 * trs_transcript_get_damaged:
 * @self: a transcript
 *
 * Returns: %TRUE if characters of the text could not be kept, and stand as U+FFFD
 */
gboolean
trs_transcript_get_damaged (TrsTranscript *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), FALSE);

  return self->damaged;
}

/* To be called before anyone else has it. */
void
trs_transcript_set_damaged (TrsTranscript *self)
{
  g_return_if_fail (TRS_IS_TRANSCRIPT (self));

  self->damaged = TRUE;
}

/**
 * trs_transcript_is_empty:
 * @self: a transcript
 *
 * Returns: %TRUE if no speech was found: there are no words, whatever prefixes there are
 */
gboolean
trs_transcript_is_empty (TrsTranscript *self)
{
  gsize size;
  const char *data;

  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), TRUE);

  data = g_bytes_get_data (self->texts[TRS_TEXT_BARE], &size);
  for (gsize i = 0; i < size; i++)
    {
      if (!g_ascii_isspace (data[i]))
        return FALSE;
    }
  return TRUE;
}

/**
 * trs_transcript_is_rtl:
 * @self: a transcript
 *
 * Returns: %TRUE if it runs from right to left: by its language, or if that is
 *   not told, by its first letter
 */
gboolean
trs_transcript_is_rtl (TrsTranscript *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), FALSE);

  return self->is_rtl;
}

/**
 * trs_transcript_has_timecodes:
 * @self: a transcript
 *
 * Returns: %TRUE if the text with timecodes is another one than without
 */
gboolean
trs_transcript_has_timecodes (TrsTranscript *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), FALSE);

  return self->has_timecodes;
}

/**
 * trs_transcript_has_speakers:
 * @self: a transcript
 *
 * Returns: %TRUE if the text with speakers is another one than without
 */
gboolean
trs_transcript_has_speakers (TrsTranscript *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), FALSE);

  return self->has_speakers;
}

/**
 * trs_transcript_get_n_speakers:
 * @self: a transcript
 *
 * Returns: how many different speakers there are; 0 if that is not told, or not aligned
 */
guint
trs_transcript_get_n_speakers (TrsTranscript *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), 0);

  return self->n_speakers;
}

/**
 * trs_paragraph_append_prefix:
 * @self: a paragraph
 * @flags: which prefixes are on
 * @string: where to write them
 *
 * Writes what stands before the words, as the service wrote it.
 */
void
trs_paragraph_append_prefix (const TrsParagraph *self,
                             TrsTextFlags        flags,
                             GString            *string)
{
  gboolean with_label = (flags & TRS_TEXT_SPEAKERS) != 0 && self->label != NULL;

  if (with_label && self->label_first)
    g_string_append_len (string, self->label, (gssize) self->label_length);
  if ((flags & TRS_TEXT_TIMECODES) != 0 && self->timecode != NULL)
    g_string_append_len (string, self->timecode, (gssize) self->timecode_length);
  if (with_label && !self->label_first)
    g_string_append_len (string, self->label, (gssize) self->label_length);
}

static GBytes *
render (TrsTranscript *self,
        TrsTextFlags   flags)
{
  GString *string = g_string_sized_new (g_bytes_get_size (self->texts[TRS_TEXT_ALL]));
  GArray *paragraphs = self->paragraphs[flags];

  for (guint i = 0; i < paragraphs->len; i++)
    {
      const TrsParagraph *paragraph = &g_array_index (paragraphs, TrsParagraph, i);

      if (i > 0)
        g_string_append (string, trs_split_separator (self->rules[flags]));
      trs_paragraph_append_prefix (paragraph, flags, string);
      g_string_append_len (string, paragraph->body, (gssize) paragraph->body_length);
    }
  return g_string_free_to_bytes (string);
}

/**
 * trs_transcript_get_text:
 * @self: a transcript
 * @flags: which of the four texts
 *
 * "GET {base_url}/api/detail/{id}": the text as the service gives it for
 * `showTimecode` and `showSpeaker`.
 *
 * Returns: (transfer full): the text, valid UTF-8
 */
GBytes *
trs_transcript_get_text (TrsTranscript *self,
                         TrsTextFlags   flags)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), NULL);

  flags &= TRS_TEXT_ALL;
  return self->texts[flags] != NULL ? g_bytes_ref (self->texts[flags]) : render (self, flags);
}

/**
 * trs_transcript_get_n_paragraphs:
 * @self: a transcript
 * @flags: of which text; the same for all if the transcript is aligned
 *
 * Returns: how many paragraphs there are; 0 for an empty text
 */
guint
trs_transcript_get_n_paragraphs (TrsTranscript *self,
                                 TrsTextFlags   flags)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), 0);

  return self->paragraphs[flags & TRS_TEXT_ALL]->len;
}

/**
 * trs_transcript_get_paragraph:
 * @self: a transcript
 * @flags: of which text
 * @index: which one
 *
 * Returns: (transfer none): a paragraph, which lives as long as @self
 */
const TrsParagraph *
trs_transcript_get_paragraph (TrsTranscript *self,
                              TrsTextFlags   flags,
                              guint          index)
{
  GArray *paragraphs;

  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), NULL);

  paragraphs = self->paragraphs[flags & TRS_TEXT_ALL];
  g_return_val_if_fail (index < paragraphs->len, NULL);

  return &g_array_index (paragraphs, TrsParagraph, index);
}

/**
 * trs_transcript_get_separator:
 * @self: a transcript
 * @flags: of which text
 *
 * Returns: what stands between two paragraphs
 */
const char *
trs_transcript_get_separator (TrsTranscript *self,
                              TrsTextFlags   flags)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT (self), "\n\n");

  return trs_split_separator (self->rules[flags & TRS_TEXT_ALL]);
}
