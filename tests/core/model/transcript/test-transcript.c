/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"
#include "trs-transcript.h"

#include <string.h>

/* Texts that do not align, in the order bare, timecodes, speakers, both. */
static TrsTranscript *
make_unaligned (const char *bare,
                const char *timecodes,
                const char *speakers,
                const char *both,
                const char *language)
{
  const char *strings[TRS_TEXT_N_VARIANTS] = { bare, timecodes, speakers, both };
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { NULL };
  TrsTranscript *transcript;

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    texts[i] = strings[i] != NULL ? g_bytes_new (strings[i], strlen (strings[i])) : NULL;
  transcript = trs_transcript_new_unaligned (texts, language, FALSE);
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_clear_pointer (&texts[i], g_bytes_unref);
  return transcript;
}

static void
assert_text (TrsTranscript *transcript,
             TrsTextFlags   flags,
             const char    *expected)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, flags);

  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), expected, strlen (expected));
}

static void
test_unaligned (void)
{
  g_autoptr (TrsTranscript) transcript = make_unaligned ("A\n\nB", "0:01 A\n\n0:02 B", "Anna: A B", "x", "en");
  const TrsParagraph *paragraph;

  g_assert_false (trs_transcript_is_aligned (transcript));
  g_assert_cmpstr (trs_transcript_get_language (transcript), ==, "en");
  assert_text (transcript, TRS_TEXT_BARE, "A\n\nB");
  assert_text (transcript, TRS_TEXT_TIMECODES, "0:01 A\n\n0:02 B");
  assert_text (transcript, TRS_TEXT_SPEAKERS, "Anna: A B");
  assert_text (transcript, TRS_TEXT_ALL, "x");

  g_assert_cmpuint (trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_BARE), ==, 2);
  g_assert_cmpuint (trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_SPEAKERS), ==, 1);
  g_assert_cmpuint (trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_TIMECODES), ==, 2);
  paragraph = trs_transcript_get_paragraph (transcript, TRS_TEXT_TIMECODES, 1);
  g_assert_cmpmem (paragraph->body, paragraph->body_length, "0:02 B", 6);
  g_assert_cmpint (paragraph->start, ==, -1);
  g_assert_cmpuint (paragraph->speaker, ==, 0);
  g_assert_null (paragraph->timecode);
  g_assert_null (paragraph->label);

  g_assert_true (trs_transcript_has_timecodes (transcript));
  g_assert_true (trs_transcript_has_speakers (transcript));
  g_assert_cmpuint (trs_transcript_get_n_speakers (transcript), ==, 0);
}

static void
test_fallback (void)
{
  g_autoptr (TrsTranscript) two = make_unaligned ("A", NULL, NULL, "t s A", NULL);
  g_autoptr (TrsTranscript) one = make_unaligned (NULL, NULL, "s A", NULL, NULL);
  g_autoptr (TrsTranscript) none = make_unaligned (NULL, NULL, NULL, NULL, NULL);

  assert_text (two, TRS_TEXT_TIMECODES, "t s A");
  assert_text (two, TRS_TEXT_SPEAKERS, "t s A");
  g_assert_false (trs_transcript_has_timecodes (two));

  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      assert_text (one, flags, "s A");
      assert_text (none, flags, "");
      g_assert_cmpuint (trs_transcript_get_n_paragraphs (one, flags), ==, 1);
      g_assert_cmpuint (trs_transcript_get_n_paragraphs (none, flags), ==, 0);
    }
  g_assert_true (trs_transcript_is_empty (none));
}

static void
test_empty (void)
{
  const struct
  {
    const char *bare;
    const char *prefixed;
    gboolean is_empty;
  } cases[] = {
    { "", "", TRUE },
    { "", "[00:00:00.000] ", TRUE },
    { " \n\n\t", " \n\n\t", TRUE },
    { "A", "Speaker 1: A", FALSE },
    { "\xc2\xa0", "\xc2\xa0", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bare = g_bytes_new (cases[i].bare, strlen (cases[i].bare));
      g_autoptr (GBytes) prefixed = g_bytes_new (cases[i].prefixed, strlen (cases[i].prefixed));
      g_autoptr (TrsTranscript) transcript = trs_transcript_align (bare, prefixed, "en", FALSE);

      g_assert_true (trs_transcript_is_empty (transcript) == cases[i].is_empty);
    }
}

static void
test_direction (void)
{
  const struct
  {
    const char *text;
    const char *language;
    gboolean is_rtl;
  } cases[] = {
    { "Good evening", NULL, FALSE },
    { "Good evening", "en", FALSE },
    { "Good evening", "ar", TRUE },
    { "שלום", NULL, TRUE },
    { "שלום", "", TRUE },
    { "שלום", "und", TRUE },
    { "שלום", "en", FALSE },
    { "12 (שלום Good", NULL, TRUE },
    { "12 (Good שלום", NULL, FALSE },
    { "مساء الخير", NULL, TRUE },
    { "12 + 3", NULL, FALSE },
    { "", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsTranscript) transcript =
          make_unaligned (cases[i].text, NULL, NULL, NULL, cases[i].language);

      g_assert_true (trs_transcript_is_rtl (transcript) == cases[i].is_rtl);
    }
}

/* The code for a language that is not known is not the name of one. */
static void
test_undetermined (void)
{
  static const char * const codes[] = { "und", "UND", "und-Latn", "" };
  g_autoptr (GBytes) text = g_bytes_new_static ("A", 1);

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autoptr (TrsTranscript) aligned = trs_transcript_align (text, text, codes[i], FALSE);
      g_autoptr (TrsTranscript) unaligned = make_unaligned ("A", NULL, NULL, NULL, codes[i]);

      g_assert_null (trs_transcript_get_language (aligned));
      g_assert_null (trs_transcript_get_language (unaligned));
    }
}

static void
test_crlf (void)
{
  g_autoptr (TrsTranscript) crlf = make_unaligned ("A\r\n\r\nB", NULL, NULL, "A\n\nB", NULL);

  g_assert_cmpuint (trs_transcript_get_n_paragraphs (crlf, TRS_TEXT_BARE), ==, 2);
  g_assert_cmpstr (trs_transcript_get_separator (crlf, TRS_TEXT_BARE), ==, "\r\n\r\n");
  g_assert_cmpstr (trs_transcript_get_separator (crlf, TRS_TEXT_ALL), ==, "\n\n");
}

static void
test_damaged (void)
{
  g_autoptr (GBytes) text = g_bytes_new_static ("A\xef\xbf\xbd", 4);
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { text, };
  g_autoptr (TrsTranscript) aligned = trs_transcript_align (text, text, NULL, TRUE);
  g_autoptr (TrsTranscript) unaligned = trs_transcript_new_unaligned (texts, NULL, TRUE);
  g_autoptr (TrsTranscript) whole = trs_transcript_align (text, text, NULL, FALSE);

  g_assert_true (trs_transcript_is_damaged (aligned));
  g_assert_true (trs_transcript_is_damaged (unaligned));
  g_assert_false (trs_transcript_is_damaged (whole));
}

static gpointer
count_in_thread (gpointer data)
{
  TrsTranscript *transcript = data;

  return (gpointer) trs_transcript_get_paragraph (transcript, TRS_TEXT_TIMECODES, 999);
}

/* Who asks first splits the text, and all get the same paragraphs. */
static void
test_threads (void)
{
  g_autoptr (GString) text = g_string_new ("A");
  g_autoptr (TrsTranscript) transcript = NULL;
  GThread *threads[8];

  for (guint i = 0; i < 999; i++)
    g_string_append (text, "\n\nA");
  transcript = make_unaligned (NULL, text->str, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", count_in_thread, transcript);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) ==
                   trs_transcript_get_paragraph (transcript, TRS_TEXT_TIMECODES, 999));
}

/* The result must not depend on the texts that it was made of. */
static void
test_keeps_its_texts (void)
{
  GBytes *bare = g_bytes_new ("A\n\nB", 4);
  GBytes *prefixed = g_bytes_new ("Speaker 1: A\n\nSpeaker 2: B", 26);
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (bare, prefixed, NULL, FALSE);
  const TrsParagraph *paragraph;

  g_bytes_unref (bare);
  g_bytes_unref (prefixed);
  paragraph = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, 1);
  g_assert_cmpmem (paragraph->body, paragraph->body_length, "B", 1);
  assert_text (transcript, TRS_TEXT_SPEAKERS, "Speaker 1: A\n\nSpeaker 2: B");
}

static TrsTranscript *
make_timed (const char *bare,
            const char *prefixed)
{
  g_autoptr (GBytes) words = g_bytes_new_static (bare, strlen (bare));
  g_autoptr (GBytes) all = g_bytes_new_static (prefixed, strlen (prefixed));

  return trs_transcript_align (words, all, "en", FALSE);
}

static void
test_find_time (void)
{
  /* times go on, repeat, are missing, and go backwards */
  g_autoptr (TrsTranscript) timed =
      make_timed ("A\n\nB\n\nC\n\nD\n\nE\n\nF",
                  "[00:00:02.500] A\n\n[00:00:10.000] B\n\n[00:00:10.000] C\n\nSpeaker 1: D\n\n"
                  "[00:00:05.000] E\n\n[00:00:20.000] F");
  g_autoptr (TrsTranscript) untimed = make_timed ("A\n\nB", "Speaker 1: A\n\nSpeaker 2: B");
  const struct
  {
    gint64 milliseconds;
    guint paragraph;
  } cases[] = { { 0, 0 },     { 2499, 0 },  { 2500, 0 },  { 4999, 0 },  { 5000, 4 },
                { 9999, 4 },  { 10000, 1 }, { 19999, 1 }, { 20000, 5 }, { G_MAXINT64, 5 } };

  g_assert_true (trs_transcript_is_aligned (timed));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (trs_transcript_find_time (timed, cases[i].milliseconds), ==, cases[i].paragraph);
  g_assert_cmpuint (trs_transcript_find_time (untimed, 5000), ==, 0);
}

static void
test_offsets (void)
{
  static const char *const bodies[] = { "Aé", "", "日本", "D" };
  g_autoptr (TrsTranscript) transcript =
      make_timed ("Aé\n\n\n\n日本\n\nD", "Speaker 1: Aé\n\nSpeaker 2: \n\nSpeaker 1: 日本\n\nSpeaker 3: D");
  TrsTextPosition end;

  g_assert_true (trs_transcript_is_aligned (transcript));
  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    for (const char *p = bodies[i]; *p != '\0'; p = g_utf8_next_char (p))
      {
        TrsTextPosition position = { i, (gsize) (p - bodies[i]) };
        gint64 offset = trs_transcript_to_offset (transcript, TRS_TEXT_ALL, position);
        TrsTextPosition back = trs_transcript_from_offset (transcript, TRS_TEXT_ALL, offset);

        g_assert_cmpuint (back.paragraph, ==, i);
        g_assert_cmpuint (back.byte, ==, position.byte);
        /* within a character, as when another text came */
        back = trs_transcript_from_offset (transcript, TRS_TEXT_ALL, offset + g_utf8_next_char (p) - p - 1);
        g_assert_cmpuint (back.byte, ==, position.byte);
      }
  end = trs_transcript_from_offset (transcript, TRS_TEXT_ALL, G_MAXINT64);
  g_assert_cmpuint (end.paragraph, ==, 3);
  g_assert_cmpuint (end.byte, ==, 1);
  end = trs_transcript_from_offset (transcript, TRS_TEXT_ALL, -1);
  g_assert_cmpuint (end.paragraph, ==, 0);
  g_assert_cmpuint (end.byte, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/transcript/unaligned", test_unaligned);
  g_test_add_func ("/transcript/fallback", test_fallback);
  g_test_add_func ("/transcript/empty", test_empty);
  g_test_add_func ("/transcript/direction", test_direction);
  g_test_add_func ("/transcript/undetermined", test_undetermined);
  g_test_add_func ("/transcript/crlf", test_crlf);
  g_test_add_func ("/transcript/damaged", test_damaged);
  g_test_add_func ("/transcript/find-time", test_find_time);
  g_test_add_func ("/transcript/offsets", test_offsets);
  g_test_add_func ("/transcript/threads", test_threads);
  g_test_add_func ("/transcript/keeps-its-texts", test_keeps_its_texts);
  return g_test_run ();
}
