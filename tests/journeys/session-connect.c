/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-connect.h"

#include "trs-test-utils.h"

/**
 * session_connect_wait:
 * @result: where trs_test_store_result() puts the result
 *
 * Runs the main context until it is there.
 */
void
session_connect_wait (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/**
 * session_connect_typed:
 * @session: a session without an account
 * @address: of the service
 * @key: of the user
 *
 * The user types the key. The list is read before the account is opened.
 */
void
session_connect_typed (TrsSession *session,
                       const char *address,
                       const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_sign_in_connect_async (trs_session_get_sign_in (session), address, key, NULL, trs_test_store_result, &result);
  session_connect_wait (&result);
  if (!trs_sign_in_connect_finish (trs_session_get_sign_in (session), result, &error))
    g_error ("%s", error->message);
}

/**
 * session_connect_known:
 * @session: a session that was not started
 * @settings: its settings
 * @keyring: its keyring
 * @address: of the service
 * @key: of the user, whose is the first account
 *
 * The key is in the keyring, as in another run of the program.
 */
void
session_connect_known (TrsSession *session,
                       GSettings  *settings,
                       TrsKeyring *keyring,
                       const char *address,
                       const char *key)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_settings_set_string (settings, "server-address", address);
  g_settings_set_int64 (settings, "key-account", 1);
  trs_keyring_store_async (keyring, trs_account_get_name (trs_session_get_account (session)), key, 0, NULL,
                           trs_test_store_result, &result);
  session_connect_wait (&result);
  g_assert_true (trs_keyring_store_finish (keyring, result, NULL));
  trs_session_start (session);
  while (trs_session_get_state (session) != TRS_SESSION_READY)
    g_main_context_iteration (NULL, TRUE);
}
