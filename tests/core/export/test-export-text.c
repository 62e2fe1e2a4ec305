/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-escape.h"
#include "trs-export.h"
#include "trs-test-utils.h"

#include <string.h>

#define BARE "Good evening.\n\nSchöner Abend.\n\nBye."
#define ALL                                        \
  "[00:00:01.000] Speaker 1: Good evening.\n\n"    \
  "[00:00:02.000] Speaker 2: Schöner Abend.\n\n" \
  "[00:00:03.000] Bye."

static TrsDocument *
make_document (const char *bare,
               const char *prefixed)
{
  g_autoptr (GBytes) a = g_bytes_new (bare, strlen (bare));
  g_autoptr (GBytes) b = g_bytes_new (prefixed, strlen (prefixed));
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (a, b, "en", FALSE);

  g_assert_nonnull (transcript);
  return trs_document_new (transcript, NULL);
}

static void
test_whole (void)
{
  g_autoptr (TrsDocument) document = make_document (BARE, ALL);
  const TrsTextPosition start = { 0, 0 };
  const TrsTextPosition ends[] = { { 2, 4 }, { 2, G_MAXSIZE }, { G_MAXUINT, 0 } };

  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      g_autoptr (GBytes) text = trs_transcript_get_text (trs_document_get_transcript (document), flags);

      for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
        {
          g_autofree char *range = trs_export_render_range (document, flags, start, ends[i]);

          g_assert_cmpmem (range, strlen (range), g_bytes_get_data (text, NULL), g_bytes_get_size (text));
        }
    }
}

static void
test_range (void)
{
  const struct
  {
    TrsTextFlags flags;
    TrsTextPosition start;
    TrsTextPosition end;
    const char *text;
  } cases[] = {
    /* Inside one paragraph: no prefix, unless its beginning is selected. */
    { TRS_TEXT_ALL, { 0, 5 }, { 0, 12 }, "evening" },
    { TRS_TEXT_ALL, { 0, 0 }, { 0, 4 }, "[00:00:01.000] Speaker 1: Good" },
    { TRS_TEXT_TIMECODES, { 0, 0 }, { 0, 4 }, "[00:00:01.000] Good" },
    { TRS_TEXT_SPEAKERS, { 0, 0 }, { 0, 4 }, "Speaker 1: Good" },
    { TRS_TEXT_BARE, { 0, 0 }, { 0, 4 }, "Good" },
    /* Across paragraphs. */
    { TRS_TEXT_ALL, { 0, 5 }, { 1, 8 }, "evening.\n\n[00:00:02.000] Speaker 2: Schöner" },
    { TRS_TEXT_SPEAKERS, { 0, 5 }, { 2, 3 }, "evening.\n\nSpeaker 2: Schöner Abend.\n\nBye" },
    { TRS_TEXT_ALL, { 1, 0 }, { 2, 4 },
      "[00:00:02.000] Speaker 2: Schöner Abend.\n\n[00:00:03.000] Bye." },
    /* Nothing of a paragraph but its border. */
    { TRS_TEXT_ALL, { 0, 5 }, { 1, 0 }, "evening." },
    { TRS_TEXT_ALL, { 0, 13 }, { 1, 3 }, "[00:00:02.000] Speaker 2: Sch" },
    { TRS_TEXT_ALL, { 0, 13 }, { 1, 0 }, "" },
    /* Nothing at all. */
    { TRS_TEXT_ALL, { 1, 0 }, { 1, 0 }, "" },
    { TRS_TEXT_ALL, { 1, 3 }, { 1, 1 }, "" },
    { TRS_TEXT_ALL, { 2, 0 }, { 1, 4 }, "" },
    { TRS_TEXT_ALL, { 7, 0 }, { 9, 4 }, "" },
    { TRS_TEXT_ALL, { 0, 99 }, { 0, 100 }, "" },
    /* In the middle of a letter means with it. */
    { TRS_TEXT_BARE, { 1, 4 }, { 1, 8 }, "öner" },
    { TRS_TEXT_BARE, { 1, 0 }, { 1, 4 }, "Schö" },
  };
  g_autoptr (TrsDocument) document = make_document (BARE, ALL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          trs_export_render_range (document, cases[i].flags, cases[i].start, cases[i].end);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_empty_paragraphs (void)
{
  g_autoptr (TrsDocument) document =
      make_document ("A\n\n\n\nB\n\n", "Speaker 1: A\n\nSpeaker 2: \n\nSpeaker 3: B\n\nSpeaker 4: ");
  g_autofree char *all =
      trs_export_render_range (document, TRS_TEXT_ALL, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 3, 0 });

  g_assert_cmpstr (all, ==, "Speaker 1: A\n\nSpeaker 2: \n\nSpeaker 3: B\n\nSpeaker 4: ");
}

/* Every range of the bare text is that part of it. */
static void
test_every_range (void)
{
  g_autoptr (TrsDocument) document = make_document ("ab\n\ncd\n\nef", "Speaker 1: ab\n\ncd\n\nSpeaker 2: ef");
  const char *text = "ab\n\ncd\n\nef";

  for (guint from = 0; from < 9; from++)
    {
      for (guint to = from + 1; to <= 9; to++)
        {
          TrsTextPosition start = { from / 3, from % 3 };
          TrsTextPosition end = { (to - 1) / 3, (to - 1) % 3 };
          g_autofree char *range = trs_export_render_range (document, TRS_TEXT_BARE, start, end);
          gsize a = start.paragraph * 4 + start.byte;
          gsize b = end.paragraph * 4 + end.byte;
          g_autofree char *expected = g_strndup (text + a, b > a ? b - a : 0);

          /* A border alone is left out at both ends. */
          g_strchomp (g_strchug (expected));
          g_assert_cmpstr (range, ==, expected);
        }
    }
}

static void
test_unaligned (void)
{
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { g_bytes_new_static ("A\n\nB", 4), NULL, NULL,
                                         g_bytes_new_static ("1 A\r\n\r\n2 B", 10) };
  g_autoptr (TrsTranscript) transcript = trs_transcript_new_unaligned (texts, NULL, FALSE);
  g_autoptr (TrsDocument) document = trs_document_new (transcript, NULL);
  g_autofree char *range =
      trs_export_render_range (document, TRS_TEXT_ALL, (TrsTextPosition) { 0, 2 }, (TrsTextPosition) { 1, 1 });
  g_autoptr (GBytes) whole = trs_transcript_get_text (trs_document_get_transcript (document), TRS_TEXT_ALL);

  g_assert_cmpstr (range, ==, "A\r\n\r\n2");
  g_assert_true (g_bytes_equal (whole, texts[TRS_TEXT_ALL]));
  g_bytes_unref (texts[TRS_TEXT_BARE]);
  g_bytes_unref (texts[TRS_TEXT_ALL]);
}

#define LINK "https://video.example/?v=a%26%22b&amp;t="

/* As HTML: names bold, times leading to the video, and nothing of what was said in control. */
static void
test_html (void)
{
  const struct
  {
    const char *pattern;
    TrsTextFlags flags;
    TrsTextPosition start;
    TrsTextPosition end;
    const char *html;
  } cases[] = {
    /* Over two speakers, from the middle of the first one's words. */
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_ALL, { 0, 5 }, { 1, G_MAXSIZE },
      "<p dir=\"auto\">&lt;script&gt;x&lt;/script&gt;</p><p dir=\"auto\"><a href=\"" LINK "62\">[00:01:02.900]</a> "
      "<b>Anna &lt;i&gt; &amp; \"Co\"</b>: R&amp;D &quot;now&quot;<br>again.</p>" },
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_ALL, { 0, 0 }, { 1, 3 },
      "<p dir=\"auto\"><a href=\"" LINK "1\">[00:00:01.000]</a> <b>Speaker 1</b>: "
      "Good &lt;script&gt;x&lt;/script&gt;</p>"
      "<p dir=\"auto\"><a href=\"" LINK "62\">[00:01:02.900]</a> <b>Anna &lt;i&gt; &amp; \"Co\"</b>: R&amp;D</p>" },
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_TIMECODES, { 0, 0 }, { 1, 3 },
      "<p dir=\"auto\"><a href=\"" LINK "1\">[00:00:01.000]</a> Good &lt;script&gt;x&lt;/script&gt;</p>"
      "<p dir=\"auto\"><a href=\"" LINK "62\">[00:01:02.900]</a> R&amp;D</p>" },
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_SPEAKERS, { 0, 0 }, { 1, 3 },
      "<p dir=\"auto\"><b>Speaker 1</b>: Good &lt;script&gt;x&lt;/script&gt;</p>"
      "<p dir=\"auto\"><b>Anna &lt;i&gt; &amp; \"Co\"</b>: R&amp;D</p>" },
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_BARE, { 0, 0 }, { 1, 3 },
      "<p dir=\"auto\">Good &lt;script&gt;x&lt;/script&gt;</p><p dir=\"auto\">R&amp;D</p>" },
    /* Without a page of the video. */
    { NULL, TRS_TEXT_ALL, { 0, 5 }, { 1, 3 },
      "<p dir=\"auto\">&lt;script&gt;x&lt;/script&gt;</p><p dir=\"auto\">[00:01:02.900] "
      "<b>Anna &lt;i&gt; &amp; \"Co\"</b>: R&amp;D</p>" },
    { "", TRS_TEXT_TIMECODES, { 1, 0 }, { 1, 3 }, "[00:01:02.900] R&amp;D" },
    /* A page that has no place for a time is a page all the same. */
    { "https://video.example/{id}", TRS_TEXT_TIMECODES, { 1, 0 }, { 1, 3 },
      "<a href=\"https://video.example/a%26%22b\">[00:01:02.900]</a> R&amp;D" },
    /* One paragraph alone is pasted into a sentence; one without a time has no link. */
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_ALL, { 0, 5 }, { 0, 13 }, "&lt;script&gt;" },
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_ALL, { 2, 0 }, { 2, 3 }, "<b>Speaker 1</b>: Bye" },
    { "https://video.example/?v={id}&t={t}", TRS_TEXT_ALL, { 1, 0 }, { 1, 0 }, "" },
  };
  g_autoptr (TrsDocument) plain = make_document ("Good <script>x</script>\n\nR&D \"now\"\nagain.\n\nBye.",
                                                 "[00:00:01.000] Speaker 1: Good <script>x</script>\n\n"
                                                 "[00:01:02.900] Speaker 2: R&D \"now\"\nagain.\n\n"
                                                 "Speaker 1: Bye.");
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) named =
      trs_annotations_rename (none, 2, "Anna <i> & \"Co\"");
  g_autoptr (TrsDocument) document = trs_document_new (trs_document_get_transcript (plain), named);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TrsExportSource source = { .document = document, .video_id = (char *) "a&\"b",
                                       .pattern = (char *) cases[i].pattern };
      g_autofree char *html = trs_export_render_range_html (&source, cases[i].flags, cases[i].start, cases[i].end);
      g_auto (GStrv) quotes = g_strsplit (cases[i].html, "\"Co\"", -1);
      g_autofree char *expected = g_strjoinv ("&quot;Co&quot;", quotes);

      g_assert_cmpstr (html, ==, expected);
    }
}

/* Without the tags of names and links it is what the plain text is as HTML, whatever is selected. */
static void
assert_same_words (TrsDocument     *document,
                   TrsTextFlags     flags,
                   TrsTextPosition  start,
                   TrsTextPosition  end)
{
  const TrsExportSource source = { .document = document, .video_id = (char *) "id",
                                   .pattern = (char *) "https://video.example/{id}?t={t}" };
  g_autoptr (GRegex) tags = g_regex_new ("</?(a|b)( [^>]*)?>", 0, 0, NULL);
  g_autofree char *html = trs_export_render_range_html (&source, flags, start, end);
  g_autofree char *text = trs_export_render_range (document, flags, start, end);
  g_autofree char *expected = trs_export_text_to_html (text);
  g_autofree char *words = g_regex_replace_literal (tags, html, -1, 0, "", 0, NULL);

  g_assert_cmpstr (words, ==, expected);
}

static void
test_html_words (void)
{
  static const char * const bodies[][2] = {
    { BARE, ALL },
    { "ab<b>\n\n\n\n&\r\n\001c\n\n", "Speaker 1: ab<b>\n\nSpeaker 2: \n\nSpeaker 12: &\r\n\001c\n\nSpeaker 4: " },
    { "a\n\nb", "Speaker 1: [00:00:01.000] a\n\nSpeaker 2: [00:00:02.000] b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (TrsDocument) document = make_document (bodies[i][0], bodies[i][1]);
      guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (document), TRS_TEXT_ALL);

      g_assert_true (trs_transcript_is_aligned (trs_document_get_transcript (document)));
      for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
        for (guint a = 0; a < n * 4; a++)
          for (guint b = 0; b < n * 4; b++)
            assert_same_words (document, flags, (TrsTextPosition) { a / 4, a % 4 },
                               (TrsTextPosition) { b / 4, b % 4 });
    }
}

/* What is not aligned is what the service wrote, without a name or a time in it that would be known. */
static void
test_html_unaligned (void)
{
  GBytes *texts[TRS_TEXT_N_VARIANTS] = { g_bytes_new_static ("A", 1), NULL, NULL,
                                         g_bytes_new_static ("Speaker 1: A\n\n<b>\n\nC", 20) };
  g_autoptr (TrsTranscript) transcript = trs_transcript_new_unaligned (texts, NULL, FALSE);
  g_autoptr (TrsDocument) document = trs_document_new (transcript, NULL);
  const TrsExportSource source = { .document = document };
  g_autofree char *html = trs_export_render_range_html (&source, TRS_TEXT_ALL, (TrsTextPosition) { 0, 0 },
                                                        (TrsTextPosition) { G_MAXUINT, 0 });

  g_assert_cmpstr (html, ==,
                   "<p dir=\"auto\">Speaker 1: A</p><p dir=\"auto\">&lt;b&gt;</p><p dir=\"auto\">C</p>");
  g_bytes_unref (texts[TRS_TEXT_BARE]);
  g_bytes_unref (texts[TRS_TEXT_ALL]);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/export-text/whole", test_whole);
  g_test_add_func ("/export-text/range", test_range);
  g_test_add_func ("/export-text/empty-paragraphs", test_empty_paragraphs);
  g_test_add_func ("/export-text/every-range", test_every_range);
  g_test_add_func ("/export-text/unaligned", test_unaligned);
  g_test_add_func ("/export-text/html", test_html);
  g_test_add_func ("/export-text/html-words", test_html_words);
  g_test_add_func ("/export-text/html-unaligned", test_html_unaligned);
  return g_test_run ();
}
