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

  trs_keyring_run_async (keyring, TRS_KEYRING_LOOKUP, address, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return g_task_propagate_pointer (G_TASK (result), error);
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

  trs_keyring_run_async (keyring, TRS_KEYRING_STORE, address, key, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return g_task_propagate_boolean (G_TASK (result), error);
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

  trs_keyring_run_async (keyring, TRS_KEYRING_REMOVE, address, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return g_task_propagate_boolean (G_TASK (result), error);
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
