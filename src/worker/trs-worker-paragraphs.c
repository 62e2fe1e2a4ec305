/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-paragraphs.h"

#include "trs-worker-line.h"
#include "trs-worker-words.h"

#include <string.h>

/* Seconds of silence after which a new paragraph begins. */
#define PAUSE 2.0

/* A long paragraph ends at the next short pause, and the longest one ends without a pause. */
#define LONG_SECONDS 60.0
#define SHORT_PAUSE 0.7
#define LONGEST_SECONDS 180.0

/**
 * TrsWorkerParagraphs:
 *
 * Makes paragraphs of words as they are recognised.
 */
struct _TrsWorkerParagraphs
{
  gboolean capitals;
  TrsWorkerParagraphFunc func;
  gpointer user_data;

  GString *text;
  double start;
  double end;
  guint speaker;
};

/**
 * trs_worker_paragraphs_new:
 * @capitals: whether the words come without any, as a dictionary has them
 * @func: called for each paragraph
 * @user_data: data for @func
 *
 * Returns: (transfer full): a builder
 */
TrsWorkerParagraphs *
trs_worker_paragraphs_new (gboolean               capitals,
                           TrsWorkerParagraphFunc func,
                           gpointer               user_data)
{
  TrsWorkerParagraphs *self = g_new0 (TrsWorkerParagraphs, 1);

  self->capitals = capitals;
  self->func = func;
  self->user_data = user_data;
  self->text = g_string_new (NULL);
  return self;
}

void
trs_worker_paragraphs_free (TrsWorkerParagraphs *self)
{
  g_string_free (self->text, TRUE);
  g_free (self);
}

/* How much of it goes into one line: up to a blank, if there is one in time. */
static gsize
get_piece (const char *text)
{
  gsize length = strlen (text);
  const char *cut;

  if (length <= TRS_WORKER_LINE_MAX_TEXT)
    return length;
  cut = g_strrstr_len (text, TRS_WORKER_LINE_MAX_TEXT, " ");
  if (cut == NULL || cut == text)
    cut = g_utf8_find_prev_char (text, text + TRS_WORKER_LINE_MAX_TEXT);
  return (gsize) (cut - text);
}

static void
emit (TrsWorkerParagraphs *self)
{
  g_autofree char *text = self->capitals ? trs_worker_words_capitalize (self->text->str) : g_strdup (self->text->str);
  const char *at = text;

  while (*at != '\0')
    {
      gsize length = get_piece (at);
      g_autofree char *piece = g_strndup (at, length);

      self->func (self->start, self->end, self->speaker, g_strchomp (piece), self->user_data);
      at += length + (at[length] == ' ');
    }
  g_string_truncate (self->text, 0);
}

static gboolean
begins_anew (TrsWorkerParagraphs *self,
             const TrsWorkerCue  *cue)
{
  double pause = cue->start - self->end;
  double length = cue->end - self->start;

  if (cue->speaker != self->speaker || cue->turn || pause >= PAUSE || length > LONGEST_SECONDS)
    return TRUE;
  if (length <= LONG_SECONDS && self->text->len < TRS_WORKER_LINE_MAX_TEXT / 2)
    return FALSE;
  return pause >= SHORT_PAUSE || trs_worker_words_end_here (self->text->str);
}

/**
 * trs_worker_paragraphs_add:
 * @self: a builder
 * @cue: the words that follow
 */
void
trs_worker_paragraphs_add (TrsWorkerParagraphs *self,
                           const TrsWorkerCue  *cue)
{
  if (self->text->len > 0 && begins_anew (self, cue))
    emit (self);
  if (self->text->len == 0)
    {
      self->start = cue->start;
      self->end = cue->end;
      self->speaker = cue->speaker;
    }
  trs_worker_words_join (self->text, cue->text);
  self->end = MAX (self->end, cue->end);
}

/**
 * trs_worker_paragraphs_finish:
 * @self: a builder
 *
 * Gives away the last one.
 */
void
trs_worker_paragraphs_finish (TrsWorkerParagraphs *self)
{
  emit (self);
}
