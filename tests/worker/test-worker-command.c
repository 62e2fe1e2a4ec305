/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recognisers that are commands: the shapes of four families, and what goes wrong with programs of others. */
#include "trs-test-media.h"
#include "trs-test-utils.h"
#include "trs-worker-process.h"
#include "trs-worker-sandbox.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static char *sound;

static TrsWorkerProcess *
run (const char *mode)
{
  return trs_worker_process_run_command (mode, sound, "de");
}

/* First the length, then progress that never goes back, paragraphs in order, and the end. */
static void
assert_order (TrsWorkerProcess *worker)
{
  gboolean transcribing = FALSE;
  double start = 0;
  guint percent = 0;

  g_assert_cmpint (((TrsWorkerLine *) g_ptr_array_index (worker->lines, 0))->type, ==, TRS_WORKER_LINE_LENGTH);
  for (guint i = 0; i < worker->lines->len; i++)
    {
      const TrsWorkerLine *line = g_ptr_array_index (worker->lines, i);

      if (line->type == TRS_WORKER_LINE_PROGRESS)
        {
          g_assert_true (line->transcribing || !transcribing);
          g_assert_true (line->percent >= percent || line->transcribing != transcribing);
          transcribing = line->transcribing;
          percent = line->percent;
        }
      else if (line->type == TRS_WORKER_LINE_PARAGRAPH)
        {
          g_assert_true (transcribing);
          g_assert_cmpfloat (line->start, >=, start);
          start = line->start;
        }
    }
}

static void
assert_end (TrsWorkerProcess *worker)
{
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_END);
  g_assert_cmpint (worker->status, ==, 0);
  g_assert_cmpfloat (fabs (worker->last->seconds - 2), <, 0.01);
  g_assert_false (worker->last->cut);
  g_assert_false (trs_worker_process_has_left (worker));
  assert_order (worker);
}

static const TrsWorkerLine *
get_paragraph (TrsWorkerProcess *worker,
               guint             number)
{
  for (guint i = 0; i < worker->lines->len; i++)
    {
      const TrsWorkerLine *line = g_ptr_array_index (worker->lines, i);

      if (line->type == TRS_WORKER_LINE_PARAGRAPH && number-- == 0)
        return line;
    }
  g_assert_not_reached ();
}

static guint
get_highest_percent (TrsWorkerProcess *worker)
{
  guint percent = 0;

  for (guint i = 0; i < worker->lines->len; i++)
    {
      const TrsWorkerLine *line = g_ptr_array_index (worker->lines, i);

      if (line->type == TRS_WORKER_LINE_PROGRESS && line->transcribing)
        percent = MAX (percent, line->percent);
    }
  return percent;
}

static void
test_whisper_cpp (void)
{
  g_autoptr (TrsWorkerProcess) worker = run ("whisper-cpp");

  assert_end (worker);
  /* Another speaker is another paragraph, and no name. */
  g_assert_cmpuint (worker->paragraphs->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (worker->paragraphs, 0), ==, "Good evening.");
  g_assert_cmpstr (g_ptr_array_index (worker->paragraphs, 1), ==, "Thank you, Köln.");
  g_assert_cmpuint (get_paragraph (worker, 0)->speaker, ==, 0);
  g_assert_cmpfloat (fabs (get_paragraph (worker, 1)->start - 0.9), <, 0.001);
  g_assert_cmpuint (get_highest_percent (worker), ==, 99);
}

static void
test_whisper_ctranslate2 (void)
{
  g_autoptr (TrsWorkerProcess) worker = run ("whisper-ctranslate2");

  assert_end (worker);
  g_assert_cmpuint (worker->paragraphs->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (worker->paragraphs, 0), ==, "Good evening. Thank you, Köln.");
  g_assert_cmpuint (get_highest_percent (worker), >=, 47);
}

static void
assert_two_speakers (TrsWorkerProcess *worker)
{
  assert_end (worker);
  g_assert_cmpuint (worker->paragraphs->len, ==, 2);
  g_assert_cmpuint (get_paragraph (worker, 0)->speaker, ==, 1);
  g_assert_cmpuint (get_paragraph (worker, 1)->speaker, ==, 2);
  g_assert_cmpstr (get_paragraph (worker, 1)->text, ==, "Thank you, Köln.");
}

static void
test_whisperx (void)
{
  g_autoptr (TrsWorkerProcess) json = run ("whisperx");
  g_autoptr (TrsWorkerProcess) vtt = run ("whisperx-vtt");

  assert_two_speakers (json);
  assert_two_speakers (vtt);
}

static const char *
find_language (TrsWorkerProcess *worker)
{
  for (guint i = 0; i < worker->lines->len; i++)
    {
      const TrsWorkerLine *line = g_ptr_array_index (worker->lines, i);

      if (line->type == TRS_WORKER_LINE_LANGUAGE)
        return line->text;
    }
  return NULL;
}

/* The one that it was told, or has found out by itself; subtitles have none. */
static void
test_language (void)
{
  static const char * const modes[] = { "whisper-cpp", "whisper-ctranslate2", "whisperx" };
  g_autoptr (TrsWorkerProcess) vosk = trs_worker_process_run_command ("vosk", sound, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (TrsWorkerProcess) told = trs_worker_process_run_command (modes[i], sound, "de-CH");
      g_autoptr (TrsWorkerProcess) found = trs_worker_process_run_command (modes[i], sound, NULL);

      assert_end (told);
      g_assert_cmpstr (find_language (told), ==, "de");
      assert_end (found);
      g_assert_cmpstr (find_language (found), ==, "sv");
    }
  assert_end (vosk);
  g_assert_null (find_language (vosk));
}

static void
test_vosk (void)
{
  g_autoptr (TrsWorkerProcess) worker = run ("vosk");

  assert_end (worker);
  g_assert_cmpuint (worker->paragraphs->len, ==, 1);
  /* What it has not written is not invented. */
  g_assert_cmpstr (g_ptr_array_index (worker->paragraphs, 0), ==, "good evening thank you cologne");
}

static void
test_forgiven (void)
{
  g_autoptr (TrsWorkerProcess) silent = run ("no-words");
  g_autoptr (TrsWorkerProcess) latin = run ("invalid-utf8");
  g_autoptr (TrsWorkerProcess) loud = run ("loud");
  g_autoptr (TrsWorkerProcess) beyond = run ("one-beyond");

  assert_end (silent);
  g_assert_cmpuint (silent->paragraphs->len, ==, 0);
  assert_end (latin);
  g_assert_cmpstr (g_ptr_array_index (latin->paragraphs, 0), ==, "K\xef\xbf\xbdln");
  assert_end (loud);
  g_assert_cmpuint (loud->paragraphs->len, ==, 1);
  assert_end (beyond);
  g_assert_cmpuint (beyond->last->dropped, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (beyond->paragraphs, 0), ==, "a");
}

static void
assert_fault (const char *mode,
              const char *reason,
              const char *words)
{
  g_autoptr (TrsWorkerProcess) worker = run (mode);

  g_assert_cmpint (worker->status, ==, 1);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_FAULT);
  g_assert_cmpstr (worker->last->reason, ==, reason);
  g_assert_cmpuint (worker->paragraphs->len, ==, 0);
  if (words != NULL)
    g_assert_nonnull (strstr (worker->last->text, words));
  g_assert_false (trs_worker_process_has_left (worker));
  assert_order (worker);
}

/* That it ended well proves nothing. */
static void
test_no_result (void)
{
  static const char * const modes[] = { "nothing", "empty", "garbage", "cut-short", "beyond", "unordered", "no-number",
                                        "too-long", "too-many", "link", "pipe" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_test_message ("%s", modes[i]);
      assert_fault (modes[i], "recognizer", NULL);
    }
}

static void
test_failures (void)
{
  assert_fault ("fails", "recognizer", "error: failed to open the model");
  assert_fault ("refuses", "recognizer", "error: unknown language 'de'");
  assert_fault ("killed", "recognizer", "killed");
  /* Whether it is refused the memory or killed for it. */
#if !defined (__SANITIZE_ADDRESS__)
  assert_fault ("greedy", "recognizer", NULL);
#endif
}

/* It has ended well, but something of it runs on and holds its pipes. */
static void
test_left_behind (void)
{
  g_autoptr (TrsWorkerProcess) worker = run ("forks");
  pid_t child;

  assert_end (worker);
  child = atoi (g_ptr_array_index (worker->paragraphs, 0));
  g_assert_cmpint (child, >, 1);
  g_assert_cmpint (kill (child, 0), ==, -1);
  g_assert_cmpint (errno, ==, ESRCH);
}

static void
test_late (void)
{
  g_autofree char *scratch = trs_test_media_path ("late-XXXXXX");
  const char *args[] = { "transcribe", "--recognizer", "sh -c 'sleep 1000' {input}", "--stall-limit", "2",
                         "--scratch", scratch, sound, NULL };
  g_autoptr (TrsWorkerProcess) worker = NULL;

  g_assert_nonnull (g_mkdtemp (scratch));
  worker = trs_worker_process_run (args);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_FAULT);
  g_assert_cmpstr (worker->last->reason, ==, "timeout");
}

/* However long it takes, it is not late as long as it works. */
static void
test_busy (void)
{
  g_autofree char *scratch = trs_test_media_path ("busy-XXXXXX");
  g_autoptr (TrsWorkerProcess) worker = NULL;
  const char *args[] = { "transcribe", "--recognizer", TRS_FAKE_RECOGNIZER " busy {input} {outdir} {stem}",
                         "--stall-limit", "1", "--scratch", scratch, sound, NULL };

  g_assert_nonnull (g_mkdtemp (scratch));
  worker = trs_worker_process_run (args);
  g_assert_cmpint (worker->last->type, ==, TRS_WORKER_LINE_END);
  g_assert_cmpuint (worker->paragraphs->len, ==, 1);
}

/* What it may do, it says itself: nothing outside its folder, nothing over the network, nothing that was left open. */
static void
test_prisoner (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autofree char *port = g_strdup_printf ("%u", g_socket_listener_add_any_inet_port (listener, NULL, NULL));
  g_autofree char *home = trs_test_media_path ("home");
  g_autoptr (TrsWorkerProcess) worker = NULL;
  const char *said;

  g_mkdir_with_parents (home, 0700);
  g_setenv ("HOME", home, TRUE);
  g_setenv ("TRS_SECRET", "key", TRUE);
  worker = trs_worker_process_run_command ("prisoner", sound, port);
  assert_end (worker);
  said = g_ptr_array_index (worker->paragraphs, 0);
  g_assert_nonnull (strstr (said, "connect PermissionError"));
  g_assert_nonnull (strstr (said, "inside worked"));
  g_assert_nonnull (strstr (said, "descriptors 0,1,2,3;"));
  g_assert_nonnull (strstr (said, "HOME"));
  g_assert_null (strstr (said, "TRS_SECRET"));
  g_assert_null (strstr (said, "DBUS"));
  if (trs_worker_sandbox_get_landlock () > 0)
    g_assert_nonnull (strstr (said, "outside PermissionError"));
  g_unsetenv ("TRS_SECRET");
}

/* A limit to files is as good as a full disk, and as cheap as none. */
static void
test_disk (void)
{
  g_autofree char *scratch = trs_test_media_path ("disk");
  g_autofree char *command = g_strdup_printf ("ulimit -f 20; exec \"%s\" transcribe --recognizer 'cat {input}' "
                                              "--scratch \"%s\" \"%s\"",
                                              TRS_WORKER_PROGRAM, scratch, sound);
  const char *args[] = { "sh", "-c", command, NULL };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDir) dir = NULL;
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  GInputStream *output;
  char text[4096];
  gsize length;

  g_mkdir_with_parents (scratch, 0700);
  process = g_subprocess_newv (args, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  output = g_subprocess_get_stdout_pipe (process);
  g_assert_true (g_input_stream_read_all (output, text, sizeof text - 1, &length, NULL, &error));
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  said = g_strndup (text, length);
  g_test_message ("%s", said);
  g_assert_nonnull (strstr (said, "{\"type\":\"fault\",\"reason\":\"disk\""));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  dir = g_dir_open (scratch, 0, NULL);
  g_assert_null (g_dir_read_name (dir));
}

static void
assert_setup (const char *recognizer,
              gboolean    with_scratch,
              const char *words)
{
  g_autofree char *scratch = trs_test_media_path ("setup");
  const char *args[] = { "transcribe", "--recognizer", recognizer, sound, with_scratch ? "--scratch" : NULL, scratch,
                         NULL };
  g_autoptr (TrsWorkerProcess) worker = NULL;

  g_mkdir_with_parents (scratch, 0700);
  worker = trs_worker_process_run (args);
  g_assert_cmpint (worker->status, ==, 1);
  g_assert_cmpstr (worker->last->reason, ==, "setup");
  g_assert_nonnull (strstr (worker->last->text, words));
}

/* Said before anything is decoded. */
static void
test_setup (void)
{
  assert_setup ("no-such-recognizer {input}", TRUE, "not installed");
  assert_setup ("cat", TRUE, "{input}");
  assert_setup ("cat {input} {nonsense}", TRUE, "{nonsense}");
  assert_setup ("cat {input} {model}", TRUE, "{model}");
  assert_setup ("cat '{input}", TRUE, "quotation");
  assert_setup ("cat {input}", FALSE, "folder");
}

/* What a download leaves that failed: a page of its server, or what stands for the file in a repository. */
static void
test_small_model (void)
{
  g_autofree char *scratch = trs_test_media_path ("model");
  g_autofree char *folder = trs_test_media_path ("weights");
  g_autofree char *model = g_build_filename (folder, "model.bin", NULL);
  g_autofree char *large = g_malloc0 (2 << 20);
  const char *models[] = { model, folder };

  g_mkdir_with_parents (scratch, 0700);
  g_mkdir_with_parents (folder, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      const char *args[] = { "transcribe", "--recognizer", TRS_FAKE_RECOGNIZER " vosk {input} {outdir} {stem} {model}",
                             "--model", models[i], "--scratch", scratch, sound, NULL };
      g_autoptr (TrsWorkerProcess) small = NULL;
      g_autoptr (TrsWorkerProcess) whole = NULL;

      g_assert_true (g_file_set_contents (model, "version https://git-lfs.github.com/spec/v1\n", -1, NULL));
      small = trs_worker_process_run (args);
      g_assert_cmpint (small->last->type, ==, TRS_WORKER_LINE_FAULT);
      g_assert_cmpstr (small->last->reason, ==, "setup");
      g_assert_nonnull (strstr (small->last->text, "43 bytes"));
      g_assert_true (g_file_set_contents (model, large, 2 << 20, NULL));
      whole = trs_worker_process_run (args);
      g_assert_cmpint (whole->last->type, ==, TRS_WORKER_LINE_END);
      g_assert_cmpuint (whole->paragraphs->len, ==, 1);
    }
}

static void
test_broken_file (void)
{
  g_autofree char *path = trs_test_media_path ("broken.mp4");
  g_autofree char *scratch = trs_test_media_path ("broken");
  const char *args[] = { "transcribe", "--recognizer", "cat {input}", "--scratch", scratch, path, NULL };
  g_autoptr (TrsWorkerProcess) worker = NULL;

  g_mkdir_with_parents (scratch, 0700);
  g_assert_true (g_file_set_contents (path, "no media", -1, NULL));
  worker = trs_worker_process_run (args);
  g_assert_cmpint (worker->status, ==, 1);
  g_assert_cmpuint (worker->lines->len, ==, 1);
  g_assert_cmpstr (worker->last->reason, ==, "not-media");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GArray) samples = NULL;
  int status;

  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/command/whisper-cpp", test_whisper_cpp);
  g_test_add_func ("/worker/command/whisper-ctranslate2", test_whisper_ctranslate2);
  g_test_add_func ("/worker/command/whisperx", test_whisperx);
  g_test_add_func ("/worker/command/language", test_language);
  g_test_add_func ("/worker/command/vosk", test_vosk);
  g_test_add_func ("/worker/command/forgiven", test_forgiven);
  g_test_add_func ("/worker/command/no-result", test_no_result);
  g_test_add_func ("/worker/command/failures", test_failures);
  g_test_add_func ("/worker/command/left-behind", test_left_behind);
  g_test_add_func ("/worker/command/late", test_late);
  g_test_add_func ("/worker/command/busy", test_busy);
  g_test_add_func ("/worker/command/prisoner", test_prisoner);
  g_test_add_func ("/worker/command/disk", test_disk);
  g_test_add_func ("/worker/command/setup", test_setup);
  g_test_add_func ("/worker/command/small-model", test_small_model);
  g_test_add_func ("/worker/command/broken-file", test_broken_file);

  samples = trs_test_media_new_samples (2);
  trs_test_media_add_speech (samples, 0.2, 1.8, -20);
  /* Beside the folders of the tests, which come and go with each. */
  sound = g_build_filename (g_get_tmp_dir (), "trs-worker-command-XXXXXX", NULL);
  close (g_mkstemp (sound));
  trs_test_media_write_wav (sound, samples);
  status = g_test_run ();
  g_unlink (sound);
  g_free (sound);
  return status;
}
