/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-language-tag.h"
#include "trs-trim.h"

struct _TrsTranscript
{
  GObject parent_instance;

  char *language;
  gboolean damaged;
  gboolean is_rtl;
  gboolean aligned;
  gboolean has_timecodes;
  gboolean has_speakers;
  guint n_speakers;

  /* The texts by TrsTextFlags. If they are aligned, all share the same paragraphs, and the two texts with a single
   * prefix are generated from them. */
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  GArray *paragraphs[TRS_TEXT_N_VARIANTS];
  TrsSplitRule rules[TRS_TEXT_N_VARIANTS];
};

/* Enough for a hundred thousand years, without risk of an overflow. */
#define MAX_HOUR_DIGITS 9

#define LABEL_WORD "Speaker "
#define LABEL_WORD_LENGTH (sizeof LABEL_WORD - 1)
#define LABEL_MAX_DIGITS 9

/**
 * trs_timecode_parse:
 * @string: text, need not be terminated
 * @length: its length in bytes
 * @consumed: (out) (optional): length of the timecode in bytes
 * @milliseconds: (out) (optional): the time
 *
 * Reads the form `[HH:MM:SS.sss]` at the beginning of a text. The hours have
 * two digits or more; nothing else may differ from the form.
 *
 * Returns: %TRUE if the text begins with a timecode
 */
gboolean
trs_timecode_parse (const char *string,
                    gsize       length,
                    gsize      *consumed,
                    gint64     *milliseconds)
{
  static const struct
  {
    char before;
    gsize min_digits;
    gsize max_digits;
  } parts[] = { { '[', 2, MAX_HOUR_DIGITS }, { ':', 2, 2 }, { ':', 2, 2 }, { '.', 3, 3 } };
  gint64 values[G_N_ELEMENTS (parts)] = { 0 };
  gsize position = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gsize start = position + 1;

      if (position >= length || string[position++] != parts[i].before)
        return FALSE;
      while (position < length && position - start < parts[i].max_digits && g_ascii_isdigit (string[position]))
        values[i] = values[i] * 10 + (string[position++] - '0');
      if (position - start < parts[i].min_digits)
        return FALSE;
    }
  if (position >= length || string[position] != ']' || values[1] > 59 || values[2] > 59)
    return FALSE;

  if (consumed != NULL)
    *consumed = position + 1;
  if (milliseconds != NULL)
    *milliseconds = ((values[0] * 60 + values[1]) * 60 + values[2]) * 1000 + values[3];
  return TRUE;
}

/**
 * trs_timecode_format_clock:
 * @milliseconds: a time, or a negative number if it is not known
 *
 * Writes a time for reading. Rounds down, as a link must land before the words.
 *
 * Returns: (transfer full): `HH:MM:SS`, with more digits from 100 hours on;
 *   empty if the time is not known
 */
char *
trs_timecode_format_clock (gint64 milliseconds)
{
  gint64 seconds = milliseconds / 1000;

  if (milliseconds < 0)
    return g_strdup ("");

  return g_strdup_printf ("%02" G_GINT64_FORMAT ":%02d:%02d",
                          seconds / 3600, (int) (seconds / 60 % 60), (int) (seconds % 60));
}

/**
 * trs_timecode_format_exact:
 * @milliseconds: a time, or a negative number if it is not known
 *
 * Writes a time as the service does, without its brackets.
 *
 * Returns: (transfer full): `HH:MM:SS.mmm`, with more digits from 100 hours on;
 *   empty if the time is not known
 */
char *
trs_timecode_format_exact (gint64 milliseconds)
{
  g_autofree char *clock = trs_timecode_format_clock (milliseconds);

  return milliseconds < 0 ? g_steal_pointer (&clock) : g_strdup_printf ("%s.%03d", clock, (int) (milliseconds % 1000));
}

G_DEFINE_FINAL_TYPE (TrsTranscript, trs_transcript, G_TYPE_OBJECT)

/* Returns: below, above or equal to 0, as strcmp() */
int
trs_text_position_compare (TrsTextPosition a,
                           TrsTextPosition b)
{
  if (a.paragraph != b.paragraph)
    return a.paragraph < b.paragraph ? -1 : 1;
  return a.byte < b.byte ? -1 : a.byte > b.byte;
}

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
  G_OBJECT_CLASS (klass)->finalize = trs_transcript_finalize;
}

static void
trs_transcript_init (TrsTranscript *self)
{
}

/* A variant that was not fetched is replaced by one that has at least the requested prefixes, or else by one with
 * fewer, so that all available text is shown. */
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

/* BCP 47 has a code for a language that is not known, which says nothing to anybody. */
static char *
dup_known (const char *language)
{
  gboolean known = language != NULL && *language != '\0' && g_ascii_strcasecmp (language, "und") != 0 &&
                   g_ascii_strncasecmp (language, "und-", 4) != 0;

  return known ? g_strdup (language) : NULL;
}

static gboolean
find_direction (TrsTranscript *self)
{
  gsize size;
  const char *data = g_bytes_get_data (self->texts[TRS_TEXT_BARE], &size);

  if (self->language != NULL)
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

static gsize
count_blanks (const char *text,
              gsize       length)
{
  gsize n = 0;

  while (n < length && (text[n] == ' ' || text[n] == '\t'))
    n++;
  return n;
}

/* Reads `Speaker N:`. N is written without leading zeros; 0 is rejected, because it means "unknown" everywhere else. */
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

  *paragraph = (TrsParagraph) { .body = paragraph->body, .body_length = paragraph->body_length, .start = -1 };
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
      /* A text without words has no paragraphs, but may still have a prefix. */
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
 * @damaged: whether characters of the text could not be kept, and stand as U+FFFD
 *
 * Finds the prefixes without guessing: paragraph by paragraph, what stands
 * before the words of @bare is the prefix, whatever the words look like. It
 * may be one timecode `[HH:MM:SS.sss]` and one label `Speaker N:`, in either
 * order, either or both left out, each with the spaces that follow it. So the
 * words are proved to be the same in both, and all four texts follow from the
 * two.
 *
 * Returns: (transfer full) (nullable): an aligned transcript; %NULL if the two
 *   texts do not align
 */
TrsTranscript *
trs_transcript_align (GBytes     *bare,
                      GBytes     *prefixed,
                      const char *language,
                      gboolean    damaged)
{
  for (TrsSplitRule rule = TRS_SPLIT_FIRST; rule <= TRS_SPLIT_CRLF; rule++)
    {
      g_autoptr (GArray) paragraphs = align_by_rule (bare, prefixed, rule);
      TrsTranscript *self;

      if (paragraphs == NULL)
        continue;

      self = g_object_new (TRS_TYPE_TRANSCRIPT, NULL);
      self->language = dup_known (language);
      self->texts[TRS_TEXT_BARE] = g_bytes_ref (bare);
      self->texts[TRS_TEXT_ALL] = g_bytes_ref (prefixed);
      self->damaged = damaged;
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
  return NULL;
}

/**
 * trs_transcript_new_unaligned:
 * @texts: (array fixed-size=4) (element-type GBytes): the text for each pair of
 *   flags, valid UTF-8; %NULL where it was not fetched
 * @language: (nullable): the language of the transcription
 * @damaged: whether characters of the text could not be kept, and stand as U+FFFD
 *
 * Makes a transcript of which nothing is known but the texts. Where one was
 * not given, the nearest takes its place: one with more prefixes before one
 * with fewer.
 *
 * Returns: (transfer full): a new transcript
 */
TrsTranscript *
trs_transcript_new_unaligned (GBytes     *texts[TRS_TEXT_N_VARIANTS],
                              const char *language,
                              gboolean    damaged)
{
  TrsTranscript *self = g_object_new (TRS_TYPE_TRANSCRIPT, NULL);

  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      self->texts[flags] = find_nearest (texts, flags);
      split_text (self, flags);
    }

  self->language = dup_known (language);
  self->damaged = damaged;
  self->is_rtl = find_direction (self);
  self->has_timecodes = toggle_matters (texts, TRS_TEXT_TIMECODES);
  self->has_speakers = toggle_matters (texts, TRS_TEXT_SPEAKERS);
  return self;
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
  const char *data = g_bytes_get_data (self->texts[TRS_TEXT_BARE], &size);

  return trs_is_blank (data, size);
}

/**
 * trs_paragraph_append_prefix:
 * @self: a paragraph
 * @flags: which prefixes are on
 * @name: (nullable): the name of the speaker, instead of the label of the service
 * @string: where to write them
 *
 * Writes what stands before the words, as the service wrote it.
 */
void
trs_paragraph_append_prefix (const TrsParagraph *self,
                             TrsTextFlags        flags,
                             const char         *name,
                             GString            *string)
{
  g_autofree char *given = name != NULL ? g_strconcat (name, ": ", NULL) : NULL;
  const char *label = given != NULL ? given : self->label;
  gssize length = given != NULL ? -1 : (gssize) self->label_length;
  gboolean with_label = (flags & TRS_TEXT_SPEAKERS) != 0 && label != NULL;

  if (with_label && self->label_first)
    g_string_append_len (string, label, length);
  if ((flags & TRS_TEXT_TIMECODES) != 0 && self->timecode != NULL)
    g_string_append_len (string, self->timecode, (gssize) self->timecode_length);
  if (with_label && !self->label_first)
    g_string_append_len (string, label, length);
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
      trs_paragraph_append_prefix (paragraph, flags, NULL, string);
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
  return self->paragraphs[flags]->len;
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
  GArray *paragraphs = self->paragraphs[flags];

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
  return trs_split_separator (self->rules[flags]);
}

/**
 * trs_transcript_find_time:
 * @self: a transcript
 * @milliseconds: a time of the video
 *
 * Finds who speaks at a time. Times may be missing, and may go backwards: the
 * paragraph is the one that begins last, not the last one in the text.
 *
 * Returns: the index of the paragraph; the first one of all, if all begin later
 */
guint
trs_transcript_find_time (TrsTranscript *self,
                          gint64         milliseconds)
{
  GArray *paragraphs = self->paragraphs[TRS_TEXT_ALL];
  gint64 latest = -1;
  guint found = 0;

  for (guint i = 0; i < paragraphs->len; i++)
    {
      gint64 start = g_array_index (paragraphs, TrsParagraph, i).start;

      if (start > latest && start <= milliseconds)
        {
          latest = start;
          found = i;
        }
    }
  return found;
}

/**
 * trs_transcript_to_offset:
 * @self: a transcript
 * @flags: which of its texts
 * @position: a place in it
 *
 * Returns: the bytes of words before the place
 */
gint64
trs_transcript_to_offset (TrsTranscript   *self,
                          TrsTextFlags     flags,
                          TrsTextPosition  position)
{
  gint64 offset = (gint64) position.byte;

  for (guint i = 0; i < position.paragraph; i++)
    offset += (gint64) trs_transcript_get_paragraph (self, flags, i)->body_length;
  return offset;
}

/**
 * trs_transcript_from_offset:
 * @self: a transcript that is not empty
 * @flags: which of its texts
 * @offset: bytes of words, perhaps of another text
 *
 * Returns: the place with @offset bytes of words before it, at the start of a
 *   character; the end if there are fewer
 */
TrsTextPosition
trs_transcript_from_offset (TrsTranscript *self,
                            TrsTextFlags   flags,
                            gint64         offset)
{
  TrsTextPosition position = { 0, (gsize) MAX (offset, 0) };
  guint n = trs_transcript_get_n_paragraphs (self, flags);
  const TrsParagraph *paragraph = trs_transcript_get_paragraph (self, flags, 0);

  while (position.byte >= paragraph->body_length && position.paragraph + 1 < n)
    {
      position.byte -= paragraph->body_length;
      paragraph = trs_transcript_get_paragraph (self, flags, ++position.paragraph);
    }
  position.byte = MIN (position.byte, paragraph->body_length);
  while (position.byte > 0 && position.byte < paragraph->body_length &&
         ((guchar) paragraph->body[position.byte] & 0xc0) == 0x80)
    position.byte--;
  return position;
}

/**
 * trs_transcript_dup_words:
 * @self: an aligned transcript
 * @start: where the passage begins
 * @end: where it ends, in one of its paragraphs
 *
 * Returns: (transfer full): the words of a passage, its paragraphs separated by two newlines
 */
char *
trs_transcript_dup_words (TrsTranscript   *self,
                          TrsTextPosition  start,
                          TrsTextPosition  end)
{
  GString *words = g_string_new (NULL);

  for (guint i = start.paragraph; i <= end.paragraph; i++)
    {
      const TrsParagraph *paragraph = trs_transcript_get_paragraph (self, TRS_TEXT_ALL, i);
      gsize from = i == start.paragraph ? MIN (start.byte, paragraph->body_length) : 0;
      gsize to = i == end.paragraph ? MIN (end.byte, paragraph->body_length) : paragraph->body_length;

      if (i > start.paragraph)
        g_string_append (words, "\n\n");
      g_string_append_len (words, paragraph->body + from, (gssize) (MAX (from, to) - from));
    }
  return g_string_free (words, FALSE);
}

void
trs_text_version_free (TrsTextVersion *self)
{
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_free (self->sha256[i]);
  g_free (self->address);
  g_free (self->language);
  g_free (self);
}

/**
 * trs_text_versions_find:
 * @versions: (element-type TrsTextVersion): the texts of a project, newest first
 * @shown: whether the one that is read is wanted, else the newest one beside it
 *   about which the user has not decided
 *
 * Returns: (transfer none) (nullable): the text
 */
const TrsTextVersion *
trs_text_versions_find (GPtrArray *versions,
                        gboolean   shown)
{
  for (guint i = 0; i < versions->len; i++)
    {
      const TrsTextVersion *version = g_ptr_array_index (versions, i);

      if (shown ? version->shown : !version->shown && !version->decided)
        return version;
    }

  return NULL;
}

/**
 * trs_transcript_get_language:
 * @self: a #TrsTranscript
 *
 * Returns: (transfer none) (nullable): the language of the transcription, %NULL if it is not known
 */
const char *
trs_transcript_get_language (TrsTranscript *self)
{
  return self->language;
}

/**
 * trs_transcript_is_damaged:
 * @self: a #TrsTranscript
 *
 * Returns: whether characters of the text could not be kept, and stand as
 *   U+FFFD
 */
gboolean
trs_transcript_is_damaged (TrsTranscript *self)
{
  return self->damaged;
}

/**
 * trs_transcript_is_rtl:
 * @self: a #TrsTranscript
 *
 * Returns: whether it runs from right to left: by its language, or if that is
 *   unknown, by its first letter
 */
gboolean
trs_transcript_is_rtl (TrsTranscript *self)
{
  return self->is_rtl;
}

/**
 * trs_transcript_is_aligned:
 * @self: a #TrsTranscript
 *
 * Returns: whether the prefixes are separated from the words
 */
gboolean
trs_transcript_is_aligned (TrsTranscript *self)
{
  return self->aligned;
}

/**
 * trs_transcript_has_timecodes:
 * @self: a #TrsTranscript
 *
 * Returns: whether the text with timecodes is another one than without
 */
gboolean
trs_transcript_has_timecodes (TrsTranscript *self)
{
  return self->has_timecodes;
}

/**
 * trs_transcript_has_speakers:
 * @self: a #TrsTranscript
 *
 * Returns: whether the text with speakers is another one than without
 */
gboolean
trs_transcript_has_speakers (TrsTranscript *self)
{
  return self->has_speakers;
}

/**
 * trs_transcript_get_n_speakers:
 * @self: a #TrsTranscript
 *
 * Returns: how many different speakers there are; 0 if that is unknown, or not
 *   aligned
 */
guint
trs_transcript_get_n_speakers (TrsTranscript *self)
{
  return self->n_speakers;
}
