/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-line-builder.h"
#include "trs-test-annotations.h"
#include "trs-test-transcripts.h"
#include "trs-transcript-tags.h"

#define CHECKED "\u2002✓\u00a0Checked"

static const TrsTestParagraph paragraphs[] = {
  { 1000, 1, "One." }, { 2000, 1, "Two.\nAnd more." }, { -1, 2, "Three." }, { 4000, 0, "Four." }, { 0, 0, NULL },
};

typedef struct
{
  TrsTranscript *transcript;
  GtkTextTagTable *tags;
  GtkTextBuffer *buffer;
  TrsLineBuilder *builder;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr (TrsDocument) document = NULL;

  fixture->transcript = trs_test_transcript_new (paragraphs, "en");
  fixture->tags = trs_transcript_tags_new ();
  fixture->buffer = gtk_text_buffer_new (fixture->tags);
  document = trs_test_document_new (fixture->transcript);
  fixture->builder = trs_line_builder_new (fixture->tags, document, TRS_TEXT_ALL, FALSE);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_object_unref (fixture->builder);
  g_object_unref (fixture->buffer);
  g_object_unref (fixture->tags);
  g_object_unref (fixture->transcript);
}

/* Puts what is built at the start of a line of the buffer. */
static void
insert (Fixture *fixture,
        int      number)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_line (fixture->buffer, &at, number);
  trs_line_builder_insert (fixture->builder, fixture->buffer, &at);
}

static void
set_checked (Fixture *fixture,
             guint    paragraph)
{
  g_autoptr (TrsAnnotations) nothing = trs_annotations_new ();
  g_autoptr (TrsAnnotations) annotations =
      trs_test_set_checked (nothing, fixture->transcript, paragraph, TRUE, 1);
  g_autoptr (TrsDocument) document = trs_document_new (fixture->transcript, annotations);

  trs_line_builder_set_document (fixture->builder, document);
}

/* @expected: the line and the part of it that has the tag */
static void
assert_tagged (Fixture    *fixture,
               const char *name,
               int         line,
               const char *expected)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (fixture->tags, name);
  g_autofree char *text = NULL;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (fixture->buffer, &start, line);
  if (!gtk_text_iter_starts_tag (&start, tag))
    g_assert_true (gtk_text_iter_forward_to_tag_toggle (&start, tag));
  g_assert_cmpint (gtk_text_iter_get_line (&start), ==, line);
  end = start;
  gtk_text_iter_forward_to_tag_toggle (&end, tag);
  text = gtk_text_iter_get_text (&start, &end);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_not_tagged (Fixture    *fixture,
                   const char *name,
                   int         line)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (fixture->tags, name);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (fixture->buffer, &iter, line);
  g_assert_false (gtk_text_iter_has_tag (&iter, tag));
  g_assert_false (gtk_text_iter_forward_to_tag_toggle (&iter, tag) && gtk_text_iter_get_line (&iter) == line);
}

static void
test_needs_name (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_assert_true (trs_line_builder_needs_name (fixture->builder, 0));
  g_assert_false (trs_line_builder_needs_name (fixture->builder, 1));
  g_assert_true (trs_line_builder_needs_name (fixture->builder, 2));
  g_assert_true (trs_line_builder_needs_name (fixture->builder, 3));
}

static void
test_name (Fixture       *fixture,
           gconstpointer  user_data)
{
  TrsBufferLine line;

  trs_line_builder_begin (fixture->builder, 0);
  line = trs_line_builder_add_name (fixture->builder, 0);
  g_assert_cmpstr (trs_line_builder_get_text (fixture->builder), ==, "00:00:01\tSpeaker 1  00:00:01");
  g_assert_cmpuint (line.speaker, ==, 1);
  g_assert_cmpuint (line.prefix, ==, 9);
  g_assert_cmpuint (line.length, ==, 0);
  trs_line_builder_end_line (fixture->builder);
  insert (fixture, 0);
  assert_tagged (fixture, "all", 0, "00:00:01\tSpeaker 1  00:00:01\n");
  assert_tagged (fixture, "name", 0, "00:00:01\tSpeaker 1  00:00:01\n");
  assert_tagged (fixture, "speaker-0", 0, "Speaker 1");
  assert_tagged (fixture, "time-name-wide", 0, "00:00:01\t");
  assert_tagged (fixture, "time-name-narrow", 0, "  00:00:01");
  assert_tagged (fixture, "top-name", 0, "0");

  trs_line_builder_begin (fixture->builder, 1);
  line = trs_line_builder_add_name (fixture->builder, 2);
  g_assert_cmpstr (trs_line_builder_get_text (fixture->builder), ==, "Speaker 2");
  g_assert_cmpuint (line.prefix, ==, 0);
  insert (fixture, 1);
  assert_tagged (fixture, "speaker-1", 1, "Speaker 2");
  assert_tagged (fixture, "no-time", 1, "S");
  assert_not_tagged (fixture, "top-name", 1);
  assert_not_tagged (fixture, "time-name-narrow", 1);
}

static void
test_unknown_speaker (Fixture       *fixture,
                      gconstpointer  user_data)
{
  TrsBufferLine line;

  trs_line_builder_begin (fixture->builder, 0);
  line = trs_line_builder_add_name (fixture->builder, 3);
  g_assert_cmpuint (line.speaker, ==, 0);
  insert (fixture, 0);
  assert_tagged (fixture, "speaker-unknown", 0, "Speaker unknown");
  assert_not_tagged (fixture, "speaker-0", 0);
}

/* The lines of one paragraph follow from each other; only the first one has a time. */
static void
test_words (Fixture       *fixture,
            gconstpointer  user_data)
{
  TrsBufferLine line;
  gsize next;

  trs_line_builder_begin (fixture->builder, 0);
  line = trs_line_builder_add_words (fixture->builder, 1, 0, &next);
  g_assert_cmpuint (line.paragraph, ==, 1);
  g_assert_cmpuint (line.prefix, ==, 9);
  g_assert_cmpuint (line.length, ==, 4);
  g_assert_cmpuint (next, ==, 5);
  trs_line_builder_end_line (fixture->builder);
  line = trs_line_builder_add_words (fixture->builder, 1, next, &next);
  g_assert_cmpuint (line.byte, ==, 5);
  g_assert_cmpuint (line.prefix, ==, 0);
  g_assert_cmpuint (line.length, ==, 9);
  g_assert_cmpuint (next, ==, 0);
  g_assert_cmpstr (trs_line_builder_get_text (fixture->builder), ==, "00:00:02\tTwo.\nAnd more.");
  g_assert_cmpuint (trs_line_builder_get_length (fixture->builder), ==, 23);

  insert (fixture, 0);
  assert_tagged (fixture, "time-body", 0, "00:00:02\t");
  assert_tagged (fixture, "more", 1, "A");
  assert_not_tagged (fixture, "more", 0);
  assert_not_tagged (fixture, "after-name", 0);
}

static void
test_words_below_name (Fixture       *fixture,
                       gconstpointer  user_data)
{
  gsize next;

  trs_line_builder_begin (fixture->builder, 0);
  trs_line_builder_add_words (fixture->builder, 0, 0, &next);
  insert (fixture, 0);
  assert_tagged (fixture, "time-first", 0, "00:00:01\t");
  assert_tagged (fixture, "body-first", 0, "0");
  assert_tagged (fixture, "after-name", 0, "0");
  assert_tagged (fixture, "top", 0, "0");
  assert_not_tagged (fixture, "time-body", 0);
}

/* The sign stands behind the last words of a paragraph, and is none of them. */
static void
test_checked (Fixture       *fixture,
              gconstpointer  user_data)
{
  TrsBufferLine line;
  gsize next;

  set_checked (fixture, 1);
  trs_line_builder_begin (fixture->builder, 0);
  trs_line_builder_add_words (fixture->builder, 1, 0, &next);
  trs_line_builder_end_line (fixture->builder);
  line = trs_line_builder_add_words (fixture->builder, 1, next, &next);
  g_assert_cmpuint (line.length, ==, 9);
  g_assert_cmpstr (trs_line_builder_get_text (fixture->builder), ==, "00:00:02\tTwo.\nAnd more." CHECKED);
  insert (fixture, 0);
  assert_tagged (fixture, "checked", 1, CHECKED);
  assert_not_tagged (fixture, "checked", 0);
}

/* into a line that is there already */
static void
test_checked_later (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkTextIter at;
  gsize next;

  trs_line_builder_begin (fixture->builder, 0);
  trs_line_builder_add_words (fixture->builder, 0, 0, &next);
  trs_line_builder_end_line (fixture->builder);
  trs_line_builder_add_words (fixture->builder, 2, 0, &next);
  insert (fixture, 0);

  trs_line_builder_begin (fixture->builder, 0);
  trs_line_builder_add_checked (fixture->builder, 13);
  gtk_text_buffer_get_iter_at_line_index (fixture->buffer, &at, 0, 13);
  trs_line_builder_insert (fixture->builder, fixture->buffer, &at);
  g_assert_cmpint (gtk_text_iter_get_line_index (&at), ==, 13 + strlen (CHECKED));
  assert_tagged (fixture, "checked", 0, CHECKED);
  assert_tagged (fixture, "all", 0, "00:00:01\tOne." CHECKED "\nThree.");
}

/* Lines that are inserted above others have their tags, and leave those of the others. */
static void
test_insert_above (Fixture       *fixture,
                   gconstpointer  user_data)
{
  gsize next;

  trs_line_builder_begin (fixture->builder, 0);
  trs_line_builder_add_words (fixture->builder, 1, 0, &next);
  trs_line_builder_end_line (fixture->builder);
  trs_line_builder_add_words (fixture->builder, 3, 0, &next);
  insert (fixture, 0);

  trs_line_builder_begin (fixture->builder, 1);
  trs_line_builder_add_name (fixture->builder, 3);
  trs_line_builder_end_line (fixture->builder);
  insert (fixture, 1);
  assert_tagged (fixture, "time-body", 0, "00:00:02\t");
  assert_tagged (fixture, "name", 1, "00:00:04\tSpeaker unknown  00:00:04\n");
  assert_not_tagged (fixture, "name", 2);
  assert_tagged (fixture, "time-first", 2, "00:00:04\t");
}

/* The second paragraph is given to somebody else, and back. */
static void
test_retag (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr (TrsAnnotations) nothing = trs_annotations_new ();
  g_autoptr (TrsAnnotations) annotations = trs_annotations_assign (nothing, fixture->transcript, 1, 2, 1);
  g_autoptr (TrsDocument) before = trs_document_new (fixture->transcript, nothing);
  g_autoptr (TrsDocument) after = trs_document_new (fixture->transcript, annotations);
  TrsBufferLine line;
  gsize next;

  trs_line_builder_begin (fixture->builder, 0);
  line = trs_line_builder_add_words (fixture->builder, 1, 0, &next);
  insert (fixture, 0);

  trs_line_builder_set_document (fixture->builder, after);
  trs_line_builder_retag_words (fixture->builder, fixture->buffer, 0, &line);
  assert_tagged (fixture, "time-first", 0, "00:00:02\t");
  assert_tagged (fixture, "after-name", 0, "0");
  assert_not_tagged (fixture, "time-body", 0);

  trs_line_builder_set_document (fixture->builder, before);
  trs_line_builder_retag_words (fixture->builder, fixture->buffer, 0, &line);
  assert_tagged (fixture, "time-body", 0, "00:00:02\t");
  assert_not_tagged (fixture, "time-first", 0);
  assert_not_tagged (fixture, "after-name", 0);
  assert_not_tagged (fixture, "body-first", 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
#define ADD(name, function) g_test_add ("/line-builder/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("needs-name", test_needs_name);
  ADD ("name", test_name);
  ADD ("unknown-speaker", test_unknown_speaker);
  ADD ("words", test_words);
  ADD ("words-below-name", test_words_below_name);
  ADD ("checked", test_checked);
  ADD ("checked-later", test_checked_later);
  ADD ("insert-above", test_insert_above);
  ADD ("retag", test_retag);
  return g_test_run ();
}
