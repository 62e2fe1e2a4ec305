/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-cues.h"

#include "trs-worker-error.h"
#include "trs-worker-words.h"

#include <math.h>
#include <string.h>

/* Speakers of one recording. */
#define MAX_SPEAKERS 1000

/* What PocketSphinx makes of music and noise has at least this many words, of which at most these are different. */
#define DRONE_WORDS 8
#define DRONE_DIFFERENT 2

/* Seconds by which a cue may start before the previous one. */
#define TOLERANCE 1.0

/* One in so many may be wrong, before nothing of it is believed. */
#define MIN_PART_DROPPED 10

/**
 * TrsWorkerCues:
 *
 * What a recogniser has written, as it is read. Speakers become numbers in the order in which they appear.
 */
struct _TrsWorkerCues
{
  GArray *cues;
  GHashTable *speakers;
  char *language; /* (nullable) */
  guint n_dropped;
};

static void
cue_clear (gpointer data)
{
  g_free (((TrsWorkerCue *) data)->text);
}

static GArray *
new_array (void)
{
  GArray *cues = g_array_new (FALSE, FALSE, sizeof (TrsWorkerCue));

  g_array_set_clear_func (cues, cue_clear);
  return cues;
}

TrsWorkerCues *
trs_worker_cues_new (void)
{
  TrsWorkerCues *self = g_new0 (TrsWorkerCues, 1);

  self->cues = new_array ();
  self->speakers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
trs_worker_cues_free (TrsWorkerCues *self)
{
  g_array_unref (self->cues);
  g_hash_table_unref (self->speakers);
  g_free (self->language);
  g_free (self);
}

static guint
number_speaker (TrsWorkerCues *self,
                const char    *speaker)
{
  gpointer number;

  if (speaker == NULL || *speaker == '\0')
    return 0;
  number = g_hash_table_lookup (self->speakers, speaker);
  if (number == NULL && g_hash_table_size (self->speakers) < MAX_SPEAKERS)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (self->speakers) + 1);
      g_hash_table_insert (self->speakers, g_strdup (speaker), number);
    }
  return GPOINTER_TO_UINT (number);
}

/**
 * trs_worker_cues_add:
 * @self: cues
 * @start: where the next one begins
 * @end: where it ends
 * @text: its words, as they came: valid UTF-8
 * @speaker: (nullable): what the recogniser calls the speaker
 * @turn: whether somebody else may be speaking from here on
 *
 * Without a word nothing is added.
 *
 * Returns: %FALSE if there are too many
 */
gboolean
trs_worker_cues_add (TrsWorkerCues *self,
                     double         start,
                     double         end,
                     const char    *text,
                     const char    *speaker,
                     gboolean       turn)
{
  TrsWorkerCue cue = { start, end, trs_worker_words_clean (text), 0, turn };

  if (*cue.text == '\0')
    {
      g_free (cue.text);
      return TRUE;
    }
  if (self->cues->len >= TRS_WORKER_CUES_MAX)
    {
      g_free (cue.text);
      return FALSE;
    }
  cue.speaker = number_speaker (self, speaker);
  g_array_append_val (self->cues, cue);
  return TRUE;
}

guint
trs_worker_cues_size (TrsWorkerCues *self)
{
  return self->cues->len;
}

const TrsWorkerCue *
trs_worker_cues_get (TrsWorkerCues *self,
                     guint          i)
{
  return &g_array_index (self->cues, TrsWorkerCue, i);
}

/**
 * trs_worker_cues_set_language:
 * @self: cues
 * @code: what a recogniser says of the language: valid UTF-8
 *
 * Takes only what has the form of a language code, such as `de`: others write `auto`, or a name.
 */
void
trs_worker_cues_set_language (TrsWorkerCues *self,
                              const char    *code)
{
  gsize length = strspn (code, "abcdefghijklmnopqrstuvwxyz");

  if (length < 2 || length > 3 || code[length] != '\0')
    return;
  g_free (self->language);
  self->language = g_strdup (code);
}

/**
 * trs_worker_cues_get_language:
 * @self: cues
 *
 * Returns: (nullable): the code of their language, if the recogniser has named one
 */
const char *
trs_worker_cues_get_language (TrsWorkerCues *self)
{
  return self->language;
}

/**
 * trs_worker_cues_drone:
 * @self: the words of one stretch of sound
 *
 * Returns: whether they are what PocketSphinx makes of music and noise: “to the to the to the to the”
 */
gboolean
trs_worker_cues_drone (TrsWorkerCues *self)
{
  g_autoptr (GHashTable) different = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->cues->len; i++)
    g_hash_table_add (different, g_array_index (self->cues, TrsWorkerCue, i).text);
  return self->cues->len >= DRONE_WORDS && g_hash_table_size (different) <= DRONE_DIFFERENT;
}

/* A time may be none at all, or not one of this recording. */
static gboolean
is_possible (const TrsWorkerCue *cue,
             double              length)
{
  return isfinite (cue->start) && isfinite (cue->end) && cue->start >= 0 && cue->end >= cue->start - TOLERANCE &&
         cue->start <= length + TOLERANCE;
}

/* Of two that are out of order one is wrong: the first, where the second fits behind those before it. */
static void
keep_in_order (GArray             *kept,
               const TrsWorkerCue *cue)
{
  const TrsWorkerCue *last = kept->len > 0 ? &g_array_index (kept, TrsWorkerCue, kept->len - 1) : NULL;
  double before = kept->len > 1 ? g_array_index (kept, TrsWorkerCue, kept->len - 2).start : 0;

  if (last != NULL && cue->start < last->start - TOLERANCE)
    {
      if (cue->start < before - TOLERANCE)
        return;
      g_array_set_size (kept, kept->len - 1);
    }
  g_array_append_vals (kept, cue, 1);
}

/* Takes the texts of those that are kept away from the others. */
static void
replace_cues (TrsWorkerCues *self,
              GArray        *kept)
{
  GArray *cues = new_array ();

  for (guint i = 0; i < kept->len; i++)
    {
      TrsWorkerCue cue = g_array_index (kept, TrsWorkerCue, i);

      cue.text = g_strdup (cue.text);
      g_array_append_val (cues, cue);
    }
  g_array_unref (self->cues);
  self->cues = cues;
}

/**
 * trs_worker_cues_check:
 * @self: cues that were read
 * @length: the length of the recording, in seconds
 * @error: return location for an error
 *
 * Puts right what recognisers are known to get wrong by little: a last cue that ends with the silence that
 * was added to the recording, and cues that overlap. One whose times cannot be is dropped, and a few of many.
 *
 * Returns: %FALSE with %TRS_WORKER_ERROR_RESULT if its times cannot be those of the recording
 */
gboolean
trs_worker_cues_check (TrsWorkerCues  *self,
                       double          length,
                       GError        **error)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (TrsWorkerCue));
  guint n = self->cues->len;
  double last = 0;

  for (guint i = 0; i < n; i++)
    if (is_possible (trs_worker_cues_get (self, i), length))
      keep_in_order (kept, trs_worker_cues_get (self, i));
  self->n_dropped = n - kept->len;
  if (self->n_dropped == n ? n > 0 : self->n_dropped > MAX (1, n / MIN_PART_DROPPED))
    {
      g_set_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT,
                   "The times of the recogniser are not those of the recording (%u of %u parts).", self->n_dropped, n);
      return FALSE;
    }

  replace_cues (self, kept);
  for (guint i = 0; i < self->cues->len; i++)
    {
      TrsWorkerCue *cue = &g_array_index (self->cues, TrsWorkerCue, i);

      cue->start = CLAMP (cue->start, last, MAX (length, last));
      cue->end = CLAMP (cue->end, cue->start, MAX (length, cue->start));
      last = cue->start;
    }
  return TRUE;
}

/**
 * trs_worker_cues_get_n_dropped:
 * @self: cues
 *
 * Returns: how many trs_worker_cues_check() has dropped
 */
guint
trs_worker_cues_get_n_dropped (TrsWorkerCues *self)
{
  return self->n_dropped;
}
