/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-test.h"
#include "trs-store-submissions.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static void
add_project (StoreTest       *test,
             gint64           account,
             const char      *id,
             const char      *video_id,
             TrsProjectState  state,
             gint64           created_at)
{
  g_autoptr (TrsProject) project = trs_project_new (id);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->id = g_strdup (id);
  record->name = g_strdup_printf ("Title of %s", id);
  record->video_id = g_strdup (video_id);
  record->state = state;
  record->state_word = g_strdup (trs_project_state_to_string (state));
  record->created_at = g_date_time_new_from_unix_utc (created_at);
  trs_test_tell_record (project, record, 1);
  store_test_save_project (test, account, project);
}

/* Returns its identifier, for good. */
static const char *
add_submission (StoreTest            *test,
                gint64                account,
                const char           *video_id,
                gint64                sent_at,
                TrsSubmissionOutcome  outcome,
                const char           *project_id)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new (video_id, "de");
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GAsyncResult) decided = NULL;

  trs_submission_set_sending (submission, "https://callback.invalid/", sent_at);
  trs_store_submissions_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &written);
  trs_test_wait_result (written);
  if (outcome != TRS_SUBMISSION_SENDING)
    {
      trs_store_submissions_write_outcome_async (test->store, trs_submission_get_local_id (submission), outcome,
                                                 project_id, 9, NULL, trs_test_store_result, &decided);
      trs_test_wait_result (decided);
    }
  return g_intern_string (trs_submission_get_local_id (submission));
}

static GPtrArray *
find (StoreTest  *test,
      gint64      account,
      const char *video_id)
{
  const char *video_ids[] = { "unheard-of", video_id, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *videos;

  trs_store_submissions_find_videos_async (test->store, account, video_ids, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  videos = trs_store_submissions_find_videos_finish (test->store, result, &error);
  g_assert_no_error (error);
  return videos;
}

static void
assert_project (StoreTest       *test,
                gint64           account,
                const char      *video_id,
                const char      *id,
                TrsProjectState  state)
{
  g_autoptr (GPtrArray) videos = find (test, account, video_id);
  const TrsStoreVideo *video;

  g_assert_cmpuint (videos->len, ==, 1);
  video = g_ptr_array_index (videos, 0);
  g_assert_cmpstr (video->video_id, ==, video_id);
  g_assert_null (video->pending_id);
  g_assert_cmpstr (video->project->id, ==, id);
  g_assert_cmpint (video->project->state, ==, state);
}

static void
test_projects (StoreTest     *test,
               gconstpointer  data)
{
  static const char * const newest[] = { "other", NULL };
  gint64 account = store_test_open_account (test, NULL);
  gint64 elsewhere;
  g_autoptr (GPtrArray) nothing = NULL;

  add_project (test, account, "old", "a", TRS_PROJECT_STATE_DONE, 100);
  add_project (test, account, "done", "a", TRS_PROJECT_STATE_DONE, 200);
  add_project (test, account, "failed-later", "a", TRS_PROJECT_STATE_ERROR, 300);
  add_project (test, account, "failed", "b", TRS_PROJECT_STATE_ERROR, 400);
  add_project (test, account, "under-way", "c", TRS_PROJECT_STATE_UPLOAD, 500);
  store_test_exec (test, "UPDATE project SET hidden = 1, missing = 1 WHERE id = 'under-way'");

  assert_project (test, account, "a", "done", TRS_PROJECT_STATE_DONE);
  assert_project (test, account, "b", "failed", TRS_PROJECT_STATE_ERROR);
  assert_project (test, account, "c", "under-way", TRS_PROJECT_STATE_UPLOAD);

  /* What another user has paid for is none of ours. */
  elsewhere = store_test_open_account (test, newest);
  g_assert_cmpint (elsewhere, !=, account);
  nothing = find (test, elsewhere, "a");
  g_assert_cmpuint (nothing->len, ==, 0);
}

static void
test_submissions (StoreTest     *test,
                  gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) nothing = NULL;
  g_autoptr (GPtrArray) pending = NULL;
  const TrsStoreVideo *video;
  const char *lost;

  add_submission (test, account, "refused", 1, TRS_SUBMISSION_REFUSED, NULL);
  add_submission (test, account, "given-up", 2, TRS_SUBMISSION_UNKNOWN, NULL);
  lost = add_submission (test, account, "lost", 3, TRS_SUBMISSION_SENDING, NULL);
  add_submission (test, account, "accepted", 4, TRS_SUBMISSION_ACCEPTED, "p4");
  none = find (test, account, "refused");
  nothing = find (test, account, "given-up");
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (nothing->len, ==, 0);

  /* Not known if accepted: that counts for more than the transcript of another day. */
  add_project (test, account, "done", "lost", TRS_PROJECT_STATE_DONE, 100);
  pending = find (test, account, "lost");
  g_assert_cmpuint (pending->len, ==, 1);
  video = g_ptr_array_index (pending, 0);
  g_assert_cmpstr (video->pending_id, ==, lost);
  g_assert_cmpstr (video->pending_language, ==, "de");
  g_assert_cmpint (video->pending_at, ==, 3);

  /* The program died between the answer and the next page of the list. */
  assert_project (test, account, "accepted", "p4", TRS_PROJECT_STATE_UNKNOWN);
  add_project (test, account, "p4", "accepted", TRS_PROJECT_STATE_DONE, 4);
  assert_project (test, account, "accepted", "p4", TRS_PROJECT_STATE_DONE);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/videos/projects", test_projects);
  ADD ("/store/videos/submissions", test_submissions);
  return g_test_run ();
}
