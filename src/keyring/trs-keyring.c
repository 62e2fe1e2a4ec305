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

/**
 * trs_keyring_run_async:
 * @self: a keyring
 * @verb: what to do
 * @address: normalised server address
 * @key: (nullable): the API key of %TRS_KEYRING_STORE, which replaces an older one
 * @cancellable: (nullable): to give up; the callback is called even if the keyring never answers
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Looks up, stores or removes the key of an address. The task of a look-up has
 * the key, to be freed with trs_api_key_free(), or %NULL if there is none; any
 * other is %TRUE, also if there was no key to remove.
 */
void
trs_keyring_run_async (TrsKeyring          *self,
                       TrsKeyringVerb       verb,
                       const char          *address,
                       const char          *key,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  TRS_KEYRING_GET_IFACE (self)->run (self, verb, address, key, task);
}
