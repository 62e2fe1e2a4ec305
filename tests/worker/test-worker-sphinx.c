/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The built-in recogniser, with a sentence that a human has read. How well it does is a benchmark. */
#include "trs-media.h"
#include "trs-test-media.h"
#include "trs-test-utils.h"
#include "trs-worker-process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* “he might even have been made amiable himself”, 3.3 s */
#define SENTENCE TRS_SPEECH "/librivox/sense_and_sensibility_01_austen_64kb-0930.wav"
#define SENTENCE_SECONDS 3.29

static char *
encode (const char *name,
        double      silence)
{
  char *path = trs_test_media_path (name);
  g_autofree char *description =
      g_strdup_printf ("concat name=c ! audioconvert ! avenc_aac ! mp4mux ! filesink location=\"%s\" "
                       "audiotestsrc wave=silence num-buffers=%d samplesperbuffer=1600 ! "
                       "audio/x-raw,format=S16LE,rate=16000,channels=1 ! c. "
                       "filesrc location=\"" SENTENCE "\" ! wavparse ! audioconvert ! audioresample ! "
                       "audio/x-raw,format=S16LE,rate=16000,channels=1 ! c.",
                       path, (int) (silence * 10));

  trs_test_media_launch (description);
  return path;
}

static void
test_sentence (void)
{
  g_autofree char *path = encode ("sentence.mp4", 2);
  g_autoptr (TrsWorkerProcess) worker = trs_worker_process_run ((const char * const[]) { "transcribe", path, NULL });
  const TrsWorkerLine *paragraph;

  g_assert_cmpint (worker->status, ==, 0);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_END);
  g_assert_cmpfloat (fabs (worker->last->seconds - 2 - SENTENCE_SECONDS), <, 0.25);
  g_assert_false (worker->last->cut);
  g_assert_cmpuint (worker->paragraphs->len, ==, 1);

  paragraph = g_ptr_array_index (worker->lines, worker->lines->len - 2);
  g_assert_cmpint (paragraph->type, ==, TRS_WORKER_LINE_PARAGRAPH);
  g_assert_cmpfloat (fabs (paragraph->start - 2.25), <, 0.3);
  g_assert_cmpfloat (fabs (paragraph->seconds - 2 - SENTENCE_SECONDS), <, 0.5);
  g_assert_cmpuint (paragraph->speaker, ==, 0);
  g_assert_nonnull (strstr (paragraph->text, "might even have been"));
  g_assert_nonnull (strstr (paragraph->text, "amiable"));
  g_assert_true (g_unichar_isupper (g_utf8_get_char (paragraph->text)));
  g_assert_null (strpbrk (paragraph->text, "<>[]()"));
}

/* Behind the last paragraph there is only silence, whose times are those of the recording. */
static void
test_go_on (void)
{
  g_autofree char *path = encode ("go-on.mp4", 1);
  g_autoptr (TrsWorkerProcess) late = NULL;
  g_autoptr (TrsWorkerProcess) early = NULL;
  const TrsWorkerLine *paragraph;

  late = trs_worker_process_run ((const char * const[]) { "transcribe", "--from", "4.2", path, NULL });
  g_assert_cmpint (late->status, ==, 0);
  g_assert_cmpuint (late->paragraphs->len, ==, 0);

  early = trs_worker_process_run ((const char * const[]) { "transcribe", "--from", "0.5", path, NULL });
  g_assert_cmpint (early->status, ==, 0);
  g_assert_cmpuint (early->paragraphs->len, ==, 1);
  paragraph = g_ptr_array_index (early->lines, early->lines->len - 2);
  g_assert_cmpfloat (fabs (paragraph->start - 1.25), <, 0.3);
}

static void
test_silence (void)
{
  g_autoptr (GArray) samples = trs_test_media_new_samples (30);
  g_autofree char *path = trs_test_media_write ("silence", NULL, samples, NULL);
  const char *args[] = { "transcribe", path, NULL };
  g_autoptr (TrsWorkerProcess) worker = trs_worker_process_run (args);

  g_assert_cmpint (worker->status, ==, 0);
  g_assert_cmpuint (worker->paragraphs->len, ==, 0);
  g_assert_cmpfloat (worker->last->seconds, ==, 30);
}

/* The words are there, whether the sound could be kept or not: a limit to files is as good as a full disk. */
static void
test_sound (void)
{
  g_autofree char *path = encode ("sound.mp4", 20);
  g_autofree char *sound = trs_test_media_path ("sound.opus");
  g_autofree char *full = trs_test_media_path ("full.opus");
  const char *args[] = { "transcribe", "--sound", sound, path, NULL };
  g_autofree char *command =
      g_strdup_printf ("ulimit -f 2; exec \"%s\" transcribe --sound \"%s\" \"%s\"", TRS_WORKER_PROGRAM, full, path);
  const char *limited[] = { "sh", "-c", command, NULL };
  g_autoptr (TrsWorkerProcess) worker = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  char text[16384];
  gsize length;
  GStatBuf info;

  g_unlink (sound);
  g_unlink (full);
  worker = trs_worker_process_run (args);
  g_assert_cmpint (worker->status, ==, 0);
  g_assert_cmpuint (worker->paragraphs->len, ==, 1);
  g_assert_cmpint (g_stat (sound, &info), ==, 0);
  g_assert_cmpint (info.st_size, >, 2048);

  process = g_subprocess_newv (limited, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  g_assert_true (g_input_stream_read_all (g_subprocess_get_stdout_pipe (process), text, sizeof text, &length, NULL,
                                          &error));
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  said = g_strndup (text, length);
  g_test_message ("%s", said);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  g_assert_nonnull (strstr (said, "{\"type\":\"sound\",\"kept\":false,"));
  g_assert_nonnull (strstr (said, "might even have been"));
  g_assert_nonnull (strstr (said, "{\"type\":\"end\""));
  g_assert_cmpint (g_stat (full, &info), ==, 0);
  g_assert_cmpint (info.st_size, ==, 0);
}

/* What Preferences tries is recognised word for word. */
static void
test_spoken_clip (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "../data/spoken-clip/spoken-clip.opus", NULL);
  g_autoptr (TrsWorkerProcess) worker =
      trs_worker_process_run ((const char * const[]) { "transcribe", "--until", "3", path, NULL });
  const TrsWorkerLine *paragraph;

  g_assert_cmpint (worker->status, ==, 0);
  g_assert_cmpuint (worker->paragraphs->len, ==, 1);
  paragraph = g_ptr_array_index (worker->lines, worker->lines->len - 2);
  g_assert_cmpstr (paragraph->text, ==, "I think that we have to do something");
}

static void
assert_fault (const char * const *args,
              const char         *reason)
{
  g_autoptr (TrsWorkerProcess) worker = trs_worker_process_run (args);

  g_assert_cmpint (worker->status, ==, 1);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_FAULT);
  g_assert_cmpstr (worker->last->reason, ==, reason);
}

static void
test_faults (void)
{
  assert_fault ((const char * const[]) { "transcribe", "--language", "de", SENTENCE, NULL }, "language");
  assert_fault ((const char * const[]) { "transcribe", "--model", "/nowhere", SENTENCE, NULL }, "setup");
  assert_fault ((const char * const[]) { "transcribe", TRS_SPEECH "/cards/cards.gram", NULL }, "not-media");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;

  trs_test_init (&argc, &argv);
  /* Which this process has read by now: the encoders in it need the slow unwinder, and the worker is without them. */
  g_setenv ("ASAN_OPTIONS", TRS_ASAN_OPTIONS, TRUE);
  trs_media_init (TRUE, &error);
  g_assert_no_error (error);
  g_test_add_func ("/worker/sphinx/sentence", test_sentence);
  g_test_add_func ("/worker/sphinx/go-on", test_go_on);
  g_test_add_func ("/worker/sphinx/silence", test_silence);
  g_test_add_func ("/worker/sphinx/sound", test_sound);
  g_test_add_func ("/worker/sphinx/spoken-clip", test_spoken_clip);
  g_test_add_func ("/worker/sphinx/faults", test_faults);
  return g_test_run ();
}
