/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <sqlite3.h>

#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-session.h"
#include "trs-test-store.h"

static char *
store_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "kept", "transcripts.db", NULL);
}

static void
remove_store (void)
{
  static const char *const suffixes[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = store_path ();
      g_autofree char *file = g_strconcat (path, suffixes[i], NULL);

      g_remove (file);
    }
}

static void
keep (Fixture *fixture)
{
  g_autofree char *path = store_path ();

  remove_store ();
  fixture_keep (fixture, path);
}

static void
settle (Fixture *fixture)
{
  fixture_advance (fixture, 1);
  trs_test_flush_store (fixture->store);
  fixture_drain ();
}

static void
restart (Fixture *fixture)
{
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
}

static gboolean
load (Fixture *fixture,
      guint    position)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;

  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, position), NULL,
                              trs_test_store_result, &result);
  /* With a key that was looked up it waits for the list to be read again. */
  fixture_pass_until (fixture, result != NULL);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, NULL);
  return transcript != NULL;
}

static void
remove_project (Fixture *fixture,
                guint    position)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_storage_remove_project_async (trs_session_get_storage (fixture->session), fixture_get (fixture, position),
                                    trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_storage_remove_project_finish (trs_session_get_storage (fixture->session), result, &error);
  g_assert_no_error (error);
}

static void
test_remove_project (Fixture       *fixture,
                     gconstpointer  data)
{
  guint n_asked;

  trs_toy_service_add (fixture->toy, "video", "done");
  trs_toy_service_add (fixture->toy, "other", "done");
  keep (fixture);
  fixture_connect (fixture);
  g_assert_true (load (fixture, 0));
  g_assert_true (load (fixture, 1));
  settle (fixture);

  remove_project (fixture, 0);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
  settle (fixture);

  /* The row is still known without network, the text is not. */
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) == 2);
  g_assert_false (load (fixture, 0));
  g_assert_true (load (fixture, 1));

  /* Whoever opens it gets it from the service, and it is here again. */
  trs_toy_service_mend (fixture->toy);
  n_asked = trs_toy_service_count (fixture->toy, "/detail/");
  g_assert_true (load (fixture, 0));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/detail/"), >, n_asked);
  settle (fixture);
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) == 2);
  g_assert_true (load (fixture, 0));
}

static void
test_put_back (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  TrsProject *project;

  trs_toy_service_add (fixture->toy, "video", "done");
  trs_toy_service_add (fixture->toy, "other", "done");
  keep (fixture);
  fixture_connect (fixture);
  project = fixture_get (fixture, 0);
  g_assert_true (load (fixture, 0));
  trs_library_set_note (trs_session_get_library (fixture->session), project, "A note");
  trs_library_set_local_title (trs_session_get_library (fixture->session), project, "Mine");
  settle (fixture);
  remove_project (fixture, 0);
  g_assert_null (trs_project_get_data (project)->local_title);

  trs_storage_put_back_async (trs_session_get_storage (fixture->session), trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_storage_put_back_finish (trs_session_get_storage (fixture->session), result, NULL));
  g_clear_object (&result);
  g_assert_cmpstr (trs_project_get_data (project)->note, ==, "A note");
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, "Mine");
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
  settle (fixture);
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  g_assert_true (load (fixture, 0));

  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) == 2);
  g_assert_true (load (fixture, 0));
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->note, ==, "A note");
}

/* A text that is on its way when its project is removed does not come back with it. */
static void
test_remove_while_loading (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_add (fixture->toy, "video", "transcription");
  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  trs_toy_service_set_state (fixture->toy, trs_toy_service_get_id (fixture->toy, 0), "done");
  trs_toy_service_hold (fixture->toy);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 0), NULL,
                              trs_test_store_result, &loaded);
  settle (fixture);
  remove_project (fixture, 0);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (loaded);
  g_assert_null (trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), loaded, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&loaded);
  settle (fixture);

  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) == 1);
  g_assert_false (load (fixture, 0));
}

static void
test_without_store (Fixture       *fixture,
                    gconstpointer  data)
{
  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  g_assert_true (load (fixture, 0));
  remove_project (fixture, 0);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  g_assert_false (load (fixture, 0));
}

static void
exec (const char *path,
      const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* The program goes on without keeping, except that nothing that costs leaves, and keeps all of it once it can. */
static void
test_works_without_keeping (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autofree char *path = store_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (TrsSubmission) submission = NULL;

  trs_toy_service_add (fixture->toy, "video", "done");
  remove_store ();
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  exec (path, "CREATE TABLE recipe (words)");
  fixture_keep (fixture, path);
  fixture_connect (fixture);
  g_assert_error (trs_library_get_error (trs_session_get_library (fixture->session)), TRS_ERROR,
                  TRS_ERROR_STORE_FOREIGN);
  g_assert_true (load (fixture, 0));
  submission = fixture_submit (fixture, "paid");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_error (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_NOT_DURABLE);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "POST"), ==, 0);

  trs_session_retry_keeping (fixture->session);
  settle (fixture);
  g_assert_nonnull (trs_library_get_error (trs_session_get_library (fixture->session)));

  g_assert_cmpint (g_remove (path), ==, 0);
  trs_session_retry_keeping (fixture->session);
  trs_test_wait_until (trs_library_get_error (trs_session_get_library (fixture->session)) == NULL);
  settle (fixture);
  settle (fixture);
  g_clear_object (&submission);
  submission = fixture_submit (fixture, "paid");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  settle (fixture);
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  restart (fixture);
  trs_test_wait_until (fixture_get_n (fixture) == 2);
  g_assert_true (load (fixture, 1));
}

static void
test_damage_is_told (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *path = store_path ();
  g_autofree char *moved = NULL;

  trs_toy_service_add (fixture->toy, "video", "done");
  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  g_assert_null (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)));
  fixture_end_session (fixture);
  g_clear_object (&fixture->store);
  fixture_drain ();
  remove_store ();
  g_assert_true (g_file_set_contents (path, "This is no database, whatever else it may be.", -1, NULL));

  fixture->store = trs_store_new (path);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)) != NULL);
  moved = g_strdup (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)));
  g_assert_true (g_file_test (moved, G_FILE_TEST_EXISTS));
  trs_test_wait_until (fixture_get_n (fixture) == 1);
  g_assert_null (trs_library_get_error (trs_session_get_library (fixture->session)));
  trs_storage_dismiss_moved_aside (trs_session_get_storage (fixture->session));
  g_assert_null (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)));
  g_remove (moved);
}

typedef struct
{
  Fixture *fixture;
  guint n_notified;
  guint n_listed;
  guint n_asked;
} FirstState;

static void
first_state_cb (FirstState *first)
{
  if (first->n_notified++ > 0)
    return;

  first->n_listed = fixture_get_n (first->fixture);
  first->n_asked = trs_toy_service_count (first->fixture->toy, "");
}

/* What is kept stands in the history before the keyring has answered and the network is asked. */
static void
test_starts_with_what_is_kept (Fixture       *fixture,
                               gconstpointer  data)
{
  FirstState first = { .fixture = fixture };
  guint n_asked;

  trs_toy_service_add (fixture->toy, "video", "done");
  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  n_asked = trs_toy_service_count (fixture->toy, "");

  fixture_end_session (fixture);
  fixture_new_session (fixture);
  g_signal_connect_swapped (fixture->session, "notify::state", G_CALLBACK (first_state_cb), &first);
  trs_session_start (fixture->session);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 0);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  g_assert_cmpuint (first.n_listed, ==, 1);
  g_assert_cmpuint (first.n_asked, ==, n_asked);
  trs_test_wait_until (trs_toy_service_count (fixture->toy, "") > n_asked);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_signal_handlers_disconnect_by_data (fixture->session, &first);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/storage/remove-project", test_remove_project);
  fixture_add_test ("/storage/put-back", test_put_back);
  fixture_add_test ("/storage/remove-while-loading", test_remove_while_loading);
  fixture_add_test ("/storage/without-store", test_without_store);
  fixture_add_test ("/storage/works-without-keeping", test_works_without_keeping);
  fixture_add_test ("/storage/starts-with-what-is-kept", test_starts_with_what_is_kept);
  fixture_add_test ("/storage/damage-is-told", test_damage_is_told);
  return g_test_run ();
}
