/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-escape.h"
#include "trs-export.h"
#include "trs-quotation.h"
#include "trs-test-annotations.h"
#include "trs-test-transcripts.h"
#include "trs-test-utils.h"

#include <string.h>

#define TITLE "Port strike"
#define LINK "https://video.example/watch?v=abc&t=12s"

static const TrsTestParagraph talk[] = {
  { 12999, 1, "Good evening, everyone." },
  { 20000, 1, " We begin.\t" },
  { 30000, 2, "Thank you." },
  { -1, 0, "A word from the hall." },
  { 40000, 1, "Grüße, Äpfel und mehr" },
  { 50000, 1, " " },
  { 60000, 1, "One line\nand another." },
  { 0, 0, NULL },
};

typedef struct
{
  TrsTextPosition start;
  TrsTextPosition end;
  const char *link;
  const char *plain;
  const char *markdown;
  const char *html;
} Case;

static TrsDocument *
make_document (const TrsTestParagraph *paragraphs,
               const char             *language)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, language);

  return trs_test_document_new (transcript);
}

static void
assert_quotation (TrsQuotation       *quotation,
                  TrsQuotationFormat  format,
                  const char         *expected)
{
  g_autofree char *text = NULL;

  quotation->format = format;
  text = trs_quotation_render (quotation);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_case (TrsDocument *document,
             const char  *title,
             const Case  *it)
{
  TrsQuotation quotation = { document, TRS_TEXT_ALL, it->start, it->end, title, it->link };

  g_assert_true (trs_quotation_trim (&quotation));
  assert_quotation (&quotation, TRS_QUOTATION_PLAIN, it->plain);
  assert_quotation (&quotation, TRS_QUOTATION_MARKDOWN, it->markdown);
  assert_quotation (&quotation, TRS_QUOTATION_HTML, it->html);
}

static void
test_passages (void)
{
  const Case cases[] = {
    /* a whole paragraph; the second is rounded down */
    { { 0, 0 }, { 0, G_MAXSIZE }, LINK,
      "“Good evening, everyone.” — Speaker 1, in “Port strike” (00:00:12), " LINK,
      "> “Good evening, everyone.”\n>\n> — **Speaker 1**, in [“Port strike” (00:00:12)](" LINK ")",
      "<blockquote><p dir=\"auto\">“Good evening, everyone.”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
      "<a href=\"https://video.example/watch?v=abc&amp;t=12s\">“Port strike” (00:00:12)</a></p></blockquote>" },
    /* within a paragraph, and without a page for the video */
    { { 0, 5 }, { 0, 12 }, NULL,
      "“… evening …” — Speaker 1, in “Port strike” (at or after 00:00:12)",
      "> “… evening …”\n>\n> — **Speaker 1**, in “Port strike” (at or after 00:00:12)",
      "<blockquote><p dir=\"auto\">“… evening …”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
      "“Port strike” (at or after 00:00:12)</p></blockquote>" },
    /* several paragraphs of one speaker: from the end of one, which is not quoted, past one without words */
    { { 0, 23 }, { 1, 8 }, NULL,
      "“We begi…” — Speaker 1, in “Port strike” (00:00:20)",
      "> “We begi…”\n>\n> — **Speaker 1**, in “Port strike” (00:00:20)",
      "<blockquote><p dir=\"auto\">“We begi…”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
      "“Port strike” (00:00:20)</p></blockquote>" },
    { { 4, 19 }, { 6, 8 }, NULL,
      "“… mehr\n\nOne line …”\n\n— Speaker 1, in “Port strike” (at or after 00:00:40)",
      "> “… mehr\n>\n> One line …”\n>\n> — **Speaker 1**, in “Port strike” (at or after 00:00:40)",
      "<blockquote><p dir=\"auto\">“… mehr</p><p dir=\"auto\">One line …”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
      "“Port strike” (at or after 00:00:40)</p></blockquote>" },
    /* several speakers, and one who is not known */
    { { 1, 4 }, { 3, 6 }, NULL,
      "Speaker 1: “… begin.”\n\nSpeaker 2: “Thank you.”\n\nSpeaker unknown: “A word …”\n\n"
      "— “Port strike” (at or after 00:00:20)",
      "> **Speaker 1**: “… begin.”\n>\n> **Speaker 2**: “Thank you.”\n>\n> **Speaker unknown**: “A word …”\n>\n"
      "> — “Port strike” (at or after 00:00:20)",
      "<blockquote><p dir=\"auto\"><b>Speaker 1</b>: “… begin.”</p><p dir=\"auto\"><b>Speaker 2</b>: “Thank you.”</p>"
      "<p dir=\"auto\"><b>Speaker unknown</b>: “A word …”</p>"
      "<p dir=\"auto\">— “Port strike” (at or after 00:00:20)</p></blockquote>" },
    /* neither a speaker nor a time is known */
    { { 3, 0 }, { 3, G_MAXSIZE }, LINK,
      "“A word from the hall.” — “Port strike”, " LINK,
      "> “A word from the hall.”\n>\n> — [“Port strike”](" LINK ")",
      "<blockquote><p dir=\"auto\">“A word from the hall.”</p><p dir=\"auto\">— "
      "<a href=\"https://video.example/watch?v=abc&amp;t=12s\">“Port strike”</a></p></blockquote>" },
    /* in the middle of a letter means with it */
    { { 4, 3 }, { 4, 10 }, NULL,
      "“…üße, Ä…” — Speaker 1, in “Port strike” (at or after 00:00:40)",
      "> “…üße, Ä…”\n>\n> — **Speaker 1**, in “Port strike” (at or after 00:00:40)",
      "<blockquote><p dir=\"auto\">“…üße, Ä…”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
      "“Port strike” (at or after 00:00:40)</p></blockquote>" },
    /* a line end stays one; behind the text means its end */
    { { 5, 0 }, { G_MAXUINT, 0 }, NULL,
      "“One line\nand another.” — Speaker 1, in “Port strike” (00:01:00)",
      "> “One line  \n> and another.”\n>\n> — **Speaker 1**, in “Port strike” (00:01:00)",
      "<blockquote><p dir=\"auto\">“One line<br>and another.”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
      "“Port strike” (00:01:00)</p></blockquote>" },
  };
  g_autoptr (TrsDocument) document = make_document (talk, "en");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (document, TITLE, &cases[i]);
}

static void
test_nothing (void)
{
  const struct
  {
    TrsTextPosition start;
    TrsTextPosition end;
  } cases[] = {
    { { 0, 3 }, { 0, 3 } }, { { 0, 4 }, { 0, 5 } },  { { 0, 23 }, { 1, 1 } },          { { 5, 0 }, { 5, G_MAXSIZE } },
    { { 2, 0 }, { 1, 4 } }, { { 1, 4 }, { 1, 2 } },  { { 9, 0 }, { 12, 4 } },          { { 6, 99 }, { G_MAXUINT, 0 } },
  };
  static const TrsTestParagraph empty[] = { { 0, 0, NULL } };
  g_autoptr (TrsDocument) document = make_document (talk, "en");
  g_autoptr (TrsDocument) no_words = make_document (empty, "en");
  TrsQuotation of_none = { no_words, TRS_TEXT_ALL, { 0, 0 }, { 0, G_MAXSIZE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TrsQuotation quotation = { document, TRS_TEXT_ALL, cases[i].start, cases[i].end };

      g_assert_false (trs_quotation_trim (&quotation));
    }
  g_assert_false (trs_quotation_trim (&of_none));
}

static void
test_marks (void)
{
  const struct
  {
    const char *language;
    const char *quoted;
  } cases[] = {
    { NULL, "“a” — “" TITLE "”" },
    { "", "“a” — “" TITLE "”" },
    { "en-GB", "“a” — “" TITLE "”" },
    { "tlh", "“a” — “" TITLE "”" },
    { "e", "“a” — “" TITLE "”" },
    { "de", "„a“ — „" TITLE "“" },
    { "de-CH", "„a“ — „" TITLE "“" },
    { "DE", "„a“ — „" TITLE "“" },
    { "pl", "„a” — „" TITLE "”" },
    { "fr-CA", "«\xc2\xa0" "a\xc2\xa0» — «\xc2\xa0" TITLE "\xc2\xa0»" },
    { "sv", "”a” — ”" TITLE "”" },
    { "pt-PT", "«a» — «" TITLE "»" },
    { "pt-BR", "“a” — “" TITLE "”" },
    { "ja", "「a」 — 「" TITLE "」" },
    { "zh-Hant-TW", "「a」 — 「" TITLE "」" },
    { "zh-Hans", "“a” — “" TITLE "”" },
  };
  static const TrsTestParagraph words[] = { { -1, 0, "a" }, { 0, 0, NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsDocument) document = make_document (words, cases[i].language);
      TrsQuotation quotation = { document, TRS_TEXT_ALL, { 0, 0 }, { 0, G_MAXSIZE }, TITLE };

      g_assert_true (trs_quotation_trim (&quotation));
      assert_quotation (&quotation, TRS_QUOTATION_PLAIN, cases[i].quoted);
    }
}

/* Where words are written without blanks, none stands beside the ellipsis. */
static void
test_unsegmented (void)
{
  static const TrsTestParagraph words[] = { { 1000, 1, "今日は港から" }, { 0, 0, NULL } };
  g_autoptr (TrsDocument) document = make_document (words, "ja");
  TrsQuotation quotation = { document, TRS_TEXT_ALL, { 0, 9 }, { 0, 12 }, "港" };

  g_assert_true (trs_quotation_trim (&quotation));
  assert_quotation (&quotation, TRS_QUOTATION_PLAIN, "「…港…」 — Speaker 1, in 「港」 (at or after 00:00:01)");
}

/* The title runs from right to left and is isolated; the source begins a line of its own, of its own direction. */
static void
test_right_to_left (void)
{
  static const TrsTestParagraph words[] = { { 1000, 1, "שלום לכולם" }, { 0, 0, NULL } };
  const Case it = {
    { 0, 0 }, { 0, G_MAXSIZE }, LINK,
    "”שלום לכולם”\n\n— Speaker 1, in ”\u2068נמל\u2069” (00:00:01), " LINK,
    "> ”שלום לכולם”\n>\n> — **Speaker 1**, in [”\u2068נמל\u2069” (00:00:01)](" LINK ")",
    "<blockquote><p dir=\"auto\">”שלום לכולם”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
    "<a href=\"https://video.example/watch?v=abc&amp;t=12s\">”\u2068נמל\u2069” (00:00:01)</a></p></blockquote>",
  };
  g_autoptr (TrsDocument) document = make_document (words, "he");

  assert_case (document, "נמל", &it);
}

/* A name of the user's stands in place of the label, also of a paragraph that was given to somebody. */
static void
test_names (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (talk, "en");
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) named = trs_annotations_rename (none, 2, "Anna *Berg* <b>");
  g_autoptr (TrsAnnotations) given = trs_annotations_assign (named, transcript, 3, 2, 1);
  g_autoptr (TrsDocument) document = trs_document_new (transcript, given);
  const Case it = {
    { 2, 0 }, { 3, 6 }, NULL,
    "“Thank you.\n\nA word …”\n\n— Anna *Berg* <b>, in “Port strike” (00:00:30)",
    "> “Thank you.\n>\n> A word …”\n>\n> — **Anna \\*Berg\\* \\<b\\>**, in “Port strike” (00:00:30)",
    "<blockquote><p dir=\"auto\">“Thank you.</p><p dir=\"auto\">A word …”</p>"
    "<p dir=\"auto\">— <b>Anna *Berg* &lt;b&gt;</b>, in “Port strike” (00:00:30)</p></blockquote>",
  };

  assert_case (document, TITLE, &it);
}

/* Neither what was said, nor the title or the address, formats anything or leads elsewhere. */
static void
test_hostile (void)
{
  static const TrsTestParagraph words[] = {
    { 1000, 1, "*laughs* <script>x</script> [y](z) &amp;\n- one\n    # two\n> three\r\n1. \x01" "four" },
    { 0, 0, NULL },
  };
  const Case it = {
    { 0, 0 }, { 0, G_MAXSIZE }, "https://v.example/(a)?x=\"><b>&y=&lt;",
    "“*laughs* <script>x</script> [y](z) &amp;\n- one\n    # two\n> three\n1. four” — Speaker 1, in "
    "“</a> ](http://evil) \"q\"” (00:00:01), https://v.example/(a)?x=\"><b>&y=&lt;",
    "> “\\*laughs\\* \\<script\\>x\\</script\\> \\[y\\](z) \\&amp;  \n> \\- one  \n> \\# two  \n> \\> three  \n"
    "> 1\\. four”\n>\n> — **Speaker 1**, in [“\\</a\\> \\](http://evil) \"q\"” (00:00:01)]"
    "(https://v.example/%28a%29?x=%22%3E%3Cb%3E&y=&lt%3B)",
    "<blockquote><p dir=\"auto\">“*laughs* &lt;script&gt;x&lt;/script&gt; [y](z) &amp;amp;<br>- one<br>    # two<br>"
    "&gt; three<br>1. four”</p><p dir=\"auto\">— <b>Speaker 1</b>, in "
    "<a href=\"https://v.example/%28a%29?x=%22%3E%3Cb%3E&amp;y=&amp;lt%3B\">“&lt;/a&gt; ](http://evil) &quot;q&quot;” "
    "(00:00:01)</a></p></blockquote>",
  };
  g_autoptr (TrsDocument) document = make_document (words, "en");

  assert_case (document, "</a>\n](http://evil)\u202e \"q\"", &it);
}

/* Of a text in which prefixes are not told from words, nothing is known but the words. */
static void
test_unaligned (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_unaligned (FALSE);
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  TrsQuotation quotation = { document, TRS_TEXT_BARE, { 0, 0 }, { 0, G_MAXSIZE }, NULL };
  const TrsParagraph *first = trs_transcript_get_paragraph (transcript, TRS_TEXT_BARE, 0);
  g_autofree char *expected = g_strdup_printf ("“%.*s” — “Untitled”", (int) first->body_length, first->body);

  g_assert_false (trs_transcript_is_aligned (transcript));
  g_assert_true (trs_quotation_trim (&quotation));
  assert_quotation (&quotation, TRS_QUOTATION_PLAIN, expected);
}

/* Rows and cells stay what they are, whatever was said, and nothing is calculated. */
static void
test_table (void)
{
  static const TrsTestParagraph words[] = {
    { 1000, 1, "One\tand\nmore" }, { 3723999, 2, "=1+1" }, { -1, 0, "-5 <b>" }, { 5000, 1, "Last." },
    { 6000, 1, "\u00a0\uff1d1" }, { 0, 0, NULL },
  };
  const struct
  {
    TrsTextFlags flags;
    TrsTextPosition start;
    TrsTextPosition end;
    const char *table;
  } cases[] = {
    { TRS_TEXT_ALL, { 0, 0 }, { G_MAXUINT, 0 },
      "00:00:01\tSpeaker 1\tOne and more\n01:02:03\tSpeaker 2\t'=1+1\n\t\t'-5 <b>\n00:00:05\tSpeaker 1\tLast.\n"
      "00:00:06\tSpeaker 1\t'\u00a0\uff1d1\n" },
    { TRS_TEXT_TIMECODES, { 0, 4 }, { 1, 2 }, "00:00:01\tand more\n01:02:03\t'=1\n" },
    { TRS_TEXT_SPEAKERS, { 2, 3 }, { 3, 4 }, "\t<b>\nSpeaker 1\tLast\n" },
    { TRS_TEXT_BARE, { 0, 12 }, { 1, 1 }, "'=\n" },
    { TRS_TEXT_BARE, { 1, 1 }, { 1, 1 }, "" },
  };
  g_autoptr (TrsDocument) document = make_document (words, "en");
  g_autofree char *exact = NULL;
  g_autofree char *html = trs_export_table_to_html ("a\t<b>\n\tc\n");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *table = trs_export_render_table (document, cases[i].flags, cases[i].start, cases[i].end, FALSE);

      g_assert_cmpstr (table, ==, cases[i].table);
    }
  exact = trs_export_render_table (document, TRS_TEXT_TIMECODES, (TrsTextPosition) { 1, 0 }, (TrsTextPosition) { 2, 2 },
                                   TRUE);
  g_assert_cmpstr (exact, ==, "01:02:03.999\t'=1+1\n\t'-5\n");
  g_assert_cmpstr (html, ==, "<table><tr><td>a</td><td>&lt;b&gt;</td></tr><tr><td></td><td>c</td></tr></table>");
}

/* The caution is part of a quotation until each of its paragraphs is checked. */
static void
test_caution (void)
{
  g_autoptr (TrsDocument) document = make_document (talk, "en");
  g_autoptr (TrsTranscript) transcript = g_object_ref (trs_document_get_transcript (document));
  TrsQuotation quotation = { document, TRS_TEXT_ALL, { 0, 0 }, { 1, G_MAXSIZE }, TITLE,
                             .caution = "Heard by <a> machine." };
  g_autoptr (TrsAnnotations) first =
      trs_test_set_checked (trs_document_get_annotations (document), transcript, 0, TRUE, 1);
  g_autoptr (TrsAnnotations) both = trs_test_set_checked (first, transcript, 1, TRUE, 1);
  g_autoptr (TrsDocument) half = trs_document_new (transcript, first);
  g_autoptr (TrsDocument) checked = trs_document_new (transcript, both);

  g_assert_true (trs_quotation_trim (&quotation));
  for (guint i = 0; i < 3; i++)
    {
      TrsDocument *documents[] = { document, half, checked };
      gboolean cautious = i < 2;
      g_autofree char *plain = NULL;
      g_autofree char *html = NULL;

      quotation.document = documents[i];
      quotation.format = TRS_QUOTATION_PLAIN;
      plain = trs_quotation_render (&quotation);
      g_assert_true (g_str_has_suffix (plain, "\n\nHeard by <a> machine.") == cautious);
      quotation.format = TRS_QUOTATION_HTML;
      html = trs_quotation_render (&quotation);
      g_assert_true (g_str_has_suffix (html, "<p dir=\"auto\">Heard by &lt;a&gt; machine.</p></blockquote>") ==
                     cautious);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add_func ("/quotation/passages", test_passages);
  g_test_add_func ("/quotation/nothing", test_nothing);
  g_test_add_func ("/quotation/marks", test_marks);
  g_test_add_func ("/quotation/unsegmented", test_unsegmented);
  g_test_add_func ("/quotation/right-to-left", test_right_to_left);
  g_test_add_func ("/quotation/names", test_names);
  g_test_add_func ("/quotation/hostile", test_hostile);
  g_test_add_func ("/quotation/unaligned", test_unaligned);
  g_test_add_func ("/quotation/table", test_table);
  g_test_add_func ("/quotation/caution", test_caution);

  return g_test_run ();
}
