/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-keyring.h"

enum
{
  ANSWERED_LATE,
  STORE_ANSWERED_LATE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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
  signals[ANSWERED_LATE] = g_signal_new ("answered-late", TRS_TYPE_KEYRING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE);

  /**
   * TrsKeyring::store-answered-late:
   * @self: a keyring
   * @address: the address that a key was stored for
   * @serial: what trs_keyring_store_async() was called with
   * @stored: whether the keyring has the key now
   *
   * A store that ended with %TRS_ERROR_KEYRING_TIMED_OUT or
   * %G_IO_ERROR_CANCELLED has been decided. If it was done it precedes
   * #TrsKeyring::answered-late.
   */
  signals[STORE_ANSWERED_LATE] =
      g_signal_new ("store-answered-late", TRS_TYPE_KEYRING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                    G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE, G_TYPE_UINT, G_TYPE_BOOLEAN);
}

static GTask *
new_task (TrsKeyring          *self,
          gpointer             tag,
          GCancellable        *cancellable,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
  return task;
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
  g_autoptr (GTask) task = new_task (self, trs_keyring_lookup_async, cancellable, callback, user_data);

  TRS_KEYRING_GET_IFACE (self)->lookup (self, address, task);
}

/**
 * trs_keyring_lookup_finish:
 * @self: a keyring
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the key, for trs_api_key_free(); %NULL
 *   without an error if there is none
 */
char *
trs_keyring_lookup_finish (TrsKeyring    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_keyring_lookup_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_keyring_store_async:
 * @self: a keyring
 * @address: normalised server address
 * @key: API key, which replaces an older one
 * @serial: names the call in #TrsKeyring::store-answered-late
 * @cancellable: (nullable): to stop waiting; the key may still be stored
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Stores the key of an address.
 */
void
trs_keyring_store_async (TrsKeyring          *self,
                         const char          *address,
                         const char          *key,
                         guint                serial,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = new_task (self, trs_keyring_store_async, cancellable, callback, user_data);

  TRS_KEYRING_GET_IFACE (self)->store (self, address, key, serial, task);
}

/**
 * trs_keyring_store_finish:
 * @self: a keyring
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the keyring has the key; after an error it may have it, too
 */
gboolean
trs_keyring_store_finish (TrsKeyring    *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_keyring_store_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_keyring_remove_async:
 * @self: a keyring
 * @address: normalised server address
 * @cancellable: (nullable): to stop waiting
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
  g_autoptr (GTask) task = new_task (self, trs_keyring_remove_async, cancellable, callback, user_data);

  TRS_KEYRING_GET_IFACE (self)->remove (self, address, task);
}

/**
 * trs_keyring_remove_finish:
 * @self: a keyring
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the keyring has no key of the address, also if it had none before
 */
gboolean
trs_keyring_remove_finish (TrsKeyring    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_keyring_remove_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Emits #TrsKeyring::answered-late. */
void
trs_keyring_answered_late (TrsKeyring *self,
                           const char *address)
{
  g_signal_emit (self, signals[ANSWERED_LATE], 0, address);
}

/* Emits #TrsKeyring::store-answered-late. */
void
trs_keyring_store_answered_late (TrsKeyring *self,
                                 const char *address,
                                 guint       serial,
                                 gboolean    stored)
{
  g_signal_emit (self, signals[STORE_ANSWERED_LATE], 0, address, serial, stored);
}
