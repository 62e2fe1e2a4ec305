/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-strings.h"
#include "trs-test-utils.h"
#include "trs-transcript.h"
#include "trs-transcript-strings.h"
#include "trs-test-annotations.h"

#include <string.h>

static TrsTranscript *
make_transcript (const char *bare,
                 const char *prefixed)
{
  g_autoptr (GBytes) bare_bytes = g_bytes_new (bare, strlen (bare));
  g_autoptr (GBytes) prefixed_bytes = g_bytes_new (prefixed, strlen (prefixed));

  return trs_transcript_align (bare_bytes, prefixed_bytes, "de", FALSE);
}

static TrsTranscript *
make_unaligned (gboolean damaged)
{
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  TrsTranscript *transcript;

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    texts[i] = g_bytes_new_static (&"ABCD"[i], 1);
  transcript = trs_transcript_new_unaligned (texts, "en", damaged);
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_bytes_unref (texts[i]);
  return transcript;
}

static TrsProject *
make_project (const char *title,
              const char *language,
              gint64      length)
{
  TrsProject *project = trs_project_new ("p1");
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->name = g_strdup (title);
  record->video_id = g_strdup ("v1");
  record->language = g_strdup (language);
  record->video_length = length;
  record->created_at = g_date_time_new_utc (2026, 3, 12, 12, 0, 0);
  record->state = TRS_PROJECT_STATE_DONE;
  trs_project_update_from_detail (project, record, 1);
  return project;
}

static void
test_title (void)
{
  g_autoptr (TrsProject) project = make_project ("Q&A <b>\n", "en", 0);
  g_autofree char *none = trs_transcript_strings_title (NULL, NULL);
  g_autofree char *title = trs_transcript_strings_title (NULL, project);
  g_autofree char *titles = NULL;

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (title, ==, "Q&A <b>");
  g_assert_null (trs_transcript_strings_titles (NULL, NULL));
  titles = trs_transcript_strings_titles (NULL, project);
  g_assert_cmpstr (titles, ==, title);
}

/* Without tags and without the marks that isolate the parts. */
static char *
get_facts (TrsProject    *project,
           TrsTranscript *transcript,
           TrsDocument   *document,
           gboolean       compact)
{
  g_autofree char *facts = trs_transcript_strings_facts (NULL, project, transcript, document, NULL, compact);
  GString *plain = g_string_new (NULL);

  for (const char *p = facts; *p != '\0'; p = g_utf8_next_char (p))
    if (*p == '<')
      p = strchr (p, '>');
    else if (g_unichar_type (g_utf8_get_char (p)) != G_UNICODE_FORMAT)
      g_string_append_unichar (plain, g_utf8_get_char (p));
  return g_string_free (plain, FALSE);
}

static void
test_facts (void)
{
  g_autoptr (TrsTranscript) transcript = make_transcript ("A.\n\nB.", "Speaker 1: A.\n\nSpeaker 2: B.");
  const struct
  {
    const char *language;
    gint64 length;
    gboolean has_transcript;
    gboolean compact;
    const char *expected;
  } cases[] = {
    { "en", 3840, FALSE, FALSE, "English  ·  1 h 04 min  ·  Submitted 12 March 2026  ·  Open Video" },
    { "en", 0, TRUE, FALSE, "English  ·  Submitted 12 March 2026  ·  2\u00a0speakers  ·  Open Video" },
    { "en", 0, TRUE, TRUE, "English  ·  Submitted 12 March 2026  ·  2\u00a0speakers" },
    /* what the list does not tell may be known from the text */
    { NULL, 0, TRUE, TRUE, "German  ·  Submitted 12 March 2026  ·  2\u00a0speakers" },
    { NULL, 0, FALSE, TRUE, "Submitted 12 March 2026" },
  };
  g_autoptr (TrsDocument) document = trs_document_new (transcript, NULL);
  g_autofree char *none = trs_transcript_strings_facts (NULL, NULL, transcript, NULL, NULL, FALSE);

  g_assert_cmpstr (none, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProject) project = make_project ("One", cases[i].language, cases[i].length);
      g_autofree char *facts =
          get_facts (project, cases[i].has_transcript ? transcript : NULL, cases[i].has_transcript ? document : NULL,
                     cases[i].compact);

      g_assert_cmpstr (facts, ==, cases[i].expected);
    }
}

/* Only when there is something to say. */
static void
test_checked (void)
{
  g_autoptr (TrsProject) project = make_project ("One", NULL, 0);
  g_autoptr (TrsTranscript) transcript = make_transcript ("A.\n\nB.", "Speaker 1: A.\n\nSpeaker 2: B.");
  g_autoptr (TrsAnnotations) nothing = trs_annotations_new ();
  g_autoptr (TrsAnnotations) one = trs_test_set_checked (nothing, transcript, 1, TRUE, 1);
  g_autoptr (TrsDocument) before = trs_document_new (transcript, nothing);
  g_autoptr (TrsDocument) after = trs_document_new (transcript, one);
  g_autofree char *without = get_facts (project, NULL, before, TRUE);
  g_autofree char *with = get_facts (project, NULL, after, TRUE);

  g_assert_cmpstr (without, ==, "Submitted 12 March 2026  ·  2\u00a0speakers");
  g_assert_cmpstr (with, ==,
                   "Submitted 12 March 2026  ·  2\u00a0speakers  ·  1\u00a0of\u00a02\u00a0paragraphs\u00a0checked");
}

static void
test_note (void)
{
  g_autoptr (TrsProject) project = make_project ("One", "en", 0);
  g_autoptr (TrsTranscript) good = make_transcript ("A.", "Speaker 1: A.");
  g_autoptr (TrsTranscript) odd = make_unaligned (FALSE);
  g_autoptr (TrsTranscript) worse = make_unaligned (TRUE);
  g_autofree char *none = trs_transcript_strings_note (NULL, NULL, NULL);
  g_autofree char *nothing = trs_transcript_strings_note (NULL, project, good);
  g_autofree char *received = trs_transcript_strings_note (NULL, project, odd);
  g_autofree char *both = NULL;

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (received, ==,
                   "Shown exactly as received: times and speaker labels couldn’t be separated from the text.");
  both = trs_transcript_strings_note (NULL, project, worse);
  g_assert_true (g_str_has_prefix (both, received));
  g_assert_true (g_str_has_suffix (both, "\nSome characters of this transcript arrived damaged."));
}

static void
test_hits (void)
{
  static const struct
  {
    guint n_hits;
    int current;
    const char *words;
    const char *expected;
  } cases[] = {
    { 0, -1, "", "" }, { 0, -1, "end", "Not found" }, { 4, 1, "end", "2 of 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *hits = trs_transcript_strings_hits (cases[i].n_hits, cases[i].current, cases[i].words);

      g_assert_cmpstr (hits, ==, cases[i].expected);
    }
  g_assert_false (trs_transcript_strings_has_words (NULL, NULL));
  g_assert_false (trs_transcript_strings_has_words (NULL, ""));
  g_assert_true (trs_transcript_strings_has_words (NULL, "a"));
}

static void
test_differences (void)
{
  g_autofree char *none = trs_transcript_strings_differences (0, 0);
  g_autofree char *second = trs_transcript_strings_differences (3, 1);

  g_assert_cmpstr (none, ==, "The words are the same");
  g_assert_cmpstr (second, ==, "Difference 2 of 3");
}

static void
test_versions (void)
{
  /* 12 and 21 March 2026, at noon */
  const gint64 earlier = G_GINT64_CONSTANT (1773316800) * G_USEC_PER_SEC;
  const gint64 later = earlier + 9 * G_TIME_SPAN_DAY;
  const struct
  {
    gint64 shown_at;
    gint64 other_at;
    const char *format;
  } cases[] = {
    { earlier, later,
      "You are reading the version from %s. The service sent a different version on %s. Both are kept." },
    { later, earlier, "You are reading the version from %s. An earlier one is from %s. Both are kept." },
  };
  g_autofree char *newer = trs_transcript_strings_newer (earlier);

  g_assert_cmpstr (newer, ==, "The service sent a different version than the one from 12 March 2026");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (cases[i].format, "%s", -1);
      g_autofree char *shown_at = trs_strings_date_time (cases[i].shown_at);
      g_autofree char *other_at = trs_strings_date_time (cases[i].other_at);
      g_autofree char *expected = g_strconcat (parts[0], shown_at, parts[1], other_at, parts[2], NULL);
      g_autofree char *said = trs_transcript_strings_comparison (cases[i].shown_at, cases[i].other_at);

      g_assert_cmpstr (said, ==, expected);
    }
}

/* As far as it is shown beside the words. */
static void
test_place (void)
{
  const struct
  {
    TrsTextFlags flags;
    guint paragraph;
    const char *expected;
  } cases[] = {
    { TRS_TEXT_ALL, 0, "Speaker 1  ·  00:00:02" }, { TRS_TEXT_SPEAKERS, 0, "Speaker 1" },
    { TRS_TEXT_TIMECODES, 0, "00:00:02" },         { TRS_TEXT_BARE, 0, "" },
    { TRS_TEXT_ALL, 1, "Speaker 2" },              { TRS_TEXT_TIMECODES, 1, "" },
    { TRS_TEXT_ALL, 2, "Speaker unknown  ·  01:00:00" },
  };
  g_autoptr (TrsTranscript) transcript =
      make_transcript ("A\n\nB\n\nC", "[00:00:02.345] Speaker 1: A\n\nSpeaker 2: B\n\n[01:00:00.000] C");
  g_autoptr (TrsDocument) document = trs_document_new (transcript, NULL);
  g_autoptr (TrsTranscript) unaligned = make_unaligned (FALSE);
  g_autoptr (TrsDocument) as_received = trs_document_new (unaligned, NULL);
  g_autofree char *nothing = trs_transcript_strings_place (as_received, TRS_TEXT_ALL, FALSE, 0);
  g_autofree char *exact = trs_transcript_strings_place (document, TRS_TEXT_ALL, TRUE, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *place = trs_transcript_strings_place (document, cases[i].flags, FALSE, cases[i].paragraph);

      g_assert_cmpstr (place, ==, cases[i].expected);
    }
  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (exact, ==, "Speaker 1  ·  00:00:02.345");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/transcript-strings/title", test_title);
  g_test_add_func ("/transcript-strings/facts", test_facts);
  g_test_add_func ("/transcript-strings/checked", test_checked);
  g_test_add_func ("/transcript-strings/note", test_note);
  g_test_add_func ("/transcript-strings/hits", test_hits);
  g_test_add_func ("/transcript-strings/differences", test_differences);
  g_test_add_func ("/transcript-strings/versions", test_versions);
  g_test_add_func ("/transcript-strings/place", test_place);
  return g_test_run ();
}
