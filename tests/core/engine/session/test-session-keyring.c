/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "fragile-keyring.h"
#include "trs-error.h"
#include "trs-session.h"

static void
use_fragile_keyring (Fixture *fixture)
{
  fixture_end_session (fixture);
  g_assert_finalize_object (fixture->keyring);
  fixture->keyring = TRS_KEYRING (fragile_keyring_new ());
  fixture_new_session (fixture);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Where a key will be kept is said before one is entered, so it has to be known by then. */
static void
test_keyring_is_probed (Fixture       *fixture,
                        gconstpointer  data)
{
  gboolean answers = FALSE;
  guint n_notified = 0;

  use_fragile_keyring (fixture);
  g_signal_connect_swapped (fixture->session, "notify::keyring-answers", G_CALLBACK (count_cb), &n_notified);
  trs_session_start (fixture->session);
  g_assert_false (trs_session_get_keyring_answers (fixture->session));
  trs_test_wait_until (trs_session_get_keyring_answers (fixture->session));
  g_assert_cmpuint (n_notified, ==, 1);
  g_object_get (fixture->session, "keyring-answers", &answers, NULL);
  g_assert_true (answers);
  g_assert_null (trs_session_get_key_error (fixture->session));
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_NO_ACCOUNT);
}

static void
test_missing_keyring_is_known (Fixture       *fixture,
                               gconstpointer  data)
{
  use_fragile_keyring (fixture);
  fragile_keyring_break (FRAGILE_KEYRING (fixture->keyring), TRS_ERROR_KEYRING_MISSING);
  trs_session_start (fixture->session);
  trs_test_wait_until (trs_session_get_key_error (fixture->session) != NULL);
  g_assert_error (trs_session_get_key_error (fixture->session), TRS_ERROR, TRS_ERROR_KEYRING_MISSING);
  g_assert_false (trs_session_get_keyring_answers (fixture->session));
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_NO_ACCOUNT);

  /* Before there is an account it cannot be waved away: the caption of the form needs it. */
  trs_session_dismiss_key_error (fixture->session);
  g_assert_nonnull (trs_session_get_key_error (fixture->session));
}

static void
note_storing_cb (TrsSession *session,
                 GParamSpec *pspec,
                 GString    *told)
{
  g_string_append_c (told, trs_session_get_storing_key (session) ? '+' : '-');
}

/* While the keyring may be asking for its password, nobody waits for the service. */
static void
test_storing_is_told (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  trs_session_start (fixture->session);
  g_signal_connect (fixture->session, "notify::storing-key", G_CALLBACK (note_storing_cb), told);
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  g_assert_cmpstr (told->str, ==, "+-");

  /* A key that is refused is not kept. */
  g_assert_false (fixture_connect_to (fixture, FIXTURE_ADDRESS, "wrong-key", &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  g_assert_cmpstr (told->str, ==, "+-");
}

/* A key that no keyring keeps is not lost with the account that was left for a while, and no other gets it. */
static void
test_key_of_this_run (Fixture       *fixture,
                      gconstpointer  data)
{
  const TrsKnownAccount other = { .name = (char *) "https://other.example" };
  const TrsKnownAccount first = { .name = (char *) FIXTURE_ADDRESS };
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  use_fragile_keyring (fixture);
  fragile_keyring_break (FRAGILE_KEYRING (fixture->keyring), TRS_ERROR_KEYRING_MISSING);
  trs_session_start (fixture->session);
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  trs_session_switch_account (fixture->session, &other);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOCKED);
  trs_toy_service_add (fixture->toy, "video", "done");
  trs_session_switch_account (fixture->session, &first);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_false (trs_session_get_key_in_keyring (fixture->session));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);

  /* What the user forgets stays forgotten. */
  trs_sign_in_forget_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_session_retry_keyring (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOCKED);
}

/* Without a keyring the key lives as long as the program, and stands nowhere. */
static void
test_no_keyring (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  use_fragile_keyring (fixture);
  fragile_keyring_break (FRAGILE_KEYRING (fixture->keyring), TRS_ERROR_KEYRING_MISSING);
  trs_session_start (fixture->session);
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_false (trs_session_get_key_in_keyring (fixture->session));
  g_assert_error (trs_session_get_key_error (fixture->session), TRS_ERROR, TRS_ERROR_KEYRING_MISSING);
  trs_session_dismiss_key_error (fixture->session);
  g_assert_null (trs_session_get_key_error (fixture->session));
  g_assert_false (trs_session_get_key_in_keyring (fixture->session));

  /* Such a key can be forgotten without a keyring, too. */
  trs_sign_in_forget_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_forget_key_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_clear_object (&result);

  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOCKED);
  g_assert_error (trs_session_get_key_error (fixture->session), TRS_ERROR, TRS_ERROR_KEYRING_MISSING);
}

static void
test_locked_keyring (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  use_fragile_keyring (fixture);
  trs_session_start (fixture->session);
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  fixture_end_session (fixture);
  fragile_keyring_break (FRAGILE_KEYRING (fixture->keyring), TRS_ERROR_KEYRING_LOCKED);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOCKED);

  /* Unlocked by the user, who then says so. */
  fragile_keyring_mend (FRAGILE_KEYRING (fixture->keyring));
  trs_session_retry_keyring (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_null (trs_session_get_key_error (fixture->session));
}

/* What the keyring did not take can be given to it later, without being entered again. */
static void
test_kept_later (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) refused = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  use_fragile_keyring (fixture);
  fragile_keyring_break (FRAGILE_KEYRING (fixture->keyring), TRS_ERROR_KEYRING_LOCKED);
  trs_session_start (fixture->session);
  g_assert_false (trs_connector_get_can_keep_key (trs_session_get_connector (fixture->session)));
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  g_assert_true (trs_connector_get_can_keep_key (trs_session_get_connector (fixture->session)));

  trs_sign_in_keep_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &refused);
  trs_test_wait_result (refused);
  g_assert_true (trs_sign_in_keep_key_finish (trs_session_get_sign_in (fixture->session), refused, &error));
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_true (trs_connector_get_can_keep_key (trs_session_get_connector (fixture->session)));

  fragile_keyring_mend (FRAGILE_KEYRING (fixture->keyring));
  trs_sign_in_keep_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &kept);
  trs_test_wait_result (kept);
  g_assert_true (trs_sign_in_keep_key_finish (trs_session_get_sign_in (fixture->session), kept, &error));
  g_assert_true (trs_session_get_key_in_keyring (fixture->session));
  g_assert_false (trs_connector_get_can_keep_key (trs_session_get_connector (fixture->session)));
  g_assert_null (trs_session_get_key_error (fixture->session));

  g_clear_object (&refused);
  g_clear_object (&kept);
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
}

static void
test_late_keyring (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  use_fragile_keyring (fixture);
  trs_session_start (fixture->session);
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  fixture_end_session (fixture);
  fragile_keyring_break (FRAGILE_KEYRING (fixture->keyring), TRS_ERROR_KEYRING_TIMED_OUT);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOCKED);

  fragile_keyring_mend (FRAGILE_KEYRING (fixture->keyring));
  g_signal_emit_by_name (fixture->keyring, "answered-late", "https://other.example");
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOCKED);
  g_signal_emit_by_name (fixture->keyring, "answered-late", FIXTURE_ADDRESS);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
}

/* A command on a terminal logs in while the window has no key. */
static void
test_key_from_another_program (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (TrsAccount) elsewhere = trs_account_new (fixture->settings);
  g_autoptr (GAsyncResult) forgotten = NULL;
  g_autoptr (GAsyncResult) stored = NULL;
  g_autoptr (GError) error = NULL;
  gint64 number;

  trs_toy_service_add (fixture->toy, "video", "done");
  trs_session_start (fixture->session);
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "toy-key", &error));
  fixture_drain ();
  number = trs_library_get_account (trs_session_get_library (fixture->session));
  trs_sign_in_forget_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &forgotten);
  trs_test_wait_result (forgotten);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);

  trs_keyring_store_async (fixture->keyring, FIXTURE_ADDRESS, "toy-key", 0, NULL, trs_test_store_result, &stored);
  trs_test_wait_result (stored);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
  trs_account_set_key_account (elsewhere, FIXTURE_ADDRESS, number);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
}

/* It connects the first account of all while the window shows its welcome page. */
static void
test_first_account_from_another_program (Fixture       *fixture,
                                         gconstpointer  data)
{
  g_autoptr (TrsAccount) elsewhere = trs_account_new (fixture->settings);
  g_autoptr (GAsyncResult) stored = NULL;

  trs_session_start (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_NO_ACCOUNT);
  trs_keyring_store_async (fixture->keyring, FIXTURE_ADDRESS, "toy-key", 0, NULL, trs_test_store_result, &stored);
  trs_test_wait_result (stored);
  trs_account_add (elsewhere, FIXTURE_ADDRESS);
  trs_account_set_key_account (elsewhere, FIXTURE_ADDRESS, 1);
  trs_test_wait_until (trs_session_get_state (fixture->session) > TRS_SESSION_NO_ACCOUNT);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (trs_account_get_name (trs_session_get_account (fixture->session)), ==, FIXTURE_ADDRESS);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/session-keyring/keyring-is-probed", test_keyring_is_probed);
  fixture_add_test ("/session-keyring/missing-keyring-is-known", test_missing_keyring_is_known);
  fixture_add_test ("/session-keyring/storing-is-told", test_storing_is_told);
  fixture_add_test ("/session-keyring/key-of-this-run", test_key_of_this_run);
  fixture_add_test ("/session-keyring/no-keyring", test_no_keyring);
  fixture_add_test ("/session-keyring/locked-keyring", test_locked_keyring);
  fixture_add_test ("/session-keyring/kept-later", test_kept_later);
  fixture_add_test ("/session-keyring/late-keyring", test_late_keyring);
  fixture_add_test ("/session-keyring/key-from-another-program", test_key_from_another_program);
  fixture_add_test ("/session-keyring/first-account-from-another-program", test_first_account_from_another_program);
  return g_test_run ();
}
