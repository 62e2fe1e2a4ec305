/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-export-sample.h"
#include "trs-quote-sheet-save.h"
#include "trs-test-annotations.h"
#include "trs-test-utils.h"

#define LINK "https://video.example/watch?v=dQw4w9WgXcQ&t="

static void
add_mark (TrsExportSource *source,
          TrsTextPosition  start,
          TrsTextPosition  end,
          TrsMarkColour    colour,
          const char      *note)
{
  g_autoptr (TrsAnnotations) marked = trs_annotations_mark (source->document->annotations, source->document->transcript,
                                                            start, end, colour, note, 1);

  trs_export_sample_annotate (source, marked);
}

static GPtrArray *
make_sources (guint n)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "=SUM(A1) is what I said." }, { 2000, 2, "Five six." },
  };
  GPtrArray *sources = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_export_source_unref);

  for (guint i = 0; i < n; i++)
    {
      TrsExportSource *source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
      g_autoptr (TrsAnnotations) checked = trs_test_set_checked (source->document->annotations,
                                                                 source->document->transcript, 0, TRUE, 1);

      trs_export_sample_annotate (source, checked);
      add_mark (source, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 8 }, TRS_MARK_GREEN,
                "From <M>\nDo not name");
      add_mark (source, (TrsTextPosition) { 1, 0 }, (TrsTextPosition) { 1, 9 }, TRS_MARK_YELLOW, NULL);
      g_ptr_array_add (sources, source);
    }
  return sources;
}

static void
test_plain (void)
{
  g_autoptr (GPtrArray) sources = make_sources (1);
  TrsQuoteSheetOptions options = { .grouped = FALSE };
  g_autofree char *plain = trs_quote_sheet_render (sources, &options, TRS_QUOTATION_PLAIN);
  g_autofree char *grouped = NULL;
  g_autofree char *notes = NULL;

  g_assert_cmpstr (plain, ==,
                   "“=SUM(A1) …” — Speaker 1, in “City <council> & *budget*” (00:00:01), " LINK "1s\nFact\n\n"
                   "“Five six.” — Speaker 2, in “City <council> & *budget*” (00:00:02), " LINK "2s\nQuote\n");
  options.notes = TRUE;
  notes = trs_quote_sheet_render (sources, &options, TRS_QUOTATION_PLAIN);
  g_assert_nonnull (strstr (notes, "\nFact\n\xe2\x9c\x93 Checked against the video\nNote: From <M> Do not name\n"));
  options.notes = FALSE;
  options.grouped = TRUE;
  grouped = trs_quote_sheet_render (sources, &options, TRS_QUOTATION_PLAIN);
  g_assert_true (g_str_has_prefix (grouped, "Quote\n\n“Five six.”"));
  g_assert_nonnull (strstr (grouped, "\n\nFact\n\n“=SUM(A1) …”"));
}

/* The same highlights in each format; no note unless it was chosen; of several transcripts, each under its title. */
static void
test_formats (void)
{
  static const char * const extensions[] = { "txt", "md", "html", "csv", "docx", "odt" };

  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    for (guint variant = 0; variant < 8; variant++)
      {
        g_autoptr (GPtrArray) sources = make_sources (variant & 1 ? 2 : 1);
        const TrsQuoteSheetOptions options = { (variant & 2) != 0, (variant & 4) != 0 };
        g_autoptr (GError) error = NULL;
        g_autoptr (GBytes) bytes = trs_quote_sheet_save (sources, &options, extensions[i], &error);
        g_autoptr (GBytes) again = trs_quote_sheet_save (sources, &options, extensions[i], &error);
        g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

        g_assert_no_error (error);
        g_assert_true (g_bytes_equal (bytes, again));
        if (i >= 4)
          continue;
        g_assert_nonnull (strstr (text, "Five six."));
        g_assert_nonnull (strstr (text, "Quote"));
        g_assert_cmpint (strstr (text, "Do not name") != NULL, ==, options.notes);
        g_assert_cmpint (strstr (text, "Checked against") != NULL || strstr (text, ",yes") != NULL, ==, options.notes);
        g_assert_null (strstr (text, i == 3 ? ",\"=SUM" : i == 2 ? "<M>" : "\x01"));
      }
}

/* The form of the service, where that is wanted. */
static void
test_exact_times (void)
{
  g_autoptr (GPtrArray) sources = make_sources (1);
  const TrsQuoteSheetOptions options = { .exact_times = TRUE };
  g_autofree char *plain = trs_quote_sheet_render (sources, &options, TRS_QUOTATION_PLAIN);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = trs_quote_sheet_save (sources, &options, "csv", &error);
  g_autofree char *csv = NULL;

  g_assert_no_error (error);
  csv = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_nonnull (strstr (plain, "(00:00:02.000), " LINK "2s"));
  g_assert_nonnull (strstr (csv, "00:00:02.000"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/quote-sheet/plain", test_plain);
  g_test_add_func ("/quote-sheet/formats", test_formats);
  g_test_add_func ("/quote-sheet/exact-times", test_exact_times);
  return g_test_run ();
}
