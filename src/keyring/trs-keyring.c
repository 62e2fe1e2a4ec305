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
 * Looks up, stores or removes the key of an address. Ended by
 * trs_keyring_lookup_finish() for a look-up, else by trs_keyring_run_finish().
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

  g_task_set_source_tag (task, GUINT_TO_POINTER (verb));
  TRS_KEYRING_GET_IFACE (self)->run (self, verb, address, key, task);
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
  g_return_val_if_fail (g_async_result_is_tagged (result, GUINT_TO_POINTER (TRS_KEYRING_LOOKUP)), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_keyring_run_finish:
 * @self: a keyring
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the key was stored, or if there is none any more, also if there was none to remove
 */
gboolean
trs_keyring_run_finish (TrsKeyring    *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (!g_async_result_is_tagged (result, GUINT_TO_POINTER (TRS_KEYRING_LOOKUP)), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
