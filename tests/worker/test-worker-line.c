/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-line.h"
#include "trs-media-discover.h"
#include "trs-test-utils.h"

#include <string.h>

static void
assert_written (const TrsWorkerLine *line,
                const char          *expected)
{
  g_autofree char *text = trs_worker_line_write (line);
  g_autoptr (TrsWorkerLine) read = NULL;
  g_autofree char *again = NULL;

  g_assert_cmpstr (text, ==, expected);
  read = trs_worker_line_parse (text, strlen (text));
  g_assert_nonnull (read);
  again = trs_worker_line_write (read);
  g_assert_cmpstr (again, ==, expected);
}

static void
test_round (void)
{
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_MEDIA, .seconds = 12.3456, .bytes = 5000000000,
                                     .text = (char *) "A \"title\" \\ é" },
                  "{\"type\":\"media\",\"length\":12.346,\"title\":\"A \\\"title\\\" \\\\ é\",\"bytes\":5000000000}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_MEDIA, .seconds = 1 },
                  "{\"type\":\"media\",\"length\":1.000,\"title\":null,\"bytes\":0}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_LENGTH, .seconds = 3600 },
                  "{\"type\":\"length\",\"seconds\":3600.000}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_PROGRESS, .percent = 7 },
                  "{\"type\":\"progress\",\"state\":\"upload\",\"percent\":7}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_PROGRESS, .transcribing = TRUE, .percent = 99 },
                  "{\"type\":\"progress\",\"state\":\"transcription\",\"percent\":99}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_PARAGRAPH, .start = 1.5, .seconds = 2.25, .speaker = 2,
                                     .text = (char *) "a\nb\x7f" },
                  "{\"type\":\"paragraph\",\"start\":1.500,\"end\":2.250,\"speaker\":2,"
                  "\"text\":\"a\\u000ab\\u007f\"}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_PARAGRAPH, .start = 1, .seconds = 1,
                                     .text = (char *) "x" },
                  "{\"type\":\"paragraph\",\"start\":1.000,\"end\":1.000,\"speaker\":null,\"text\":\"x\"}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_SOUND, .kept = TRUE },
                  "{\"type\":\"sound\",\"kept\":true,\"message\":null}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_SOUND, .text = (char *) "There is no room for it." },
                  "{\"type\":\"sound\",\"kept\":false,\"message\":\"There is no room for it.\"}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_LANGUAGE, .text = (char *) "de" },
                  "{\"type\":\"language\",\"code\":\"de\"}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_END, .cut = TRUE, .seconds = 41 },
                  "{\"type\":\"end\",\"cut\":true,\"seconds\":41.000}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_END, .seconds = 41, .dropped = 2 },
                  "{\"type\":\"end\",\"cut\":false,\"seconds\":41.000,\"dropped\":2}\n");
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_FAULT, .reason = (char *) "no-sound",
                                     .text = (char *) "The file has no sound." },
                  "{\"type\":\"fault\",\"reason\":\"no-sound\",\"message\":\"The file has no sound.\"}\n");
}

/* Of a recording with one track nothing is said of it. */
static void
test_tracks (void)
{
  static const char two[] = "{\"type\":\"media\",\"length\":1.000,\"title\":null,\"bytes\":0,\"tracks\":["
                            "{\"language\":\"en\",\"title\":null},"
                            "{\"language\":null,\"title\":\"A \\\"floor\\\"\"}]}\n";
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_media_track_free);
  g_autoptr (GString) many = g_string_new ("{\"type\":\"media\",\"length\":1,\"tracks\":[{}");

  g_ptr_array_add (tracks, trs_media_track_new ("en", NULL));
  g_ptr_array_add (tracks, trs_media_track_new (NULL, "A \"floor\""));
  assert_written (&(TrsWorkerLine) { .type = TRS_WORKER_LINE_MEDIA, .seconds = 1, .tracks = tracks }, two);

  for (guint i = 1; i < TRS_MEDIA_MAX_TRACKS + 1; i++)
    {
      g_autofree char *line = g_strconcat (many->str, "]}", NULL);
      g_autoptr (TrsWorkerLine) read = trs_worker_line_parse (line, strlen (line));

      g_assert_true ((read != NULL) == (i > 1));
      g_string_append (many, ",{}");
    }
  g_string_append (many, "]}");
  g_assert_null (trs_worker_line_parse (many->str, many->len));
}

static TrsWorkerLine *
parse (const char *line)
{
  return trs_worker_line_parse (line, strlen (line));
}

/* What comes from a decoder that was taken over. */
static void
test_refused (void)
{
  static const char * const lines[] = {
    "", "\n", "[]", "1", "{}", "{\"type\":\"media\"}", "{\"type\":\"media\",\"length\":-1}",
    "{\"type\":\"media\",\"length\":1e300}", "{\"type\":\"media\",\"length\":NaN}", "{\"type\":\"song\"}",
    "{\"type\":null}", "{\"type\":\"progress\",\"percent\":100}", "{\"type\":\"progress\",\"percent\":1.5}",
    "{\"type\":\"progress\",\"state\":\"idle\",\"percent\":1}", "{\"type\":\"end\"} x",
    "{\"type\":\"paragraph\",\"start\":2,\"end\":1,\"text\":\"a\"}", "{\"type\":\"paragraph\",\"start\":1,\"end\":2}",
    "{\"type\":\"paragraph\",\"start\":1,\"end\":2,\"text\":\"\"}",
    "{\"type\":\"paragraph\",\"start\":1,\"end\":2,\"text\":\"a\",\"speaker\":-1}",
    "{\"type\":\"fault\",\"message\":\"a\"}", "{\"type\":\"fault\",\"reason\":\"whim\",\"message\":\"a\"}",
    "{\"type\":\"sound\",\"kept\":\"yes\"}", "{\"type\":\"language\"}", "{\"type\":\"language\",\"code\":\"\"}",
    "{\"type\":\"end\",\"cut\":1}", "{\"type\":\"end\",\"dropped\":-1}",
    "{\"type\":\"end\",\"cut\":true", "{\"type\":\"end\"\xff}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *escaped = g_strescape (lines[i], NULL);

      g_test_message ("%s", escaped);
      g_assert_null (parse (lines[i]));
    }
}

static void
test_unknown_member (void)
{
  g_autoptr (TrsWorkerLine) line = parse ("{\"new\":[{\"a\":1}],\"type\":\"end\",\"seconds\":4}");

  g_assert_nonnull (line);
  g_assert_cmpint (line->type, ==, TRS_WORKER_LINE_END);
  g_assert_cmpfloat (line->seconds, ==, 4);
}

/* The longest text fits, whatever it is made of. */
static void
test_long (void)
{
  g_autofree char *text = g_strnfill (TRS_WORKER_LINE_MAX_TEXT, '"');
  TrsWorkerLine line = { .type = TRS_WORKER_LINE_PARAGRAPH, .text = text };
  g_autofree char *written = trs_worker_line_write (&line);
  g_autofree char *longer = g_strnfill (TRS_WORKER_LINE_MAX + 1, ' ');
  g_autoptr (TrsWorkerLine) read = parse (written);

  g_assert_nonnull (read);
  g_assert_cmpstr (read->text, ==, text);
  g_assert_null (parse (longer));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/line/round", test_round);
  g_test_add_func ("/worker/line/tracks", test_tracks);
  g_test_add_func ("/worker/line/refused", test_refused);
  g_test_add_func ("/worker/line/unknown-member", test_unknown_member);
  g_test_add_func ("/worker/line/long", test_long);
  return g_test_run ();
}
