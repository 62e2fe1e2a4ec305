/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-batch-export.h"
#include "trs-error.h"

#include <string.h>

#define BARE "Good evening."
#define FULL "[00:00:02.345] Speaker 1: Good evening."

typedef struct
{
  Fixture *fixture;
  GFile *folder;
  TrsBatchExport *batch;
  GAsyncResult *result;
} Run;

static void
add_done (Fixture    *fixture,
          const char *video)
{
  trs_toy_service_set_text (fixture->toy, trs_toy_service_add (fixture->toy, video, "upload"), BARE, BARE, FULL, FULL);
}

static void
begin_as (Run                *run,
          Fixture            *fixture,
          const char         *id,
          const char * const *ids,
          GCancellable       *cancellable)
{
  g_autofree char *path = g_dir_make_tmp ("trs-batch-XXXXXX", NULL);
  const TrsExportFormat *format = trs_export_format_find (id);

  *run = (Run) { .fixture = fixture, .folder = g_file_new_for_path (path) };
  run->batch = trs_batch_export_new (fixture->projects, trs_session_get_library (fixture->session),
                                     trs_session_get_transcripts (fixture->session), NULL);
  trs_batch_export_run_async (run->batch, ids, NULL, trs_export_target_new (run->folder, FALSE), format,
                              &format->defaults, "{title}", cancellable, trs_test_store_result, &run->result);
}

static void
begin (Run                *run,
       Fixture            *fixture,
       const char * const *ids,
       GCancellable       *cancellable)
{
  begin_as (run, fixture, "txt", ids, cancellable);
}

static gboolean
end (Run     *run,
     GError **error)
{
  fixture_pass_until (run->fixture, run->result != NULL);
  return trs_batch_export_run_finish (run->batch, run->result, error);
}

static void
clear (Run *run)
{
  g_object_unref (run->folder);
  g_object_unref (run->batch);
  g_clear_object (&run->result);
}

static guint
count_files (GFile *folder)
{
  g_autoptr (GDir) dir = g_dir_open (g_file_peek_path (folder), 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Finished ones alone, those that were never read here among them, and each under a name of its own. */
static void
test_all (Fixture       *fixture,
          gconstpointer  data)
{
  Run run;

  for (guint i = 0; i < 3; i++)
    add_done (fixture, "video");
  trs_toy_service_add (fixture->toy, "other", "upload");
  fixture_connect (fixture);
  begin (&run, fixture, NULL, NULL);
  g_assert_true (end (&run, NULL));

  g_assert_cmpuint (trs_batch_export_get_n_total (run.batch), ==, 3);
  g_assert_cmpuint (trs_batch_export_get_n_done (run.batch), ==, 3);
  g_assert_cmpuint (trs_batch_export_get_n_saved (run.batch), ==, 3);
  g_assert_cmpuint (trs_batch_export_get_failures (run.batch)->len, ==, 0);
  g_assert_cmpuint (count_files (run.folder), ==, 3);
  clear (&run);
}

static void
test_some (Fixture       *fixture,
           gconstpointer  data)
{
  const char *ids[] = { NULL, NULL, "no-such-project", NULL };
  Run run;

  add_done (fixture, "a");
  add_done (fixture, "b");
  trs_toy_service_add (fixture->toy, "other", "upload");
  fixture_connect (fixture);
  for (guint i = 0, n = 0; i < 3 && n < 2; i++)
    if (g_strcmp0 (trs_project_get_data (fixture_get (fixture, i))->video_id, "b") != 0)
      ids[n++] = trs_project_get_id (fixture_get (fixture, i));
  begin (&run, fixture, ids, NULL);
  g_assert_true (end (&run, NULL));
  g_assert_cmpuint (trs_batch_export_get_n_saved (run.batch), ==, 1);
  g_assert_cmpuint (count_files (run.folder), ==, 1);
  clear (&run);
}

/* One that cannot be had does not end it. */
static void
test_failures (Fixture       *fixture,
               gconstpointer  data)
{
  const TrsBatchFailure *failure;
  Run run;

  add_done (fixture, "a");
  add_done (fixture, "b");
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "/api/detail/", TRS_TOY_STATUS, 404, -1, 2);
  begin (&run, fixture, NULL, NULL);
  g_assert_true (end (&run, NULL));
  g_assert_cmpuint (trs_batch_export_get_n_done (run.batch), ==, 2);
  g_assert_cmpuint (trs_batch_export_get_n_saved (run.batch), ==, 1);
  g_assert_cmpuint (trs_batch_export_get_failures (run.batch)->len, ==, 1);
  failure = g_ptr_array_index (trs_batch_export_get_failures (run.batch), 0);
  g_assert_error (failure->error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND);
  g_assert_cmpstr (failure->title, !=, "");
  clear (&run);
}

/* Nor does one that the format cannot hold: subtitles need times. */
static void
test_format (Fixture       *fixture,
             gconstpointer  data)
{
  Run run;

  trs_toy_service_set_text (fixture->toy, trs_toy_service_add (fixture->toy, "a", "upload"), BARE, BARE, BARE, BARE);
  add_done (fixture, "b");
  trs_toy_service_set_text (fixture->toy, trs_toy_service_add (fixture->toy, "c", "upload"), BARE, BARE, BARE, BARE);
  fixture_connect (fixture);
  begin_as (&run, fixture, "srt", NULL, NULL);
  g_assert_true (end (&run, NULL));
  g_assert_cmpuint (trs_batch_export_get_n_done (run.batch), ==, 3);
  g_assert_cmpuint (trs_batch_export_get_n_saved (run.batch), ==, 1);
  g_assert_cmpuint (trs_batch_export_get_failures (run.batch)->len, ==, 2);
  clear (&run);
}

/* A folder that takes nothing does. */
static void
test_folder_gone (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  Run run;

  add_done (fixture, "a");
  add_done (fixture, "b");
  fixture_connect (fixture);
  begin (&run, fixture, NULL, NULL);
  g_assert_true (g_file_delete (run.folder, NULL, NULL));
  g_assert_false (end (&run, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (trs_batch_export_get_n_done (run.batch), ==, 0);
  clear (&run);
}

static void
cancel_second_cb (TrsBatchExport *batch,
                  GParamSpec     *pspec,
                  GCancellable   *cancellable)
{
  if (trs_batch_export_get_n_done (batch) == 2)
    g_cancellable_cancel (cancellable);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Run run;

  for (guint i = 0; i < 5; i++)
    add_done (fixture, "video");
  fixture_connect (fixture);
  begin (&run, fixture, NULL, cancellable);
  g_signal_connect (run.batch, "notify::n-done", G_CALLBACK (cancel_second_cb), cancellable);
  g_assert_false (end (&run, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count_files (run.folder), ==, 2);
  g_assert_cmpuint (trs_batch_export_get_n_saved (run.batch), ==, 2);
  clear (&run);
}

/* Nobody downloads what is not kept. */
static void
keep (Fixture *fixture)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-auto-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);

  fixture_keep (fixture, path);
}

/* One that finishes while the program runs is saved; one that was finished before is not. */
static void
test_by_itself (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = g_dir_make_tmp ("trs-auto-XXXXXX", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (folder);
  g_autofree char *id = NULL;

  keep (fixture);
  g_settings_set_boolean (fixture->settings, "auto-export", TRUE);
  g_settings_set_string (fixture->settings, "auto-export-folder", uri);
  add_done (fixture, "old");
  id = g_strdup (trs_toy_service_add (fixture->toy, "new", "transcription"));
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)) == 1);
  g_assert_cmpuint (count_files (folder), ==, 0);

  trs_toy_service_set_text (fixture->toy, id, BARE, BARE, FULL, FULL);
  fixture_pass_until (fixture, count_files (folder) == 1);
  fixture_pass (fixture);
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_assert_no_error (trs_auto_export_get_error (trs_session_get_auto_export (fixture->session)));
  g_settings_reset (fixture->settings, "auto-export");
}

/* Has a transcript finish while its folder is not there. */
static void
miss_one (Fixture *fixture,
          GFile   *folder)
{
  TrsAutoExport *auto_export = trs_session_get_auto_export (fixture->session);
  g_autofree char *uri = g_file_get_uri (folder);
  const char *id;

  g_settings_set_boolean (fixture->settings, "auto-export", TRUE);
  g_settings_set_string (fixture->settings, "auto-export-folder", uri);
  id = trs_toy_service_add (fixture->toy, "new", "transcription");
  fixture_connect (fixture);
  trs_toy_service_set_text (fixture->toy, id, BARE, BARE, FULL, FULL);
  fixture_pass_until (fixture, trs_auto_export_get_error (auto_export) != NULL);
  g_assert_error (trs_auto_export_get_error (auto_export), G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static GFile *
new_missing_folder (void)
{
  g_autofree char *parent = g_dir_make_tmp ("trs-auto-XXXXXX", NULL);

  return g_file_new_build_filename (parent, "disk", "Transcripts", NULL);
}

static void
make_folder (GFile *folder)
{
  g_assert_true (g_file_make_directory_with_parents (folder, NULL, NULL));
}

static void
assert_one_file (Fixture *fixture,
                 GFile   *folder)
{
  fixture_pass_until (fixture, count_files (folder) == 1);
  for (guint i = 0; i < 5; i++)
    fixture_pass (fixture);
  trs_test_settle ();
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_assert_no_error (trs_auto_export_get_error (trs_session_get_auto_export (fixture->session)));
}

/* What was missed is saved once the folder is back, and once. */
static void
test_folder_back (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GFile) folder = new_missing_folder ();

  keep (fixture);
  miss_one (fixture, folder);
  make_folder (folder);
  assert_one_file (fixture, folder);
  g_assert_true (g_settings_get_boolean (fixture->settings, "auto-export"));
}

/* Or once another one was chosen. */
static void
test_other_folder (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GFile) folder = new_missing_folder ();
  g_autoptr (GFile) other = new_missing_folder ();
  g_autofree char *uri = g_file_get_uri (other);

  keep (fixture);
  miss_one (fixture, folder);
  make_folder (other);
  g_settings_set_string (fixture->settings, "auto-export-folder", uri);
  assert_one_file (fixture, other);
}

/* The program may end meanwhile. */
static void
test_folder_back_later (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GFile) folder = new_missing_folder ();

  keep (fixture);
  miss_one (fixture, folder);
  fixture_end_session (fixture);
  make_folder (folder);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  assert_one_file (fixture, folder);

  /* Nothing is left for the next start. */
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  assert_one_file (fixture, folder);
}

/* The program was killed after a file had got its name, and before that was noted. */
static void
test_no_double (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GFile) folder = new_missing_folder ();
  g_autoptr (GVariant) waiting = NULL;

  keep (fixture);
  miss_one (fixture, folder);
  waiting = g_settings_get_value (fixture->settings, "auto-export-waiting");
  g_assert_cmpuint (g_variant_n_children (waiting), ==, 1);
  make_folder (folder);
  assert_one_file (fixture, folder);
  fixture_end_session (fixture);
  g_settings_set_value (fixture->settings, "auto-export-waiting", waiting);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  fixture_pass_until (fixture, trs_library_is_open (trs_session_get_library (fixture->session)));
  assert_one_file (fixture, folder);
}

/* Who turns it off wants nothing of what was missed. */
static void
test_turned_off (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GFile) folder = new_missing_folder ();
  TrsAutoExport *auto_export;

  keep (fixture);
  miss_one (fixture, folder);
  auto_export = trs_session_get_auto_export (fixture->session);
  g_assert_cmpuint (trs_auto_export_get_n_missed (auto_export), ==, 1);
  g_settings_set_boolean (fixture->settings, "auto-export", FALSE);
  g_assert_cmpuint (trs_auto_export_get_n_missed (auto_export), ==, 0);
  make_folder (folder);
  g_settings_set_boolean (fixture->settings, "auto-export", TRUE);
  fixture_pass (fixture);
  trs_test_settle ();
  g_assert_cmpuint (count_files (folder), ==, 0);
}

/* How many were missed, and one of them, are known for as long as that is so. */
static void
test_missed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GFile) folder = new_missing_folder ();
  TrsAutoExport *auto_export;
  const char *id;

  keep (fixture);
  id = trs_toy_service_add (fixture->toy, "another", "transcription");
  miss_one (fixture, folder);
  auto_export = trs_session_get_auto_export (fixture->session);
  g_assert_cmpuint (trs_auto_export_get_n_missed (auto_export), ==, 1);
  g_assert_nonnull (trs_auto_export_get_missed_title (auto_export));
  g_assert_true (g_file_equal (trs_auto_export_get_folder (auto_export), folder));

  trs_toy_service_set_text (fixture->toy, id, BARE, BARE, FULL, FULL);
  fixture_pass_until (fixture, trs_auto_export_get_n_missed (auto_export) == 2);
  make_folder (folder);
  fixture_pass_until (fixture, count_files (folder) == 2);
  fixture_pass_until (fixture, trs_auto_export_get_n_missed (auto_export) == 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/batch-export/all", test_all);
  fixture_add_test ("/batch-export/some", test_some);
  fixture_add_test ("/batch-export/failures", test_failures);
  fixture_add_test ("/batch-export/format", test_format);
  fixture_add_test ("/batch-export/folder-gone", test_folder_gone);
  fixture_add_test ("/batch-export/cancel", test_cancel);
  fixture_add_test ("/auto-export/saves", test_by_itself);
  fixture_add_test ("/auto-export/folder-back", test_folder_back);
  fixture_add_test ("/auto-export/other-folder", test_other_folder);
  fixture_add_test ("/auto-export/folder-back-later", test_folder_back_later);
  fixture_add_test ("/auto-export/no-double", test_no_double);
  fixture_add_test ("/auto-export/turned-off", test_turned_off);
  fixture_add_test ("/auto-export/missed", test_missed);
  return g_test_run ();
}
