/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-media-segmenter.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"

#include <math.h>

typedef struct
{
  guint64 start;
  guint64 end;
} Found;

typedef struct
{
  GArray *samples;
  guint64 offset;
  GArray *found;
  guint stop_after;
} Run;

static gboolean
segment_cb (guint64       start,
            const gint16 *samples,
            gsize         n,
            gpointer      user_data)
{
  Run *run = user_data;
  Found found = { start, start + n };

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpmem (samples, n * sizeof *samples, &g_array_index (run->samples, gint16, start - run->offset),
                   n * sizeof *samples);
  if (run->found->len > 0)
    g_assert_cmpuint (start, >=, g_array_index (run->found, Found, run->found->len - 1).end);
  g_array_append_val (run->found, found);
  return run->stop_after == 0 || run->found->len < run->stop_after;
}

static GArray *
find (GArray  *samples,
      guint64  offset,
      guint    chunk)
{
  Run run = { samples, offset, g_array_new (FALSE, FALSE, sizeof (Found)), 0 };
  g_autoptr (TrsMediaSegmenter) segmenter = trs_media_segmenter_new (offset, segment_cb, &run);

  for (guint i = 0; i < samples->len; i += chunk)
    g_assert_true (trs_media_segmenter_push (segmenter, &g_array_index (samples, gint16, i),
                                             MIN (chunk, samples->len - i)));
  g_assert_true (trs_media_segmenter_finish (segmenter));
  return run.found;
}

static double
get_start (GArray *found,
           guint   i)
{
  return (double) g_array_index (found, Found, i).start / TRS_MEDIA_RATE;
}

static double
get_end (GArray *found,
         guint   i)
{
  return (double) g_array_index (found, Found, i).end / TRS_MEDIA_RATE;
}

/* 14 utterances at uneven distances, above a hiss; each is found at its place. */
static void
test_utterances (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (70);
  g_autoptr (GArray) found = NULL;
  double starts[14];

  trs_test_media_add_noise (samples, 0, 70, -60);
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      starts[i] = 1.3 + 4.7 * i + 0.21 * (i % 4);
      trs_test_media_add_speech (samples, starts[i], starts[i] + 1.2 + 0.1 * i, i % 2 == 0 ? -20 : -35);
    }

  found = find (samples, 0, 4096);
  g_assert_cmpuint (found->len, ==, G_N_ELEMENTS (starts));
  for (guint i = 0; i < found->len; i++)
    {
      g_assert_cmpfloat (fabs (get_start (found, i) - starts[i]), <, 0.3);
      g_assert_cmpfloat (fabs (get_end (found, i) - starts[i] - 1.2 - 0.1 * i), <, 0.3);
    }
}

/* A recording may begin and end within a word, and a breath is no pause. */
static void
test_edges (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (6);
  g_autoptr (GArray) found = NULL;

  trs_test_media_add_speech (samples, 0, 2, -20);
  trs_test_media_add_speech (samples, 2.3, 3, -20);
  trs_test_media_add_speech (samples, 4.5, 6, -20);
  found = find (samples, 0, 4096);
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpfloat (get_start (found, 0), <, 0.05);
  g_assert_cmpfloat (get_end (found, 0), >, 3);
  g_assert_cmpfloat (get_end (found, 1), >, 5.98);
}

/* Whoever makes no pause is cut where it is quietest, and nothing is lost between the parts. */
static void
test_endless (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (100);
  g_autoptr (GArray) found = NULL;

  trs_test_media_add_speech (samples, 0, 100, -20);
  found = find (samples, 0, 4096);
  g_assert_cmpuint (found->len, >=, 5);
  for (guint i = 0; i < found->len; i++)
    {
      g_assert_cmpfloat (get_end (found, i) - get_start (found, i), <=, 20.01);
      if (i > 0)
        g_assert_cmpfloat (get_start (found, i) - get_end (found, i - 1), <, 0.5);
    }
}

static void
test_dip (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (30);
  g_autoptr (GArray) found = NULL;

  trs_test_media_add_speech (samples, 0, 17, -20);
  trs_test_media_add_speech (samples, 17.25, 30, -20);
  found = find (samples, 0, 4096);
  for (guint i = 0; i < found->len; i++)
    g_test_message ("%.2f to %.2f", get_start (found, i), get_end (found, i));
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpfloat (get_end (found, 0), >, 16.9);
  g_assert_cmpfloat (get_end (found, 0), <, 17.3);
}

static void
test_silence (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (60);
  g_autoptr (GArray) found = find (samples, 0, 4096);

  g_assert_cmpuint (found->len, ==, 0);
}

/* A hiss that does not change is no speech, however loud: at most its first seconds are. */
static void
test_noise (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (60);
  g_autoptr (GArray) found = NULL;

  trs_test_media_add_noise (samples, 0, 60, -25);
  found = find (samples, 0, 4096);
  g_assert_cmpuint (found->len, <=, 1);
  if (found->len == 1)
    g_assert_cmpfloat (get_end (found, 0), <, 3);
}

/* How the samples come is no matter, nor where the recording was resumed. */
static void
test_chunks (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (30);
  g_autoptr (GArray) whole = NULL;

  trs_test_media_add_noise (samples, 0, 30, -55);
  trs_test_media_add_speech (samples, 1, 4, -25);
  trs_test_media_add_speech (samples, 8, 29, -25);
  whole = find (samples, 0, samples->len);
  for (guint chunk = 1; chunk < 5000; chunk = chunk * 7 + 1)
    {
      g_autoptr (GArray) found = find (samples, 160000, chunk);

      g_assert_cmpuint (found->len, ==, whole->len);
      for (guint i = 0; i < found->len; i++)
        {
          g_assert_cmpuint (g_array_index (found, Found, i).start, ==, g_array_index (whole, Found, i).start + 160000);
          g_assert_cmpuint (g_array_index (found, Found, i).end, ==, g_array_index (whole, Found, i).end + 160000);
        }
    }
}

static void
test_stop (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (20);
  Run run = { samples, 0, g_array_new (FALSE, FALSE, sizeof (Found)), 1 };
  g_autoptr (TrsMediaSegmenter) segmenter = trs_media_segmenter_new (0, segment_cb, &run);

  for (guint i = 1; i < 18; i += 3)
    trs_test_media_add_speech (samples, i, i + 1.5, -25);
  g_assert_false (trs_media_segmenter_push (segmenter, (const gint16 *) (gpointer) samples->data, samples->len));
  g_assert_false (trs_media_segmenter_finish (segmenter));
  g_assert_cmpuint (run.found->len, ==, 1);
  g_array_unref (run.found);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/media/segmenter/utterances", test_utterances);
  g_test_add_func ("/media/segmenter/edges", test_edges);
  g_test_add_func ("/media/segmenter/endless", test_endless);
  g_test_add_func ("/media/segmenter/dip", test_dip);
  g_test_add_func ("/media/segmenter/silence", test_silence);
  g_test_add_func ("/media/segmenter/noise", test_noise);
  g_test_add_func ("/media/segmenter/chunks", test_chunks);
  g_test_add_func ("/media/segmenter/stop", test_stop);
  return g_test_run ();
}
