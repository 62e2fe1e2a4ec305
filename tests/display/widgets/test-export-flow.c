/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-export-flow.h"
#include "trs-export-format.h"
#include "trs-export.h"
#include "trs-test-transcripts.h"

#include <glib/gstdio.h>

typedef struct
{
  GtkWindow *window;
  TrsTranscript *transcript;
  TrsDocument *document;
  GAsyncResult *result;
  GCancellable *cancellable;
  GtkFileChooser *chooser;
} Fixture;

static void
start (Fixture      *fixture,
       TrsTextFlags  flags,
       const char   *title)
{
  g_autofree char *name = NULL;
  const TrsExportOptions options = { .timecodes = (flags & TRS_TEXT_TIMECODES) != 0,
                                     .fraction = TRS_TIME_FRACTION_MILLISECONDS,
                                     .speakers = (flags & TRS_TEXT_SPEAKERS) != 0 };
  g_autoptr (TrsExportSource) source = NULL;
  g_autoptr (GBytes) bytes = NULL;

  *fixture = (Fixture) { .transcript = trs_test_transcript_new (trs_test_council, "en"),
                         .cancellable = g_cancellable_new () };
  fixture->document = trs_test_document_new (fixture->transcript);
  fixture->window = trs_display_test_present (gtk_label_new ("Parent"), 700, 500);
  name = trs_export_make_name (title, "p1", ".txt");
  source = trs_export_source_new (fixture->document, NULL, NULL, NULL);
  bytes = trs_export_format_render (trs_export_format_find ("txt"), source, &options, NULL);
  trs_export_flow_save_async (fixture->window, TRS_FILE_KIND_TRANSCRIPT, "Export Transcript", name, bytes,
                              fixture->cancellable, trs_test_store_result, &fixture->result);
  g_assert_null (fixture->result);
  fixture->chooser = trs_chooser_test_wait ();
}

static char *
finish (Fixture  *fixture,
        GError  **error)
{
  char *name;

  trs_test_wait_result (fixture->result);
  name = trs_export_flow_save_finish (fixture->result, error);
  g_clear_object (&fixture->result);
  g_clear_object (&fixture->cancellable);
  trs_display_test_destroy (fixture->window);
  g_clear_object (&fixture->document);
  g_assert_finalize_object (g_steal_pointer (&fixture->transcript));
  return name;
}

static void
test_saves (void)
{
  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      g_autofree char *folder = g_dir_make_tmp ("export-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "Chosen name.txt", NULL);
      g_autofree char *suggested = NULL;
      g_autofree char *name = NULL;
      g_autofree char *contents = NULL;
      g_autofree char *expected = NULL;
      g_autoptr (GBytes) text = NULL;
      g_autoptr (GError) error = NULL;
      Fixture fixture;

      start (&fixture, flags, "City/council: 12 March");
      suggested = gtk_file_chooser_get_current_name (fixture.chooser);
      g_assert_true (g_str_has_suffix (suggested, ".txt"));
      g_assert_null (strchr (suggested, '/'));
      g_assert_true (g_str_has_prefix (suggested, "City"));

      text = trs_transcript_get_text (fixture.transcript, flags);
      trs_chooser_test_choose (fixture.chooser, folder, "Chosen name.txt");
      trs_chooser_test_click (fixture.chooser, GTK_RESPONSE_ACCEPT);
      name = finish (&fixture, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (name, ==, "Chosen name.txt");

      g_file_get_contents (path, &contents, NULL, &error);
      g_assert_no_error (error);
      expected = g_strdup_printf ("%.*s\n", (int) g_bytes_get_size (text),
                                  (const char *) g_bytes_get_data (text, NULL));
      g_assert_cmpstr (contents, ==, expected);
      g_unlink (path);
      g_rmdir (folder);
    }
}

static void
test_dismissed (void)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  start (&fixture, TRS_TEXT_ALL, NULL);
  trs_chooser_test_click (fixture.chooser, GTK_RESPONSE_CANCEL);
  name = finish (&fixture, &error);
  g_assert_null (name);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_cancelled (void)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  start (&fixture, TRS_TEXT_ALL, "x");
  g_cancellable_cancel (fixture.cancellable);
  name = finish (&fixture, &error);
  g_assert_null (name);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A place where nothing can be written: an error, and no success. */
static void
test_refused (void)
{
  g_autofree char *name = NULL;
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  start (&fixture, TRS_TEXT_ALL, "x");
  trs_chooser_test_choose (fixture.chooser, "/proc", "x.txt");
  trs_chooser_test_click (fixture.chooser, GTK_RESPONSE_ACCEPT);
  name = finish (&fixture, &error);
  g_assert_null (name);
  g_assert_nonnull (error);
  g_assert_false (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}

/* In one test, because GTK writes its list of recent files to the folder of
 * the first one, for as long as the program runs. */
static void
test_flow (void)
{
  test_saves ();
  test_dismissed ();
  test_cancelled ();
  test_refused ();
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/export-flow/flow", test_flow);
  return g_test_run ();
}
