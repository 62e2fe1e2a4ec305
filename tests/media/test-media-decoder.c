/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-decoder.h"
#include "trs-media-discover.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double seconds;
  double first;
  double last;
  gboolean cut;
} Decoded;

/* Where it is loud. */
static void
look (const gint16 *samples,
      gsize         n,
      guint64       place,
      Decoded      *decoded)
{
  for (gsize i = 0; i < n; i++)
    if (abs (samples[i]) > 1000)
      {
        double at = (double) (place + i) / TRS_MEDIA_RATE;

        decoded->first = decoded->first < 0 ? at : decoded->first;
        decoded->last = at;
      }
}

static Decoded
decode_track (const char *path,
              double      length,
              guint       track)
{
  g_autoptr (TrsMediaDecoder) decoder = trs_media_decoder_new (path, length);
  g_autoptr (GError) error = NULL;
  Decoded decoded = { .first = -1 };
  gint16 samples[1000];
  guint64 place = 0;
  gssize n;

  trs_media_decoder_set_track (decoder, track);
  g_assert_true (trs_media_decoder_start (decoder, &error));
  g_assert_no_error (error);
  while ((n = trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), &error)) > 0)
    {
      look (samples, (gsize) n, place, &decoded);
      place += (guint64) n;
    }
  g_assert_no_error (error);
  g_assert_cmpint (n, ==, 0);
  g_assert_cmpint (trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), &error), ==, 0);
  decoded.seconds = trs_media_decoder_get_seconds (decoder);
  decoded.cut = trs_media_decoder_is_cut (decoder);
  return decoded;
}

static Decoded
decode (const char *path,
        double      length)
{
  return decode_track (path, length, 1);
}

static double
discover_length (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsMediaInfo) info = trs_media_discover (path, &error);

  g_assert_no_error (error);
  return info->length;
}

/* As two microphones of which one is the wrong way round, and as a recorder of which one channel is not connected. */
static void
test_channels (void)
{
  static const struct
  {
    guint n;
    double gains[8];
  } cases[] = {
    { 2, { 1, 1 } },          { 2, { 1, -1 } },       { 2, { 0.5, -0.48 } },        { 2, { -0.4, 0.44 } },
    { 2, { 1, 0 } },          { 2, { 0, 1 } },        { 4, { 1, 1, 1, 1 } },
    { 6, { 1, 1, 1, 0, 1, 1 } }, { 8, { 1, 1, 1, 0, 1, 1, 1, 1 } },
  };
  g_autoptr (GArray) samples = trs_test_media_new_samples (5);
  g_autofree char *path = trs_test_media_path ("channels.wav");

  trs_test_media_add_speech (samples, 1.5, 4, -12);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Decoded decoded;

      g_test_message ("%u: %g %g", cases[i].n, cases[i].gains[0], cases[i].gains[1]);
      trs_test_media_write_channels (path, samples, cases[i].gains, cases[i].n);
      decoded = decode (path, 5);
      g_assert_cmpfloat (fabs (decoded.seconds - 5), <, 0.01);
      g_assert_cmpfloat (fabs (decoded.first - 1.5), <, 0.1);
      g_assert_cmpfloat (fabs (decoded.last - 4), <, 0.1);
    }
}

static void
test_kinds (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (5);

  trs_test_media_add_speech (samples, 1.5, 4, -12);
  for (guint i = 0; i < TRS_TEST_MEDIA_N_KINDS; i++)
    {
      g_autofree char *path = trs_test_media_write ("kind", &trs_test_media_kinds[i], samples, NULL);
      Decoded decoded = decode (path, discover_length (path));

      g_test_message ("%s: %.3f s, loud from %.3f to %.3f", trs_test_media_kinds[i].suffix, decoded.seconds,
                      decoded.first, decoded.last);
      g_assert_cmpfloat (fabs (decoded.seconds - 5), <, 0.15);
      g_assert_cmpfloat (fabs (decoded.first - 1.5), <, 0.1);
      g_assert_cmpfloat (fabs (decoded.last - 4), <, 0.1);
      g_assert_false (decoded.cut);
    }
}

/* Such a file announces all and ends early, without an error. */
static void
test_cut (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (20);

  trs_test_media_add_speech (samples, 0, 20, -12);
  for (guint i = 1; i < 3; i++)
    {
      g_autofree char *path = trs_test_media_write ("cut", &trs_test_media_kinds[i], samples, NULL);
      double length = discover_length (path);
      Decoded decoded;

      trs_test_media_cut (path, 0.6);
      g_assert_cmpfloat (fabs (length - 20), <, 0.2);
      g_assert_cmpfloat (fabs (discover_length (path) - 20), <, 0.2);
      decoded = decode (path, length);
      g_test_message ("%s: %.3f s", trs_test_media_kinds[i].suffix, decoded.seconds);
      g_assert_true (decoded.cut);
      g_assert_cmpfloat (decoded.seconds, >, 8);
      g_assert_cmpfloat (decoded.seconds, <, 15);
    }
}

/* Times are those of the recording, also where its sound begins late. */
static void
test_late (void)
{
  g_autofree char *path = trs_test_media_path ("late.mkv");
  g_autofree char *description =
      g_strdup_printf ("audiotestsrc num-buffers=20 samplesperbuffer=1600 timestamp-offset=3000000000 ! "
                       "audio/x-raw,rate=16000 ! matroskamux name=m ! filesink location=\"%s\" "
                       "videotestsrc num-buffers=50 ! video/x-raw,width=64,height=48,framerate=10/1 ! "
                       "vp8enc deadline=1 ! m.",
                       path);
  Decoded decoded;

  trs_test_media_launch (description);
  decoded = decode (path, discover_length (path));
  g_assert_cmpfloat (fabs (decoded.first - 3), <, 0.05);
  g_assert_cmpfloat (fabs (decoded.seconds - 5), <, 0.1);

  /* A time beyond the end is not believed. */
  decoded = decode (path, 2);
  g_assert_cmpfloat (decoded.first, <, 0.05);
}

static void
test_undecodable (void)
{
  static const char * const files[] = { "media/protected.mp4", "catalogue-small/town-hall.json" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = trs_test_data_path (files[i]);
      g_autoptr (TrsMediaDecoder) decoder = trs_media_decoder_new (path, 1);
      g_autoptr (GError) error = NULL;
      gint16 samples[100];

      if (trs_media_decoder_start (decoder, &error))
        g_assert_cmpint (trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), &error), ==, -1);
      g_assert_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_UNREADABLE);
    }
}

/* Whichever decoder is ready first. */
static void
test_tracks (void)
{
  g_autofree char *english_first = trs_test_media_write_tracks ("two", FALSE);
  g_autofree char *german_first = trs_test_media_write_tracks ("two", TRUE);
  g_autoptr (TrsMediaDecoder) decoder = NULL;
  g_autoptr (GError) error = NULL;
  gint16 samples[100];

  for (guint i = 0; i < 20; i++)
    {
      g_assert_cmpfloat_with_epsilon (decode_track (english_first, 5, 1).first, 1, 0.1);
      g_assert_cmpfloat_with_epsilon (decode_track (english_first, 5, 2).first, 3, 0.1);
      g_assert_cmpfloat_with_epsilon (decode_track (german_first, 5, 1).first, 3, 0.1);
      g_assert_cmpfloat_with_epsilon (decode_track (german_first, 5, 2).first, 1, 0.1);
    }

  decoder = trs_media_decoder_new (english_first, 5);
  trs_media_decoder_set_track (decoder, 3);
  g_assert_true (trs_media_decoder_start (decoder, &error));
  g_assert_cmpint (trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), &error), ==, -1);
  g_assert_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_UNREADABLE);
}

static void
test_given_up (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (60);
  g_autofree char *path = trs_test_media_write ("long", NULL, samples, NULL);
  g_autoptr (GError) error = NULL;
  gint16 some[100];

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (TrsMediaDecoder) decoder = trs_media_decoder_new (path, 60);

      g_assert_true (trs_media_decoder_start (decoder, &error));
      if (i % 2 == 0)
        g_assert_cmpint (trs_media_decoder_read (decoder, some, G_N_ELEMENTS (some), &error), >, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;

  trs_test_init (&argc, &argv);
  trs_media_init (TRUE, &error);
  g_assert_no_error (error);
  g_test_add_func ("/media/decoder/channels", test_channels);
  g_test_add_func ("/media/decoder/kinds", test_kinds);
  g_test_add_func ("/media/decoder/cut", test_cut);
  g_test_add_func ("/media/decoder/late", test_late);
  g_test_add_func ("/media/decoder/undecodable", test_undecodable);
  g_test_add_func ("/media/decoder/tracks", test_tracks);
  g_test_add_func ("/media/decoder/given-up", test_given_up);
  return g_test_run ();
}
