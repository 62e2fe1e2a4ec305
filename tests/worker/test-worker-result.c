/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-result.h"
#include "trs-test-utils.h"
#include "trs-worker-error.h"
#include "trs-worker-wav.h"

#include <glib/gstdio.h>
#include <string.h>

#define LENGTH 10.0

static TrsWorkerCues *
parse (const char  *text,
       GError     **error)
{
  return trs_worker_result_parse (text, strlen (text), LENGTH, error);
}

static void
assert_cues (const char *text,
             const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsWorkerCues) cues = parse (text, &error);
  g_autoptr (GString) all = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < trs_worker_cues_size (cues); i++)
    {
      const TrsWorkerCue *cue = trs_worker_cues_get (cues, i);

      g_string_append_printf (all, "%g-%g %u%s %s|", cue->start, cue->end, cue->speaker, cue->turn ? "!" : "",
                              cue->text);
    }
  g_assert_cmpstr (all->str, ==, expected);
}

static void
assert_refused (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsWorkerCues) cues = parse (text, &error);

  g_test_message ("%.200s", text);
  g_assert_null (cues);
  g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT);
}

static void
test_whisper_cpp (void)
{
  assert_cues ("{\"result\":{\"language\":\"en\"},\"transcription\":["
               "{\"timestamps\":{\"from\":\"00:00:00,000\",\"to\":\"00:00:01,500\"},"
               "\"offsets\":{\"from\":0,\"to\":1500},\"text\":\" Hi.\",\"speaker\":\"0\",\"tokens\":[{\"p\":0.9}]},"
               "{\"offsets\":{\"from\":1500,\"to\":2000},\"text\":\" Yes.\",\"speaker\":\"1\"},"
               "{\"offsets\":{\"from\":2000,\"to\":3000},\"text\":\" No.\",\"speaker\":\"?\","
               "\"speaker_turn_next\":true},"
               "{\"offsets\":{\"from\":3000,\"to\":4000},\"text\":\" Well.\",\"speaker_turn_next\":false}]}",
               "0-1.5 1 Hi.|1.5-2 2 Yes.|2-3 0 No.|3-4 0! Well.|");
  assert_cues ("{\"transcription\":[]}", "");
}

static void
test_segments (void)
{
  assert_cues ("{\"language\":\"en\",\"segments\":[{\"id\":0,\"start\":0.5,\"end\":1,\"text\":\"Hi.\"},"
               "{\"start\":1,\"end\":2,\"text\":\"Yes.\",\"speaker\":\"SPEAKER_01\"},"
               "{\"start\":2,\"end\":3,\"text\":\"No.\",\"speaker\":7},"
               "{\"start\":3,\"end\":4,\"text\":\"So.\",\"speaker\":null},"
               "{\"start\":4,\"end\":5,\"text\":\"  \"}],\"word_segments\":[{\"score\":NaN}]}",
               "0.5-1 0 Hi.|1-2 1 Yes.|2-3 2 No.|3-4 0 So.|");
}

/* What programs are known to get wrong by little. */
static void
test_put_right (void)
{
  assert_cues ("{\"segments\":[{\"start\":2,\"end\":3,\"text\":\"a\"},{\"start\":1.5,\"end\":4,\"text\":\"b\"},"
               "{\"start\":9,\"end\":30,\"text\":\"c\"},{\"start\":10.5,\"end\":10.2,\"text\":\"d\"}]}",
               "2-3 0 a|2-4 0 b|9-10 0 c|10-10 0 d|");
  assert_cues ("\xef\xbb\xbf{\"segments\":[{\"start\":1,\"end\":2,\"text\":\"K\xf6ln\"}]}", "1-2 0 K\xef\xbf\xbdln|");
}

static void
test_refused (void)
{
  assert_refused ("");
  assert_refused ("null");
  assert_refused ("Good evening.");
  assert_refused ("{}");
  assert_refused ("[]");
  assert_refused ("{\"text\":\"a\"}");
  assert_refused ("{\"segments\":{}}");
  assert_refused ("{\"segments\":[1]}");
  assert_refused ("{\"segments\":[]} x");
  assert_refused ("{\"segments\":[{\"start\":1,\"end\":2,\"text\":\"a\"}]");
  assert_refused ("{\"segments\":[{\"start\":1,\"end\":2,\"text\":1}]}");
  assert_refused ("{\"segments\":[{\"start\":\"1\",\"end\":2,\"text\":\"a\"}]}");
  /* Words without times, times that are none, in another order, or of another recording. */
  assert_refused ("{\"segments\":[{\"text\":\"a\"}]}");
  assert_refused ("{\"segments\":[{\"start\":1,\"text\":\"a\"}]}");
  assert_refused ("{\"segments\":[{\"start\":NaN,\"end\":2,\"text\":\"a\"}]}");
  assert_refused ("{\"segments\":[{\"start\":1,\"end\":1e400,\"text\":\"a\"}]}");
  assert_refused ("{\"segments\":[{\"start\":-1,\"end\":2,\"text\":\"a\"}]}");
  assert_refused ("{\"segments\":[{\"start\":5,\"end\":2,\"text\":\"a\"}]}");
  assert_refused ("{\"segments\":[{\"start\":1,\"end\":2,\"text\":\"a\"},{\"start\":12,\"end\":13,\"text\":\"b\"},"
                  "{\"start\":14,\"end\":15,\"text\":\"c\"}]}");
  assert_refused ("{\"segments\":[{\"start\":12,\"end\":13,\"text\":\"a\"}]}");
  assert_refused ("WEBVTT\n\n00:12.000 --> 00:13.000\na\n");
}

static void
assert_dropped (const char *text,
                const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsWorkerCues) cues = trs_worker_result_parse (text, strlen (text), LENGTH, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trs_worker_cues_get_n_dropped (cues), ==, 1);
  assert_cues (text, expected);
}

/* An hour of good work is not lost for one time that cannot be. */
static void
test_drops_one (void)
{
  assert_dropped ("{\"segments\":[{\"start\":1,\"end\":2,\"text\":\"a\"},{\"start\":NaN,\"end\":3,\"text\":\"b\"},"
                  "{\"start\":3,\"end\":4,\"text\":\"c\"}]}", "1-2 0 a|3-4 0 c|");
  assert_dropped ("{\"segments\":[{\"start\":1,\"end\":2,\"text\":\"a\"},{\"start\":null,\"end\":\"x\",\"text\":\"b\"},"
                  "{\"start\":3,\"end\":4,\"text\":\"c\"}]}", "1-2 0 a|3-4 0 c|");
  /* The one that stands out is dropped, and not those behind it. */
  assert_dropped ("{\"segments\":[{\"start\":1,\"end\":2,\"text\":\"a\"},{\"start\":8,\"end\":9,\"text\":\"b\"},"
                  "{\"start\":2,\"end\":3,\"text\":\"c\"},{\"start\":3,\"end\":4,\"text\":\"d\"}]}",
                  "1-2 0 a|2-3 0 c|3-4 0 d|");
  assert_dropped ("{\"segments\":[{\"start\":4,\"end\":5,\"text\":\"a\"},{\"start\":5,\"end\":6,\"text\":\"b\"},"
                  "{\"start\":1,\"end\":2,\"text\":\"c\"},{\"start\":6,\"end\":7,\"text\":\"d\"}]}",
                  "4-5 0 a|5-6 0 b|6-7 0 d|");
  assert_dropped ("{\"transcription\":[{\"offsets\":{\"from\":1000,\"to\":2000},\"text\":\"a\"},"
                  "{\"offsets\":{\"from\":3600000,\"to\":3601000},\"text\":\"b\"}]}", "1-2 0 a|");
  assert_dropped ("WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:0x.000 --> 00:03.000\nb\n\n00:03.000 --> 00:04.000\nc\n",
                  "1-2 0 a|3-4 0 c|");
}

static void
test_size (void)
{
  g_autofree char *large = g_malloc0 (TRS_WORKER_RESULT_MAX + 1);
  g_autoptr (GError) error = NULL;

  memset (large, ' ', TRS_WORKER_RESULT_MAX + 1);
  g_assert_null (trs_worker_result_parse (large, TRS_WORKER_RESULT_MAX + 1, LENGTH, &error));
  g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT);
  g_clear_error (&error);
  g_assert_null (trs_worker_result_parse ("WEBVTT\n\0", 8, LENGTH, &error));
  g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT);
}

static void
write_file (const char *folder,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* Of several the one that says most, and of those that cannot be read none. */
static void
test_find (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "result", NULL);
  g_autoptr (TrsWorkerCues) cues = NULL;
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_assert_null (trs_worker_result_find (folder, LENGTH, &error));
  g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT);
  g_clear_error (&error);
  g_assert_null (trs_worker_result_find ("/nowhere", LENGTH, &error));
  g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT);
  g_clear_error (&error);

  write_file (folder, "a.txt", "WEBVTT\n\n00:01.000 --> 00:02.000\nno\n");
  write_file (folder, "a.srt", "1\n00:00:01,000 --> 00:00:02,000\nsrt\n");
  cues = trs_worker_result_find (folder, LENGTH, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (trs_worker_cues_get (cues, 0)->text, ==, "srt");
  g_clear_pointer (&cues, trs_worker_cues_free);

  write_file (folder, "a.json", "{\"broken\":");
  write_file (folder, "b.json", "{\"segments\":[{\"start\":1,\"end\":2,\"text\":\"json\"}]}");
  cues = trs_worker_result_find (folder, LENGTH, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (trs_worker_cues_get (cues, 0)->text, ==, "json");
}

static void
test_wav (void)
{
  guint8 header[TRS_WORKER_WAV_HEADER];
  static const guint8 expected[] = { 'R', 'I', 'F', 'F', 40, 0, 0, 0, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 16, 0, 0,
                                     0, 1, 0, 1, 0, 0x80, 0x3e, 0, 0, 0, 0x7d, 0, 0, 2, 0, 16, 0, 'd', 'a', 't', 'a',
                                     4, 0, 0, 0 };

  trs_worker_wav_write_header (header, 2);
  g_assert_cmpmem (header, sizeof header, expected, sizeof expected);
  trs_worker_wav_write_header (header, (guint64) 100 * 3600 * 16000);
  g_assert_cmpmem (header + 40, 4, "\xd3\xff\xff\xff", 4);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/result/whisper-cpp", test_whisper_cpp);
  g_test_add_func ("/worker/result/segments", test_segments);
  g_test_add_func ("/worker/result/put-right", test_put_right);
  g_test_add_func ("/worker/result/refused", test_refused);
  g_test_add_func ("/worker/result/drops-one", test_drops_one);
  g_test_add_func ("/worker/result/size", test_size);
  g_test_add_func ("/worker/result/find", test_find);
  g_test_add_func ("/worker/result/wav", test_wav);
  return g_test_run ();
}
