/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-segmenter.h"

#include "trs-media.h"

#include <math.h>

/* Everything is counted in frames of 10 ms. */
#define FRAME (TRS_MEDIA_RATE / 100)
#define SECOND 100
#define CHUNK ((gsize) FRAME * 10)

/* Sound may be speech if it is louder by this than the quietest of the last seconds, which is the floor. */
#define MARGIN_DB 9.0
#define LOWEST_FLOOR_DB (-65.0)

/* The floor that is assumed at the start: a recording may begin in the middle of a word. */
#define FIRST_FLOOR_DB (-50.0)
#define FIRST_FRAMES SECOND

#define ON_FRAMES 3
#define OFF_FRAMES 45
#define TAIL_FRAMES 20
#define PRE_ROLL_FRAMES 20

/* Long segments take more memory and time to recognise: after DIP_AFTER one ends at the next dip, at the latest after
 * LONGEST. */
#define DIP_AFTER (15 * SECOND)
#define DIP_FRAMES 10
#define LONGEST (20 * SECOND)

/* The floor is the minimum of the last blocks of half a second. */
#define BLOCK_FRAMES (SECOND / 2)
#define N_BLOCKS 12

/* Frames over which loudness is averaged, because words have single quiet frames. */
#define SMOOTH_FRAMES 5

/**
 * TrsMediaSegmenter:
 *
 * Finds where somebody may be speaking, by loudness alone: samples go in, and a function gets each stretch.
 */
struct _TrsMediaSegmenter
{
  TrsMediaSegmentFunc func;
  gpointer user_data;

  /* What may still become part of a segment, from the frame @held_from. */
  GArray *held;
  guint64 offset;
  guint64 held_from;
  guint64 frame;

  double recent[SMOOTH_FRAMES];
  double blocks[N_BLOCKS];
  double block;

  gboolean speaking;
  gboolean stopped;
  guint64 from;
  guint loud;
  guint quiet;

  double dip;
  guint64 dip_frame;
};

/**
 * trs_media_segmenter_new:
 * @start: the place of the first sample that will come
 * @func: called for each segment, in order; they never overlap
 * @user_data: data for @func
 *
 * Returns: (transfer full): a segmenter
 */
TrsMediaSegmenter *
trs_media_segmenter_new (guint64             start,
                         TrsMediaSegmentFunc func,
                         gpointer            user_data)
{
  TrsMediaSegmenter *self = g_new0 (TrsMediaSegmenter, 1);

  self->func = func;
  self->user_data = user_data;
  self->offset = start;
  self->held = g_array_new (FALSE, FALSE, sizeof (gint16));
  self->block = G_MAXDOUBLE;
  for (guint i = 0; i < N_BLOCKS; i++)
    self->blocks[i] = G_MAXDOUBLE;
  return self;
}

void
trs_media_segmenter_free (TrsMediaSegmenter *self)
{
  g_array_unref (self->held);
  g_free (self);
}

static double
measure (const gint16 *samples)
{
  double sum = 0;

  for (guint i = 0; i < FRAME; i++)
    sum += (double) samples[i] * samples[i];
  /* The rate is a multiple of 100. NOLINTNEXTLINE(bugprone-integer-division) */
  return 10 * log10 (sum / FRAME / (32768.0 * 32768.0) + 1e-10);
}

static double
smooth (TrsMediaSegmenter *self,
        double             loudness)
{
  double sum = 0;

  self->recent[self->frame % SMOOTH_FRAMES] = loudness;
  for (guint i = 0; i < SMOOTH_FRAMES; i++)
    sum += self->recent[i];
  return self->frame + 1 < SMOOTH_FRAMES ? loudness : sum / SMOOTH_FRAMES;
}

static double
follow_floor (TrsMediaSegmenter *self,
              double             smoothed)
{
  double floor;

  if (self->frame % BLOCK_FRAMES == 0)
    {
      self->blocks[self->frame / BLOCK_FRAMES % N_BLOCKS] = self->block;
      self->block = G_MAXDOUBLE;
    }
  self->block = MIN (self->block, smoothed);

  floor = self->block;
  for (guint i = 0; i < N_BLOCKS; i++)
    floor = MIN (floor, self->blocks[i]);
  if (self->frame < FIRST_FRAMES)
    floor = MIN (floor, FIRST_FLOOR_DB);
  return MAX (floor, LOWEST_FLOOR_DB);
}

/* Gives away what lies between two frames. */
static void
emit (TrsMediaSegmenter *self,
      guint64            from,
      guint64            to)
{
  const gint16 *samples = (const gint16 *) (gpointer) self->held->data + (from - self->held_from) * FRAME;

  if (to > from && !self->func (self->offset + from * FRAME, samples, (gsize) (to - from) * FRAME, self->user_data))
    self->stopped = TRUE;
}

static void
forget_before (TrsMediaSegmenter *self,
               guint64            frame)
{
  if (frame <= self->held_from)
    return;

  g_array_remove_range (self->held, 0, (guint) (frame - self->held_from) * FRAME);
  self->held_from = frame;
}

static void
begin (TrsMediaSegmenter *self,
       guint64            from)
{
  self->speaking = TRUE;
  self->from = MAX (from, self->held_from);
  self->quiet = 0;
  self->dip = G_MAXDOUBLE;
}

static void
end (TrsMediaSegmenter *self,
     guint64            to)
{
  emit (self, self->from, to);
  self->speaking = FALSE;
  self->loud = 0;
  forget_before (self, to);
}

static void
listen (TrsMediaSegmenter *self,
        gboolean           loud)
{
  self->loud = loud ? self->loud + 1 : 0;
  if (self->loud >= ON_FRAMES)
    {
      guint64 before = ON_FRAMES - 1 + PRE_ROLL_FRAMES;

      begin (self, self->frame > before ? self->frame - before : 0);
    }
  else if (self->frame > PRE_ROLL_FRAMES + ON_FRAMES)
    {
      forget_before (self, self->frame - PRE_ROLL_FRAMES - ON_FRAMES);
    }
}

static void
follow (TrsMediaSegmenter *self,
        gboolean           loud,
        double             smoothed)
{
  guint64 length = self->frame - self->from;

  self->quiet = loud ? 0 : self->quiet + 1;
  if (length >= DIP_AFTER && smoothed < self->dip)
    {
      self->dip = smoothed;
      self->dip_frame = self->frame - SMOOTH_FRAMES / 2;
    }

  if (self->quiet >= OFF_FRAMES)
    {
      end (self, self->frame + 1 - OFF_FRAMES + TAIL_FRAMES);
    }
  else if ((length >= DIP_AFTER && self->quiet >= DIP_FRAMES) || length >= LONGEST)
    {
      guint64 cut = self->quiet >= DIP_FRAMES ? self->frame - DIP_FRAMES / 2 : self->dip_frame;
      guint quiet = self->quiet;

      end (self, cut);
      begin (self, cut);
      self->quiet = quiet;
    }
}

static void
push (TrsMediaSegmenter *self,
      const gint16      *samples,
      gsize              n)
{
  g_array_append_vals (self->held, samples, (guint) n);
  while (!self->stopped && (self->frame + 1 - self->held_from) * FRAME <= self->held->len)
    {
      const gint16 *frame = (const gint16 *) (gpointer) self->held->data + (self->frame - self->held_from) * FRAME;
      double loudness = measure (frame);
      double smoothed = smooth (self, loudness);
      gboolean loud = loudness > follow_floor (self, smoothed) + MARGIN_DB;

      if (self->speaking)
        follow (self, loud, smoothed);
      else
        listen (self, loud);
      self->frame++;
    }
}

/**
 * trs_media_segmenter_push:
 * @self: a segmenter
 * @samples: (array length=n): what comes next
 * @n: how many
 *
 * Returns: %FALSE once the function wants no more
 */
gboolean
trs_media_segmenter_push (TrsMediaSegmenter *self,
                          const gint16      *samples,
                          gsize              n)
{
  /* What is held moves forward with each frame, so that it has to be little. */
  for (gsize done = 0; done < n && !self->stopped; done += CHUNK)
    push (self, samples + done, MIN (CHUNK, n - done));
  return !self->stopped;
}

/**
 * trs_media_segmenter_finish:
 * @self: a segmenter
 *
 * Gives away what was being spoken when the recording ended.
 *
 * Returns: %FALSE if the function wanted no more
 */
gboolean
trs_media_segmenter_finish (TrsMediaSegmenter *self)
{
  if (self->speaking && !self->stopped)
    end (self, self->frame);
  return !self->stopped;
}
