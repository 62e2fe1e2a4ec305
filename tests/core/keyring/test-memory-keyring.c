/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-memory-keyring.h"
#include "trs-test-utils.h"

#include "keyring-calls.h"

static void
test_one_key_for_each_address (void)
{
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();

  keyring_assert_key (keyring, "https://a.example", NULL);
  keyring_store (keyring, "https://a.example", "key-a");
  keyring_store (keyring, "https://b.example/path", "key-b");
  keyring_assert_key (keyring, "https://a.example", "key-a");
  keyring_assert_key (keyring, "https://b.example/path", "key-b");

  keyring_store (keyring, "https://a.example", "key-c");
  keyring_assert_key (keyring, "https://a.example", "key-c");

  keyring_remove (keyring, "https://a.example");
  keyring_remove (keyring, "https://a.example");
  keyring_assert_key (keyring, "https://a.example", NULL);
  keyring_assert_key (keyring, "https://b.example/path", "key-b");
}

static void
test_never_before_the_call_returns (void)
{
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (GAsyncResult) result = NULL;

  trs_keyring_store_async (keyring, "https://a.example", "key", 0, NULL, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  g_assert_true (trs_keyring_store_finish (keyring, result, NULL));
}

static void
test_cancelled_stores_nothing (void)
{
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  trs_keyring_store_async (keyring, "https://a.example", "key", 0, cancellable, trs_test_store_result,
                         &result);
  trs_test_wait_result (result);
  g_assert_false (trs_keyring_store_finish (keyring, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  keyring_assert_key (keyring, "https://a.example", NULL);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/memory-keyring/one-key-for-each-address", test_one_key_for_each_address);
  g_test_add_func ("/memory-keyring/never-before-the-call-returns", test_never_before_the_call_returns);
  g_test_add_func ("/memory-keyring/cancelled-stores-nothing", test_cancelled_stores_nothing);
  return g_test_run ();
}
