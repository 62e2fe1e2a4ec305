/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-poller.h"
#include "trs-store-accounts.h"
#include "trs-store-submissions.h"
#include "trs-store.h"
#include "trs-submitter.h"
#include "trs-submitter.h"
#include "trs-webhook-receiver.h"

/* The parts below the session, over a store that outlives them. */
typedef struct
{
  TrsAccount *account;
  TrsApiClient *client;
  TrsProjects *projects;
  TrsHistory *history;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsWebhookReceiver *receiver;
  TrsReconciler *pendings;
  TrsSubmitter *submitter;
} Parts;

static gint64
open_account (Fixture    *fixture,
              const char *address)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_accounts_open_async (fixture->store, address, 0, NULL, NULL, FIXTURE_START, NULL, trs_test_store_result,
                                 &result);
  trs_test_wait_result (result);
  return trs_store_accounts_open_finish (fixture->store, result, NULL);
}

static void
parts_init (Parts   *parts,
            Fixture *fixture)
{
  TrsClock *clock = TRS_CLOCK (fixture->clock);
  gint64 account = open_account (fixture, FIXTURE_ADDRESS);
  g_autoptr (GAsyncResult) result = NULL;

  parts->account = trs_account_new (fixture->settings);
  parts->client = trs_api_client_new (TRS_TRANSPORT (fixture->toy), clock);
  parts->projects = trs_projects_new (fixture->store, clock);
  parts->history = trs_history_new (parts->projects, fixture->store, clock);
  parts->reader = trs_list_reader_new (parts->client, fixture->store, parts->projects, parts->history, clock);
  parts->poller = trs_poller_new (parts->reader, parts->projects, parts->history, parts->client, clock);
  parts->receiver = trs_webhook_receiver_new (parts->account, clock);
  parts->pendings = trs_reconciler_new (fixture->store, parts->projects, parts->history, parts->poller, parts->receiver,
                                        clock);
  parts->submitter = trs_submitter_new (fixture->store, parts->projects, parts->history, parts->reader, parts->client,
                                        parts->poller, parts->receiver, parts->pendings, clock);
  trs_history_open_async (parts->history, account, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_history_open_finish (parts->history, result, NULL));
  trs_api_client_open (parts->client, FIXTURE_ADDRESS, "toy-key");
  trs_submitter_set_account (parts->submitter, account);
}

static void
parts_clear (Parts *parts)
{
  trs_api_client_stop (parts->client);
  trs_poller_clear (parts->poller);
  trs_list_reader_reset (parts->reader);
  fixture_drain ();
  g_assert_finalize_object (parts->submitter);
  g_assert_finalize_object (parts->pendings);
  g_assert_finalize_object (parts->receiver);
  g_assert_finalize_object (parts->poller);
  g_assert_finalize_object (parts->reader);
  g_assert_finalize_object (parts->history);
  g_assert_finalize_object (parts->projects);
  g_assert_finalize_object (parts->client);
  g_assert_finalize_object (parts->account);
}

static guint
count_open (Fixture    *fixture,
            const char *address)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) submissions = NULL;

  trs_store_submissions_list_undecided_async (fixture->store, open_account (fixture, address), NULL,
                                              trs_test_store_result, &result);
  trs_test_wait_result (result);
  submissions = trs_store_submissions_list_undecided_finish (fixture->store, result, NULL);
  return submissions->len;
}

static TrsProject *
dup_first (Parts *parts)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_history_load_item_async (parts->history, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_history_load_item_finish (parts->history, result, NULL);
}

static void
read_list (Parts *parts)
{
  trs_list_reader_read_async (parts->reader, TRS_LIST_READ_CHECK, NULL, NULL, NULL);
  fixture_drain ();
}

static void
send (Parts         *parts,
      TrsSubmission *submission)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);

  g_list_store_append (submissions, submission);
  trs_submitter_run_async (parts->submitter, G_LIST_MODEL (submissions), NULL, NULL, NULL);
  fixture_drain ();
}

/* The program dies while the request is out: afterwards the project is found, and nothing is sent again. */
static void
test_program_dies (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", "de");
  Parts parts;

  trs_submission_set_again (submission, TRUE);

  trs_toy_service_add (fixture->toy, "video", "done");
  parts_init (&parts, fixture);
  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT, 0, -1, 1);
  send (&parts, submission);
  g_assert_cmpuint (count_open (fixture, FIXTURE_ADDRESS), ==, 1);
  g_assert_cmpuint (count_open (fixture, "https://other.example"), ==, 0);
  parts_clear (&parts);

  parts_init (&parts, fixture);
  fixture_drain ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (parts.history)), ==, 2);
  {
    g_autoptr (TrsProject) pending = dup_first (&parts);

    g_assert_true (trs_project_is_pending (pending));
  }
  fixture_advance (fixture, 10);
  g_assert_cmpuint (count_open (fixture, FIXTURE_ADDRESS), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (parts.history)), ==, 2);
  {
    g_autoptr (TrsProject) project = dup_first (&parts);

    g_assert_cmpstr (trs_project_get_id (project), ==, "id-2");
    g_assert_cmpstr (trs_project_get_data (project)->requested_language, ==, "de");
    g_assert_cmpint (trs_project_get_data (project)->submitted_at, ==, FIXTURE_START);
  }
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "POST"), ==, 1);
  parts_clear (&parts);
}

/* The intent is there before the request is. */
static void
test_written_first (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);
  Parts parts;

  parts_init (&parts, fixture);
  read_list (&parts);
  trs_toy_service_hold (fixture->toy);
  send (&parts, submission);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_SENDING);
  g_assert_cmpuint (count_open (fixture, FIXTURE_ADDRESS), ==, 1);
  trs_toy_service_release (fixture->toy);
  fixture_drain ();
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_cmpuint (count_open (fixture, FIXTURE_ADDRESS), ==, 0);
  parts_clear (&parts);
}

/* Written down for one account, and meanwhile another one is used: it must not pay. */
static void
test_account_changes (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video", NULL);
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (GAsyncResult) result = NULL;
  Parts parts;

  parts_init (&parts, fixture);
  read_list (&parts);
  g_list_store_append (submissions, submission);
  trs_submitter_run_async (parts.submitter, G_LIST_MODEL (submissions), NULL, trs_test_store_result, &result);
  trs_test_wait_until (trs_submission_get_outcome (submission) == TRS_SUBMISSION_SENDING);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "POST"), ==, 0);
  trs_api_client_open (parts.client, FIXTURE_ADDRESS, "toy-key");
  trs_test_wait_result (result);
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_NOT_SENT);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "POST"), ==, 0);
  g_assert_cmpuint (count_open (fixture, FIXTURE_ADDRESS), ==, 0);
  g_clear_object (&result);
  parts_clear (&parts);
}

static void
test_rules (void)
{
  static const struct
  {
    TrsError code;
    guint status;
    gboolean not_sent;
    TrsSubmissionOutcome outcome;
    gboolean holds;
  } rows[] = {
    { TRS_ERROR_INVALID_REQUEST, 400, FALSE, TRS_SUBMISSION_REFUSED, FALSE },
    { TRS_ERROR_UNAUTHORIZED, 401, FALSE, TRS_SUBMISSION_REFUSED, TRUE },
    { TRS_ERROR_NOT_ENOUGH_CREDIT, 402, FALSE, TRS_SUBMISSION_REFUSED, FALSE },
    { TRS_ERROR_VIDEO_NOT_FOUND, 404, FALSE, TRS_SUBMISSION_REFUSED, FALSE },
    { TRS_ERROR_TIMED_OUT, 408, FALSE, TRS_SUBMISSION_REFUSED, TRUE },
    { TRS_ERROR_RATE_LIMITED, 429, FALSE, TRS_SUBMISSION_REFUSED, TRUE },
    { TRS_ERROR_NOT_THE_SERVICE, 302, FALSE, TRS_SUBMISSION_REFUSED, TRUE },
    { TRS_ERROR_NOT_THE_SERVICE, 307, FALSE, TRS_SUBMISSION_REFUSED, TRUE },
    { TRS_ERROR_NOT_THE_SERVICE, 303, FALSE, TRS_SUBMISSION_UNKNOWN, TRUE },
    { TRS_ERROR_NOT_THE_SERVICE, 200, FALSE, TRS_SUBMISSION_UNKNOWN, TRUE },
    { TRS_ERROR_NOT_THE_SERVICE, 201, FALSE, TRS_SUBMISSION_UNKNOWN, TRUE },
    { TRS_ERROR_TOO_LARGE, 201, FALSE, TRS_SUBMISSION_UNKNOWN, TRUE },
    { TRS_ERROR_SERVER, 500, FALSE, TRS_SUBMISSION_UNKNOWN, TRUE },
    { TRS_ERROR_OFFLINE, 0, FALSE, TRS_SUBMISSION_UNKNOWN, TRUE },
    { TRS_ERROR_TIMED_OUT, 0, FALSE, TRS_SUBMISSION_UNKNOWN, TRUE },
    { TRS_ERROR_OFFLINE, 0, TRUE, TRS_SUBMISSION_NOT_SENT, TRUE },
    { TRS_ERROR_TLS, 0, TRUE, TRS_SUBMISSION_NOT_SENT, TRUE },
    { TRS_ERROR_NO_KEY, 0, TRUE, TRS_SUBMISSION_NOT_SENT, TRUE },
  };
  g_autoptr (GError) cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "x");
  gboolean holds;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = trs_error_new_http (rows[i].code, rows[i].status, NULL, -1, "x");

      if (rows[i].not_sent)
        trs_error_set_not_sent (error);
      g_assert_cmpint (trs_submitter_judge (error, &holds), ==, rows[i].outcome);
      g_assert_cmpint (holds, ==, rows[i].holds);
    }
  g_assert_cmpint (trs_submitter_judge (NULL, &holds), ==, TRS_SUBMISSION_ACCEPTED);
  g_assert_false (holds);
  g_assert_cmpint (trs_submitter_judge (cancelled, &holds), ==, TRS_SUBMISSION_UNKNOWN);
}

static void
test_callback_addresses (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (TrsAccount) account = trs_account_new (fixture->settings);
  g_autoptr (TrsWebhookReceiver) receiver = trs_webhook_receiver_new (account, TRS_CLOCK (fixture->clock));
  g_autoptr (GError) error = NULL;
  g_autofree char *nowhere = NULL;
  g_autofree char *mine = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *impossible = NULL;

  trs_account_set_server (account, "https://toy.example", FALSE);
  nowhere = trs_webhook_receiver_get_url (receiver, "pending:secret", &error);
  g_assert_cmpstr (nowhere, ==, "https://callback.invalid/");

  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_MY_ADDRESS, "https://me.example/hook?x=1", NULL, 0,
                                           NULL));
  mine = trs_webhook_receiver_get_url (receiver, "a", &error);
  g_assert_cmpstr (mine, ==, "https://me.example/hook?x=1");

  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_THIS_COMPUTER, NULL, "127.0.0.1", 0, NULL));
  first = trs_webhook_receiver_get_url (receiver, "a", &error);
  second = trs_webhook_receiver_get_url (receiver, "b", &error);
  g_assert_true (g_str_has_prefix (first, "http://127.0.0.1:"));
  g_assert_cmpstr (first, !=, second);

  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_THIS_COMPUTER, NULL, "192.0.2.1", 0, NULL));
  trs_webhook_receiver_clear (receiver);
  impossible = trs_webhook_receiver_get_url (receiver, "c", &error);
  g_assert_null (impossible);
  g_assert_nonnull (error);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/journal/program-dies", test_program_dies);
  fixture_add_test ("/journal/written-first", test_written_first);
  fixture_add_test ("/journal/account-changes", test_account_changes);
  g_test_add_func ("/journal/rules", test_rules);
  fixture_add_test ("/journal/callback-addresses", test_callback_addresses);
  return g_test_run ();
}
