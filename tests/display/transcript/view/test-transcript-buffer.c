/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-test-transcripts.h"
#include "trs-transcript-buffer.h"

#define MARK "\342\200\217"
#define LEFT "\342\200\216"

static void
loaded_cb (gboolean *loaded)
{
  *loaded = TRUE;
}

static void
wait_loaded (TrsTranscriptBuffer *buffer)
{
  gboolean loaded = FALSE;

  g_signal_connect_swapped (buffer, "loaded", G_CALLBACK (loaded_cb), &loaded);
  trs_test_wait_until (loaded);
}

static TrsTranscriptBuffer *
load (const TrsTestParagraph *paragraphs,
      const char             *language)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, language);
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  g_autoptr (GtkTextTagTable) tags = trs_transcript_tags_new ();
  TrsTranscriptBuffer *buffer = trs_transcript_buffer_new (tags, document, TRS_TEXT_ALL, FALSE);
  GtkTextIter end;

  trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { G_MAXUINT, 0 }, &end);
  return buffer;
}

/* With what the tags hide. */
static char *
dup_text (TrsTranscriptBuffer *buffer)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (buffer), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (buffer), &start, &end, TRUE);
}

static void
assert_text (TrsTranscriptBuffer *buffer,
             const char          *expected)
{
  g_autofree char *text = dup_text (buffer);

  g_assert_cmpstr (text, ==, expected);
}

/* @index: a byte of the line */
static gboolean
has_tag (TrsTranscriptBuffer *buffer,
         guint                line,
         guint                index,
         const char          *name)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (buffer));
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (buffer), &iter, line, index);
  return gtk_text_iter_has_tag (&iter, gtk_text_tag_table_lookup (tags, name));
}

static void
test_lines (void)
{
  g_autoptr (TrsTranscriptBuffer) buffer = load (
      (const TrsTestParagraph[]) {
          { 2345, 1, "One." }, { 9000, 1, "Two." }, { 10000, 0, "Nobody." }, { -1, 2, "No time." }, { 0, 0, NULL } },
      "en");

  assert_text (buffer, "00:00:02\tSpeaker 1  00:00:02\n00:00:02\tOne.\n00:00:09\tTwo.\n"
                       "00:00:10\tSpeaker unknown  00:00:10\n00:00:10\tNobody.\nSpeaker 2\nNo time.");
  g_assert_true (has_tag (buffer, 0, 0, "name"));
  g_assert_true (has_tag (buffer, 0, 0, "top-name"));
  g_assert_true (has_tag (buffer, 0, 8, "time-name-wide"));
  g_assert_true (has_tag (buffer, 0, 18, "time-name-narrow"));
  g_assert_true (has_tag (buffer, 1, 0, "time-first"));
  g_assert_true (has_tag (buffer, 1, 0, "body-first"));
  g_assert_true (has_tag (buffer, 1, 0, "top"));
  g_assert_false (has_tag (buffer, 2, 0, "after-name"));
  g_assert_true (has_tag (buffer, 2, 0, "time-body"));
  g_assert_true (has_tag (buffer, 4, 0, "after-name"));
  g_assert_true (has_tag (buffer, 3, 9, "speaker-unknown"));
  g_assert_true (has_tag (buffer, 6, 0, "after-name"));
  g_assert_true (has_tag (buffer, 6, 0, "no-time"));
  g_assert_true (has_tag (buffer, 5, 0, "speaker-1"));
  g_assert_false (has_tag (buffer, 5, 0, "speaker-unknown"));
}

/* Nobody's words are in a block of their own, at the beginning as well; where nobody has a name, nothing is said. */
static void
test_without_names (void)
{
  g_autoptr (TrsTranscriptBuffer) some = load (
      (const TrsTestParagraph[]) { { -1, 0, "One." }, { -1, 0, "Two." }, { -1, 1, "Three." }, { -1, 0, "Four." },
                                   { -1, 0, "Five." }, { -1, 1, "Six." }, { 0, 0, NULL } },
      "en");
  g_autoptr (TrsTranscriptBuffer) none =
      load ((const TrsTestParagraph[]) { { -1, 0, "One." }, { -1, 0, "Two." }, { 0, 0, NULL } }, "en");

  assert_text (some,
               "Speaker unknown\nOne.\nTwo.\nSpeaker 1\nThree.\nSpeaker unknown\nFour.\nFive.\nSpeaker 1\nSix.");
  g_assert_true (has_tag (some, 0, 0, "name"));
  assert_text (none, "One.\nTwo.");
  g_assert_false (has_tag (none, 0, 0, "name"));
}

/* The ninth has the colour of the first, and something else. */
static void
test_many_speakers (void)
{
  g_autoptr (TrsTranscriptBuffer) buffer =
      load ((const TrsTestParagraph[]) { { -1, 8, "One." }, { -1, 9, "Two." }, { 0, 0, NULL } }, "en");

  g_assert_true (has_tag (buffer, 0, 0, "speaker-7"));
  g_assert_false (has_tag (buffer, 0, 0, "speaker-again"));
  g_assert_true (has_tag (buffer, 2, 0, "speaker-0"));
  g_assert_true (has_tag (buffer, 2, 0, "speaker-again"));
}

static void
assert_position (TrsTranscriptBuffer *buffer,
                 guint                line,
                 guint                index,
                 guint                paragraph,
                 gsize                byte)
{
  TrsTextPosition position;
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (buffer), &iter, line, index);
  position = trs_transcript_buffer_to_position (buffer, &iter);
  g_assert_cmpuint (position.paragraph, ==, paragraph);
  g_assert_cmpuint (position.byte, ==, byte);
}

static void
test_positions (void)
{
  g_autoptr (TrsTranscriptBuffer) buffer =
      load ((const TrsTestParagraph[]) { { 2345, 1, "One." }, { 360000000, 1, "Two." }, { 0, 0, NULL } }, "en");
  GtkTextIter iter;

  assert_position (buffer, 0, 0, 0, 0);
  assert_position (buffer, 0, 20, 0, 0);
  assert_position (buffer, 1, 4, 0, 0);
  assert_position (buffer, 1, 9, 0, 0);
  assert_position (buffer, 1, 11, 0, 2);
  assert_position (buffer, 1, 13, 0, 4);
  /* an hour of three digits takes one byte more */
  assert_position (buffer, 2, 10, 1, 0);
  assert_position (buffer, 2, 14, 1, 4);

  trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { 1, 3 }, &iter);
  g_assert_cmpuint (gtk_text_iter_get_line (&iter), ==, 2);
  g_assert_cmpuint (gtk_text_iter_get_line_index (&iter), ==, 13);
  trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { 2, 0 }, &iter);
  g_assert_true (gtk_text_iter_is_end (&iter));
}

/* Every byte of a paragraph stands in one line, and goes there and back. */
static void
assert_whole (TrsTranscriptBuffer *buffer,
              const char          *words)
{
  g_autofree char *text = dup_text (buffer);
  g_auto (GStrv) lines = g_strsplit (text + strlen ("00:00:00\t"), "\n", -1);
  g_autofree char *joined = g_strjoinv ("", lines);
  gsize length = strlen (words);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_assert_cmpuint (strlen (lines[i]), <=, 4200);
      g_assert_true (g_utf8_validate (lines[i], -1, NULL));
    }
  g_assert_cmpstr (joined, ==, words);

  for (gsize from = 0; from <= length; from += 97)
    {
      gsize byte = g_utf8_find_next_char (words + MAX (from, 1) - 1, NULL) - words;
      GtkTextIter iter;
      TrsTextPosition back;

      trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { 0, byte }, &iter);
      back = trs_transcript_buffer_to_position (buffer, &iter);
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
      g_autoptr (TrsTranscriptBuffer) buffer =
          load ((const TrsTestParagraph[]) { { 0, 0, words }, { 0, 0, NULL } }, "en");

      g_assert_cmpuint (gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer)), >, 200);
      assert_whole (buffer, words);
    }
}

static void
test_breaks_at_sentences (void)
{
  g_autofree char *words = repeat ("A sentence of some words ends here. ", 200);
  g_autoptr (TrsTranscriptBuffer) buffer =
      load ((const TrsTestParagraph[]) { { -1, 0, words }, { 0, 0, NULL } }, "en");
  GtkTextIter end;

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (buffer), &end);
  gtk_text_iter_forward_to_line_end (&end);
  g_assert_cmpuint (gtk_text_iter_get_line_index (&end), >, 0);
  g_assert_cmpuint (gtk_text_iter_get_line_index (&end) % 36, ==, 0);
  g_assert_true (has_tag (buffer, 1, 0, "more"));
}

/* Pango takes seconds for a megabyte in which no line may end: there the lines are short, and may be wrapped anywhere.
 * Scripts without spaces, and what stands around such a run, are not touched by that. */
static void
test_runs (void)
{
  g_autofree char *run = repeat ("x", 1000000);
  g_autofree char *japanese = repeat ("会議は予定どおり始まりました", 500);
  g_autofree char *address = repeat ("a-part/", 200);
  g_autofree char *mixed = g_strconcat ("Words before it ", run, " and words behind it.", NULL);
  g_autoptr (TrsTranscriptBuffer) buffer =
      load ((const TrsTestParagraph[]) { { 0, 0, mixed }, { 0, 0, NULL } }, "en");
  g_autoptr (TrsTranscriptBuffer) other = load (
      (const TrsTestParagraph[]) { { -1, 0, japanese }, { -1, 0, address }, { 0, 0, NULL } }, "ja");
  GtkTextIter iter;

  assert_whole (buffer, mixed);
  g_assert_false (has_tag (buffer, 0, 0, "run"));
  g_assert_true (has_tag (buffer, 1, 0, "run"));
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (buffer), &iter, 1);
  g_assert_cmpint (gtk_text_iter_get_bytes_in_line (&iter), <=, 520);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (buffer), &iter, 1000);
  g_assert_cmpint (gtk_text_iter_get_bytes_in_line (&iter), <=, 520);
  g_assert_true (has_tag (buffer, 1000, 0, "run"));
  g_assert_false (has_tag (buffer, gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer)) - 1, 0, "run"));

  for (int line = 0; line < gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (other)); line++)
    g_assert_false (has_tag (other, line, 0, "run"));
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (other), &iter, 1);
  g_assert_cmpint (gtk_text_iter_get_bytes_in_line (&iter), >=, 2048);
}

/* What GtkTextBuffer takes as the end of a line is one here too, and is not lost. */
static void
test_line_ends (void)
{
  g_autoptr (TrsTranscriptBuffer) buffer = load (
      (const TrsTestParagraph[]) { { 1000, 0, "a\nb\r\nc\rd\342\200\251e" }, { 2000, 0, "f" }, { 0, 0, NULL } }, "en");

  assert_text (buffer, "00:00:01\ta\nb\nc\nd\ne\n00:00:02\tf");
  assert_position (buffer, 0, 10, 0, 1);
  assert_position (buffer, 1, 0, 0, 2);
  assert_position (buffer, 2, 0, 0, 5);
  assert_position (buffer, 3, 1, 0, 8);
  assert_position (buffer, 4, 0, 0, 11);
  assert_position (buffer, 5, 9, 1, 0);
}

static void
test_right_to_left (void)
{
  g_autoptr (TrsTranscriptBuffer) buffer =
      load ((const TrsTestParagraph[]) { { 1000, 1, "مساء الخير" }, { 0, 0, NULL } }, "ar");

  assert_text (buffer, MARK "00:00:01\tSpeaker 1  00:00:01\n" MARK "00:00:01\tمساء الخير");
  assert_position (buffer, 1, 3, 0, 0);
  assert_position (buffer, 1, 12, 0, 0);
  assert_position (buffer, 1, 14, 0, 2);
}

/* In a left-to-right transcript, only what would turn its line round gets a mark. */
static void
test_mixed (void)
{
  g_autoptr (TrsTranscriptBuffer) buffer = load (
      (const TrsTestParagraph[]) {
          { 1000, 1, "مساء" }, { 2000, 1, "\342\200\256evil" }, { 3000, 1, "12" }, { 4000, 1, "a" }, { 0, 0, NULL } },
      "en");

  assert_text (buffer, "00:00:01\tSpeaker 1  00:00:01\n" LEFT "00:00:01\tمساء\n" LEFT
                       "00:00:02\t\342\200\256evil\n" LEFT "00:00:03\t12\n00:00:04\ta");
  assert_position (buffer, 1, 14, 0, 2);
}

static void
inserted_cb (GtkTextBuffer     *buffer,
             const GtkTextIter *location,
             const char        *text,
             int                length,
             guint             *n_chunks)
{
  int last_line = gtk_text_buffer_get_line_count (buffer) - 2;

  g_assert_cmpint (length, <, 24000);
  g_assert_cmpint (last_line, >, 0);
  g_assert_false (has_tag (TRS_TRANSCRIPT_BUFFER (buffer), last_line, 0, "name"));
  ++*n_chunks;
}

/* A chunk of many long paragraphs is cut by its bytes; names stay with their words. */
static void
test_chunks (void)
{
  g_autofree char *words = repeat ("word ", 20000);
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (
      (const TrsTestParagraph[]) { { 0, 1, words }, { 1, 2, words }, { 0, 0, NULL } }, "en");
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  g_autoptr (GtkTextTagTable) tags = trs_transcript_tags_new ();
  g_autoptr (TrsTranscriptBuffer) buffer = trs_transcript_buffer_new (tags, document, TRS_TEXT_ALL, FALSE);
  guint n_chunks = 0;

  g_assert_cmpint (gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (buffer)), <, 24000);
  g_signal_connect (buffer, "insert-text", G_CALLBACK (inserted_cb), &n_chunks);
  wait_loaded (buffer);
  g_assert_cmpuint (n_chunks, >, 10);
  g_assert_false (has_tag (buffer, gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer)) - 1, 0, "name"));
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-buffer/lines", test_lines);
  g_test_add_func ("/transcript-buffer/without-names", test_without_names);
  g_test_add_func ("/transcript-buffer/many-speakers", test_many_speakers);
  g_test_add_func ("/transcript-buffer/positions", test_positions);
  g_test_add_func ("/transcript-buffer/long", test_long);
  g_test_add_func ("/transcript-buffer/runs", test_runs);
  g_test_add_func ("/transcript-buffer/breaks-at-sentences", test_breaks_at_sentences);
  g_test_add_func ("/transcript-buffer/line-ends", test_line_ends);
  g_test_add_func ("/transcript-buffer/right-to-left", test_right_to_left);
  g_test_add_func ("/transcript-buffer/mixed", test_mixed);
  g_test_add_func ("/transcript-buffer/chunks", test_chunks);
  return g_test_run ();
}
