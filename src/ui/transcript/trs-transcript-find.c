/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-find.h"

#include <string.h>

#include "trs-search-snippet.h"
#include "trs-task.h"

typedef struct
{
  gsize offset;
  gboolean shifted;
} Folded;

struct _TrsTranscriptFind
{
  GObject parent_instance;

  TrsTranscript *transcript;
  TrsTextFlags flags;
  GString *text;
  GArray *paragraphs;
  GArray *found;
};

G_DEFINE_FINAL_TYPE (TrsTranscriptFind, trs_transcript_find, G_TYPE_OBJECT)

static void
trs_transcript_find_finalize (GObject *object)
{
  TrsTranscriptFind *self = TRS_TRANSCRIPT_FIND (object);

  g_clear_object (&self->transcript);
  g_string_free (self->text, TRUE);
  g_array_unref (self->paragraphs);
  g_clear_pointer (&self->found, g_array_unref);

  G_OBJECT_CLASS (trs_transcript_find_parent_class)->finalize (object);
}

static void
trs_transcript_find_class_init (TrsTranscriptFindClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_transcript_find_finalize;
}

static void
trs_transcript_find_init (TrsTranscriptFind *self)
{
  self->text = g_string_new (NULL);
  self->paragraphs = g_array_new (FALSE, FALSE, sizeof (Folded));
}

#define FINAL_SIGMA 0x3c2
#define SIGMA 0x3c3
#define NO_BREAK_SPACE 0xa0

/* Folds one character into as many bytes as it takes; returns how many. */
static gsize
fold_character (const char *p,
                char        folded[6])
{
  gunichar c;

  if ((guchar) *p < 0x80)
    {
      folded[0] = g_ascii_tolower (*p);
      return 1;
    }

  c = g_unichar_tolower (g_utf8_get_char (p));
  if (c == FINAL_SIGMA)
    c = SIGMA;
  if (c == NO_BREAK_SPACE)
    c = ' ';
  return g_unichar_to_utf8 (c, folded);
}

/* Returns whether any character takes another number of bytes than before. */
static gboolean
fold (const char *words,
      gsize       length,
      GString    *text)
{
  const char *end = words + length;
  gboolean shifted = FALSE;

  for (const char *p = words; p < end;)
    {
      char folded[6];
      gsize n = g_utf8_skip[(guchar) *p];
      gsize m = fold_character (p, folded);

      g_string_append_len (text, folded, m);
      shifted = shifted || m != n;
      p += n;
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
 * Takes some milliseconds an hour of speech at worst: see
 * trs_transcript_find_new_async().
 *
 * Returns: (transfer full): the words, ready to be searched
 */
TrsTranscriptFind *
trs_transcript_find_new (TrsTranscript *transcript,
                         TrsTextFlags   flags)
{
  TrsTranscriptFind *self = g_object_new (TRS_TYPE_TRANSCRIPT_FIND, NULL);
  guint n;

  self->transcript = g_object_ref (transcript);
  self->flags = trs_transcript_get_aligned (transcript) ? TRS_TEXT_ALL : flags;
  n = trs_transcript_get_n_paragraphs (transcript, self->flags);
  for (guint i = 0; i < n; i++)
    add_paragraph (self, trs_transcript_get_paragraph (transcript, self->flags, i));
  return self;
}

/* All places of the words, as the search across every transcript understands them. */
static void
find_query (TrsTranscriptFind *self,
            const char        *words)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (words);

  self->found = g_array_new (FALSE, FALSE, sizeof (TrsFindHit));
  for (guint i = 0; i < self->paragraphs->len; i++)
    {
      const TrsParagraph *raw = trs_transcript_get_paragraph (self->transcript, self->flags, i);
      g_autoptr (GArray) ranges = trs_search_find_ranges (query, raw->body, raw->body_length);

      for (guint j = 0; j < ranges->len; j++)
        {
          const TrsSearchRange *range = &g_array_index (ranges, TrsSearchRange, j);
          TrsFindHit hit = { { i, range->start }, range->length };

          g_array_append_val (self->found, hit);
        }
    }
}

typedef struct
{
  TrsTranscript *transcript;
  TrsTextFlags flags;
  char *query;
} NewState;

static void
new_state_clear (NewState *state)
{
  g_clear_object (&state->transcript);
  g_free (state->query);
}

TRS_DEFINE_TASK_STATE (NewState, new_state)

static void
new_thread (GTask        *task,
            gpointer      source,
            gpointer      task_data,
            GCancellable *cancellable)
{
  NewState *state = new_state_get (task);
  TrsTranscriptFind *self = trs_transcript_find_new (state->transcript, state->flags);

  if (state->query != NULL)
    find_query (self, state->query);
  g_task_return_pointer (task, self, g_object_unref);
}

/**
 * trs_transcript_find_new_async:
 * @transcript: a transcript
 * @flags: which of its texts, for one that is not aligned
 * @query: (nullable): what was looked for in every transcript, see trs_search_query_new()
 * @cancellable: (nullable): gives up
 * @callback: called when the words are ready
 * @user_data: (closure): for @callback
 *
 * As trs_transcript_find_new(), on a worker thread; where @query stands is
 * found there, too.
 */
void
trs_transcript_find_new_async (TrsTranscript       *transcript,
                               TrsTextFlags         flags,
                               const char          *query,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  NewState *state = new_state_attach (task);

  g_task_set_source_tag (task, trs_transcript_find_new_async);
  state->transcript = g_object_ref (transcript);
  state->flags = flags;
  state->query = g_strdup (query);
  g_task_run_in_thread (task, new_thread);
}

/**
 * trs_transcript_find_new_finish:
 * @result: what the callback got
 * @error: (out): only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the words, ready to be searched
 */
TrsTranscriptFind *
trs_transcript_find_new_finish (GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_transcript_find_get_found:
 * @self: the words
 *
 * Returns: (transfer none) (nullable) (element-type TrsFindHit): where the
 *   query stands that was given to trs_transcript_find_new_async()
 */
GArray *
trs_transcript_find_get_found (TrsTranscriptFind *self)
{
  g_return_val_if_fail (TRS_IS_TRANSCRIPT_FIND (self), NULL);

  return self->found;
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
    {
      char folded[6];

      seen += fold_character (p, folded);
    }

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
