/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <time.h>

#include "trs-error.h"
#include "trs-export-format.h"
#include "trs-export-sample.h"
#include "trs-export.h"
#include "trs-test-utils.h"

/* What users of other programs report of their exports, a test for each. */

static char *
render (const char             *format,
        const TrsExportSource  *source,
        const TrsExportOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = trs_export_format_render (trs_export_format_find (format), source, options, &error);

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* What is copied is what is saved, for all toggles and names. */
static void
test_text_is_what_is_copied (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "One\r\ntwo." }, { 2000, 0, "Three." }, { -1, 2, "Four. " },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (TrsAnnotations) named =
      trs_annotations_rename (trs_document_get_annotations (source->document), 2, "Anna Berg");

  for (guint i = 0; i < 8; i++)
    {
      TrsExportOptions options = trs_export_format_find ("txt")->defaults;
      g_autofree char *copied = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *text = NULL;

      if (i == 4)
        trs_export_sample_annotate (source, named);
      options.timecodes = (i & 1) != 0;
      options.speakers = (i & 2) != 0;
      text = render ("txt", source, &options);
      copied = trs_export_render_range (source->document,
                                        (options.timecodes ? TRS_TEXT_TIMECODES : 0) |
                                            (options.speakers ? TRS_TEXT_SPEAKERS : 0),
                                        (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { G_MAXUINT, 0 });
      expected = g_strconcat (copied, "\n", NULL);
      g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_text_header (void)
{
  static const SampleParagraph paragraphs[] = { { 724500, 1, "Good evening." }, { 726000, 2, "Yes." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { .timecodes = TRUE, .speakers = TRUE, .header = TRUE };
  g_autofree char *text = render ("txt", source, &options);

  g_assert_cmpstr (text, ==,
                   "City <council> & *budget*\n"
                   "https://video.example/watch?v=dQw4w9WgXcQ\n\n"
                   "[00:12:04] Speaker 1: Good evening.\n\n"
                   "[00:12:06] Speaker 2: Yes.\n");
}


/* Speech cannot format itself, at the beginning of a line or inside. */
static void
test_markdown_speech_is_not_formatted (void)
{
  static const SampleParagraph paragraphs[] = {
    { 0, 0, "I *really* mean it [laughs] <b>_now_</b> `x` ~~y~~ a|b #1 $5 &amp; \\" },
    { 1000, 0, "1. First\n- second\n+ third\n# fourth\n> fifth\n===" },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { 0 };
  g_autofree char *text = render ("md", source, &options);

  g_assert_cmpstr (text, ==,
                   "I \\*really\\* mean it \\[laughs\\] \\<b\\>\\_now\\_\\</b\\> \\`x\\` \\~\\~y\\~\\~ a\\|b \\#1 \\$5 "
                   "\\&amp; \\\\\n\n"
                   "1\\. First\n\\- second\n\\+ third\n\\# fourth\n\\> fifth\n\\=\\=\\=\n");
}

/* Times lead to the video, before the words; the offset is for the eyes only. */
static void
test_links_have_seconds (void)
{
  static const SampleParagraph paragraphs[] = { { 724999, 1, "Yes." } };
  static const char * const formats[] = { "md", "html" };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      TrsExportOptions options = trs_export_format_find (formats[i])->defaults;
      g_autofree char *text = NULL;

      options.offset = 3600000;
      text = render (formats[i], source, &options);
      g_assert_nonnull (strstr (text, "t=724s"));
      g_assert_nonnull (strstr (text, "01:12:04"));
    }
}

/* Where no address of videos is known, a time is a time. */
static void
test_links_without_pattern (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *text = NULL;

  g_clear_pointer (&source->pattern, g_free);
  text = render ("md", source, NULL);
  g_assert_nonnull (strstr (text, "\n**Speaker 1** 00:00:01\n\nYes.\n"));
}

/* A page that is read by itself says what it is of, and of when, without a link as well. */
static void
test_origin_without_link (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  const TrsExportOptions options = { .header = TRUE };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *text = NULL;

  g_clear_pointer (&source->pattern, g_free);
  source->created_at = G_GINT64_CONSTANT (1773317050000000);
  text = render ("html", source, &options);
  g_assert_nonnull (strstr (text, "Video: dQw4w9WgXcQ"));
  g_assert_nonnull (strstr (text, "Created: 2026-03-12<"));
}

static void
assert_srt (const SampleParagraph *paragraphs,
            guint                  n_paragraphs,
            gint64                 video_length,
            const char            *expected)
{
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, n_paragraphs);
  g_autofree char *text = NULL;

  source->video_length = video_length;
  text = render ("srt", source, NULL);
  g_assert_cmpstr (text, ==, expected);
}

/* Two digits of hours, a comma, numbers from 1; the last cue ends with the video. */
static void
test_srt_form (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Good evening." }, { 3723004, 0, "Good night." } };

  assert_srt (paragraphs, G_N_ELEMENTS (paragraphs), 3725000,
              "1\n00:00:01,000 --> 00:00:08,000\nSpeaker 1: Good evening.\n\n"
              "2\n01:02:03,004 --> 01:02:05,000\nGood night.\n");
}

/* There is no escaping, and nothing in the words ends a cue or looks like its times. */
static void
test_srt_is_not_escaped (void)
{
  static const SampleParagraph paragraphs[] = { { 0, 0, "Q&A <i>x</i>\r \n 1 --> 2\xe2\x80\xa9" "end" } };

  assert_srt (paragraphs, G_N_ELEMENTS (paragraphs), 4000,
              "1\n00:00:00,000 --> 00:00:04,000\nQ&A <i>x</i> 1 -- > 2 end\n");
}

/* A paragraph of many sentences becomes many cues, cut at sentences; the last one ends with the paragraph. */
static void
test_srt_long_paragraph (void)
{
  static const SampleParagraph paragraphs[] = {
    { 10000, 0, "The first sentence is here, and it has a comma. The second one follows at once without one. "
                "And the third sentence is the last of all." },
    { 20000, 0, "Next." },
  };

  assert_srt (paragraphs, G_N_ELEMENTS (paragraphs), 21000,
              "1\n00:00:10,000 --> 00:00:13,581\nThe first sentence is here,\nand it has a comma.\n\n"
              "2\n00:00:13,581 --> 00:00:16,864\nThe second one follows\nat once without one.\n\n"
              "3\n00:00:16,864 --> 00:00:19,999\nAnd the third sentence is the last of all.\n\n"
              "4\n00:00:20,000 --> 00:00:21,000\nNext.\n");
}

/* Paragraphs that start at once, or before the last one, follow it; they never overlap. */
static void
test_srt_backward_times (void)
{
  static const SampleParagraph paragraphs[] = {
    { 5000, 0, "One." }, { 5000, 0, "Two." }, { 4000, 0, "Three." }, { 9000, 0, "Four." },
  };

  assert_srt (paragraphs, G_N_ELEMENTS (paragraphs), 10000,
              "1\n00:00:05,000 --> 00:00:05,500\nOne.\n\n"
              "2\n00:00:05,500 --> 00:00:06,000\nTwo.\n\n"
              "3\n00:00:06,000 --> 00:00:08,999\nThree.\n\n"
              "4\n00:00:09,000 --> 00:00:10,000\nFour.\n");
}

/* What has no time of its own shares that of the paragraph before. */
static void
test_srt_missing_times (void)
{
  static const SampleParagraph paragraphs[] = { { 2000, 0, "Four." }, { -1, 0, "Fives" }, { 4001, 0, "End." } };

  assert_srt (paragraphs, G_N_ELEMENTS (paragraphs), 5000,
              "1\n00:00:02,000 --> 00:00:03,000\nFour.\n\n"
              "2\n00:00:03,000 --> 00:00:04,000\nFives\n\n"
              "3\n00:00:04,001 --> 00:00:05,000\nEnd.\n");
}

/* One cue from 0 to 99:59:59 would be of no use. */
static void
test_subtitles_need_times (void)
{
  static const SampleParagraph paragraphs[] = { { -1, 1, "One." }, { -1, 2, "Two." } };
  static const char * const formats[] = { "srt", "vtt" };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (trs_export_format_render (trs_export_format_find (formats[i]), source, NULL, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
    }
}

static void
test_subtitles_offset (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 0, "Cut away." }, { 5000, 0, "Here." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { .offset = -2000 };
  g_autofree char *text = NULL;

  source->video_length = 6000;
  text = render ("srt", source, &options);
  g_assert_cmpstr (text, ==,
                   "1\n00:00:00,000 --> 00:00:02,999\nCut away.\n\n"
                   "2\n00:00:03,000 --> 00:00:04,000\nHere.\n");
}

/* A passage out of the middle is shown when it is spoken, not in the pause that follows the paragraph. */
static void
test_subtitles_highlighted (void)
{
  static const SampleParagraph paragraphs[] = { { 10000, 0, "One two three four." }, { 3610000, 0, "An hour later." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (TrsAnnotations) highlighted = trs_annotations_highlight (
      trs_document_get_annotations (source->document), trs_document_get_transcript (source->document),
      (TrsTextPosition){ 0, 8 }, (TrsTextPosition){ 0, 13 }, TRS_HIGHLIGHT_BLUE, NULL, 1);
  const TrsExportOptions options = { .only_highlights = TRUE };
  g_autofree char *text = NULL;

  trs_export_sample_annotate (source, highlighted);
  text = render ("srt", source, &options);
  g_assert_cmpstr (text, ==, "1\n00:00:12,400 --> 00:00:13,900\nthree\n");
}

/* No line is longer than 42 columns; what has no blanks is cut between its signs, wide ones count twice. */
static void
test_subtitles_unspaced (void)
{
  static const SampleParagraph paragraphs[] = {
    { 0, 0, "これは日本語の長い文章です。字幕は読みやすい長さで切られるべきで、途中で切ってはいけません。" },
    { 9000, 0, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" },
  };

  assert_srt (paragraphs, G_N_ELEMENTS (paragraphs), 15000,
              "1\n00:00:00,000 --> 00:00:02,738\nこれは日本語の長い文章です。\n\n"
              "2\n00:00:02,738 --> 00:00:08,999\n字幕は読みやすい長さで切られるべきで、\n途中で切ってはいけません。\n\n"
              "3\n00:00:09,000 --> 00:00:15,000\nDonaudampfschifffahrtselektrizitätenhauptb\n"
              "etriebswerkbauunterbeamtengesellschaft\n");
}

/* A line never begins inside of what is one sign to the reader. */
static void
test_subtitles_keep_signs_whole (void)
{
  static const char * const signs[] = {
    "e\xcc\x81", "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",
    "\xe0\xa4\x95\xe0\xa4\xbf",
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      g_autofree char *filler = g_strnfill (100, ' ');
      g_auto (GStrv) blanks = g_strsplit (filler, " ", -1);
      g_autofree char *joined = g_strjoinv (signs[i], blanks);
      g_autofree char *words = g_strconcat ("x", joined, NULL);
      const SampleParagraph paragraphs[] = { { 0, 0, words } };
      g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
      g_autofree char *text = render ("srt", source, NULL);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      guint n_signs = 0;

      for (guint j = 0; lines[j] != NULL; j++)
        {
          gsize length = strlen (lines[j] + strspn (lines[j], "x"));

          if (length == 0 || g_ascii_isdigit (lines[j][0]))
            continue;
          g_assert_cmpuint (length % strlen (signs[i]), ==, 0);
          n_signs += length / strlen (signs[i]);
        }
      g_assert_cmpuint (n_signs, ==, 100);
    }
}

/* The header; the voice at its words, in each cue; neither times nor names in the words; three escapes and no more. */
static void
test_vtt_form (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "It's \"Q&A\" <now> --> go" }, { 3000, 0, "Yes." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (TrsAnnotations) named =
      trs_annotations_rename (trs_document_get_annotations (source->document), 1, "Anna > Berg");
  g_autofree char *text = NULL;

  trs_export_sample_annotate (source, named);
  source->video_length = 4000;
  text = render ("vtt", source, NULL);
  g_assert_cmpstr (text, ==,
                   "WEBVTT\n\n"
                   "00:00:01.000 --> 00:00:02.999\n<v Anna &gt; Berg>It's \"Q&amp;A\" &lt;now&gt; -- &gt; go\n\n"
                   "00:00:03.000 --> 00:00:04.000\nYes.\n");
}

/* The times and words of one, as lines; without numbers, voices and breaks. */
static char *
list_cues (const char *subtitles)
{
  g_auto (GStrv) cues = g_strsplit (subtitles, "\n\n", -1);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; cues[i] != NULL; i++)
    {
      const char *arrow = strstr (cues[i], " --> ");
      const char *words = arrow != NULL ? strchr (arrow, '\n') + 1 : NULL;

      if (arrow == NULL)
        continue;
      if (g_str_has_prefix (words, "<v "))
        words = strchr (words, '>') + 1;
      if (g_str_has_prefix (words, "Speaker 1: "))
        words += strlen ("Speaker 1: ");
      g_string_append_printf (list, "%.29s ", arrow - strlen ("00:00:00.000"));
      g_string_append_printf (list, "%s\n", words);
    }
  for (char *p = list->str; *p != '\0'; p++)
    if (*p == ',' && g_ascii_isdigit (p[1]))
      *p = '.';
    else if (*p == '\n' && !g_ascii_isdigit (p[1]))
      *p = ' ';
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* Whoever has one of them has the other: the same words at the same times. */
static void
test_vtt_cut_as_srt (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "We open the hearing on the pier now. The plan was laid out for the public in April, and nobody has "
               "said a word against it so far, which is rather a surprise to all of us here. Who wants to begin?" },
    { 21000, 0, "Yes." },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *srt = NULL;
  g_autofree char *vtt = NULL;
  g_autofree char *srt_cues = NULL;
  g_autofree char *vtt_cues = NULL;

  source->video_length = 22000;
  srt = render ("srt", source, NULL);
  vtt = render ("vtt", source, NULL);
  srt_cues = list_cues (srt);
  vtt_cues = list_cues (vtt);
  g_assert_cmpstr (vtt_cues, ==, srt_cues);
  g_assert_null (strstr (vtt, "Speaker 1: "));
}

/* A name that is longer than a cue leaves none that is empty. */
static void
test_vtt_long_name (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  g_autofree char *name = g_strnfill (100, 'n');
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (TrsAnnotations) named = trs_annotations_rename (trs_document_get_annotations (source->document), 1, name);
  g_autofree char *text = NULL;

  trs_export_sample_annotate (source, named);
  source->video_length = 4000;
  text = render ("vtt", source, NULL);
  g_assert_true (g_str_has_suffix (text, "n>Yes.\n"));
  g_assert_null (strstr (text, ">\n"));
}

static void
test_vtt_note (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { .header = TRUE, .provenance = TRUE };
  g_autofree char *text = NULL;

  g_free (source->title);
  source->title = g_strdup ("A --> B\n\nC");
  text = render ("vtt", source, &options);
  g_assert_true (g_str_has_prefix (text, "WEBVTT\n\nNOTE\nTitle: A -- > B C\n"));
  g_assert_nonnull (strstr (text, "Received: 2025-11-24T16:05:00Z\n"));
}

/* RFC 4180; what a spreadsheet would compute is text. */
static void
test_csv_form (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "=1+1" }, { 2500, 0, "He said \"no\",\nthen left." }, { -1, 0, "-3" },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  TrsExportOptions options = { .bom = TRUE };
  g_autofree char *with = render ("csv", source, &options);
  g_autofree char *without = NULL;

  g_assert_cmpstr (with, ==,
                   "\xef\xbb\xbfstart,end,speaker,text\r\n"
                   "00:00:01.000,00:00:02.499,\"Speaker 1\",\"'=1+1\"\r\n"
                   "00:00:02.500,00:00:04.420,\"\",\"He said \"\"no\"\",\nthen left.\"\r\n"
                   ",,\"\",\"'-3\"\r\n");
  options.bom = FALSE;
  without = render ("csv", source, &options);
  g_assert_cmpstr (without, ==, with + 3);
}

/* Who is called otherwise is still the same speaker; times are numbers. */
static void
test_json_rename_keeps_index (void)
{
  static const SampleParagraph paragraphs[] = { { 360000000, 2, "Yes." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (TrsAnnotations) named =
      trs_annotations_rename (trs_document_get_annotations (source->document), 2, "Anna");
  g_autofree char *text = NULL;

  trs_export_sample_annotate (source, named);
  text = render ("json", source, NULL);
  g_assert_nonnull (strstr (text, "\"start_ms\" : 360000000,"));
  g_assert_nonnull (strstr (text, "\"speaker\" : 2,\n      \"name\" : \"Anna\","));
}

/* Names that were changed since are in every format, the old ones in none. */
static void
test_names_reach_all_formats (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  static const char * const formats[] = { "txt", "md", "srt", "vtt", "csv", "json", "html" };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (TrsAnnotations) named =
      trs_annotations_rename (trs_document_get_annotations (source->document), 1, "Anna Berg");

  trs_export_sample_annotate (source, named);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *text = render (formats[i], source, NULL);

      g_assert_nonnull (strstr (text, "Anna Berg"));
      g_assert_null (strstr (text, "Speaker 1"));
    }
}

/* A reader sees a name where the speaker changes, and that the words of nobody known are nobody's. */
static void
test_names_where_speaker_changes (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "One." }, { 2000, 1, "Two." }, { 3000, 0, "Three." }, { 4000, 2, "Four." }, { 5000, 2, "Five." },
  };
  const TrsExportOptions options = { .speakers = TRUE };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *markdown = render ("md", source, &options);
  g_autofree char *page = render ("html", source, &options);

  g_assert_cmpstr (markdown, ==,
                   "**Speaker 1**\n\nOne.\n\nTwo.\n\n**Speaker unknown**\n\nThree.\n\n"
                   "**Speaker 2**\n\nFour.\n\nFive.\n");
  g_assert_nonnull (strstr (page, "<bdi class=\"Speaker\">Speaker 1</bdi>: One.</p>"));
  g_assert_nonnull (strstr (page, "<p class=\"Paragraph\" dir=\"auto\">Two.</p>"));
  g_assert_nonnull (strstr (page, "<bdi class=\"Speaker\">Speaker unknown</bdi>: Three.</p>"));
  g_assert_nonnull (strstr (page, "<p class=\"Paragraph\" dir=\"auto\">Five.</p>"));
}

/* What is left out between two passages may have been said by somebody else. */
static void
test_names_of_passages_apart (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "One." }, { 2000, 2, "Two." }, { 3000, 1, "Three." } };
  const TrsExportOptions options = { .speakers = TRUE, .only_highlights = TRUE };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paragraphs); i += 2)
    {
      g_autoptr (TrsAnnotations) highlighted = trs_annotations_highlight (
          trs_document_get_annotations (source->document), trs_document_get_transcript (source->document),
          (TrsTextPosition){ i, 0 }, (TrsTextPosition){ i, 3 }, TRS_HIGHLIGHT_GREEN, NULL, 1);

      trs_export_sample_annotate (source, highlighted);
    }
  text = render ("md", source, &options);
  g_assert_cmpstr (text, ==, "**Speaker 1**\n\nOne\n\n**Speaker 1**\n\nThr\n");
}

/* The words decide, not the name before them. */
static void
test_html_direction (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "שלום" } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *text = render ("html", source, NULL);

  g_assert_nonnull (strstr (text, "dir=\"auto\"><a href="));
  g_assert_nonnull (strstr (text, "<bdi class=\"Speaker\">Speaker 1</bdi>: שלום</p>"));
}

/* What no XML can hold would keep Word from opening the whole file. */
static void
test_html_is_well_formed (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "a\x01\x0b\x1b]]>" "b\xef\xbf\xbf & <c>" } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *text = render ("html", source, NULL);

  g_assert_nonnull (strstr (text, ": a<br/>]]&gt;b &amp; &lt;c&gt;</p>"));
}

/* The same text gives the same file, wherever it is made. */
static void
test_office_is_deterministic (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  static const char * const formats[] = { "odt", "docx" };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const TrsExportFormat *format = trs_export_format_find (formats[i]);
      g_autoptr (GBytes) here = trs_export_format_render (format, source, NULL, NULL);
      g_autoptr (GBytes) there = NULL;

      g_setenv ("TZ", "Asia/Tokyo", TRUE);
      tzset ();
      there = trs_export_format_render (format, source, NULL, NULL);
      g_unsetenv ("TZ");
      tzset ();
      g_assert_true (g_bytes_equal (here, there));
    }
}

/* By its first bytes, with no extra field between the name and the type, programs know what it is. */
static void
test_odt_mimetype (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  static const char type[] = "mimetypeapplication/vnd.oasis.opendocument.text";
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (GBytes) bytes = trs_export_format_render (trs_export_format_find ("odt"), source, NULL, NULL);
  const char *data = g_bytes_get_data (bytes, NULL);

  g_assert_cmpmem (data, 4, "PK\x03\x04", 4);
  g_assert_cmpmem (data + 30, sizeof type - 1, type, sizeof type - 1);
}

/* A text whose times and labels could not be told apart from the words is exported as it came. */
static void
test_unaligned (void)
{
  static const char * const variants[] = { "One.", "[00:00:01.000] One.", "Speaker 1: One.", "[00:00:01.000] One!" };
  static const SampleParagraph paragraphs[] = { { 1000, 1, "Yes." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *json = NULL;

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    texts[i] = g_bytes_new_static (variants[i], strlen (variants[i]));
  transcript = trs_transcript_new_unaligned (texts, "en", FALSE);
  g_object_unref (source->document);
  source->document = trs_document_new (transcript, NULL);
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    {
      TrsExportOptions options = trs_export_format_find ("txt")->defaults;
      g_autofree char *text = NULL;
      g_autofree char *expected = g_strconcat (variants[i], "\n", NULL);

      options.timecodes = (i & TRS_TEXT_TIMECODES) != 0;
      options.speakers = (i & TRS_TEXT_SPEAKERS) != 0;
      text = render ("txt", source, &options);
      g_assert_cmpstr (text, ==, expected);
      g_bytes_unref (texts[i]);
    }

  /* Nor is anything lost where times and names have places of their own. */
  csv = render ("csv", source, NULL);
  json = render ("json", source, NULL);
  g_assert_nonnull (strstr (csv, ",,\"\",\"[00:00:01.000] One!\",\"\",\"\"\r\n"));
  g_assert_nonnull (strstr (json, "\"text\" : \"[00:00:01.000] One!\""));
  g_assert_nonnull (strstr (json, "\"aligned\" : false"));
}

/* What a format does not know changes nothing, so that one set of options serves them all. */
static void
test_unknown_options_change_nothing (void)
{
  static const SampleParagraph paragraphs[] = { { 1000, 1, "One." }, { 2000, 1, "Two." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { .merge = TRUE, .interval = 5, .bom = TRUE, .offset = 1000, .links = TRUE,
                                     .highlights = TRUE };
  g_autofree char *json = render ("json", source, &options);
  g_autofree char *plain = render ("json", source, NULL);

  g_assert_cmpstr (json, ==, plain);
}

/* Each of many is escaped; how long that takes is for the benchmark to say. */
static void
test_much_to_escape (void)
{
  const guint n = 20000;
  g_autofree char *filler = g_strnfill (n, ' ');
  g_auto (GStrv) blanks = g_strsplit (filler, " ", -1);
  g_autofree char *words = g_strjoinv ("-->\"&", blanks);
  const SampleParagraph paragraphs[] = { { 0, 1, words } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autofree char *csv = render ("csv", source, NULL);
  g_auto (GStrv) quotes = g_strsplit (csv, "-->\"\"&", -1);

  g_assert_cmpuint (g_strv_length (quotes), ==, n + 1);
  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    {
      g_autoptr (GBytes) bytes = trs_export_format_render (&trs_export_formats[i], source, NULL, NULL);

      g_assert_nonnull (bytes);
    }
}

static void
render_all_in_thread (GTask        *task,
                      gpointer      object,
                      gpointer      task_data,
                      GCancellable *cancellable)
{
  const TrsExportSource *source = task_data;

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    {
      g_autoptr (GBytes) one = trs_export_format_render (&trs_export_formats[i], source, NULL, NULL);
      g_autoptr (GBytes) other = trs_export_format_render (&trs_export_formats[i], source, NULL, NULL);

      g_assert_true (g_bytes_equal (one, other));
    }
  g_task_return_boolean (task, TRUE);
}

static void
count_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  guint *n_done = user_data;

  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  (*n_done)++;
}

/* Previews and exports of many are rendered on worker threads, also of one source. */
static void
test_all_formats_on_threads (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "Good evening." }, { 2000, 2, "สวัสดีครับท่านผู้มีเกียรติ" }, { 9000, 1, "שלום" },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  guint n_done = 0;

  for (guint i = 0; i < 32; i++)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, count_cb, &n_done);

      g_task_set_task_data (task, source, NULL);
      g_task_run_in_thread (task, render_all_in_thread);
    }
  trs_test_wait_until (n_done == 32);
}

static void
test_presets_have_formats (void)
{
  for (guint i = 0; i < TRS_EXPORT_N_PRESETS; i++)
    g_assert_nonnull (trs_export_format_find (trs_export_presets[i].format));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add_func ("/export-pitfalls/text/is-what-is-copied", test_text_is_what_is_copied);
  g_test_add_func ("/export-pitfalls/text/header", test_text_header);

  g_test_add_func ("/export-pitfalls/text/unaligned", test_unaligned);
  g_test_add_func ("/export-pitfalls/markdown/speech-is-not-formatted", test_markdown_speech_is_not_formatted);
  g_test_add_func ("/export-pitfalls/links/have-seconds", test_links_have_seconds);
  g_test_add_func ("/export-pitfalls/links/without-pattern", test_links_without_pattern);
  g_test_add_func ("/export-pitfalls/origin/without-link", test_origin_without_link);
  g_test_add_func ("/export-pitfalls/srt/form", test_srt_form);
  g_test_add_func ("/export-pitfalls/srt/is-not-escaped", test_srt_is_not_escaped);
  g_test_add_func ("/export-pitfalls/srt/long-paragraph", test_srt_long_paragraph);
  g_test_add_func ("/export-pitfalls/srt/backward-times", test_srt_backward_times);
  g_test_add_func ("/export-pitfalls/srt/missing-times", test_srt_missing_times);
  g_test_add_func ("/export-pitfalls/subtitles/need-times", test_subtitles_need_times);
  g_test_add_func ("/export-pitfalls/subtitles/offset", test_subtitles_offset);
  g_test_add_func ("/export-pitfalls/subtitles/highlighted", test_subtitles_highlighted);
  g_test_add_func ("/export-pitfalls/subtitles/unspaced", test_subtitles_unspaced);
  g_test_add_func ("/export-pitfalls/subtitles/keep-signs-whole", test_subtitles_keep_signs_whole);
  g_test_add_func ("/export-pitfalls/vtt/form", test_vtt_form);
  g_test_add_func ("/export-pitfalls/vtt/cut-as-srt", test_vtt_cut_as_srt);
  g_test_add_func ("/export-pitfalls/vtt/long-name", test_vtt_long_name);
  g_test_add_func ("/export-pitfalls/vtt/note", test_vtt_note);
  g_test_add_func ("/export-pitfalls/csv/form", test_csv_form);
  g_test_add_func ("/export-pitfalls/json/rename-keeps-index", test_json_rename_keeps_index);
  g_test_add_func ("/export-pitfalls/names-reach-all-formats", test_names_reach_all_formats);
  g_test_add_func ("/export-pitfalls/names-where-speaker-changes", test_names_where_speaker_changes);
  g_test_add_func ("/export-pitfalls/names-of-passages-apart", test_names_of_passages_apart);
  g_test_add_func ("/export-pitfalls/html/direction", test_html_direction);
  g_test_add_func ("/export-pitfalls/html/is-well-formed", test_html_is_well_formed);
  g_test_add_func ("/export-pitfalls/office/is-deterministic", test_office_is_deterministic);
  g_test_add_func ("/export-pitfalls/odt/mimetype", test_odt_mimetype);
  g_test_add_func ("/export-pitfalls/unknown-options-change-nothing", test_unknown_options_change_nothing);
  g_test_add_func ("/export-pitfalls/much-to-escape", test_much_to_escape);
  g_test_add_func ("/export-pitfalls/all-formats-on-threads", test_all_formats_on_threads);
  g_test_add_func ("/export-pitfalls/presets-have-formats", test_presets_have_formats);

  return g_test_run ();
}
