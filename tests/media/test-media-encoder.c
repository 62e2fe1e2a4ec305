/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-decoder.h"
#include "trs-media-discover.h"
#include "trs-media-encoder.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>

#define CHUNK 4000

static TrsMediaEncoder *
make_encoder (int fd)
{
  g_autoptr (GError) error = NULL;
  TrsMediaEncoder *encoder = trs_media_encoder_new (fd, &error);

  g_assert_no_error (error);
  g_assert_nonnull (encoder);
  return encoder;
}

/* Returns: (transfer full): the path of what was written */
static char *
encode (const char *name,
        GArray     *samples)
{
  char *path = trs_test_media_path (name);
  int fd = g_open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  g_autoptr (TrsMediaEncoder) encoder = make_encoder (fd);

  for (guint i = 0; i < samples->len; i += CHUNK)
    g_assert_true (trs_media_encoder_write (encoder, &g_array_index (samples, gint16, i),
                                            MIN (CHUNK, samples->len - i)));
  g_assert_true (trs_media_encoder_finish (encoder));
  g_close (fd, NULL);
  return path;
}

/* What was said at a time is heard at that time. */
static void
test_times (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (61.3);
  g_autofree char *path = NULL;
  g_autoptr (TrsMediaInfo) info = NULL;
  g_autoptr (TrsMediaDecoder) decoder = NULL;
  g_autoptr (GError) error = NULL;
  double first = -1, last = -1;
  gint16 buffer[CHUNK];
  guint64 place = 0;
  gssize n;

  trs_test_media_add_speech (samples, 20.5, 55.25, -12);
  path = encode ("times.opus", samples);
  info = trs_media_discover (path, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (fabs (info->length - 61.3), <, 0.05);

  decoder = trs_media_decoder_new (path, info->length);
  g_assert_true (trs_media_decoder_start (decoder, &error));
  while ((n = trs_media_decoder_read (decoder, buffer, CHUNK, &error)) > 0)
    for (gssize i = 0; i < n; i++, place++)
      if (abs (buffer[i]) > 1000)
        {
          first = first < 0 ? (double) place / TRS_MEDIA_RATE : first;
          last = (double) place / TRS_MEDIA_RATE;
        }
  g_assert_no_error (error);
  g_test_message ("loud from %.3f to %.3f", first, last);
  g_assert_cmpfloat (fabs ((double) place / TRS_MEDIA_RATE - 61.3), <, 0.05);
  g_assert_cmpfloat (fabs (first - 20.5), <, 0.05);
  g_assert_cmpfloat (fabs (last - 55.25), <, 0.05);
  g_assert_false (trs_media_decoder_is_cut (decoder));
}

/* It takes what is said of it: some 9 MB an hour, and never more than is looked for. */
static void
test_size (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (120);
  g_autofree char *path = NULL;
  GStatBuf info;

  trs_test_media_add_speech (samples, 0, 120, -12);
  path = encode ("size.opus", samples);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_test_message ("%.2f MB an hour", (double) info.st_size * 30 / 1e6);
  g_assert_cmpint (info.st_size * 30, >, 6000000);
  g_assert_cmpint (info.st_size * 30, <, 11000000);
  g_assert_cmpuint ((guint64) info.st_size, <, trs_media_encoder_get_room (120));
}

/* A device that never has room: that is known while it is written, and nobody waits for ever. */
static void
test_full (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (10);
  int fd = g_open ("/dev/full", O_WRONLY | O_CLOEXEC, 0);
  g_autoptr (TrsMediaEncoder) encoder = make_encoder (fd);
  gboolean written = TRUE;

  trs_test_media_add_noise (samples, 0, 10, -20);
  for (guint i = 0; written && i < samples->len; i += CHUNK)
    written = trs_media_encoder_write (encoder, &g_array_index (samples, gint16, i), CHUNK);
  g_assert_false (written);
  g_assert_false (trs_media_encoder_write (encoder, &g_array_index (samples, gint16, 0), CHUNK));
  g_assert_false (trs_media_encoder_finish (encoder));
  g_close (fd, NULL);
}

static void
test_given_up (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (5);

  trs_test_media_add_noise (samples, 0, 5, -20);
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *path = trs_test_media_path ("given-up.opus");
      int fd = g_open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      TrsMediaEncoder *encoder = make_encoder (fd);

      if (i % 2 == 0)
        g_assert_true (trs_media_encoder_write (encoder, &g_array_index (samples, gint16, 0), samples->len));
      g_object_unref (encoder);
      g_close (fd, NULL);
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
  g_test_add_func ("/media/encoder/times", test_times);
  g_test_add_func ("/media/encoder/size", test_size);
  g_test_add_func ("/media/encoder/full", test_full);
  g_test_add_func ("/media/encoder/given-up", test_given_up);
  return g_test_run ();
}
