/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-export-format.h"
#include "trs-export-sample.h"
#include "trs-test-annotations.h"
#include "trs-test-utils.h"

/* What the user added to a transcript, on its way out: highlights, notes, checks, and the note on the video. */

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

static void
add_highlight (TrsExportSource   *source,
               TrsTextPosition    start,
               TrsTextPosition    end,
               TrsHighlightColour colour,
               const char        *note)
{
  g_autoptr (TrsAnnotations) highlighted =
      trs_annotations_highlight (trs_document_get_annotations (source->document),
                                 trs_document_get_transcript (source->document), start, end, colour, note,
                                 1764000300000000);

  trs_export_sample_annotate (source, highlighted);
}

/* Two overlap, the second goes on in the next paragraph, and a third touches its end there. */
static TrsExportSource *
make_source (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "One two three four." }, { 2000, 1, "Five six seven." }, { 3000, 2, "Eight." },
  };
  TrsExportSource *source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  g_autoptr (TrsAnnotations) checked = trs_test_set_checked (
      trs_document_get_annotations (source->document), trs_document_get_transcript (source->document), 1, TRUE, 1);

  trs_export_sample_annotate (source, checked);
  add_highlight (source, (TrsTextPosition) { 0, 4 }, (TrsTextPosition) { 0, 13 }, TRS_HIGHLIGHT_YELLOW, NULL);
  add_highlight (source, (TrsTextPosition){ 0, 8 }, (TrsTextPosition){ 1, 4 }, TRS_HIGHLIGHT_GREEN, "Ask *her*\nagain");
  add_highlight (source, (TrsTextPosition) { 1, 4 }, (TrsTextPosition) { 1, 8 }, TRS_HIGHLIGHT_PINK, NULL);
  source->note = g_strdup ("From M.\n\nDo not name");
  return source;
}

static const char *const secrets[] = { "Ask", "From M", "\xe2\x9c\x93" };

/* Nobody's note goes along by itself. */
static void
test_defaults (void)
{
  g_autoptr (TrsExportSource) source = make_source ();

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    {
      const TrsExportFormat *format = &trs_export_formats[i];
      gboolean for_readers = strstr ("md docx odt html csv json", format->id) != NULL;
      g_autofree char *file = render (format->id, source, NULL);

      g_assert_cmpint (format->defaults.highlights, ==, for_readers);
      g_assert_false (format->defaults.notes);
      for (guint j = 0; j < G_N_ELEMENTS (secrets); j++)
        g_assert_null (strstr (file, secrets[j]));
    }
  for (guint i = 0; i < TRS_EXPORT_N_PRESETS; i++)
    g_assert_false (trs_export_presets[i].options.notes);
}

static void
test_markdown (void)
{
  g_autoptr (TrsExportSource) source = make_source ();
  TrsExportOptions options = { .highlights = TRUE };
  g_autofree char *highlights = render ("md", source, &options);
  g_autofree char *both = NULL;
  g_autofree char *notes = NULL;

  g_assert_cmpstr (highlights, ==,
                   "One ==two three== \\[Quote\\] ==four.==\n\n"
                   "==Five== \\[Fact\\] ==six== \\[Verify\\] seven.\n\nEight.\n");
  options.notes = TRUE;
  both = render ("md", source, &options);
  g_assert_cmpstr (both, ==,
                   "---\nnote: \"From M. Do not name\"\nchecked: \"1 of 3 paragraphs\"\n---\n\n"
                   "One ==two three== \\[Quote\\] ==four.==\n\n"
                   "==Five== \\[Fact: Ask \\*her\\* again\\] ==six== \\[Verify\\] seven. \xe2\x9c\x93\n\nEight.\n");
  options.highlights = FALSE;
  notes = render ("md", source, &options);
  g_assert_nonnull (strstr (notes,
                            "One two three four.\n\nFive \\[Fact: Ask \\*her\\* again\\] six seven. \xe2\x9c\x93\n"));
}

static void
test_text (void)
{
  g_autoptr (TrsExportSource) source = make_source ();
  TrsExportOptions options = { .highlights = TRUE, .notes = TRUE, .header = TRUE };
  g_autofree char *text = render ("txt", source, &options);

  g_assert_cmpstr (text, ==,
                   "City <council> & *budget*\nhttps://video.example/watch?v=dQw4w9WgXcQ\nNote: From M.\nDo not name\n"
                   "Checked against the video: 1 of 3 paragraphs\n\n"
                   "One ==two three== [Quote] ==four.==\n\n"
                   "==Five== [Fact: Ask *her* again] ==six== [Verify] seven. \xe2\x9c\x93\n\nEight.\n");
}

/* A highlight that goes on is told of in each row, its note where it begins. */
static void
test_csv (void)
{
  g_autoptr (TrsExportSource) source = make_source ();
  TrsExportOptions options = { .highlights = TRUE, .notes = TRUE };
  g_autofree char *csv = render ("csv", source, &options);
  g_autofree char *notes = NULL;

  g_assert_cmpstr (csv, ==,
                   "start,end,speaker,text,highlights,highlighted,notes,checked\r\n"
                   "00:00:01.000,00:00:01.999,\"Speaker 1\",\"One two three four.\",\"Quote\nFact\","
                   "\"two three\nthree four.\",\"\nAsk *her* again\",\r\n"
                   "00:00:02.000,00:00:02.999,\"Speaker 1\",\"Five six seven.\",\"Fact\nVerify\","
                   "\"Five\nsix\",\"\",yes\r\n"
                   "00:00:03.000,00:00:03.500,\"Speaker 2\",\"Eight.\",\"\",\"\",\"\",\r\n");
  options.highlights = FALSE;
  notes = render ("csv", source, &options);
  g_assert_nonnull (strstr (notes, "speaker,text,notes,checked\r\n"));
}

static void
test_html (void)
{
  g_autoptr (TrsExportSource) source = make_source ();
  TrsExportOptions options = { .highlights = TRUE, .notes = TRUE };
  g_autofree char *html = render ("html", source, &options);

  g_assert_nonnull (strstr (html, "Highlights: <mark class=\"Highlight0\" title=\"Quote\">Quote</mark> "));
  g_assert_nonnull (strstr (html, "One <mark class=\"Highlight0\" title=\"Quote\">two </mark>"
                                  "<mark class=\"Highlight1 Over0\" title=\"Quote, Fact\">three</mark>"
                                  "<mark class=\"Highlight1\" title=\"Fact\"> four.</mark></p>"));
  g_assert_nonnull (strstr (html, ">Five</mark><sup id=\"words1\"><a href=\"#note1\">1</a></sup>"
                                  "<mark class=\"Highlight3\""));
  g_assert_nonnull (strstr (html, "<h2>Notes</h2>\n<ol>\n<li id=\"note1\" dir=\"auto\"><a href=\"#words1\">Fact</a>: "
                                  "Ask *her*<br>again</li>\n</ol>\n"));
  g_assert_nonnull (strstr (html, "\xc2\xa0\xe2\x9c\x93</bdi>"));
}

/* What is counted is what goes along. */
static void
test_tally (void)
{
  g_autoptr (TrsExportSource) source = make_source ();

  for (guint i = 0; i < 8; i++)
    {
      TrsExportOptions options = { .highlights = (i & 1) != 0, .notes = (i & 2) != 0, .only_checked = (i & 4) != 0 };
      g_autoptr (GArray) blocks = trs_export_blocks_new (source, &options);
      TrsExportTally tally = trs_export_blocks_count (source, &options, blocks);

      g_assert_cmpuint (tally.n_highlights, ==, !options.highlights ? 0 : options.only_checked ? 2 : 3);
      g_assert_cmpuint (tally.n_notes, ==, options.notes ? 2 : 0);
      g_assert_cmpuint (tally.n_checks, ==, options.notes ? 1 : 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/export-own/defaults", test_defaults);
  g_test_add_func ("/export-own/markdown", test_markdown);
  g_test_add_func ("/export-own/text", test_text);
  g_test_add_func ("/export-own/csv", test_csv);
  g_test_add_func ("/export-own/html", test_html);
  g_test_add_func ("/export-own/tally", test_tally);
  return g_test_run ();
}
