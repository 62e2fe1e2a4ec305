/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-keyring.h"

G_DEFINE_INTERFACE (TrsKeyring, trs_keyring, G_TYPE_OBJECT)

static void
trs_keyring_default_init (TrsKeyringInterface *iface)
{
  /**
   * TrsKeyring::answered-late:
   * @self: a keyring
   * @address: the address that was asked about
   *
   * A call that ended with %TRS_ERROR_KEYRING_TIMED_OUT has succeeded after
   * all, as happens when somebody takes a minute to unlock the keyring: it is
   * worth looking up again.
   */
  g_signal_new ("answered-late", TRS_TYPE_KEYRING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
run (TrsKeyring          *self,
     TrsKeyringVerb       verb,
     const char          *address,
     const char          *key,
     gpointer             tag,
     GCancellable        *cancellable,
     GAsyncReadyCallback  callback,
     gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TRS_IS_KEYRING (self));
  g_return_if_fail (address != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, tag);
  TRS_KEYRING_GET_IFACE (self)->run (self, verb, address, key, task);
}

/**
 * trs_keyring_lookup_async:
 * @self: a keyring
 * @address: normalised server address
 * @cancellable: (nullable): to give up; the callback is called even if the keyring never answers
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks up the key of an address.
 */
void
trs_keyring_lookup_async (TrsKeyring          *self,
                          const char          *address,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  run (self, TRS_KEYRING_LOOKUP, address, NULL, trs_keyring_lookup_async, cancellable, callback, user_data);
}

/**
 * trs_keyring_lookup_finish:
 * @self: a keyring
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the key, to be freed with trs_api_key_free();
 *   %NULL without @error if there is none
 */
char *
trs_keyring_lookup_finish (TrsKeyring    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_keyring_lookup_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_keyring_store_async:
 * @self: a keyring
 * @address: normalised server address
 * @key: the API key
 * @cancellable: (nullable): to give up; the callback is called even if the keyring never answers
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Stores the key of an address, in place of an older one.
 */
void
trs_keyring_store_async (TrsKeyring          *self,
                         const char          *address,
                         const char          *key,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  run (self, TRS_KEYRING_STORE, address, key, trs_keyring_store_async, cancellable, callback, user_data);
}

gboolean
trs_keyring_store_finish (TrsKeyring    *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_keyring_store_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_keyring_remove_async:
 * @self: a keyring
 * @address: normalised server address
 * @cancellable: (nullable): to give up; the callback is called even if the keyring never answers
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes the key of an address.
 */
void
trs_keyring_remove_async (TrsKeyring          *self,
                          const char          *address,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  run (self, TRS_KEYRING_REMOVE, address, NULL, trs_keyring_remove_async, cancellable, callback, user_data);
}

/**
 * trs_keyring_remove_finish:
 * @self: a keyring
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if there is no key any more, also if there was none
 */
gboolean
trs_keyring_remove_finish (TrsKeyring    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_keyring_remove_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
