/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-speaker-figures.h"
#include "trs-test-transcripts.h"
#include "trs-test-utils.h"

#define THREE_HOURS (3 * TRS_TEST_HOUR)

/* As "1: 3 turns 50 %, excerpts 0 4" for each speaker. */
static char *
describe (TrsTranscript  *transcript,
          TrsAnnotations *annotations,
          gint64          length,
          gboolean        wants_time)
{
  g_autoptr (TrsDocument) document = trs_document_new (transcript, annotations);
  gboolean by_time;
  g_autoptr (GArray) figures = trs_speaker_figures_new (document, length, &by_time);
  GString *string = g_string_new (NULL);

  g_assert_cmpint (by_time, ==, wants_time);
  for (guint i = 0; i < figures->len; i++)
    {
      const TrsSpeakerFigures *it = &g_array_index (figures, TrsSpeakerFigures, i);

      g_string_append_printf (string, "%s%u: ", i > 0 ? "; " : "", it->speaker);
      if (it->merged_into > 0)
        g_string_append_printf (string, "is %u", it->merged_into);
      else
        g_string_append_printf (string, "%u turns %.0f %%, at", it->n_turns, it->share * 100);
      for (guint j = 0; j < it->n_excerpts; j++)
        g_string_append_printf (string, " %u", it->excerpts[j]);
    }
  return g_string_free (string, FALSE);
}

#define assert_figures(transcript, annotations, length, by_time, expected)              \
  G_STMT_START                                                                          \
  {                                                                                     \
    g_autofree char *figures_ = describe (transcript, annotations, length, by_time);    \
    g_assert_cmpstr (figures_, ==, expected);                                           \
  }                                                                                     \
  G_STMT_END

static void
test_figures (void)
{
  static const struct
  {
    TrsTestParagraph paragraphs[8];
    gint64 length;
    gboolean by_time;
    const char *expected;
  } rows[] = {
    /* the end of the last paragraph is that of the video */
    { { { 0, 1, "Good evening." }, { 40000, 2, "Yes." }, { 50000, 1, "Thank you." } }, 100000, TRUE,
      "1: 2 turns 90 %, at 0 2; 2: 1 turns 10 %, at 1" },
    /* or is not known */
    { { { 0, 1, "Good evening." }, { 40000, 2, "Yes." }, { 50000, 1, "Thank you." } }, 0, TRUE,
      "1: 2 turns 80 %, at 0 2; 2: 1 turns 20 %, at 1" },
    /* several paragraphs are one turn; words of nobody are of nobody, and part the turns */
    { { { 0, 1, "A." }, { 10000, 1, "B." }, { 20000, 0, "C." }, { 40000, 1, "D." } }, 50000, TRUE,
      "1: 2 turns 60 %, at 0 1 3" },
    /* without a time a paragraph counts to the one before; times that go back take nothing away */
    { { { 0, 1, "A." }, { -1, 2, "B." }, { 30000, 2, "C." }, { 20000, 1, "D." } }, 30000, TRUE,
      "1: 2 turns 100 %, at 0 3; 2: 1 turns 0 %, at 1 2" },
    /* no times: the share of the words, in any script */
    { { { -1, 1, "One two three four five six." }, { -1, 2, "Seven." }, { -1, 1, "Ten." } }, 60000, FALSE,
      "1: 2 turns 84 %, at 0 2; 2: 1 turns 16 %, at 1" },
    { { { -1, 1, "一二三四五六七八九" }, { -1, 2, "三" } }, 60000, FALSE,
      "1: 1 turns 90 %, at 0; 2: 1 turns 10 %, at 1" },
    /* times that say nothing are none */
    { { { 0, 1, "One, two." }, { 0, 2, "Three four." } }, 0, FALSE, "1: 1 turns 45 %, at 0; 2: 1 turns 55 %, at 1" },
    /* the first words, and the longest of the others, in their order */
    { { { 0, 1, "I am Anna." }, { 1000, 1, "A long passage." }, { 2000, 1, "No." }, { 3000, 1, "Yes, yes." },
        { 4000, 1, "The longest passage of all." } }, 5000, TRUE, "1: 1 turns 100 %, at 0 1 4" },
    { { { 0, 7, "Alone." } }, 1000, TRUE, "7: 1 turns 100 %, at 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (rows[i].paragraphs, "en");

      assert_figures (transcript, NULL, rows[i].length, rows[i].by_time, rows[i].expected);
    }
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
assert_n_speakers (TrsTranscript  *transcript,
                   TrsAnnotations *annotations,
                   guint           expected)
{
  g_autoptr (TrsDocument) document = trs_document_new (transcript, annotations);

  g_assert_cmpuint (trs_document_count_speakers (document), ==, expected);
}

/* Who is one person has the figures of both; a paragraph counts for whom it was given to. */
static void
test_annotations (void)
{
  static const TrsTestParagraph paragraphs[] = {
    { 0, 1, "Good evening." }, { 10000, 2, "Yes." }, { 20000, 3, "I see." }, { 40000, 1, "Thank you." }, { 0, 0, NULL },
  };
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, "en");
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();

  take (&annotations, trs_annotations_merge (annotations, 3, 2));
  assert_figures (transcript, annotations, 50000, TRUE,
                  "1: 2 turns 40 %, at 0 3; 2: 1 turns 60 %, at 1 2; 3: is 2");
  assert_n_speakers (transcript, annotations, 2);
  take (&annotations, trs_annotations_assign (annotations, transcript, 3, 5, 0));
  assert_n_speakers (transcript, annotations, 3);
  assert_figures (transcript, annotations, 50000, TRUE,
                  "1: 1 turns 20 %, at 0; 2: 1 turns 60 %, at 1 2; 3: is 2; 5: 1 turns 20 %, at 3");
}

/* A label that is free. */
static void
test_new_speaker (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = trs_document_new (transcript, annotations);

  g_assert_cmpuint (trs_document_get_new_speaker (document), ==, 5);
  take (&annotations, trs_annotations_assign (annotations, transcript, 0, 5, 0));
  g_set_object (&document, NULL);
  document = trs_document_new (transcript, annotations);
  g_assert_cmpuint (trs_document_get_new_speaker (document), ==, 6);
}

/* A dialog asks for them after each click. */
static void
test_fast (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (THREE_HOURS);
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  gint64 best = G_MAXINT64;

  for (guint i = 0; i < 5; i++)
    {
      gint64 start = g_get_monotonic_time ();
      gboolean by_time;
      g_autoptr (GArray) figures = trs_speaker_figures_new (document, 0, &by_time);

      g_assert_cmpuint (figures->len, ==, 4);
      best = MIN (best, g_get_monotonic_time () - start);
    }
  g_test_message ("3 h: %.2f ms", (double) best / 1000);
  g_assert_cmpint (best, <, 30000);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/speaker-figures/figures", test_figures);
  g_test_add_func ("/speaker-figures/annotations", test_annotations);
  g_test_add_func ("/speaker-figures/new-speaker", test_new_speaker);
  g_test_add_func ("/speaker-figures/fast", test_fast);
  return g_test_run ();
}
