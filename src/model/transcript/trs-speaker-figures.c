/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-speaker-figures.h"

/* Totals of one speaker, or of all. */
typedef struct
{
  TrsSpeakerFigures figures;
  gint64 time;
  gint64 words;
} Sum;

static Sum *
get_sum (GHashTable *sums,
         guint       speaker)
{
  Sum *sum = g_hash_table_lookup (sums, GUINT_TO_POINTER (speaker));

  if (sum == NULL)
    {
      sum = g_new0 (Sum, 1);
      sum->figures.speaker = speaker;
      g_hash_table_insert (sums, GUINT_TO_POINTER (speaker), sum);
    }
  return sum;
}

static const TrsParagraph *
get_paragraph (TrsDocument *document,
               guint        index)
{
  return trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, index);
}

/* Returns the milliseconds to the next paragraph that has a time. */
static gint64
get_time (TrsDocument *document,
          guint        index,
          gint64       length)
{
  guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (document), TRS_TEXT_ALL);
  gint64 start = get_paragraph (document, index)->start;
  gint64 next = -1;

  if (start < 0)
    return 0;
  for (guint i = index + 1; i < n && next < 0; i++)
    next = get_paragraph (document, i)->start;
  return MAX (0, (next >= 0 ? next : length) - start);
}

/* Excerpts are for recognising a speaker: the first paragraph, because people introduce themselves there, and the
 * longest others, because a voice is easiest to recognise in them. */
static void
add_excerpt (TrsDocument       *document,
             TrsSpeakerFigures *figures,
             guint              paragraph)
{
  guint shortest = 1;

  if (figures->n_excerpts < TRS_SPEAKER_MAX_EXCERPTS)
    {
      figures->excerpts[figures->n_excerpts++] = paragraph;
      return;
    }

  for (guint i = 2; i < TRS_SPEAKER_MAX_EXCERPTS; i++)
    if (get_paragraph (document, figures->excerpts[i])->body_length <
        get_paragraph (document, figures->excerpts[shortest])->body_length)
      shortest = i;
  if (get_paragraph (document, paragraph)->body_length <=
      get_paragraph (document, figures->excerpts[shortest])->body_length)
    return;
  for (guint i = shortest; i + 1 < TRS_SPEAKER_MAX_EXCERPTS; i++)
    figures->excerpts[i] = figures->excerpts[i + 1];
  figures->excerpts[TRS_SPEAKER_MAX_EXCERPTS - 1] = paragraph;
}

static int
compare_speakers (gconstpointer a,
                  gconstpointer b)
{
  guint one = ((const TrsSpeakerFigures *) a)->speaker;
  guint other = ((const TrsSpeakerFigures *) b)->speaker;

  return one < other ? -1 : one > other;
}

static void
sum_up (TrsDocument *document,
        gint64       length,
        GHashTable  *sums,
        Sum         *all)
{
  guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (document), TRS_TEXT_ALL);
  guint before = 0;

  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph = get_paragraph (document, i);
      guint speaker = trs_document_get_speaker (document, i);
      gint64 time = get_time (document, i, length);
      gint64 words = g_utf8_strlen (paragraph->body, (gssize) paragraph->body_length);

      all->time += time;
      all->words += words;
      if (speaker > 0)
        {
          Sum *sum = get_sum (sums, speaker);

          sum->time += time;
          sum->words += words;
          sum->figures.n_turns += speaker != before;
          add_excerpt (document, &sum->figures, i);
        }
      before = speaker;
    }
}

/**
 * trs_speaker_figures_new:
 * @document: an aligned transcript, with what the user added
 * @length: how long the video is, in milliseconds; 0 if that is not known
 * @by_time: (out): whether the shares are of the time; else they are of the
 *   words, counted in characters, as not every script separates them by spaces
 *
 * Nobody knows when a paragraph ends, so that its time is reckoned to where the
 * next one begins.
 *
 * Returns: (transfer full) (element-type TrsSpeakerFigures): those who speak, and
 *   the labels that are merged, by their numbers
 */
GArray *
trs_speaker_figures_new (TrsDocument *document,
                         gint64       length,
                         gboolean    *by_time)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *figures = g_array_new (FALSE, FALSE, sizeof (TrsSpeakerFigures));
  Sum all = { { 0 } };
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  sum_up (document, length, sums, &all);
  g_hash_table_iter_init (&iter, trs_document_get_merged (document));
  while (g_hash_table_iter_next (&iter, &key, &value))
    get_sum (sums, GPOINTER_TO_UINT (key))->figures.merged_into = GPOINTER_TO_UINT (value);

  *by_time = all.time > 0;
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Sum *sum = value;

      sum->figures.share = *by_time ? (double) sum->time / (double) all.time
                                    : (double) sum->words / (double) MAX (1, all.words);
      g_array_append_val (figures, sum->figures);
    }
  g_array_sort (figures, compare_speakers);
  return figures;
}
