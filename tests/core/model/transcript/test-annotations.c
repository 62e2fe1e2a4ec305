/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-document.h"
#include "trs-test-utils.h"
#include "trs-test-annotations.h"

#include <string.h>

static TrsTranscript *
make_transcript (const char *bare,
                 const char *prefixed)
{
  g_autoptr (GBytes) a = g_bytes_new (bare, strlen (bare));
  g_autoptr (GBytes) b = g_bytes_new (prefixed, strlen (prefixed));
  TrsTranscript *transcript = trs_transcript_align (a, b, "en", FALSE);

  g_assert_nonnull (transcript);
  return transcript;
}

/* Three speakers, and words that stand twice. */
static TrsTranscript *
make_council (void)
{
  return make_transcript ("Good evening.\n\nI see.\n\nThe budget, then.\n\nI see.\n\nBye.",
                          "[00:00:01.000] Speaker 1: Good evening.\n\n[00:00:02.000] Speaker 2: I see.\n\n"
                          "[00:00:03.000] Speaker 1: The budget, then.\n\n[00:00:04.000] Speaker 3: I see.\n\n"
                          "[00:00:05.000] Bye.");
}

/* Consumes the annotations that were edited. */
static void
take (TrsAnnotations **annotations,
      TrsAnnotations  *edited)
{
  g_ptr_array_unref (*annotations);
  *annotations = edited;
}

static void
assert_text (TrsTranscript  *transcript,
             TrsAnnotations *annotations,
             TrsTextFlags    flags,
             const char     *expected)
{
  g_autoptr (TrsDocument) document = trs_document_new (transcript, annotations);
  g_autoptr (GBytes) text = trs_document_get_text (document, flags);
  g_autofree char *string = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));

  g_assert_cmpstr (string, ==, expected);
}

static void
test_names (void)
{
  g_autoptr (TrsTranscript) transcript = make_council ();
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsAnnotations) renamed = NULL;

  take (&annotations, trs_annotations_rename (annotations, 1, "  Anna Berg "));
  take (&annotations, trs_annotations_rename (annotations, 3, "C: D"));
  assert_text (transcript, annotations, TRS_TEXT_ALL,
               "[00:00:01.000] Anna Berg: Good evening.\n\n[00:00:02.000] Speaker 2: I see.\n\n"
               "[00:00:03.000] Anna Berg: The budget, then.\n\n[00:00:04.000] C: D: I see.\n\n[00:00:05.000] Bye.");
  assert_text (transcript, annotations, TRS_TEXT_TIMECODES,
               "[00:00:01.000] Good evening.\n\n[00:00:02.000] I see.\n\n"
               "[00:00:03.000] The budget, then.\n\n[00:00:04.000] I see.\n\n[00:00:05.000] Bye.");

  /* A second name replaces the first, an empty one is none, and the edit before is still there to go back to. */
  renamed = trs_annotations_rename (annotations, 1, "Anna");
  g_assert_cmpstr (trs_annotations_find (renamed, TRS_ANNOTATION_NAME, 1)->text, ==, "Anna");
  g_assert_cmpuint (renamed->len, ==, 2);
  g_assert_cmpstr (trs_annotations_find (annotations, TRS_ANNOTATION_NAME, 1)->text, ==, "Anna Berg");
  take (&renamed, trs_annotations_rename (renamed, 1, " \t"));
  g_assert_null (trs_annotations_find (renamed, TRS_ANNOTATION_NAME, 1));
  take (&renamed, trs_annotations_rename (renamed, 3, NULL));
  g_assert_cmpuint (renamed->len, ==, 0);
}

static void
test_merge (void)
{
  g_autoptr (TrsTranscript) transcript = make_council ();
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;

  /* 3 is 2, then 2 is 1: all three are one. */
  take (&annotations, trs_annotations_merge (annotations, 3, 2));
  take (&annotations, trs_annotations_merge (annotations, 2, 1));
  take (&annotations, trs_annotations_rename (annotations, 1, "Anna"));
  document = trs_document_new (transcript, annotations);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (trs_document_get_speaker (document, i), ==, 1);
  g_assert_cmpuint (trs_document_get_speaker (document, 4), ==, 0);

  /* One is parted from them again. */
  take (&annotations, trs_annotations_merge (annotations, 2, 2));
  g_set_object (&document, NULL);
  document = trs_document_new (transcript, annotations);
  g_assert_cmpuint (trs_document_get_speaker (document, 1), ==, 2);
  g_assert_cmpuint (trs_document_get_speaker (document, 3), ==, 1);

  /* Two that are merged into each other are still one, and no circle. */
  take (&annotations, trs_annotations_merge (annotations, 1, 3));
  g_set_object (&document, NULL);
  document = trs_document_new (transcript, annotations);
  g_assert_cmpuint (trs_document_get_speaker (document, 0), ==, trs_document_get_speaker (document, 3));
  g_assert_cmpuint (trs_document_get_speaker (document, 0), !=, 0);
}

static void
test_assign (void)
{
  g_autoptr (TrsTranscript) transcript = make_council ();
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();

  take (&annotations, trs_annotations_assign (annotations, transcript, 3, 2, 1));
  take (&annotations, trs_annotations_assign (annotations, transcript, 4, 7, 1));
  take (&annotations, trs_annotations_rename (annotations, 2, "Bo"));
  assert_text (transcript, annotations, TRS_TEXT_SPEAKERS,
               "Speaker 1: Good evening.\n\nBo: I see.\n\nSpeaker 1: The budget, then.\n\nBo: I see.\n\n"
               "Speaker 7: Bye.");

  /* Given back to whom the service says. */
  take (&annotations, trs_annotations_assign (annotations, transcript, 3, 3, 2));
  g_assert_cmpuint (annotations->len, ==, 2);

  take (&annotations, trs_test_set_checked (annotations, transcript, 0, TRUE, 3));
  take (&annotations, trs_annotations_reset_speakers (annotations));
  g_assert_cmpuint (annotations->len, ==, 1);
  assert_text (transcript, annotations, TRS_TEXT_SPEAKERS,
               "Speaker 1: Good evening.\n\nSpeaker 2: I see.\n\nSpeaker 1: The budget, then.\n\nSpeaker 3: I see.\n\n"
               "Bye.");
}

static void
test_highlights (void)
{
  g_autoptr (TrsTranscript) transcript = make_council ();
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  const TrsPlacedHighlight *highlight;

  take (&annotations, trs_annotations_highlight (annotations, transcript, (TrsTextPosition) { 2, 4 },
                                                 (TrsTextPosition) { 3, 1 }, TRS_HIGHLIGHT_BLUE, "ask", 5));
  take (&annotations, trs_annotations_highlight (annotations, transcript, (TrsTextPosition) { 0, 0 },
                                                 (TrsTextPosition) { 0, 4 }, TRS_HIGHLIGHT_PINK, NULL, 6));
  take (&annotations, trs_annotations_highlight (annotations, transcript, (TrsTextPosition) { 2, 4 },
                                                 (TrsTextPosition) { 3, 1 }, TRS_HIGHLIGHT_GREEN, NULL, 7));
  document = trs_document_new (transcript, annotations);
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 2);
  highlight = &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, 0);
  g_assert_cmpstr (highlight->annotation->words, ==, "Good");
  highlight = &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, 1);
  g_assert_cmpstr (highlight->annotation->words, ==, "budget, then.\n\nI");
  g_assert_cmpuint (highlight->annotation->number, ==, TRS_HIGHLIGHT_GREEN);
  g_assert_cmpuint (highlight->end.paragraph, ==, 3);
  g_assert_cmpuint (highlight->end.byte, ==, 1);

  take (&annotations, trs_annotations_remove (annotations, highlight->annotation));
  g_assert_cmpuint (annotations->len, ==, 1);
}

/* Nothing is placed by guess: what does not stand where it was made is lost, and not forgotten. */
static void
test_other_text (void)
{
  g_autoptr (TrsTranscript) old = make_council ();
  g_autoptr (TrsTranscript) new =
      make_transcript ("Good evening.\n\nThe budget, then.\n\nI see.\n\nI see.\n\nBye.",
                       "Speaker 1: Good evening.\n\nSpeaker 1: The budget, then.\n\nSpeaker 2: I see.\n\n"
                       "Speaker 3: I see.\n\nSpeaker 1: Bye.");
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;

  take (&annotations, trs_test_set_checked (annotations, old, 0, TRUE, 1));
  take (&annotations, trs_test_set_checked (annotations, old, 2, TRUE, 2));
  take (&annotations, trs_annotations_highlight (annotations, old, (TrsTextPosition){ 2, 4 },
                                                 (TrsTextPosition){ 2, 11 }, TRS_HIGHLIGHT_YELLOW, NULL, 5));
  take (&annotations, trs_annotations_highlight (annotations, old, (TrsTextPosition){ 4, 0 }, (TrsTextPosition){ 4, 3 },
                                                 TRS_HIGHLIGHT_YELLOW, NULL, 6));
  document = trs_document_new (new, annotations);

  g_assert_nonnull (trs_document_get_checked (document, 0));
  for (guint i = 1; i < 5; i++)
    g_assert_null (trs_document_get_checked (document, i));
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 1);
  g_assert_cmpuint (g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, 0).start.paragraph, ==,
                    4);
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 2);
  g_assert_cmpstr (((TrsAnnotation *) trs_document_get_lost (document)->pdata[1])->words, ==, "budget,");
}

/* Numbers of a damaged file. */
static void
test_nonsense (void)
{
  g_autoptr (TrsTranscript) transcript = make_council ();
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;

  for (guint kind = 0; kind < 8; kind++)
    {
      TrsAnnotation nonsense = {
        .kind = kind, .number = G_MAXUINT, .other = G_MAXUINT, .start = { G_MAXUINT, G_MAXSIZE },
        .end = { G_MAXUINT, G_MAXSIZE }, .words = (char *) "no such words",
      };

      g_ptr_array_add (annotations, trs_annotation_copy (&nonsense));
    }
  document = trs_document_new (transcript, annotations);
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 0);
  for (guint i = 0; i < 5; i++)
    g_assert_null (trs_document_get_checked (document, i));
}

static void
test_checked_range (void)
{
  g_autoptr (TrsTranscript) transcript = make_council ();
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) one = NULL;
  g_autoptr (TrsDocument) all = NULL;
  g_autoptr (TrsDocument) none = NULL;

  take (&annotations, trs_annotations_rename (annotations, 1, "Anna Berg"));
  take (&annotations, trs_test_set_checked (annotations, transcript, 1, TRUE, 1));
  one = trs_document_new (transcript, annotations);

  take (&annotations, trs_document_set_checked (one, 0, 2, TRUE, 2));
  all = trs_document_new (transcript, annotations);
  g_assert_cmpint (trs_document_get_checked (all, 0)->at, ==, 2);
  g_assert_cmpint (trs_document_get_checked (all, 1)->at, ==, 1);
  g_assert_cmpint (trs_document_get_checked (all, 2)->at, ==, 2);
  g_assert_null (trs_document_get_checked (all, 3));

  take (&annotations, trs_document_set_checked (all, 0, 3, FALSE, 3));
  none = trs_document_new (transcript, annotations);
  for (guint i = 0; i < 4; i++)
    g_assert_null (trs_document_get_checked (none, i));
  g_assert_cmpuint (trs_document_get_lost (none)->len, ==, 0);
  g_assert_cmpstr (trs_document_get_name (none, 1), ==, "Anna Berg");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/annotations/names", test_names);
  g_test_add_func ("/annotations/merge", test_merge);
  g_test_add_func ("/annotations/assign", test_assign);
  g_test_add_func ("/annotations/highlights", test_highlights);
  g_test_add_func ("/annotations/other-text", test_other_text);
  g_test_add_func ("/annotations/nonsense", test_nonsense);
  g_test_add_func ("/annotations/checked-range", test_checked_range);
  return g_test_run ();
}
