/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-frame-harness.h"
#include "trs-test-view.h"

#include <math.h>

#define PARAGRAPHS (3 * TRS_TEST_HOUR)
#define ROUNDS 24

typedef struct
{
  GtkWindow *window;
  TrsTranscriptView *view;
  GtkAdjustment *adjustment;
  TrsTranscript *transcript;
  TrsAnnotations *annotations;
} Fixture;

static void
set_up (Fixture *fixture,
        gboolean speakers)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  *fixture = (Fixture) { .view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL) };
  g_object_set (fixture->view, "show-timecodes", TRUE, "show-speakers", speakers, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  fixture->window = trs_display_test_present (scroller, 800, 600);
  fixture->adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  fixture->transcript = trs_test_transcript_generate (PARAGRAPHS);
  fixture->annotations = trs_annotations_new ();
  trs_test_view_show (fixture->view, fixture->transcript);
}

static void
tear_down (Fixture *fixture)
{
  trs_display_test_destroy (fixture->window);
  g_ptr_array_unref (fixture->annotations);
  g_object_unref (fixture->transcript);
}

static GtkTextBuffer *
get_buffer (Fixture *fixture)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));
}

static TrsTranscriptBuffer *
get_text (Fixture *fixture)
{
  return trs_transcript_view_get_buffer (fixture->view);
}

/* Takes the annotations and shows them. */
static void
take (Fixture        *fixture,
      TrsAnnotations *annotations)
{
  g_autoptr (TrsDocument) document = trs_document_new (fixture->transcript, annotations);

  g_ptr_array_unref (fixture->annotations);
  fixture->annotations = annotations;
  trs_transcript_view_set_document (fixture->view, document);
}

static void
append_tag (gpointer tag,
            gpointer string)
{
  g_autofree char *name = NULL;

  g_object_get (tag, "name", &name, NULL);
  g_string_append_printf (string, " %s", name);
}

/* All that is in a buffer: each piece of text with the tags on it. */
static char *
describe (GtkTextBuffer *buffer)
{
  GString *string = g_string_new (NULL);
  GtkTextIter from;

  gtk_text_buffer_get_start_iter (buffer, &from);
  while (!gtk_text_iter_is_end (&from))
    {
      g_autoptr (GSList) tags = gtk_text_iter_get_tags (&from);
      g_autofree char *text = NULL;
      GtkTextIter to = from;

      gtk_text_iter_forward_to_tag_toggle (&to, NULL);
      text = gtk_text_iter_get_slice (&from, &to);
      g_string_append_printf (string, "“%s”", text);
      g_slist_foreach (tags, append_tag, string);
      g_string_append_c (string, '\n');
      from = to;
    }
  return g_string_free (string, FALSE);
}

/* The text is as if it had been opened with these annotations, and each of its lines leads to its paragraph. */
static void
assert_as_opened (Fixture *fixture)
{
  g_autoptr (TrsDocument) document = trs_document_new (fixture->transcript, fixture->annotations);
  g_autoptr (TrsTranscriptBuffer) opened =
      trs_transcript_buffer_new (gtk_text_buffer_get_tag_table (get_buffer (fixture)), document, TRS_TEXT_ALL, FALSE);
  g_autofree char *expected = NULL;
  g_autofree char *shown = describe (get_buffer (fixture));
  GtkTextIter a;
  GtkTextIter b;

  trs_transcript_buffer_get_iter (opened, (TrsTextPosition) { PARAGRAPHS, 0 }, &a);
  expected = describe (GTK_TEXT_BUFFER (opened));
  g_assert_cmpstr (shown, ==, expected);

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (opened), &a);
  gtk_text_buffer_get_start_iter (get_buffer (fixture), &b);
  do
    {
      TrsTextPosition one = trs_transcript_buffer_to_position (opened, &a);
      TrsTextPosition other = trs_transcript_buffer_to_position (get_text (fixture), &b);

      g_assert_cmpuint (one.paragraph, ==, other.paragraph);
      g_assert_cmpuint (one.byte, ==, other.byte);
    }
  while (gtk_text_iter_forward_line (&a) && gtk_text_iter_forward_line (&b));
}

/* Any edit, one of few names among them so that two speakers may have the same one. */
static TrsAnnotations *
edit (Fixture *fixture,
      GRand   *random)
{
  static const char *const names[] = {
    "Anna Berg", "Lind", "مريم", "",
    "A name that is so long that it takes more than one line of the window in which it is shown, and then one more",
  };
  guint speaker = g_rand_int_range (random, 1, 5);

  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      return trs_annotations_rename (fixture->annotations, speaker,
                                     names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))]);
    case 1:
      return trs_annotations_merge (fixture->annotations, speaker, g_rand_int_range (random, 1, 5));
    case 2:
      return g_rand_int_range (random, 0, 5) == 0 ? trs_annotations_reset_speakers (fixture->annotations)
                                                  : trs_annotations_rename (fixture->annotations, speaker, "Jonas");
    default:
      return trs_annotations_assign (fixture->annotations, fixture->transcript,
                                     g_rand_int_range (random, 0, PARAGRAPHS), g_rand_int_range (random, 1, 12), 0);
    }
}

static void
test_as_opened (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  Fixture fixture;

  set_up (&fixture, TRUE);
  for (guint i = 0; i < ROUNDS; i++)
    {
      /* now and then before the edit before is all on the screen, or even the text */
      take (&fixture, edit (&fixture, random));
      if (i % 3 == 0)
        continue;
      trs_frame_harness_settle ();
      assert_as_opened (&fixture);
    }
  tear_down (&fixture);
}

/* Where the words of a paragraph are on the screen. */
static int
get_y (Fixture *fixture,
       guint    paragraph)
{
  GtkTextIter iter;
  GdkRectangle location;

  trs_transcript_buffer_get_iter (get_text (fixture), (TrsTextPosition) { paragraph, 0 }, &iter);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (fixture->view), &iter, &location);
  return location.y - (int)gtk_adjustment_get_value (fixture->adjustment);
}

/* The first paragraph whose words begin on the screen. */
static guint
get_top (Fixture *fixture)
{
  for (guint i = 0; i < PARAGRAPHS; i++)
    if (get_y (fixture, i) >= 0)
      return i;
  g_assert_not_reached ();
}

static void
select_words (Fixture         *fixture,
              TrsTextPosition  from,
              TrsTextPosition  to)
{
  GtkTextIter start;
  GtkTextIter end;

  trs_transcript_buffer_get_iter (get_text (fixture), from, &start);
  trs_transcript_buffer_get_iter (get_text (fixture), to, &end);
  gtk_text_buffer_select_range (get_buffer (fixture), &end, &start);
}

static void
assert_selected (Fixture         *fixture,
                 TrsTextPosition  from,
                 TrsTextPosition  to)
{
  TrsTextPosition start;
  TrsTextPosition end;
  GtkTextIter caret;

  g_assert_true (trs_transcript_buffer_get_selection (get_text (fixture), &start, &end));
  g_assert_cmpuint (start.paragraph, ==, from.paragraph);
  g_assert_cmpuint (start.byte, ==, from.byte);
  g_assert_cmpuint (end.paragraph, ==, to.paragraph);
  g_assert_cmpuint (end.byte, ==, to.byte);
  gtk_text_buffer_get_iter_at_mark (get_buffer (fixture), &caret, gtk_text_buffer_get_insert (get_buffer (fixture)));
  g_assert_cmpuint (trs_transcript_buffer_to_position (get_text (fixture), &caret).paragraph, ==, to.paragraph);
}

/* Nothing scrolls, whatever changes above, and the selection is of the same words. */
static void
test_place (gconstpointer speakers)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  Fixture fixture;

  set_up (&fixture, GPOINTER_TO_INT (speakers));
  trs_frame_harness_settle ();
  for (guint i = 0; i < ROUNDS; i++)
    {
      double range = gtk_adjustment_get_upper (fixture.adjustment) - gtk_adjustment_get_page_size (fixture.adjustment);
      TrsTextPosition from = { 0, 3 };
      TrsTextPosition to = { 0, 2 };
      guint top;
      int y;

      /* whole pixels: GTK rounds the rest where the text above changes */
      gtk_adjustment_set_value (fixture.adjustment, floor (range * g_rand_double_range (random, 0.1, 0.9)));
      trs_frame_harness_settle ();
      top = get_top (&fixture);
      from.paragraph = top;
      to.paragraph = top + 1;
      select_words (&fixture, from, to);
      y = get_y (&fixture, top);

      take (&fixture, edit (&fixture, random));
      trs_display_test_wait_frame (GTK_WIDGET (fixture.view));
      g_assert_cmpint (get_y (&fixture, top), ==, y);
      trs_frame_harness_settle ();
      g_assert_cmpint (get_y (&fixture, top), ==, y);
      assert_selected (&fixture, from, to);
    }
  tear_down (&fixture);
}

static guint
get_first_speaker (Fixture *fixture)
{
  return trs_transcript_get_paragraph (fixture->transcript, TRS_TEXT_ALL, 0)->speaker;
}

/* At the top the first name comes in one frame, and the view stays there. */
static void
test_top (void)
{
  Fixture fixture;
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *line = NULL;

  set_up (&fixture, TRUE);
  trs_frame_harness_settle ();
  take (&fixture, trs_annotations_rename (fixture.annotations, get_first_speaker (&fixture), "Anna Berg"));
  gtk_text_buffer_get_start_iter (get_buffer (&fixture), &start);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  line = gtk_text_iter_get_slice (&start, &end);
  g_assert_nonnull (strstr (line, "Anna Berg"));
  trs_frame_harness_settle ();
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), ==, 0);
  tear_down (&fixture);
}

static int
get_caret_offset (Fixture *fixture)
{
  GtkTextBuffer *buffer = get_buffer (fixture);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&caret), ==, 0);
  return gtk_text_iter_get_line_offset (&caret);
}

/* A caret in a name stays in that line, even where the name gets shorter. */
static void
test_caret_in_name (void)
{
  Fixture fixture;
  GtkTextIter caret;

  set_up (&fixture, TRUE);
  trs_frame_harness_settle ();
  gtk_text_buffer_get_iter_at_line_offset (get_buffer (&fixture), &caret, 0, 12);
  gtk_text_buffer_place_cursor (get_buffer (&fixture), &caret);
  take (&fixture, trs_annotations_rename (fixture.annotations, get_first_speaker (&fixture), "Anna Berg"));
  g_assert_cmpint (get_caret_offset (&fixture), ==, 12);
  g_assert_false (gtk_text_buffer_get_selection_bounds (get_buffer (&fixture), NULL, NULL));
  tear_down (&fixture);
}

/* What others have tagged in the words stays: hits of the search, highlights. */
static void
test_tags_stay (void)
{
  Fixture fixture;
  GtkTextIter from;
  GtkTextIter to;

  set_up (&fixture, TRUE);
  trs_frame_harness_settle ();
  trs_transcript_buffer_get_iter (get_text (&fixture), (TrsTextPosition) { 5, 0 }, &from);
  trs_transcript_buffer_get_iter (get_text (&fixture), (TrsTextPosition) { 5, 7 }, &to);
  gtk_text_buffer_apply_tag_by_name (get_buffer (&fixture), "hit", &from, &to);
  take (&fixture, trs_annotations_assign (fixture.annotations, fixture.transcript, 5, 9, 0));
  trs_frame_harness_settle ();
  trs_transcript_buffer_get_iter (get_text (&fixture), (TrsTextPosition) { 5, 0 }, &from);
  trs_transcript_buffer_get_iter (get_text (&fixture), (TrsTextPosition) { 5, 7 }, &to);
  g_assert_true (gtk_text_iter_starts_tag (&from, gtk_text_tag_table_lookup (
                                                      gtk_text_buffer_get_tag_table (get_buffer (&fixture)), "hit")));
  g_assert_true (gtk_text_iter_ends_tag (&to, gtk_text_tag_table_lookup (
                                                  gtk_text_buffer_get_tag_table (get_buffer (&fixture)), "hit")));
  tear_down (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-names/as-opened", test_as_opened);
  g_test_add_data_func ("/transcript-names/place", GINT_TO_POINTER (TRUE), test_place);
  g_test_add_data_func ("/transcript-names/place-without-names", GINT_TO_POINTER (FALSE), test_place);
  g_test_add_func ("/transcript-names/top", test_top);
  g_test_add_func ("/transcript-names/caret-in-name", test_caret_in_name);
  g_test_add_func ("/transcript-names/tags-stay", test_tags_stay);
  return g_test_run ();
}
