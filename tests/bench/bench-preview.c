/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The export dialog over a transcript of three hours: from the choice of a format until its preview is painted, and
 * how long the main loop was busy, in time of the processor; and the same while all of it is printed to a file. */
#include "config.h"
#include "trs-display-test.h"
#include "trs-export-dialog.h"
#include "trs-export-format.h"
#include "trs-export-preview.h"
#include "trs-export-print.h"
#include "trs-frame-harness.h"
#include "trs-test-transcripts.h"

#include <glib/gstdio.h>

#define HOURS 3
#define ROUNDS 11

#define GOAL_PREVIEW 50.0
/* A frame at 60 Hz. */
#define GOAL_STALL 16.7

typedef struct
{
  GtkWidget *dialog;
  AdwComboRow *formats;
  TrsExportPreview *preview;
  guint format;
  GtkPrintOperation *operation;
  gboolean printed;
} Bench;

static TrsExportSource *
make_source (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (HOURS * TRS_TEST_HOUR);
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  g_autoptr (TrsProjectData) project = trs_project_data_new ("p1");

  project->title = g_strdup ("City council");
  project->video_id = g_strdup ("dQw4w9WgXcQ");
  project->video_length = HOURS * 3600;
  return trs_export_source_new (document, project, NULL, "https://video.example/watch?v={id}&t={t}s");
}

static void
choose_cb (gpointer user_data)
{
  Bench *bench = user_data;

  adw_combo_row_set_selected (bench->formats, bench->format);
}

static gboolean
is_rendered (gpointer user_data)
{
  return trs_export_preview_get_bytes (((Bench *) user_data)->preview) != NULL;
}

static void
do_nothing (gpointer user_data)
{
}

static void
measure_format (Bench *bench,
                guint  format)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) stalls = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < ROUNDS; i++)
    {
      TrsFrameTimes until_there, painted;
      double time, stall;

      bench->format = (format + 1) % TRS_EXPORT_N_FORMATS;
      choose_cb (bench);
      trs_test_wait_until (is_rendered (bench));
      trs_frame_harness_settle ();

      bench->format = format;
      trs_frame_harness_run_until (bench->dialog, choose_cb, NULL, is_rendered, bench, &until_there);
      trs_frame_harness_run (bench->dialog, do_nothing, NULL, bench, &painted);
      time = until_there.settled + painted.frame;
      stall = MAX (until_there.stall_cpu, painted.stall_cpu);
      /* The first one warms the caches of fonts. */
      if (i > 0)
        {
          g_array_append_val (times, time);
          g_array_append_val (stalls, stall);
        }
    }
  g_print ("preview of %d h, %-5s %5.1f ms (goal %.0f), at most %5.1f; "
           "main loop busy for at most %4.1f ms (goal %.1f)\n",
           HOURS, trs_export_formats[format].id, trs_frame_harness_percentile (times, 50), GOAL_PREVIEW,
           trs_frame_harness_percentile (times, 100), trs_frame_harness_percentile (stalls, 100), GOAL_STALL);
}

static void
print_cb (gpointer user_data)
{
  Bench *bench = user_data;

  gtk_print_operation_run (bench->operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, NULL);
}

static void
done_cb (GtkPrintOperation       *operation,
         GtkPrintOperationResult  result,
         Bench                   *bench)
{
  bench->printed = TRUE;
}

static gboolean
is_printed (gpointer user_data)
{
  return ((Bench *) user_data)->printed;
}

static void
measure_print (Bench           *bench,
               TrsExportSource *source)
{
  const TrsExportOptions options = { .timecodes = TRUE, .speakers = TRUE, .header = TRUE };
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "bench-preview.pdf", NULL);
  TrsFrameTimes times;
  gint64 start = g_get_monotonic_time ();

  bench->operation = trs_export_print_new (source, &options);
  g_print ("printing of %d h: made ready in %.1f ms", HOURS, (double) (g_get_monotonic_time () - start) / 1000.0);
  g_signal_connect (bench->operation, "done", G_CALLBACK (done_cb), bench);
  gtk_print_operation_set_export_filename (bench->operation, path);
  trs_frame_harness_run_until (bench->dialog, print_cb, NULL, is_printed, bench, &times);
  g_print (", done in %.0f ms; main loop busy for at most %.1f ms (goal %.1f)\n", times.settled, times.stall_cpu,
           GOAL_STALL);
  g_clear_object (&bench->operation);
  g_remove (path);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (TrsExportSource) source = NULL;
  Bench bench = { NULL };

  trs_display_test_init (&argc, &argv);
  settings = g_settings_new (TRS_APPLICATION_ID);
  source = make_source ();
  bench.dialog = GTK_WIDGET (trs_export_dialog_new (source, settings));
  trs_display_test_show (GTK_WINDOW (bench.dialog));
  bench.formats = ADW_COMBO_ROW (trs_display_test_find (bench.dialog, "format_row"));
  bench.preview = TRS_EXPORT_PREVIEW (trs_display_test_find (bench.dialog, "preview"));
  trs_test_wait_until (is_rendered (&bench));
  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    measure_format (&bench, i);
  measure_print (&bench, source);
  trs_display_test_destroy (bench.dialog);
  return 0;
}
