/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-found-rows.h"
#include "trs-highlight-collector.h"
#include "trs-store-annotations.h"

#include <string.h>

#define BARE "Good evening."
#define FULL "[00:00:02.345] Speaker 1: Good evening."

static void
add_done (Fixture    *fixture,
          const char *video)
{
  trs_toy_service_set_text (fixture->toy, trs_toy_service_add (fixture->toy, video, "done"), BARE, BARE, FULL, FULL);
}

static TrsProject *
find_video (Fixture    *fixture,
            const char *video)
{
  for (guint i = 0; i < fixture_get_n (fixture); i++)
    if (g_strcmp0 (trs_project_get_data (fixture_get (fixture, i))->video_id, video) == 0)
      return fixture_get (fixture, i);
  g_assert_not_reached ();
}

static gint64
get_row (Fixture    *fixture,
         const char *video)
{
  return trs_project_get_data (find_video (fixture, video))->row;
}

/* Highlights @words of the first paragraph. */
static void
highlight (Fixture    *fixture,
           const char *video,
           const char *words)
{
  g_autoptr (GBytes) bare = g_bytes_new (words, strlen (words));
  g_autofree char *prefixed = g_strconcat ("[00:00:02.345] Speaker 1: ", words, NULL);
  g_autoptr (GBytes) full = g_bytes_new (prefixed, strlen (prefixed));
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (bare, full, "en", FALSE);
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) highlighted =
      trs_annotations_highlight (none, transcript, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, strlen (words) },
                                 TRS_HIGHLIGHT_GREEN, NULL, 1);
  TrsLibrary *library = trs_session_get_library (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_annotations_edit_async (fixture->store, trs_library_get_account (library),
                                    trs_project_get_id (find_video (fixture, video)), highlighted, NULL, NULL,
                                    trs_test_store_result, &result);
  fixture_pass_until (fixture, result != NULL);
  g_assert_true (trs_store_annotations_edit_finish (fixture->store, result, NULL));
}

typedef struct
{
  TrsHighlightCollector *collector;
  GAsyncResult *result;
  guint n_notified;
} Run;

static void
notified_cb (Run *run)
{
  run->n_notified++;
}

static void
begin (Run          *run,
       Fixture      *fixture,
       GArray       *rows,
       GCancellable *cancellable)
{
  *run = (Run) { .collector = trs_highlight_collector_new (fixture->projects,
                                                           trs_session_get_library (fixture->session),
                                                           trs_session_get_transcripts (fixture->session),
                                                           "https://v.example/{id}") };
  g_signal_connect_swapped (run->collector, "notify::n-done", G_CALLBACK (notified_cb), run);
  trs_highlight_collector_run_async (run->collector, rows, cancellable, trs_test_store_result, &run->result);
}

static GPtrArray *
end (Run      *run,
     Fixture  *fixture,
     GError  **error)
{
  fixture_pass_until (fixture, run->result != NULL);
  return trs_highlight_collector_run_finish (run->collector, run->result, error);
}

static void
clear (Run *run)
{
  g_object_unref (run->collector);
  g_object_unref (run->result);
}

static gboolean
has_video (GPtrArray  *sources,
           const char *video)
{
  for (guint i = 0; i < sources->len; i++)
    if (g_strcmp0 (((TrsExportSource *) g_ptr_array_index (sources, i))->video_id, video) == 0)
      return TRUE;
  return FALSE;
}

/* Those without highlights are neither read nor asked for, and neither are those of what is not finished. */
static void
test_all (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr (GPtrArray) sources = NULL;
  guint n_asked;
  Run run;

  for (guint i = 0; i < 4; i++)
    add_done (fixture, (const char *[]) { "a", "b", "c", "d" }[i]);
  trs_toy_service_add (fixture->toy, "under-way", "upload");
  fixture_connect (fixture);
  highlight (fixture, "a", BARE);
  highlight (fixture, "c", BARE);
  n_asked = trs_toy_service_count (fixture->toy, "/api/detail/");
  begin (&run, fixture, NULL, NULL);
  sources = end (&run, fixture, NULL);

  g_assert_nonnull (sources);
  g_assert_cmpuint (sources->len, ==, 2);
  g_assert_true (has_video (sources, "a"));
  g_assert_true (has_video (sources, "c"));
  g_assert_cmpstr (((TrsExportSource *) g_ptr_array_index (sources, 0))->pattern, ==, "https://v.example/{id}");
  g_assert_cmpuint (trs_highlight_collector_get_n_transcripts (run.collector), ==, 4);
  g_assert_cmpuint (trs_highlight_collector_get_n_total (run.collector), ==, 2);
  g_assert_cmpuint (trs_highlight_collector_get_n_done (run.collector), ==, 2);
  g_assert_cmpuint (run.n_notified, ==, 2);
  g_assert_cmpuint (trs_highlight_collector_get_failures (run.collector)->len, ==, 0);
  /* two requests for each */
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/") - n_asked, ==, 4);
  clear (&run);
}

static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GPtrArray) nothing = NULL;
  gint64 row;
  Run run;

  for (guint i = 0; i < 3; i++)
    add_done (fixture, (const char *[]) { "a", "b", "c" }[i]);
  fixture_connect (fixture);
  highlight (fixture, "a", BARE);
  highlight (fixture, "b", BARE);
  row = get_row (fixture, "b");
  g_array_append_val (rows, row);
  row = get_row (fixture, "c");
  g_array_append_val (rows, row);
  g_array_append_val (others, row);
  begin (&run, fixture, rows, NULL);
  sources = end (&run, fixture, NULL);
  g_assert_cmpuint (sources->len, ==, 1);
  g_assert_true (has_video (sources, "b"));
  g_assert_cmpuint (trs_highlight_collector_get_n_transcripts (run.collector), ==, 2);
  clear (&run);

  begin (&run, fixture, others, NULL);
  nothing = end (&run, fixture, NULL);
  g_assert_cmpuint (nothing->len, ==, 0);
  g_assert_cmpuint (trs_highlight_collector_get_n_transcripts (run.collector), ==, 1);
  clear (&run);
}

/* One that cannot be had is named, and one whose text has no such words any more has no highlights. */
static void
test_failures (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GPtrArray) sources = NULL;
  const TrsBatchFailure *failure;
  Run run;

  for (guint i = 0; i < 3; i++)
    add_done (fixture, (const char *[]) { "a", "b", "lost" }[i]);
  fixture_connect (fixture);
  highlight (fixture, "a", BARE);
  highlight (fixture, "b", BARE);
  highlight (fixture, "lost", "Other words.");
  trs_toy_service_fail (fixture->toy, trs_project_get_id (find_video (fixture, "a")), TRS_TOY_STATUS, 404, -1, 2);
  begin (&run, fixture, NULL, NULL);
  sources = end (&run, fixture, NULL);
  g_assert_cmpuint (sources->len, ==, 1);
  g_assert_true (has_video (sources, "b"));
  g_assert_cmpuint (trs_highlight_collector_get_n_done (run.collector), ==, 3);
  g_assert_cmpuint (trs_highlight_collector_get_failures (run.collector)->len, ==, 1);
  failure = g_ptr_array_index (trs_highlight_collector_get_failures (run.collector), 0);
  g_assert_error (failure->error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND);
  g_assert_cmpstr (failure->title, !=, "");
  clear (&run);
}

/* The service is not asked a hundred times whether it can be reached. */
static void
test_offline (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "collected", "transcripts.db", NULL);
  g_autoptr (GPtrArray) sources = NULL;
  GPtrArray *failures;
  guint n_asked;
  Run run;

  fixture_keep (fixture, path);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  for (guint i = 0; i < 4; i++)
    add_done (fixture, (const char *[]) { "a", "b", "c", "d" }[i]);
  fixture_connect (fixture);
  fixture_pass_until (fixture, fixture_get_n (fixture) == 4);
  for (guint i = 0; i < 4; i++)
    highlight (fixture, (const char *[]) { "a", "b", "c", "d" }[i], BARE);
  trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_OFFLINE, 0, -1, 1000);
  n_asked = trs_toy_service_count (fixture->toy, "/api/detail/");
  begin (&run, fixture, NULL, NULL);
  sources = end (&run, fixture, NULL);
  failures = trs_highlight_collector_get_failures (run.collector);
  g_assert_cmpuint (sources->len, ==, 0);
  g_assert_cmpuint (failures->len, ==, 4);
  for (guint i = 0; i < failures->len; i++)
    g_assert_error (((TrsBatchFailure *) g_ptr_array_index (failures, i))->error, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/") - n_asked, <=, 4);
  clear (&run);
}

static void
cancel_cb (TrsHighlightCollector *collector,
           GParamSpec            *pspec,
           GCancellable          *cancellable)
{
  if (trs_highlight_collector_get_n_done (collector) == 2)
    g_cancellable_cancel (cancellable);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const videos[] = { "a", "b", "c", "d", "e" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Run run;

  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    add_done (fixture, videos[i]);
  fixture_connect (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (videos); i++)
    highlight (fixture, videos[i], BARE);
  begin (&run, fixture, NULL, cancellable);
  g_signal_connect (run.collector, "notify::n-done", G_CALLBACK (cancel_cb), cancellable);
  g_assert_null (end (&run, fixture, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (trs_highlight_collector_get_n_done (run.collector), ==, 2);
  clear (&run);
}

/* All pages of what is found, not the first fifty; something else that is looked for ends it. */
static void
test_found (Fixture       *fixture,
            gconstpointer  data)
{
  TrsSearcher *searcher = trs_session_get_searcher (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) dropped = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 120; i++)
    {
      g_autofree char *video = g_strdup_printf ("zoning%u", i);

      add_done (fixture, video);
    }
  trs_toy_service_add (fixture->toy, "zoning-under-way", "upload");
  add_done (fixture, "other");
  fixture_connect (fixture);
  trs_searcher_set_query (searcher, "zoning");
  trs_found_rows_list_async (searcher, NULL, trs_test_store_result, &result);
  fixture_pass_until (fixture, result != NULL);
  rows = trs_found_rows_list_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, 120);
  g_assert_cmpint (g_array_index (rows, gint64, 0), !=, get_row (fixture, "other"));

  trs_searcher_set_query (searcher, "zonin");
  trs_found_rows_list_async (searcher, NULL, trs_test_store_result, &dropped);
  trs_searcher_set_query (searcher, "other");
  fixture_pass_until (fixture, dropped != NULL);
  g_assert_null (trs_found_rows_list_finish (dropped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  trs_searcher_end (searcher);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/highlight-collector/all", test_all);
  fixture_add_test ("/highlight-collector/rows", test_rows);
  fixture_add_test ("/highlight-collector/failures", test_failures);
  fixture_add_test ("/highlight-collector/offline", test_offline);
  fixture_add_test ("/highlight-collector/cancel", test_cancel);
  fixture_add_test ("/highlight-collector/found", test_found);
  return g_test_run ();
}
