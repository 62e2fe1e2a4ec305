/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-paragraphs.h"
#include "trs-test-utils.h"
#include "trs-worker-line.h"
#include "trs-worker-words.h"

#include <string.h>

static void
paragraph_cb (double      start,
              double      end,
              guint       speaker,
              const char *text,
              gpointer    user_data)
{
  GString *all = user_data;

  g_string_append_printf (all, "%g-%g %u %s|", start, end, speaker, text);
}

static char *
make (const TrsWorkerCue *cues,
      guint               n,
      gboolean            capitals)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (TrsWorkerParagraphs) paragraphs = trs_worker_paragraphs_new (capitals, paragraph_cb, all);

  for (guint i = 0; i < n; i++)
    trs_worker_paragraphs_add (paragraphs, &cues[i]);
  trs_worker_paragraphs_finish (paragraphs);
  return g_strdup (all->str);
}

static void
test_pauses (void)
{
  const TrsWorkerCue cues[] = { { 1, 2, (char *) "one" },     { 3.9, 4, (char *) "two" },   { 6, 7, (char *) "three" },
                                { 8.9, 9, (char *) "four" },  { 11.1, 12, (char *) "five" } };
  g_autofree char *all = make (cues, G_N_ELEMENTS (cues), TRUE);

  g_assert_cmpstr (all, ==, "1-4 0 One two|6-9 0 Three four|11.1-12 0 Five|");
}

static void
test_long (void)
{
  const TrsWorkerCue cues[] = { { 0, 50, (char *) "one" },      { 51, 59, (char *) "two" },
                                { 59.5, 62, (char *) "three" }, { 62.8, 64, (char *) "four" },
                                { 64, 130, (char *) "five." },  { 130, 131, (char *) "six" } };
  g_autofree char *all = make (cues, G_N_ELEMENTS (cues), FALSE);

  /* Longer than a minute: a short pause is enough, or the end of a sentence. */
  g_assert_cmpstr (all, ==, "0-62 0 one two three|62.8-130 0 four five.|130-131 0 six|");
}

static void
test_endless (void)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (TrsWorkerParagraphs) paragraphs = trs_worker_paragraphs_new (FALSE, paragraph_cb, all);
  g_auto (GStrv) parts = NULL;

  for (guint i = 0; i < 1000; i++)
    trs_worker_paragraphs_add (paragraphs, &(TrsWorkerCue) { i, i + 1, (char *) "a" });
  trs_worker_paragraphs_finish (paragraphs);
  parts = g_strsplit (all->str, "|", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 1 + 6);
}

static void
test_speakers (void)
{
  const TrsWorkerCue cues[] = { { 0, 1, (char *) "a", 1 }, { 1, 2, (char *) "b", 1 }, { 2, 3, (char *) "c", 2 },
                                { 3, 4, (char *) "d", 0 }, { 4, 5, (char *) "e", 0, TRUE } };
  g_autofree char *all = make (cues, G_N_ELEMENTS (cues), FALSE);

  g_assert_cmpstr (all, ==, "0-2 1 a b|2-3 2 c|3-4 0 d|4-5 0 e|");
}

/* One that is too long for a line goes into several, at a blank where there is one. */
static void
test_lines (void)
{
  g_autofree char *word = g_strnfill (TRS_WORKER_LINE_MAX_TEXT - 10, 'a');
  g_autofree char *wide = g_utf8_normalize ("é", -1, G_NORMALIZE_NFC);
  g_autoptr (GString) text = g_string_new (word);
  g_autofree char *all = NULL;
  g_auto (GStrv) parts = NULL;

  g_string_append (text, " bcdefghijklmnopqrstuvwxyz ");
  for (guint i = 0; i < TRS_WORKER_LINE_MAX_TEXT; i++)
    g_string_append (text, wide);
  all = make (&(TrsWorkerCue) { 0, 1, text->str }, 1, FALSE);
  parts = g_strsplit (all, "|", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 6);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_assert_true (g_utf8_validate (parts[i], -1, NULL));
      g_assert_cmpuint (strlen (parts[i]), <=, TRS_WORKER_LINE_MAX_TEXT + 10);
    }
  g_assert_true (g_str_has_suffix (parts[0], "aaa"));
  g_assert_true (g_str_has_suffix (parts[1], "xyz"));
}

static void
test_nothing (void)
{
  g_autofree char *all = make (NULL, 0, TRUE);

  g_assert_cmpstr (all, ==, "");
}

static void
assert_word (const char *token,
             const char *expected)
{
  g_autofree char *word = trs_worker_words_from_token (token);

  g_assert_cmpstr (word, ==, expected);
}

static void
test_tokens (void)
{
  assert_word ("read(2)", "read");
  assert_word ("i", "I");
  assert_word ("i'm(3)", "I'm");
  assert_word ("is", "is");
  assert_word ("<sil>", NULL);
  assert_word ("<s>", NULL);
  assert_word ("[SPEECH]", NULL);
  assert_word ("++NOISE++", NULL);
  assert_word ("(NULL)", NULL);
  assert_word ("", NULL);
  assert_word ("\xff", NULL);
}

static gboolean
drones (const char *text)
{
  g_autoptr (TrsWorkerCues) cues = trs_worker_cues_new ();
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    trs_worker_cues_add (cues, i, i + 1, words[i], NULL, FALSE);
  return trs_worker_cues_drone (cues);
}

static void
test_drone (void)
{
  g_assert_true (drones ("the to the to the to the to the the to"));
  g_assert_true (drones ("to to to to to to to to to"));
  g_assert_false (drones ("no no no no no no"));
  g_assert_false (drones ("to be or not to be that is the question"));
  g_assert_false (drones ("and the and the and the and a dog"));
  g_assert_false (drones (""));
}

static void
assert_clean (const char *text,
              const char *expected)
{
  g_autofree char *clean = trs_worker_words_clean (text);

  g_assert_cmpstr (clean, ==, expected);
}

static void
test_clean (void)
{
  assert_clean ("  a\n\tb\u2028c\u00a0 d ", "a b c d");
  assert_clean ("a\x07\x1b[31mb", "a[31mb");
  assert_clean ("[BLANK_AUDIO]", "");
  assert_clean (" [Music] ", "[Music]");
  assert_clean ("", "");
}

static void
test_join (void)
{
  static const struct
  {
    const char *first, *second, *joined;
  } cases[] = { { "good", "evening", "good evening" },
                { "今日は", "いい天気", "今日はいい天気" },
                { "你好。", "再见", "你好。再见" },
                { "안녕", "하세요", "안녕 하세요" },
                { "今日", "OK", "今日 OK" },
                { "", "a", "a" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (cases[i].first);

      trs_worker_words_join (text, cases[i].second);
      g_assert_cmpstr (text->str, ==, cases[i].joined);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/paragraphs/pauses", test_pauses);
  g_test_add_func ("/worker/paragraphs/long", test_long);
  g_test_add_func ("/worker/paragraphs/endless", test_endless);
  g_test_add_func ("/worker/paragraphs/speakers", test_speakers);
  g_test_add_func ("/worker/paragraphs/lines", test_lines);
  g_test_add_func ("/worker/paragraphs/nothing", test_nothing);
  g_test_add_func ("/worker/words/tokens", test_tokens);
  g_test_add_func ("/worker/words/drone", test_drone);
  g_test_add_func ("/worker/words/clean", test_clean);
  g_test_add_func ("/worker/words/join", test_join);
  return g_test_run ();
}
