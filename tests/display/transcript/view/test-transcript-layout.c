/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-transcripts.h"
#include "trs-test-utils.h"
#include "trs-transcript-layout.h"

#define MARK "\342\200\217"
#define LEFT "\342\200\216"

static TrsTranscriptLayout *
lay_out (const TrsTestParagraph *paragraphs,
         const char             *language,
         GString                *text)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, language);
  TrsTranscriptLayout *layout = trs_transcript_layout_new (transcript, TRS_TEXT_ALL);

  while (trs_transcript_layout_append (layout, 2, text))
    continue;
  return layout;
}

static void
test_lines (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) layout = lay_out (
      (const TrsTestParagraph[]) {
          { 2345, 1, "One." }, { 9000, 1, "Two." }, { 10000, 0, "Nobody." }, { -1, 2, "No time." }, { 0, 0, NULL } },
      "en", text);

  g_assert_cmpstr (text->str, ==,
                   "00:00:02\tSpeaker 1  00:00:02\n00:00:02\tOne.\n00:00:09\tTwo.\n"
                   "00:00:10\tSpeaker unknown  00:00:10\n00:00:10\tNobody.\nSpeaker 2\nNo time.");
  g_assert_cmpuint (trs_transcript_layout_get_n_lines (layout), ==, 7);
  g_assert_cmpuint (trs_transcript_layout_get_line (layout, 0)->kind, ==, TRS_LAYOUT_NAME);
  g_assert_cmpuint (trs_transcript_layout_get_line (layout, 0)->kind, ==, TRS_LAYOUT_NAME);
  g_assert_false (trs_transcript_layout_get_line (layout, 2)->first);
  g_assert_true (trs_transcript_layout_get_line (layout, 4)->first);
  g_assert_true (trs_transcript_layout_get_line (layout, 3)->unknown);
  g_assert_true (trs_transcript_layout_get_line (layout, 6)->first);
  g_assert_cmpuint (trs_transcript_layout_get_line (layout, 5)->colour, ==, 1);
  g_assert_false (trs_transcript_layout_get_line (layout, 5)->unknown);
}

/* Nobody's words are in a block of their own, at the beginning as well; where nobody has a name, nothing is said. */
static void
test_without_names (void)
{
  g_autoptr (GString) some = g_string_new (NULL);
  g_autoptr (GString) none = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) with_some = lay_out (
      (const TrsTestParagraph[]) { { -1, 0, "One." }, { -1, 0, "Two." }, { -1, 1, "Three." }, { -1, 0, "Four." },
                                   { -1, 0, "Five." }, { -1, 1, "Six." }, { 0, 0, NULL } },
      "en", some);
  g_autoptr (TrsTranscriptLayout) with_none =
      lay_out ((const TrsTestParagraph[]) { { -1, 0, "One." }, { -1, 0, "Two." }, { 0, 0, NULL } }, "en", none);

  g_assert_cmpstr (some->str, ==,
                   "Speaker unknown\nOne.\nTwo.\nSpeaker 1\nThree.\nSpeaker unknown\nFour.\nFive.\nSpeaker 1\nSix.");
  g_assert_cmpuint (trs_transcript_layout_get_line (with_some, 0)->kind, ==, TRS_LAYOUT_NAME);
  g_assert_cmpstr (none->str, ==, "One.\nTwo.");
  g_assert_cmpuint (trs_transcript_layout_get_line (with_none, 0)->kind, ==, TRS_LAYOUT_BODY);
}

/* The ninth has the colour of the first, and something else. */
static void
test_many_speakers (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) layout =
      lay_out ((const TrsTestParagraph[]) { { -1, 8, "One." }, { -1, 9, "Two." }, { 0, 0, NULL } }, "en", text);

  g_assert_cmpuint (trs_transcript_layout_get_line (layout, 0)->colour, ==, 7);
  g_assert_false (trs_transcript_layout_get_line (layout, 0)->again);
  g_assert_cmpuint (trs_transcript_layout_get_line (layout, 2)->colour, ==, 0);
  g_assert_true (trs_transcript_layout_get_line (layout, 2)->again);
}

static void
assert_position (TrsTranscriptLayout *layout,
                 guint                line,
                 gsize                index,
                 guint                paragraph,
                 gsize                byte)
{
  TrsTextPosition position = trs_transcript_layout_to_position (layout, line, index);

  g_assert_cmpuint (position.paragraph, ==, paragraph);
  g_assert_cmpuint (position.byte, ==, byte);
}

static void
test_positions (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) layout = lay_out (
      (const TrsTestParagraph[]) { { 2345, 1, "One." }, { 360000000, 1, "Two." }, { 0, 0, NULL } }, "en", text);
  guint line;
  gsize index;

  assert_position (layout, 0, 0, 0, 0);
  assert_position (layout, 0, 20, 0, 0);
  assert_position (layout, 1, 4, 0, 0);
  assert_position (layout, 1, 9, 0, 0);
  assert_position (layout, 1, 11, 0, 2);
  assert_position (layout, 1, 13, 0, 4);
  /* an hour of three digits takes one byte more */
  assert_position (layout, 2, 10, 1, 0);
  assert_position (layout, 2, 14, 1, 4);

  g_assert_true (trs_transcript_layout_from_position (layout, (TrsTextPosition) { 1, 3 }, &line, &index));
  g_assert_cmpuint (line, ==, 2);
  g_assert_cmpuint (index, ==, 13);
  g_assert_false (trs_transcript_layout_from_position (layout, (TrsTextPosition) { 2, 0 }, &line, &index));
}

/* Every byte of a paragraph stands in one line, and goes there and back. */
static void
assert_whole (TrsTranscriptLayout *layout,
              const char          *words)
{
  g_autoptr (GString) joined = g_string_new (NULL);
  gsize length = strlen (words);

  for (guint i = 0; i < trs_transcript_layout_get_n_lines (layout); i++)
    {
      const TrsLayoutLine *line = trs_transcript_layout_get_line (layout, i);

      g_assert_cmpuint (line->byte, ==, joined->len);
      g_assert_cmpuint (line->length, <=, 4200);
      g_assert_true (g_utf8_validate (words + line->byte, line->length, NULL));
      g_string_append_len (joined, words + line->byte, line->length);
    }
  g_assert_cmpstr (joined->str, ==, words);

  for (gsize byte = 0; byte <= length; byte += 97)
    {
      guint line;
      gsize index;
      TrsTextPosition back;

      g_assert_true (trs_transcript_layout_from_position (layout, (TrsTextPosition) { 0, byte }, &line, &index));
      back = trs_transcript_layout_to_position (layout, line, index);
      g_assert_cmpuint (back.paragraph, ==, 0);
      g_assert_cmpuint (back.byte, ==, byte);
    }
}

static char *
repeat (const char *piece,
        guint       times)
{
  GString *text = g_string_new (NULL);

  while (times-- > 0)
    g_string_append (text, piece);
  return g_string_free (text, FALSE);
}

static void
test_long (void)
{
  const char *pieces[] = { "some words and more ", "A sentence ends here. ", "会議は予定どおり始まりました",
                           "x", "e\314\201\314\202\314\203" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autofree char *words = repeat (pieces[i], 900000 / strlen (pieces[i]));
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (TrsTranscriptLayout) layout =
          lay_out ((const TrsTestParagraph[]) { { 0, 0, words }, { 0, 0, NULL } }, "en", text);

      g_assert_cmpuint (trs_transcript_layout_get_n_lines (layout), >, 200);
      assert_whole (layout, words);
    }
}

static void
test_breaks_at_sentences (void)
{
  g_autofree char *words = repeat ("A sentence of some words ends here. ", 200);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) layout =
      lay_out ((const TrsTestParagraph[]) { { 0, 0, words }, { 0, 0, NULL } }, "en", text);
  const TrsLayoutLine *line = trs_transcript_layout_get_line (layout, 0);

  g_assert_true (line->continued);
  g_assert_cmpuint (line->length % 36, ==, 0);
  g_assert_cmpuint (trs_transcript_layout_get_line (layout, 1)->kind, ==, TRS_LAYOUT_MORE);
}

/* What GtkTextBuffer takes as the end of a line is one here too, and is not lost. */
static void
test_line_ends (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) layout = lay_out (
      (const TrsTestParagraph[]) { { 1000, 0, "a\nb\r\nc\rd\342\200\251e" }, { 2000, 0, "f" }, { 0, 0, NULL } },
      "en", text);

  g_assert_cmpstr (text->str, ==, "00:00:01\ta\nb\nc\nd\ne\n00:00:02\tf");
  assert_position (layout, 0, 10, 0, 1);
  assert_position (layout, 1, 0, 0, 2);
  assert_position (layout, 2, 0, 0, 5);
  assert_position (layout, 3, 1, 0, 8);
  assert_position (layout, 4, 0, 0, 11);
  assert_position (layout, 5, 9, 1, 0);
}

static void
test_right_to_left (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) layout =
      lay_out ((const TrsTestParagraph[]) { { 1000, 1, "مساء الخير" }, { 0, 0, NULL } }, "ar", text);

  g_assert_cmpstr (text->str, ==, MARK "00:00:01\tSpeaker 1  00:00:01\n" MARK "00:00:01\tمساء الخير");
  assert_position (layout, 1, 3, 0, 0);
  assert_position (layout, 1, 12, 0, 0);
  assert_position (layout, 1, 14, 0, 2);
}

/* In a left-to-right transcript, only what would turn its line round gets a mark. */
static void
test_mixed (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TrsTranscriptLayout) layout = lay_out (
      (const TrsTestParagraph[]) {
          { 1000, 1, "مساء" }, { 2000, 1, "\342\200\256evil" }, { 3000, 1, "12" }, { 4000, 1, "a" }, { 0, 0, NULL } },
      "en", text);

  g_assert_cmpstr (text->str, ==,
                   "00:00:01\tSpeaker 1  00:00:01\n" LEFT "00:00:01\tمساء\n" LEFT "00:00:02\t\342\200\256evil\n" LEFT
                   "00:00:03\t12\n00:00:04\ta");
  assert_position (layout, 1, 14, 0, 2);
}

/* A piece of many long paragraphs is cut by its bytes; names stay with their words. */
static void
test_pieces (void)
{
  g_autofree char *words = repeat ("word ", 20000);
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (
      (const TrsTestParagraph[]) { { 0, 1, words }, { 1, 2, words }, { 0, 0, NULL } }, "en");
  g_autoptr (TrsTranscriptLayout) layout = trs_transcript_layout_new (transcript, TRS_TEXT_ALL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint rounds = 1;

  while (trs_transcript_layout_append (layout, 24, text))
    {
      g_assert_cmpuint (text->len, <, 24000);
      g_assert_cmpuint (trs_transcript_layout_get_line (layout, trs_transcript_layout_get_n_lines (layout) - 1)->kind,
                        !=, TRS_LAYOUT_NAME);
      g_string_truncate (text, 0);
      rounds++;
    }
  g_assert_cmpuint (rounds, >, 10);
  g_assert_false (trs_transcript_layout_get_line (layout, trs_transcript_layout_get_n_lines (layout) - 1)->continued);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/transcript-layout/lines", test_lines);
  g_test_add_func ("/transcript-layout/without-names", test_without_names);
  g_test_add_func ("/transcript-layout/many-speakers", test_many_speakers);
  g_test_add_func ("/transcript-layout/positions", test_positions);
  g_test_add_func ("/transcript-layout/long", test_long);
  g_test_add_func ("/transcript-layout/breaks-at-sentences", test_breaks_at_sentences);
  g_test_add_func ("/transcript-layout/line-ends", test_line_ends);
  g_test_add_func ("/transcript-layout/right-to-left", test_right_to_left);
  g_test_add_func ("/transcript-layout/mixed", test_mixed);
  g_test_add_func ("/transcript-layout/pieces", test_pieces);
  return g_test_run ();
}
