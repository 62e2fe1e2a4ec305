/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"
#include "trs-transcript.h"

#include <string.h>

static TrsTranscript *
align (const char *bare,
       const char *prefixed)
{
  g_autoptr (GBytes) a = g_bytes_new (bare, strlen (bare));
  g_autoptr (GBytes) b = g_bytes_new (prefixed, strlen (prefixed));

  return trs_transcript_align (a, b, NULL, FALSE);
}

static void
assert_text (TrsTranscript *transcript,
             TrsTextFlags   flags,
             const char    *expected)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, flags);

  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), expected, strlen (expected));
}

typedef struct
{
  const char *name;
  const char *texts[TRS_TEXT_N_VARIANTS];
  guint n_paragraphs;
  guint n_speakers;
} Case;

/* In the order bare, timecodes, speakers, both. */
static const Case cases[] = {
  { "empty", { "", "", "", "" }, 0, 0 },
  { "empty-with-prefix", { "", "[00:00:00.000] ", "Speaker 1: ", "[00:00:00.000] Speaker 1: " }, 1, 1 },
  { "one", { "Good evening.", "[00:00:02.345] Good evening.", "Speaker 1: Good evening.",
             "[00:00:02.345] Speaker 1: Good evening." }, 1, 1 },
  { "two", { "A\n\nB", "[00:00:01.000] A\n\n[00:00:02.000] B", "Speaker 1: A\n\nSpeaker 2: B",
             "[00:00:01.000] Speaker 1: A\n\n[00:00:02.000] Speaker 2: B" }, 2, 2 },
  { "speaker-first", { "A\n\nB", "[00:00:01.000] A\n\n[00:00:02.000] B", "Speaker 1: A\n\nSpeaker 2: B",
                       "Speaker 1: [00:00:01.000] A\n\nSpeaker 2: [00:00:02.000] B" }, 2, 2 },
  { "other-blanks", { "A\n\nB", "[00:00:01.000]A\n\n[00:00:02.000]\t B", "Speaker 1:  A\n\nSpeaker 1:B",
                      "[00:00:01.000]Speaker 1:  A\n\n[00:00:02.000]\t Speaker 1:B" }, 2, 1 },
  { "no-labels", { "A\n\nB", "[00:00:01.000] A\n\n[00:00:02.000] B", "A\n\nB",
                   "[00:00:01.000] A\n\n[00:00:02.000] B" }, 2, 0 },
  { "no-times", { "A\n\nB", "A\n\nB", "Speaker 1: A\n\nSpeaker 12: B", "Speaker 1: A\n\nSpeaker 12: B" }, 2, 2 },
  { "nothing", { "A\n\nB", "A\n\nB", "A\n\nB", "A\n\nB" }, 2, 0 },
  { "label-missing-in-the-middle",
    { "A\n\nB\n\nC", "[00:00:01.000] A\n\n[00:00:02.000] B\n\n[00:00:03.000] C", "Speaker 1: A\n\nB\n\nSpeaker 1: C",
      "[00:00:01.000] Speaker 1: A\n\n[00:00:02.000] B\n\n[00:00:03.000] Speaker 1: C" }, 3, 1 },
  { "three-newlines-before", { "A\n\n\nB", "[00:00:01.000] A\n\n[00:00:02.000] \nB", "A\n\n\nB",
                               "[00:00:01.000] A\n\n[00:00:02.000] \nB" }, 2, 0 },
  { "three-newlines-after", { "A\n\n\nB", "[00:00:01.000] A\n\n\n[00:00:02.000] B", "A\n\n\nB",
                              "[00:00:01.000] A\n\n\n[00:00:02.000] B" }, 2, 0 },
  { "empty-paragraph", { "A\n\n\n\nB", "[00:00:01.000] A\n\n[00:00:02.000] \n\n[00:00:03.000] B", "A\n\n\n\nB",
                         "[00:00:01.000] A\n\n[00:00:02.000] \n\n[00:00:03.000] B" }, 3, 0 },
  { "newline-inside", { "A\nB\n\nC", "[00:00:01.000] A\nB\n\n[00:00:02.000] C", "A\nB\n\nC",
                        "[00:00:01.000] A\nB\n\n[00:00:02.000] C" }, 2, 0 },
  { "trailing", { "A \n\nB \n", "[00:00:01.000] A \n\n[00:00:02.000] B \n", "A \n\nB \n",
                  "[00:00:01.000] A \n\n[00:00:02.000] B \n" }, 2, 0 },
  { "trailing-separator", { "A\n\n", "[00:00:01.000] A\n\n", "A\n\n", "[00:00:01.000] A\n\n" }, 2, 0 },
  { "leading-blanks", { "  A\n\n\tB", "[00:00:01.000]   A\n\n[00:00:02.000] \tB", "  A\n\n\tB",
                        "[00:00:01.000]   A\n\n[00:00:02.000] \tB" }, 2, 0 },
  { "crlf", { "A\r\n\r\nB\r\n", "[00:00:01.000] A\r\n\r\n[00:00:02.000] B\r\n", "Speaker 1: A\r\n\r\nSpeaker 2: B\r\n",
              "[00:00:01.000] Speaker 1: A\r\n\r\n[00:00:02.000] Speaker 2: B\r\n" }, 2, 2 },
  { "long-hours-and-backwards",
    { "A\n\nB\n\nC", "[100:00:00.000] A\n\n[00:00:01.000] B\n\n[00:00:01.000] C", "A\n\nB\n\nC",
      "[100:00:00.000] A\n\n[00:00:01.000] B\n\n[00:00:01.000] C" }, 3, 0 },
  { "speech-like-prefixes",
    { "[00:00:01.000] Speaker 2: I said\n\nSpeaker 2: and [00:00:01.000]\n\n[00:00:01.000]",
      "[00:00:05.000] [00:00:01.000] Speaker 2: I said\n\n[00:00:06.000] Speaker 2: and [00:00:01.000]\n\n"
      "[00:00:07.000] [00:00:01.000]",
      "Speaker 1: [00:00:01.000] Speaker 2: I said\n\nSpeaker 1: Speaker 2: and [00:00:01.000]\n\n"
      "Speaker 3: [00:00:01.000]",
      "[00:00:05.000] Speaker 1: [00:00:01.000] Speaker 2: I said\n\n"
      "[00:00:06.000] Speaker 1: Speaker 2: and [00:00:01.000]\n\n[00:00:07.000] Speaker 3: [00:00:01.000]" }, 3, 2 },
  { "right-to-left", { "שלום\n\nשוב", "[00:00:01.000] שלום\n\n[00:00:02.000] שוב",
                       "Speaker 1: שלום\n\nSpeaker 2: שוב",
                       "[00:00:01.000] Speaker 1: שלום\n\n[00:00:02.000] Speaker 2: שוב" }, 2, 2 },
  { "damaged", { "A\xef\xbf\xbd\x01\x7f", "[00:00:01.000] A\xef\xbf\xbd\x01\x7f", "Speaker 1: A\xef\xbf\xbd\x01\x7f",
                 "[00:00:01.000] Speaker 1: A\xef\xbf\xbd\x01\x7f" }, 1, 1 },
  { "many-speakers", { "A\n\nB\n\nC", "A\n\nB\n\nC", "Speaker 63: A\n\nSpeaker 64: B\n\nSpeaker 999999999: C",
                       "Speaker 63: A\n\nSpeaker 64: B\n\nSpeaker 999999999: C" }, 3, 3 },
};

static void
test_aligns (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (TrsTranscript) transcript = align (c->texts[TRS_TEXT_BARE], c->texts[TRS_TEXT_ALL]);

  g_assert_nonnull (transcript);
  g_assert_true (trs_transcript_is_aligned (transcript));
  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      assert_text (transcript, flags, c->texts[flags]);
      g_assert_cmpuint (trs_transcript_get_n_paragraphs (transcript, flags), ==, c->n_paragraphs);
    }
  g_assert_cmpuint (trs_transcript_get_n_speakers (transcript), ==, c->n_speakers);
  g_assert_true (trs_transcript_has_speakers (transcript) == (c->n_speakers > 0));
  g_assert_true (trs_transcript_has_timecodes (transcript) ==
                 (strcmp (c->texts[TRS_TEXT_BARE], c->texts[TRS_TEXT_TIMECODES]) != 0));
}

static void
test_refuses (void)
{
  const char * const texts[][2] = {
    { "A", "[00:00:01.000] B" },
    { "A\n\nB", "[00:00:01.000] A" },
    { "A", "[00:00:01.000] A\n\n[00:00:02.000] B" },
    { "A\n\nB", "[00:00:01.000] B\n\n[00:00:02.000] A" },
    { "", "A" },
    { "A", "" },
    { "", "[00:00:01.000] \n\n[00:00:02.000] " },
    { "A", "x A" },
    { "A", " A" },
    { "A", "[00:00:01.000] x A" },
    { "A", "[00:61:01.000] A" },
    { "A", "[00:00:01.000] [00:00:02.000] A" },
    { "A", "Speaker 1: Speaker 2: A" },
    { "A", "Speaker 0: A" },
    { "A", "Speaker 01: A" },
    { "A", "Speaker : A" },
    { "A", "Speaker 1 A" },
    { "A", "Speaker 1234567890: A" },
    { "A", "speaker 1: A" },
    { "A", "[00:00:01.000]\nA" },
    { "A", "Anna: A" },
    { "good evening", "[00:00:01.000] Good evening" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_test_message ("case %u", i);
      g_assert_null (align (texts[i][0], texts[i][1]));
    }
}

static void
test_paragraphs (void)
{
  g_autoptr (TrsTranscript) transcript =
      align ("A\n\nBC\n\nD", "[00:00:02.345] Speaker 7:  A\n\nBC\n\nSpeaker 2: [100:00:00.001] D");
  const TrsParagraph *paragraph = trs_transcript_get_paragraph (transcript, TRS_TEXT_BARE, 0);

  g_assert_cmpmem (paragraph->body, paragraph->body_length, "A", 1);
  g_assert_cmpint (paragraph->start, ==, 2345);
  g_assert_cmpuint (paragraph->speaker, ==, 7);
  g_assert_cmpmem (paragraph->timecode, paragraph->timecode_length, "[00:00:02.345] ", 15);
  g_assert_cmpmem (paragraph->label, paragraph->label_length, "Speaker 7:  ", 12);
  g_assert_false (paragraph->label_first);

  paragraph = trs_transcript_get_paragraph (transcript, TRS_TEXT_BARE, 1);
  g_assert_cmpmem (paragraph->body, paragraph->body_length, "BC", 2);
  g_assert_cmpint (paragraph->start, ==, -1);
  g_assert_cmpuint (paragraph->speaker, ==, 0);
  g_assert_null (paragraph->timecode);
  g_assert_null (paragraph->label);

  paragraph = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, 2);
  g_assert_cmpint (paragraph->start, ==, 360000001);
  g_assert_cmpuint (paragraph->speaker, ==, 2);
  g_assert_true (paragraph->label_first);
}

static void
append_body (GString *string,
             GRand   *rand)
{
  static const char * const words[] = {
    "words", " ", "  ", "\t", "\n", "\r\n", "[00:00:01.000]", "[00:00:01.000] ", "Speaker 2:", "Speaker 2: ",
    "שלום", "日本語", "\xef\xbf\xbd", "\x01", "[", "Speaker ", ":", "1", "…",
  };
  int n = g_rand_int_range (rand, 0, 8);

  for (int i = 0; i < n; i++)
    {
      const char *word = words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))];

      /* A body that holds a separator would be two paragraphs. */
      if (*word != '\n' || (string->len > 0 && string->str[string->len - 1] != '\n'))
        g_string_append (string, word);
    }
  while (string->len > 0 && string->str[string->len - 1] == '\n')
    g_string_truncate (string, string->len - 1);
}

/* A renderer of its own, as the service would write the four texts. */
static void
render_random (GRand   *rand,
               GString *texts[TRS_TEXT_N_VARIANTS])
{
  gboolean label_first = g_rand_boolean (rand);
  int n = g_rand_int_range (rand, 1, 12);

  for (int i = 0; i < n; i++)
    {
      g_autoptr (GString) body = g_string_new (NULL);
      g_autofree char *time = g_strdup_printf ("[%02d:%02d:%02d.%03d] ", g_rand_int_range (rand, 0, 200),
                                               g_rand_int_range (rand, 0, 60), g_rand_int_range (rand, 0, 60),
                                               g_rand_int_range (rand, 0, 1000));
      g_autofree char *label = g_strdup_printf ("Speaker %d: ", g_rand_int_range (rand, 1, 100));
      const char *label_or_not = g_rand_int_range (rand, 0, 4) > 0 ? label : "";

      append_body (body, rand);
      for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
        {
          const char *t = (flags & TRS_TEXT_TIMECODES) != 0 ? time : "";
          const char *l = (flags & TRS_TEXT_SPEAKERS) != 0 ? label_or_not : "";

          g_string_append_printf (texts[flags], "%s%s%s%s", i > 0 ? "\n\n" : "", label_first ? l : t,
                                  label_first ? t : l, body->str);
        }
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  for (guint i = 0; i < 2000; i++)
    {
      GString *texts[TRS_TEXT_N_VARIANTS];
      g_autoptr (TrsTranscript) transcript = NULL;

      for (guint flags = 0; flags < TRS_TEXT_N_VARIANTS; flags++)
        texts[flags] = g_string_new (NULL);
      render_random (rand, texts);

      transcript = align (texts[TRS_TEXT_BARE]->str, texts[TRS_TEXT_ALL]->str);
      g_assert_nonnull (transcript);
      for (guint flags = 0; flags < TRS_TEXT_N_VARIANTS; flags++)
        {
          assert_text (transcript, (TrsTextFlags) flags, texts[flags]->str);
          g_string_free (texts[flags], TRUE);
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transcript-align/aligns/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_aligns);
    }
  g_test_add_func ("/transcript-align/refuses", test_refuses);
  g_test_add_func ("/transcript-align/paragraphs", test_paragraphs);
  g_test_add_func ("/transcript-align/random", test_random);
  return g_test_run ();
}
