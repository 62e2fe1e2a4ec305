/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Submissions to On This Computer, where nothing is paid: whatever breaks off, each recording ends as one project. A
 * script stands for the service, and the toy service answers for it. */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-fake-worker.h"
#include "trs-store-submissions.h"
#include "trs-test-store.h"

#define SERVICE                                   \
  "#!/bin/sh\n"                                   \
  "echo 'Listening on http://127.0.0.1:4711'\n"   \
  "echo 'Key toy-key'\n"                          \
  "exec cat > /dev/null\n"

typedef struct
{
  Fixture base;
  char *folder;
} Local;

static void
use_local (Local *local)
{
  g_autofree char *service = g_build_filename (local->folder, "service", NULL);
  g_autofree char *worker = trs_fake_worker_make (local->folder);
  g_autofree char *folder = g_build_filename (local->folder, "local", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsSignIn *sign_in;

  g_assert_true (g_file_set_contents_full (service, SERVICE, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  trs_session_set_up_local (local->base.session, service, folder, worker);
  trs_session_start (local->base.session);
  sign_in = trs_session_get_sign_in (local->base.session);
  trs_sign_in_connect_service_async (sign_in, TRS_ACCOUNT_LOCAL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_service_finish (sign_in, result, &error));
  g_assert_no_error (error);
  fixture_drain ();
}

static void
set_up (Local         *local,
        gconstpointer  data)
{
  fixture_set_up (&local->base, NULL);
  local->folder = g_dir_make_tmp ("trs-local-XXXXXX", NULL);
  use_local (local);
}

static void
tear_down (Local         *local,
           gconstpointer  data)
{
  fixture_tear_down (&local->base, NULL);
  trs_fake_worker_remove (local->folder);
  g_free (local->folder);
}

static TrsLocalIntake *
get_intake (Local *local)
{
  return trs_local_account_get_intake (trs_session_get_local (local->base.session));
}

/* Returns: (transfer full): a submission of a recording that is taken in */
static TrsSubmission *
take (Local *local)
{
  g_autofree char *path = trs_fake_worker_make_file (local->folder, "talk.mp3");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *video_id = NULL;

  trs_local_intake_take_async (get_intake (local), file, 1, NULL, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  video_id = trs_local_intake_take_finish (get_intake (local), result, &error);
  g_assert_no_error (error);
  return trs_submission_new (video_id, "en");
}

static GAsyncResult *
run (Local         *local,
     TrsSubmission *submission)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  GAsyncResult *result = NULL;

  g_list_store_append (submissions, submission);
  trs_submitter_run_async (trs_session_get_submitter (local->base.session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  fixture_pass_until (&local->base, result != NULL);
  return result;
}

static guint
count_undecided (Local *local)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) submissions = NULL;

  trs_store_submissions_list_undecided_async (local->base.store, trs_projects_get_account (local->base.projects), NULL,
                                              trs_test_store_result, &result);
  trs_test_wait_result (result);
  submissions = trs_store_submissions_list_undecided_finish (local->base.store, result, NULL);
  return submissions->len;
}

static void
assert_one_project (Local *local)
{
  g_assert_cmpuint (trs_toy_service_get_n (local->base.toy), ==, 1);
  g_assert_cmpuint (count_undecided (local), ==, 0);
  fixture_pass_until (&local->base, fixture_get_n (&local->base) == 1);
  g_assert_false (trs_project_is_pending (fixture_get (&local->base, 0)));
}

typedef struct
{
  const char *name;
  const char *part; /* of the request that fails */
  TrsToyFault fault;
  guint status;
  guint n_times;
  guint n_posts; /* at the end */
} Break;

static const Break breaks[] = {
  { "not-reached", "POST", TRS_TOY_OFFLINE, 0, 1, 2 },     { "no-answer", "POST", TRS_TOY_CUT, 0, 1, 1 },
  { "cut-off", "POST", TRS_TOY_CUT_BEFORE, 0, 2, 3 },      { "cut-short", "POST", TRS_TOY_CUT_SHORT, 0, 1, 1 },
  { "garbage", "POST", TRS_TOY_GARBAGE, 0, 1, 1 },         { "failed", "POST", TRS_TOY_STATUS, 500, 2, 3 },
  { "list-not-reached", "GET", TRS_TOY_OFFLINE, 0, 3, 1 }, { "list-failed", "GET", TRS_TOY_STATUS, 500, 3, 1 },
};

/* @data: a #Break */
static void
test_break (Local         *local,
            gconstpointer  data)
{
  const Break *failure = data;
  g_autoptr (TrsSubmission) submission = take (local);
  g_autoptr (GAsyncResult) result = NULL;

  /* So that the list is read before. */
  fixture_advance (&local->base, 20);
  trs_toy_service_fail (local->base.toy, failure->part, failure->fault, failure->status, -1, failure->n_times);
  result = run (local, submission);
  g_assert_no_error (trs_submission_get_error (submission));
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_nonnull (trs_submission_get_project (submission));
  g_assert_cmpuint (trs_toy_service_count (local->base.toy, "POST"), ==, failure->n_posts);
  assert_one_project (local);
}

/* What fails again and again is given up, and nothing of it is undecided. */
static void
test_fails_always (Local         *local,
                   gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = take (local);
  g_autoptr (GAsyncResult) result = NULL;

  trs_toy_service_fail (local->base.toy, "POST", TRS_TOY_STATUS, 500, -1, G_MAXUINT);
  result = run (local, submission);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_error (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_SERVER);
  g_assert_cmpuint (trs_toy_service_count (local->base.toy, "POST"), ==, 3);
  g_assert_cmpuint (count_undecided (local), ==, 0);
  g_assert_cmpuint (fixture_get_n (&local->base), ==, 0);
}

/* A service that does not come back: it stays undecided, and is asked as soon as it answers. */
static void
test_away (Local         *local,
           gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = take (local);
  g_autoptr (GAsyncResult) result = NULL;

  trs_toy_service_fail (local->base.toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  trs_toy_service_fail (local->base.toy, "GET", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  result = run (local, submission);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
  g_assert_cmpuint (count_undecided (local), ==, 1);
  g_assert_true (trs_project_is_pending (fixture_get (&local->base, 0)));

  trs_toy_service_mend (local->base.toy);
  fixture_pass_until (&local->base, trs_toy_service_count (local->base.toy, "POST") == 2);
  fixture_drain ();
  assert_one_project (local);
}

/* The program died while the request was out. @data: whether the service has made a project of it */
static void
test_program_died (Local         *local,
                   gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = take (local);
  g_autoptr (GAsyncResult) result = NULL;

  trs_submission_set_sending (submission, "https://callback.invalid/", FIXTURE_START);
  trs_store_submissions_write_intent_async (local->base.store, trs_projects_get_account (local->base.projects),
                                            submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  fixture_end_session (&local->base);
  if (data != NULL)
    trs_toy_service_add (local->base.toy, trs_submission_get_video_id (submission), "transcription");

  fixture_advance (&local->base, 5);
  fixture_new_session (&local->base);
  use_local (local);
  fixture_pass_until (&local->base, count_undecided (local) == 0);
  g_assert_cmpuint (trs_toy_service_count (local->base.toy, "POST"), ==, data != NULL ? 0 : 1);
  assert_one_project (local);
}

/* Another program waits for the answer. When it has died, this one goes on. */
static void
test_held (Local         *local,
           gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (local->folder, "local", NULL);
  g_autoptr (TrsLocalIntake) other = trs_local_intake_new (folder);
  g_autoptr (TrsSubmission) submission = take (local);
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_true (trs_local_intake_hold (other, trs_submission_get_video_id (submission)));
  trs_submission_set_sending (submission, "https://callback.invalid/", FIXTURE_START);
  trs_store_submissions_write_intent_async (local->base.store, trs_projects_get_account (local->base.projects),
                                            submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_reconciler_look_again (trs_session_get_reconciler (local->base.session));
  for (guint i = 0; i < 10; i++)
    fixture_pass (&local->base);
  g_assert_cmpuint (trs_toy_service_count (local->base.toy, "POST"), ==, 0);
  g_assert_cmpuint (count_undecided (local), ==, 1);

  g_clear_object (&other);
  fixture_pass_until (&local->base, count_undecided (local) == 0);
  g_assert_cmpuint (trs_toy_service_count (local->base.toy, "POST"), ==, 1);
  assert_one_project (local);
}

#define ADD(name, function, data) g_test_add ("/local-submission/" name, Local, data, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  for (gsize i = 0; i < G_N_ELEMENTS (breaks); i++)
    {
      g_autofree char *path = g_strconcat ("/local-submission/break/", breaks[i].name, NULL);

      g_test_add (path, Local, &breaks[i], set_up, test_break, tear_down);
    }
  ADD ("fails-always", test_fails_always, NULL);
  ADD ("away", test_away, NULL);
  ADD ("program-died", test_program_died, NULL);
  ADD ("program-died-after", test_program_died, "accepted");
  ADD ("held", test_held, NULL);
  return g_test_run ();
}
