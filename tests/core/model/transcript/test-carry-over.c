/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-carry-over.h"

#include "trs-document.h"
#include "trs-test-annotations.h"
#include "trs-test-utils.h"

#include <string.h>

#define BEFORE_VERSION 100
#define AFTER_VERSION 200

/* By which it is known who speaks. */
#define CLOSED "The session is closed."

/* Whoever speaks is known to the test alone; the label is what the service calls them. */
typedef struct
{
  guint label;
  const char *words;
} Said;

static const TrsAnnotation *
only_lost (TrsDocument *document)
{
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 1);
  return trs_document_get_lost (document)->pdata[0];
}

static TrsTranscript *
make_text (const Said *said,
           guint       n)
{
  g_autoptr (GString) bare = g_string_new (NULL);
  g_autoptr (GString) prefixed = g_string_new (NULL);
  g_autoptr (GBytes) a = NULL;
  g_autoptr (GBytes) b = NULL;
  TrsTranscript *transcript;

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (bare, "%s%s", i > 0 ? "\n\n" : "", said[i].words);
      g_string_append_printf (prefixed, "%s[00:%02u:%02u.000] Speaker %u: %s", i > 0 ? "\n\n" : "", i / 60, i % 60,
                              said[i].label, said[i].words);
    }
  a = g_bytes_new (bare->str, bare->len);
  b = g_bytes_new (prefixed->str, prefixed->len);
  transcript = trs_transcript_align (a, b, "en", FALSE);
  g_assert_true (trs_transcript_is_aligned (transcript));
  return transcript;
}

#define TEXT(said) make_text (said, G_N_ELEMENTS (said))

static void
take (TrsAnnotations **annotations,
      TrsAnnotations  *edited)
{
  g_ptr_array_unref (*annotations);
  *annotations = edited;
}

static void
highlight_words (TrsAnnotations **annotations,
                 TrsTranscript   *text,
                 guint            paragraph,
                 gsize            from,
                 gsize            to)
{
  take (annotations, trs_annotations_highlight (*annotations, text, (TrsTextPosition) { paragraph, from },
                                                (TrsTextPosition) { paragraph, to }, TRS_HIGHLIGHT_YELLOW, "Note", 1));
}

static TrsDocument *
carry (TrsTranscript  *before,
       TrsTranscript  *after,
       TrsAnnotations *annotations)
{
  g_autoptr (TrsCarryOver) over = trs_carry_over_new (before, after);
  g_autoptr (TrsAnnotations) carried =
      trs_carry_over_annotations (over, annotations, BEFORE_VERSION, AFTER_VERSION);

  g_assert_cmpuint (carried->len, ==, annotations->len);
  return trs_document_new (after, carried);
}

static const TrsPlacedHighlight *
only_highlight (TrsDocument *document)
{
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 1);
  return &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, 0);
}

/* In a paragraph that was corrected, a word that stands twice is still the one it was. */
static void
test_second_word (void)
{
  const Said old[] = { { 1, "As the mayor said, nobody had said a word of it to the council." }, { 1, CLOSED } };
  const Said corrected[] = { { 1, "As the mayor told us, nobody had said a word of it to the council." },
                             { 1, CLOSED } };
  const Said shorter[] = { { 1, "nobody had said a word of it to the council." }, { 1, CLOSED } };
  const Said rest[] = { { 1, "As the mayor said, nobody had a word of it to the council." }, { 1, CLOSED } };
  g_autoptr (TrsTranscript) before = TEXT (old);
  g_autoptr (TrsTranscript) after = TEXT (corrected);
  g_autoptr (TrsTranscript) end = TEXT (shorter);
  g_autoptr (TrsTranscript) without = TEXT (rest);
  g_autoptr (TrsAnnotations) first = trs_annotations_new ();
  g_autoptr (TrsAnnotations) second = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;

  highlight_words (&first, before, 0, 13, 17);
  highlight_words (&second, before, 0, 30, 34);
  document = carry (before, after, second);
  g_assert_cmpuint (only_highlight (document)->start.byte, ==, 33);
  g_set_object (&document, NULL);
  document = carry (before, end, second);
  g_assert_cmpuint (only_highlight (document)->start.byte, ==, 11);

  /* The one that went away does not become the other. */
  g_set_object (&document, NULL);
  document = carry (before, after, first);
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 0);
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 1);
  g_set_object (&document, NULL);
  document = carry (before, without, second);
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 0);
  g_set_object (&document, NULL);
  document = carry (before, without, first);
  g_assert_cmpuint (only_highlight (document)->start.byte, ==, 13);
}

/* Which of two equal words went away cannot be told. */
static void
test_either_word (void)
{
  const Said old[] = { { 1, "said and said" }, { 1, CLOSED } };
  const Said one[] = { { 1, "said" }, { 1, CLOSED } };
  g_autoptr (TrsTranscript) before = TEXT (old);
  g_autoptr (TrsTranscript) after = TEXT (one);
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;

  highlight_words (&annotations, before, 0, 9, 13);
  document = carry (before, after, annotations);
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 0);
  g_assert_cmpstr (((TrsAnnotation *) trs_document_get_lost (document)->pdata[0])->words, ==, "said");
}

static const Said hearing[] = {
  { 1, "Did the harbour office know of the report in January?" },
  { 2, "Yes." },
  { 1, "And was the committee told of it before the vote?" },
  { 3, "Yes." },
  { 2, "We had the report two days later than the committee." },
  { 3, "The committee had it on the third of February." },
};

/* The note and the check on an answer do not go to somebody else's. */
static void
test_deleted_answer (void)
{
  const Said later[] = { hearing[0], hearing[2], hearing[3], hearing[4], hearing[5] };
  g_autoptr (TrsTranscript) before = TEXT (hearing);
  g_autoptr (TrsTranscript) after = TEXT (later);
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  g_autoptr (TrsDocument) again = NULL;
  g_autoptr (TrsCarryOver) back = trs_carry_over_new (after, before);
  g_autoptr (TrsAnnotations) restored = NULL;

  highlight_words (&annotations, before, 1, 0, 4);
  take (&annotations, trs_test_set_checked (annotations, before, 1, TRUE, 2));
  take (&annotations, trs_test_set_checked (annotations, before, 3, TRUE, 3));
  document = carry (before, after, annotations);
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 0);
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 2);
  g_assert_cmpint (trs_document_get_checked (document, 2)->at, ==, 3);
  for (guint i = 0; i < 5; i++)
    if (i != 2)
      g_assert_null (trs_document_get_checked (document, i));

  /* It is all there when the text is shown again that it belongs to. */
  restored = trs_carry_over_annotations (back, trs_document_get_annotations (document), AFTER_VERSION, BEFORE_VERSION);
  again = trs_document_new (before, restored);
  g_assert_cmpuint (trs_document_get_lost (again)->len, ==, 0);
  g_assert_cmpuint (only_highlight (again)->start.paragraph, ==, 1);
  g_assert_cmpint (trs_document_get_checked (again, 1)->at, ==, 2);
  g_assert_cmpint (trs_document_get_checked (again, 3)->at, ==, 3);
}

/* Returns where the check of the paragraph @checked is after a paragraph with the same words was put at @twin. */
static guint
insert_twin (guint checked,
             guint twin,
             guint label,
             guint original_label)
{
  const guint n = G_N_ELEMENTS (hearing);
  Said later[G_N_ELEMENTS (hearing) + 1];
  g_autoptr (TrsTranscript) before = TEXT (hearing);
  g_autoptr (TrsTranscript) after = NULL;
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  guint at = 0;

  for (guint i = 0; i < n; i++)
    {
      if (i == twin)
        later[at++] = (Said) { label, hearing[checked].words };
      later[at++] = (Said) { i == checked ? original_label : hearing[i].label, hearing[i].words };
    }
  if (twin == n)
    later[at++] = (Said) { label, hearing[checked].words };
  after = TEXT (later);
  take (&annotations, trs_test_set_checked (annotations, before, checked, TRUE, 2));
  document = carry (before, after, annotations);
  for (guint i = 0; i < at; i++)
    if (trs_document_get_checked (document, i) != NULL)
      return i;
  g_assert_cmpint (only_lost (document)->kind, ==, TRS_ANNOTATION_CHECKED);
  return G_MAXUINT;
}

/* Which of two equal paragraphs side by side somebody has listened to cannot be told, whoever is said to speak. */
static void
test_twin (void)
{
  for (guint checked = 0; checked < G_N_ELEMENTS (hearing); checked++)
    for (guint label = 1; label <= 4; label++)
      for (guint original = 1; original <= 4; original++)
        {
          g_test_message ("%u: twin by %u, original by %u", checked, label, original);
          g_assert_cmpuint (insert_twin (checked, checked, label, original), ==, G_MAXUINT);
          g_assert_cmpuint (insert_twin (checked, checked + 1, label, original), ==, G_MAXUINT);
        }
}

/* Whom a paragraph was given to that is not there any more is the person of that version, and not whoever has the label
 * now. */
static void
test_left_speaker (void)
{
  Said later[G_N_ELEMENTS (hearing)];
  g_autoptr (TrsTranscript) before = TEXT (hearing);
  g_autoptr (TrsTranscript) after = NULL;
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  g_autoptr (TrsCarryOver) back = NULL;
  g_autoptr (TrsAnnotations) restored = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (hearing); i++)
    later[i] = (Said) { hearing[i].label == 2 ? 3 : hearing[i].label == 3 ? 2 : 1, hearing[i].words };
  later[0].words = "Nobody asked for anything else on that day.";
  after = TEXT (later);
  take (&annotations, trs_annotations_rename (annotations, 2, "Mayor"));
  take (&annotations, trs_annotations_rename (annotations, 3, "Clerk"));
  take (&annotations, trs_annotations_assign (annotations, before, 0, 3, 4));
  g_assert_cmpstr (trs_annotations_find_given_name (annotations, annotations->pdata[2]), ==, "Clerk");

  document = carry (before, after, annotations);
  g_assert_cmpstr (trs_document_get_name (document, 3), ==, "Mayor");
  g_assert_cmpint (only_lost (document)->kind, ==, TRS_ANNOTATION_SPEAKER);
  g_assert_cmpstr (only_lost (document)->words, ==, hearing[0].words);
  g_assert_cmpstr (trs_annotations_find_given_name (trs_document_get_annotations (document), only_lost (document)),
                   ==, "Clerk");

  /* and it comes back as it was */
  back = trs_carry_over_new (after, before);
  restored = trs_carry_over_annotations (back, trs_document_get_annotations (document), AFTER_VERSION, BEFORE_VERSION);
  g_assert_true (trs_annotation_equal (restored->pdata[2], annotations->pdata[2]));
}

/* Where names are left behind as well, they tell who it was; without a name it is the label of that version. */
static void
test_left_names (void)
{
  const Said later[] = { { 1, "There is nothing of all that in this text." }, { 2, "Nor of this." } };
  g_autoptr (TrsTranscript) before = TEXT (hearing);
  g_autoptr (TrsTranscript) after = TEXT (later);
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  const Said expected[] = { { 1, "Chair" }, { 1, "Chair" }, { 2, NULL } };

  take (&annotations, trs_annotations_rename (annotations, 1, "Chair"));
  take (&annotations, trs_annotations_merge (annotations, 3, 1));
  take (&annotations, trs_annotations_assign (annotations, before, 4, 1, 4));
  take (&annotations, trs_annotations_assign (annotations, before, 4, 3, 4));
  take (&annotations, trs_annotations_assign (annotations, before, 1, 1, 4));
  take (&annotations, trs_annotations_assign (annotations, before, 0, 2, 4));
  document = carry (before, after, annotations);
  g_assert_null (trs_document_get_name (document, 1));
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      TrsAnnotations *kept = trs_document_get_annotations (document);
      const TrsAnnotation *item = trs_document_get_lost (document)->pdata[2 + i];

      g_assert_cmpstr (trs_annotations_find_given_name (kept, item), ==, expected[i].words);
      g_assert_cmpuint (trs_annotations_get_given (kept, item), ==, expected[i].label);
    }
}

/* What the service now calls by the label of another speaker keeps its name, and the user is asked. */
static void
test_swapped_labels (void)
{
  Said later[G_N_ELEMENTS (hearing)];
  g_autoptr (TrsTranscript) before = TEXT (hearing);
  g_autoptr (TrsTranscript) after = NULL;
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  g_autoptr (TrsCarryOver) over = NULL;
  g_autoptr (TrsCarryOver) same = trs_carry_over_new (before, before);

  for (guint i = 0; i < G_N_ELEMENTS (hearing); i++)
    later[i] = (Said) { hearing[i].label == 2 ? 3 : hearing[i].label == 3 ? 2 : 1, hearing[i].words };
  after = TEXT (later);
  over = trs_carry_over_new (before, after);
  take (&annotations, trs_annotations_rename (annotations, 1, "Chair"));
  g_assert_false (trs_carry_over_moves_names (over, annotations));
  take (&annotations, trs_annotations_rename (annotations, 2, "Mayor"));
  take (&annotations, trs_annotations_rename (annotations, 3, "Clerk"));
  take (&annotations, trs_annotations_rename (annotations, 9, "Heckler"));
  take (&annotations, trs_annotations_assign (annotations, before, 3, 9, 4));
  g_assert_true (trs_carry_over_moves_names (over, annotations));
  g_assert_false (trs_carry_over_moves_names (same, annotations));

  document = carry (before, after, annotations);
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 0);
  g_assert_cmpstr (trs_document_get_name (document, 1), ==, "Chair");
  g_assert_cmpstr (trs_document_get_name (document, 3), ==, "Mayor");
  g_assert_cmpstr (trs_document_get_name (document, 2), ==, "Clerk");
  g_assert_cmpuint (trs_document_get_speaker (document, 1), ==, 3);
  g_assert_cmpuint (trs_document_get_speaker (document, 3), ==, 9);
}

/* Two that were merged are still the same two. */
static void
test_merged_labels (void)
{
  Said later[G_N_ELEMENTS (hearing)];
  g_autoptr (TrsTranscript) before = TEXT (hearing);
  g_autoptr (TrsTranscript) after = NULL;
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;

  /* 1 is 2 now, 2 is 3, and 3 is 1. */
  for (guint i = 0; i < G_N_ELEMENTS (hearing); i++)
    later[i] = (Said) { hearing[i].label % 3 + 1, hearing[i].words };
  after = TEXT (later);
  take (&annotations, trs_annotations_merge (annotations, 2, 3));
  take (&annotations, trs_annotations_rename (annotations, 3, "Harbour office"));
  document = carry (before, after, annotations);
  g_assert_cmpuint (trs_document_get_speaker (document, 0), ==, 2);
  for (guint i = 1; i < 6; i++)
    if (i != 2)
      g_assert_cmpstr (trs_document_get_name (document, trs_document_get_speaker (document, i)), ==, "Harbour office");
}

/* A check is of words that somebody listened to: other words are not checked. A highlight of what stayed stays. */
static void
test_corrected_paragraph (void)
{
  Said later[G_N_ELEMENTS (hearing)];
  g_autoptr (TrsTranscript) before = TEXT (hearing);
  g_autoptr (TrsTranscript) after = NULL;
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;

  memcpy (later, hearing, sizeof later);
  later[0].words = "Did the harbour board know of the report in January?";
  after = TEXT (later);
  take (&annotations, trs_test_set_checked (annotations, before, 0, TRUE, 1));
  highlight_words (&annotations, before, 0, 8, 15);
  highlight_words (&annotations, before, 0, 16, 22);
  highlight_words (&annotations, before, 0, 35, 41);
  document = carry (before, after, annotations);
  g_assert_null (trs_document_get_checked (document, 0));
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 2);
  g_assert_cmpuint (g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, 0).start.byte, ==, 8);
  g_assert_cmpuint (g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, 1).start.byte, ==, 34);
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 2);
}

#define N_PERSONS 4
#define MAX_SAID 80

typedef struct
{
  guint person;
  guint id; /* which one of the first text it is, or none */
  char *words;
} Fact;

static char *
invent (guint number)
{
  static const char * const short_words[] = { "Yes.", "No.", "I see.", "Thank you." };
  static const char * const things[] = { "report", "harbour", "vote", "budget", "piles", "ferry" };

  if (g_test_rand_int_range (0, 3) == 0)
    return g_strdup (short_words[g_test_rand_int_range (0, G_N_ELEMENTS (short_words))]);
  return g_strdup_printf ("The %s said that the %s said what the %s said, number %u.",
                          things[g_test_rand_int_range (0, G_N_ELEMENTS (things))],
                          things[g_test_rand_int_range (0, G_N_ELEMENTS (things))],
                          things[g_test_rand_int_range (0, G_N_ELEMENTS (things))], number);
}

static void
fact_clear (gpointer data)
{
  g_free (((Fact *) data)->words);
}

static TrsTranscript *
make_from_facts (GArray      *facts,
                 const guint *labels)
{
  Said said[2 * MAX_SAID];

  for (guint i = 0; i < facts->len; i++)
    said[i] = (Said) { labels[g_array_index (facts, Fact, i).person], g_array_index (facts, Fact, i).words };
  return make_text (said, facts->len);
}

static void
shuffle (guint *labels)
{
  for (guint i = N_PERSONS - 1; i > 0; i--)
    {
      guint j = (guint) g_test_rand_int_range (0, (gint) i + 1);
      guint label = labels[i];

      labels[i] = labels[j];
      labels[j] = label;
    }
}

static GArray *
edit (GArray *before)
{
  GArray *after = g_array_new (FALSE, FALSE, sizeof (Fact));

  g_array_set_clear_func (after, fact_clear);
  for (guint i = 0; i < before->len; i++)
    {
      const Fact *fact = &g_array_index (before, Fact, i);
      gint what = g_test_rand_int_range (0, 20);
      Fact kept = { fact->person, fact->id, NULL };

      if (what == 0 && before->len - i + after->len > 2)
        continue;
      if (what == 1)
        {
          Fact added = { (guint) g_test_rand_int_range (0, N_PERSONS), G_MAXUINT, invent (1000 + i) };

          g_array_append_val (after, added);
        }
      if (what == 2 && strlen (fact->words) > 20)
        {
          g_auto (GStrv) parts = g_strsplit (fact->words, "said", 2);

          kept.words = g_strjoinv ("told", parts);
        }
      else
        kept.words = g_strdup (fact->words);
      g_array_append_val (after, kept);
    }
  return after;
}

/* The words stand in the paragraph, spoken by the person, that they were highlighted in. One that was put in the place
 * of another, by the same person and with mostly the same words, is a correction of it. */
static void
check_place (GArray              *before,
             GArray              *after,
             const TrsAnnotation *annotation,
             guint                was,
             guint                is)
{
  const Fact *old = &g_array_index (before, Fact, was);
  const Fact *new = &g_array_index (after, Fact, is);

  g_assert_cmpuint (old->person, ==, new->person);
  g_assert_nonnull (strstr (new->words, annotation->words));
  if (strlen (old->words) > 20 && (annotation->kind == TRS_ANNOTATION_CHECKED || new->id != G_MAXUINT))
    g_assert_cmpuint (old->id, ==, new->id);
}

/* The time of an annotation is the paragraph that it was made in. */
static guint
check_edit (GArray      *before,
            const guint *old_labels,
            GArray      *after,
            const guint *new_labels)
{
  static const char * const names[] = { "Mayor", "Clerk", "Chair", "Press" };
  g_autoptr (TrsTranscript) old = make_from_facts (before, old_labels);
  g_autoptr (TrsTranscript) new = make_from_facts (after, new_labels);
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  guint n_placed = 0;

  for (guint i = 0; i < N_PERSONS; i++)
    take (&annotations, trs_annotations_rename (annotations, old_labels[i], names[i]));
  for (guint i = 0; i < before->len; i++)
    {
      const char *words = g_array_index (before, Fact, i).words;
      const char *last = g_strrstr (words, "said");
      gsize from = last != NULL ? (gsize) (last - words) : 0;

      take (&annotations, trs_annotations_highlight (annotations, old, (TrsTextPosition) { i, from },
                                                     (TrsTextPosition) { i, last != NULL ? from + 4 : strlen (words) },
                                                     TRS_HIGHLIGHT_YELLOW, NULL, (gint64) i));
      take (&annotations, trs_test_set_checked (annotations, old, i, TRUE, (gint64) i));
    }
  document = carry (old, new, annotations);

  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *placed = &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);
      const char *words = g_array_index (after, Fact, placed->start.paragraph).words;
      const char *last = g_strrstr (words, "said");

      check_place (before, after, placed->annotation, (guint) placed->annotation->at, placed->start.paragraph);
      g_assert_cmpuint (placed->start.byte, ==, last != NULL ? (gsize) (last - words) : 0);
    }
  for (guint i = 0; i < after->len; i++)
    {
      const TrsAnnotation *checked = trs_document_get_checked (document, i);
      guint person = g_array_index (after, Fact, i).person;
      const char *name = trs_document_get_name (document, new_labels[person]);

      if (checked != NULL)
        check_place (before, after, checked, (guint) checked->at, i);
      n_placed += checked != NULL;
      /* a name, where there is one, is that of whoever speaks */
      if (name != NULL)
        g_assert_cmpstr (name, ==, names[person]);
    }
  return n_placed;
}

/* Whatever the service changes, nothing stands on other words or on another speaker's. */
static void
test_property (void)
{
  guint n_placed = 0;
  guint n_all = 0;

  for (guint round = 0; round < 300; round++)
    {
      guint old_labels[N_PERSONS] = { 1, 2, 3, 4 };
      guint new_labels[N_PERSONS] = { 1, 2, 3, 4 };
      g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (Fact));
      g_autoptr (GArray) after = NULL;
      guint n = (guint) g_test_rand_int_range (8, MAX_SAID);

      g_array_set_clear_func (before, fact_clear);
      for (guint i = 0; i < n; i++)
        {
          Fact fact = { (guint) g_test_rand_int_range (0, N_PERSONS), i, invent (i) };

          g_array_append_val (before, fact);
        }
      if (g_test_rand_bit ())
        shuffle (new_labels);
      after = edit (before);
      n_placed += check_edit (before, old_labels, after, new_labels);
      n_all += n;
    }
  /* and most of it is still there */
  g_assert_cmpuint (n_placed * 4, >, n_all * 3);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/carry-over/second-word", test_second_word);
  g_test_add_func ("/carry-over/either-word", test_either_word);
  g_test_add_func ("/carry-over/deleted-answer", test_deleted_answer);
  g_test_add_func ("/carry-over/twin", test_twin);
  g_test_add_func ("/carry-over/left-speaker", test_left_speaker);
  g_test_add_func ("/carry-over/left-names", test_left_names);
  g_test_add_func ("/carry-over/swapped-labels", test_swapped_labels);
  g_test_add_func ("/carry-over/merged-labels", test_merged_labels);
  g_test_add_func ("/carry-over/corrected-paragraph", test_corrected_paragraph);
  g_test_add_func ("/carry-over/property", test_property);
  return g_test_run ();
}
