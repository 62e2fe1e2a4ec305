/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two accounts on two services: nothing of one is ever shown, asked or kept with the other. */
#include "journey.h"

#include "trs-session.h"

typedef struct
{
  Journey *journey;
  TrsServiceProcess *other;
} Accounts;

static void
accounts_init (Accounts *accounts)
{
  accounts->journey = journey_new (NULL);
  accounts->other = trs_service_process_new (NULL);
}

static void
accounts_clear (Accounts *accounts)
{
  journey_free (accounts->journey);
  trs_service_process_free (accounts->other);
}

static void
connect_to (Accounts          *accounts,
            TrsServiceProcess *service)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_async (trs_session_get_sign_in (accounts->journey->session),
                             trs_service_process_get_address (service), trs_service_process_get_key (service), NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_sign_in_connect_finish (trs_session_get_sign_in (accounts->journey->session), result, &error);
  g_assert_no_error (error);
}

static void
transcribe (Accounts   *accounts,
            const char *video_id)
{
  Journey *journey = accounts->journey;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  g_object_unref (journey_submit (journey, video_id));
  journey_until (journey, trs_project_get_state (journey_top (journey)) == TRS_PROJECT_STATE_DONE);
  transcript = journey_load (journey, journey_top (journey), &error);
  g_assert_no_error (error);
}

static void
switch_to (Accounts          *accounts,
           TrsServiceProcess *service)
{
  Journey *journey = accounts->journey;
  TrsAccountList *accounts_list = trs_session_get_accounts (journey->session);
  g_autoptr (GAsyncResult) result = NULL;
  gboolean found = FALSE;

  trs_account_list_refresh_async (accounts_list, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (accounts_list)), ==, 2);
  for (guint i = 0; i < 2 && !found; i++)
    {
      const TrsKnownAccount *account = trs_account_list_get_account (accounts_list, i);

      if (!g_str_equal (account->name, trs_service_process_get_address (service)))
        continue;
      trs_session_switch_account (journey->session, account);
      found = TRUE;
    }
  g_assert_true (found);
  journey_until (journey, trs_session_get_state (journey->session) == TRS_SESSION_READY);
}

/* The one video of the account, and its text, whatever the network does. */
static void
assert_shows (Accounts   *accounts,
              const char *video_id)
{
  Journey *journey = accounts->journey;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  journey_until (journey, journey_n_listed (journey) == 1);
  g_assert_cmpstr (trs_project_get_data (journey_top (journey))->video_id, ==, video_id);
  transcript = journey_load (journey, journey_top (journey), &error);
  g_assert_no_error (error);
  g_assert_false (trs_transcript_is_empty (transcript));
}

static void
test_two_accounts (void)
{
  Accounts accounts = { 0 };
  Journey *journey;
  TrsServiceProcess *first, *second;
  g_autoptr (GError) error = NULL;

  accounts_init (&accounts);
  journey = accounts.journey;
  first = journey->service;
  second = accounts.other;
  connect_to (&accounts, first);
  transcribe (&accounts, "harbour-clip");
  connect_to (&accounts, second);
  g_assert_cmpuint (journey_n_listed (journey), ==, 0);
  transcribe (&accounts, "street-poll-no-labels");

  /* To and fro, each with its own list, fresh from its own service. */
  switch_to (&accounts, first);
  assert_shows (&accounts, "harbour-clip");
  g_assert_true (journey_refresh (journey, &error));
  g_assert_no_error (error);
  assert_shows (&accounts, "harbour-clip");
  switch_to (&accounts, second);
  assert_shows (&accounts, "street-poll-no-labels");

  /* Without either service. */
  trs_service_process_kill (first);
  trs_service_process_kill (second);
  switch_to (&accounts, first);
  assert_shows (&accounts, "harbour-clip");
  switch_to (&accounts, second);
  assert_shows (&accounts, "street-poll-no-labels");

  /* Another run of the program begins with the account that was used last. */
  journey_end_session (journey);
  journey_new_session (journey);
  trs_session_start (journey->session);
  assert_shows (&accounts, "street-poll-no-labels");
  trs_service_process_restart (first);
  trs_service_process_restart (second);
  switch_to (&accounts, first);
  assert_shows (&accounts, "harbour-clip");
  g_assert_true (journey_refresh (journey, &error));
  g_assert_no_error (error);
  assert_shows (&accounts, "harbour-clip");
  g_assert_cmpuint (journey_count (journey), ==, 1);
  accounts_clear (&accounts);
}

/* A submission that is out when the account is changed belongs to the account it was made with. */
static void
test_switch_under_way (void)
{
  Accounts accounts = { 0 };
  Journey *journey;

  accounts_init (&accounts);
  journey = accounts.journey;
  connect_to (&accounts, accounts.other);
  transcribe (&accounts, "street-poll-no-labels");
  connect_to (&accounts, journey->service);
  g_object_unref (journey_submit (journey, "harbour-clip"));
  switch_to (&accounts, accounts.other);
  assert_shows (&accounts, "street-poll-no-labels");
  switch_to (&accounts, journey->service);
  journey_until (journey, journey_n_listed (journey) == 1 &&
                              trs_project_get_state (journey_top (journey)) == TRS_PROJECT_STATE_DONE);
  assert_shows (&accounts, "harbour-clip");
  g_assert_cmpuint (journey_count (journey), ==, 1);
  accounts_clear (&accounts);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/accounts/two-services", test_two_accounts);
  g_test_add_func ("/journey/accounts/switch-under-way", test_switch_under_way);
  return g_test_run ();
}
