/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The sound that is kept for listening: whole, or not there, and never in the way of the words. */
#include "trs-media-decoder.h"
#include "trs-media-discover.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"
#include "trs-worker-process.h"
#include "trs-worker-sound.h"

#include <glib/gstdio.h>
#include <gst/gst.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *
new_path (const char *name)
{
  char *path = trs_test_media_path (name);

  g_unlink (path);
  return path;
}

static gint64
get_size (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (gint64) info.st_size : -1;
}

static void
write_some (TrsWorkerSound *sound,
            double          seconds)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (seconds);

  trs_test_media_add_noise (samples, 0, seconds, -20);
  trs_worker_sound_write (sound, &g_array_index (samples, gint16, 0), samples->len);
}

static void
test_kept (void)
{
  g_autofree char *path = new_path ("kept.opus");
  g_autoptr (TrsWorkerSound) sound = trs_worker_sound_new (path);
  g_autoptr (TrsMediaInfo) info = NULL;
  g_autoptr (GError) error = NULL;
  const char *fault = "";
  GStatBuf status;

  trs_worker_sound_begin (sound, 5, 0);
  write_some (sound, 5);
  g_assert_true (trs_worker_sound_finish (sound, &fault));
  g_assert_null (fault);
  info = trs_media_discover (path, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (fabs (info->length - 5), <, 0.05);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
}

/* It is looked before whether there is room, also for what is written beside it. */
static void
test_no_room (void)
{
  static const struct
  {
    double seconds;
    guint64 beside;
  } cases[] = { { 1e12, 0 }, { 5, G_GUINT64_CONSTANT (1) << 60 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = new_path ("no-room.opus");
      g_autoptr (TrsWorkerSound) sound = trs_worker_sound_new (path);
      const char *fault = NULL;

      trs_worker_sound_begin (sound, cases[i].seconds, cases[i].beside);
      write_some (sound, 5);
      g_assert_cmpint (get_size (path), ==, 0);
      g_assert_false (trs_worker_sound_finish (sound, &fault));
      g_assert_nonnull (strstr (fault, "room"));
    }
}

/* What gives way to something else gives its room back at once. */
static void
test_dropped (void)
{
  g_autofree char *path = new_path ("dropped.opus");
  g_autoptr (TrsWorkerSound) sound = trs_worker_sound_new (path);
  const char *fault = NULL;

  trs_worker_sound_begin (sound, 20, 0);
  write_some (sound, 20);
  g_assert_cmpint (get_size (path), >, 0);
  g_assert_true (trs_worker_sound_drop (sound));
  g_assert_cmpint (get_size (path), ==, 0);
  g_assert_false (trs_worker_sound_drop (sound));
  write_some (sound, 5);
  g_assert_false (trs_worker_sound_finish (sound, &fault));
  g_assert_cmpint (get_size (path), ==, 0);
  g_assert_null (trs_worker_sound_new (NULL));
  g_assert_false (trs_worker_sound_drop (NULL));
}

/* Nothing is written over, and no link is followed. */
static void
test_no_file (void)
{
  g_autofree char *path = new_path ("there.opus");
  g_autoptr (TrsWorkerSound) sound = NULL;
  g_autofree char *text = NULL;
  const char *fault = NULL;

  g_assert_true (g_file_set_contents (path, "of somebody", -1, NULL));
  sound = trs_worker_sound_new (path);
  trs_worker_sound_begin (sound, 5, 0);
  write_some (sound, 5);
  g_assert_false (trs_worker_sound_finish (sound, &fault));
  g_assert_nonnull (fault);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "of somebody");
}

static const TrsWorkerLine *
find_sound (TrsWorkerProcess *worker)
{
  const TrsWorkerLine *found = NULL;

  for (guint i = 0; i < worker->lines->len; i++)
    {
      const TrsWorkerLine *line = worker->lines->pdata[i];

      if (line->type == TRS_WORKER_LINE_SOUND)
        {
          g_assert_null (found);
          found = line;
        }
    }
  return found;
}

static char *
write_recording (const char *name,
                 double      seconds)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (seconds);

  trs_test_media_add_noise (samples, 0, seconds, -20);
  return trs_test_media_write (name, NULL, samples, NULL);
}

/* Beside what a command reads. */
static void
test_command (void)
{
  g_autofree char *file = write_recording ("recording", 12);
  g_autofree char *path = new_path ("command.opus");
  g_autofree char *scratch = trs_test_media_path ("sound-XXXXXX");
  const char *args[] = { "transcribe", "--recognizer", "false {input}", "--scratch", scratch, "--sound", path, file,
                         NULL };
  g_autoptr (TrsWorkerProcess) worker = NULL;
  g_autoptr (TrsMediaInfo) info = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (g_mkdtemp (scratch));
  worker = trs_worker_process_run (args);
  g_assert_nonnull (find_sound (worker));
  g_assert_true (find_sound (worker)->kept);
  info = trs_media_discover (path, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (fabs (info->length - 12), <, 0.05);
}

/* Of a file with two tracks, one is read: by the recogniser, and by whoever listens. */
static void
test_track (void)
{
  static const double begins[] = { 1, 3 };
  g_autofree char *file = trs_test_media_write_tracks ("tracks", FALSE);

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = new_path ("track.opus");
      g_autofree char *scratch = trs_test_media_path ("track-XXXXXX");
      const char *args[] = { "transcribe", "--track", i == 0 ? "1" : "2", "--recognizer", "false {input}", "--scratch",
                             scratch, "--sound", path, file, NULL };
      g_autoptr (TrsWorkerProcess) worker = NULL;
      g_autoptr (TrsMediaDecoder) decoder = trs_media_decoder_new (path, 5);
      g_autoptr (GError) error = NULL;
      gint16 samples[1000];
      gssize n, loud = 0;

      g_assert_nonnull (g_mkdtemp (scratch));
      worker = trs_worker_process_run (args);
      g_assert_true (find_sound (worker)->kept);
      g_assert_true (trs_media_decoder_start (decoder, &error));
      while (loud == 0 && (n = trs_media_decoder_read (decoder, samples, G_N_ELEMENTS (samples), &error)) > 0)
        for (gssize j = 0; j < n; j++)
          loud += abs (samples[j]) > 2000;
      g_assert_cmpfloat_with_epsilon (trs_media_decoder_get_seconds (decoder), begins[i], 0.2);
    }
}

/* Nobody wishes it: nothing is said of it. */
static void
test_unwished (void)
{
  g_autofree char *file = write_recording ("unwished", 2);
  g_autofree char *scratch = trs_test_media_path ("unwished-XXXXXX");
  const char *args[] = { "transcribe", "--recognizer", "false {input}", "--scratch", scratch, file, NULL };
  g_autoptr (TrsWorkerProcess) worker = NULL;

  g_assert_nonnull (g_mkdtemp (scratch));
  worker = trs_worker_process_run (args);
  g_assert_null (find_sound (worker));
}

/* It is asked before there is any recording. */
static void
test_check (void)
{
  const char *args[] = { "--check-sound", NULL };
  g_autoptr (TrsWorkerProcess) worker = trs_worker_process_run (args);

  g_assert_cmpint (worker->status, ==, 0);
  g_assert_cmpuint (worker->lines->len, ==, 1);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_SOUND);
  g_assert_true (worker->last->kept);
  g_assert_null (worker->last->text);
}

/* Where nothing writes Opus, the words are all there, and it is said. */
static void
test_no_encoder (void)
{
  g_autofree char *path = new_path ("no-encoder.opus");
  g_autoptr (GstPlugin) plugin = gst_registry_find_plugin (gst_registry_get (), "opus");
  g_autoptr (TrsWorkerSound) sound = NULL;
  g_autoptr (GError) error = NULL;
  const char *fault = NULL;

  g_assert_nonnull (plugin);
  gst_registry_remove_plugin (gst_registry_get (), plugin);
  g_assert_false (trs_worker_sound_check (&error));
  g_assert_error (error, TRS_MEDIA_ERROR, TRS_MEDIA_ERROR_SETUP);
  sound = trs_worker_sound_new (path);
  trs_worker_sound_begin (sound, 5, 0);
  write_some (sound, 5);
  g_assert_false (trs_worker_sound_finish (sound, &fault));
  g_assert_nonnull (strstr (fault, "not installed"));
  gst_registry_add_plugin (gst_registry_get (), gst_object_ref (plugin));
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;

  trs_test_init (&argc, &argv);
  trs_media_init (TRUE, &error);
  g_assert_no_error (error);
  g_test_add_func ("/worker/sound/kept", test_kept);
  g_test_add_func ("/worker/sound/no-room", test_no_room);
  g_test_add_func ("/worker/sound/dropped", test_dropped);
  g_test_add_func ("/worker/sound/no-file", test_no_file);
  g_test_add_func ("/worker/sound/command", test_command);
  g_test_add_func ("/worker/sound/track", test_track);
  g_test_add_func ("/worker/sound/unwished", test_unwished);
  g_test_add_func ("/worker/sound/check", test_check);
  g_test_add_func ("/worker/sound/no-encoder", test_no_encoder);
  return g_test_run ();
}
