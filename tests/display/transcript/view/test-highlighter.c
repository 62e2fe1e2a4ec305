/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-highlighter.h"
#include "trs-test-transcripts.h"
#include "trs-transcript-tags.h"

#define N_PARAGRAPHS 3

/* Each line of the buffer begins with this; no highlight may cover it. */
#define PREFIX "00:00:00\t"

static const TrsTestParagraph paragraphs[] = {
  { -1, 0, "one two three" },
  { -1, 0, "four five six" },
  { -1, 0, "seven eight nine" },
  { 0, 0, NULL },
};

typedef struct
{
  TrsTranscript *transcript;
  TrsAnnotations *annotations;
  GtkTextBuffer *buffer;
  TrsLineMap *lines;
  TrsHighlighter *highlighter;
  guint n_changes;
} Fixture;

static void
changed_cb (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
add_line (Fixture *fixture)
{
  guint number = trs_line_map_get_n_lines (fixture->lines);
  const char *words = paragraphs[number].words;
  const TrsBufferLine line = { .paragraph = number, .length = strlen (words), .prefix = strlen (PREFIX) };
  g_autofree char *text = g_strconcat (PREFIX, words, "\n", NULL);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (fixture->buffer, &end);
  gtk_text_buffer_insert (fixture->buffer, &end, text, -1);
  trs_line_map_insert_line (fixture->lines, number, &line);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  n_lines)
{
  g_autoptr (GtkTextTagTable) tags = trs_transcript_tags_new ();

  fixture->transcript = trs_test_transcript_new (paragraphs, "en");
  fixture->annotations = trs_annotations_new ();
  fixture->buffer = gtk_text_buffer_new (tags);
  fixture->lines = trs_line_map_new (strlen (TRS_NOTE_SIGN));
  fixture->highlighter = trs_highlighter_new (fixture->buffer, fixture->lines);
  for (int i = 0; i < GPOINTER_TO_INT (n_lines); i++)
    add_line (fixture);
  g_signal_connect_swapped (fixture->buffer, "apply-tag", G_CALLBACK (changed_cb), fixture);
  g_signal_connect_swapped (fixture->buffer, "remove-tag", G_CALLBACK (changed_cb), fixture);
  g_signal_connect_swapped (fixture->buffer, "insert-text", G_CALLBACK (changed_cb), fixture);
  g_signal_connect_swapped (fixture->buffer, "delete-range", G_CALLBACK (changed_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_object_unref (fixture->highlighter);
  g_object_unref (fixture->lines);
  g_object_unref (fixture->buffer);
  g_object_unref (fixture->transcript);
  g_ptr_array_unref (fixture->annotations);
}

/* Shows the annotations as they are now. */
static void
show (Fixture *fixture)
{
  g_autoptr (TrsDocument) document = trs_document_new (fixture->transcript, fixture->annotations);

  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 0);
  trs_highlighter_set_document (fixture->highlighter, document);
}

/* @words: the beginning and the end are looked for in all words */
static void
highlight (Fixture            *fixture,
           const char         *from,
           const char         *to,
           TrsHighlightColour  colour,
           const char         *note)
{
  TrsTextPosition start = { 0 };
  TrsTextPosition end = { 0 };
  TrsAnnotations *annotations;

  for (guint i = 0; i < N_PARAGRAPHS; i++)
    {
      const char *start_at = strstr (paragraphs[i].words, from);
      const char *end_at = strstr (paragraphs[i].words, to);

      if (start_at != NULL)
        start = (TrsTextPosition) { i, start_at - paragraphs[i].words };
      if (end_at != NULL)
        end = (TrsTextPosition) { i, end_at - paragraphs[i].words + strlen (to) };
    }
  annotations = trs_annotations_highlight (fixture->annotations, fixture->transcript, start, end, colour, note, 1);
  g_ptr_array_unref (fixture->annotations);
  fixture->annotations = annotations;
}

/* @number: in the order in which they were made */
static void
remove_highlight (Fixture *fixture,
                  guint    number)
{
  TrsAnnotations *annotations =
      trs_annotations_remove (fixture->annotations, g_ptr_array_index (fixture->annotations, number));

  g_ptr_array_unref (fixture->annotations);
  fixture->annotations = annotations;
}

static void
assert_tagged (Fixture    *fixture,
               const char *name,
               const char *expected)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (fixture->buffer), name);
  g_autoptr (GString) tagged = g_string_new (NULL);
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (fixture->buffer, &start);
  while (gtk_text_iter_starts_tag (&start, tag) || gtk_text_iter_forward_to_tag_toggle (&start, tag))
    {
      GtkTextIter end = start;
      g_autofree char *text = NULL;

      gtk_text_iter_forward_to_tag_toggle (&end, tag);
      text = gtk_text_iter_get_text (&start, &end);
      g_string_append_printf (tagged, "%s%s", tagged->len > 0 ? "|" : "", text);
      start = end;
    }
  g_assert_cmpstr (tagged->str, ==, expected);
}

/* @expected: the words of all lines, without their prefixes */
static void
assert_words (Fixture    *fixture,
              const char *expected)
{
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *text = NULL;
  g_auto (GStrv) pieces = NULL;
  g_autofree char *words = NULL;

  gtk_text_buffer_get_bounds (fixture->buffer, &start, &end);
  text = gtk_text_buffer_get_text (fixture->buffer, &start, &end, TRUE);
  pieces = g_strsplit (text, PREFIX, -1);
  words = g_strjoinv ("", pieces);
  g_assert_cmpstr (words, ==, expected);
}

static void
test_words (Fixture       *fixture,
            gconstpointer  user_data)
{
  highlight (fixture, "two", "two", TRS_HIGHLIGHT_GREEN, NULL);
  highlight (fixture, "three", "seven", TRS_HIGHLIGHT_PINK, NULL);
  show (fixture);
  assert_tagged (fixture, "highlight-1", "two");
  assert_tagged (fixture, "highlight-3", "three|four five six|seven");
  assert_tagged (fixture, "highlight-0", "");
}

static void
test_remove (Fixture       *fixture,
             gconstpointer  user_data)
{
  highlight (fixture, "two", "three", TRS_HIGHLIGHT_BLUE, NULL);
  highlight (fixture, "eight", "nine", TRS_HIGHLIGHT_BLUE, NULL);
  show (fixture);
  remove_highlight (fixture, 0);
  show (fixture);
  assert_tagged (fixture, "highlight-2", "eight nine");
}

static void
test_other_colour (Fixture       *fixture,
                   gconstpointer  user_data)
{
  highlight (fixture, "two", "two", TRS_HIGHLIGHT_YELLOW, NULL);
  show (fixture);
  highlight (fixture, "two", "two", TRS_HIGHLIGHT_PINK, NULL);
  show (fixture);
  assert_tagged (fixture, "highlight-0", "");
  assert_tagged (fixture, "highlight-3", "two");
}

/* What is removed leaves the words of another one of its colour highlighted. */
static void
test_remove_from_overlap (Fixture       *fixture,
                          gconstpointer  user_data)
{
  highlight (fixture, "one", "three", TRS_HIGHLIGHT_GREEN, NULL);
  highlight (fixture, "two", "five", TRS_HIGHLIGHT_GREEN, NULL);
  show (fixture);
  assert_tagged (fixture, "highlights-2", "two three");
  remove_highlight (fixture, 0);
  show (fixture);
  assert_tagged (fixture, "highlight-1", "two three|four five");
  assert_tagged (fixture, "highlights-2", "");
}

/* Yellow over one to four, green over two to five, blue over three to six */
static void
test_overlaps (Fixture       *fixture,
               gconstpointer  user_data)
{
  highlight (fixture, "one", "four", TRS_HIGHLIGHT_YELLOW, NULL);
  highlight (fixture, "two", "five", TRS_HIGHLIGHT_GREEN, NULL);
  highlight (fixture, "three", "six", TRS_HIGHLIGHT_BLUE, NULL);
  show (fixture);
  assert_tagged (fixture, "highlights-1", "");
  assert_tagged (fixture, "highlights-3", "two ");
  assert_tagged (fixture, "highlights-7", "three|four");
  assert_tagged (fixture, "highlights-6", " five");
  assert_tagged (fixture, "highlights-4", "");

  remove_highlight (fixture, 1);
  show (fixture);
  assert_tagged (fixture, "highlights-3", "");
  assert_tagged (fixture, "highlights-6", "");
  assert_tagged (fixture, "highlights-7", "");
  assert_tagged (fixture, "highlights-5", "three|four");
}

/* Where one ends and another begins, they do not overlap. */
static void
test_no_overlap (Fixture       *fixture,
                 gconstpointer  user_data)
{
  highlight (fixture, "one", "two", TRS_HIGHLIGHT_YELLOW, NULL);
  highlight (fixture, " three", "three", TRS_HIGHLIGHT_GREEN, NULL);
  show (fixture);
  for (guint colours = 1; colours < 1u << TRS_HIGHLIGHT_N_COLOURS; colours++)
    {
      g_autofree char *tag = g_strdup_printf ("highlights-%u", colours);

      assert_tagged (fixture, tag, "");
    }
}

static void
test_notes (Fixture       *fixture,
            gconstpointer  user_data)
{
  highlight (fixture, "one", "two", TRS_HIGHLIGHT_YELLOW, NULL);
  highlight (fixture, "six", "six", TRS_HIGHLIGHT_GREEN, "later");
  show (fixture);
  assert_words (fixture, "one two three\nfour five six" TRS_NOTE_SIGN "\nseven eight nine\n");

  highlight (fixture, "one", "two", TRS_HIGHLIGHT_YELLOW, "earlier");
  highlight (fixture, "four", "five", TRS_HIGHLIGHT_YELLOW, "between");
  show (fixture);
  assert_words (fixture, "one two" TRS_NOTE_SIGN " three\nfour five" TRS_NOTE_SIGN " six" TRS_NOTE_SIGN
                         "\nseven eight nine\n");
  assert_tagged (fixture, "note-sign", TRS_NOTE_SIGN "|" TRS_NOTE_SIGN "|" TRS_NOTE_SIGN);
  assert_tagged (fixture, "highlight-0", "one two|four five");
  assert_tagged (fixture, "highlight-1", "six");

  remove_highlight (fixture, 0);
  show (fixture);
  assert_words (fixture, "one two" TRS_NOTE_SIGN " three\nfour five" TRS_NOTE_SIGN " six\nseven eight nine\n");
  highlight (fixture, "one", "two", TRS_HIGHLIGHT_YELLOW, NULL);
  highlight (fixture, "four", "five", TRS_HIGHLIGHT_YELLOW, NULL);
  show (fixture);
  assert_words (fixture, "one two three\nfour five six\nseven eight nine\n");
  g_assert_cmpuint (trs_line_map_get_n_signs (fixture->lines), ==, 0);
}

/* Two notes that end with the same word have one sign, until both are gone. */
static void
test_notes_at_one_place (Fixture       *fixture,
                         gconstpointer  user_data)
{
  highlight (fixture, "one", "two", TRS_HIGHLIGHT_YELLOW, "a");
  highlight (fixture, "two", "two", TRS_HIGHLIGHT_GREEN, "b");
  show (fixture);
  assert_words (fixture, "one two" TRS_NOTE_SIGN " three\nfour five six\nseven eight nine\n");
  remove_highlight (fixture, 0);
  show (fixture);
  assert_words (fixture, "one two" TRS_NOTE_SIGN " three\nfour five six\nseven eight nine\n");
  remove_highlight (fixture, 0);
  show (fixture);
  assert_words (fixture, "one two three\nfour five six\nseven eight nine\n");
}

/* The sign stands between two highlights, and has the colour of neither, whichever came first. */
static void
test_note_between (Fixture       *fixture,
                   gconstpointer  user_data)
{
  highlight (fixture, "one", "two", TRS_HIGHLIGHT_YELLOW, "a");
  show (fixture);
  highlight (fixture, " three", "three", TRS_HIGHLIGHT_GREEN, NULL);
  show (fixture);
  assert_tagged (fixture, "highlight-0", "one two");
  assert_tagged (fixture, "highlight-1", " three");

  highlight (fixture, "four", "five", TRS_HIGHLIGHT_YELLOW, NULL);
  highlight (fixture, " six", "six", TRS_HIGHLIGHT_GREEN, NULL);
  show (fixture);
  highlight (fixture, "four", "five", TRS_HIGHLIGHT_YELLOW, "b");
  show (fixture);
  assert_tagged (fixture, "highlight-0", "one two|four five");
  assert_tagged (fixture, "highlight-1", " three| six");
}

/* What covers a sign keeps covering the words on both sides of it when the note is gone. */
static void
test_note_inside (Fixture       *fixture,
                  gconstpointer  user_data)
{
  highlight (fixture, "one", "two", TRS_HIGHLIGHT_YELLOW, "a");
  highlight (fixture, "one", "three", TRS_HIGHLIGHT_GREEN, NULL);
  show (fixture);
  assert_tagged (fixture, "highlight-1", "one two" TRS_NOTE_SIGN " three");
  assert_tagged (fixture, "highlights-3", "one two");
  remove_highlight (fixture, 0);
  show (fixture);
  assert_tagged (fixture, "highlight-1", "one two three");
  assert_tagged (fixture, "highlights-3", "");
}

/* Begins with the first line alone. */
static void
test_later_lines (Fixture       *fixture,
                  gconstpointer  user_data)
{
  highlight (fixture, "two", "five", TRS_HIGHLIGHT_YELLOW, "a");
  highlight (fixture, "three", "nine", TRS_HIGHLIGHT_GREEN, "b");
  show (fixture);
  assert_tagged (fixture, "highlight-0", "two three");
  assert_words (fixture, "one two three\n");

  add_line (fixture);
  trs_highlighter_add_lines (fixture->highlighter, 1);
  assert_tagged (fixture, "highlight-0", "two three|four five");
  assert_tagged (fixture, "highlights-3", "three|four five");
  assert_words (fixture, "one two three\nfour five" TRS_NOTE_SIGN " six\n");

  add_line (fixture);
  trs_highlighter_add_lines (fixture->highlighter, 2);
  assert_tagged (fixture, "highlight-1", "three|four five" TRS_NOTE_SIGN " six|seven eight nine");
  assert_words (fixture, "one two three\nfour five" TRS_NOTE_SIGN " six\nseven eight nine" TRS_NOTE_SIGN "\n");
}

static void
tagged_cb (GtkTextBuffer *buffer,
           GtkTextTag    *tag,
           GtkTextIter   *start,
           GtkTextIter   *end,
           int           *first_line)
{
  *first_line = MIN (*first_line, gtk_text_iter_get_line (start));
}

/* Lines that are laid out already stay so while others come. */
static void
test_later_lines_alone (Fixture       *fixture,
                        gconstpointer  user_data)
{
  int first_line = G_MAXINT;

  highlight (fixture, "one", "nine", TRS_HIGHLIGHT_YELLOW, NULL);
  highlight (fixture, "two", "eight", TRS_HIGHLIGHT_GREEN, NULL);
  show (fixture);
  add_line (fixture);
  g_signal_connect (fixture->buffer, "apply-tag", G_CALLBACK (tagged_cb), &first_line);
  trs_highlighter_add_lines (fixture->highlighter, 1);
  g_assert_cmpint (first_line, ==, 1);
}

/* Words that nothing happened to are not laid out again, and the caret stays. */
static void
test_same (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkTextIter caret;
  GtkTextIter changed;

  highlight (fixture, "one", "three", TRS_HIGHLIGHT_YELLOW, "a");
  highlight (fixture, "two", "five", TRS_HIGHLIGHT_GREEN, "b");
  show (fixture);
  gtk_text_buffer_get_iter_at_line_index (fixture->buffer, &caret, 2, 12);
  gtk_text_buffer_place_cursor (fixture->buffer, &caret);
  fixture->n_changes = 0;

  show (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 0);
  highlight (fixture, "one", "three", TRS_HIGHLIGHT_YELLOW, "the note says something else");
  show (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 0);

  highlight (fixture, "nine", "nine", TRS_HIGHLIGHT_PINK, NULL);
  show (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 1);
  gtk_text_buffer_get_iter_at_mark (fixture->buffer, &changed, gtk_text_buffer_get_insert (fixture->buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&changed), ==, 2);
  g_assert_cmpint (gtk_text_iter_get_line_index (&changed), ==, 12);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
#define ADD(name, n_lines, function)                                                                                  \
  g_test_add ("/highlighter/" name, Fixture, GINT_TO_POINTER (n_lines), set_up, function, tear_down)
  ADD ("words", N_PARAGRAPHS, test_words);
  ADD ("remove", N_PARAGRAPHS, test_remove);
  ADD ("other-colour", N_PARAGRAPHS, test_other_colour);
  ADD ("remove-from-overlap", N_PARAGRAPHS, test_remove_from_overlap);
  ADD ("overlaps", N_PARAGRAPHS, test_overlaps);
  ADD ("no-overlap", N_PARAGRAPHS, test_no_overlap);
  ADD ("notes", N_PARAGRAPHS, test_notes);
  ADD ("notes-at-one-place", N_PARAGRAPHS, test_notes_at_one_place);
  ADD ("note-between", N_PARAGRAPHS, test_note_between);
  ADD ("note-inside", N_PARAGRAPHS, test_note_inside);
  ADD ("later-lines", 1, test_later_lines);
  ADD ("later-lines-alone", 1, test_later_lines_alone);
  ADD ("same", N_PARAGRAPHS, test_same);
  return g_test_run ();
}
