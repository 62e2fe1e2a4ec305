/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-inside.h"

#include "trs-media-decoder.h"
#include "trs-media-discover.h"
#include "trs-media-segmenter.h"
#include "trs-media.h"
#include "trs-worker-error.h"
#include "trs-worker-line.h"
#include "trs-worker-paragraphs.h"
#include "trs-worker-result.h"
#include "trs-worker-sandbox.h"
#include "trs-worker-sound.h"
#include "trs-worker-sphinx.h"
#include "trs-worker-wav.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK 16384

/* The shortest time between two reports of progress: a percent may take a second or a thousandth of one. */
#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 4)

/* What is left to do of a recording that is read. */
typedef struct
{
  const TrsWorkerInside *inside;
  double length;
  int percent;
  gboolean transcribing;
  gint64 reported_at;

  TrsWorkerSound *sound; /* (nullable) */
  TrsWorkerSphinx *sphinx;
  TrsWorkerParagraphs *paragraphs;
  guint failures;
} Work;

/* Writes the whole line, however slowly the reader takes it. An error means that the
 * reader is gone, and that nobody needs the rest. */
static void
print_line (const TrsWorkerLine *line)
{
  g_autofree char *text = trs_worker_line_write (line);
  gsize length = strlen (text);

  for (gsize done = 0; done < length;)
    {
      gssize n = write (STDOUT_FILENO, text + done, length - done);

      if (n < 0 && errno != EINTR)
        _exit (EXIT_FAILURE);
      done += n > 0 ? (gsize) n : 0;
    }
}

static G_GNUC_NORETURN void
give_up (const GError *error)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_FAULT,
                         .reason = (char *) trs_worker_error_get_reason (error),
                         .text = error->message };

  print_line (&line);
  _exit (EXIT_FAILURE);
}

static void
report_length (double length)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_LENGTH, .seconds = length };

  print_line (&line);
}

static void
report_end (double   seconds,
            gboolean cut)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_END, .seconds = seconds, .cut = cut };

  print_line (&line);
}

static void
report_language (const char *code)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_LANGUAGE, .text = (char *) code };

  if (code != NULL)
    print_line (&line);
}

/* The sound is all there, or not kept. */
static void
finish_sound (Work *work)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_SOUND };
  const char *fault;

  if (work->sound == NULL)
    return;
  line.kept = trs_worker_sound_finish (work->sound, &fault);
  line.text = (char *) fault;
  print_line (&line);
  g_clear_pointer (&work->sound, trs_worker_sound_free);
}

static void
report_progress (Work   *work,
                 double  seconds)
{
  gint64 now = g_get_monotonic_time ();
  int percent = work->length > 0 ? (int) CLAMP (seconds * 100 / work->length, 0, 99) : 0;
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_PROGRESS, .transcribing = work->transcribing };

  if (percent <= work->percent || (work->percent >= 0 && now - work->reported_at < PROGRESS_INTERVAL))
    return;
  work->percent = percent;
  work->reported_at = now;
  line.percent = (guint) percent;
  print_line (&line);
}

static void
begin_state (Work     *work,
             gboolean  transcribing)
{
  work->transcribing = transcribing;
  work->percent = -1;
  report_progress (work, 0);
}

static void
paragraph_cb (double      start,
              double      end,
              guint       speaker,
              const char *text,
              gpointer    user_data)
{
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_PARAGRAPH,
                         .start = start,
                         .seconds = end,
                         .speaker = speaker,
                         .text = (char *) text };

  print_line (&line);
}

/* GStreamer writes down which plug-ins there are: before the doors close. */
static void
enter (const TrsWorkerInside *inside,
       const char            *writable)
{
  const char *readable[] = { inside->file, inside->model, NULL };
  TrsWorkerSandbox sandbox = { .kind = TRS_WORKER_SANDBOX_DECODER, .readable = readable, .writable = writable };
  g_autoptr (GError) error = NULL;

  if (!trs_media_init (TRUE, &error))
    give_up (error);
  trs_worker_sandbox_enter (&sandbox);
}

static TrsMediaInfo *
discover (const TrsWorkerInside *inside)
{
  g_autoptr (GError) error = NULL;
  TrsMediaInfo *info = trs_media_discover (inside->file, &error);

  if (info == NULL)
    give_up (error);
  if (inside->track > info->tracks->len)
    {
      error = g_error_new (TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_NO_SOUND, "The file has no sound track %u.", inside->track);
      give_up (error);
    }
  return info;
}

/**
 * trs_worker_inside_discover:
 * @inside: (type TrsWorkerInside): what to look at
 *
 * Reports what a file holds.
 */
void
trs_worker_inside_discover (gpointer inside)
{
  g_autoptr (TrsMediaInfo) info = NULL;
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_MEDIA };

  enter (inside, NULL);
  info = discover (inside);
  line.seconds = info->length;
  line.bytes = info->bytes;
  line.text = info->title;
  line.tracks = info->tracks->len > 1 ? info->tracks : NULL;
  print_line (&line);
}

static gboolean
segment_cb (guint64       start,
            const gint16 *samples,
            gsize         n,
            gpointer      user_data)
{
  Work *work = user_data;
  g_autoptr (TrsWorkerCues) words = trs_worker_cues_new ();

  if (!trs_worker_sphinx_recognize (work->sphinx, start, samples, n, words))
    work->failures++;
  for (guint i = 0; i < trs_worker_cues_size (words) && !trs_worker_cues_drone (words); i++)
    trs_worker_paragraphs_add (work->paragraphs, trs_worker_cues_get (words, i));
  report_progress (work, (double) (start + n) / TRS_MEDIA_RATE);
  return TRUE;
}

static TrsMediaDecoder *
open_decoder (const TrsWorkerInside *inside,
              double                 length)
{
  TrsMediaDecoder *decoder = trs_media_decoder_new (inside->file, length);
  g_autoptr (GError) error = NULL;

  trs_media_decoder_set_track (decoder, inside->track);
  if (!trs_media_decoder_start (decoder, &error))
    give_up (error);
  return decoder;
}

/* Returns how many there are, 0 at the end. */
static gsize
read_samples (Work            *work,
              TrsMediaDecoder *decoder,
              gint16          *samples)
{
  double until = work->inside->until;
  double before = trs_media_decoder_get_seconds (decoder);
  g_autoptr (GError) error = NULL;
  gssize n;

  if (until > 0 && before >= until)
    return 0;
  n = trs_media_decoder_read (decoder, samples, CHUNK, &error);
  if (n < 0)
    give_up (error);
  return until > 0 ? MIN ((gsize) n, (gsize) ((until - before) * TRS_MEDIA_RATE)) : (gsize) n;
}

/* Returns how much of it is to be read, in seconds. */
static double
limit (Work   *work,
       double  seconds)
{
  return work->inside->until > 0 ? MIN (seconds, work->inside->until) : seconds;
}

/* What is stopped on purpose is not cut. */
static gboolean
is_cut (Work            *work,
        TrsMediaDecoder *decoder)
{
  return work->inside->until <= 0 && trs_media_decoder_is_cut (decoder);
}

/* The whole file is read once before anything is recognised, so that what is wrong with it is known, and how long it
 * is: that takes a thousandth of the time, and no room but for the sound that is kept. */
static TrsMediaDecoder *
read_once (Work *work)
{
  TrsMediaDecoder *decoder = open_decoder (work->inside, work->length);
  gint16 samples[CHUNK];
  gsize n;

  begin_state (work, FALSE);
  trs_worker_sound_begin (work->sound, work->length, 0);
  while ((n = read_samples (work, decoder, samples)) > 0)
    {
      trs_worker_sound_write (work->sound, samples, n);
      report_progress (work, trs_media_decoder_get_seconds (decoder));
    }
  if (trs_media_decoder_get_seconds (decoder) <= 0)
    {
      g_autoptr (GError) error =
          g_error_new_literal (TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_NO_SOUND, "The file has no sound.");

      give_up (error);
    }
  work->length = limit (work, trs_media_decoder_get_seconds (decoder));
  report_length (work->length);
  finish_sound (work);
  return decoder;
}

static void
recognize_all (Work *work)
{
  g_autoptr (TrsMediaDecoder) decoder = open_decoder (work->inside, work->length);
  guint64 from = (guint64) (work->inside->from * TRS_MEDIA_RATE), place = 0;
  g_autoptr (TrsMediaSegmenter) segmenter = trs_media_segmenter_new (from, segment_cb, work);
  gint16 samples[CHUNK];
  gsize n;

  begin_state (work, TRUE);
  while ((n = read_samples (work, decoder, samples)) > 0)
    {
      gsize skipped = place < from ? (gsize) MIN (from - place, n) : 0;

      trs_media_segmenter_push (segmenter, samples + skipped, n - skipped);
      place += n;
      report_progress (work, (double) place / TRS_MEDIA_RATE);
    }
  trs_media_segmenter_finish (segmenter);
  trs_worker_paragraphs_finish (work->paragraphs);
}

/**
 * trs_worker_inside_recognize:
 * @inside: (type TrsWorkerInside): what to recognise
 *
 * Reports what is said in a file, as far as the built-in recogniser understands it.
 */
void
trs_worker_inside_recognize (gpointer inside)
{
  Work work = { .inside = inside };
  g_autoptr (TrsMediaInfo) info = NULL;
  g_autoptr (TrsMediaDecoder) decoder = NULL;
  g_autoptr (GError) error = NULL;

  work.sound = trs_worker_sound_new (work.inside->sound);
  enter (inside, NULL);
  info = discover (inside);
  work.length = limit (&work, info->length);
  report_length (work.length);
  work.sphinx = trs_worker_sphinx_new (work.inside->model, NULL, &error);
  if (work.sphinx == NULL)
    give_up (error);

  decoder = read_once (&work);
  work.paragraphs = trs_worker_paragraphs_new (TRUE, paragraph_cb, NULL);
  recognize_all (&work);
  report_end (work.length, is_cut (&work, decoder));
  trs_worker_paragraphs_free (work.paragraphs);
  trs_worker_sphinx_free (work.sphinx);
}

static G_GNUC_NORETURN void
give_up_writing (void)
{
  g_autoptr (GError) error = NULL;

  g_set_error_literal (&error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_DISK,
                       "There is no room for the sound of the recording.");
  give_up (error);
}

/* Where there is no room for both, the sound that is kept for listening goes. */
static void
write_all (Work         *work,
           int           fd,
           gconstpointer data,
           gsize         size)
{
  for (gsize done = 0; done < size;)
    {
      gssize n = write (fd, (const char *) data + done, size - done);

      if (n < 0 && errno != EINTR && !trs_worker_sound_drop (work->sound))
        give_up_writing ();
      done += n > 0 ? (gsize) n : 0;
    }
}

static int
create_sound (const TrsWorkerInside *inside)
{
  g_autofree char *path = g_build_filename (inside->folder, TRS_WORKER_INSIDE_SOUND, NULL);
  int fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (fd < 0)
    give_up_writing ();
  return fd;
}

/**
 * trs_worker_inside_decode:
 * @inside: (type TrsWorkerInside): what to decode, and where to
 *
 * Writes the sound of a file as a command takes it.
 */
void
trs_worker_inside_decode (gpointer inside)
{
  Work work = { .inside = inside };
  guint8 header[TRS_WORKER_WAV_HEADER];
  g_autoptr (TrsMediaInfo) info = NULL;
  g_autoptr (TrsMediaDecoder) decoder = NULL;
  gint16 samples[CHUNK];
  guint64 place = 0;
  gsize n;
  int fd;

  work.sound = trs_worker_sound_new (work.inside->sound);
  enter (inside, work.inside->folder);
  info = discover (inside);
  work.length = limit (&work, info->length);
  report_length (work.length);
  fd = create_sound (inside);
  trs_worker_wav_write_header (header, 0);
  write_all (&work, fd, header, sizeof header);

  decoder = open_decoder (inside, work.length);
  begin_state (&work, FALSE);
  trs_worker_sound_begin (work.sound, work.length, (guint64) (work.length * TRS_MEDIA_RATE * sizeof *samples));
  while ((n = read_samples (&work, decoder, samples)) > 0)
    {
      write_all (&work, fd, samples, n * sizeof *samples);
      trs_worker_sound_write (work.sound, samples, n);
      place += n;
      report_progress (&work, (double) place / TRS_MEDIA_RATE);
    }
  trs_worker_wav_write_header (header, place);
  if (pwrite (fd, header, sizeof header, 0) != sizeof header || !g_close (fd, NULL))
    give_up_writing ();
  if (place == 0)
    {
      g_autoptr (GError) error =
          g_error_new_literal (TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_NO_SOUND, "The file has no sound.");

      give_up (error);
    }
  report_length (limit (&work, trs_media_decoder_get_seconds (decoder)));
  finish_sound (&work);
  report_end (limit (&work, trs_media_decoder_get_seconds (decoder)), is_cut (&work, decoder));
}

/**
 * trs_worker_inside_collect:
 * @inside: (type TrsWorkerInside): where a command has written
 *
 * Reports what a command has recognised.
 */
void
trs_worker_inside_collect (gpointer inside)
{
  const TrsWorkerInside *self = inside;
  TrsWorkerLine end = { .type = TRS_WORKER_LINE_END, .seconds = self->length };
  const char *readable[] = { self->folder, NULL };
  TrsWorkerSandbox sandbox = { .kind = TRS_WORKER_SANDBOX_DECODER, .readable = readable };
  g_autofree char *folder = g_build_filename (self->folder, TRS_WORKER_INSIDE_RESULT, NULL);
  g_autoptr (TrsWorkerParagraphs) paragraphs = NULL;
  g_autoptr (TrsWorkerCues) cues = NULL;
  g_autoptr (GError) error = NULL;

  trs_worker_sandbox_enter (&sandbox);
  cues = trs_worker_result_find (folder, self->length, &error);
  if (cues == NULL)
    give_up (error);
  report_language (trs_worker_cues_get_language (cues));
  paragraphs = trs_worker_paragraphs_new (FALSE, paragraph_cb, NULL);
  for (guint i = 0; i < trs_worker_cues_size (cues); i++)
    trs_worker_paragraphs_add (paragraphs, trs_worker_cues_get (cues, i));
  trs_worker_paragraphs_finish (paragraphs);
  end.dropped = trs_worker_cues_get_n_dropped (cues);
  print_line (&end);
}
