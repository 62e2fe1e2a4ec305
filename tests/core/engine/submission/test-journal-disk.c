/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal as it stands on the disk, under the real session. */
#include <glib/gstdio.h>
#include <sqlite3.h>

#include "engine-fixture.h"
#include "trs-download-queue.h"
#include "trs-error.h"
#include "trs-reconciler.h"
#include "trs-session.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"

static char *
store_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "journal", "transcripts.db", NULL);
}

static void
keep (Fixture *fixture)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };
  g_autofree char *path = store_path ();

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);

      g_remove (name);
    }
  fixture_keep (fixture, path);
}

/* One question to the store leads to another. */
static void
settle (Fixture *fixture)
{
  for (guint i = 0; i < 4; i++)
    {
      fixture_drain ();
      trs_test_flush_store (fixture->store);
    }
  fixture_drain ();
}

static void
restart (Fixture *fixture)
{
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_READY);
  settle (fixture);
}

/* As another program would see it that was started after a power cut. */
static char *
read_from_disk (const char *query)
{
  g_autofree char *path = store_path ();
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  char *text = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, query, -1, &statement, NULL), ==, SQLITE_OK);
  if (sqlite3_step (statement) == SQLITE_ROW)
    text = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return text;
}

static guint
n_posts (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, "POST");
}

static guint
n_pending (Fixture *fixture)
{
  guint n = 0;

  for (guint i = 0; i < fixture_get_n (fixture); i++)
    n += trs_project_is_pending (fixture_get (fixture, i));
  return n;
}

/* On the disk, and forced onto it, before the request leaves. */
static void
test_written_before_it_leaves (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", "de");
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *row = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *decided = NULL;
  g_autofree char *newest = NULL;
  guint n_syncs;

  trs_toy_service_add (fixture->toy, "other", "done");
  newest = g_strdup (trs_toy_service_add (fixture->toy, "another", "done"));
  keep (fixture);
  fixture_connect (fixture);
  fixture_advance (fixture, 1);
  trs_test_flush_store (fixture->store);
  n_syncs = trs_test_disk_get_n_syncs ();

  trs_toy_service_hold (fixture->toy);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_until (n_posts (fixture) == 1);
  g_assert_cmpuint (trs_test_disk_get_n_syncs (), >, n_syncs);

  row = read_from_disk ("SELECT video_id || ' ' || language || ' ' || webhook_url || ' ' || known_ids || ' ' "
                        "|| address || ' ' || decided_at FROM submission JOIN account USING (account)");
  expected = g_strdup_printf ("video de https://callback.invalid/ %s\n%s %s 0", newest,
                              trs_toy_service_get_id (fixture->toy, 1), FIXTURE_ADDRESS);
  g_assert_cmpstr (row, ==, expected);

  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  trs_test_flush_store (fixture->store);
  decided = read_from_disk ("SELECT outcome || ' ' || project_id FROM submission WHERE decided_at <> 0");
  g_assert_nonnull (decided);
  g_assert_true (g_str_has_suffix (decided, trs_project_get_id (trs_submission_get_project (submission))));
}

/* What cannot be written down is not sent, and says why; with room again it goes. */
static void
test_disk_is_full (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GListStore) submissions = NULL;
  g_autoptr (TrsSubmission) first = NULL;
  g_autoptr (TrsSubmission) second = NULL;

  keep (fixture);
  fixture_connect (fixture);
  fixture_advance (fixture, 1);
  trs_test_flush_store (fixture->store);

  trs_test_disk_set_full (TRUE);
  submissions = fixture_submit_all (fixture, "one", "two", NULL);
  first = g_list_model_get_item (G_LIST_MODEL (submissions), 0);
  second = g_list_model_get_item (G_LIST_MODEL (submissions), 1);
  g_assert_cmpint (trs_submission_get_outcome (first), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_error (trs_submission_get_error (first), TRS_ERROR, TRS_ERROR_STORE_FULL);
  g_assert_true (trs_error_get_not_sent (trs_submission_get_error (first)));
  g_assert_cmpint (trs_submission_get_outcome (second), ==, TRS_SUBMISSION_HELD);
  g_assert_cmpuint (n_posts (fixture), ==, 0);

  trs_test_disk_set_full (FALSE);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL, NULL, NULL);
  trs_test_wait_until (trs_submission_get_outcome (second) == TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpint (trs_submission_get_outcome (first), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (n_posts (fixture), ==, 2);
}

/* It was paid for, and there is no room any more to write that down: it is accepted and listed all the same, and is
 * written as soon as that works. */
static void
test_outcome_finds_no_room (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", "de");
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *id = NULL;
  g_autofree char *kept = NULL;

  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);
  trs_toy_service_hold (fixture->toy);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (fixture->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_until (n_posts (fixture) == 1);
  trs_test_disk_set_full (TRUE);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  g_clear_object (&result);
  settle (fixture);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  id = g_strdup (trs_project_get_id (trs_submission_get_project (submission)));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_true (fixture_get (fixture, 0) == trs_submission_get_project (submission));
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_CHECKING);

  trs_test_disk_set_full (FALSE);
  trs_session_retry_keeping (fixture->session);
  settle (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_true (fixture_get (fixture, 0) == trs_submission_get_project (submission));
  kept = read_from_disk ("SELECT video_id || ' ' || requested_language FROM project");
  g_assert_cmpstr (kept, ==, "video de");

  /* What was not written down is looked for once more, and is no other project. */
  restart (fixture);
  fixture_advance (fixture, 20);
  g_assert_cmpuint (n_pending (fixture), ==, 0);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, id);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
}

/* What the list tells of while nothing can be written is listed, and kept as soon as something can be. */
static void
test_list_goes_on (Fixture       *fixture,
                   gconstpointer  data)
{
  const char *id;

  trs_toy_service_add (fixture->toy, "old", "done");
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);

  trs_test_disk_set_full (TRUE);
  fixture_advance (fixture, 10);
  id = trs_toy_service_add (fixture->toy, "new", "done");
  fixture_refresh (fixture);
  settle (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, id);
  g_assert_error (trs_library_get_error (trs_session_get_library (fixture->session)), TRS_ERROR, TRS_ERROR_STORE_FULL);

  trs_test_disk_set_full (FALSE);
  trs_session_retry_keeping (fixture->session);
  settle (fixture);
  g_assert_null (trs_library_get_error (trs_session_get_library (fixture->session)));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
  trs_toy_service_fail (fixture->toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  restart (fixture);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 2);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, id);
}

/* Texts that found no room are fetched once there is some, without a new start of the program. */
static void
test_texts_go_on (Fixture       *fixture,
                  gconstpointer  data)
{
  for (guint i = 0; i < 5; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture);
  fixture_connect (fixture);
  settle (fixture);

  trs_test_disk_set_full (TRUE);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", TRUE);
  trs_test_wait_until (trs_library_get_error (trs_session_get_library (fixture->session)) != NULL);
  for (guint i = 0; i < 20; i++)
    fixture_pass (fixture);
  g_assert_error (trs_library_get_error (trs_session_get_library (fixture->session)), TRS_ERROR, TRS_ERROR_STORE_FULL);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "/api/detail/"), <=, 8);

  trs_test_disk_set_full (FALSE);
  trs_session_retry_keeping (fixture->session);
  fixture_pass_until (fixture, trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)) >= 5);
  g_assert_null (trs_library_get_error (trs_session_get_library (fixture->session)));
}

static void
connect_as (Fixture    *fixture,
            const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_toy_service_set_key (fixture->toy, key);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, key, NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, NULL));
  settle (fixture);
}

/* Another user of the same service sees nothing of it. */
static void
see_other_account (Fixture  *fixture,
                   gboolean  with_projects)
{
  g_autoptr (TrsSubmission) lost = NULL;

  if (with_projects)
    trs_toy_service_add (fixture->toy, "mine", "done");
  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  g_assert_cmpuint (n_pending (fixture), ==, 1);

  fixture_advance (fixture, 1);
  trs_toy_service_clear (fixture->toy);
  trs_toy_service_add (fixture->toy, "of-someone-else", "done");
  connect_as (fixture, "other-key");
  g_assert_cmpuint (n_pending (fixture), ==, 0);
  g_assert_cmpstr (trs_project_get_data (fixture_get (fixture, 0))->video_id, ==, "of-someone-else");

  /* Nor is it adopted there. */
  trs_toy_service_add (fixture->toy, "video", "upload");
  fixture_advance (fixture, 60);
  restart (fixture);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (n_pending (fixture), ==, 0);
  g_assert_cmpuint (fixture->adopted->len, ==, 0);
  g_assert_cmpint (trs_submission_get_outcome (lost), ==, TRS_SUBMISSION_UNKNOWN);
}

static void
test_other_account (Fixture       *fixture,
                    gconstpointer  data)
{
  see_other_account (fixture, TRUE);
}

/* It was the first submission of all. */
static void
test_other_account_after_first (Fixture       *fixture,
                                gconstpointer  data)
{
  see_other_account (fixture, FALSE);
}

/* What the second press has become is not the first one, also for the next run of the program. */
static void
test_claimed_by_another (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (TrsSubmission) lost = NULL;
  g_autoptr (TrsSubmission) sent = NULL;

  trs_toy_service_add (fixture->toy, "old", "done");
  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  sent = fixture_submit (fixture, "video");
  g_assert_cmpint (trs_submission_get_outcome (sent), ==, TRS_SUBMISSION_ACCEPTED);

  restart (fixture);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (n_pending (fixture), ==, 1);
  g_assert_cmpuint (fixture->adopted->len, ==, 0);
}

static GListModel *
find_candidates (Fixture *fixture)
{
  return n_pending (fixture) > 0 ? trs_project_get_candidates (fixture_get (fixture, 0)) : NULL;
}

/* The program died over it; two could be it, so the user says which. */
static void
test_several_after_restart (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr (TrsSubmission) lost = NULL;
  g_autoptr (TrsProject) chosen = NULL;
  GListModel *candidates;

  trs_toy_service_add (fixture->toy, "old", "done");
  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  fixture_end_session (fixture);
  trs_toy_service_add (fixture->toy, "video", "upload");

  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until ((candidates = find_candidates (fixture)) != NULL);
  g_assert_cmpuint (g_list_model_get_n_items (candidates), ==, 2);
  g_assert_cmpuint (fixture->adopted->len, ==, 0);
  g_assert_cmpuint (n_pending (fixture), ==, 1);

  chosen = g_list_model_get_item (candidates, 0);
  trs_reconciler_match (trs_session_get_reconciler (fixture->session), fixture_get (fixture, 0), chosen);
  settle (fixture);
  restart (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 0);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
}

/* It never arrived: looked for by the schedule, counted from when it was sent, and then left to the user. */
static void
test_none_after_restart (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (TrsSubmission) lost = NULL;
  TrsProject *pending;

  trs_toy_service_add (fixture->toy, "video", "done");
  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  fixture_advance (fixture, 20);

  restart (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 1);
  pending = fixture_get (fixture, 0);
  g_assert_cmpint (trs_project_get_data (pending)->submitted_at, ==, FIXTURE_START);
  g_assert_cmpint (trs_project_get_watch (pending), ==, TRS_PROJECT_WATCH_CHECKING);
  fixture_advance (fixture, 13 * 60);
  g_assert_cmpint (trs_project_get_watch (pending), ==, TRS_PROJECT_WATCH_STOPPED);

  /* Days later it is looked for once, and is still there. */
  trs_manual_clock_suspend (fixture->clock, 3 * 24 * 3600 * 1000);
  restart (fixture);
  fixture_advance (fixture, 10);
  g_assert_cmpuint (n_pending (fixture), ==, 1);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_STOPPED);
  g_assert_cmpuint (n_posts (fixture), ==, 1);

  /* Given up, it is gone for good. */
  trs_reconciler_dismiss (trs_session_get_reconciler (fixture->session), fixture_get (fixture, 0));
  restart (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 0);
}

/* What the user takes up again is written down again, and looked for again. */
static void
test_taken_up (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (TrsSubmission) lost = NULL;
  g_autofree char *id = NULL;

  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  id = g_strdup (trs_project_get_id (fixture_get (fixture, 0)));
  trs_reconciler_dismiss (trs_session_get_reconciler (fixture->session), fixture_get (fixture, 0));
  settle (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 0);

  trs_reconciler_resume (trs_session_get_reconciler (fixture->session), id);
  trs_reconciler_resume (trs_session_get_reconciler (fixture->session), id);
  settle (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 1);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_CHECKING);

  restart (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 1);
  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_advance (fixture, 60);
  g_assert_cmpuint (n_pending (fixture), ==, 0);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
}

/* It may have cost something: that is told whether the service can be asked or not. */
static void
test_shown_without_key (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (TrsSubmission) lost = NULL;

  trs_toy_service_add (fixture->toy, "old", "done");
  keep (fixture);
  fixture_connect (fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  lost = fixture_submit (fixture, "video");
  fixture_end_session (fixture);

  g_object_unref (fixture->keyring);
  fixture->keyring = TRS_KEYRING (trs_memory_keyring_new ());
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_state (fixture->session) == TRS_SESSION_KEY_LOST);
  settle (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 1);

  fixture_connect (fixture);
  settle (fixture);
  g_assert_cmpuint (n_pending (fixture), ==, 1);
  g_assert_cmpuint (n_posts (fixture), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  fixture_add_test ("/journal-disk/written-before-it-leaves", test_written_before_it_leaves);
  fixture_add_test ("/journal-disk/disk-is-full", test_disk_is_full);
  fixture_add_test ("/journal-disk/outcome-finds-no-room", test_outcome_finds_no_room);
  fixture_add_test ("/journal-disk/list-goes-on", test_list_goes_on);
  fixture_add_test ("/journal-disk/texts-go-on", test_texts_go_on);
  fixture_add_test ("/journal-disk/other-account", test_other_account);
  fixture_add_test ("/journal-disk/other-account-after-first", test_other_account_after_first);
  fixture_add_test ("/journal-disk/claimed-by-another", test_claimed_by_another);
  fixture_add_test ("/journal-disk/several-after-restart", test_several_after_restart);
  fixture_add_test ("/journal-disk/none-after-restart", test_none_after_restart);
  fixture_add_test ("/journal-disk/taken-up", test_taken_up);
  fixture_add_test ("/journal-disk/shown-without-key", test_shown_without_key);
  return g_test_run ();
}
