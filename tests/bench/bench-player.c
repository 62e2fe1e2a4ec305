/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How soon and how exactly a recording is heard from a place in it, in the files people have: from the call to the
 * first sound at the device, and between what was asked for and the time that this sound is said to have. That it is
 * the sound of that time is for the test (test-gst-player), which compares what is heard with the whole recording. */
#include "trs-gst-player.h"
#include "trs-media.h"
#include "trs-test-media.h"

#include <gst/app/gstappsink.h>
#include <locale.h>

#define SECONDS 120
#define N_PLACES 12

/* The bars: in milliseconds. */
#define MAX_ERROR 50
#define MAX_WAIT 300

/* What is farther from the place than this was under way before, in milliseconds. */
#define FAR 4000

static GstElement *
make_sink (void)
{
  GstElement *sink = gst_element_factory_make ("appsink", NULL);

  g_object_set (sink, "sync", TRUE, "max-buffers", 4, "drop", TRUE, NULL);
  return g_object_ref_sink (sink);
}

/* Returns: the time in the recording of the next sound, in milliseconds; -1 if none has come */
static gint64
pull (GstElement *sink)
{
  g_autoptr (GstSample) sample = gst_app_sink_try_pull_sample (GST_APP_SINK (sink), GST_MSECOND);

  if (sample == NULL)
    return -1;
  return (gint64) (gst_segment_to_stream_time (gst_sample_get_segment (sample), GST_FORMAT_TIME,
                                               GST_BUFFER_PTS (gst_sample_get_buffer (sample))) /
                   GST_MSECOND);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  return (int) (*(const gint64 *) a - *(const gint64 *) b);
}

static gboolean
measure (const TrsTestMediaKind *kind,
         GArray                 *samples)
{
  g_autofree char *path = trs_test_media_write ("bench", kind, samples, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GError) error = NULL;
  GstElement *sink = make_sink ();
  g_autoptr (TrsPlayer) player = (TrsPlayer *) trs_gst_player_new (TRS_TYPE_PLAYER, sink, &error);
  gint64 waits[N_PLACES];
  gint64 worst = 0;
  gboolean good;

  g_assert_no_error (error);
  trs_player_open (player, path, 1);
  trs_player_play (player);
  while (trs_player_get_position (player) < 300)
    g_main_context_iteration (NULL, TRUE);

  for (guint i = 0; i < N_PLACES; i++)
    {
      /* Far from where it is, so that what comes from there can be told apart. */
      gint64 place = (trs_player_get_position (player) + g_rand_int_range (rand, 10000, (SECONDS - 15) * 1000)) %
                     ((SECONDS - 5) * 1000);
      gint64 from = g_get_monotonic_time ();
      gint64 heard = -1;

      trs_player_seek (player, place);
      /* What was under way to the device may still come before it. */
      while (heard < 0 || ABS (heard - place) > FAR)
        {
          while (g_main_context_iteration (NULL, FALSE))
            ;
          heard = pull (sink);
        }
      waits[i] = (g_get_monotonic_time () - from) / 1000;
      worst = MAX (worst, ABS (heard - place));
      while (trs_player_get_position (player) <= place)
        g_main_context_iteration (NULL, TRUE);
    }

  qsort (waits, N_PLACES, sizeof *waits, compare);
  good = worst <= MAX_ERROR && waits[N_PLACES - 1] <= MAX_WAIT;
  g_print ("%-5s n = %d   heard after %3" G_GINT64_FORMAT " ms (median), %3" G_GINT64_FORMAT
           " ms (most)   off by %2" G_GINT64_FORMAT " ms at most   %s\n",
           kind->suffix, N_PLACES, waits[N_PLACES / 2], waits[N_PLACES - 1], worst, good ? "holds" : "MISSED");
  gst_object_unref (sink);
  return good;
}

int
main (void)
{
  g_autoptr (GArray) samples = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("trs-bench-XXXXXX", NULL);
  gboolean good = TRUE;

  setlocale (LC_ALL, "");
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  if (!trs_media_init (TRUE, &error))
    g_error ("%s", error->message);

  samples = trs_test_media_new_samples (SECONDS);
  trs_test_media_add_speech (samples, 0, SECONDS, -20);
  g_print ("bars: off by %d ms at most, heard within %d ms\n", MAX_ERROR, MAX_WAIT);
  for (guint i = 0; i < TRS_TEST_MEDIA_N_KINDS; i++)
    good &= measure (&trs_test_media_kinds[i], samples);
  return good ? 0 : 1;
}
