/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports 1,000 transcripts of one hour in each format, and has cp copy the same files: prints both as MB/s, and the
 * ratio. Then renders what is shown as a preview of three hours, which has to be there within 50 ms. */
#include <glib/gstdio.h>
#include <string.h>

#include "trs-bench.h"
#include "trs-export-format.h"

#define N_TRANSCRIPTS 1000
#define N_ROUNDS 7
#define PREVIEW_GOAL 50.0

static const char * const sentences[] = {
  "Good evening, ladies and gentlemen, and welcome to the meeting of the city council.",
  "The first item on the agenda is the budget for the next year, which was discussed at length.",
  "I would like to add, if I may, that nobody has yet asked those who live there.",
  "Is that so?",
  "Thank you; we'll come back to that after the break.",
};

/* A paragraph every eight seconds, some 150 words a minute. */
static TrsExportSource *
make_source (guint hours,
             guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GString) bare = g_string_new (NULL);
  g_autoptr (GString) prefixed = g_string_new (NULL);
  g_autoptr (GBytes) bare_bytes = NULL;
  g_autoptr (GBytes) prefixed_bytes = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (TrsDocument) document = NULL;
  g_autoptr (TrsProjectData) project = trs_project_data_new ("0f0e");

  for (guint i = 0; i < hours * 450; i++)
    {
      guint time = i * 8;
      guint first = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (sentences));
      g_autofree char *words =
          g_strdup_printf ("%s %s", sentences[first], sentences[(first + 1) % G_N_ELEMENTS (sentences)]);

      g_string_append_printf (bare, "%s%s", i > 0 ? "\n\n" : "", words);
      g_string_append_printf (prefixed, "%s[%02u:%02u:%02u.250] Speaker %u: %s", i > 0 ? "\n\n" : "", time / 3600,
                              time / 60 % 60, time % 60, 1 + first % 3, words);
    }
  bare_bytes = g_bytes_new (bare->str, bare->len);
  prefixed_bytes = g_bytes_new (prefixed->str, prefixed->len);
  transcript = trs_transcript_align (bare_bytes, prefixed_bytes, "en", FALSE);
  document = trs_document_new (transcript, NULL);
  project->video_id = g_strdup ("dQw4w9WgXcQ");
  return trs_export_source_new (document, project, NULL, "https://video.example/watch?v={id}&t={t}s");
}

static double
elapsed (gint64 begin)
{
  return (double) (g_get_monotonic_time () - begin) / 1000.0;
}

static void
run (char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error) || status != 0)
    g_error ("%s: %s", argv[0], error != NULL ? error->message : "failed");
}

static void
bench_format (const TrsExportFormat *format,
              GPtrArray             *sources,
              const char            *folder)
{
  g_autofree char *from = g_build_filename (folder, "exported", NULL);
  g_autofree char *to = g_build_filename (folder, "copied", NULL);
  char *copy[] = { (char *) "cp", (char *) "-r", from, to, NULL };
  char *clean[] = { (char *) "rm", (char *) "-rf", from, to, NULL };
  gint64 begin = g_get_monotonic_time ();
  gsize size = 0;
  double exported, copied;

  g_mkdir (from, 0700);
  for (guint i = 0; i < N_TRANSCRIPTS; i++)
    {
      const TrsExportSource *source = g_ptr_array_index (sources, i % sources->len);
      g_autoptr (GBytes) bytes = trs_export_format_render (format, source, NULL, NULL);
      g_autofree char *path = g_strdup_printf ("%s/%u", from, i);

      size += g_bytes_get_size (bytes);
      if (!g_file_set_contents_full (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                                     G_FILE_SET_CONTENTS_NONE, 0600, NULL))
        g_error ("%s could not be written", path);
    }
  exported = elapsed (begin);
  begin = g_get_monotonic_time ();
  run (copy);
  copied = elapsed (begin);
  run (clean);
  g_print ("%-5s %6.1f MB in %5.0f ms: %6.1f MB/s; cp %5.0f ms, ratio %.1f\n", format->id, (double) size / 1e6,
           exported, (double) size / 1e3 / exported, copied, exported / copied);
}

static void
bench_preview (const TrsExportFormat *format,
               const TrsExportSource *source)
{
  double times[N_ROUNDS];

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64 begin = g_get_monotonic_time ();
      g_autoptr (GBytes) bytes = trs_export_format_render (format, source, NULL, NULL);

      times[i] = elapsed (begin);
      if (bytes == NULL)
        g_error ("%s could not be rendered", format->id);
    }
  g_print ("preview of 3 h, %-5s %5.1f ms (goal %.0f)\n", format->id, trs_bench_median (times, N_ROUNDS), PREVIEW_GOAL);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("bench-export-XXXXXX", NULL);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_export_source_unref);
  g_autoptr (TrsExportSource) longest = make_source (3, 0);

  for (guint i = 0; i < 10; i++)
    g_ptr_array_add (sources, make_source (1, i));
  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    bench_format (&trs_export_formats[i], sources, folder);
  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    bench_preview (&trs_export_formats[i], longest);
  g_rmdir (folder);
  return 0;
}
