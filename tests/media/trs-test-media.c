/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-media.h"

#include "trs-media.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <gst/gst.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* The second MP4 has its table of contents before the sound. */
const TrsTestMediaKind trs_test_media_kinds[TRS_TEST_MEDIA_N_KINDS] = {
  { "mp4", "avenc_aac ! mp4mux" },
  { "m4a", "avenc_aac ! mp4mux faststart=true" },
  { "webm", "opusenc ! webmmux" },
  { "ogg", "vorbisenc ! oggmux" },
  { "flac", "flacenc" },
  { "mp3", "lamemp3enc" },
  { "wav", "wavenc" },
  { "avi", "audio/x-raw,format=S16LE ! avimux" },
};

/* In the folder of the test, which goes with it. */
char *
trs_test_media_path (const char *name)
{
  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  return g_build_filename (g_get_user_data_dir (), name, NULL);
}

/* Silence, in which sounds are put. */
GArray *
trs_test_media_new_samples (double seconds)
{
  GArray *samples = g_array_new (FALSE, TRUE, sizeof (gint16));

  return g_array_set_size (samples, (guint) (seconds * TRS_MEDIA_RATE));
}

static void
add (GArray *samples,
     guint   i,
     double  value)
{
  double sum = g_array_index (samples, gint16, i) + value * 32767;

  g_array_index (samples, gint16, i) = (gint16) CLAMP (sum, -32768, 32767);
}

/* Noise whose loudness does not change, from the same seed each time. */
void
trs_test_media_add_noise (GArray *samples,
                          double  from,
                          double  to,
                          double  decibel)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  double peak = pow (10, decibel / 20) * sqrt (3);

  for (guint i = (guint) (from * TRS_MEDIA_RATE); i < (guint) (to * TRS_MEDIA_RATE) && i < samples->len; i++)
    add (samples, i, g_rand_double_range (rand, -peak, peak));
}

/* As loud and as quiet as syllables are: five in a second, with a buzz below them. */
void
trs_test_media_add_speech (GArray *samples,
                           double  from,
                           double  to,
                           double  decibel)
{
  double peak = pow (10, decibel / 20) * sqrt (2);

  for (guint i = (guint) (from * TRS_MEDIA_RATE); i < (guint) (to * TRS_MEDIA_RATE) && i < samples->len; i++)
    {
      double t = (double) i / TRS_MEDIA_RATE;
      double syllable = 0.03 + 0.97 * fabs (sin (2 * G_PI * 2.5 * (t - from)));

      add (samples, i, peak * syllable * (0.7 * sin (2 * G_PI * 140 * t) + 0.3 * sin (2 * G_PI * 900 * t)));
    }
}

static void
append_number (GByteArray *bytes,
               guint32     number,
               guint       n)
{
  guint32 little = GUINT32_TO_LE (number);

  g_byte_array_append (bytes, (const guint8 *) &little, n);
}

void
trs_test_media_write_wav (const char *path,
                          GArray     *samples)
{
  trs_test_media_write_channels (path, samples, (const double[]) { 1 }, 1);
}

/* Each channel has the same sound, so loud. */
void
trs_test_media_write_channels (const char   *path,
                               GArray       *samples,
                               const double *gains,
                               guint         n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  guint32 size = samples->len * 2 * n;

  g_byte_array_append (bytes, (const guint8 *) "RIFF", 4);
  append_number (bytes, size + 36, 4);
  g_byte_array_append (bytes, (const guint8 *) "WAVEfmt ", 8);
  append_number (bytes, 16, 4);
  append_number (bytes, 1, 2);
  append_number (bytes, n, 2);
  append_number (bytes, TRS_MEDIA_RATE, 4);
  append_number (bytes, TRS_MEDIA_RATE * 2 * n, 4);
  append_number (bytes, 2 * n, 2);
  append_number (bytes, 16, 2);
  g_byte_array_append (bytes, (const guint8 *) "data", 4);
  append_number (bytes, size, 4);
  for (guint i = 0; i < samples->len; i++)
    for (guint j = 0; j < n; j++)
      append_number (bytes, (guint32) (gint32) (g_array_index (samples, gint16, i) * gains[j]), 2);
  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
}

/* Runs a pipeline to its end. */
void
trs_test_media_launch (const char *description)
{
  g_autoptr (GError) error = NULL;
  GstElement *pipeline = gst_parse_launch (description, &error);
  g_autoptr (GstBus) bus = NULL;
  g_autoptr (GstMessage) message = NULL;

  g_assert_no_error (error);
  bus = gst_element_get_bus (pipeline);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, trs_test_patience (30) * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    {
      gst_message_parse_error (message, &error, NULL);
      g_error ("%s: %s", description, error->message);
    }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
}

/* Returns the path of a new file of that kind; without a @kind it is a WAV that GStreamer did not touch. */
char *
trs_test_media_write (const char             *name,
                      const TrsTestMediaKind *kind,
                      GArray                 *samples,
                      const char             *title)
{
  g_autofree char *file = g_strdup_printf ("%s.%s", name, kind != NULL ? kind->suffix : "wav");
  g_autofree char *path = trs_test_media_path (file);
  g_autofree char *raw = g_strconcat (path, ".raw.wav", NULL);
  g_autofree char *tags = title != NULL ? g_strdup_printf ("taginject tags=\"title=\\\"%s\\\"\" ! ", title)
                                        : g_strdup ("");
  g_autofree char *description = NULL;

  if (kind == NULL)
    {
      trs_test_media_write_wav (path, samples);
      return g_steal_pointer (&path);
    }

  trs_test_media_write_wav (raw, samples);
  description = g_strdup_printf ("filesrc location=\"%s\" ! wavparse ! audioconvert ! audioresample ! %s%s ! "
                                 "filesink location=\"%s\"",
                                 raw, tags, kind->tail, path);
  trs_test_media_launch (description);
  g_unlink (raw);
  return g_steal_pointer (&path);
}

#define TRACK "filesrc location=\"%s\" ! wavparse ! audioconvert ! audioresample ! "

/* Returns the path of a new file with two sound tracks: an English one, “Interpreter”, that is loud from 1 s to 2 s,
 * and a German one, “Floor”, that is loud from 3 s to 4 s. @turned: an MP4 whose German one is the first; else a
 * Matroska file */
char *
trs_test_media_write_tracks (const char *name,
                             gboolean    turned)
{
  g_autoptr (GArray) one = trs_test_media_new_samples (5);
  g_autoptr (GArray) other = trs_test_media_new_samples (5);
  g_autofree char *file = g_strconcat (name, turned ? ".mp4" : ".mkv", NULL);
  g_autofree char *english = trs_test_media_path ("english.wav");
  g_autofree char *german = trs_test_media_path ("german.wav");
  g_autofree char *description = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  char *path = trs_test_media_path (file);

  trs_test_media_add_noise (one, 1, 2, -12);
  trs_test_media_add_noise (other, 3, 4, -12);
  trs_test_media_write_wav (english, one);
  trs_test_media_write_wav (german, other);
  first = g_strdup_printf (TRACK "taginject tags=\"language-code=en,title=Interpreter\" ! %s ! mux. ", english,
                           turned ? "avenc_aac" : "vorbisenc");
  second = g_strdup_printf (TRACK "taginject tags=\"language-code=de,title=Floor\" ! %s ! mux. ", german,
                            turned ? "avenc_aac" : "flacenc");
  description = g_strdup_printf ("%s name=mux ! filesink location=\"%s\" %s%s", turned ? "mp4mux" : "matroskamux", path,
                                 turned ? second : first, turned ? first : second);
  trs_test_media_launch (description);
  g_unlink (english);
  g_unlink (german);
  return path;
}

/* Leaves a part of the file, as a download that broke off does. */
void
trs_test_media_cut (const char *path,
                    double      part)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (truncate (path, (off_t) ((double) status.st_size * part)), ==, 0);
}
