/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-subtitles.h"
#include "trs-test-utils.h"
#include "trs-worker-error.h"

#include <string.h>

static void
assert_read (const char *text,
             const char *expected)
{
  g_autoptr (TrsWorkerCues) cues = trs_worker_cues_new ();
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (trs_worker_subtitles_are (text));
  g_assert_true (trs_worker_subtitles_read (text, cues, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < trs_worker_cues_size (cues); i++)
    {
      const TrsWorkerCue *cue = trs_worker_cues_get (cues, i);

      g_string_append_printf (all, "%.3f-%.3f %u %s|", cue->start, cue->end, cue->speaker, cue->text);
    }
  g_assert_cmpstr (all->str, ==, expected);
}

static void
test_webvtt (void)
{
  assert_read ("\xef\xbb\xbfWEBVTT - a title\nKind: captions\n\n"
               "NOTE a comment\nof two lines\n\nSTYLE\n::cue { color: red }\n\n"
               "1\n00:01.500 --> 00:02.250 align:start position:0%\nGood <i>evening</i>,\neveryone &amp; all.\n\n"
               "100:00:01.000 --> 100:00:02.000\n<00:00:01.000><c>Late</c>\n",
               "1.500-2.250 0 Good evening, everyone & all.|360001.000-360002.000 0 Late|");
  assert_read ("WEBVTT\n", "");
  assert_read ("WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\na\r\nb\r\n\r\n00:03.000 --> 00:04.000\r\nc",
               "1.000-2.000 0 a b|3.000-4.000 0 c|");
}

static void
test_voices (void)
{
  assert_read ("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Yes.</v>\n<v.loud Bob Dole>No.</v>\n\n"
               "00:02.000 --> 00:03.000\n<v Ada>Well.\n\n00:03.000 --> 00:04.000\n<v>Who?\n",
               "1.000-2.000 1 Yes.|1.000-2.000 2 No.|2.000-3.000 1 Well.|3.000-4.000 0 Who?|");
  assert_read ("WEBVTT\n\n00:01.000 --> 00:02.000\n[SPEAKER_01]: Yes.\n\n00:02.000 --> 00:03.000\n[SPEAKER_00]: No.\n\n"
               "00:03.000 --> 00:04.000\n[SPEAKER_01]: [laughs]\n",
               "1.000-2.000 1 Yes.|2.000-3.000 2 No.|3.000-4.000 1 [laughs]|");
}

static void
test_subrip (void)
{
  assert_read ("1\n00:00:00,000 --> 00:00:01,600\nGood evening.\n\n2\n00:00:01,600 --> 00:00:02,000\n"
               "{\\an8}<b>Köln</b> a < b\n\n\n3\n01:02:03,004 --> 01:02:04,000\n\n",
               "0.000-1.600 0 Good evening.|1.600-2.000 0 Köln a < b|");
  assert_read ("\n\n1\r\n0:00:01.0 --> 0:00:02.0\r\na\r\n", "1.000-2.000 0 a|");
}

static void
test_refused (void)
{
  static const char * const texts[] = { "WEBVTT\n\n00:01 --> 00:02\na\n", "WEBVTT\n\nx --> y\na\n",
                                        "1\n00:00:00,000 -> 00:00:01,600\na\n", "1\n--> 00:00:01,600\na\n", "",
                                        "Good evening.\n", "WEBVTT\n\n00:01.000 --> 00:02.000x\na\n",
                                        "WEBVTT\n\n00:01.000 -->\na" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TrsWorkerCues) cues = trs_worker_cues_new ();
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", texts[i]);
      g_assert_false (trs_worker_subtitles_read (texts[i], cues, &error));
      g_assert_error (error, TRS_WORKER_ERROR, TRS_WORKER_ERROR_RESULT);
    }
  g_assert_false (trs_worker_subtitles_are ("{\"a\":\"-->\"}"));
  g_assert_false (trs_worker_subtitles_are (""));
}

/* What is opened in a text and never closed costs no more than the text. */
static void
test_hostile (void)
{
  static const char * const pieces[] = { "<v ", "<", "&", "{\\", "[SPEAKER_", "<v a>", "</" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new ("WEBVTT\n\n00:01.000 --> 00:02.000\n");
      g_autoptr (TrsWorkerCues) cues = trs_worker_cues_new ();

      for (guint j = 0; j < 60000; j++)
        g_string_append (text, pieces[i]);
      g_assert_true (trs_worker_subtitles_read (text->str, cues, NULL));
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/subtitles/webvtt", test_webvtt);
  g_test_add_func ("/worker/subtitles/voices", test_voices);
  g_test_add_func ("/worker/subtitles/subrip", test_subrip);
  g_test_add_func ("/worker/subtitles/refused", test_refused);
  g_test_add_func ("/worker/subtitles/hostile", test_hostile);
  return g_test_run ();
}
