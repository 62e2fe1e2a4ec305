/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-export-sample.h"
#include "trs-quote-sheet-save.h"
#include "trs-test-annotations.h"
#include "trs-test-utils.h"

#define LINK "https://video.example/watch?v=dQw4w9WgXcQ&t="

static void
add_highlight (TrsExportSource   *source,
               TrsTextPosition    start,
               TrsTextPosition    end,
               TrsHighlightColour colour,
               const char        *note)
{
  g_autoptr (TrsAnnotations) highlighted =
      trs_annotations_highlight (trs_document_get_annotations (source->document),
                                 trs_document_get_transcript (source->document), start, end, colour, note, 1);

  trs_export_sample_annotate (source, highlighted);
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
      g_autoptr (TrsAnnotations) checked = trs_test_set_checked (
          trs_document_get_annotations (source->document), trs_document_get_transcript (source->document), 0, TRUE, 1);

      trs_export_sample_annotate (source, checked);
      add_highlight (source, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 8 }, TRS_HIGHLIGHT_GREEN,
                     "From <M>\nDo not name");
      add_highlight (source, (TrsTextPosition) { 1, 0 }, (TrsTextPosition) { 1, 9 }, TRS_HIGHLIGHT_YELLOW, NULL);
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

static guint
count (const char *text,
       const char *part)
{
  guint n = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + strlen (part), part))
    n++;
  return n;
}

/* Once behind each transcript that has a quotation which nobody has checked; in a table, which is taken apart, beside
 * each of them. */
static void
test_caution (void)
{
  static const char * const extensions[] = { "txt", "md", "html", "csv" };
  const TrsQuoteSheetOptions options = { .grouped = FALSE };
  g_autoptr (GPtrArray) sources = make_sources (2);
  TrsExportSource *first = sources->pdata[0];

  first->caution = g_strdup ("Heard by whisper-cli");
  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    {
      g_autoptr (GBytes) bytes = trs_quote_sheet_save (sources, &options, extensions[i], NULL);
      g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      const char *caution = strstr (text, "Heard by whisper");

      /* The first paragraph is checked, the second is not. */
      g_assert_cmpuint (count (text, "Heard by whisper"), ==, 1);
      g_assert_cmpuint (count (caution, "Five six."), ==, 1);
      g_assert_cmpuint (count (text, "Five six."), ==, 2);
    }

  {
    g_autoptr (TrsAnnotations) checked = trs_test_set_checked (
        trs_document_get_annotations (first->document), trs_document_get_transcript (first->document), 1, TRUE, 1);
    g_autofree char *text = NULL;

    trs_export_sample_annotate (first, checked);
    text = trs_quote_sheet_render (sources, &options, TRS_QUOTATION_PLAIN);
    g_assert_null (strstr (text, "Heard by"));
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

static void
result_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* A worker makes the same of it, and counts what goes along with notes. */
static void
test_worker (void)
{
  g_autoptr (GPtrArray) sources = make_sources (3);
  const TrsQuoteSheetOptions options = { .grouped = TRUE, .notes = TRUE };
  g_autoptr (GAsyncResult) rendered = NULL;
  g_autoptr (GAsyncResult) saved = NULL;
  g_autoptr (GAsyncResult) counted = NULL;
  g_autoptr (GAsyncResult) dropped = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) expected = trs_quote_sheet_save (sources, &options, "docx", NULL);
  g_auto (GStrv) texts = NULL;
  TrsExportTally tally;

  trs_quote_sheet_render_all_async (sources, &options, NULL, result_cb, &rendered);
  trs_quote_sheet_save_async (sources, &options, "docx", NULL, result_cb, &saved);
  trs_quote_sheet_count_async (sources, NULL, result_cb, &counted);
  trs_quote_sheet_save_async (sources, &options, "csv", cancellable, result_cb, &dropped);
  g_cancellable_cancel (cancellable);
  trs_test_wait_until (rendered != NULL && saved != NULL && counted != NULL && dropped != NULL);

  texts = trs_quote_sheet_render_all_finish (rendered, NULL);
  g_assert_cmpuint (g_strv_length (texts), ==, 3);
  for (TrsQuotationFormat format = TRS_QUOTATION_PLAIN; format <= TRS_QUOTATION_HTML; format++)
    {
      g_autofree char *text = trs_quote_sheet_render (sources, &options, format);

      g_assert_cmpstr (texts[format], ==, text);
    }
  bytes = trs_quote_sheet_save_finish (saved, NULL);
  g_assert_true (g_bytes_equal (bytes, expected));
  g_assert_true (trs_quote_sheet_count_finish (counted, &tally, NULL));
  g_assert_cmpuint (tally.n_highlights, ==, 6);
  g_assert_cmpuint (tally.n_notes, ==, 3);
  g_assert_cmpuint (tally.n_checks, ==, 3);
  g_assert_null (trs_quote_sheet_save_finish (dropped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/quote-sheet/plain", test_plain);
  g_test_add_func ("/quote-sheet/formats", test_formats);
  g_test_add_func ("/quote-sheet/exact-times", test_exact_times);
  g_test_add_func ("/quote-sheet/caution", test_caution);
  g_test_add_func ("/quote-sheet/worker", test_worker);
  return g_test_run ();
}
