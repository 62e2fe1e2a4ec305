/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "fragile-keyring.h"
#include "trs-api-key.h"
#include "trs-connector.h"
#include "trs-error.h"
#include "trs-store-listing.h"
#include "trs-stubborn-settings.h"

/* What becomes of a key that is under way when the account is left, or another key takes its place. What a key proves
 * is tested with two-users. */

static TrsConnector *
get_connector (Fixture *fixture)
{
  return trs_session_get_connector (fixture->session);
}

static FragileKeyring *
use_fragile_keyring (Fixture *fixture)
{
  FragileKeyring *keyring = fragile_keyring_new ();

  fixture_end_session (fixture);
  g_assert_finalize_object (fixture->keyring);
  fixture->keyring = TRS_KEYRING (keyring);
  fixture_new_session (fixture);
  return keyring;
}

static TrsConnection *
prove (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsConnection *connection;

  trs_connector_prove_async (get_connector (fixture), FIXTURE_ADDRESS, "toy-key", NULL, NULL, trs_test_store_result,
                             &result);
  trs_test_wait_result (result);
  connection = trs_connector_prove_finish (get_connector (fixture), result, &error);
  g_assert_no_error (error);
  return connection;
}

/* What was proved before the account was left is for that account. */
static void
test_commit_after_leaving (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (TrsConnection) left = NULL;
  g_autoptr (TrsConnection) connection = NULL;

  fixture_connect (fixture);
  left = prove (fixture);
  trs_connector_leave (get_connector (fixture));
  g_assert_false (trs_connector_commit (get_connector (fixture), left));
  g_assert_cmpint (trs_connector_get_state (get_connector (fixture)), ==, TRS_CONNECTOR_IDLE);

  connection = prove (fixture);
  g_assert_true (trs_connector_commit (get_connector (fixture), connection));
  g_assert_cmpint (trs_connector_get_state (get_connector (fixture)), ==, TRS_CONNECTOR_PROVED);
}

/* Neither of two keys is left behind as being proved, and what comes next is not taken for one of them. */
static void
test_leave_while_proving (Fixture       *fixture,
                          gconstpointer  data)
{
  TrsConnector *connector;
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GAsyncResult) found = NULL;
  g_autoptr (TrsConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  fixture_connect (fixture);
  connector = get_connector (fixture);
  trs_toy_service_hold (fixture->toy);
  trs_connector_prove_async (connector, FIXTURE_ADDRESS, "toy-key", NULL, NULL, trs_test_store_result, &first);
  trs_connector_prove_async (connector, FIXTURE_ADDRESS, "toy-key", NULL, NULL, trs_test_store_result, &second);
  fixture_drain ();
  g_assert_true (trs_connector_get_can_cancel (connector));
  trs_connector_leave (connector);
  g_assert_false (trs_connector_get_can_cancel (connector));
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_IDLE);

  trs_connector_find_async (connector, TRUE, trs_test_store_result, &found);
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_ACQUIRING);
  trs_test_wait_result (found);
  connection = trs_connector_find_finish (connector, found, &error);
  g_assert_no_error (error);
  /* Nobody answers: it ends all the same. */
  trs_test_wait_result (first);
  trs_test_wait_result (second);
  g_assert_null (trs_connector_prove_finish (connector, first, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (trs_connector_prove_finish (connector, second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_IDLE);
  trs_toy_service_release (fixture->toy);
}

/* It is proved and not stored yet, because the settings are not saved yet: then it is not stored any more. */
static void
test_leave_before_storing (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (TrsStubbornSettings) disk = trs_stubborn_settings_new (TRS_STUBBORN_SAVES);
  g_autoptr (GSettings) saved = trs_stubborn_settings_open (disk);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  FragileKeyring *keyring;

  g_clear_object (&fixture->settings);
  fixture->settings = trs_held_settings_new (saved);
  keyring = use_fragile_keyring (fixture);
  fixture_connect (fixture);
  fragile_keyring_set_key (keyring, FIXTURE_ADDRESS, NULL);
  trs_connector_prove_async (get_connector (fixture), FIXTURE_ADDRESS, "toy-key", NULL, NULL, trs_test_store_result,
                             &result);
  trs_test_wait_until (trs_connector_get_state (get_connector (fixture)) == TRS_CONNECTOR_STORING);
  g_assert_null (fragile_keyring_get_key (keyring, FIXTURE_ADDRESS));
  trs_connector_leave (get_connector (fixture));
  trs_test_wait_result (result);
  g_assert_null (trs_connector_prove_finish (get_connector (fixture), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  trs_test_settle ();
  g_assert_null (fragile_keyring_get_key (keyring, FIXTURE_ADDRESS));
}

/* A key for this run of the program alone is in no keyring. */
static void
test_keeps_no_keys (Fixture       *fixture,
                    gconstpointer  data)
{
  FragileKeyring *keyring = use_fragile_keyring (fixture);

  trs_connector_set_keep_keys (get_connector (fixture), FALSE);
  fixture_connect (fixture);
  g_assert_null (fragile_keyring_get_key (keyring, FIXTURE_ADDRESS));
  g_assert_true (trs_connector_get_can_keep_key (get_connector (fixture)));
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* A look that another one has taken the place of says nothing of the keyring. */
static void
test_find_again (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (TrsConnection) found = NULL;
  g_autoptr (GError) error = NULL;
  TrsConnector *connector;
  guint n_notified = 0;

  use_fragile_keyring (fixture);
  fixture_connect (fixture);
  connector = get_connector (fixture);
  g_assert_true (trs_connector_get_keyring_answers (connector));
  g_signal_connect_swapped (connector, "notify::keyring-answers", G_CALLBACK (count_cb), &n_notified);
  trs_connector_find_async (connector, TRUE, trs_test_store_result, &first);
  trs_connector_find_async (connector, TRUE, trs_test_store_result, &second);
  trs_test_wait_result (first);
  trs_test_wait_result (second);
  g_assert_null (trs_connector_find_finish (connector, first, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  found = trs_connector_find_finish (connector, second, &error);
  g_assert_no_error (error);
  g_assert_true (found->proved);
  g_assert_true (found->in_keyring);
  g_assert_cmpuint (n_notified, ==, 0);
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_PROVED);
}

/* What is looked up meanwhile does not hide that a key is being proved, and can be given up. */
static void
test_find_while_proving (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) proved = NULL;
  g_autoptr (GAsyncResult) found = NULL;
  g_autoptr (TrsConnection) connection = NULL;
  g_autoptr (GError) error = NULL;
  TrsConnector *connector;

  fixture_connect (fixture);
  connector = get_connector (fixture);
  trs_toy_service_hold (fixture->toy);
  trs_connector_prove_async (connector, FIXTURE_ADDRESS, "toy-key", NULL, cancellable, trs_test_store_result, &proved);
  trs_connector_find_async (connector, TRUE, trs_test_store_result, &found);
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_PROVING);
  trs_test_wait_result (found);
  connection = trs_connector_find_finish (connector, found, &error);
  g_assert_no_error (error);
  g_assert_true (trs_connector_get_can_cancel (connector));

  g_cancellable_cancel (cancellable);
  trs_test_wait_result (proved);
  g_assert_null (trs_connector_prove_finish (connector, proved, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_PROVED);
  trs_toy_service_release (fixture->toy);
}

/* Another program puts a key into the keyring that was never proved. */
static void
store_other_key (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_keyring_store_async (fixture->keyring, FIXTURE_ADDRESS, "other-key", 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_keyring_store_finish (fixture->keyring, result, NULL));
}

static TrsConnection *
find (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsConnection *connection;

  trs_connector_find_async (get_connector (fixture), TRUE, trs_test_store_result, &result);
  trs_test_wait_result (result);
  connection = trs_connector_find_finish (get_connector (fixture), result, &error);
  g_assert_no_error (error);
  return connection;
}

/* The verdict on one key on probation is not that on the next one. */
static void
test_judged_too_late (Fixture       *fixture,
                      gconstpointer  data)
{
  TrsConnector *connector;
  g_autoptr (GAsyncResult) late = NULL;
  g_autoptr (GAsyncResult) in_time = NULL;
  g_autoptr (TrsConnection) first = NULL;
  g_autoptr (TrsConnection) second = NULL;
  g_autoptr (GError) error = NULL;

  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  connector = get_connector (fixture);
  store_other_key (fixture);
  first = find (fixture);
  second = find (fixture);
  g_assert_true (trs_connector_commit (connector, first));
  trs_connector_judge_page_async (connector, TRS_PAGE_OTHERS, FALSE, trs_test_store_result, &late);
  g_assert_true (trs_connector_commit (connector, second));
  trs_test_wait_result (late);
  g_assert_cmpint (trs_connector_judge_page_finish (connector, late, &error), ==, TRS_PAGE_VERDICT_OPEN);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_PROBATION);

  trs_connector_judge_page_async (connector, TRS_PAGE_OTHERS, FALSE, trs_test_store_result, &in_time);
  trs_test_wait_result (in_time);
  g_assert_cmpint (trs_connector_judge_page_finish (connector, in_time, &error), ==, TRS_PAGE_VERDICT_FOREIGN);
  g_assert_no_error (error);
  g_assert_cmpint (trs_connector_get_state (connector), ==, TRS_CONNECTOR_LOST);
}

/* The name alone proves a key where nothing else could, as long as it stands: another program may store the key of
 * another user while the keyring is asked, which may wait for its password. */
static void
test_renamed_while_looking (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (TrsConnection) named = NULL;
  g_autoptr (TrsConnection) renamed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "connector", "transcripts.db", NULL);

  fixture_keep (fixture, path);
  fixture_connect (fixture);
  trs_connector_find_async (get_connector (fixture), FALSE, trs_test_store_result, &first);
  trs_test_wait_result (first);
  named = trs_connector_find_finish (get_connector (fixture), first, &error);
  g_assert_no_error (error);
  g_assert_true (named->proved);

  store_other_key (fixture);
  trs_connector_find_async (get_connector (fixture), FALSE, trs_test_store_result, &second);
  g_settings_set_int64 (fixture->settings, "key-account", 0);
  trs_test_wait_result (second);
  renamed = trs_connector_find_finish (get_connector (fixture), second, &error);
  g_assert_no_error (error);
  g_assert_false (renamed->proved);
}

/* What was in memory is in a file now, where the account has another number: a key that no keyring keeps goes along. */
static void
test_session_key_goes_along (Fixture       *fixture,
                             gconstpointer  data)
{
  FragileKeyring *keyring = use_fragile_keyring (fixture);
  TrsConnector *connector = get_connector (fixture);
  gint64 account;
  char *key;

  fragile_keyring_break (keyring, TRS_ERROR_KEYRING_MISSING);
  fixture_connect (fixture);
  account = trs_library_get_account (trs_session_get_library (fixture->session));
  g_assert_true (trs_connector_has_session_key (connector, FIXTURE_ADDRESS, account));
  trs_connector_set_account (connector, account + 5, TRUE);
  trs_connector_note_account (connector);
  g_assert_true (trs_connector_get_can_keep_key (connector));
  g_assert_false (trs_connector_has_session_key (connector, FIXTURE_ADDRESS, account));
  key = trs_connector_dup_own_key (connector);
  g_assert_cmpstr (key, ==, "toy-key");
  trs_api_key_free (key);
}

/* An account in memory alone has a number that proves nothing, so that the key of any owner may be its own. */
static void
test_gone_in_memory (Fixture       *fixture,
                     gconstpointer  data)
{
  FragileKeyring *keyring = use_fragile_keyring (fixture);

  fixture_connect (fixture);
  g_assert_true (trs_connector_get_in_keyring (get_connector (fixture)));
  g_settings_set_int64 (fixture->settings, "key-account", 5);
  fragile_keyring_set_key (keyring, FIXTURE_ADDRESS, NULL);
  g_settings_set_int64 (fixture->settings, "key-account", 0);
  trs_test_settle ();
  g_assert_cmpint (trs_connector_get_state (get_connector (fixture)), ==, TRS_CONNECTOR_LOST);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/connector/commit-after-leaving", test_commit_after_leaving);
  fixture_add_test ("/connector/leave-while-proving", test_leave_while_proving);
  fixture_add_test ("/connector/leave-before-storing", test_leave_before_storing);
  fixture_add_test ("/connector/keeps-no-keys", test_keeps_no_keys);
  fixture_add_test ("/connector/find-again", test_find_again);
  fixture_add_test ("/connector/find-while-proving", test_find_while_proving);
  fixture_add_test ("/connector/judged-too-late", test_judged_too_late);
  fixture_add_test ("/connector/renamed-while-looking", test_renamed_while_looking);
  fixture_add_test ("/connector/session-key-goes-along", test_session_key_goes_along);
  fixture_add_test ("/connector/gone-in-memory", test_gone_in_memory);
  return g_test_run ();
}
