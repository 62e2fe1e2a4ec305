/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-transcripts.h"

#include "trs-transcript.h"

#define WORDS_A_PARAGRAPH 58

const TrsTestParagraph trs_test_council[] = {
  { 2345, 1,
    "Good evening. We open the session of the twelfth of March. The minutes of the last meeting are approved, and "
    "there are no apologies for absence." },
  { 19000, 1,
    "First on the agenda is the harbour budget. You have the figures in front of you. I should like to keep this to "
    "one hour, and I would ask everyone to speak into the microphone, because the session is recorded." },
  { 41200, 2,
    "Thank you. I should like to begin with the budget for the north quay. In November we were told that the repairs "
    "would cost four million. The paper tonight says six point two, and I cannot find a single line in it that "
    "explains the difference." },
  { 73000, 2, "So my question to the treasurer is simple: who knew, and since when?" },
  { 80000, 3,
    "I can answer that. The first estimate was made before the divers went down. What they found in January was that "
    "eleven of the forty piles have to be replaced, not three. We knew on the twentieth of January, and the committee "
    "had the report two days later." },
  { 112000, 1, "Does the committee confirm that?" },
  { 115000, 4, "We do. It was on our table on the twenty-second." },
  { 121000, 2,
    "Then I withdraw the word “hidden”, but not the question of why the council hears about it in March. Seven weeks "
    "is a long time when the ferry company has already signed." },
  { 140000, 3,
    "That is fair. I will put the correspondence on file by Friday, all of it, including the letters to the ferry "
    "company." },
  { 151000, 1,
    "Noted. The clerk will enter it in the minutes. Are there further questions on the budget for the north quay "
    "before we vote?" },
  { 0, 0, NULL },
};

static void
append_prefix (GString                *text,
               const TrsTestParagraph *paragraph)
{
  gint64 ms = paragraph->start;

  if (ms >= 0)
    g_string_append_printf (text, "[%02d:%02d:%02d.%03d] ", (int) (ms / 3600000), (int) (ms / 60000 % 60),
                            (int) (ms / 1000 % 60), (int) (ms % 1000));
  if (paragraph->speaker > 0)
    g_string_append_printf (text, "Speaker %u: ", paragraph->speaker);
}

static void
append_paragraph (GString                *bare,
                  GString                *prefixed,
                  const TrsTestParagraph *paragraph)
{
  if (prefixed->len > 0)
    {
      g_string_append (bare, "\n\n");
      g_string_append (prefixed, "\n\n");
    }
  g_string_append (bare, paragraph->words);
  append_prefix (prefixed, paragraph);
  g_string_append (prefixed, paragraph->words);
}

static TrsTranscript *
align (GString    *bare,
       GString    *prefixed,
       const char *language)
{
  g_autoptr (GBytes) bare_bytes = g_string_free_to_bytes (bare);
  g_autoptr (GBytes) prefixed_bytes = g_string_free_to_bytes (prefixed);
  TrsTranscript *transcript = trs_transcript_align (bare_bytes, prefixed_bytes, language, FALSE);

  g_assert_nonnull (transcript);
  return transcript;
}

/**
 * trs_test_transcript_new:
 * @paragraphs: the paragraphs, ended by one without words
 * @language: (nullable): its language
 *
 * Returns: (transfer full): an aligned transcript
 */
TrsTranscript *
trs_test_transcript_new (const TrsTestParagraph *paragraphs,
                         const char             *language)
{
  GString *bare = g_string_new (NULL);
  GString *prefixed = g_string_new (NULL);

  for (; paragraphs->words != NULL; paragraphs++)
    append_paragraph (bare, prefixed, paragraphs);

  return align (bare, prefixed, language);
}

/**
 * trs_test_transcript_generate:
 * @n_paragraphs: how long
 *
 * Makes a transcript of speech of four people. The same at every call.
 *
 * Returns: (transfer full): an aligned transcript
 */
TrsTranscript *
trs_test_transcript_generate (guint n_paragraphs)
{
  static const char *const words[] = {
    "harbour", "budget", "the", "council", "of", "and", "seven", "weeks", "a", "committee", "was", "told",
    "that", "repairs", "to", "quay", "north", "figures", "in", "question", "minutes", "report", "ferry", "we",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  GString *bare = g_string_new (NULL);
  GString *prefixed = g_string_new (NULL);
  guint speaker = 1;

  for (guint i = 0; i < n_paragraphs; i++)
    {
      g_autoptr (GString) text = g_string_new ("Paragraph");

      for (int n = g_rand_int_range (random, WORDS_A_PARAGRAPH - 30, WORDS_A_PARAGRAPH + 36); n > 0; n--)
        g_string_append_printf (text, " %s", words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
      g_string_append_c (text, '.');
      if (g_rand_int_range (random, 0, 10) < 6)
        speaker = speaker % 4 + 1;
      append_paragraph (bare, prefixed,
                        &(TrsTestParagraph) { (gint64) i * 3600000 / TRS_TEST_HOUR, speaker, text->str });
    }

  return align (bare, prefixed, "en");
}

/**
 * trs_test_transcript_unaligned:
 * @damaged: whether characters of it could not be kept
 *
 * Returns: (transfer full): a transcript whose four texts have nothing to do
 *   with one another
 */
TrsTranscript *
trs_test_transcript_unaligned (gboolean damaged)
{
  static const char *const texts[] = { "Bare words.\n\nMore.", "[00:00] Timed words.\n\nMore.",
                                       "A: Named words.\n\nMore.", "A 00:00 Full words.\n\nMore." };
  GBytes *bytes[TRS_TEXT_N_VARIANTS];
  TrsTranscript *transcript;

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    bytes[i] = g_bytes_new_static (texts[i], strlen (texts[i]));
  transcript = trs_transcript_new_unaligned (bytes, "en", damaged);
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_bytes_unref (bytes[i]);
  return transcript;
}

/* A transcript to which nothing was added. */
TrsDocument *
trs_test_document_new (TrsTranscript *transcript)
{
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();

  return trs_document_new (transcript, annotations);
}
