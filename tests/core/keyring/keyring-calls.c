/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "keyring-calls.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-test-utils.h"

char *
keyring_lookup (TrsKeyring  *keyring,
                const char  *address,
                GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_keyring_lookup_async (keyring, address, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_keyring_lookup_finish (keyring, result, error);
}

void
keyring_assert_key (TrsKeyring *keyring,
                    const char *address,
                    const char *key)
{
  g_autoptr (GError) error = NULL;
  char *found = keyring_lookup (keyring, address, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (found, ==, key);
  trs_api_key_free (found);
}

void
keyring_assert_error (TrsKeyring *keyring,
                      const char *address,
                      int         code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (keyring_lookup (keyring, address, &error));
  g_assert_error (error, TRS_ERROR, code);
}

static gboolean
store (TrsKeyring  *keyring,
       const char  *address,
       const char  *key,
       GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_keyring_store_async (keyring, address, key, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_keyring_store_finish (keyring, result, error);
}

void
keyring_store (TrsKeyring *keyring,
               const char *address,
               const char *key)
{
  g_autoptr (GError) error = NULL;
  gboolean stored = store (keyring, address, key, &error);

  g_assert_no_error (error);
  g_assert_true (stored);
}

void
keyring_store_fails (TrsKeyring *keyring,
                     const char *address,
                     const char *key,
                     int         code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (store (keyring, address, key, &error));
  g_assert_error (error, TRS_ERROR, code);
  g_assert_null (strstr (error->message, key));
}

static gboolean
remove_key (TrsKeyring  *keyring,
            const char  *address,
            GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_keyring_remove_async (keyring, address, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_keyring_remove_finish (keyring, result, error);
}

void
keyring_remove (TrsKeyring *keyring,
                const char *address)
{
  g_autoptr (GError) error = NULL;
  gboolean removed = remove_key (keyring, address, &error);

  g_assert_no_error (error);
  g_assert_true (removed);
}

void
keyring_remove_fails (TrsKeyring *keyring,
                      const char *address,
                      int         code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (remove_key (keyring, address, &error));
  g_assert_error (error, TRS_ERROR, code);
}
