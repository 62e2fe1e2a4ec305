/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a file holds, asked of the program. The files themselves: see test-media-discover. */
#include "trs-media-discover.h"
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"
#include "trs-worker-process.h"

#include <math.h>
#include <string.h>

static TrsWorkerProcess *
discover (const char *file)
{
  return trs_worker_process_run ((const char * const[]) { "discover", "--", file, NULL });
}

static void
test_media (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (3);
  g_autofree char *path = NULL;
  g_autoptr (TrsWorkerProcess) worker = NULL;

  trs_test_media_add_speech (samples, 1, 2, -20);
  path = trs_test_media_write ("-media", &trs_test_media_kinds[1], samples, "A “title”");
  worker = discover (path);
  g_assert_cmpint (worker->status, ==, 0);
  g_assert_cmpuint (worker->lines->len, ==, 1);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_MEDIA);
  g_assert_cmpfloat (fabs (worker->last->seconds - 3), <, 0.1);
  g_assert_cmpstr (worker->last->text, ==, "A “title”");
  g_assert_cmpuint (worker->last->bytes, >, 1000);
  g_assert_null (worker->last->tracks);
}

static void
test_tracks (void)
{
  g_autofree char *path = trs_test_media_write_tracks ("-tracks", FALSE);
  g_autoptr (TrsWorkerProcess) worker = discover (path);
  g_autoptr (TrsWorkerProcess) beyond = NULL;
  const TrsMediaTrack *track;

  g_assert_nonnull (worker->last->tracks);
  g_assert_cmpuint (worker->last->tracks->len, ==, 2);
  track = worker->last->tracks->pdata[0];
  g_assert_cmpstr (track->language, ==, "en");
  track = worker->last->tracks->pdata[1];
  g_assert_cmpstr (track->language, ==, "de");
  g_assert_cmpstr (track->title, ==, "Floor");

  beyond = trs_worker_process_run ((const char * const[]) { "transcribe", "--track", "3", "--", path, NULL });
  g_assert_cmpint (beyond->status, ==, 1);
  g_assert_cmpstr (beyond->last->reason, ==, "no-sound");
  g_assert_cmpstr (beyond->last->text, ==, "The file has no sound track 3.");
}

/* To try a recogniser, no more is read than is asked for, whatever the file holds. */
static void
test_until (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (20);
  g_autofree char *path = trs_test_media_write ("-until", &trs_test_media_kinds[1], samples, NULL);
  g_autoptr (TrsWorkerProcess) worker =
      trs_worker_process_run ((const char * const[]) { "transcribe", "--until", "3", "--", path, NULL });

  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_END);
  g_assert_false (worker->last->cut);
  g_assert_cmpfloat (fabs (worker->last->seconds - 3), <, 0.01);
}

/* WAV as GStreamer 1.22 reads it without an end: it has a list of which it is said that it is empty. */
static void
test_endless (void)
{
  static const char begin[] = "RIFF\x34\x7d\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x80\x3e\0\0\0\x7d\0\0\2\0\x10\0"
                              "LIST\0\0\0\0" "data\0\x7d\0\0";
  g_autofree char *path = trs_test_media_path ("endless.wav");
  g_autofree guint8 *bytes = g_malloc0 (sizeof begin - 1 + 32000);
  g_autofree char *debug = NULL;
  g_autoptr (TrsWorkerProcess) worker = NULL;

  memcpy (bytes, begin, sizeof begin - 1);
  g_assert_true (g_file_set_contents (path, (char *) bytes, sizeof begin - 1 + 32000, NULL));
  /* GStreamer warns of what it does there. */
  debug = g_strdup (g_getenv ("G_DEBUG"));
  g_unsetenv ("G_DEBUG");
  worker = trs_worker_process_run ((const char * const[]) { "discover", "--stall-limit", "2", path, NULL });
  g_setenv ("G_DEBUG", debug, TRUE);
  /* Another version of GStreamer may read it. */
  if (worker->last->type == TRS_WORKER_LINE_MEDIA)
    {
      g_assert_cmpfloat (fabs (worker->last->seconds - 1), <, 0.1);
      return;
    }
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_FAULT);
  g_assert_cmpstr (worker->last->reason, ==, "unreadable");
  g_assert_cmpstr (worker->last->text, ==, "The file is damaged: what decodes it does not get on in it.");
}

static void
assert_fault (const char *file,
              const char *reason)
{
  g_autoptr (TrsWorkerProcess) worker = discover (file);

  g_assert_cmpint (worker->status, ==, 1);
  g_assert_cmpuint (worker->lines->len, ==, 1);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_FAULT);
  g_assert_cmpstr (worker->last->reason, ==, reason);
}

static char *
write_text (const char *name,
            const char *text)
{
  char *path = trs_test_media_path (name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
test_faults (void)
{
  g_autofree char *empty = write_text ("empty.mp4", "");
  g_autofree char *text = write_text ("text.mp4", "Only words.\n");
  g_autofree char *list = write_text ("list.mp4", "#EXTM3U\nhttp://127.0.0.1:1/a.ts\n");
  g_autofree char *protected = trs_test_data_path ("media/protected.mp4");

  assert_fault (empty, "empty");
  assert_fault (text, "not-media");
  assert_fault (list, "playlist");
  assert_fault (protected, "protected");
  assert_fault (g_get_user_data_dir (), "unreadable");
  assert_fault ("nothing", "unreadable");
}

static void
assert_usage (const char * const *args)
{
  g_autoptr (TrsWorkerProcess) worker = trs_worker_process_run (args);

  g_assert_cmpint (worker->status, ==, 2);
  g_assert_cmpuint (worker->lines->len, ==, 0);
}

static void
test_usage (void)
{
  assert_usage ((const char * const[]) { "discover", NULL });
  assert_usage ((const char * const[]) { "discover", "a", "b", NULL });
  assert_usage ((const char * const[]) { "sing", "a", NULL });
  assert_usage ((const char * const[]) { NULL });
  assert_usage ((const char * const[]) { "transcribe", "--from", "nan", "a", NULL });
  assert_usage ((const char * const[]) { "transcribe", "--track", "0", "a", NULL });
  assert_usage ((const char * const[]) { "transcribe", "--track", "17", "a", NULL });
  assert_usage ((const char * const[]) { "transcribe", "--volume", "11", "a", NULL });
}

/* A file that announces more than it holds. */
static void
test_cut (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (20);
  g_autofree char *path = NULL;
  g_autoptr (TrsWorkerProcess) worker = NULL;

  trs_test_media_add_speech (samples, 0, 20, -12);
  path = trs_test_media_write ("cut", &trs_test_media_kinds[1], samples, NULL);
  trs_test_media_cut (path, 0.6);
  worker = trs_worker_process_run_command ("vosk", path, "en");
  g_assert_cmpint (worker->status, ==, 0);
  g_assert_true (worker->last->cut);
  g_assert_cmpfloat (worker->last->seconds, <, 15);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;

  trs_test_init (&argc, &argv);
  trs_media_init (TRUE, &error);
  g_assert_no_error (error);
  g_test_add_func ("/worker/discover/media", test_media);
  g_test_add_func ("/worker/discover/endless", test_endless);
  g_test_add_func ("/worker/discover/tracks", test_tracks);
  g_test_add_func ("/worker/discover/until", test_until);
  g_test_add_func ("/worker/discover/faults", test_faults);
  g_test_add_func ("/worker/discover/usage", test_usage);
  g_test_add_func ("/worker/discover/cut", test_cut);
  return g_test_run ();
}
