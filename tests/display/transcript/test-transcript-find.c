/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-transcripts.h"
#include "trs-test-utils.h"
#include "trs-find-bar.h"

static void
assert_hits (const TrsTestParagraph *paragraphs,
             const char             *words,
             const char             *expected)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, "en");
  g_autoptr (GArray) hits = trs_find_words (transcript, TRS_TEXT_ALL, words);
  g_autoptr (GString) seen = g_string_new (NULL);

  for (guint i = 0; i < hits->len; i++)
    {
      const TrsFindHit *hit = &g_array_index (hits, TrsFindHit, i);
      const TrsParagraph *paragraph =
          trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, hit->start.paragraph);

      g_assert_cmpuint (hit->start.byte + hit->length, <=, paragraph->body_length);
      g_string_append_printf (seen, "%u:%" G_GSIZE_FORMAT ":%.*s ", hit->start.paragraph, hit->start.byte,
                              (int) hit->length, paragraph->body + hit->start.byte);
    }
  g_assert_cmpstr (seen->str, ==, expected);
}

static void
test_hits (void)
{
  static const TrsTestParagraph paragraphs[] = {
    { 0, 1, "One two. TWO" }, { 1, 2, "" }, { 2, 1, "aaaa two" }, { 3, 1, "Speaker 2" }, { 0, 0, NULL },
  };

  assert_hits (paragraphs, "two", "0:4:two 0:9:TWO 2:5:two ");
  assert_hits (paragraphs, "Two", "0:4:two 0:9:TWO 2:5:two ");
  assert_hits (paragraphs, "aa", "2:0:aa 2:2:aa ");
  assert_hits (paragraphs, "", "");
  assert_hits (paragraphs, "twothree", "");
  /* prefixes are not words, and a hit does not run from one paragraph to the next */
  assert_hits (paragraphs, "speaker", "3:0:Speaker ");
  assert_hits (paragraphs, "two\n", "");
}

/* Letters whose small form takes another number of bytes shift what comes after them. */
static void
test_other_letters (void)
{
  static const TrsTestParagraph paragraphs[] = {
    { 0, 1, "İstanbul ve \342\204\252elvin: ẞ ende" },
    { 1, 1, "ΟΔΥΣΣΕΥΣ Οδυσσευς" },
    { 2, 1, "東京都 МОСКВА" },
    { 0, 0, NULL },
  };

  assert_hits (paragraphs, "kelvin", "0:13:\342\204\252elvin ");
  assert_hits (paragraphs, "ENDE", "0:27:ende ");
  assert_hits (paragraphs, "οδυσσευς", "1:0:ΟΔΥΣΣΕΥΣ 1:17:Οδυσσευς ");
  assert_hits (paragraphs, "москва", "2:10:МОСКВА ");
  assert_hits (paragraphs, "京", "2:3:京 ");
}

/* An accent is part of a character or one of its own, in the text and in what is typed. */
static void
test_accents (void)
{
  static const TrsTestParagraph paragraphs[] = {
    { 0, 1, "Caf\303\251 cafe\314\201 CAFE\314\201" },
    { 1, 1, "\341\204\222\341\205\241\341\206\253 \355\225\234" }, /* Hangul */
    { 2, 1, "e\303\251e\314\201\303\251" },
    { 0, 0, NULL },
  };
  static const char all[] = "0:0:Caf\303\251 0:6:cafe\314\201 0:13:CAFE\314\201 ";

  assert_hits (paragraphs, "caf\303\251", all);
  assert_hits (paragraphs, "Cafe\314\201", all);
  assert_hits (paragraphs, "\355\225\234",
               "1:0:\341\204\222\341\205\241\341\206\253 1:10:\355\225\234 ");
  assert_hits (paragraphs, "\303\251", "0:3:\303\251 0:9:e\314\201 0:16:E\314\201 "
                                       "2:1:\303\251 2:3:e\314\201 2:6:\303\251 ");
}

static void
test_blanks (void)
{
  static const TrsTestParagraph paragraphs[] = { { 0, 1, "twenty\302\240five" }, { 0, 0, NULL } };

  assert_hits (paragraphs, "twenty five", "0:0:twenty\302\240five ");
}

static void
test_unaligned (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_unaligned (FALSE);
  g_autoptr (GArray) none = trs_find_words (transcript, TRS_TEXT_BARE, "timed");
  g_autoptr (GArray) one = trs_find_words (transcript, TRS_TEXT_TIMECODES, "timed");

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (one->len, ==, 1);
}

/* As the search across every transcript: each of the words, by their beginnings. */
static void
test_query (void)
{
  static const TrsTestParagraph paragraphs[] = {
    { 0, 1, "One two. TWO" }, { 1, 2, "Nothing" }, { 2, 1, "a café, two cafÃ©s" }, { 0, 0, NULL },
  };
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, "en");
  g_autoptr (GArray) hits = trs_find_query (transcript, TRS_TEXT_ALL, "cafe two");
  g_autoptr (GString) seen = g_string_new (NULL);

  for (guint i = 0; i < hits->len; i++)
    g_string_append_printf (seen, "%u:%" G_GSIZE_FORMAT " ", g_array_index (hits, TrsFindHit, i).start.paragraph,
                            g_array_index (hits, TrsFindHit, i).start.byte);
  g_assert_cmpstr (seen->str, ==, "0:4 0:9 2:2 2:9 ");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/transcript-find/hits", test_hits);
  g_test_add_func ("/transcript-find/other-letters", test_other_letters);
  g_test_add_func ("/transcript-find/accents", test_accents);
  g_test_add_func ("/transcript-find/blanks", test_blanks);
  g_test_add_func ("/transcript-find/unaligned", test_unaligned);
  g_test_add_func ("/transcript-find/query", test_query);
  return g_test_run ();
}
