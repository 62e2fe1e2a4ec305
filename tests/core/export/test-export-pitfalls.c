/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

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
  g_autoptr (TrsAnnotations) named = trs_annotations_rename (source->document->annotations, 2, "Anna Berg");

  for (guint i = 0; i < 8; i++)
    {
      TrsExportOptions options = trs_export_format_get_defaults (trs_export_format_find ("txt"));
      g_autoptr (GBytes) expected = NULL;
      g_autofree char *text = NULL;

      if (i == 4)
        trs_export_sample_annotate (source, named);
      options.timecodes = (i & 1) != 0;
      options.speakers = (i & 2) != 0;
      text = render ("txt", source, &options);
      expected = trs_export_render_file (source->document,
                                         (options.timecodes ? TRS_TEXT_TIMECODES : 0) |
                                             (options.speakers ? TRS_TEXT_SPEAKERS : 0));
      g_assert_cmpmem (text, strlen (text), g_bytes_get_data (expected, NULL), g_bytes_get_size (expected));
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

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add_func ("/export-pitfalls/text/is-what-is-copied", test_text_is_what_is_copied);
  g_test_add_func ("/export-pitfalls/text/header", test_text_header);

  return g_test_run ();
}
