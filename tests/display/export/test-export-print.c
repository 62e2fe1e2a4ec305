/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-print.h"

#include <glib/gstdio.h>
#include <string.h>

#include "trs-display-test.h"
#include "trs-frame-harness.h"
#include "trs-test-transcripts.h"

#define PARAGRAPHS 3 * TRS_TEST_HOUR

static const TrsExportOptions options = { .timecodes = TRUE, .time_marks = TRS_TIME_MARKS_NONE, .speakers = TRUE,
                                          .header = TRUE };

static TrsExportSource *
make_source (TrsTranscript *transcript)
{
  g_autoptr (TrsTranscript) owned = transcript;
  g_autoptr (TrsDocument) document = trs_test_document_new (owned);
  g_autoptr (TrsProjectData) project = trs_project_data_new ("p1");

  project->title = g_strdup ("City council <b>, 12 March");
  project->video_id = g_strdup ("cC12mar2026");
  return trs_export_source_new (document, project, NULL, "https://www.youtube.com/watch?v={id}&t={t}s");
}

static void
done_cb (GtkPrintOperation       *operation,
         GtkPrintOperationResult  result,
         gpointer                 user_data)
{
  g_assert_cmpint (result, ==, GTK_PRINT_OPERATION_RESULT_APPLY);
  *(gboolean *) user_data = TRUE;
}

/* Returns: the path of the file that "Print to File" makes, in the folder of the pictures */
static char *
print (TrsExportSource        *source,
       const TrsExportOptions *how,
       const char             *name,
       int                    *n_pages)
{
  g_autoptr (GtkPrintOperation) operation = trs_export_print_new (source, how);
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "screenshots", NULL);
  char *path = g_build_filename (folder, name, NULL);
  gboolean done = FALSE;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_remove (path);
  gtk_print_operation_set_export_filename (operation, path);
  g_signal_connect (operation, "done", G_CALLBACK (done_cb), &done);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, NULL);
  trs_test_wait_until (done);
  g_object_get (operation, "n-pages", n_pages, NULL);
  trs_export_source_unref (source);
  return path;
}

/* @reader: (nullable): a program that reads such files */
static char *
run_reader (const char *reader,
            const char *option,
            const char *path,
            const char *output)
{
  const char *arguments[] = { reader, option, path, output, NULL };
  char *text = NULL;
  int status;

  if (reader == NULL)
    return NULL;
  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL, &status,
                               NULL));
  g_assert_cmpint (status, ==, 0);
  return text;
}

/* Returns: (nullable): what a reader of such files finds in it, page after page; %NULL where there is no reader */
static char *
read_text (const char *path)
{
  g_autofree char *reader = g_find_program_in_path ("pdftotext");

  return run_reader (reader, "-layout", path, "-");
}

/* Returns: (nullable): the same of what the file says about itself */
static char *
read_facts (const char *path)
{
  g_autofree char *reader = g_find_program_in_path ("pdfinfo");

  return run_reader (reader, "-rawdates", path, NULL);
}

static void
assert_is_pdf (const char *path)
{
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_true (g_str_has_prefix (data, "%PDF-"));
  g_assert_cmpuint (size, >, 1000);
}

/* The name that the print dialog suggests, without what GTK adds. */
static void
test_name (void)
{
  TrsExportSource *source = make_source (trs_test_transcript_new (trs_test_council, "en"));
  g_autoptr (GtkPrintOperation) operation = trs_export_print_new (source, &options);
  GtkPrintSettings *settings = gtk_print_operation_get_print_settings (operation);

  g_assert_cmpstr (gtk_print_settings_get (settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME), ==,
                   "City council b , 12 March");
  trs_export_source_unref (source);
}

/* Paper has no link to follow: what it is of, and of when, stands there. */
static void
test_origin (void)
{
  TrsExportSource *source = make_source (trs_test_transcript_new (trs_test_council, "en"));
  int n_pages;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  g_clear_pointer (&source->pattern, g_free);
  source->created_at = G_GINT64_CONSTANT (1773317050000000);
  path = print (source, &options, "print-origin.pdf", &n_pages);
  text = read_text (path);
  if (text != NULL)
    {
      g_assert_nonnull (strstr (text, "Video: cC12mar2026"));
      g_assert_nonnull (strstr (text, "Created: 2026-03-12"));
    }
}

static void
test_one_page (void)
{
  int n_pages;
  g_autofree char *path =
      print (make_source (trs_test_transcript_new (trs_test_council, "en")), &options, "print.pdf", &n_pages);
  g_autofree char *text = NULL;
  g_autofree char *facts = NULL;

  g_assert_cmpint (n_pages, ==, 1);
  assert_is_pdf (path);
  text = read_text (path);
  facts = read_facts (path);
  if (text == NULL || facts == NULL)
    return;

  g_assert_true (g_regex_match_simple ("^Title:\\s+City council <b>, 12 March$", facts, G_REGEX_MULTILINE, 0));

  g_assert_nonnull (strstr (text, "City council <b>, 12 March"));
  g_assert_nonnull (strstr (text, "https://www.youtube.com/watch?v=cC12mar2026"));
  g_assert_nonnull (strstr (text, "00:00:41"));
  g_assert_nonnull (strstr (text, "Speaker 4"));
  g_assert_nonnull (strstr (text, "1 of 1"));
}

/* Every paragraph is there once and in order, and no page ends with a name. */
static void
assert_complete (const char *text,
                 int         n_pages)
{
  g_auto (GStrv) pages = g_strsplit (text, "\f", -1);
  guint n = 0;

  for (const char *p = strstr (text, "Paragraph "); p != NULL; p = strstr (p + 1, "Paragraph "))
    n++;
  g_assert_cmpuint (n, ==, PARAGRAPHS);

  for (int i = 0; i < n_pages; i++)
    {
      g_autofree char *number = g_strdup_printf ("%d of %d", i + 1, n_pages);
      char *footer = strstr (pages[i], number);

      g_assert_nonnull (footer);
      *footer = '\0';
      g_strchomp (pages[i]);
      g_assert_false (g_regex_match_simple ("\\n[ 0-9:]*Speaker \\d$", pages[i], 0, 0));
    }
}

static void
test_many_pages (void)
{
  int n_pages;
  g_autofree char *path =
      print (make_source (trs_test_transcript_generate (PARAGRAPHS)), &options, "print-long.pdf", &n_pages);
  g_autofree char *text = NULL;

  g_assert_cmpint (n_pages, >, 40);
  g_assert_cmpint (n_pages, <, 120);
  assert_is_pdf (path);
  text = read_text (path);
  if (text != NULL)
    assert_complete (text, n_pages);
}

/* One speaker for three hours, joined to one paragraph: laid out piece by piece, nothing lost or twice at the seams. */
static void
test_monologue (void)
{
  TrsTestParagraph *paragraphs = g_new0 (TrsTestParagraph, PARAGRAPHS + 1);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  const TrsExportOptions joined = { .speakers = TRUE, .merge = TRUE };
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  const char *p;
  int n_pages;

  for (guint i = 0; i < PARAGRAPHS; i++)
    {
      GString *string = g_string_new (NULL);

      for (guint j = 0; j < 60; j++)
        g_string_append_printf (string, "w%05u ", i * 60 + j);
      g_string_truncate (string, string->len - 1);
      g_ptr_array_add (words, string->str);
      paragraphs[i] = (TrsTestParagraph) { (gint64) i * 1000, 1, g_string_free (string, FALSE) };
    }
  path = print (make_source (trs_test_transcript_new (paragraphs, "en")), &joined, "print-monologue.pdf", &n_pages);
  g_free (paragraphs);
  g_assert_cmpint (n_pages, >, 20);
  text = read_text (path);
  if (text == NULL)
    return;

  p = text;
  for (guint i = 0; i < PARAGRAPHS * 60; i++)
    {
      p = strchr (p, 'w');
      g_assert_nonnull (p);
      g_assert_cmpuint (strtoul (p + 1, NULL, 10), ==, i);
      p++;
    }
  g_assert_null (strchr (p, 'w'));
}

/* Nothing to print is still a page. */
static void
test_empty (void)
{
  static const TrsTestParagraph empty[] = { { -1, 0, "" }, { 0, 0, NULL } };
  const TrsExportOptions bare = { 0 };
  int n_pages;
  g_autofree char *path =
      print (make_source (trs_test_transcript_new (empty, NULL)), &bare, "print-empty.pdf", &n_pages);

  g_assert_cmpint (n_pages, ==, 1);
  assert_is_pdf (path);
}

static void
test_mirrored (void)
{
  static const TrsTestParagraph arabic[] = {
    { 2345, 1,
      "مساء الخير. نفتتح جلسة الثاني عشر من مارس. تمت الموافقة على محضر الاجتماع الأخير، "
      "ولا توجد اعتذارات عن الغياب اليوم." },
    { 19000, 2, "شكرا. أود أن أبدأ بميزانية الرصيف الشمالي." },
    { 0, 0, NULL },
  };
  int n_pages;
  g_autofree char *path =
      print (make_source (trs_test_transcript_new (arabic, "ar")), &options, "print-mirrored.pdf", &n_pages);

  g_assert_cmpint (n_pages, ==, 1);
  assert_is_pdf (path);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/export-print/name", test_name);
  g_test_add_func ("/export-print/origin", test_origin);
  g_test_add_func ("/export-print/one-page", test_one_page);
  g_test_add_func ("/export-print/many-pages", test_many_pages);
  g_test_add_func ("/export-print/monologue", test_monologue);
  g_test_add_func ("/export-print/empty", test_empty);
  g_test_add_func ("/export-print/mirrored", test_mirrored);
  return g_test_run ();
}
